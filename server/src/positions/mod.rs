//! What customers own.

mod event;
pub mod store;

pub use event::PositionEvent;
