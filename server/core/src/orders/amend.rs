//! An open order is changed: its limit, its total quantity, or both.
//!
//! As at CME, Eurex, Nasdaq and Cboe only a smaller quantity at the same price keeps the order's time. Anything else is
//! as if the order were placed anew: it is held to the rules of the day and takes its place behind all at its price. A
//! trailing stop keeps the best price that it has seen.

use serde::{Deserialize, Serialize};

use super::execution::Execution;
use super::group::Group;
use super::stop::{check_stop, check_stop_limit, end_of};
use super::{
    Arrival, BestPrices, Distance, InBook, Legs, Order, OrderEvent, OrderKind, OrderRef, OrderStatus, Side, Stop,
    StopLoss, TimeInForce, Trail, match_book,
};
use crate::decimal::{Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, Priority};
use crate::positions::Position;
use crate::products::{Accrued, Directions, Terms};
use crate::time::UnixMillis;

/// A customer's change of an open order. What it asks for are totals and no differences: it is decided on the order as
/// it is then, whatever was filled meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amend {
    pub order: OrderRef,
    /// The order's side, which never changes.
    pub side: Side,
    /// The new limit; `None` leaves it as it is.
    pub price: Option<Price>,
    /// The new stop of an order that waits for one; `None` leaves it as it is.
    #[serde(default)]
    pub stop: Option<Price>,
    /// True for a trailing stop: its best prices are needed. The type of an order never changes.
    #[serde(default)]
    pub trails: bool,
    /// The new distance of a trailing stop that waits; `None` leaves it as it is.
    #[serde(default)]
    pub trail: Option<Distance>,
    /// The new total quantity, what is filled included; `None` leaves it as it is.
    pub quantity: Option<Quantity>,
    /// The new time in force; `None` leaves it as it is.
    #[serde(default)]
    pub time_in_force: Option<TimeInForce>,
    /// The end of the day until which it is to be in force, where its customer names one.
    #[serde(default)]
    pub ends_at: Option<UnixMillis>,
    /// The order's place in time when it loses the one that it has.
    pub priority: Priority,
    /// The version of the fee table in force now. An order of another one does not grow: who wants more places an order.
    pub fee_version: String,
    /// The rules in force now, but the fees that the order was accepted with: all of it is charged by one table.
    pub terms: Terms,
}

impl Action for Amend {
    type Done = Order;

    const NAME: &'static str = "amend";

    fn actor(&self) -> Actor {
        Actor::Customer(self.order.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.order.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.order.needs(needs);
        self.terms.rules.trade_needs(self.order.position(), Directions::Both, needs);
        if self.trails {
            needs.ask::<BestPrices>((self.order.instrument, self.side));
        }
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Order, Refusal> {
        let accrued = self.terms.rules.accrue(self.order.position(), Directions::Both, facts, stamp)?;
        facts.stored(amend(self, accrued, facts, stamp)?)
    }
}

impl InBook for Amend {
    fn terms(&self) -> Option<&Terms> {
        Some(&self.terms)
    }

    fn terms_mut(&mut self) -> Option<&mut Terms> {
        Some(&mut self.terms)
    }

    fn arrival(&self) -> Option<Arrival> {
        let Self { order, side, price: limit, stop, trails, priority, .. } = *self;
        Some(Arrival { order, side, limit, stop, trails, priority })
    }

    fn changed_order(&self) -> Option<OrderRef> {
        Some(self.order)
    }
}

fn amend(command: &Amend, accrued: Accrued, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
    let before = facts.get::<Order>(&command.order.id)?.ok_or(Refusal::OrderUnknown)?;
    if before.at.account != command.order.account {
        return Err(Refusal::OrderUnknown);
    }
    if command.terms.hours.is_split(stamp.now) {
        return Err(Refusal::InstrumentHalted);
    }
    let best =
        if before.trail.is_some() { facts.get::<BestPrices>(&(before.at.instrument, before.side))? } else { None };
    let held = *facts.get::<Position>(&before.at.position())?.ok_or(Refusal::PositionUnknown)?;
    let order = amended(command, before, best, &held, stamp.now)?;
    if order.opens() && held.called_at().is_some() {
        return Err(Refusal::MarginCalled);
    }
    let mut group = Group::besides(&before.at, facts)?;
    group.check_sides(&order)?;
    if order.status == OrderStatus::Pending {
        return pending(order, stamp);
    }
    let position = closing(before, &order, held)?;
    let closes = !order.opens() && position.available().is_zero();
    let rules = &command.terms.rules;
    if !order.opens() && order.quantity != before.quantity {
        rules.check_left(position.available(), order.limit)?;
    }
    let price =
        order.stop.filter(|_| order.kind.has_stop() && !order.kind.has_limit()).map_or(order.limit, |stop| stop.price);
    rules.check_value(order.remaining(), price, order.limit, closes)?;
    let mut changes = Changes::default();
    if order.at.leg().is_some() && order.quantity != before.quantity {
        group.follow(before.quantity, order.quantity, stamp, &mut changes)?;
    }
    let mut execution =
        Execution { changes, ..Execution::on(&command.terms, order, position, accrued, facts, stamp.now)? };
    if let Some(tick) = command.terms.tradable_tick(stamp.now).filter(|_| !execution.order.waits()) {
        let matches = match_book(tick, &execution.order.wanted(rules.lot), facts.liquidity());
        execution.fill(tick, &matches, stamp)?;
    }
    execution.settle_group(before, group, stamp)?;
    if execution.position == held { execution.finish_order(stamp) } else { execution.finish(stamp) }
}

/// A leg with new prices whose entry has not been filled: it closes nothing yet.
fn pending(order: Order, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
    let order = Order { updated_at: stamp.now, ..order };
    let mut changes = Changes::default();
    changes.put(order.clone());
    Ok((changes, order))
}

/// The order with its new price, quantity and place in time, before it takes anything.
fn amended(
    command: &Amend,
    before: &Order,
    best: Option<&BestPrices>,
    position: &Position,
    now: UnixMillis,
) -> Result<Order, Refusal> {
    let status = before.status.after(OrderEvent::Amend)?;
    if before.is_over(now) {
        return Err(Refusal::OrderNotOpen);
    }
    if before.kind == OrderKind::Market || command.price.is_some() && !before.kind.has_limit() {
        return Err(Refusal::NotALimitOrder);
    }
    if command.stop.is_some() && !before.waits() {
        return Err(if before.stop.is_some() { Refusal::NotWaiting } else { Refusal::NotAStopOrder });
    }
    if command.stop.is_some() && before.trail.is_some() || command.trail.is_some() && before.trail.is_none() {
        return Err(Refusal::TrailInvalid);
    }
    if command.trail.is_some() && !before.waits() {
        return Err(Refusal::NotWaiting);
    }
    let Amend { price, stop, trail, quantity, time_in_force, .. } = command;
    if price.is_none()
        && stop.is_none()
        && trail.is_none()
        && quantity.is_none()
        && time_in_force.is_none()
        && command.ends_at.is_none()
    {
        return Err(Refusal::NothingToChange);
    }
    if before.at.leg().is_some() && (time_in_force.is_some() || command.ends_at.is_some()) {
        return Err(Refusal::TimeInForceInvalid);
    }
    // A pending leg closes as much as its entry opens.
    if before.status == OrderStatus::Pending && quantity.is_some() {
        return Err(Refusal::QuantityInvalid);
    }
    let quantity = quantity.map_or(Ok(before.quantity), |total| checked(total, before))?;
    let mut order = Order { status, quantity, ..before.clone() };
    order.limit = price.unwrap_or(before.limit);
    if let Some((price, stop)) = stop.zip(before.stop) {
        order.stop = Some(Stop { price, ..stop });
    }
    if let Some((distance, trail)) = trail.zip(before.trail) {
        order.trail = Some(Trail { distance: distance.checked()?, ..trail });
    }
    // A day that is named means an order until that day.
    if let Some(time) = time_in_force.or(command.ends_at.map(|_| TimeInForce::GoodTillDate)) {
        order.time_in_force = time;
        order.expires_at = end_of(time, command.ends_at, &command.terms, now)?;
        if time.ends_at_once().is_some() || !order.kind.takes(time) {
            return Err(Refusal::TimeInForceInvalid);
        }
        if order.extended && !order.kind.takes_extended(time) {
            return Err(Refusal::ExtendedHoursInvalid);
        }
    }
    // An order for a fraction does not become one for longer. Another change leaves the quantity that was taken before.
    let step = |order: &Order| command.terms.rules.step(order.may_be_fraction());
    let is_of_other_steps = quantity != before.quantity || step(&order) != step(before);
    if is_of_other_steps && !closes_all(&order, position) && !quantity.is_multiple_of(step(&order)) {
        return Err(Refusal::LotSize);
    }
    let end = |order: &Order| (order.time_in_force, order.expires_at);
    let is_elsewhere = (order.limit, order.stop, order.trail) != (before.limit, before.stop, before.trail);
    if !is_elsewhere && quantity == before.quantity && end(&order) == end(before) {
        return Err(Refusal::OrderUnchanged);
    }
    if quantity > before.quantity && command.fee_version != before.fee_version {
        return Err(Refusal::FeesChanged);
    }
    if is_elsewhere || quantity > before.quantity {
        check_prices(command, &mut order, best)?;
    }
    if is_elsewhere || quantity > before.quantity || end(&order) != end(before) {
        order.priority = command.priority;
    }
    Ok(order)
}

/// Holds the new prices of an order to the rules of the day; a stop without a limit gets the collar around its new price.
fn check_prices(command: &Amend, order: &mut Order, best: Option<&BestPrices>) -> Result<(), Refusal> {
    let Some(before) = order.stop.filter(|_| order.waits()) else {
        return match order.at.leg() {
            // A profit may be taken far from the market.
            Some(_) => Legs { take_profit: Some(order.limit), stop_loss: None }.check_steps(&command.terms.rules),
            None if order.kind.has_limit() => command.terms.check_limit(order.limit),
            None => Ok(()),
        };
    };
    let price = match order.trail.zip(best).filter(|(_, best)| best.is_known()) {
        // A distance that leaves no price behind the best one is none.
        Some((trail, best)) => best.stop(trail, &command.terms.rules.tick_sizes).ok_or(Refusal::TrailInvalid)?,
        None => before.price,
    };
    let stop = Stop { price, ..before };
    order.stop = Some(stop);
    if order.status == OrderStatus::Pending {
        let limit = order.limit_price();
        let legs = Legs { take_profit: None, stop_loss: Some(StopLoss { stop: stop.price, limit }) };
        legs.check_steps(&command.terms.rules)?;
    } else {
        check_stop(&command.terms, order.side, stop.price)?;
    }
    if order.kind == OrderKind::StopLimit {
        return check_stop_limit(&command.terms, stop.price, order.limit);
    }
    order.limit = command.terms.rules.collar(stop.price, order.side == Side::Buy);
    Ok(())
}

/// The new total: positive, and more than is filled. To end the rest is to cancel.
fn checked(total: Quantity, before: &Order) -> Result<Quantity, Refusal> {
    if !total.is_positive() {
        Err(Refusal::QuantityInvalid)
    } else if total <= before.filled {
        Err(Refusal::QuantityFilled)
    } else {
        Ok(total)
    }
}

/// True for an order that closes all of its position, whatever its lots, as it would be placed.
fn closes_all(order: &Order, position: &Position) -> bool {
    !order.opens() && order.remaining() == position.quantity
}

/// The position that holds what the order still closes.
fn closing(before: &Order, after: &Order, held: Position) -> Result<Position, Refusal> {
    if after.opens() || after.remaining() == before.remaining() {
        return Ok(held);
    }
    let others = held.held.saturating_sub(before.remaining());
    if held.quantity.saturating_sub(others) < after.remaining() {
        return Err(Refusal::InsufficientPosition);
    }
    let mine = others.checked_add(after.remaining()).ok_or(Refusal::OutOfRange)?;
    Ok(Position { held: mine, ..held })
}
