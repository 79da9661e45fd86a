//! The figures of an instrument's past that rows show at once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwapOption;
use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;
use tokio::sync::Notify;

/// Closes that a sparkline shows.
pub const SPARKLINE_POINTS: usize = 50;

/// Figures from the daily bars.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// The beginning of the trading day that the figures are for: they include the days before it.
    pub day: UnixMillis,
    pub week52_high: Price,
    pub week52_low: Price,
    /// The newest daily closes, oldest first, at most [`SPARKLINE_POINTS`].
    pub closes: Vec<Price>,
}

/// One slot for each instrument, indexed by its id. Requested figures that are missing, or of another trading day, are
/// computed in the background.
#[derive(Debug)]
pub struct History {
    slots: Vec<ArcSwapOption<Stats>>,
    wanted: Mutex<BTreeMap<InstrumentId, UnixMillis>>,
    asked: Notify,
}

impl History {
    /// A history for instruments with ids up to `greatest`.
    pub fn new(greatest: InstrumentId) -> Self {
        let slots = usize::try_from(greatest.0).unwrap_or(0) + 1;
        Self {
            slots: (0..slots).map(|_| ArcSwapOption::empty()).collect(),
            wanted: Mutex::default(),
            asked: Notify::new(),
        }
    }

    /// The figures for the trading day that began at `day`. If they are not computed yet, this starts it, and gives
    /// older figures or `None`.
    pub fn stats(&self, id: InstrumentId, day: UnixMillis) -> Option<Arc<Stats>> {
        let stats = self.known(id);
        if stats.as_ref().is_none_or(|stats| stats.day != day) {
            self.wanted.lock().unwrap_or_else(PoisonError::into_inner).insert(id, day);
            self.asked.notify_one();
        }
        stats
    }

    /// The figures that were computed last, of any day.
    pub fn known(&self, id: InstrumentId) -> Option<Arc<Stats>> {
        usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))?.load_full()
    }

    /// Waits for an instrument with requested figures that are missing; gives it with the trading day.
    pub async fn next_wanted(&self) -> (InstrumentId, UnixMillis) {
        loop {
            let next = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
            match next {
                Some(wanted) => return wanted,
                None => self.asked.notified().await,
            }
        }
    }

    pub fn set_stats(&self, id: InstrumentId, stats: Stats) {
        if let Some(slot) = usize::try_from(id.0).ok().and_then(|index| self.slots.get(index)) {
            slot.store(Some(Arc::new(stats)));
        }
    }
}
