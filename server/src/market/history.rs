//! What is known of an instrument's past that rows show at once.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;

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

/// One slot an instrument, indexed by its id.
#[derive(Debug)]
pub struct History {
    slots: Vec<ArcSwapOption<Stats>>,
}

impl History {
    /// For instruments with ids up to `greatest`.
    pub fn new(greatest: InstrumentId) -> Self {
        let slots = usize::try_from(greatest.0).unwrap_or(0) + 1;
        Self { slots: (0..slots).map(|_| ArcSwapOption::empty()).collect() }
    }

    /// `None` until the bars have been read.
    pub fn stats(&self, id: InstrumentId) -> Option<Arc<Stats>> {
        usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))?.load_full()
    }

    pub fn set_stats(&self, id: InstrumentId, stats: Stats) {
        if let Some(slot) = usize::try_from(id.0).ok().and_then(|index| self.slots.get(index)) {
            slot.store(Some(Arc::new(stats)));
        }
    }
}
