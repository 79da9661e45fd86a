use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use plumbline_core::ids::{InstrumentId, OrderId};
use plumbline_core::market::{Session, Tick};
use plumbline_core::orders::RestingOrders;

use crate::writer::BeforeOn;

/// What the matcher remembers.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) resting: RestingOrders,
    /// Orders whose fee table is not known, which was logged. They want nothing of any tick, stand in nobody's way, and
    /// rest until they expire or are cancelled.
    pub(super) unpriced: HashSet<OrderId>,
    /// The newest tick of each instrument that was decided on.
    pub(super) offered: HashMap<InstrumentId, Offered>,
    /// Instruments where a tick could not be queued, or failed.
    pub(super) behind: BTreeSet<InstrumentId>,
}

/// How far a tick was offered to the book.
#[derive(Debug)]
pub(super) struct Offered {
    pub(super) tick: Arc<Tick>,
    /// Everybody in the book was offered it, or it was used up before; otherwise it goes on at a frontier.
    pub(super) to_all: bool,
}

impl State {
    pub(super) fn forget(&mut self, id: OrderId) {
        self.resting.remove(id);
        self.unpriced.remove(&id);
    }

    /// Whether the tick reaches an order, and is newer than what the book was offered.
    pub(super) fn owes(&self, tick: &Tick) -> bool {
        tick.session == Session::Regular
            && self.resting.crosses(tick)
            && self.offered.get(&tick.instrument).is_none_or(|offered| tick.is_newer_than(&offered.tick))
    }

    /// The newest tick that was decided on: in the batch so far, or before it.
    pub(super) fn current(&self, here: &BeforeOn, instrument: InstrumentId) -> Option<Arc<Tick>> {
        let offered = || self.offered.get(&instrument).filter(|offered| offered.to_all).map(|offered| &offered.tick);
        here.tick.as_ref().or_else(offered).cloned()
    }

    pub(super) fn set_offered(&mut self, tick: &Arc<Tick>, to_all: bool) {
        let older = |offered: &Offered| offered.tick.is_newer_than(tick);
        if !self.offered.get(&tick.instrument).is_some_and(older) {
            self.offered.insert(tick.instrument, Offered { tick: tick.clone(), to_all });
        }
    }

    /// The book has more orders of an instrument than those that were offered its ticks.
    pub(super) fn begin_anew(&mut self, instrument: InstrumentId) {
        self.offered.remove(&instrument);
    }
}
