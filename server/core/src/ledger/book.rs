//! The books of the ledger: a customer's wallets, and the house's own accounts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::money::Currency;

/// A customer's wallet. `Balance` is the funding account; the others are trading accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Wallet {
    Balance,
    Stock,
    HkStock,
    Future,
    Forex,
    Cryptocurrency,
    Subscription,
    Follow,
    FollowFutures,
}

impl Wallet {
    /// In the order in which a customer sees them.
    pub const ALL: [Wallet; 9] = [
        Wallet::Balance,
        Wallet::Stock,
        Wallet::HkStock,
        Wallet::Future,
        Wallet::Forex,
        Wallet::Cryptocurrency,
        Wallet::Subscription,
        Wallet::Follow,
        Wallet::FollowFutures,
    ];

    /// The name on the wire and in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Wallet::Balance => "BALANCE",
            Wallet::Stock => "STOCK",
            Wallet::HkStock => "HK_STOCK",
            Wallet::Future => "FUTURE",
            Wallet::Forex => "FOREX",
            Wallet::Cryptocurrency => "CRYPTOCURRENCY",
            Wallet::Subscription => "SUBSCRIPTION",
            Wallet::Follow => "FOLLOW",
            Wallet::FollowFutures => "FOLLOW_FUTURES",
        }
    }

    /// The one currency of the wallet.
    pub const fn currency(self) -> Currency {
        match self {
            Wallet::HkStock => Currency::Hkd,
            Wallet::Cryptocurrency => Currency::Usdt,
            Wallet::Balance
            | Wallet::Stock
            | Wallet::Future
            | Wallet::Forex
            | Wallet::Subscription
            | Wallet::Follow
            | Wallet::FollowFutures => Currency::Usd,
        }
    }
}

/// The house's accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum House {
    /// Money in and out of the venue: deposits and withdrawals.
    Bank,
    /// The other side of every trade.
    Counterparty,
    /// The other side of every conversion between currencies.
    Exchange,
    /// Fees collected.
    Fees,
    /// Money whose owner is not yet known.
    Suspense,
    /// The other side of the costs and the income of positions held overnight.
    Financing,
    /// The other side of dividends.
    Dividends,
    /// Losses beyond the margins of their positions.
    Protection,
}

impl House {
    pub const fn code(self) -> &'static str {
        match self {
            House::Bank => "house:bank",
            House::Counterparty => "house:counterparty",
            House::Exchange => "house:exchange",
            House::Fees => "house:fees",
            House::Suspense => "house:suspense",
            House::Financing => "house:financing",
            House::Dividends => "house:dividends",
            House::Protection => "house:protection",
        }
    }
}

/// Any book that a posting can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Book {
    Wallet(Wallet),
    House(House),
}

impl Book {
    pub const fn code(self) -> &'static str {
        match self {
            Book::Wallet(wallet) => wallet.code(),
            Book::House(house) => house.code(),
        }
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("unknown wallet")]
pub struct UnknownBook;

impl FromStr for Wallet {
    type Err = UnknownBook;

    fn from_str(code: &str) -> Result<Self, UnknownBook> {
        Self::ALL.into_iter().find(|wallet| wallet.code() == code).ok_or(UnknownBook)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wallet_is_written_down_as_its_code() {
        for wallet in Wallet::ALL {
            assert_eq!(serde_json::to_value(wallet).unwrap(), wallet.code());
        }
    }
}
