//! The market moves: quotes, the orders that they reach, the margins that no longer suffice, and the orders whose time is over.

use plumbline_core::decision::Refusal;
use plumbline_core::ids::InstrumentId;
use plumbline_core::orders::{
    Ahead, Cancel, FillResting, Liquidate, OfferedTo, Order, OrderRef, RestingFill, RestingOrder, SeenPrices, Trailing,
};
use plumbline_core::positions::{PositionKey, PositionRef};
use plumbline_core::products::WarnMargin;

use super::checks::Before;
use super::events::key_of;
use super::market::{ACCOUNTS, DIRECTIONS, Market, STALE_AFTER};
use super::pair;
use super::product::{PAIR, PRODUCTS, product_of};

impl Market {
    pub fn quote_rate(&mut self, bid: i64) {
        let bid = bid / pair::PRODUCT.tick * pair::PRODUCT.tick;
        let size = 1_000_000 * pair::PRODUCT.size;
        let ask = bid + 2 * pair::PRODUCT.tick;
        self.quote(InstrumentId(pair::RATE), &[(bid, size)], &[(ask, size)], bid);
    }

    /// Quotes three levels on each side of a price.
    pub fn quote_around(&mut self, index: usize, middle: i64, spread: i64, sizes: [i64; 3]) {
        let product = &PRODUCTS[index];
        let bid = middle / product.tick * product.tick;
        let level = |n: i64, size: i64| (n * product.tick, (size % (product.sizes + 1)) * product.size);
        let shown = sizes.iter().zip(0i64..).map(|(size, n)| level(n, *size));
        let bids: Vec<_> = shown.clone().map(|(away, size)| (bid - away, size)).collect();
        let asks: Vec<_> = shown.map(|(away, size)| (bid + spread * product.tick + away, size)).collect();
        let instrument = self.instrument(index);
        self.quote(instrument, &bids, &asks, if middle % 2 == 0 { bid } else { asks[0].0 });
    }

    pub fn last(&self, product: usize) -> i64 {
        self.ticks[&self.instrument(product).0].last.units()
    }

    pub fn move_by(&mut self, index: usize, by: i64, spread: i64, sizes: [i64; 3], at_once: usize) {
        let (last, first) = (self.last(index), PRODUCTS[index].first_price);
        let middle = (last + last / 10_000 * by).clamp(first / 2, first * 2) + by.rem_euclid(2);
        if index == PAIR {
            let rate = self.ticks[&pair::RATE].bid().units();
            self.quote_rate(rate);
        }
        self.quote_around(index, middle, spread, sizes);
        self.offer(index, at_once);
        self.watch(index);
    }

    /// Offers the newest tick to the book, a part of it after the other.
    fn offer(&mut self, index: usize, at_once: usize) {
        let instrument = self.instrument(index);
        let (tick, rules, before) = (self.ticks[&instrument.0].clone(), Self::rules(instrument), Before::of(self));
        let mut part = FillResting::new(tick.clone(), STALE_AFTER, self.hours(index));
        part.conversion = self.conversion(index);
        let is_stale = tick.is_stale(self.now, STALE_AFTER)
            || part.conversion.as_ref().is_some_and(|by| by.tick.is_stale(self.now, STALE_AFTER));
        while part.from.is_some() || self.resting.crosses(&tick) {
            let reach = self.resting.reach(&tick, Ahead::default(), part.from, at_once);
            let fill = |order: &RestingOrder| RestingFill { order: order.at, rules: rules.clone() };
            let is_older = |order: &RestingOrder| !part.bore(&order.at, order.priority);
            let stops = self.resting.triggered(&tick, SeenPrices::default(), at_once.saturating_add(1), is_older);
            let trailing = self.resting.trailing(instrument).into_iter();
            let follow = |(side, oldest)| Trailing { side, trigger: rules.trigger, oldest, anew: false };
            part = FillResting {
                orders: reach.orders.into_iter().map(fill).collect(),
                more_stops: stops.len() > at_once,
                stops: stops.into_iter().take(at_once).map(fill).collect(),
                trailing: trailing.map(follow).collect(),
                rest: reach.rest,
                ..part
            };
            let reached = self.decide(index, part.clone()).unwrap();
            assert!(reached.refused.is_empty() && reached.unmoved.is_empty(), "{reached:?}");
            assert_eq!(reached.offered == OfferedTo::Nobody, is_stale, "a stale tick fills nobody");
            if reached.offered != OfferedTo::Some {
                break;
            }
            part.go_on(reached.born);
        }
        before.check(self);
    }

    /// Warns and liquidates, as the watch of margins does after each tick.
    pub fn watch(&mut self, index: usize) {
        if PRODUCTS[index].on_margin().is_none() {
            return;
        }
        for at in self.positions_of(index) {
            if self.position(&at).is_none() {
                continue;
            }
            let _ = self.decide(index, WarnMargin { at, terms: self.terms(index) });
            let (orders, others) = (self.closing(at.key), self.closing(at.key.opposite()));
            let liquidate = Liquidate { at, orders, others, regardless: false, terms: self.terms(index) };
            let liquidated = self.decide(index, liquidate);
            // Where nothing is due, more than half of the initial margin is left.
            if liquidated == Err(Refusal::MarginSuffices) {
                let quote = at.key.direction.closing().levels(&self.ticks[&at.key.instrument.0])[0].price.units();
                let (equity, is_low) = self.model.equity(key_of(at.key), quote, self.rate(index));
                let shown = at.key.direction.closing().levels(&self.ticks[&at.key.instrument.0]);
                let nothing_shown =
                    shown.iter().all(|level| level.size.units() < Self::rules(at.key.instrument).lot.units());
                assert!(!is_low || nothing_shown || self.closed_of_tick(&at), "{equity} is left of {at:?}");
            }
        }
    }

    /// True where the newest tick has given something to an order of that side before.
    fn closed_of_tick(&self, at: &PositionRef) -> bool {
        let (tick, side) = (&self.ticks[&at.key.instrument.0], at.key.direction.closing());
        side.levels(tick).iter().any(|level| self.facts.liquidity().taken(tick, side, level.price) > 0)
    }

    pub fn positions_of(&self, index: usize) -> Vec<PositionRef> {
        let at = |account: i64| DIRECTIONS.map(|direction| self.position_at(account, index, direction));
        ACCOUNTS.into_iter().flat_map(at).collect()
    }

    /// The open orders that close a position.
    fn closing(&self, position: PositionKey) -> Vec<OrderRef> {
        let closing = |order: &&Order| !order.opens() && order.at.position() == position;
        self.open_orders().filter(closing).map(|order| order.at).collect()
    }

    /// Time goes by without a quote; the newest ones are offered again, and fill nobody once they are old.
    pub fn pause(&mut self, millis: i64) {
        self.now = self.now.plus(millis);
        self.expire();
        for index in 0..PRODUCTS.len() {
            self.offer(index, 2);
            self.watch(index);
        }
    }

    pub fn expire(&mut self) {
        for (order, over_at) in self.resting.expired(self.now, usize::MAX, |_| true) {
            self.decide(product_of(order.instrument), Cancel::expired(order, over_at)).unwrap();
        }
    }
}
