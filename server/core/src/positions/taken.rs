//! The profit that closing a position on margin has taken on one day.

use serde::{Deserialize, Serialize};

use crate::money::{Money, MoneyError};
use crate::time::UnixMillis;

const DAY_MILLIS: i64 = 86_400_000;

/// The profit that was taken on one day of UTC, after fees; in the wallet's currency. It pays for a loss in the other direction
/// that is greater than the margin there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// In days since 1970.
    pub day: i64,
    /// Negative where losses were greater.
    pub profit: Money,
}

impl Taken {
    /// The profit that was taken on the day of `now`; nothing where losses were greater.
    pub fn on(self, now: UnixMillis) -> Money {
        let is_today = self.day == day(now);
        Money::new(if is_today { self.profit.minor.max(0) } else { 0 }, self.profit.currency)
    }

    /// With a further profit or loss at `now`.
    pub(crate) fn with(before: Option<Self>, profit: Money, now: UnixMillis) -> Result<Self, MoneyError> {
        let day = day(now);
        match before.filter(|before| before.day == day) {
            Some(before) => Ok(Self { day, profit: before.profit.plus(profit)? }),
            None => Ok(Self { day, profit }),
        }
    }
}

const fn day(now: UnixMillis) -> i64 {
    now.0.div_euclid(DAY_MILLIS)
}
