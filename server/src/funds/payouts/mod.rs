//! Payouts of approved withdrawals. The books move first: a withdrawal is sent by one commit that takes its money and
//! writes its payout, and only payouts leave the house. `simulated` is paper mode's way, which sends nothing; `file`
//! writes files of payouts, which people take to the bank; `elsewhere` leaves them to another server. Payments that
//! people make by hand use none of these.

mod batch;
mod config;
mod elsewhere;
mod file;
mod folder;
mod pain001;
mod plain_text;
mod render;
mod sheet;
mod simulated;
pub mod store;
mod way;

#[cfg(test)]
mod tests;

pub use batch::Batch;
pub use config::{PayoutSettings, SettingsError};
pub use file::copy;
pub use way::{PayoutError, Payouts};
