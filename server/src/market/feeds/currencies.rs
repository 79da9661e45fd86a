//! The random walks of the simulated market's currencies, from `data/forex_currencies.csv`, and the spreads of its
//! pairs, from `data/forex_pairs.csv`.

use std::collections::HashMap;

use plumbline_core::decimal::{DecimalError, ONE, Price, parse_units};
use plumbline_core::market::sim::{PairListing, Walk};
use plumbline_core::market::{Instrument, Market};
use serde::Deserialize;
use thiserror::Error;

const CURRENCIES: &str = include_str!("../../../data/forex_currencies.csv");
const PAIRS: &str = include_str!("../../../data/forex_pairs.csv");
/// Percentages in basis points.
const PERCENT_DECIMALS: usize = 2;

#[derive(Debug, Error)]
enum Unreadable {
    #[error(transparent)]
    Malformed(#[from] csv::Error),
    #[error(transparent)]
    Number(#[from] DecimalError),
}

#[derive(Debug, Deserialize)]
struct WalkRow {
    currency: String,
    per_usd: String,
    yearly_volatility_percent: String,
    least_per_usd: String,
    most_per_usd: String,
}

#[derive(Debug, Deserialize)]
struct SpreadRow {
    code: String,
    pip_decimals: u32,
    spread_pips: String,
}

#[derive(Debug)]
struct OwnWalk {
    per_usd: i64,
    deviation: i64,
    zone: Option<(i64, i64)>,
}

/// The walks and spreads of the simulated market's currencies.
#[derive(Debug, Default)]
pub struct Currencies {
    /// By the currency's code.
    walks: HashMap<String, OwnWalk>,
    /// By the pair's code, in 10⁻⁸.
    spreads: HashMap<String, i64>,
}

impl Currencies {
    /// The currencies of the embedded files.
    pub fn embedded() -> Self {
        Self::read().expect("the embedded files are valid, as a test checks")
    }

    fn read() -> Result<Self, Unreadable> {
        let mut known = Self::default();
        for row in csv::Reader::from_reader(CURRENCIES.as_bytes()).deserialize() {
            let row: WalkRow = row?;
            let bound = |text: &str| if text.is_empty() { Ok(None) } else { price(text).map(Some) };
            let walk = OwnWalk {
                per_usd: price(&row.per_usd)?,
                deviation: parse_units(&row.yearly_volatility_percent, PERCENT_DECIMALS)?,
                zone: bound(&row.least_per_usd)?.zip(bound(&row.most_per_usd)?),
            };
            known.walks.insert(row.currency, walk);
        }
        for row in csv::Reader::from_reader(PAIRS.as_bytes()).deserialize() {
            let SpreadRow { code, pip_decimals, spread_pips } = row?;
            known.spreads.insert(code, price(&spread_pips)? / 10i64.pow(pip_decimals));
        }
        Ok(known)
    }

    fn walk(&self, code: &'static str) -> Option<Walk<'static>> {
        let OwnWalk { per_usd, deviation, zone } = *self.walks.get(code)?;
        Some(Walk { currency: code, per_usd, deviation, zone })
    }

    /// The simulation of a pair, without its nights; `None` for other instruments, and if one of the currencies has no
    /// walk.
    pub fn pair<'a>(&self, pair: &'a Instrument) -> Option<PairListing<'a>> {
        if pair.market != Market::Forex {
            return None;
        }
        Some(PairListing {
            instrument: pair.id,
            code: &pair.code,
            base: self.walk(pair.base?.code())?,
            quote: self.walk(pair.currency.code())?,
            step: Price::from_units(ONE / 10i64.checked_pow(pair.price_decimals)?.clamp(1, ONE)),
            spread: Price::from_units(*self.spreads.get(&pair.code)?),
            nights: &[],
        })
    }
}

fn price(text: &str) -> Result<i64, DecimalError> {
    text.parse::<Price>().map(Price::units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Catalog, catalog};

    #[test]
    fn every_pair_of_the_catalogue_is_simulated() {
        let currencies = Currencies::read().unwrap();
        let instruments = catalog::number(&Catalog::seed().unwrap(), &[]).unwrap();
        let pairs: Vec<_> = instruments.iter().filter(|instrument| instrument.market == Market::Forex).collect();
        assert_eq!(pairs.len(), 40);
        for pair in pairs {
            assert!(currencies.pair(pair).is_some(), "{}", pair.code);
        }
        let euro = instruments.iter().find(|instrument| instrument.code == "EURUSD").unwrap();
        let listing = currencies.pair(euro).unwrap();
        assert_eq!((listing.step.display(0), listing.spread.display(0)), ("0.00001".to_owned(), "0.00013".to_owned()));
        let yen = instruments.iter().find(|instrument| instrument.code == "USDJPY").unwrap();
        let listing = currencies.pair(yen).unwrap();
        assert_eq!((listing.step.display(0), listing.spread.display(0)), ("0.001".to_owned(), "0.013".to_owned()));
    }
}
