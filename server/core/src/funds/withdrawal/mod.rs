//! Withdrawals: requested by the customer, reviewed, sent out of the funding account, and settled. What is asked for is
//! set aside until then, and the fee comes out of it: nothing here ever asks a customer to pay in.

mod cancel;
mod guards;
mod record;
mod request;
mod review;
mod send;
mod settle;

pub use cancel::CancelWithdrawal;
pub use guards::{Obstacle, Standing, StandingKey, WithdrawalPolicy};
pub use record::{MAX_OPEN_WITHDRAWALS, RETURNED, Withdrawal, WithdrawalFailure, WithdrawalStatus};
pub use request::RequestWithdrawal;
pub use review::ReviewWithdrawal;
pub use send::{ReturnWithdrawal, SendWithdrawal};
pub use settle::SettleWithdrawal;
