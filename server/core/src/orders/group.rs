//! Groups: a take-profit and a stop-loss that close the same part of a position, which holds it once.
//!
//! The group of a bracket has an entry, the order that opens what its legs close. The legs have their ids from the
//! acceptance of the entry. They are [`OrderStatus::Pending`] until it is filled for the first time, and grow with it. The
//! open legs of a group always have one remaining quantity. A fill of one makes the other smaller by as much, and its first
//! fill or trigger ends what rests of the entry.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ended::ended;
use super::{CloseReason, GroupRef, Order, OrderEvent, OrderKind, OrderRef, OrderStatus, Side, Stop, TimeInForce};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::{Changes, Facts, Refusal, Stamp};
use crate::ids::{GroupId, OrderId, Priority};
use crate::money::Money;
use crate::positions::Position;
use crate::products::TradingRules;

/// The prices of a stop-loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StopLoss {
    pub stop: Price,
    /// The worst price that it accepts; `None` closes at the market.
    pub limit: Option<Price>,
}

/// The prices of the legs that a customer wants, in the contract's currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legs {
    /// The limit at which a profit is taken.
    pub take_profit: Option<Price>,
    pub stop_loss: Option<StopLoss>,
}

impl Legs {
    pub const fn is_empty(&self) -> bool {
        self.take_profit.is_none() && self.stop_loss.is_none()
    }

    /// All prices of the legs.
    pub(super) fn prices(&self) -> impl Iterator<Item = Price> {
        let stop = self.stop_loss.into_iter().flat_map(|leg| [Some(leg.stop), leg.limit]).flatten();
        self.take_profit.into_iter().chain(stop)
    }

    /// Checks the prices of legs: in steps of the tick, the limit of a stop-loss within the band around its stop.
    ///
    /// # Errors
    /// `tick_size`, `stop_tick_size`, `price_band`.
    pub(super) fn check_steps(&self, rules: &TradingRules) -> Result<(), Refusal> {
        let allows = |price: Price| price.is_positive() && rules.tick_sizes.allows(price);
        if !self.take_profit.is_none_or(allows) {
            return Err(Refusal::TickSize);
        }
        let Some(StopLoss { stop, limit }) = self.stop_loss else { return Ok(()) };
        if !allows(stop) {
            Err(Refusal::StopTickSize)
        } else if !limit.is_none_or(allows) {
            Err(Refusal::TickSize)
        } else if limit.is_some_and(|limit| !rules.in_band(limit, stop)) {
            Err(Refusal::PriceBand)
        } else {
            Ok(())
        }
    }

    /// Checks that a take-profit lies beyond `entry` in the position's favour, and a stop-loss on the other side of it.
    /// `closing` is the side of the legs.
    ///
    /// # Errors
    /// `legs_side`.
    pub(super) fn check_sides(&self, closing: Side, entry: Price) -> Result<(), Refusal> {
        let is_better = |price: Price, than: Price| match closing {
            Side::Sell => price > than,
            Side::Buy => price < than,
        };
        let gains = self.take_profit.is_none_or(|price| is_better(price, entry));
        let stops = self.stop_loss.is_none_or(|leg| is_better(entry, leg.stop));
        if gains && stops { Ok(()) } else { Err(Refusal::LegsSide) }
    }

    /// The legs as orders that close `quantity`, or that are pending while that is zero.
    pub(super) fn orders(&self, of: &LegsOf<'_>, stamp: &Stamp) -> Vec<Order> {
        let Some(group) = of.at.group else { return Vec::new() };
        let limit = |id| self.take_profit.map(|price| of.order(id, OrderKind::Limit, price, None, stamp));
        let stop = |id| {
            let StopLoss { stop, limit } = self.stop_loss?;
            let kind = if limit.is_some() { OrderKind::StopLimit } else { OrderKind::Stop };
            let limit = limit.unwrap_or_else(|| of.rules.collar(stop, of.side == Side::Buy));
            Some(of.order(id, kind, limit, Some(stop), stamp))
        };
        group.take_profit.and_then(limit).into_iter().chain(group.stop_loss.and_then(stop)).collect()
    }
}

/// The position that new legs close, and the rules that they are accepted with.
pub(super) struct LegsOf<'a> {
    /// An order of the group, or a name for its legs.
    pub at: OrderRef,
    pub rules: &'a TradingRules,
    /// The side that closes.
    pub side: Side,
    pub leverage: Leverage,
    pub quantity: Quantity,
}

impl LegsOf<'_> {
    fn order(&self, id: OrderId, kind: OrderKind, limit: Price, stop: Option<Price>, stamp: &Stamp) -> Order {
        let zero = Money::zero(self.at.wallet.currency());
        Order {
            at: OrderRef { id, ..self.at },
            priority: Priority::from(id),
            side: self.side,
            kind,
            limit,
            stop: stop.map(|price| Stop { price, triggered_at: None }),
            trail: None,
            quantity: self.quantity,
            filled: Quantity::ZERO,
            filled_value: Money::zero(self.rules.currency),
            maker_value: Money::zero(self.rules.currency),
            multiplier: self.rules.multiplier,
            fees: zero,
            hold: zero,
            leverage: self.leverage,
            status: if self.quantity.is_zero() { OrderStatus::Pending } else { OrderStatus::Accepted },
            reason: None,
            time_in_force: TimeInForce::GoodTillCancelled,
            extended: false,
            expires_at: None,
            client_order_id: None,
            fee_version: self.rules.fees.version.clone(),
            created_at: stamp.now,
            updated_at: stamp.now,
            version: 0,
        }
    }
}

/// Orders of a group in the course of a decision. Each change is put among the decision's changes at once.
#[derive(Debug, Default)]
pub(super) struct Group {
    entry: Option<Order>,
    legs: Vec<Order>,
}

impl Group {
    /// A group whose legs are new.
    pub const fn new(legs: Vec<Order>) -> Self {
        Self { entry: None, legs }
    }

    /// The other orders of an order's group; none where it has no group.
    pub fn besides(at: &OrderRef, facts: &Facts) -> Result<Self, Refusal> {
        let Some(group) = at.group else { return Ok(Self::default()) };
        let mut others = Self::of(&group, facts)?;
        others.entry.take_if(|entry| entry.at.id == at.id);
        others.legs.retain(|leg| leg.at.id != at.id);
        Ok(others)
    }

    /// All orders of a group.
    pub fn of(group: &GroupRef, facts: &Facts) -> Result<Self, Refusal> {
        let entry = group.entry.map(|id| facts.get::<Order>(&id)).transpose()?.flatten().cloned();
        let mut legs = Vec::new();
        for (_, id) in group.legs() {
            legs.extend(facts.get::<Order>(&id)?.cloned());
        }
        Ok(Self { entry, legs })
    }

    /// The quantity that the position holds for its open legs.
    pub fn quantity(&self) -> Quantity {
        let open = self.legs.iter().filter(|leg| leg.status.is_open());
        open.map(Order::remaining).max().unwrap_or(Quantity::ZERO)
    }

    /// True for the legs of an entry that is filled in part: they are the position's also while they are pending.
    pub fn protects(&self) -> bool {
        self.entry.as_ref().is_none_or(|entry| entry.filled.is_positive())
    }

    fn entry_is_open(&self) -> bool {
        self.entry.as_ref().is_some_and(|entry| entry.status.is_open())
    }

    /// Checks the new prices of an entry or of a pending leg: each pending leg is on its side of the price at which the
    /// entry is expected to be filled.
    ///
    /// # Errors
    /// `legs_side`.
    pub fn check_sides(&self, amended: &Order) -> Result<(), Refusal> {
        let Some(entry) = self.entry.as_ref().or(Some(amended).filter(|order| order.at.leg().is_none())) else {
            return Ok(());
        };
        let expected = entry.stop.filter(|_| entry.waits()).map_or(entry.limit, |stop| stop.price);
        let pending = self.legs.iter().chain([amended]).filter(|leg| leg.status == OrderStatus::Pending);
        for leg in pending {
            let take_profit = leg.stop.is_none().then_some(leg.limit);
            let stop_loss = leg.stop.map(|stop| StopLoss { stop: stop.price, limit: leg.limit_price() });
            Legs { take_profit, stop_loss }.check_sides(leg.side, expected)?;
        }
        Ok(())
    }

    /// The entry was filled by `quantity`: the legs close as much more. Gives what the position holds for them in addition.
    pub fn grow(&mut self, quantity: Quantity, stamp: &mut Stamp, changes: &mut Changes) -> Result<Quantity, Refusal> {
        let mut held = Quantity::ZERO;
        for leg in &mut self.legs {
            if leg.status == OrderStatus::Pending {
                leg.status = leg.status.after(OrderEvent::Activate)?;
                // Its place in time is that of its first moment in the book.
                leg.priority = Priority(stamp.next_id());
            } else if !leg.status.is_open() {
                continue;
            }
            leg.quantity = leg.quantity.checked_add(quantity).ok_or(Refusal::OutOfRange)?;
            leg.updated_at = stamp.now;
            held = quantity;
            changes.put(leg.clone());
        }
        Ok(held)
    }

    /// The legs close `quantity` less. One that has nothing left ends, or is pending again while its entry is open. What
    /// closed so much of the position is told, and not that they end with it.
    pub fn shrink(
        &mut self,
        quantity: Quantity,
        reason: CloseReason,
        stamp: &Stamp,
        changes: &mut Changes,
    ) -> Result<(), Refusal> {
        let returns = self.entry_is_open() && reason != CloseReason::Replaced;
        for leg in self.legs.iter_mut().filter(|leg| leg.status.is_open()) {
            if quantity < leg.remaining() {
                leg.quantity = leg.quantity.saturating_sub(quantity);
            } else if returns && leg.status == OrderStatus::Accepted {
                leg.status = leg.status.after(OrderEvent::Suspend)?;
                leg.quantity = leg.filled;
            } else {
                leg.status = leg.status.after(OrderEvent::Cancel)?;
                leg.reason = Some(reason);
            }
            leg.updated_at = stamp.now;
            changes.put(leg.clone());
        }
        Ok(())
    }

    /// Gives the open legs another total: that of one of them was changed by `from` to `to`.
    pub fn follow(
        &mut self,
        from: Quantity,
        to: Quantity,
        stamp: &Stamp,
        changes: &mut Changes,
    ) -> Result<(), Refusal> {
        for leg in self.legs.iter_mut().filter(|leg| leg.status.is_open()) {
            let smaller = leg.quantity.saturating_sub(from);
            leg.quantity = smaller.checked_add(to).ok_or(Refusal::OutOfRange)?;
            leg.updated_at = stamp.now;
            changes.put(leg.clone());
        }
        Ok(())
    }

    /// Ends the legs whose entry has ended without ever being filled, or whose position was closed meanwhile.
    pub fn end_pending(&mut self, reason: CloseReason, stamp: &Stamp, changes: &mut Changes) -> Result<(), Refusal> {
        for leg in self.legs.iter_mut().filter(|leg| leg.status == OrderStatus::Pending) {
            leg.status = leg.status.after(OrderEvent::Cancel)?;
            (leg.reason, leg.updated_at) = (Some(reason), stamp.now);
            changes.put(leg.clone());
        }
        Ok(())
    }

    /// Ends what rests of the entry, and gives back what it holds.
    pub fn end_entry(&mut self, reason: CloseReason, stamp: &mut Stamp, changes: &mut Changes) -> Result<(), Refusal> {
        let Some(entry) = self.entry.as_mut().filter(|entry| entry.status.is_open()) else { return Ok(()) };
        entry.status = entry.status.after(OrderEvent::Cancel)?;
        (entry.reason, entry.updated_at) = (Some(reason), stamp.now);
        entry.hold = Money::zero(entry.hold.currency);
        changes.put(entry.clone());
        changes.put(ended(entry, reason, stamp));
        // Legs that wait for it have nothing to wait for.
        self.end_pending(reason, stamp, changes)
    }
}

/// The groups of legs that a command names, the oldest first.
pub(super) fn groups_of(legs: &[OrderRef], facts: &Facts) -> Result<Vec<Group>, Refusal> {
    let named: BTreeMap<GroupId, GroupRef> =
        legs.iter().filter_map(|leg| leg.group).map(|group| (group.id, group)).collect();
    named.values().map(|group| Group::of(group, facts)).collect()
}

/// Makes `groups` close so much less that `quantity` of the position is free, as far as they hold it.
pub(super) fn make_way(
    groups: &mut [Group],
    quantity: Quantity,
    position: &mut Position,
    reason: CloseReason,
    stamp: &Stamp,
    changes: &mut Changes,
) -> Result<(), Refusal> {
    for group in groups {
        let missing = quantity.saturating_sub(position.available());
        let freed = missing.min(group.quantity());
        if freed.is_positive() {
            group.shrink(freed, reason, stamp, changes)?;
            position.release(freed);
        }
    }
    Ok(())
}
