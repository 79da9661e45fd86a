//! The stop-loss and the take-profit of a position.

use serde::{Deserialize, Serialize};

use super::direction::Direction;
use crate::decimal::Price;

/// Marks at which an open position is closed by us, at the market. Whichever is reached first ends both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protection {
    /// Where a loss is stopped.
    pub stop_loss: Option<Price>,
    /// Where a profit is taken.
    pub take_profit: Option<Price>,
}

/// Which of the two was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protected {
    StopLoss,
    TakeProfit,
}

impl Protection {
    pub const fn is_empty(&self) -> bool {
        self.stop_loss.is_none() && self.take_profit.is_none()
    }

    /// Both prices, where there are any.
    pub fn prices(&self) -> impl Iterator<Item = Price> + use<> {
        self.stop_loss.into_iter().chain(self.take_profit)
    }

    /// What a mark has reached, if anything.
    pub fn reached(&self, direction: Direction, mark: Price) -> Option<Protected> {
        // How far the mark has moved for the position, beyond a price.
        let beyond = |price: Price| match direction {
            Direction::Long => mark.cmp(&price),
            Direction::Short => price.cmp(&mark),
        };
        if self.stop_loss.is_some_and(|stop| beyond(stop).is_le()) {
            Some(Protected::StopLoss)
        } else if self.take_profit.is_some_and(|take| beyond(take).is_ge()) {
            Some(Protected::TakeProfit)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_reaches_what_it_touches() {
        let price = Price::from_units;
        let both = |stop, take| Protection { stop_loss: Some(price(stop)), take_profit: Some(price(take)) };
        let table = [
            (Direction::Long, both(90, 110), 91, None),
            (Direction::Long, both(90, 110), 90, Some(Protected::StopLoss)),
            (Direction::Long, both(90, 110), 110, Some(Protected::TakeProfit)),
            (Direction::Short, both(110, 90), 109, None),
            (Direction::Short, both(110, 90), 110, Some(Protected::StopLoss)),
            (Direction::Short, both(110, 90), 90, Some(Protected::TakeProfit)),
            (Direction::Long, Protection::default(), 1, None),
        ];
        for (direction, protection, mark, expected) in table {
            assert_eq!(protection.reached(direction, price(mark)), expected, "{direction:?} at {mark}");
        }
    }
}
