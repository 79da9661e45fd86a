//! Money set aside for an order until it is spent (posted) or given back (voided).

use super::BalanceKey;
use crate::money::Money;
use crate::time::UnixMillis;

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

/// A hold has the id of what it is held for. `amount` is what is still set aside; zero once it is not pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    pub id: i64,
    pub key: BalanceKey,
    pub amount: Money,
    pub status: HoldStatus,
    pub updated_at: UnixMillis,
}
