//! Where a customer's money can be sent: bank accounts, cards, and addresses on chains. What is written wrong is refused
//! here, because money that was sent to a wrong number rarely comes back, and to a wrong address never.

mod bank;
mod bank_numbers;
mod chain;
mod chain_address;
mod sensitive;
mod wallet;

use thiserror::Error;

pub use bank::{
    ADDRESS_LENGTH_MAX, BankAccount, BankNumber, Branch, NAME_LENGTH_MAX, PLACE_LENGTH_MAX, POSTAL_CODE_LENGTH_MAX,
};
pub use bank_numbers::{aba_routing_number, swift_code};
pub use chain::{COINS, Chain, Coin};
pub use sensitive::Sensitive;
pub use wallet::WalletAddress;

/// Where money is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
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

    /// What tells it from other destinations, whoever wrote it however: the same account has the same text, whatever
    /// name or address stands beside it. It holds the whole number.
    pub fn identity(&self) -> String {
        match self {
            Self::Bank(account) => account.identity(),
            Self::Wallet(wallet) => wallet.identity(),
        }
    }
}

/// What is wrong with a destination.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DestinationError {
    #[error("no IBAN: the country's form or the check digits do not fit")]
    Iban,
    #[error("no account number")]
    AccountNumber,
    #[error("no card number: its length or its check digit does not fit")]
    CardNumber,
    #[error("no BIC: its form or its country does not fit")]
    SwiftCode,
    #[error("no ABA routing number: its range or its check digit does not fit")]
    AbaRoutingNumber,
    #[error("a bank's own account number is known with the bank only")]
    RoutingMissing,
    #[error("nothing is paid in this currency to a wallet")]
    Currency,
    #[error("the currency does not exist on this chain")]
    Chain,
    #[error("no address of this chain")]
    Address,
}

impl DestinationError {
    /// The stable word, which clients translate.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Iban => "iban_invalid",
            Self::AccountNumber => "account_number_invalid",
            Self::CardNumber => "card_number_invalid",
            Self::SwiftCode => "swift_code_invalid",
            Self::AbaRoutingNumber => "aba_routing_number_invalid",
            Self::RoutingMissing => "routing_required",
            Self::Currency => "currency_unsupported",
            Self::Chain => "chain_unsupported",
            Self::Address => "address_invalid",
        }
    }
}
