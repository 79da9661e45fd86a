//! Destinations of a customer's money: bank accounts, cards, and addresses on chains. Mistakes are refused here,
//! because money that was sent to a wrong number rarely comes back, and to a wrong address never.

mod bank;
mod bank_numbers;
mod chain;
mod chain_address;
mod destination;
mod destination_error;
mod sensitive;
mod wallet;

pub use bank::{
    ADDRESS_LENGTH_MAX, BankAccount, BankNumber, Branch, NAME_LENGTH_MAX, PLACE_LENGTH_MAX, POSTAL_CODE_LENGTH_MAX,
};
pub use bank_numbers::{aba_routing_number, swift_code};
pub use chain::{COINS, Chain, Coin};
pub use chain_address::{bitcoin as bitcoin_address, ethereum as ethereum_address};
pub use destination::Destination;
pub use destination_error::DestinationError;
pub use sensitive::Sensitive;
pub use wallet::WalletAddress;
