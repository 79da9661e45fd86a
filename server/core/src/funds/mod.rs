//! Deposits, transfers between a customer's wallets, where money can be sent, and what an account is worth.

mod deposit;
mod equity;
pub mod payout;
mod rate;
mod transfer;

pub use deposit::{
    Deposit, DepositChannel, DepositFailure, DepositStatus, MAX_PENDING_DEPOSITS, RequestDeposit, ReviewDeposit,
};
pub use equity::{Equity, Holding, REPORTING, Worth};
pub use rate::{RATE_ONE, Rate, format_rate, parse_rate};
pub use transfer::{Transfer, TransferFunds};
