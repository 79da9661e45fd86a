//! Instruments and the market data that orders are priced with.

mod tick;
mod tick_size;

pub use tick::{DEPTH_LEVELS, Level, Session, Tick};
pub use tick_size::TickSizes;
