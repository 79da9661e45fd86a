//! Services that have to be applied for: one file a call, and the table.

pub mod apply;
mod reply;
pub mod store;

pub use reply::ServiceReply;
