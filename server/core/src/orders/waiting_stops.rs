//! The stops of one instrument that wait for the market, so that the work for a tick does not grow with their number.

use std::collections::BTreeSet;

use super::Side;
use crate::decimal::Price;
use crate::ids::OrderId;
use crate::market::Tick;
use crate::products::TriggerPrice;

/// The stop that an order in the book waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingStop {
    pub price: Price,
    /// The price of a tick that triggers it.
    pub trigger: TriggerPrice,
}

/// Those of buyers, which the market rises to, and those of sellers, which it falls to. All stops of an instrument are
/// triggered by one kind of price, since that is a rule of its market.
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingStops {
    trigger: TriggerPrice,
    rising: BTreeSet<(Price, OrderId)>,
    falling: BTreeSet<(Price, OrderId)>,
}

impl WaitingStops {
    pub fn insert(&mut self, side: Side, stop: WaitingStop, order: OrderId) {
        self.trigger = stop.trigger;
        self.of(side).insert((stop.price, order));
    }

    pub fn remove(&mut self, side: Side, stop: WaitingStop, order: OrderId) {
        self.of(side).remove(&(stop.price, order));
    }

    fn of(&mut self, side: Side) -> &mut BTreeSet<(Price, OrderId)> {
        if side == Side::Buy { &mut self.rising } else { &mut self.falling }
    }

    /// The stops that the market reaches next.
    pub fn next(&self) -> NextStops {
        NextStops {
            trigger: self.trigger,
            rising: self.rising.first().map_or(Price::MAX, |(price, _)| *price),
            falling: self.falling.last().map_or(Price::ZERO, |(price, _)| *price),
        }
    }

    /// The orders whose stops a tick reaches.
    pub fn reached(&self, tick: &Tick) -> impl Iterator<Item = OrderId> {
        let [buy, sell] = [Side::Buy, Side::Sell].map(|side| self.trigger.of(tick, side));
        let last = OrderId(i64::MAX);
        let rising = self.rising.range(..=(buy, last)).filter(move |_| buy.is_positive());
        let falling = self.falling.range((sell, OrderId(i64::MIN))..).filter(move |_| sell.is_positive());
        rising.chain(falling).map(|(_, order)| *order)
    }
}

/// The nearest stops of one instrument: the only numbers that most ticks are compared with.
#[derive(Clone, Copy, Debug)]
pub(super) struct NextStops {
    trigger: TriggerPrice,
    /// The lowest stop of a buyer; the greatest price when there is none.
    rising: Price,
    /// The highest stop of a seller; zero when there is none.
    falling: Price,
}

impl NextStops {
    pub const NONE: Self = Self { trigger: TriggerPrice::Last, rising: Price::MAX, falling: Price::ZERO };

    /// True if a tick reaches at least one stop.
    pub fn are_reached(&self, tick: &Tick) -> bool {
        let sell = self.trigger.of(tick, Side::Sell);
        self.trigger.of(tick, Side::Buy) >= self.rising || sell.is_positive() && sell <= self.falling
    }
}
