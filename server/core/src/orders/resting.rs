//! The open orders of a venue in memory, so that the work for a tick does not grow with the number of orders.

use std::collections::{BTreeMap, HashMap};

use super::{Order, OrderRef, Side};
use crate::decimal::{Price, Quantity};
use crate::ids::{InstrumentId, OrderId};
use crate::market::{Level, Tick};
use crate::time::UnixMillis;

/// What the book keeps of an open order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestingOrder {
    pub at: OrderRef,
    pub side: Side,
    pub limit: Price,
    pub remaining: Quantity,
    pub fee_version: String,
    pub expires_at: Option<UnixMillis>,
}

impl From<&Order> for RestingOrder {
    fn from(order: &Order) -> Self {
        Self {
            at: order.at,
            side: order.side,
            limit: order.limit,
            remaining: order.remaining(),
            fee_version: order.fee_version.clone(),
            expires_at: order.expires_at,
        }
    }
}

/// The best limits of one instrument: the only numbers that most ticks are compared with.
#[derive(Clone, Copy, Debug)]
struct Best {
    /// The highest limit of a buyer; zero when there is none.
    buy: Price,
    /// The lowest limit of a seller; the greatest price when there is none.
    sell: Price,
}

impl Best {
    const NONE: Best = Best { buy: Price::ZERO, sell: Price::MAX };
}

/// Sides of one instrument in price-time order: best price first, then the older (lower) id.
#[derive(Clone, Debug, Default)]
struct Book {
    buys: BTreeMap<(std::cmp::Reverse<Price>, OrderId), ()>,
    sells: BTreeMap<(Price, OrderId), ()>,
}

/// All open orders. Instrument ids are small numbers, so the best limits lie in a flat array.
#[derive(Clone, Debug, Default)]
pub struct RestingOrders {
    best: Vec<Best>,
    books: HashMap<InstrumentId, Book>,
    orders: HashMap<OrderId, RestingOrder>,
}

impl RestingOrders {
    pub fn len(&self) -> usize {
        self.orders.len()
    }

    pub fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    pub fn get(&self, id: OrderId) -> Option<&RestingOrder> {
        self.orders.get(&id)
    }

    /// Adds an order or takes it in its new state.
    pub fn insert(&mut self, order: RestingOrder) {
        self.remove(order.at.id);
        let book = self.books.entry(order.at.instrument).or_default();
        match order.side {
            Side::Buy => book.buys.insert((std::cmp::Reverse(order.limit), order.at.id), ()),
            Side::Sell => book.sells.insert((order.limit, order.at.id), ()),
        };
        let instrument = order.at.instrument;
        self.orders.insert(order.at.id, order);
        self.refresh(instrument);
    }

    pub fn remove(&mut self, id: OrderId) {
        let Some(order) = self.orders.remove(&id) else { return };
        if let Some(book) = self.books.get_mut(&order.at.instrument) {
            match order.side {
                Side::Buy => book.buys.remove(&(std::cmp::Reverse(order.limit), id)),
                Side::Sell => book.sells.remove(&(order.limit, id)),
            };
        }
        self.refresh(order.at.instrument);
    }

    fn refresh(&mut self, instrument: InstrumentId) {
        let Ok(index) = usize::try_from(instrument.0) else { return };
        if self.best.len() <= index {
            self.best.resize(index + 1, Best::NONE);
        }
        let book = self.books.get(&instrument);
        let buy = book.and_then(|b| b.buys.keys().next()).map_or(Price::ZERO, |(price, _)| price.0);
        let sell = book.and_then(|b| b.sells.keys().next()).map_or(Price::MAX, |(price, _)| *price);
        self.best[index] = Best { buy, sell };
    }

    /// True when the tick reaches the limit of at least one order.
    pub fn crosses(&self, tick: &Tick) -> bool {
        let best = usize::try_from(tick.instrument.0).ok().and_then(|index| self.best.get(index));
        best.is_some_and(|best| {
            (tick.ask().is_positive() && tick.ask() <= best.buy)
                || (tick.bid().is_positive() && tick.bid() >= best.sell)
        })
    }

    /// The orders that the tick can fill, in price-time order: those whose limit it reaches, until together they
    /// want all that it displays.
    pub fn crossed(&self, tick: &Tick) -> Vec<RestingOrder> {
        if !self.crosses(tick) {
            return Vec::new();
        }
        let Some(book) = self.books.get(&tick.instrument) else { return Vec::new() };
        let (bid, ask) = (tick.bid(), tick.ask());
        let buys = book.buys.keys().take_while(|(limit, _)| ask.is_positive() && ask <= limit.0).map(|(_, id)| *id);
        let sells = book.sells.keys().take_while(|(limit, _)| bid.is_positive() && bid >= *limit).map(|(_, id)| *id);
        let mut crossed = self.wanting(buys, &tick.asks);
        crossed.extend(self.wanting(sells, &tick.bids));
        crossed
    }

    /// The first of `ids` that together want what `levels` display.
    fn wanting(&self, ids: impl Iterator<Item = OrderId>, levels: &[Level]) -> Vec<RestingOrder> {
        let mut displayed: i64 = levels.iter().map(|level| level.size.units()).sum();
        let mut orders = Vec::new();
        for order in ids.filter_map(|id| self.orders.get(&id)) {
            if displayed <= 0 {
                break;
            }
            displayed = displayed.saturating_sub(order.remaining.units());
            orders.push(order.clone());
        }
        orders
    }

    /// The orders whose time is over.
    pub fn expired(&self, now: UnixMillis) -> Vec<OrderRef> {
        let over = |order: &&RestingOrder| order.expires_at.is_some_and(|at| at <= now);
        self.orders.values().filter(over).map(|order| order.at).collect()
    }
}
