//! The displayed levels of a tick, as a text column stores them.

use plumbline_core::market::Level;

/// Levels as `price:size` in units of 10⁻⁸, best first, joined by spaces; empty levels are left out.
pub fn write_levels(levels: &[Level]) -> String {
    let displayed = levels.iter().filter(|level| level.size.is_positive());
    displayed.map(|l| format!("{}:{}", l.price.units(), l.size.units())).collect::<Vec<_>>().join(" ")
}

/// Reads a text of [`write_levels`]: pairs of price and size in units of 10⁻⁸.
pub fn read_levels(text: &str) -> Option<Vec<(i64, i64)>> {
    let pair = |level: &str| {
        let (price, size) = level.split_once(':')?;
        Some((price.parse().ok()?, size.parse().ok()?))
    };
    text.split_whitespace().map(pair).collect()
}
