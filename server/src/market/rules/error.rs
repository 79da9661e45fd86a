use plumbline_core::decimal::DecimalError;
use plumbline_core::market::Market;
use thiserror::Error;

use crate::market::industries::is_industry;
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
    #[error("market rules: unknown class {0}")]
    Class(String),
    #[error("market rules: the wallet {0} cannot pay {1}")]
    Unpaid(String, String),
    #[error("market rules: {0} is no day")]
    Day(String),
    #[error("market rules: two rows on {0} from {1}")]
    Doubled(String, String),
    #[error("market rules: {0}")]
    Instruments(#[from] SeedError),
    #[error("market rules: {1} is no margin of {0}")]
    Margin(String, String),
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

/// The class of a row, which some instruments have; empty where the row has none.
pub(super) fn class(name: &str) -> Result<&str, RulesError> {
    if name.is_empty() || is_industry(name) { Ok(name) } else { Err(RulesError::Class(name.to_owned())) }
}
