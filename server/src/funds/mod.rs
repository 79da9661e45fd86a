//! Wallets, deposits (also on `chains`), withdrawals, their `payouts`, transfers and saved accounts (`cards`): one file
//! a call. `queries` reads for them, `rates` and `channels` have the dated rules, and `autopilot` is the reviewer of
//! paper mode.

pub mod autopilot;
pub mod bill;
pub mod cards;
mod cashier;
pub mod chains;
pub mod channels;
pub mod payouts;
mod queries;
pub mod rates;
pub mod recharge_cancel;
pub mod recharge_create;
pub mod recharge_currencies;
pub mod recharge_list;
mod recharge_reply;
pub mod transfer;
pub mod transfer_cancel;
pub mod transfer_list;
pub mod transfer_quote;
pub mod wallet_balance;
pub mod wallet_balances;
mod wallet_name;
mod wallet_reply;
pub mod withdrawal;

pub use cashier::Cashier;
pub use queries::{deposits, pending_deposits};
pub use recharge_reply::DepositReply;
pub use transfer::TransferReply;
pub use withdrawal::WithdrawalReply;
