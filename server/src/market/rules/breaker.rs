//! The circuit breakers that are known, by the names that their rows have.

use super::error::RulesError;

/// What an exchange does when prices move too far too fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breaker {
    MarketWideHalt,
    LimitUpLimitDown,
    VolatilityControl,
}

impl Breaker {
    /// In the order in which they are told.
    pub const ALL: [Self; 3] = [Self::MarketWideHalt, Self::LimitUpLimitDown, Self::VolatilityControl];

    pub const fn code(self) -> &'static str {
        match self {
            Self::MarketWideHalt => "marketWideHalt",
            Self::LimitUpLimitDown => "limitUpLimitDown",
            Self::VolatilityControl => "volatilityControl",
        }
    }

    /// # Errors
    /// [`RulesError::Volatility`] of what nobody knows.
    pub fn from_code(code: &str) -> Result<Self, RulesError> {
        let known = Self::ALL.into_iter().find(|breaker| breaker.code() == code);
        known.ok_or_else(|| RulesError::Volatility(code.to_owned()))
    }
}
