//! Wallets, deposits and transfers.

pub mod records;
mod replies;

pub use replies::{DepositMessage, DepositReply, TransferReply};
