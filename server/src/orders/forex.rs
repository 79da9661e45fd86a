//! What the market says of a pair of currencies, besides its contract.

use plumbline_core::decimal::{ONE, Price};
use plumbline_core::market::Instrument;
use plumbline_core::products::FinancingRates;
use plumbline_core::time::UnixMillis;

use crate::market::Market;

/// The market of pairs.
pub const FOREX: &str = "Forex";

/// The unit in which moves of a price are counted.
pub fn pip(_: &Instrument) -> Price {
    Price::from_units(ONE / 10_000)
}

/// The nights of a pair that began after `since` and until `until`, each with how many are charged at once.
pub fn nights_of(_: &Market, _: &Instrument, _: UnixMillis, _: UnixMillis) -> Vec<(UnixMillis, i64)> {
    Vec::new()
}

/// The nights that began after `since` and until `until`.
pub fn nights(_: &Market, _: UnixMillis, _: UnixMillis) -> Vec<UnixMillis> {
    Vec::new()
}

/// Yearly rates of interest on the pair's currencies, and the house's markup, as they are today.
pub fn financing(_: &Market, _: &Instrument, _: UnixMillis) -> Option<FinancingRates> {
    None
}
