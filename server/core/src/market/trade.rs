//! Trades as ticks report them.

use super::Side;
use crate::decimal::{Price, Quantity};
use crate::time::UnixMillis;

/// A trade between two ticks, at the price of the later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trade {
    pub at: UnixMillis,
    pub price: Price,
    pub quantity: Quantity,
    /// The side that wanted the trade.
    pub side: Side,
}
