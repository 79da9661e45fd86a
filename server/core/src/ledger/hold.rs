//! Money set aside until it is spent (posted) or given back (voided).

use super::BalanceKey;
use crate::ids::OrderId;
use crate::money::Money;
use crate::time::UnixMillis;

/// What money is set aside for. An owner and its hold always carry the same amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HoldOwner {
    Order(OrderId),
}

impl HoldOwner {
    /// The word in the database.
    pub const fn kind(self) -> &'static str {
        match self {
            HoldOwner::Order(_) => "order",
        }
    }

    pub const fn id(self) -> i64 {
        match self {
            HoldOwner::Order(OrderId(id)) => id,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldStatus {
    Pending,
    /// Spent: the order was filled.
    Posted,
    /// Given back: the order was cancelled or expired.
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

/// `amount` is what is still set aside; zero once it is not pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    pub owner: HoldOwner,
    pub key: BalanceKey,
    pub amount: Money,
    pub status: HoldStatus,
    pub updated_at: UnixMillis,
}
