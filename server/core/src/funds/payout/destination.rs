use serde::{Deserialize, Serialize};

use super::{BankAccount, Sensitive, WalletAddress};

/// The destination of money. Its serialised form has the whole number, because the reader sends money there.
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

    /// True if money of `currency` can be sent there: banks accept any currency, a wallet its own.
    pub fn takes(&self, currency: &str) -> bool {
        match self {
            Self::Bank(_) => true,
            Self::Wallet(wallet) => wallet.currency == currency,
        }
    }

    /// Identifies the destination, however it was written: one account always has one text, whatever name or address
    /// stands beside it. The text holds the whole number.
    pub fn identity(&self) -> String {
        match self {
            Self::Bank(account) => account.identity(),
            Self::Wallet(wallet) => wallet.identity(),
        }
    }
}
