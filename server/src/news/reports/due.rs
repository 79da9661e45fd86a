//! The times at which reports are due.

use jiff::ToSpan;
use jiff::civil::Date;
use plumbline_core::market::TradingDay;
use plumbline_core::time::UnixMillis;

use crate::market::Hours;

/// The delay from a day's last quote to its report, by which its bars are stored.
const GRACE: i64 = 2 * UnixMillis::MINUTE;
/// The number of past days for which missed reports are written.
const CAUGHT_UP_DAYS: i32 = 7;
/// The time before an exchange opens at which its day is previewed.
const AHEAD: i64 = UnixMillis::HOUR;

/// The trading days that have ended since `newest`, the last reported one, the oldest first; without one, the last
/// ended day.
pub fn ended(hours: &Hours, newest: Option<Date>, now: UnixMillis) -> Vec<Date> {
    let today = hours.date(now);
    let first = today.checked_sub(CAUGHT_UP_DAYS.days()).unwrap_or(today);
    let is_over = |day: &Date| hours.quoted(*day).is_some_and(|(_, end)| end.plus(GRACE) <= now);
    let since = first.series(1.day()).take_while(|day| *day <= today).filter(is_over);
    let days: Vec<Date> = since.filter(|day| newest.is_none_or(|newest| *day > newest)).collect();
    match (newest, days.last()) {
        (None, Some(last)) => vec![*last],
        _ => days,
    }
}

/// The day whose regular hours begin soon, even if this server does not keep them.
pub fn begins_soon(hours: &Hours, now: UnixMillis) -> Option<&TradingDay> {
    let days = hours.calendar()?.days();
    days.get(days.partition_point(|day| day.opens <= now)).filter(|day| day.opens <= now.plus(AHEAD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::Calendars;

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<jiff::Timestamp>().unwrap().as_millisecond())
    }

    fn days(around_the_clock: bool, calendar: &str, newest: Option<&str>, now: &str) -> Vec<String> {
        let calendars = Calendars::load(around_the_clock).unwrap();
        let newest = newest.map(|day| day.parse().unwrap());
        ended(calendars.named(calendar), newest, at(now)).iter().map(Date::to_string).collect()
    }

    #[test]
    fn a_day_is_reported_once_its_quotes_have_ended() {
        // Quotes of New York's Friday end at 20:00 there, 01:00 of Saturday in UTC.
        let friday = Some("2026-11-19");
        assert_eq!(days(false, "XNYS", friday, "2026-11-21T01:01:59Z"), Vec::<String>::new());
        assert_eq!(days(false, "XNYS", friday, "2026-11-21T01:02:00Z"), ["2026-11-20"]);
        assert_eq!(days(false, "XNYS", Some("2026-11-20"), "2026-11-23T08:00:00Z"), Vec::<String>::new());
        assert_eq!(days(false, "XNYS", None, "2026-11-22T12:00:00Z"), ["2026-11-20"], "a first start reports one day");
        assert_eq!(
            days(false, "XNYS", Some("2026-11-25"), "2026-11-29T12:00:00Z"),
            ["2026-11-27"],
            "Thanksgiving is none"
        );
    }

    #[test]
    fn what_never_closes_is_reported_every_day() {
        assert_eq!(days(true, "XNYS", Some("2026-11-20"), "2026-11-22T05:02:00Z"), ["2026-11-21"]);
        assert_eq!(days(true, "", None, "2026-11-22T00:02:00Z"), ["2026-11-21"], "coins end their day in UTC");
        assert_eq!(days(true, "FX", None, "2026-11-23T22:02:00Z"), ["2026-11-23"], "pairs of currencies at 17:00");
    }

    #[test]
    fn what_was_missed_is_caught_up_for_a_week() {
        assert_eq!(days(true, "", Some("2026-11-19"), "2026-11-22T00:02:00Z"), ["2026-11-20", "2026-11-21"]);
        let long_away = days(true, "", Some("2026-01-01"), "2026-11-22T00:02:00Z");
        assert_eq!((long_away.len(), long_away[0].as_str()), (7, "2026-11-15"));
    }

    #[test]
    fn a_preview_is_due_in_the_hour_before_the_opening() {
        let calendars = Calendars::load(true).unwrap();
        let soon = |now: &str| begins_soon(calendars.named("XNYS"), at(now)).map(|day| day.date.to_string());
        assert_eq!(soon("2026-11-23T13:29:59Z"), None);
        assert_eq!(soon("2026-11-23T13:30:00Z").as_deref(), Some("2026-11-23"));
        assert_eq!(soon("2026-11-23T14:29:59Z").as_deref(), Some("2026-11-23"));
        assert_eq!(soon("2026-11-23T14:30:00Z"), None, "it is open");
        assert_eq!(soon("2026-11-26T14:00:00Z"), None, "Thanksgiving");
        assert!(begins_soon(calendars.named(""), at("2026-11-23T13:30:00Z")).is_none(), "coins never open");
    }
}
