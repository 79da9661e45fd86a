//! A customer's balance in one wallet.

use super::Wallet;
use crate::ids::AccountId;
use crate::money::Currency;

/// Names one balance. The wallet fixes the currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BalanceKey {
    pub account: AccountId,
    pub wallet: Wallet,
}

impl BalanceKey {
    pub const fn new(account: AccountId, wallet: Wallet) -> Self {
        Self { account, wallet }
    }

    pub const fn currency(self) -> Currency {
        self.wallet.currency()
    }
}

/// Minor units of the wallet's currency. `posted` is the sum of all postings; `held` the sum of the pending holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    pub posted: i64,
    pub held: i64,
    /// Counts the changes, so that a client can order the updates that it receives.
    pub version: i64,
}

impl Balance {
    /// The amount that can be spent. Never negative in a stored balance.
    pub const fn available(self) -> i64 {
        self.posted.saturating_sub(self.held)
    }
}
