//! The classes of the simulated market: the instruments that it can quote, and the price process of each.

use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::market::sim::{
    Carry, CoinListing, FirstTrade, FutureListing, IndexListing, Night, PairListing, Planned, Sim, Simulated,
    StockListing, Underlying,
};
use plumbline_core::market::{Future, Instrument, Market, TickSizes};
use serde::Deserialize;

use super::currencies::Currencies;
use crate::market::futures::{Root, roots};

const INDICES: &str = include_str!("../../../data/indices.csv");
const COINS: &str = include_str!("../../../data/crypto_pairs.csv");

/// An index or a coin.
#[derive(Clone, Debug, Deserialize)]
struct Swings {
    code: String,
    reference_price: String,
    #[serde(default)]
    price_decimals: u32,
    /// The market that an index moves with.
    #[serde(default)]
    follows: String,
    /// Basis points a year.
    deviation: i64,
}

/// The price processes of the simulated market's classes, from the embedded files.
#[derive(Debug)]
pub struct Classes {
    currencies: Currencies,
    indices: HashMap<String, Swings>,
    coins: HashMap<String, Swings>,
    roots: HashMap<String, Root>,
}

/// The rules and the rank of an instrument that the simulated market lists.
#[derive(Clone, Debug)]
pub struct Place {
    /// 0 is the best-known one of its market.
    pub rank: usize,
    pub tick_sizes: Arc<TickSizes>,
    pub lot: Quantity,
}

impl Classes {
    pub fn embedded() -> Self {
        let swings = |file: &'static str| {
            let rows = csv::Reader::from_reader(file.as_bytes()).into_deserialize::<Swings>();
            rows.map(|row| row.map(|row| (row.code.clone(), row))).collect::<Result<_, _>>()
        };
        let valid = "the embedded files are valid, as a test checks";
        Self {
            currencies: Currencies::embedded(),
            indices: swings(INDICES).expect(valid),
            coins: swings(COINS).expect(valid),
            roots: roots().expect(valid).into_iter().map(|root| (root.root.clone(), root)).collect(),
        }
    }

    /// True if the simulated market can quote the instrument.
    pub fn bring(&self, instrument: &Instrument) -> bool {
        match instrument.market {
            Market::Forex => self.currencies.pair(instrument).is_some(),
            Market::UsStock | Market::HongKong => instrument.reference_price.is_positive(),
            Market::Index => self.index(&instrument.code, instrument).is_some(),
            Market::Crypto => self.coins.contains_key(&instrument.code),
            Market::Future => instrument.future.as_ref().is_some_and(|future| self.roots.contains_key(&future.root)),
        }
    }

    /// The simulation of an instrument, with the first trade of a new stock; `None` if it cannot be quoted.
    pub fn simulated(
        &self,
        sim: &Sim,
        i: &Instrument,
        place: &Place,
        first: Option<FirstTrade>,
        planned: &[Planned],
        nights: &[Night],
    ) -> Option<Simulated> {
        let tick_sizes = place.tick_sizes.clone();
        match i.market {
            Market::Forex => Some(Simulated::pair(sim, &PairListing { nights, ..self.currencies.pair(i)? })),
            Market::UsStock | Market::HongKong => {
                let (instrument, market, reference) = (i.id, i.market, i.reference_price);
                let (code, industry, rank) = (i.code.as_str(), i.industry.as_str(), place.rank);
                // The displayed sizes of US stocks are round lots, which differ from the lots of their orders.
                let board_lot = (i.market != Market::UsStock).then_some(place.lot);
                let listing = StockListing {
                    instrument,
                    market,
                    code,
                    industry,
                    rank,
                    reference,
                    first,
                    tick_sizes,
                    board_lot,
                    planned,
                };
                Some(Simulated::stock(sim, &listing))
            }
            Market::Index => Some(Simulated::index(sim, &self.index(&i.code, i)?)),
            Market::Crypto => {
                let deviation = self.coins.get(&i.code)?.deviation;
                let (instrument, code, rank, reference) = (i.id, i.code.as_str(), place.rank, i.reference_price);
                let listing = CoinListing { instrument, code, rank, deviation, reference, tick_sizes, lot: place.lot };
                Some(Simulated::coin(sim, &listing))
            }
            Market::Future => Some(Simulated::future(sim, &self.future(i, i.future.as_ref()?, tick_sizes)?)),
        }
    }

    /// The parameters of an instrument's ticks besides those in the catalog and the rules.
    pub fn swings(&self, i: &Instrument) -> impl Debug {
        let of = |swings: Option<&Swings>| {
            swings.map(|row| (row.follows.clone(), row.deviation, row.reference_price.clone()))
        };
        let pair = self.currencies.pair(i).map(|pair| format!("{pair:?}"));
        let root = i.future.as_ref().and_then(|future| self.roots.get(&future.root));
        let on = root.map(|root| (root.carry, root.deviation, of(self.indices.get(&root.on))));
        (pair, of(self.indices.get(&i.code)), of(self.coins.get(&i.code)), on)
    }

    fn index<'a>(&'a self, code: &'a str, instrument: &Instrument) -> Option<IndexListing<'a>> {
        let Swings { reference_price, price_decimals, follows, deviation, .. } = self.indices.get(code)?;
        Some(IndexListing {
            instrument: instrument.id,
            code,
            follows: Market::from_code(follows),
            deviation: *deviation,
            reference: reference_price.parse().ok()?,
            step: Price::from_units((ONE / 10i64.checked_pow(*price_decimals)?).max(1)),
        })
    }

    fn future<'a>(
        &'a self,
        i: &'a Instrument,
        month: &Future,
        tick_sizes: Arc<TickSizes>,
    ) -> Option<FutureListing<'a>> {
        let root = self.roots.get(&month.root)?;
        let on = match (root.on.as_str(), root.deviation) {
            ("", Some(deviation)) => {
                let (class, reference) = (root.class.as_str(), i.reference_price);
                Underlying::Commodity { root: &root.root, class, deviation, reference }
            }
            (index, _) => Underlying::Index(self.index(index, i)?),
        };
        let carry = Carry { rate: root.carry, until: month.ends_at };
        let (multiplier, days_apart) = (month.multiplier, root.days_apart());
        Some(FutureListing { instrument: i.id, code: &i.code, on, carry, days_apart, tick_sizes, multiplier })
    }
}
