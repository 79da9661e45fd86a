//! The instruments that a customer watches: one file a call.

pub mod delete;
pub mod groups;
pub mod list;
pub mod reorder;
pub mod save;
pub mod store;
mod watchlists;

pub use watchlists::Watchlists;
