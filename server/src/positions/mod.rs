//! What customers own: one file a call.

pub mod add_margin;
pub mod affordable;
pub mod close;
pub mod close_preview;
pub mod corporate;
mod event;
pub mod financer;
mod financing_store;
pub mod find;
pub mod list;
pub mod list_closed;
pub mod list_forex;
pub mod margin_preview;
mod margin_reply;
mod named;
mod night_store;
mod position_row;
pub mod protect;
mod protection;
pub mod queries;
mod rate_columns;
pub mod remove_margin;
pub mod roll;
pub mod set_leverage;
pub mod set_refill;
mod settlement_store;
pub mod store;
pub mod valuation;
mod variation_store;
pub mod watch;

pub use event::PositionEvent;
pub use margin_reply::{MarginPositionReply, ProtectReply};
pub use position_row::PositionRow;
pub use watch::MarginWatch;
