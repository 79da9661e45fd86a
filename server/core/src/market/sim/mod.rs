//! The simulated market: prices as a function of seeds and the time, and nothing else.
//!
//! Instruments and their past are a function of one public seed. From a first day on each day has a seed of its own
//! ([`Days`]), so that its prices can be computed from that seed, and by nobody before it is known.
//!
//! The logarithm of the price of a stock is the sum of a motion of its market, one of its industry, one of its own, a
//! step at the start of each trading day, and a jump on some days, at which its exchange may stop it ([`venue`]); its
//! company's dividends and splits change the price ([`actions`]). Indices move with their market or with each other,
//! coins with all coins, commodities with their class; futures are their underlying and a carry. A new stock begins at
//! its price of subscription with a step of its own. Currencies walk against the dollar, less their interest
//! ([`carry`]), and pairs are their quotients. Prices move more, and volume is higher, at some hours than at others
//! ([`shape`]). Any moment can be computed in any order, so a restart leaves no hole, two servers with the same seeds
//! agree, and there is history of any length. None of it is market data.

mod actions;
mod auction;
mod book;
mod carry;
mod coin;
mod days;
mod exp;
mod future;
mod index;
mod jump;
mod noise;
mod pair;
mod path;
mod quoted;
mod shape;
mod simulated;
mod steps;
mod stock;
mod stream;
mod venue;
mod volume;
mod zone;

pub use actions::{Announced, Habits, Occasion, Planned};
pub use auction::AuctionState;
pub use carry::Night;
pub use coin::CoinListing;
pub use days::{DaySeed, Days};
pub use future::{FutureListing, Underlying};
pub use index::IndexListing;
pub use pair::{PairListing, Walk};
pub use path::{Carry, FirstTrade};
pub use simulated::Simulated;
pub use steps::{EPOCH, STEP_MILLIS, step_at, time_of};
pub use stock::StockListing;
pub use venue::Venue;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::civil::Date;

use crate::market::Market;
use crate::time::UnixMillis;
use noise::key;
use shape::HalfDays;
use stream::{Courses, Stream};

/// Counts the changes of this folder that give other ticks for the same seed.
pub const VERSION: u32 = 7;
/// One basis point of deviation a year, over one step, in units of 2^-48: 2^48 / 10^4 / √(steps a year).
const BASIS_POINT_A_STEP: i64 = 2_505_303;
/// The moment of all reference prices: 2026-11-20T21:00:00Z, a close of the New York Stock Exchange.
const ANCHOR: UnixMillis = UnixMillis(1_795_208_400_000);

/// The trading day that a moment belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimDay {
    /// Days since 1970-01-01 of the day's date.
    pub number: i64,
    pub starts: UnixMillis,
    pub ends: UnixMillis,
}

/// The market of one public seed.
#[derive(Clone, Debug)]
pub struct Sim {
    seed: u64,
    feed: Arc<str>,
    epoch: i64,
    /// The streams that the seeds of the days decide, if days have any.
    courses: Option<Arc<Courses>>,
    half_days: BTreeMap<Market, HalfDays>,
}

/// The motions that many instruments share at one step, in units of 2^-16 of the deviation of one step.
#[derive(Clone, Debug)]
pub struct Factors {
    step: i64,
    /// The motions computed so far, by the public keys of their streams.
    motions: BTreeMap<u64, i64>,
}

impl Sim {
    /// `epoch` stands on every tick. It must change with everything else that the ticks depend on: the listings with
    /// their reference prices, the rules, the hours, and [`VERSION`].
    pub fn new(seed: u64, epoch: i64) -> Self {
        Self { seed, feed: Self::feed(seed).into(), epoch, courses: None, half_days: BTreeMap::new() }
    }

    /// Sets the days with seeds: from the first of them on, a day's prices cannot be known without its seed.
    pub fn with_days(self, days: Arc<Days>) -> Self {
        Self { courses: Some(Arc::new(Courses::new(self.feed.clone(), days))), ..self }
    }

    /// Sets the dates on which the exchange of a market closes early.
    pub fn with_half_days(mut self, market: Market, dates: impl IntoIterator<Item = Date>) -> Self {
        self.half_days.insert(market, HalfDays::new(dates));
        self
    }

    /// The end of the last day whose seed is known, up to which there are prices.
    pub fn known_until(&self) -> UnixMillis {
        self.courses.as_ref().map_or(UnixMillis(i64::MAX), |courses| courses.days().known_until())
    }

    fn stream(&self, name: &str) -> Stream {
        stream::stream(self.courses.as_deref(), name, key(self.seed, name))
    }

    /// The feed's name, which stands on every tick.
    pub fn feed(seed: u64) -> String {
        format!("sim:{seed}")
    }

    /// The common motions at `step`; shared by all instruments that are computed at that step.
    pub const fn factors(&self, step: i64) -> Factors {
        Factors::at(step)
    }
}

impl Factors {
    const fn at(step: i64) -> Self {
        Self { step, motions: BTreeMap::new() }
    }

    fn motion(&mut self, stream: &Stream) -> i64 {
        let step = self.step;
        *self.motions.entry(stream.public()).or_insert_with(|| stream.motion(step))
    }
}

#[cfg(test)]
mod action_tests;
#[cfg(test)]
mod auction_tests;
#[cfg(test)]
mod class_tests;
#[cfg(test)]
mod day_tests;
#[cfg(test)]
mod new_stock_tests;
#[cfg(test)]
mod pair_tests;
#[cfg(test)]
mod shape_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod venue_tests;
