//! Actions of simulated companies: some pay dividends, and a few split their shares when these have become expensive. A
//! company's habits come from the public seed and its code. The amount of a dividend, and the decision to split, follow
//! from the price on the day of the announcement, so that nobody can know them before the market shows that price.
//!
//! On the ex date the price falls by the dividend, counted from the last price of the trading day before, or is divided
//! by the ratio. It keeps that factor for ever, so that a holder over an ex date neither gains nor loses by it.

use std::sync::{Arc, PoisonError, RwLock};

use super::noise::{below, hash, key};
use super::path::Path;
use super::stream::Courses;
use super::{ANCHOR, Factors, Sim, SimDay, step_at};
use crate::decimal::{ONE, Price};
use crate::market::{Market, SplitRatio};
use crate::time::UnixMillis;

/// A factor of one.
const UNIT: i128 = 1 << 40;
/// Dividends are whole cents.
const CENT: i64 = ONE / 100;
/// A stock is expensive from 500 a share on, and a split brings it down to no less than 100.
const EXPENSIVE: i64 = 500 * ONE;
const SPLIT_TO: i64 = 100 * ONE;
const RATIOS: [i64; 6] = [20, 10, 5, 4, 3, 2];

/// The times at which a company pays dividends and considers a split, and the size of its dividends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// In basis points of the price at the announcement; zero for a company that pays none.
    pub dividend: i64,
    /// Months from one ex date to the next, and the first of the year, from 0 on.
    pub every: i64,
    pub month: i64,
    /// The ex date falls on this day of the month, or on the first trading day after it.
    pub day: i64,
    /// True if it splits expensive shares; it checks once a year, in the middle of `month`, without a dividend then.
    pub splits: bool,
}

/// An event that may be announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    Dividend,
    Split,
}

/// An occasion with its days, which follow from the exchange's calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    pub occasion: Occasion,
    /// The moment of the announcement, and the trading day that it lies in.
    pub announced_at: UnixMillis,
    pub announced_on: SimDay,
    /// The trading day before the ex date.
    pub before: SimDay,
    /// The ex date, in days since 1970-01-01.
    pub ex: i64,
}

impl Planned {
    /// True if the action affects the simulated market: one before the anchor leaves prices as they are.
    pub const fn counts(&self) -> bool {
        self.before.ends.0 > ANCHOR.0
    }
}

/// An announced event, with its terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announced {
    /// For each share, in the currency of its price.
    Dividend(Price),
    Split(SplitRatio),
}

impl Sim {
    /// Two in three US stocks pay each quarter, three in four of Hong Kong's twice a year.
    pub fn habits(&self, market: Market, code: &str) -> Habits {
        let character = key(self.seed, &format!("habits:{}:{code}", market.code()));
        let draw = |place, bound| below(hash(character, place), bound);
        let (pays, every, least) = match market {
            Market::UsStock => (draw(1, 3) > 0, 3, 15),
            Market::HongKong => (draw(1, 4) > 0, 6, 60),
            _ => (false, 12, 0),
        };
        let dividend = if pays { least + draw(2, 4 * least) } else { 0 };
        Habits { dividend, every, month: draw(3, every), day: 1 + draw(4, 10), splits: draw(5, 2) == 0 }
    }
}

/// The factors of a stock's price and volume from an ex date on.
#[derive(Clone, Copy, Debug)]
struct Since {
    price: i128,
    shares: i64,
}

impl Since {
    const ALWAYS: Self = Self { price: UNIT, shares: 1 };
}

/// The actions of one stock. Those whose ex date has come are worked out once.
#[derive(Debug)]
pub(super) struct Actions {
    dividend: i64,
    planned: Vec<Planned>,
    courses: Option<Arc<Courses>>,
    passed: RwLock<Vec<Since>>,
}

impl Actions {
    /// Takes `planned` in the order of their ex dates.
    pub fn new(sim: &Sim, habits: Habits, planned: &[Planned]) -> Self {
        let planned = planned.iter().filter(|planned| planned.counts()).copied().collect();
        Self { dividend: habits.dividend, planned, courses: sim.courses.clone(), passed: RwLock::default() }
    }

    /// The price at a moment of the trading day `day`, when the path is at `units`.
    pub fn price(&self, path: &Path, day: SimDay, units: i64) -> i64 {
        scaled(units, self.since(path, day.number).price)
    }

    /// The number of today's shares that one share at the beginning has become.
    pub fn shares(&self, path: &Path, day: SimDay) -> i64 {
        self.since(path, day.number).shares
    }

    /// The announcements after `since` and by `now`, in order; an occasion that passed without one is left out.
    pub fn announced(&self, path: &Path, since: UnixMillis, now: UnixMillis) -> Vec<(Planned, Announced)> {
        let known = |planned: &&Planned| planned.announced_at <= now && self.is_known(planned.announced_at);
        let planned = self.planned.iter().take_while(known).filter(|planned| planned.announced_at > since);
        planned
            .filter_map(|planned| {
                let before = self.since(path, planned.before.number);
                Some((*planned, self.decide(path, planned, before)?))
            })
            .collect()
    }

    /// True if prices up to a moment are known.
    fn is_known(&self, at: UnixMillis) -> bool {
        self.courses.as_ref().is_none_or(|courses| at <= courses.days().known_until())
    }

    /// The factors on a day.
    fn since(&self, path: &Path, number: i64) -> Since {
        let due = self.planned.partition_point(|planned| planned.ex <= number);
        if due == 0 {
            return Since::ALWAYS;
        }
        if let Some(since) = self.passed.read().unwrap_or_else(PoisonError::into_inner).get(due - 1) {
            return *since;
        }
        let mut passed = self.passed.write().unwrap_or_else(PoisonError::into_inner);
        while passed.len() < due && self.is_known(self.planned[passed.len()].before.ends) {
            let last = passed.last().copied().unwrap_or(Since::ALWAYS);
            let next = self.after(path, &self.planned[passed.len()], last);
            passed.push(next);
        }
        passed.get(due - 1).or(passed.last()).copied().unwrap_or(Since::ALWAYS)
    }

    fn decide(&self, path: &Path, planned: &Planned, since: Since) -> Option<Announced> {
        let price = scaled(at(path, planned.announced_at, planned.announced_on), since.price);
        match planned.occasion {
            Occasion::Dividend => {
                let cents = i128::from(price) * i128::from(self.dividend) / 10_000 / i128::from(CENT);
                let amount = i64::try_from(cents).ok()?.checked_mul(CENT)?;
                (amount > 0).then_some(Announced::Dividend(Price::from_units(amount)))
            }
            Occasion::Split if price < EXPENSIVE => None,
            Occasion::Split => {
                let new = RATIOS.into_iter().find(|new| price / new >= SPLIT_TO)?;
                SplitRatio::new(new, 1).map(Announced::Split)
            }
        }
    }

    /// The factors after an ex date, from those before it.
    fn after(&self, path: &Path, planned: &Planned, before: Since) -> Since {
        let Since { price, shares } = before;
        let (price, shares) = match self.decide(path, planned, before) {
            None => (price, shares),
            Some(Announced::Split(ratio)) => (price / i128::from(ratio.new_shares()), shares * ratio.new_shares()),
            Some(Announced::Dividend(amount)) => {
                let close = scaled(at(path, planned.before.ends.plus(-1), planned.before), price).max(1);
                // A stock that has lost most of its value since the announcement keeps half of its price.
                let left = close.saturating_sub(amount.units()).max(close / 2);
                (price * i128::from(left) / i128::from(close), shares)
            }
        };
        Since { price, shares }
    }
}

/// The price of a path at a moment of a trading day.
fn at(path: &Path, moment: UnixMillis, day: SimDay) -> i64 {
    path.price(&mut Factors::at(step_at(moment)), day)
}

fn scaled(units: i64, factor: i128) -> i64 {
    if factor == UNIT {
        return units;
    }
    i64::try_from((i128::from(units) * factor) >> 40).unwrap_or(i64::MAX / 4)
}
