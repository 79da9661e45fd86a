//! The open orders of a venue in memory, so that the work for a tick does not grow with the number of orders.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::ops::Bound::{Included, Unbounded};

use serde::{Deserialize, Serialize};

use super::waiting_stops::{NextStops, SeenPrices, WaitingStop, WaitingStops};
use super::{BestPrices, Order, OrderRef, Side};
use crate::decimal::{Price, Quantity};
use crate::ids::{InstrumentId, OrderId, Priority};
use crate::market::{Level, Session, Tick};
use crate::products::TradingRules;
use crate::time::UnixMillis;

/// What the book keeps of an open order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestingOrder {
    pub at: OrderRef,
    pub priority: Priority,
    pub side: Side,
    pub limit: Price,
    /// The stop that it waits for; `None` for an order that a quote may fill.
    pub stop: Option<WaitingStop>,
    pub remaining: Quantity,
    /// True if a quote from before or after regular hours may fill it too.
    pub extended: bool,
    pub fee_version: String,
    pub expires_at: Option<UnixMillis>,
    /// Of two states the one with the greater version is the newer.
    pub version: i64,
}

impl RestingOrder {
    /// An open order of an instrument that these rules are in force for. Where they are not known it wants nothing of any
    /// tick.
    pub fn of(order: &Order, rules: Option<&TradingRules>) -> Self {
        let stop = order.stop.filter(|_| order.waits()).zip(rules).map(|(stop, rules)| WaitingStop {
            price: stop.price,
            trigger: rules.trigger,
            trail: order.trail.map(|trail| (trail, rules.tick_sizes.clone())),
        });
        Self {
            at: order.at,
            priority: order.priority,
            side: order.side,
            limit: order.limit,
            stop,
            remaining: if rules.is_some() { order.remaining() } else { Quantity::ZERO },
            extended: order.extended,
            fee_version: order.fee_version.clone(),
            expires_at: order.expires_at,
            version: order.version,
        }
    }
}

/// The best limits of some orders for one instrument.
#[derive(Clone, Copy, Debug)]
struct BestLimits {
    /// The highest limit of a buyer; zero when there is none.
    buy: Price,
    /// The lowest limit of a seller; the greatest price when there is none.
    sell: Price,
}

impl BestLimits {
    const NONE: BestLimits = BestLimits { buy: Price::ZERO, sell: Price::MAX };

    fn are_reached(&self, tick: &Tick) -> bool {
        Side::Buy.reaches(self.buy, tick.ask()) || Side::Sell.reaches(self.sell, tick.bid())
    }
}

/// The best prices of one instrument: the only numbers that most ticks are compared with.
#[derive(Clone, Copy, Debug)]
struct Best {
    limits: BestLimits,
    /// Of the orders that are also filled before and after regular hours.
    extended: BestLimits,
    stops: NextStops,
}

impl Best {
    const NONE: Best = Best { limits: BestLimits::NONE, extended: BestLimits::NONE, stops: NextStops::NONE };

    /// True if the tick reaches the limit or the stop of at least one order, or moves a stop. Stops wait for regular hours.
    fn is_reached(&self, tick: &Tick) -> bool {
        match tick.session {
            Session::Regular => self.limits.are_reached(tick) || self.stops.are_reached(tick),
            Session::Pre | Session::After => self.extended.are_reached(tick),
            Session::Closed => false,
        }
    }
}

/// Orders with limits for one instrument: sides in price-time order, best price first, then the earlier place in time.
#[derive(Clone, Debug, Default)]
struct Sides {
    buys: BTreeSet<(Reverse<Price>, Priority, OrderId)>,
    sells: BTreeSet<(Price, Priority, OrderId)>,
}

impl Sides {
    fn insert(&mut self, order: &RestingOrder) {
        let (limit, place, id) = (order.limit, order.priority, order.at.id);
        match order.side {
            Side::Buy => drop(self.buys.insert((Reverse(limit), place, id))),
            Side::Sell => drop(self.sells.insert((limit, place, id))),
        }
    }

    fn remove(&mut self, order: &RestingOrder) {
        let (limit, place, id) = (order.limit, order.priority, order.at.id);
        match order.side {
            Side::Buy => drop(self.buys.remove(&(Reverse(limit), place, id))),
            Side::Sell => drop(self.sells.remove(&(limit, place, id))),
        }
    }

    fn best(&self) -> BestLimits {
        BestLimits {
            buy: self.buys.first().map_or(Price::ZERO, |(price, ..)| price.0),
            sell: self.sells.first().map_or(Price::MAX, |(price, ..)| *price),
        }
    }
}

/// The orders for one instrument: those with limits, and those that wait for a stop.
#[derive(Clone, Debug, Default)]
struct Book {
    limits: Sides,
    /// Those of `limits` that are also filled before and after regular hours.
    extended: Sides,
    stops: WaitingStops,
}

impl Book {
    fn insert(&mut self, order: &RestingOrder) {
        if let Some(stop) = &order.stop {
            return self.stops.insert(order.side, stop, order.at.id);
        }
        self.limits.insert(order);
        if order.extended {
            self.extended.insert(order);
        }
    }

    fn remove(&mut self, order: &RestingOrder) {
        if let Some(stop) = &order.stop {
            return self.stops.remove(order.side, stop, order.at.id);
        }
        self.limits.remove(order);
        if order.extended {
            self.extended.remove(order);
        }
    }

    fn best(&self) -> Best {
        Best { limits: self.limits.best(), extended: self.extended.best(), stops: self.stops.next() }
    }

    /// The orders with limits that may be filled by quotes of a session.
    const fn filled_in(&self, session: Session) -> Option<&Sides> {
        match session {
            Session::Regular => Some(&self.limits),
            Session::Pre | Session::After => Some(&self.extended),
            Session::Closed => None,
        }
    }
}

/// Below every id of an order: where those of one price and place in time begin.
const FIRST: OrderId = OrderId(i64::MIN);

/// What is decided before a tick, but is not in the book yet, can take of the orders: units on each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ahead {
    pub buys: i64,
    pub sells: i64,
}

impl Ahead {
    /// An earlier tick fills no more than it displays.
    pub fn with(self, tick: &Tick) -> Self {
        Self {
            buys: self.buys.saturating_add(displayed(&tick.asks)),
            sells: self.sells.saturating_add(displayed(&tick.bids)),
        }
    }

    /// An order that is being cancelled wants nothing, and one that is being amended nothing where it stands.
    pub fn add_changed(&mut self, order: &RestingOrder) {
        let side = if order.side == Side::Buy { &mut self.buys } else { &mut self.sells };
        *side = side.saturating_add(order.remaining.units());
    }
}

fn displayed(levels: &[Level]) -> i64 {
    levels.iter().fold(0i64, |sum, level| sum.saturating_add(level.size.units()))
}

/// Where a tick goes on in a book: the limit and the place in time of the first order of each side that it reaches and
/// was not offered to. `None` where there is no such order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    pub buy: Option<(Price, Priority)>,
    pub sell: Option<(Price, Priority)>,
}

impl Frontier {
    /// Whether an order stands before all that the tick goes on with.
    pub fn is_behind(&self, side: Side, limit: Price, priority: Priority) -> bool {
        match side {
            Side::Buy => self.buy.is_none_or(|(next, first)| (Reverse(limit), priority) < (Reverse(next), first)),
            Side::Sell => self.sell.is_none_or(|first| (limit, priority) < first),
        }
    }
}

/// Orders whose limits a tick reaches: the first of each side, in price-time order, and where the others begin.
#[derive(Clone, Debug, Default)]
pub struct Reach<'a> {
    pub orders: Vec<&'a RestingOrder>,
    pub rest: Frontier,
}

/// All open orders. Instrument ids are small numbers, so the best limits lie in a flat array.
#[derive(Clone, Debug, Default)]
pub struct RestingOrders {
    best: Vec<Best>,
    books: HashMap<InstrumentId, Book>,
    orders: HashMap<OrderId, RestingOrder>,
    /// The orders that have an end, the earliest first.
    ends: BTreeSet<(UnixMillis, OrderId)>,
}

impl RestingOrders {
    pub fn len(&self) -> usize {
        self.orders.len()
    }

    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &RestingOrder> {
        self.orders.values()
    }

    pub fn get(&self, id: OrderId) -> Option<&RestingOrder> {
        self.orders.get(&id)
    }

    /// Adds an order or takes it in its new state.
    pub fn insert(&mut self, order: RestingOrder) {
        self.remove(order.at.id);
        self.books.entry(order.at.instrument).or_default().insert(&order);
        self.ends.extend(order.expires_at.map(|at| (at, order.at.id)));
        let instrument = order.at.instrument;
        self.orders.insert(order.at.id, order);
        self.refresh(instrument);
    }

    pub fn remove(&mut self, id: OrderId) {
        let Some(order) = self.orders.remove(&id) else { return };
        if let Some(book) = self.books.get_mut(&order.at.instrument) {
            book.remove(&order);
        }
        if let Some(at) = order.expires_at {
            self.ends.remove(&(at, id));
        }
        self.refresh(order.at.instrument);
    }

    fn refresh(&mut self, instrument: InstrumentId) {
        let Ok(index) = usize::try_from(instrument.0) else { return };
        if self.best.len() <= index {
            self.best.resize(index + 1, Best::NONE);
        }
        self.best[index] = self.books.get(&instrument).map_or(Best::NONE, Book::best);
    }

    /// True when the tick reaches the limit or the stop of at least one order, or moves a stop.
    pub fn crosses(&self, tick: &Tick) -> bool {
        let best = usize::try_from(tick.instrument.0).ok().and_then(|index| self.best.get(index));
        best.is_some_and(|best| best.is_reached(tick))
    }

    /// Takes the best prices that trailing stops have seen, in a newer state.
    pub fn set_best(&mut self, best: &BestPrices) {
        let book = self.books.entry(best.instrument).or_default();
        book.stops.set_best(best);
        let stops = book.stops.next();
        let known = usize::try_from(best.instrument.0).ok().and_then(|index| self.best.get_mut(index));
        match known {
            Some(known) => known.stops = stops,
            None => self.refresh(best.instrument),
        }
    }

    /// The sides of an instrument on which trailing stops wait, with the lowest number of each.
    pub fn trailing(&self, instrument: InstrumentId) -> Vec<(Side, i64)> {
        self.books.get(&instrument).map_or_else(Vec::new, |book| book.stops.trailing().collect())
    }

    /// The instruments on which trailing stops wait.
    pub fn all_trailing(&self) -> Vec<InstrumentId> {
        self.books.keys().copied().filter(|instrument| self.has_trailing(*instrument)).collect()
    }

    /// True if a trailing stop waits on an instrument.
    pub fn has_trailing(&self, instrument: InstrumentId) -> bool {
        self.books.get(&instrument).is_some_and(|book| book.stops.trailing().next().is_some())
    }

    /// The orders whose stops a tick of regular hours reaches and that are `served`, at most `limit`, in the order of their places in
    /// time. The market has been at `seen` besides the best prices that are stored.
    pub fn triggered(
        &self,
        tick: &Tick,
        seen: SeenPrices,
        limit: usize,
        served: impl Fn(&RestingOrder) -> bool,
    ) -> Vec<&RestingOrder> {
        let book = self.books.get(&tick.instrument).filter(|_| tick.session == Session::Regular);
        let ids = book.map(|book| book.stops.reached(tick, seen));
        let orders = ids.into_iter().flatten().filter_map(|id| self.orders.get(&id));
        let mut orders: Vec<_> = orders.filter(|order| served(order)).collect();
        if orders.len() > limit {
            orders.select_nth_unstable_by_key(limit, |order| order.priority);
            orders.truncate(limit);
        }
        orders.sort_unstable_by_key(|order| order.priority);
        orders
    }

    /// The orders that the tick is offered to next, at most `limit` of each side. At first (`from` is `None`) those that
    /// together want all that it displays besides what is `ahead` of it, which is nearly always all that it takes. Not
    /// every order takes what it wants, though: where something is left, the tick goes on with those behind them.
    pub fn reach(&self, tick: &Tick, ahead: Ahead, from: Option<Frontier>, limit: usize) -> Reach<'_> {
        let sides = self.books.get(&tick.instrument).and_then(|book| book.filled_in(tick.session));
        let Some(sides) = sides else { return Reach::default() };
        let (from_buy, from_sell, wanted) = match from {
            None => (Some(Unbounded), Some(Unbounded), ahead.with(tick)),
            Some(Frontier { buy, sell }) => (
                buy.map(|(limit, priority)| Included((Reverse(limit), priority, FIRST))),
                sell.map(|(limit, priority)| Included((limit, priority, FIRST))),
                Ahead { buys: i64::MAX, sells: i64::MAX },
            ),
        };
        let buys = from_buy.into_iter().flat_map(|from| sides.buys.range((from, Unbounded)));
        let buys = buys.take_while(|(limit, ..)| Side::Buy.reaches(limit.0, tick.ask())).map(|(.., id)| *id);
        let sells = from_sell.into_iter().flat_map(|from| sides.sells.range((from, Unbounded)));
        let sells = sells.take_while(|(limit, ..)| Side::Sell.reaches(*limit, tick.bid())).map(|(.., id)| *id);
        let (mut orders, buy) = self.wanting(buys, wanted.buys, limit);
        let (selling, sell) = self.wanting(sells, wanted.sells, limit);
        orders.extend(selling);
        Reach { orders, rest: Frontier { buy, sell } }
    }

    /// The first of `ids` that together want `units`, at most `limit`, and the order behind them.
    fn wanting(
        &self,
        ids: impl Iterator<Item = OrderId>,
        units: i64,
        limit: usize,
    ) -> (Vec<&RestingOrder>, Option<(Price, Priority)>) {
        let mut left = units;
        let mut orders = Vec::new();
        for order in ids.filter_map(|id| self.orders.get(&id)) {
            if left <= 0 || orders.len() == limit {
                return (orders, Some((order.limit, order.priority)));
            }
            left = left.saturating_sub(order.remaining.units());
            orders.push(order);
        }
        (orders, None)
    }

    /// The orders whose time is over and that are `served`, each with its end, the earliest first and at most `limit`. It
    /// costs only what is due.
    pub fn expired(
        &self,
        now: UnixMillis,
        limit: usize,
        served: impl Fn(&OrderRef) -> bool,
    ) -> Vec<(OrderRef, UnixMillis)> {
        let due = self.ends.iter().take_while(|(at, _)| *at <= now);
        let orders = due.filter_map(|(end, id)| Some((self.orders.get(id)?.at, *end)));
        orders.filter(|(order, _)| served(order)).take(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::AccountId;
    use crate::ledger::Wallet;
    use proptest::prelude::*;

    fn order(id: i64, expires_at: Option<i64>) -> RestingOrder {
        let (account, instrument, wallet) = (AccountId(1), InstrumentId(id % 3), Wallet::Stock);
        RestingOrder {
            at: OrderRef { wallet, ..crate::testing::order_ref(OrderId(id), account, instrument) },
            priority: Priority(id),
            side: if id % 2 == 0 { Side::Buy } else { Side::Sell },
            limit: Price::from_units(100 + id),
            stop: None,
            remaining: Quantity::from_units(1),
            extended: false,
            fee_version: String::new(),
            expires_at: expires_at.map(UnixMillis),
            version: 1,
        }
    }

    proptest! {
        /// Orders come, change, and go; what is due is always what a scan of all orders finds.
        #[test]
        fn the_queue_of_ends_agrees_with_a_scan(
            steps in proptest::collection::vec((0i64..20, proptest::option::of(0i64..50), any::<bool>()), 1..100),
            now in 0i64..50,
        ) {
            let mut resting = RestingOrders::default();
            for (id, expires_at, stays) in steps {
                if stays { resting.insert(order(id, expires_at)) } else { resting.remove(OrderId(id)) }
                let over = |order: &&RestingOrder| order.expires_at.is_some_and(|at| at.0 <= now);
                let mut scanned: Vec<_> = resting.orders.values().filter(over).collect();
                scanned.sort_by_key(|order| (order.expires_at, order.at.id));
                let scanned: Vec<_> = scanned.into_iter().map(|order| order.at.id).collect();
                let due = |limit| resting.expired(UnixMillis(now), limit, |_| true).iter().map(|(at, _)| at.id).collect::<Vec<_>>();
                prop_assert_eq!(due(3), scanned.iter().copied().take(3).collect::<Vec<_>>());
                prop_assert_eq!(due(usize::MAX), scanned);
            }
        }
    }
}
