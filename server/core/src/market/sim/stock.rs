//! One stock of the simulated market.

use std::sync::Arc;

use super::book::{Book, Depth, book};
use super::exp::exp;
use super::noise::{below, brownian, gaussian, hash, key};
use super::stream::Stream;
use super::{ANCHOR, BASIS_POINT_A_STEP, Factors, Sim, SimDay, step_at};
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Market, TickSizes};
use crate::time::UnixMillis;

/// Deviation of the motion of a market, in basis points a year: what broad indices show in calm years.
const MARKET_DEVIATION: i64 = 1_400;
const INDUSTRY_DEVIATION: i64 = 900;
/// Deviation of the step at the start of a day, in basis points.
const GAP_DEVIATION: i64 = 50;
/// Money traded a day in the best-known stock of a market, in whole units of its currency.
const TURNOVER_MAX: i64 = 20_000_000_000;

/// What a stock of the simulated market is made of.
#[derive(Clone, Debug)]
pub struct StockListing<'a> {
    pub instrument: InstrumentId,
    pub market: Market,
    pub code: &'a str,
    pub industry: &'a str,
    /// 0 is the best-known stock of its market: it ticks often, with a narrow spread.
    pub rank: usize,
    /// The price at the anchor.
    pub reference: Price,
    pub tick_sizes: Arc<TickSizes>,
    /// What sizes are displayed in; `None` for round lots of a hundred shares, or ten of an expensive one.
    pub board_lot: Option<Quantity>,
}

/// A stock's character, drawn from the seed and its code.
#[derive(Clone, Debug)]
pub(super) struct SimStock {
    reference: i64,
    tick_sizes: Arc<TickSizes>,
    depth: Depth,
    pace: i64,
    phase: i64,
    /// How much of the common motions it takes, in hundredths.
    market_share: i64,
    industry_share: i64,
    /// Deviation of its own motion, basis points a year.
    own_deviation: i64,
    /// What it alone draws from; its own motion first of all.
    own: Stream,
    market: Stream,
    industry: Stream,
    gap: u64,
    quotes: u64,
    turnover: u64,
    /// Shares traded on an average day.
    volume: i64,
    /// The logarithm of the public motions when the price is the reference price, in units of 2^-32.
    anchor: i64,
}

impl SimStock {
    pub fn new(sim: &Sim, listing: &StockListing<'_>) -> Self {
        let name = |what: &str| key(sim.seed, &format!("{what}:{}", listing.code));
        let character = name("character");
        let draw = |place, bound| below(hash(character, place), bound);
        let rank = i64::try_from(listing.rank).unwrap_or(i64::MAX - 3);
        let pace = pace(rank);
        let mut stock = Self {
            reference: listing.reference.units().max(1),
            tick_sizes: listing.tick_sizes.clone(),
            depth: Depth {
                spread: 50 + (rank * 4).min(1_200),
                lots_max: 3 + 40 / (1 + rank / 20),
                lot: listing.board_lot,
            },
            pace,
            phase: draw(1, pace),
            market_share: 50 + draw(2, 110),
            industry_share: 50 + draw(3, 100),
            own_deviation: 1_500 + draw(4, 2_500),
            own: sim.stream(&format!("own:{}", listing.code)),
            market: sim.stream(&common("market", listing.market)),
            industry: sim.stream(&format!("{}:{}", common("industry", listing.market), listing.industry)),
            gap: name("gap"),
            quotes: name("quotes"),
            turnover: name("turnover"),
            volume: TURNOVER_MAX / (rank + 3) / (listing.reference.units() / ONE).max(1),
            anchor: 0,
        };
        let at_anchor = |stream: &Stream| brownian(stream.public(), step_at(ANCHOR));
        let motions = [&stock.market, &stock.industry, &stock.own].map(at_anchor);
        stock.anchor = stock.logarithm(motions, brownian(stock.gap, ANCHOR.0 / UnixMillis::DAY));
        stock
    }

    /// Steps between two ticks, and the offset of the first.
    pub const fn rhythm(&self) -> (i64, i64) {
        (self.pace, self.phase)
    }

    fn motion(&self, factors: &mut Factors, day: SimDay) -> i64 {
        let own = self.own.motion(factors.step);
        let motions = [factors.motion(&self.market), factors.motion(&self.industry), own];
        self.logarithm(motions, self.own.gaps(self.gap, day.number, day.starts))
    }

    /// The logarithm of the motions of its market, of its industry and of its own with the steps at the starts of trading
    /// days, in units of 2^-32.
    fn logarithm(&self, [market, industry, own]: [i64; 3], gaps: i64) -> i64 {
        let scaled = i128::from(MARKET_DEVIATION * self.market_share / 100) * i128::from(market)
            + i128::from(INDUSTRY_DEVIATION * self.industry_share / 100) * i128::from(industry)
            + i128::from(self.own_deviation) * i128::from(own);
        let gap = i128::from(GAP_DEVIATION) * i128::from(gaps) * (1 << 16) / 10_000;
        let log = ((scaled * i128::from(BASIS_POINT_A_STEP)) >> 32) + gap;
        i64::try_from(log).unwrap_or(0)
    }

    /// The middle of the book at a step, in price units. It need not be on the tick grid.
    fn mid(&self, factors: &mut Factors, day: SimDay) -> i64 {
        let factor = exp(self.motion(factors, day) - self.anchor);
        let price = (i128::from(self.reference) * i128::from(factor)) >> 32;
        let least = i128::from(self.tick_sizes.at(Price::from_units(1)).units()) * 20;
        i64::try_from(price.max(least)).unwrap_or(i64::MAX / 4)
    }

    /// Shares traded from the day's start to `time`.
    pub fn volume(&self, day: SimDay, time: UnixMillis) -> Quantity {
        let today = hash(self.turnover, day.number as u64);
        let total = self.volume / 10 * (7 + below(today, 8)) + gaussian(today).abs() % 100;
        let shares = super::volume::traded(today, total, time.since(day.starts), day.ends.since(day.starts));
        Quantity::from_whole(shares).unwrap_or(Quantity::MAX)
    }

    pub fn book(&self, factors: &mut Factors, day: SimDay) -> Book {
        let random = self.own.book(self.quotes, factors.step);
        book(self.mid(factors, day), self.depth, &self.tick_sizes, random)
    }
}

/// The name of a motion that the stocks of a market share. Those of US stocks are named as they were when there was no other
/// market, so that their prices stay what they were.
fn common(what: &str, market: Market) -> String {
    if market == Market::UsStock { what.to_owned() } else { format!("{what}:{}", market.code()) }
}

/// Steps between two ticks: half a second for the best-known stocks, eight seconds for the long tail.
const fn pace(rank: i64) -> i64 {
    match rank {
        0..30 => 2,
        30..150 => 4,
        150..400 => 16,
        _ => 32,
    }
}
