use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use plumbline_core::decision::Record;
use plumbline_core::ids::{InstrumentId, OrderId, Priority};
use plumbline_core::market::{Session, Tick};
use plumbline_core::orders::{BestPrices, RestingOrder, RestingOrders, Side};

use crate::writer::BeforeOn;

/// What the matcher remembers.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) resting: RestingOrders,
    /// Orders whose fee table is not known, which was logged. They want nothing of any tick, stand in nobody's way, and
    /// rest until they expire or are cancelled.
    pub(super) unpriced: HashSet<OrderId>,
    /// Orders that could not be decided on, which was logged, by the instrument whose tick was offered to a part of the
    /// book: the rest of the tick is for the others.
    pub(super) refused: HashMap<InstrumentId, HashSet<OrderId>>,
    /// Orders of which it was logged that they could not be decided on.
    pub(super) logged: HashSet<OrderId>,
    /// The newest tick of each instrument that was decided on.
    pub(super) offered: HashMap<InstrumentId, Offered>,
    /// Sides whose best prices may be others than those in the book, since nobody knows whether a change of them was
    /// committed: their trailing stops are planned for with every tick until the best prices are stored again.
    pub(super) unsure: BTreeSet<(InstrumentId, Side)>,
    /// Instruments where the batch that is being decided may move, place or amend trailing stops.
    pub(super) moving: BTreeSet<InstrumentId>,
    /// The newest ticks that were queued of instruments with trailing stops.
    pub(super) queued: HashMap<InstrumentId, Arc<Tick>>,
    /// Instruments where a tick could not be queued, or failed.
    pub(super) behind: BTreeSet<InstrumentId>,
    /// The epoch and the number of each instrument's newest tick that brought legs to life, and the earliest place in time
    /// of those legs.
    born: HashMap<InstrumentId, ((i64, i64), Priority)>,
}

/// How far a tick was offered to the book.
#[derive(Debug)]
pub(super) struct Offered {
    pub(super) tick: Arc<Tick>,
    /// Everybody in the book was offered it, or it was used up before; otherwise it goes on at a frontier.
    pub(super) to_all: bool,
    /// It is to be offered once more, from the beginning: the book did not know where trailing stops stood, or had more
    /// orders than were offered it.
    pub(super) again: bool,
}

impl Offered {
    /// True for a tick that the book was not offered, or is to be offered once more.
    fn owes(&self, tick: &Tick) -> bool {
        tick.is_newer_than(&self.tick) || self.is_again(tick)
    }

    fn is_again(&self, tick: &Tick) -> bool {
        self.again && !self.tick.is_newer_than(tick) && !tick.is_newer_than(&self.tick)
    }
}

impl State {
    pub(super) fn forget(&mut self, id: OrderId) {
        self.resting.remove(id);
        self.unpriced.remove(&id);
        self.logged.remove(&id);
    }

    /// A leg came to life at a place in time, by a fill of its entry from the tick of an epoch and a number in it.
    pub(super) fn bear(&mut self, instrument: InstrumentId, tick: (i64, i64), priority: Priority) {
        let (of, first) = self.born.entry(instrument).or_insert((tick, priority));
        if tick > *of {
            (*of, *first) = (tick, priority);
        } else if tick == *of {
            *first = priority.min(*first);
        }
    }

    /// The place in time of the first leg that a tick brought to life: later ticks may reach that leg and those after it,
    /// and this one may not.
    pub(super) fn born_of(&self, tick: &Tick) -> Option<Priority> {
        let (of, priority) = self.born.get(&tick.instrument)?;
        (*of == (tick.epoch, tick.seq)).then_some(*priority)
    }

    /// True for an order that could not be decided on when the tick that goes on was offered to a part of the book.
    pub(super) fn was_refused(&self, order: &RestingOrder) -> bool {
        self.refused.get(&order.at.instrument).is_some_and(|orders| orders.contains(&order.at.id))
    }

    /// Takes the orders that a tick could not decide on. Gives those of which that is not logged yet.
    pub(super) fn refuse(&mut self, instrument: InstrumentId, orders: &[OrderId], goes_on: bool) -> Vec<OrderId> {
        if !goes_on {
            self.refused.remove(&instrument);
        } else if !orders.is_empty() {
            self.refused.entry(instrument).or_default().extend(orders);
        }
        orders.iter().copied().filter(|order| self.logged.insert(*order)).collect()
    }

    /// Whether the tick reaches an order, and is newer than what the book was offered.
    pub(super) fn owes(&self, tick: &Tick) -> bool {
        self.crosses(tick) && self.offered.get(&tick.instrument).is_none_or(|offered| offered.owes(tick))
    }

    /// False for a tick that neither reaches an order nor moves a trailing stop. True for every tick of an instrument while
    /// a change of its trailing stops is under way or in doubt, which follow the market in regular hours alone.
    pub(super) fn crosses(&self, tick: &Tick) -> bool {
        if tick.session != Session::Regular {
            return self.resting.crosses(tick);
        }
        let instrument = tick.instrument;
        let sides = || self.resting.trailing(instrument).into_iter().map(|(side, _)| side);
        let is_unsure = || sides().any(|side| self.unsure.contains(&(instrument, side)));
        self.resting.crosses(tick)
            || self.moving.contains(&instrument)
            || self.has_trailing(instrument) && (is_unsure() || self.is_queued(instrument))
    }

    /// Remembers the newest tick that is queued where trailing stops wait, or may by then.
    pub(super) fn queue(&mut self, tick: &Arc<Tick>) {
        let instrument = tick.instrument;
        let is_newer = self.queued.get(&instrument).is_none_or(|queued| tick.is_newer_than(queued));
        if is_newer && (self.has_trailing(instrument) || self.moving.contains(&instrument)) {
            self.queued.insert(instrument, tick.clone());
        }
    }

    /// True while a tick is queued that may move trailing stops.
    fn is_queued(&self, instrument: InstrumentId) -> bool {
        let offered = self.offered.get(&instrument).filter(|offered| offered.to_all);
        let queued = self.queued.get(&instrument);
        queued.is_some_and(|queued| offered.is_none_or(|offered| queued.is_newer_than(&offered.tick)))
    }

    /// The best prices of an instrument may have changed.
    pub(super) fn doubt(&mut self, instrument: InstrumentId) {
        self.unsure.extend(self.resting.trailing(instrument).into_iter().map(|(side, _)| (instrument, side)));
    }

    /// Takes best prices as they were stored. A book that was not sure of them is offered the newest tick again, since it did
    /// not know which stops that reaches.
    pub(super) fn set_best(&mut self, best: &BestPrices) {
        self.resting.set_best(best);
        if self.unsure.remove(&best.key()) {
            self.begin_anew(best.instrument);
        }
    }

    pub(super) fn has_trailing(&self, instrument: InstrumentId) -> bool {
        self.resting.has_trailing(instrument)
    }

    /// The newest tick that anything was decided on, in the batch so far or before it, whoever was offered it.
    pub(super) fn newest(&self, here: &BeforeOn, instrument: InstrumentId) -> Option<Arc<Tick>> {
        let offered = || self.offered.get(&instrument).map(|offered| &offered.tick);
        here.tick.as_ref().or_else(offered).cloned()
    }

    /// The newest tick that was decided on, in the batch so far or before it, if everybody in the book was offered it.
    pub(super) fn current(&self, here: &BeforeOn, instrument: InstrumentId) -> Option<Arc<Tick>> {
        let offered = || self.offered.get(&instrument).filter(|offered| offered.to_all).map(|offered| &offered.tick);
        here.tick.as_ref().or_else(offered).cloned()
    }

    /// True for a tick that was offered while the places of trailing stops were in doubt, and is due again.
    pub(super) fn is_again(&self, tick: &Tick) -> bool {
        self.offered.get(&tick.instrument).is_some_and(|offered| offered.is_again(tick))
    }

    /// Nobody knows whether what was stored last is on the disk: all trailing stops may stand elsewhere.
    pub(super) fn doubt_all(&mut self) {
        for instrument in self.resting.all_trailing() {
            self.doubt(instrument);
            self.begin_anew(instrument);
            self.behind.insert(instrument);
        }
    }

    /// True for a tick that was offered to a part of the book, and goes on where it ended.
    pub(super) fn goes_on(&self, instrument: InstrumentId) -> bool {
        self.offered.get(&instrument).is_some_and(|offered| !offered.to_all && !offered.again)
    }

    pub(super) fn set_offered(&mut self, tick: &Arc<Tick>, to_all: bool) {
        let older = |offered: &Offered| offered.tick.is_newer_than(tick);
        if !self.offered.get(&tick.instrument).is_some_and(older) {
            self.offered.insert(tick.instrument, Offered { tick: tick.clone(), to_all, again: false });
        }
    }

    /// The book has more orders of an instrument than those that were offered its newest tick, which is offered to all of
    /// them again. It stays the newest: no older one is decided on any more.
    pub(super) fn begin_anew(&mut self, instrument: InstrumentId) {
        if let Some(offered) = self.offered.get_mut(&instrument) {
            (offered.to_all, offered.again) = (false, true);
        }
    }

    /// Nobody knows whether a decision on a tick is stored: it is offered to all again, and no older one is decided on any
    /// more.
    pub(super) fn begin_anew_at(&mut self, tick: &Arc<Tick>) {
        let is_newer = self.offered.get(&tick.instrument).is_none_or(|offered| tick.is_newer_than(&offered.tick));
        if is_newer {
            self.offered.insert(tick.instrument, Offered { tick: tick.clone(), to_all: false, again: true });
        } else {
            self.begin_anew(tick.instrument);
        }
    }
}
