//! Orders and their fills.

pub mod fee_schedule;
pub mod fills_store;
mod order_reply;
mod order_row;
pub mod store;

pub use order_reply::OrderReply;
pub use order_row::OrderRow;
