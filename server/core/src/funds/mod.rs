//! Deposits, and transfers between a customer's wallets.

mod deposit;
mod transfer;

pub use deposit::{
    Deposit, DepositChannel, DepositStatus, RequestDeposit, ReviewDeposit, request_deposit, review_deposit,
};
pub use transfer::{RATE_ONE, Rate, Transfer, TransferFunds, transfer};
