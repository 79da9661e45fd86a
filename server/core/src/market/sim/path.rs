//! How a price moves: motions that it shares with others, one of its own, steps at the starts of trading days, and what a
//! future is dearer than what it is on.

use super::exp::exp;
use super::noise::{brownian, gaussian};
use super::stream::Stream;
use super::{ANCHOR, BASIS_POINT_A_STEP, Factors, SimDay, step_at, time_of};
use crate::time::UnixMillis;

/// Deviation of the step from the price of subscription to the first one, in basis points: as likely up as down, so that
/// nobody gains by subscribing alone. Those of New York and Hong Kong have been wider, and rather up.
const FIRST_DEVIATION: i64 = 1_200;
/// Milliseconds of a year of 365 days.
const YEAR: i64 = 365 * UnixMillis::DAY;

/// A motion with its deviation, in basis points a year.
pub(super) type Moved = (Stream, i64);

/// How a price moves.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The price at the anchor, in price units.
    reference: i64,
    /// What others move by too.
    shared: Vec<Moved>,
    own: Moved,
    /// The public key of the steps at the starts of trading days, and their deviation, in basis points.
    gaps: Option<(u64, i64)>,
    /// Whether it jumps, as the shares of one company do.
    jumps: bool,
    carry: Option<Carry>,
    /// Of a new stock.
    first: Option<First>,
    /// The logarithm of the public motions when the price is the reference price, in units of 2^-32.
    anchor: i64,
}

/// What a future is dearer than what it is on: less the nearer its end.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    /// Basis points a year.
    pub rate: i64,
    pub until: UnixMillis,
}

/// When a new stock is traded first. Its reference price is what it was sold for before.
#[derive(Clone, Copy, Debug)]
pub struct FirstTrade {
    pub at: UnixMillis,
    /// The trading day that the moment lies in.
    pub day: SimDay,
}

/// The same, and the public key of the step that its first price makes.
#[derive(Clone, Copy, Debug)]
struct First {
    trade: FirstTrade,
    key: u64,
}

impl Path {
    pub fn new(reference: i64, shared: Vec<Moved>, own: Moved, gaps: Option<(u64, i64)>) -> Self {
        let mut path =
            Self { reference: reference.max(1), shared, own, gaps, jumps: false, carry: None, first: None, anchor: 0 };
        let at_anchor = |(stream, deviation): &Moved| (stream.public_motion(step_at(ANCHOR)), *deviation);
        let moved: Vec<(i64, i64)> = path.shared.iter().chain([&path.own]).map(at_anchor).collect();
        let gaps = path.gaps.map_or(0, |(key, _)| brownian(key, ANCHOR.0 / UnixMillis::DAY));
        path.anchor = path.logarithm(moved, gaps);
        path
    }

    /// The price of what jumps on some days, since news of one company come at once.
    pub fn with_jumps(self) -> Self {
        Self { jumps: true, ..self }
    }

    /// The price of a future on what moves so.
    pub fn with_carry(self, carry: Carry) -> Self {
        Self { carry: Some(carry), ..self }
    }

    /// The price of a stock that is traded first at a moment. What moved before that moves it not.
    pub fn with_first(self, trade: FirstTrade, key: u64) -> Self {
        Self { first: Some(First { trade, key }), ..self }
    }

    /// From when on there are prices; `None` where there always were.
    pub fn begins(&self) -> Option<UnixMillis> {
        self.first.map(|first| first.trade.at)
    }

    pub const fn own(&self) -> &Stream {
        &self.own.0
    }

    /// The price at a step, in price units. It need not be on a grid.
    pub fn price(&self, factors: &mut Factors, day: SimDay) -> i64 {
        let step = factors.step;
        let own = (self.own.0.motion(step), self.own.1);
        let gaps = self.gaps.map_or(0, |(key, _)| self.own.0.gaps(key, day.number, day.starts));
        let shared = self.shared.iter().map(|(stream, deviation)| (factors.motion(stream), *deviation));
        let begun = self.first.map_or(self.anchor, |first| self.begun(first));
        let log = self.logarithm(shared.chain([own]), gaps) + self.jumped(step) - begun;
        let carry = self.carry.map_or(0, |carry| carry.logarithm(time_of(step)));
        let price = (i128::from(self.reference) * i128::from(exp(log + carry))) >> 32;
        i64::try_from(price).unwrap_or(i64::MAX / 4)
    }

    /// The logarithm of all that had moved when a new stock was traded first, less the step that it began with.
    fn begun(&self, First { trade, key }: First) -> i64 {
        let step = step_at(trade.at);
        let moved = self.shared.iter().chain([&self.own]).map(|(stream, deviation)| (stream.motion(step), *deviation));
        let gaps = self.gaps.map_or(0, |(key, _)| self.own.0.gaps(key, trade.day.number, trade.day.starts));
        let first = gaussian(self.own.0.first(key, step)) * FIRST_DEVIATION * (1 << 16) / 10_000;
        self.logarithm(moved, gaps) + self.jumped(step) - first
    }

    /// The logarithm of all jumps up to a step, in units of 2^-32.
    fn jumped(&self, step: i64) -> i64 {
        if self.jumps { self.own.0.jumps(step) } else { 0 }
    }

    /// The step of the jump of a step's day, once it has come.
    pub fn jump_before(&self, step: i64) -> Option<i64> {
        if self.jumps { self.own.0.jumped(step) } else { None }
    }

    /// The logarithm of motions and steps together, in units of 2^-32.
    fn logarithm(&self, moved: impl IntoIterator<Item = (i64, i64)>, gaps: i64) -> i64 {
        let scaled: i128 =
            moved.into_iter().map(|(motion, deviation)| i128::from(deviation) * i128::from(motion)).sum();
        let deviation = self.gaps.map_or(0, |(_, deviation)| deviation);
        let gap = i128::from(deviation) * i128::from(gaps) * (1 << 16) / 10_000;
        i64::try_from(((scaled * i128::from(BASIS_POINT_A_STEP)) >> 32) + gap).unwrap_or(0)
    }
}

impl Carry {
    /// In units of 2^-32; nothing once it has ended.
    fn logarithm(self, at: UnixMillis) -> i64 {
        let left = self.until.since(at).max(0);
        let log = i128::from(self.rate) * i128::from(left) * (1 << 32) / (10_000 * i128::from(YEAR));
        i64::try_from(log).unwrap_or(0)
    }
}
