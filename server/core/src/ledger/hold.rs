//! Money set aside until it is spent (posted) or given back (voided).

use super::BalanceKey;
use crate::ids::{OrderId, PositionId, WithdrawalId};
use crate::money::Money;
use crate::time::UnixMillis;

/// The record that money is set aside for. It and its hold always carry equal amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HoldOwner {
    Order(OrderId),
    Withdrawal(WithdrawalId),
    /// The margin of a position.
    Position(PositionId),
}

impl HoldOwner {
    /// The word in the database.
    pub const fn kind(self) -> &'static str {
        match self {
            HoldOwner::Order(_) => "order",
            HoldOwner::Withdrawal(_) => "withdrawal",
            HoldOwner::Position(_) => "position",
        }
    }

    pub const fn id(self) -> i64 {
        match self {
            HoldOwner::Order(OrderId(id))
            | HoldOwner::Withdrawal(WithdrawalId(id))
            | HoldOwner::Position(PositionId(id)) => id,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldStatus {
    Pending,
    /// Spent: the order was filled, the withdrawal sent.
    Posted,
    /// Given back: the order was cancelled or expired, the withdrawal rejected or called off.
    Voided,
}

impl HoldStatus {
    pub const fn code(self) -> i64 {
        match self {
            HoldStatus::Pending => 0,
            HoldStatus::Posted => 1,
            HoldStatus::Voided => 2,
        }
    }
}

/// `amount` is the part still set aside; zero once the hold is not pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    pub owner: HoldOwner,
    pub key: BalanceKey,
    pub amount: Money,
    pub status: HoldStatus,
    pub updated_at: UnixMillis,
}
