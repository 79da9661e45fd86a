use serde::{Deserialize, Serialize};

use super::{BankAccount, Sensitive, WalletAddress};

/// Where money is sent. Written down it holds the whole number, because whoever reads it sends money there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Destination {
    Bank(BankAccount),
    Wallet(WalletAddress),
}

impl Destination {
    /// The number or the address that the money goes to.
    pub const fn number(&self) -> &Sensitive {
        match self {
            Self::Bank(account) => account.number.number(),
            Self::Wallet(wallet) => &wallet.address,
        }
    }

    /// Whether money of `currency` can be sent there: banks take any, a wallet takes its own.
    pub fn takes(&self, currency: &str) -> bool {
        match self {
            Self::Bank(_) => true,
            Self::Wallet(wallet) => wallet.currency == currency,
        }
    }

    /// What tells it from other destinations, whoever wrote it however: the same account has the same text, whatever
    /// name or address stands beside it. It holds the whole number.
    pub fn identity(&self) -> String {
        match self {
            Self::Bank(account) => account.identity(),
            Self::Wallet(wallet) => wallet.identity(),
        }
    }
}
