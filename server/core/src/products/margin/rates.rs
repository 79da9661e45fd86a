//! The cost of holding a position overnight, or the income from it: the difference of the two currencies' interest, less
//! a markup.

use serde::{Deserialize, Serialize};

use crate::decision::Refusal;
use crate::money::{Money, Rounding};
use crate::positions::Direction;
use crate::products::RATE_SCALE;

const DAYS_OF_YEAR: i64 = 365;

/// The part of a yearly rate in 10⁻¹² that falls on a number of nights.
pub fn interest(rate: i64, nights: i64) -> i64 {
    rate.saturating_mul(nights) / DAYS_OF_YEAR
}

/// Yearly rates in 10⁻¹², from dated rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinancingRates {
    /// Interest on what is bought or sold.
    pub base: i64,
    /// Interest on what it is quoted in.
    pub quote: i64,
    /// The markup of the house, in either direction.
    pub markup: i64,
}

impl FinancingRates {
    /// The yearly rate that a position earns; negative when it pays.
    fn of(self, direction: Direction) -> i64 {
        let difference = self.base - self.quote;
        if direction == Direction::Long { difference - self.markup } else { -difference - self.markup }
    }

    /// The income of a position of `value` over a number of nights, in the value's currency; negative when it pays.
    ///
    /// # Errors
    /// `out_of_range`.
    pub fn earned(self, direction: Direction, value: Money, nights: i64) -> Result<Money, Refusal> {
        let rate = self.of(direction).checked_mul(nights).ok_or(Refusal::OutOfRange)?;
        Ok(value.scaled(rate, DAYS_OF_YEAR * RATE_SCALE, Rounding::HalfAway)?)
    }
}
