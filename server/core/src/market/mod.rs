//! Instruments and the market data that orders are priced with.

mod tick;

pub use tick::{DEPTH_LEVELS, Level, Session, Tick};
