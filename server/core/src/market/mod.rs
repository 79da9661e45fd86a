//! Instruments and the market data that orders are priced with.

mod instrument;
mod tick;
mod tick_size;

pub use instrument::{Company, Instrument, Market, Names};
pub use tick::{DEPTH_LEVELS, Level, Session, Tick};
pub use tick_size::TickSizes;
