//! One stock of the simulated market.

use std::sync::Arc;

use super::book::{Book, Depth, book};
use super::exp::exp;
use super::noise::{below, brownian, gaussian, hash, key};
use super::{ANCHOR, Factors, Sim, SimDay, step_at, time_of};
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Bar, Session, Tick, TickSizes};
use crate::time::UnixMillis;

/// One basis point of deviation a year, over one step, in units of 2^-48: 2^48 / 10^4 / √(steps a year).
const BASIS_POINT_A_STEP: i64 = 2_505_303;
/// Deviation of the common motion, in basis points a year: what broad indices show in calm years.
const MARKET_DEVIATION: i64 = 1_400;
const INDUSTRY_DEVIATION: i64 = 900;
/// Deviation of the step at the start of a day, in basis points.
const GAP_DEVIATION: i64 = 50;
/// Money traded a day in the best-known stock, in whole units of its currency.
const TURNOVER_MAX: i64 = 20_000_000_000;

/// A stock's character, drawn from the seed and its code.
#[derive(Clone, Debug)]
pub struct SimStock {
    instrument: InstrumentId,
    feed: Arc<str>,
    reference: i64,
    tick_sizes: Arc<TickSizes>,
    depth: Depth,
    /// Steps between two ticks, and the offset of the first.
    pace: i64,
    phase: i64,
    /// How much of the common motions it takes, in hundredths.
    market_share: i64,
    industry_share: i64,
    /// Deviation of its own motion, basis points a year.
    own_deviation: i64,
    own: u64,
    industry: u64,
    gap: u64,
    quotes: u64,
    turnover: u64,
    /// Shares traded on an average day.
    volume: i64,
    /// The logarithm of the motions when the price is the reference price, in units of 2^-32.
    anchor: i64,
}

impl SimStock {
    /// `rank` 0 is the best-known stock: it ticks often, with a narrow spread. `reference` is the price at the anchor.
    pub fn new(
        sim: &Sim,
        instrument: InstrumentId,
        code: &str,
        industry: &str,
        rank: usize,
        reference: Price,
        tick_sizes: Arc<TickSizes>,
    ) -> Self {
        let name = |what: &str| key(sim.seed, &format!("{what}:{code}"));
        let character = name("character");
        let draw = |place, bound| below(hash(character, place), bound);
        let rank = i64::try_from(rank).unwrap_or(i64::MAX - 3);
        let pace = pace(rank);
        let mut stock = Self {
            instrument,
            feed: sim.feed.clone(),
            reference: reference.units().max(1),
            tick_sizes,
            depth: Depth { spread: 50 + (rank * 4).min(1_200), hundreds_max: 3 + 40 / (1 + rank / 20) },
            pace,
            phase: draw(1, pace),
            market_share: 50 + draw(2, 110),
            industry_share: 50 + draw(3, 100),
            own_deviation: 1_500 + draw(4, 2_500),
            own: name("own"),
            industry: key(sim.seed, &format!("industry:{industry}")),
            gap: name("gap"),
            quotes: name("quotes"),
            turnover: name("turnover"),
            volume: TURNOVER_MAX / (rank + 3) / (reference.units() / ONE).max(1),
            anchor: 0,
        };
        let (step, day) = (step_at(ANCHOR), ANCHOR.0 / UnixMillis::DAY);
        stock.anchor = stock.motion(&mut sim.factors(step), day);
        stock
    }

    pub const fn instrument(&self) -> InstrumentId {
        self.instrument
    }

    /// Whether the stock ticks at `step`.
    pub const fn ticks_at(&self, step: i64) -> bool {
        (step + self.phase).rem_euclid(self.pace) == 0
    }

    /// The last step at or before `step` at which the stock ticks.
    pub const fn last_tick_step(&self, step: i64) -> i64 {
        step - (step + self.phase).rem_euclid(self.pace)
    }

    /// The logarithm of the motions at a step, in units of 2^-32.
    fn motion(&self, factors: &mut Factors, day: i64) -> i64 {
        let industry = factors.industry(self.industry);
        let own = brownian(self.own, factors.step);
        let scaled = i128::from(MARKET_DEVIATION * self.market_share / 100) * i128::from(factors.market)
            + i128::from(INDUSTRY_DEVIATION * self.industry_share / 100) * i128::from(industry)
            + i128::from(self.own_deviation) * i128::from(own);
        let gap = i128::from(GAP_DEVIATION) * i128::from(brownian(self.gap, day)) * (1 << 16) / 10_000;
        let log = ((scaled * i128::from(BASIS_POINT_A_STEP)) >> 32) + gap;
        i64::try_from(log).unwrap_or(0)
    }

    /// The middle of the book at a step, in price units. It need not be on the tick grid.
    fn mid(&self, factors: &mut Factors, day: i64) -> i64 {
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

    /// A bar of what the stock ticked from one moment up to another, from at most `samples` of those ticks; `None`
    /// when it did not tick. Few samples may miss an extreme.
    pub fn bar(&self, sim: &Sim, day: SimDay, from: UnixMillis, to: UnixMillis, samples: i64) -> Option<Bar> {
        let first = self.last_tick_step(step_at(from.plus(-1))) + self.pace;
        let last = self.last_tick_step(step_at(to.plus(-1)));
        if last < first {
            return None;
        }
        let stride = (last - first) / samples.max(1) / self.pace * self.pace + self.pace;
        // What was traded up to the tick before belongs to the bar before, as it does for one who hears the ticks.
        let heard = time_of(first - self.pace);
        let before = if heard >= day.starts { self.volume(day, heard) } else { Quantity::ZERO };
        let price = |step: i64| self.book(&mut sim.factors(step), day).last;
        let volume = Quantity::from_units(self.volume(day, time_of(last)).units() - before.units());
        let bar = Bar { volume, ..Bar::begin(from, price(first)) };
        let inner = (first..last).step_by(usize::try_from(stride).unwrap_or(1)).skip(1);
        Some(inner.chain([last]).fold(bar, |bar, step| bar.with(price(step))))
    }

    fn book(&self, factors: &mut Factors, day: SimDay) -> Book {
        let random = hash(self.quotes, factors.step as u64);
        book(self.mid(factors, day.number), self.depth, &self.tick_sizes, random)
    }

    /// The newest tick of the day before `to`; `None` when the day had none by then.
    pub fn last_tick(&self, sim: &Sim, day: SimDay, session: Session, to: UnixMillis) -> Option<Tick> {
        let step = self.last_tick_step(step_at(to.min(day.ends).plus(-1)));
        let time = time_of(step);
        (time >= day.starts).then(|| self.tick(&mut sim.factors(step), day, session, time))
    }

    /// The tick at the step of `factors`, as it is at any time that it is asked for.
    pub fn tick(&self, factors: &mut Factors, day: SimDay, session: Session, received_time: UnixMillis) -> Tick {
        let step = factors.step;
        let time = time_of(step);
        let book = self.book(factors, day);
        Tick {
            instrument: self.instrument,
            feed: self.feed.clone(),
            seq: step,
            exchange_time: time,
            received_time,
            bids: book.bids,
            asks: book.asks,
            last: book.last,
            volume: self.volume(day, time),
            session,
        }
    }
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
