//! The newest tick of every instrument, in a flat array. Each has a lock of its own, held for a few copies, so that the
//! feed and readers wait for each other only at one instrument at one moment.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use plumbline_core::decimal::{Price, Quantity, change_basis_points};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Tick;
use plumbline_core::time::UnixMillis;
use tokio_util::sync::CancellationToken;

/// The trading day of an instrument so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DaySummary {
    /// The first moment of the day.
    pub began: UnixMillis,
    /// The last price of the day before; zero if unknown.
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

    /// [`Self::change`] in hundredths of a percent of the previous close.
    pub fn change_basis_points(&self, last: Price) -> i64 {
        change_basis_points(last.units(), self.previous_close.units()).unwrap_or(0)
    }
}

/// Receives every accepted tick on the feed's thread, once the board shows it; it must be quick and must not wait.
pub trait TickListener: Send + Sync + std::fmt::Debug {
    fn on_tick(&self, tick: &Tick);
}

/// The newest tick and the day up to it, which are replaced together. The tick is stored inline and not behind a
/// pointer: the feed then need not load the previous tick's memory to free it, and a reader follows one pointer less.
#[derive(Debug, Default)]
struct Newest {
    tick: Option<Tick>,
    day: DaySummary,
    /// Grows with each tick.
    version: u64,
}

/// One slot an instrument, indexed by its id.
#[derive(Debug)]
pub struct Board {
    slots: Vec<RwLock<Newest>>,
    /// True if nothing is received from the source of ticks, so that all of them are stale.
    silent: AtomicBool,
    /// Held while what another server has sent is published.
    receiving: Mutex<()>,
    /// The listeners, each with the token that ends its subscription.
    listeners: RwLock<Vec<(Arc<dyn TickListener>, CancellationToken)>>,
}

impl Board {
    /// A board for instruments with ids up to `greatest`.
    pub fn new(greatest: InstrumentId) -> Self {
        let slots = usize::try_from(greatest.0).unwrap_or(0) + 1;
        Self {
            slots: (0..slots).map(|_| RwLock::default()).collect(),
            silent: AtomicBool::new(false),
            receiving: Mutex::default(),
            listeners: RwLock::default(),
        }
    }

    fn slot(&self, id: InstrumentId) -> Option<&RwLock<Newest>> {
        usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))
    }

    fn newest(&self, id: InstrumentId) -> Option<RwLockReadGuard<'_, Newest>> {
        self.slot(id).map(|slot| slot.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn latest(&self, id: InstrumentId) -> Option<Arc<Tick>> {
        self.newest(id)?.tick.clone().map(Arc::new)
    }

    pub fn day(&self, id: InstrumentId) -> DaySummary {
        self.newest(id).map(|newest| newest.day).unwrap_or_default()
    }

    /// The newest tick and the day up to it.
    pub fn quoted(&self, id: InstrumentId) -> (Option<Tick>, DaySummary) {
        self.newest(id).map(|newest| (newest.tick.clone(), newest.day)).unwrap_or_default()
    }

    /// A number that changes with each tick of the instrument.
    pub fn version(&self, id: InstrumentId) -> u64 {
        self.newest(id).map_or(0, |newest| newest.version)
    }

    /// Publishes what another server has sent, one message after the other. A term that has begun meanwhile is seen in
    /// `publish` by who asks for it there.
    pub fn receive(&self, publish: impl FnOnce()) {
        let _one = self.receiving.lock().unwrap_or_else(PoisonError::into_inner);
        publish();
    }

    /// Sets that nothing is received any more from the source of ticks, or that ticks are received again.
    pub fn set_silent(&self, silent: bool) {
        self.silent.store(silent, Ordering::Relaxed);
    }

    pub fn is_silent(&self) -> bool {
        self.silent.load(Ordering::Relaxed)
    }

    /// Reads the newest tick and its day in place. `look` must be quick: the feed waits.
    pub fn look<T>(&self, id: InstrumentId, look: impl FnOnce(&Tick, &DaySummary) -> T) -> Option<T> {
        let newest = self.newest(id)?;
        newest.tick.as_ref().map(|tick| look(tick, &newest.day))
    }

    /// Stores a tick and the day so far, and notifies the listeners. A caller that begins to listen meanwhile finds
    /// this tick on the board, or is notified of it, or both.
    pub fn publish(&self, tick: &Tick, day: DaySummary) {
        let Some(slot) = self.slot(tick.instrument) else { return };
        {
            let mut newest = slot.write().unwrap_or_else(PoisonError::into_inner);
            *newest = Newest { tick: Some(tick.clone()), day, version: newest.version + 1 };
        }
        for (listener, until) in self.listeners.read().unwrap_or_else(PoisonError::into_inner).iter() {
            if !until.is_cancelled() {
                listener.on_tick(tick);
            }
        }
    }

    /// Notifies `listener` of every tick until `until` is cancelled.
    pub fn listen(&self, listener: Arc<dyn TickListener>, until: &CancellationToken) {
        let mut listeners = self.listeners.write().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|(_, until)| !until.is_cancelled());
        listeners.push((listener, until.clone()));
    }
}
