//! The end of an order that is not filled: cancelled by its customer, expired, or no longer payable.

use serde::{Deserialize, Serialize};

use super::ended::ended;
use super::group::Group;
use super::{CloseReason, InBook, Order, OrderEvent, OrderRef, OrderStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::money::Money;
use crate::positions::Position;
use crate::time::UnixMillis;

/// Ends an open order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancel {
    pub order: OrderRef,
    pub reason: CloseReason,
    /// The end of an order whose time was seen to be over; the order stays if it has been amended to another one since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_at: Option<UnixMillis>,
}

impl Cancel {
    /// The end of an order for a reason that does not depend on the time.
    pub const fn new(order: OrderRef, reason: CloseReason) -> Self {
        Self { order, reason, over_at: None }
    }

    /// The end of an order whose time was over at `over_at`.
    pub const fn expired(order: OrderRef, over_at: UnixMillis) -> Self {
        Self { order, reason: CloseReason::Expired, over_at: Some(over_at) }
    }
}

impl Action for Cancel {
    type Done = Order;

    const NAME: &'static str = "cancel";

    fn actor(&self) -> Actor {
        match self.reason {
            CloseReason::Customer => Actor::Customer(self.order.account),
            CloseReason::Expired
            | CloseReason::InsufficientFunds
            | CloseReason::Liquidated
            | CloseReason::StopLoss
            | CloseReason::TakeProfit
            | CloseReason::ImmediateOrCancel
            | CloseReason::FillOrKill
            | CloseReason::Split
            | CloseReason::PositionClosed
            | CloseReason::Replaced
            | CloseReason::ContractEnded
            | CloseReason::MarginCalled
            | CloseReason::PaidForGap => Actor::House,
        }
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.order.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.order.needs(needs);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Order, Refusal> {
        facts.stored(cancel(self, facts, stamp)?)
    }
}

impl InBook for Cancel {
    fn changed_order(&self) -> Option<OrderRef> {
        Some(self.order)
    }
}

/// Gives back what the order held.
pub(super) fn cancel(command: &Cancel, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Order), Refusal> {
    let mut order = facts.get::<Order>(&command.order.id)?.cloned().ok_or(Refusal::OrderUnknown)?;
    if order.at.account != command.order.account {
        return Err(Refusal::OrderUnknown);
    }
    // It was amended since its time was seen to be over. Logs of earlier releases do not say which end was seen.
    let has_another_end = command.over_at.is_some_and(|over_at| order.expires_at != Some(over_at));
    if command.reason == CloseReason::Expired && (order.expires_at.is_none() || has_another_end) {
        return Err(Refusal::OrderUnchanged);
    }
    let event = if command.reason == CloseReason::Expired { OrderEvent::Expire } else { OrderEvent::Cancel };
    let was_pending = order.status == OrderStatus::Pending;
    order.status = order.status.after(event)?;
    order.reason = Some(command.reason);
    order.updated_at = stamp.now;
    let mut changes = Changes::default();
    let mut group = Group::besides(&order.at, facts)?;
    if order.opens() {
        order.hold = Money::zero(order.hold.currency);
        group.end_pending(command.reason, stamp, &mut changes)?;
    } else if !was_pending && group.quantity().is_zero() {
        let mut position = *facts.get::<Position>(&order.at.position())?.ok_or(Refusal::PositionUnknown)?;
        // Its time stays: what is owned is what it was, and over a split the time tells of which shares it is.
        position.release(order.remaining());
        changes.put(position);
    }
    changes.put(order.clone());
    if command.reason != CloseReason::Customer {
        changes.put(ended(&order, command.reason, stamp));
    }
    Ok((changes, order))
}
