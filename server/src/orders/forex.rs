//! What the market says of a pair of currencies, besides its contract.

use plumbline_core::decimal::{ONE, Price};
use plumbline_core::market::{Instrument, Market as MarketName};
use plumbline_core::products::FinancingRates;
use plumbline_core::time::UnixMillis;

use crate::market::{Market, Night};

/// The market of pairs.
pub const FOREX: &str = MarketName::Forex.code();

/// The unit in which moves of a price are counted.
pub fn pip(pair: &Instrument) -> Price {
    let decimals = pair.pip_decimals.unwrap_or(pair.price_decimals);
    Price::from_units(10_i64.checked_pow(decimals).map_or(1, |parts| (ONE / parts).max(1)))
}

/// Yearly rates of interest on the pair's currencies, and the house's markup, on a day (`YYYY-MM-DD`).
pub fn financing(market: &Market, pair: &Instrument, day: &str) -> Option<FinancingRates> {
    market.rules.financing(pair, day).map(|night| night.rates)
}

/// The nights of a pair that began after `since` and until `until`, each with how many are charged at once.
pub fn nights_of(market: &Market, pair: &Instrument, since: UnixMillis, until: UnixMillis) -> Vec<(Night, i64)> {
    let charged = |night: Night| {
        let days = market.rules.settlement_days(pair, &night.date.to_string());
        Some((night, market.hours(pair).nights_charged(night.date, days)?))
    };
    market.hours(pair).nights(since, until).filter_map(charged).collect()
}
