//! Whether a market trades at a moment, and when its trading day ends.

use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use plumbline_core::market::{Market, Session};
use plumbline_core::time::UnixMillis;

/// A market at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionNow {
    pub session: Session,
    /// Whether orders are filled now.
    pub open: bool,
    /// When a day order that is accepted now expires.
    pub day_ends: UnixMillis,
    /// When the present trading day began.
    pub day_began: UnixMillis,
    /// The trading day where the market is, `YYYY-MM-DD`.
    pub day: String,
}

/// A paper market that never closes: every moment is a regular session, and days end at midnight where the market is.
pub fn around_the_clock(market: Market, now: UnixMillis) -> SessionNow {
    let local = local(market, now);
    let began = local.start_of_day().unwrap_or_else(|_| local.clone());
    let ends = began.checked_add(1.day()).unwrap_or_else(|_| began.clone());
    SessionNow {
        session: Session::Regular,
        open: true,
        day_ends: UnixMillis(ends.timestamp().as_millisecond()),
        day_began: UnixMillis(began.timestamp().as_millisecond()),
        day: local.date().to_string(),
    }
}

/// A moment where the market is, `YYYY-MM-DD hh:mm:ss`.
pub fn local_time(market: Market, at: UnixMillis) -> String {
    local(market, at).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

fn local(market: Market, now: UnixMillis) -> Zoned {
    let zone = TimeZone::get(market.time_zone()).unwrap_or(TimeZone::UTC);
    Timestamp::from_millisecond(now.0).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_end_at_midnight_in_new_york_also_when_the_clocks_change() {
        let at = |text: &str| UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond());
        let table = [
            ("2026-11-20T15:00:00Z", "2026-11-20", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z"),
            ("2026-11-21T04:59:59Z", "2026-11-20", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z"),
            ("2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        ];
        for (now, day, began, ends) in table {
            let session = around_the_clock(Market::UsStock, at(now));
            assert_eq!(
                (session.day.as_str(), session.day_began, session.day_ends),
                (day, at(began), at(ends)),
                "{now}"
            );
        }
    }
}
