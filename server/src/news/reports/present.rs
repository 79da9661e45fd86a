//! The check that there is present data to report.

use plumbline_core::market::Market as MarketName;
use plumbline_core::time::UnixMillis;

use crate::market::Market;

/// A market whose newest quote is older than this is not of today: a recording is played.
const PRESENT: i64 = 7 * UnixMillis::DAY;

/// True if the prices of a market are simulated; `None` if it has no present ones.
pub fn is_simulated(market: &Market, name: MarketName, now: UnixMillis) -> Option<bool> {
    let mut newest =
        market.catalog.iter().filter(|known| known.market == name).filter_map(|known| market.latest(known.id));
    let tick = newest.find(|tick| now.since(tick.exchange_time) < PRESENT)?;
    Some(tick.feed.starts_with("sim:"))
}
