//! What the core has decided, read by the model: fills, nights, settlements, ended orders, in the order of their ids.

use std::collections::BTreeMap;

use plumbline_core::orders::{CloseReason, Fill, FillSource, LiquiditySide, Order, Side};
use plumbline_core::positions::{Direction, PositionKey};
use plumbline_core::products::{Financing, Variation};

use super::market::Market;
use super::model::{Deal, Key, Stated};
use super::product::product_of;

#[derive(Clone, Debug)]
pub enum Event {
    Filled(Deal),
    /// A night's value and amount.
    Charged(PositionKey, i64, (i64, i64)),
    /// A settlement's value and amount.
    Varied(PositionKey, i64, (i64, i64)),
    Ended(i64),
    Refilled(PositionKey, i64),
}

pub fn key_of(key: PositionKey) -> Key {
    (key.account.0, key.instrument.0, key.direction == Direction::Long)
}

impl Event {
    pub fn of_fill(fill: &Fill, order: &Order) -> Self {
        assert_ne!(order.reason, Some(CloseReason::PaidForGap), "nothing is held in the other direction: {fill:?}");
        let stated = Stated { value: fill.value.minor, fee: fill.fee_total.minor, received: fill.received.minor };
        let rate = fill.conversion.as_ref().map(|by| (by.tick.bid().units(), by.tick.ask().units()));
        Self::Filled(Deal {
            order: fill.order.id.0,
            key: key_of(fill.order.position()),
            product: product_of(fill.order.instrument),
            buys: fill.side == Side::Buy,
            maker: fill.liquidity == LiquiditySide::Maker,
            ours: matches!(order.reason, Some(CloseReason::Liquidated | CloseReason::ContractEnded)),
            liquidates: order.reason == Some(CloseReason::Liquidated),
            at_settlement: matches!(fill.source, FillSource::Settlement(_)),
            price: fill.price.units(),
            quantity: fill.quantity.units(),
            leverage: order.leverage.units(),
            day: fill.time.0.div_euclid(86_400_000),
            rate,
            stated,
        })
    }

    pub fn of_charge(charge: &Financing) -> Self {
        Self::Charged(charge.position, charge.night.0, (charge.value.minor, charge.amount.minor))
    }

    pub fn of_variation(variation: &Variation) -> Self {
        Self::Varied(variation.position, variation.settlement.0, (variation.value.minor, variation.amount.minor))
    }

    fn product(&self) -> Option<usize> {
        match self {
            Self::Filled(deal) => Some(deal.product),
            Self::Charged(key, ..) | Self::Varied(key, ..) | Self::Refilled(key, _) => Some(product_of(key.instrument)),
            Self::Ended(_) => None,
        }
    }

    const fn deal(&self) -> Option<Deal> {
        if let Self::Filled(deal) = self { Some(*deal) } else { None }
    }

    /// What is told to the model together: fills of one order, and variations of one account at one settlement.
    fn is_with(&self, next: &Self) -> bool {
        match (self, next) {
            (Self::Filled(one), Self::Filled(other)) => one.order == other.order,
            (Self::Varied(one, at, _), Self::Varied(other, then, _)) => one.account == other.account && at == then,
            _ => false,
        }
    }
}

impl Market {
    /// Tells the model what a command about a product has brought, and that it brought nothing to another product.
    pub fn follow(&mut self, product: usize) {
        let news: Vec<Event> = self.news().into_iter().map(|(_, event)| event).collect();
        for event in &news {
            assert!(event.product().is_none_or(|of| of == product), "{product} has changed another: {event:?}");
        }
        for events in news.chunk_by(Event::is_with) {
            self.tell(events);
        }
        // What holds nothing of another product holds the same afterwards.
        let open = self.facts.written::<Order>().filter(|order| order.status.is_open() && order.opens());
        let holds = open
            .map(|order| (order.at.id.0, ((order.at.account.0, product_of(order.at.instrument)), order.hold.minor)));
        let holds: BTreeMap<_, _> = holds.collect();
        let other = |(_, ((_, of), _)): &(&i64, &((i64, usize), i64))| *of != product;
        assert!(
            holds.iter().filter(other).eq(self.model.orders.iter().filter(other)),
            "{product} holds another's money"
        );
        self.model.orders = holds;
        self.take_in();
    }

    fn tell(&mut self, events: &[Event]) {
        match &events[0] {
            Event::Filled(first) => {
                let deals: Vec<Deal> = events.iter().filter_map(Event::deal).collect();
                self.model.deal(&deals);
                // From now on what its order and the others of its group hold is what they hold at the end.
                let order = self.order(first.order);
                let group = order.at.group.iter().flat_map(|group| group.orders()).map(|id| id.0);
                let changed: Vec<i64> = group.chain([first.order]).collect();
                changed.into_iter().for_each(|id| self.hold_as_at_the_end(id));
            }
            Event::Charged(key, at, stated) => self.model.charge(key_of(*key), *at, *stated),
            Event::Varied(_, at, _) => {
                let paid = events.iter().filter_map(|event| match event {
                    Event::Varied(key, _, (value, amount)) => Some((key_of(*key), *value, *amount)),
                    _ => None,
                });
                self.model.vary(&paid.collect::<Vec<_>>(), *at);
            }
            Event::Ended(id) => self.hold_as_at_the_end(*id),
            Event::Refilled(key, amount) => {
                let tick = &self.ticks[&key.instrument.0];
                let quote = if key.direction == Direction::Long { tick.bid() } else { tick.ask() };
                self.model.refill(key_of(*key), quote.units(), *amount);
            }
        }
    }

    fn order(&self, id: i64) -> &Order {
        self.facts.written::<Order>().find(|order| order.at.id.0 == id).unwrap()
    }

    fn hold_as_at_the_end(&mut self, id: i64) {
        let order = self.order(id);
        let purse = (order.at.account.0, product_of(order.at.instrument));
        let hold = if order.status.is_open() { order.hold.minor } else { 0 };
        self.model.orders.insert(id, (purse, hold));
    }
}
