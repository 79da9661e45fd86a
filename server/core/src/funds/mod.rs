//! Deposits, withdrawals, transfers between a customer's wallets, where money can be sent, and what an account is worth.

mod cancel_deposit;
pub mod chains;
mod deposit;
mod equity;
pub mod payout;
mod rate;
mod transfer;
mod withdrawal;

pub use cancel_deposit::CancelDeposit;
pub use deposit::{
    Deposit, DepositChannel, DepositFailure, DepositStatus, MAX_PENDING_DEPOSITS, RequestDeposit, ReviewDeposit,
};
pub use equity::{Equity, Holding, REPORTING, Worth};
pub use rate::{RATE_ONE, Rate, format_hundredths, format_rate, parse_hundredths, parse_rate};
pub use transfer::{Transfer, TransferFunds};
pub use withdrawal::{
    CancelWithdrawal, MAX_OPEN_WITHDRAWALS, Obstacle, Payout, RequestWithdrawal, ReturnReason, ReturnWithdrawal,
    ReviewWithdrawal, SendWithdrawal, Sending, SettleWithdrawal, Standing, StandingKey, Withdrawal, WithdrawalFailure,
    WithdrawalPolicy, WithdrawalStatus,
};
