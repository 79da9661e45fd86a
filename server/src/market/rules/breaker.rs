//! The known circuit breakers, by the names in their rows.

use super::error::RulesError;

/// A circuit breaker: an exchange's measure when prices move too far too fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breaker {
    MarketWideHalt,
    LimitUpLimitDown,
    VolatilityControl,
}

impl Breaker {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::MarketWideHalt, Self::LimitUpLimitDown, Self::VolatilityControl];

    pub const fn code(self) -> &'static str {
        match self {
            Self::MarketWideHalt => "marketWideHalt",
            Self::LimitUpLimitDown => "limitUpLimitDown",
            Self::VolatilityControl => "volatilityControl",
        }
    }

    /// # Errors
    /// [`RulesError::Volatility`] for an unknown code.
    pub fn from_code(code: &str) -> Result<Self, RulesError> {
        let known = Self::ALL.into_iter().find(|breaker| breaker.code() == code);
        known.ok_or_else(|| RulesError::Volatility(code.to_owned()))
    }
}
