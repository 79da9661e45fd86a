//! Wallets, deposits and transfers: one file a call. `rates` and `channels` have the dated rules.

pub mod channels;
pub mod rates;
pub mod records;
mod replies;

pub use replies::{DepositMessage, DepositReply, TransferReply};
