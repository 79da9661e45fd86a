use plumbline_core::decimal::DecimalError;
use plumbline_core::market::Market;
use thiserror::Error;

use crate::market::seeds::SeedError;

#[derive(Debug, Error)]
pub enum RulesError {
    #[error("market rules: {0}")]
    Malformed(#[from] csv::Error),
    #[error("market rules: {0}")]
    Number(#[from] DecimalError),
    #[error("market rules: {0} has no rising bands of tick sizes")]
    Bands(String),
    #[error("market rules: unknown market {0}")]
    Market(String),
    #[error("market rules: {0} is no product, currency or wallet")]
    Product(String),
    #[error("market rules: {0}")]
    Instruments(#[from] SeedError),
    #[error("market rules: {0} is no time of a day")]
    Time(String),
    #[error("market rules: {0} shares are no block")]
    Block(i64),
    #[error("market rules: {0} is no rule for odd lots")]
    OddLots(String),
    #[error("market rules: {0} of a rule of volatility is missing or unknown")]
    Volatility(String),
}

/// The market of a row.
pub(super) fn market(code: &str) -> Result<Market, RulesError> {
    Market::from_code(code).ok_or_else(|| RulesError::Market(code.to_owned()))
}
