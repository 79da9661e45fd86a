//! The two directions of a position.

use serde::{Deserialize, Serialize};

use crate::market::Side;

/// Long gains when the price rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    Long,
    Short,
}

impl Direction {
    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Direction::Long => 0,
            Direction::Short => 1,
        }
    }

    pub const fn from_code(code: i64) -> Option<Self> {
        match code {
            0 => Some(Direction::Long),
            1 => Some(Direction::Short),
            _ => None,
        }
    }

    pub const fn opposite(self) -> Self {
        match self {
            Direction::Long => Direction::Short,
            Direction::Short => Direction::Long,
        }
    }

    /// The side of the orders that add to a position; those of the other side close it.
    pub const fn opening(self) -> Side {
        match self {
            Direction::Long => Side::Buy,
            Direction::Short => Side::Sell,
        }
    }

    /// The direction of the position that an order of `side` opens.
    pub const fn opened_by(side: Side) -> Self {
        match side {
            Side::Buy => Direction::Long,
            Side::Sell => Direction::Short,
        }
    }

    /// The side of the orders that close a position.
    pub const fn closing(self) -> Side {
        match self {
            Direction::Long => Side::Sell,
            Direction::Short => Side::Buy,
        }
    }
}
