//! The sizes that orders have taken from displayed ticks.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::{Level, Side, Tick};
use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;

/// The quantity that an order gets from one level of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    pub price: Price,
    pub quantity: Quantity,
}

/// The number of ticks of a run whose taken sizes are remembered.
const TICKS_KEPT: usize = 8;

/// The number of feed runs remembered for an instrument: two servers or a restart bring more than one.
const RUNS_KEPT: usize = 4;

/// The sizes already taken from the newest ticks of each instrument, level by level, so that all orders together never
/// fill more than a tick displays.
#[derive(Clone, Debug, Default)]
pub struct Liquidity {
    /// The runs of feeds, the newest last.
    taken: HashMap<(InstrumentId, Side), Vec<TakenOfRun>>,
}

/// The sizes taken from the ticks of one run of a feed, by tick number.
#[derive(Clone, Debug)]
struct TakenOfRun {
    feed: Arc<str>,
    epoch: i64,
    ticks: BTreeMap<i64, HashMap<Price, i64>>,
}

impl TakenOfRun {
    fn is_of(&self, tick: TickName<'_>) -> bool {
        self.epoch == tick.epoch && *self.feed == **tick.feed
    }
}

/// The name of a tick of an instrument.
#[derive(Clone, Copy, Debug)]
pub struct TickName<'a> {
    pub instrument: InstrumentId,
    pub feed: &'a Arc<str>,
    pub epoch: i64,
    pub seq: i64,
}

impl<'a> From<&'a Tick> for TickName<'a> {
    fn from(tick: &'a Tick) -> Self {
        Self { instrument: tick.instrument, feed: &tick.feed, epoch: tick.epoch, seq: tick.seq }
    }
}

impl Liquidity {
    /// Units taken from one level. A tick older than all that are remembered of its run counts as used up.
    pub fn taken(&self, tick: &Tick, side: Side, price: Price) -> i64 {
        let runs = self.taken.get(&(tick.instrument, side));
        let Some(run) = runs.and_then(|runs| runs.iter().find(|run| run.is_of(tick.into()))) else { return 0 };
        match run.ticks.get(&tick.seq) {
            Some(levels) => levels.get(&price).copied().unwrap_or(0),
            None if run.ticks.len() == TICKS_KEPT && run.ticks.keys().next().is_some_and(|o| tick.seq < *o) => i64::MAX,
            None => 0,
        }
    }

    /// The best price at which a tick still has `step` left for orders of `side`.
    pub fn best_left(&self, tick: &Tick, side: Side, step: Quantity) -> Option<Price> {
        let has_left = |level: &Level| {
            let left = level.size.units().saturating_sub(self.taken(tick, side, level.price));
            level.price.is_positive() && left >= step.units().max(1)
        };
        let shown = side.levels(tick).iter().find(|level| has_left(level))?;
        Some(shown.price)
    }

    /// Records matches, and forgets the oldest ticks.
    pub fn take(&mut self, tick: &Tick, side: Side, matches: &[Match]) {
        matches.iter().for_each(|m| self.remember(tick.into(), side, *m));
    }

    /// Records a size taken from a tick, also after a restart or by an earlier leader.
    pub fn remember(&mut self, tick: TickName<'_>, side: Side, taken: Match) {
        let runs = self.taken.entry((tick.instrument, side)).or_default();
        let index = runs.iter().position(|run| run.is_of(tick)).unwrap_or_else(|| {
            if runs.len() == RUNS_KEPT {
                runs.remove(0);
            }
            runs.push(TakenOfRun { feed: tick.feed.clone(), epoch: tick.epoch, ticks: BTreeMap::new() });
            runs.len() - 1
        });
        let ticks = &mut runs[index].ticks;
        let all = ticks.entry(tick.seq).or_default().entry(taken.price).or_default();
        *all = all.saturating_add(taken.quantity.units());
        while ticks.len() > TICKS_KEPT {
            ticks.pop_first();
        }
    }
}
