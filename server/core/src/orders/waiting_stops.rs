//! The stops of one instrument that wait for the market, so that the work for a tick does not grow with their number.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::waiting_trails::WaitingTrails;
use super::{BestPrices, Side, Trail};
use crate::decimal::Price;
use crate::ids::OrderId;
use crate::market::{Tick, TickSizes};
use crate::products::TriggerPrice;

/// The stop that an order in the book waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingStop {
    pub price: Price,
    /// The price of a tick that triggers it.
    pub trigger: TriggerPrice,
    /// How it follows the market, in steps of which prices; `None` for one that stays at its price.
    pub trail: Option<(Trail, Arc<TickSizes>)>,
}

/// The best prices that the market has been at, by the side of the orders that follow it, while none of it is stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeenPrices {
    buy: Option<Price>,
    sell: Option<Price>,
}

impl SeenPrices {
    /// A side's best price; `None` where there is none.
    pub const fn of(&self, side: Side) -> Option<Price> {
        match side {
            Side::Buy => self.buy,
            Side::Sell => self.sell,
        }
    }

    /// Takes a price of the market. Zero is none.
    pub fn see(&mut self, side: Side, price: Price) {
        let seen = if side == Side::Buy { &mut self.buy } else { &mut self.sell };
        if price.is_positive() {
            *seen = Some(seen.map_or(price, |seen| side.best(seen, price)));
        }
    }
}

/// Those of buyers, which the market rises to, and those of sellers, which it falls to. All stops of an instrument are
/// triggered by one kind of price, since that is a rule of its market.
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingStops {
    trigger: TriggerPrice,
    tick_sizes: Option<Arc<TickSizes>>,
    rising: BTreeSet<(Price, OrderId)>,
    falling: BTreeSet<(Price, OrderId)>,
    buy_trails: WaitingTrails,
    sell_trails: WaitingTrails,
}

impl WaitingStops {
    pub fn insert(&mut self, side: Side, stop: &WaitingStop, order: OrderId) {
        self.trigger = stop.trigger;
        match &stop.trail {
            Some((trail, tick_sizes)) => {
                self.tick_sizes = Some(tick_sizes.clone());
                self.trails_mut(side).insert(*trail, stop.price, order);
            }
            None => drop(self.of(side).insert((stop.price, order))),
        }
    }

    pub fn remove(&mut self, side: Side, stop: &WaitingStop, order: OrderId) {
        match stop.trail {
            Some((trail, _)) => self.trails_mut(side).remove(trail, order),
            None => drop(self.of(side).remove(&(stop.price, order))),
        }
    }

    /// Takes the best prices in a newer state.
    pub fn set_best(&mut self, best: &BestPrices) {
        self.trails_mut(best.side).set_best(best);
    }

    fn of(&mut self, side: Side) -> &mut BTreeSet<(Price, OrderId)> {
        if side == Side::Buy { &mut self.rising } else { &mut self.falling }
    }

    fn trails_mut(&mut self, side: Side) -> &mut WaitingTrails {
        if side == Side::Buy { &mut self.buy_trails } else { &mut self.sell_trails }
    }

    const fn trails(&self, side: Side) -> &WaitingTrails {
        match side {
            Side::Buy => &self.buy_trails,
            Side::Sell => &self.sell_trails,
        }
    }

    /// The sides on which trailing stops wait, with the lowest number of each.
    pub fn trailing(&self) -> impl Iterator<Item = (Side, i64)> {
        let oldest = |side| self.trails(side).oldest().map(|oldest| (side, oldest));
        [Side::Buy, Side::Sell].into_iter().filter_map(oldest)
    }

    /// The stops that the market reaches next, and the prices that move the next one.
    pub fn next(&self) -> NextStops {
        let trailing = |side| {
            let (trails, tick_sizes) = (self.trails(side), self.tick_sizes.as_ref()?);
            Some((trails.next_stop(side, tick_sizes), trails.next_best(side)))
        };
        let [(buy_stop, buy_best), (sell_stop, sell_best)] =
            [Side::Buy, Side::Sell].map(|side| trailing(side).unwrap_or_default());
        let rising = self.rising.first().map_or(Price::MAX, |(price, _)| *price);
        let falling = self.falling.last().map_or(Price::ZERO, |(price, _)| *price);
        NextStops {
            trigger: self.trigger,
            rising: rising.min(buy_stop.unwrap_or(Price::MAX)),
            falling: falling.max(sell_stop.unwrap_or(Price::ZERO)),
            moves_below: buy_best.unwrap_or(Price::ZERO),
            moves_above: sell_best.unwrap_or(Price::MAX),
        }
    }

    /// The orders whose stops a tick reaches, where the market has been at `seen` besides the prices that are stored.
    pub fn reached(&self, tick: &Tick, seen: SeenPrices) -> Vec<OrderId> {
        let [buy, sell] = [Side::Buy, Side::Sell].map(|side| self.trigger.of(tick, side));
        let last = OrderId(i64::MAX);
        let rising = self.rising.range(..=(buy, last)).filter(move |_| buy.is_positive());
        let falling = self.falling.range((sell, OrderId(i64::MIN))..).filter(move |_| sell.is_positive());
        let mut found: Vec<OrderId> = rising.chain(falling).map(|(_, order)| *order).collect();
        if let Some(tick_sizes) = &self.tick_sizes {
            for (side, price) in [(Side::Buy, buy), (Side::Sell, sell)] {
                found.extend(self.trails(side).reached(side, price, seen.of(side), tick_sizes));
            }
        }
        found
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
    /// A price below it moves a trailing stop of a buyer; zero when there is none.
    moves_below: Price,
    /// A price above it moves a trailing stop of a seller; the greatest price when there is none.
    moves_above: Price,
}

impl NextStops {
    pub const NONE: Self = Self {
        trigger: TriggerPrice::Last,
        rising: Price::MAX,
        falling: Price::ZERO,
        moves_below: Price::ZERO,
        moves_above: Price::MAX,
    };

    /// True if a tick reaches at least one stop, or moves one.
    pub fn are_reached(&self, tick: &Tick) -> bool {
        let [buy, sell] = [Side::Buy, Side::Sell].map(|side| self.trigger.of(tick, side));
        let buys = buy.is_positive() && (buy >= self.rising || buy < self.moves_below);
        buys || sell.is_positive() && (sell <= self.falling || sell > self.moves_above)
    }
}
