//! Deposits, transfers between a customer's wallets, and what an account is worth.

mod deposit;
mod equity;
mod rate;
mod transfer;

pub use deposit::{
    Deposit, DepositChannel, DepositFailure, DepositStatus, MAX_PENDING_DEPOSITS, RequestDeposit, ReviewDeposit,
    request_deposit, review_deposit,
};
pub use equity::{Equity, Holding, REPORTING, Worth};
pub use rate::{RATE_ONE, Rate, format_rate, parse_rate};
pub use transfer::{Transfer, TransferFunds, transfer};
