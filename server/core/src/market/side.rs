//! The two sides of a market.

use serde::{Deserialize, Serialize};

use super::{Level, Tick};
use crate::decimal::Price;
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

    /// The levels of a tick that orders of this side trade with, best first.
    pub const fn levels(self, tick: &Tick) -> &[Level] {
        match self {
            Side::Buy => &tick.asks,
            Side::Sell => &tick.bids,
        }
    }

    /// The limit that accepts every price.
    pub const fn worst(self) -> Price {
        match self {
            Side::Buy => Price::MAX,
            Side::Sell => Price::ZERO,
        }
    }

    /// The better of two prices for those who hold a position that an order of this side closes: the higher for a seller,
    /// the lower for a buyer.
    pub fn best(self, one: Price, other: Price) -> Price {
        match self {
            Side::Buy => one.min(other),
            Side::Sell => one.max(other),
        }
    }

    /// True if an order of this side accepts `price`, when `limit` is the worst price that it accepts. An absent price,
    /// which is zero, is never accepted.
    pub fn reaches(self, limit: Price, price: Price) -> bool {
        price.is_positive()
            && match self {
                Side::Buy => price <= limit,
                Side::Sell => price >= limit,
            }
    }

    /// The rounding of a fill's value to money: against the customer, so that nothing is free.
    pub const fn value_rounding(self) -> Rounding {
        match self {
            Side::Buy => Rounding::Up,
            Side::Sell => Rounding::Down,
        }
    }
}
