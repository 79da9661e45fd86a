//! What was traded, as ticks tell it.

use super::Side;
use crate::decimal::{Price, Quantity};
use crate::time::UnixMillis;

/// What was traded between two ticks, at the price of the later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trade {
    pub at: UnixMillis,
    pub price: Price,
    pub quantity: Quantity,
    /// Who wanted it.
    pub side: Side,
}
