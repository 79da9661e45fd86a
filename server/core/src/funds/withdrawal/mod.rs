//! Withdrawals: requested by the customer, reviewed, sent out of the funding account, and settled or returned. The
//! amount is set aside until it is sent, and the fee comes out of it: nothing here ever asks a customer to pay in.

mod cancel;
mod guards;
mod payout;
mod record;
mod request;
mod return_reason;
mod review;
mod send;
mod sending;
mod settle;

pub use cancel::CancelWithdrawal;
pub use guards::{Obstacle, Standing, StandingKey, WithdrawalPolicy};
pub use payout::Payout;
pub use record::{MAX_OPEN_WITHDRAWALS, Withdrawal, WithdrawalFailure, WithdrawalStatus};
pub use request::RequestWithdrawal;
pub use return_reason::ReturnReason;
pub use review::ReviewWithdrawal;
pub use send::{ReturnWithdrawal, SendWithdrawal};
pub use sending::Sending;
pub use settle::SettleWithdrawal;
