//! Withdrawals: one file a call. `rules` has the dated fees and minimums, `store` the table.

pub mod apply;
pub mod cancel;
pub mod detail;
pub mod list;
pub mod rules;
pub mod store;
pub mod times;
pub mod timing;
pub mod usable;

pub use apply::WithdrawalReply;
