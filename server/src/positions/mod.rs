//! What customers own: one file a call.

pub mod affordable;
pub mod close;
mod event;
mod financing_store;
pub mod find;
pub mod list;
pub mod list_closed;
mod position_row;
pub mod queries;
pub mod store;

pub use event::PositionEvent;
pub use position_row::PositionRow;
