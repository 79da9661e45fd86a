//! The path of a price: motions that it shares with others, one of its own, steps at the starts of trading days, and
//! the premium of a future over its underlying.

use super::exp::exp;
use super::noise::{brownian, gaussian};
use super::stream::Stream;
use super::{ANCHOR, BASIS_POINT_A_STEP, Factors, SimDay, step_at, time_of};
use crate::time::UnixMillis;

/// Deviation of the step from the price of subscription to the first one, in basis points: as likely up as down, so
/// that subscribing alone is no gain. Those of New York and Hong Kong have been wider, and rather up.
const FIRST_DEVIATION: i64 = 1_200;
/// Milliseconds of a year of 365 days.
const YEAR: i64 = 365 * UnixMillis::DAY;

/// A motion with its deviation, in basis points a year.
pub(super) type Moved = (Stream, i64);

/// The path of a price.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The price at the anchor, in price units.
    reference: i64,
    /// The motions that others have too.
    shared: Vec<Moved>,
    own: Moved,
    /// The public key of the steps at the starts of trading days, and their deviation, in basis points.
    gaps: Option<(u64, i64)>,
    /// True if it jumps, as the shares of one company do.
    jumps: bool,
    carry: Option<Carry>,
    /// The first trade of a new stock.
    first: Option<First>,
    /// The logarithm of the public motions when the price is the reference price, in units of 2^-32.
    anchor: i64,
}

/// The premium of a future over its underlying: less the nearer its end.
#[derive(Clone, Copy, Debug)]
pub struct Carry {
    /// Basis points a year.
    pub rate: i64,
    pub until: UnixMillis,
}

/// The first trade of a new stock, whose reference price is its price of subscription.
#[derive(Clone, Copy, Debug)]
pub struct FirstTrade {
    pub at: UnixMillis,
    /// The trading day that the moment lies in.
    pub day: SimDay,
}

/// A first trade, and the public key of the step that the first price makes.
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

    /// The path with jumps on some days, because news of one company come at once.
    pub fn with_jumps(self) -> Self {
        Self { jumps: true, ..self }
    }

    /// The path of a future whose underlying has this path.
    pub fn with_carry(self, carry: Carry) -> Self {
        Self { carry: Some(carry), ..self }
    }

    /// The path of a stock that is first traded at a moment. Motions before that moment do not change its price.
    pub fn with_first(self, trade: FirstTrade, key: u64) -> Self {
        Self { first: Some(First { trade, key }), ..self }
    }

    /// The moment of the first price; `None` where there always were prices.
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

    /// The logarithm of all motion up to the first trade of a new stock, less the step that it began with.
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

    /// The step of the jump of a step's day; `None` until the jump has come.
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
    /// The logarithm, in units of 2^-32; zero once the future has ended.
    fn logarithm(self, at: UnixMillis) -> i64 {
        let left = self.until.since(at).max(0);
        let log = i128::from(self.rate) * i128::from(left) * (1 << 32) / (10_000 * i128::from(YEAR));
        i64::try_from(log).unwrap_or(0)
    }
}
