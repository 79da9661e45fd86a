//! Deposits, withdrawals, transfers between a customer's wallets, firm quotes, payout destinations, and account equity.

mod cancel_deposit;
pub mod chains;
mod deposit;
mod equity;
mod exchange_price;
mod firm_quote;
pub mod payout;
mod rate;
mod transfer;
mod withdrawal;

pub use cancel_deposit::CancelDeposit;
pub use deposit::{
    Converted, Deposit, DepositChannel, DepositFailure, DepositStatus, MAX_PENDING_DEPOSITS, RequestDeposit,
    ReviewDeposit,
};
pub use equity::{Equity, Holding, REPORTING, Worth};
pub use exchange_price::{ExchangePrice, TickName};
pub use firm_quote::{FIRM_MILLIS, FirmQuote, QuoteTransfer};
pub use rate::{RATE_ONE, Rate, format_hundredths, format_rate, parse_hundredths, parse_rate};
pub use transfer::{Transfer, TransferFunds};
pub use withdrawal::{
    CancelWithdrawal, MAX_OPEN_WITHDRAWALS, Obstacle, Payout, RequestWithdrawal, ReturnReason, ReturnWithdrawal,
    ReviewWithdrawal, SendWithdrawal, Sending, SettleWithdrawal, Standing, StandingKey, Withdrawal, WithdrawalFailure,
    WithdrawalPolicy, WithdrawalStatus,
};
