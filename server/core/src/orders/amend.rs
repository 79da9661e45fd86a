//! An open order is changed: its limit, its total quantity, or both.
//!
//! As at CME, Eurex, Nasdaq and Cboe only a smaller quantity at the same price keeps the order's time. Anything else is
//! as if the order were placed anew: it is held to the rules of the day and takes its place behind all at its price.

use serde::{Deserialize, Serialize};

use super::fill::Execution;
use super::{Arrival, InBook, Order, OrderEvent, OrderKind, OrderRef, Side, match_book};
use crate::decimal::{Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, Priority};
use crate::positions::Position;
use crate::products::Terms;
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
    /// The new total quantity, what is filled included; `None` leaves it as it is.
    pub quantity: Option<Quantity>,
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
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Order, Refusal> {
        facts.applied(amend(self, facts, stamp)?)
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
        Some(Arrival { order: self.order, side: self.side, limit: self.price, priority: self.priority })
    }

    fn changed_order(&self) -> Option<OrderRef> {
        Some(self.order)
    }
}

fn amend(command: &Amend, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
    let before = facts.get::<Order>(&command.order.id)?.ok_or(Refusal::OrderUnknown)?;
    if before.at.account != command.order.account {
        return Err(Refusal::OrderUnknown);
    }
    if command.terms.hours.is_split(stamp.now) {
        return Err(Refusal::InstrumentHalted);
    }
    let order = amended(command, before, stamp.now)?;
    let held = *facts.get::<Position>(&order.at.position())?.ok_or(Refusal::PositionUnknown)?;
    let position = closing(before, &order, held)?;
    let closes = !order.opens() && position.available().is_zero();
    let contract = &command.terms.contract;
    contract.check_value(order.remaining(), order.limit, order.limit, closes)?;
    let mut execution = Execution::on(&command.terms, order, position);
    if let Some(tick) = command.terms.tradable_tick(stamp.now) {
        let matches = match_book(tick, &execution.order.wanted(contract.lot), facts.liquidity());
        execution.fill(tick, &matches, stamp)?;
    }
    if execution.position == held { execution.finish_order(stamp) } else { execution.finish(stamp) }
}

/// The order with its new price, quantity and place in time, before it takes anything.
fn amended(command: &Amend, before: &Order, now: UnixMillis) -> Result<Order, Refusal> {
    let status = before.status.after(OrderEvent::Amend)?;
    if before.is_over(now) {
        return Err(Refusal::OrderNotOpen);
    }
    if before.kind != OrderKind::Limit {
        return Err(Refusal::NotALimitOrder);
    }
    if command.price.is_none() && command.quantity.is_none() {
        return Err(Refusal::NothingToChange);
    }
    let limit = command.price.unwrap_or(before.limit);
    let quantity = command.quantity.map_or(Ok(before.quantity), |total| checked(total, command, before))?;
    if (limit, quantity) == (before.limit, before.quantity) {
        return Err(Refusal::OrderUnchanged);
    }
    if quantity > before.quantity && command.fee_version != before.fee_version {
        return Err(Refusal::FeesChanged);
    }
    let mut order = Order { status, limit, quantity, ..before.clone() };
    let keeps_time = limit == before.limit && quantity < before.quantity;
    if !keeps_time {
        command.terms.check_limit(limit)?;
        order.priority = command.priority;
    }
    Ok(order)
}

/// The new total: positive, a whole number of lots, and more than is filled. To end the rest is to cancel.
fn checked(total: Quantity, command: &Amend, before: &Order) -> Result<Quantity, Refusal> {
    if !total.is_positive() {
        Err(Refusal::QuantityInvalid)
    } else if !total.is_multiple_of(command.terms.contract.lot) {
        Err(Refusal::LotSize)
    } else if total <= before.filled {
        Err(Refusal::QuantityFilled)
    } else {
        Ok(total)
    }
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
