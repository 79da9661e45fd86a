//! Orders and their fills: one file a call. `pricing` says what an order is decided with, `matcher` fills what rests,
//! `store` and `fills_store` are the write path's, `queries` reads.

pub mod amend;
mod best_prices;
pub mod cancel;
mod client_order_ids;
mod cost_reply;
pub mod detail;
mod draft;
pub mod fee_schedule;
mod fill_row;
pub mod fills_store;
pub mod forex;
pub mod history;
pub mod history_csv;
mod history_queries;
mod legs;
pub mod list_fills;
pub mod list_working;
pub mod matcher;
mod order_reply;
mod order_request;
mod order_row;
mod place;
pub mod preview;
pub mod pricing;
pub mod queries;
pub mod receipt;
mod rule_sets;
pub mod rules;
pub mod store;
pub mod tickets;

#[cfg(test)]
mod migration_tests;

pub use cost_reply::CostReply;
pub use draft::OrderDraft;
pub use fill_row::{FillRow, money, multiplier, value};
pub use legs::{LegReply, StopLossRequest, TakeProfitRequest, group_of, legs, price as leg_price};
pub use matcher::Matcher;
pub use order_reply::OrderReply;
pub use order_request::{OrderRequest, distance, leverage, present};
pub use order_row::OrderRow;
pub use pricing::Pricing;
pub use rule_sets::RuleSets;
