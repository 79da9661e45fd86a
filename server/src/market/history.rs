//! What is known of an instrument's past that rows show at once.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwapOption;
use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use tokio::sync::Notify;

/// Closes that a sparkline shows.
pub const SPARKLINE_POINTS: usize = 50;

/// Figures from the daily bars.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub week52_high: Price,
    pub week52_low: Price,
    /// The newest daily closes, oldest first, at most [`SPARKLINE_POINTS`].
    pub closes: Vec<Price>,
}

/// One slot an instrument, indexed by its id. What is asked for and not known yet is worked out in the background.
#[derive(Debug)]
pub struct History {
    slots: Vec<ArcSwapOption<Stats>>,
    wanted: Mutex<BTreeSet<InstrumentId>>,
    asked: Notify,
}

impl History {
    /// For instruments with ids up to `greatest`.
    pub fn new(greatest: InstrumentId) -> Self {
        let slots = usize::try_from(greatest.0).unwrap_or(0) + 1;
        Self {
            slots: (0..slots).map(|_| ArcSwapOption::empty()).collect(),
            wanted: Mutex::default(),
            asked: Notify::new(),
        }
    }

    /// `None` until the bars have been read, which asking for it brings about.
    pub fn stats(&self, id: InstrumentId) -> Option<Arc<Stats>> {
        let stats = usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))?.load_full();
        if stats.is_none() {
            self.wanted.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
            self.asked.notify_one();
        }
        stats
    }

    /// Waits for an instrument whose figures are asked for and not known.
    pub async fn next_wanted(&self) -> InstrumentId {
        loop {
            let next = self.wanted.lock().unwrap_or_else(PoisonError::into_inner).pop_first();
            match next {
                Some(id) => return id,
                None => self.asked.notified().await,
            }
        }
    }

    /// Forgets the figures, as a new trading day demands.
    pub fn forget(&self) {
        self.slots.iter().for_each(|slot| slot.store(None));
    }

    pub fn set_stats(&self, id: InstrumentId, stats: Stats) {
        if let Some(slot) = usize::try_from(id.0).ok().and_then(|index| self.slots.get(index)) {
            slot.store(Some(Arc::new(stats)));
        }
    }
}
