//! Withdrawals: one file a call. `rules` has the dated fees and minimums, `policy` the operator's settings, `standing`
//! the facts for the guards, `lines` the usable amount, `store` the table.

pub mod apply;
pub mod cancel;
pub mod detail;
mod lines;
pub mod list;
pub mod policy;
pub mod rules;
mod sent_currencies;
pub mod standing;
pub mod store;
pub mod times;
pub mod timing;
pub mod usable;

pub use apply::WithdrawalReply;
