//! The newest tick of every instrument, in a flat array that any thread reads without waiting.

use std::sync::{Arc, PoisonError, RwLock};

use arc_swap::ArcSwapOption;
use plumbline_core::decimal::{Price, Quantity, change_basis_points};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Tick;
use plumbline_core::time::UnixMillis;

/// The trading day of an instrument so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DaySummary {
    /// The first moment of the day.
    pub began: UnixMillis,
    /// The last price of the day before; zero when it is not known.
    pub previous_close: Price,
    pub open: Price,
    pub high: Price,
    pub low: Price,
    pub volume: Quantity,
}

impl DaySummary {
    /// `last` less the previous close.
    pub fn change(&self, last: Price) -> Price {
        if self.previous_close.is_zero() { Price::ZERO } else { last.saturating_sub(self.previous_close) }
    }

    /// The same in hundredths of a percent.
    pub fn change_basis_points(&self, last: Price) -> i64 {
        change_basis_points(last.units(), self.previous_close.units()).unwrap_or(0)
    }
}

/// Hears every accepted tick, on the thread of the feed; it must be quick and must not wait.
pub trait TickListener: Send + Sync + std::fmt::Debug {
    fn on_tick(&self, tick: &Arc<Tick>);
}

#[derive(Debug, Default)]
struct Slot {
    tick: ArcSwapOption<Tick>,
    day: RwLock<DaySummary>,
}

/// One slot an instrument, indexed by its id.
#[derive(Debug)]
pub struct Board {
    slots: Vec<Slot>,
    listeners: RwLock<Vec<Arc<dyn TickListener>>>,
}

impl Board {
    /// A board for instruments with ids up to `greatest`.
    pub fn new(greatest: InstrumentId) -> Self {
        let slots = usize::try_from(greatest.0).unwrap_or(0) + 1;
        Self { slots: (0..slots).map(|_| Slot::default()).collect(), listeners: RwLock::default() }
    }

    fn slot(&self, id: InstrumentId) -> Option<&Slot> {
        usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))
    }

    pub fn latest(&self, id: InstrumentId) -> Option<Arc<Tick>> {
        self.slot(id)?.tick.load_full()
    }

    pub fn day(&self, id: InstrumentId) -> DaySummary {
        let day = self.slot(id).map(|slot| *slot.day.read().unwrap_or_else(PoisonError::into_inner));
        day.unwrap_or_default()
    }

    /// Takes a tick and the day so far, and tells the listeners.
    pub fn publish(&self, tick: Arc<Tick>, day: DaySummary) {
        let Some(slot) = self.slot(tick.instrument) else { return };
        *slot.day.write().unwrap_or_else(PoisonError::into_inner) = day;
        slot.tick.store(Some(tick.clone()));
        for listener in self.listeners.read().unwrap_or_else(PoisonError::into_inner).iter() {
            listener.on_tick(&tick);
        }
    }

    pub fn listen(&self, listener: Arc<dyn TickListener>) {
        self.listeners.write().unwrap_or_else(PoisonError::into_inner).push(listener);
    }
}
