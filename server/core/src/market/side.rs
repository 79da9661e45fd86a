//! The two sides of a market.

use serde::{Deserialize, Serialize};

use crate::money::Rounding;

/// The side that an order is on. A buyer is filled from the asks, a seller from the bids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    Buy,
    Sell,
}

impl Side {
    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Side::Buy => 0,
            Side::Sell => 1,
        }
    }

    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Side::Buy),
            1 => Some(Side::Sell),
            _ => None,
        }
    }

    /// How the value of a fill is rounded to money: against the customer, so that nothing can be had for nothing.
    pub const fn value_rounding(self) -> Rounding {
        match self {
            Side::Buy => Rounding::Up,
            Side::Sell => Rounding::Down,
        }
    }
}
