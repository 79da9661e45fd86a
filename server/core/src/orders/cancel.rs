//! The end of an order that is not filled: cancelled by its customer, expired, or no longer payable.

use super::{Order, OrderEvent, OrderRef, Side};
use crate::command::{Changes, Facts, Refusal, Stamp};
use crate::ledger::{Hold, HoldStatus};
use crate::money::Money;

/// Why an order ended. The code is the `reason` on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseReason {
    Customer,
    Expired,
    /// Its fees could not be paid when it met a quote.
    InsufficientFunds,
}

impl CloseReason {
    pub const ALL: [CloseReason; 3] = [Self::Customer, Self::Expired, Self::InsufficientFunds];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Customer => "cancelled_by_customer",
            Self::Expired => "expired",
            Self::InsufficientFunds => "insufficient_funds",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.code() == code)
    }
}

/// Ends an open order.
#[derive(Clone, Copy, Debug)]
pub struct Cancel {
    pub order: OrderRef,
    pub reason: CloseReason,
}

/// Gives back the money or the shares that the order held.
pub fn cancel(command: &Cancel, facts: &Facts, stamp: &Stamp) -> Result<(Changes, Order), Refusal> {
    let mut order = facts.order(command.order.id)?.cloned().ok_or(Refusal::OrderUnknown)?;
    if order.at.account != command.order.account {
        return Err(Refusal::OrderUnknown);
    }
    let event = if command.reason == CloseReason::Expired { OrderEvent::Expire } else { OrderEvent::Cancel };
    order.status = order.status.after(event)?;
    order.reason = Some(command.reason);
    order.updated_at = stamp.now;
    let mut changes = Changes::default();
    match order.side {
        Side::Buy => {
            order.hold = Money::zero(order.hold.currency);
            changes.holds.push(Hold {
                id: order.at.id.0,
                key: order.at.balance(),
                amount: order.hold,
                status: HoldStatus::Voided,
                updated_at: stamp.now,
            });
        }
        Side::Sell => {
            let mut position = *facts.position(&order.at.position())?.ok_or(Refusal::PositionUnknown)?;
            position.held = position.held.saturating_sub(order.remaining());
            position.updated_at = stamp.now;
            changes.positions.push(position);
        }
    }
    changes.orders.push(order.clone());
    Ok((changes, order))
}
