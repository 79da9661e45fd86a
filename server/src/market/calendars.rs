//! The calendars that instruments trade by, from the embedded files.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use plumbline_core::market::{Instrument, SessionCalendar, TradingDay};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use thiserror::Error;

use super::sessions::Hours;

macro_rules! days {
    ($($code:literal),* $(,)?) => { [$(($code, include_str!(concat!("../../data/calendars/", $code, ".csv")))),*] };
}

/// The time zone of each calendar, and its hours around the regular ones.
const CALENDARS: &str = include_str!("../../data/calendars.csv");
/// The exchanges' days, as `scripts/data/generate` wrote them.
const DAYS: &[(&str, &str)] = &days![
    "XNYS",
    "XHKG",
    "FX",
    "XTSE",
    "BVMF",
    "XMEX",
    "XLON",
    "XETR",
    "XPAR",
    "XMAD",
    "XMIL",
    "XAMS",
    "XSWX",
    "XSTO",
    "XTKS",
    "XSHG",
    "XTAI",
    "XKRX",
    "XSES",
    "XBOM",
    "XASX",
    "XIDX",
    "CME",
    "CBOT_AG",
    "CME_LIVESTOCK",
    "ICE_SB",
    "ICE_KC",
    "ICE_CC",
    "ICE_CT",
    "HKFE",
];

#[derive(Debug, Error)]
pub enum CalendarError {
    #[error("data/calendars: {0}")]
    Malformed(#[from] csv::Error),
    #[error("data/calendars: {0}")]
    Time(#[from] jiff::Error),
    #[error("data/calendars: the days of {0} are not in order")]
    Disorder(String),
    #[error("data/calendars: there are no days of {0}")]
    Missing(String),
}

/// The trading hours: one calendar for each name that instruments trade by.
#[derive(Clone, Debug)]
pub struct Calendars {
    around_the_clock: bool,
    named: BTreeMap<String, Arc<Hours>>,
    /// The hours of instruments without a calendar, which never close.
    never_closes: Arc<Hours>,
}

impl Calendars {
    /// With `around_the_clock` every market is always open; otherwise those with a calendar keep its hours.
    pub fn load(around_the_clock: bool) -> Result<Self, CalendarError> {
        let mut named = BTreeMap::new();
        for row in csv::Reader::from_reader(CALENDARS.as_bytes()).into_deserialize() {
            let row: CalendarRow = row?;
            let code = row.code.clone();
            let days = DAYS.iter().find(|(name, _)| *name == code).ok_or(CalendarError::Missing(code.clone()))?;
            named.insert(code, Arc::new(hours(&row, days.1, around_the_clock)?));
        }
        let never_closes = Arc::new(Hours::new(TimeZone::UTC, 0, None, false));
        Ok(Self { around_the_clock, named, never_closes })
    }

    pub const fn around_the_clock(&self) -> bool {
        self.around_the_clock
    }

    /// The trading hours of an instrument.
    pub fn of(&self, instrument: &Instrument) -> &Arc<Hours> {
        self.named(&instrument.calendar)
    }

    /// All calendars, by their names.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Arc<Hours>)> {
        self.named.iter().map(|(name, hours)| (name.as_str(), hours))
    }

    /// The hours of that calendar; hours that never close, if there is none of that name.
    pub fn named(&self, calendar: &str) -> &Arc<Hours> {
        self.named.get(calendar).unwrap_or(&self.never_closes)
    }
}

/// True if there is a calendar of that name.
pub fn is_calendar(name: &str) -> bool {
    DAYS.iter().any(|(code, _)| *code == name)
}

/// The time zone of a calendar; UTC if there is none of that name.
pub fn zone_of(calendar: &str) -> TimeZone {
    let mut rows = csv::Reader::from_reader(CALENDARS.as_bytes()).into_deserialize::<CalendarRow>().flatten();
    let zone = rows.find(|row| row.code == calendar).map(|row| TimeZone::get(&row.zone));
    zone.and_then(Result::ok).unwrap_or(TimeZone::UTC)
}

fn hours(row: &CalendarRow, days: &str, around_the_clock: bool) -> Result<Hours, CalendarError> {
    let zone = TimeZone::get(&row.zone)?;
    let begins_early = match local_time_of(&row.day_begins)? {
        None => 0,
        Some(begins) => UnixMillis::DAY - begins.duration_since(Time::midnight()).as_secs() * 1_000,
    };
    let days = csv::Reader::from_reader(days.as_bytes()).into_deserialize();
    let days: Result<Vec<TradingDay>, CalendarError> = days.map(|day| trading_day(row, &day?, &zone)).collect();
    let calendar = SessionCalendar::new(days?).ok_or_else(|| CalendarError::Disorder(row.code.clone()))?;
    Ok(Hours::new(zone, begins_early, Some(calendar), !around_the_clock))
}

/// A row of `calendars.csv`. Times are in the exchange's zone; an empty one means that there is no such session.
#[derive(Debug, Deserialize)]
struct CalendarRow {
    code: String,
    zone: String,
    /// The start of a trading day that begins on the evening before its date.
    day_begins: String,
    /// The begin and end of the sessions before and after regular hours.
    pre_opens: String,
    after_closes: String,
    after_closes_half_day: String,
}

#[derive(Debug, Deserialize)]
struct DayRow {
    date: String,
    open_utc: String,
    /// `start/end`, several joined by `;`.
    breaks_utc: String,
    close_utc: String,
    half_day: u8,
}

fn trading_day(calendar: &CalendarRow, row: &DayRow, zone: &TimeZone) -> Result<TradingDay, CalendarError> {
    let date = Date::from_str(&row.date)?;
    let (opens, closes) = (moment(&row.open_utc)?, moment(&row.close_utc)?);
    let half_day = row.half_day == 1;
    let mut breaks = Vec::new();
    for gap in row.breaks_utc.split_terminator(';') {
        let (start, end) = gap.split_once('/').unwrap_or((gap, ""));
        breaks.push(moment(start)?..moment(end)?);
    }
    let local = |time: &str, none: UnixMillis| -> Result<UnixMillis, CalendarError> {
        let Some(time) = local_time_of(time)? else { return Ok(none) };
        let zoned = zone.to_ambiguous_zoned(date.to_datetime(time)).compatible()?;
        Ok(UnixMillis(zoned.timestamp().as_millisecond()))
    };
    let after_closes = if half_day { &calendar.after_closes_half_day } else { &calendar.after_closes };
    let (pre_opens, after_closes) = (local(&calendar.pre_opens, opens)?, local(after_closes, closes)?);
    Ok(TradingDay { date, pre_opens, opens, breaks, closes, after_closes, half_day })
}

fn local_time_of(text: &str) -> Result<Option<Time>, CalendarError> {
    Ok(if text.is_empty() { None } else { Some(text.parse()?) })
}

fn moment(text: &str) -> Result<UnixMillis, CalendarError> {
    // The files have minutes; a timestamp needs seconds.
    Ok(UnixMillis(Timestamp::from_str(&text.replace('Z', ":00Z"))?.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::sessions::MarketDay;
    use plumbline_core::market::Session;

    fn load(around_the_clock: bool) -> Calendars {
        Calendars::load(around_the_clock).unwrap()
    }

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn days_end_at_midnight_in_new_york_also_when_the_clocks_change() {
        let hours = load(true);
        let table = [
            ("2026-11-20T15:00:00Z", "2026-11-20", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z"),
            ("2026-11-21T04:59:59Z", "2026-11-20", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z"),
            ("2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        ];
        for (now, day, began, ends) in table {
            let session = hours.named("XNYS").at(at(now));
            assert_eq!(
                (session.day.as_str(), session.day_began, session.day_ends),
                (day, at(began), at(ends)),
                "{now}"
            );
            assert_eq!(session.closes, Some(UnixMillis(i64::MAX)));
        }
    }

    #[test]
    fn moments_belong_to_the_trading_day_that_has_begun() {
        let (kept, always) = (load(false), load(true));
        // In winter time New York's midnight is 05:00 UTC, and quotes begin at 04:00 there.
        let friday = ("2026-11-20", "2026-11-20T05:00:00Z", "2026-11-20T09:00:00Z", "2026-11-23T09:00:00Z");
        let thursday = ("2026-11-19", "2026-11-19T05:00:00Z", "2026-11-19T09:00:00Z", friday.2);
        let monday = ("2026-11-23", "2026-11-23T05:00:00Z", "2026-11-23T09:00:00Z", "2026-11-24T09:00:00Z");
        let saturday = ("2026-11-21", "2026-11-21T05:00:00Z", "2026-11-21T05:00:00Z", "2026-11-22T05:00:00Z");
        let before = ("2019-12-31", "2019-12-31T05:00:00Z", "2019-12-31T05:00:00Z", "2020-01-01T05:00:00Z");
        let table = [
            ("before the open", &kept, "2026-11-20T08:59:59.999Z", thursday),
            ("with the first quote", &kept, "2026-11-20T09:00:00Z", friday),
            ("after the close", &kept, "2026-11-20T23:00:00Z", friday),
            ("before midnight", &kept, "2026-11-21T04:59:59.999Z", friday),
            ("at midnight", &kept, "2026-11-21T05:00:00Z", friday),
            ("on a Saturday", &kept, "2026-11-21T15:00:00Z", friday),
            ("on the night to Monday", &kept, "2026-11-23T08:59:59.999Z", friday),
            ("on Monday", &kept, "2026-11-23T09:00:00Z", monday),
            ("before the calendar begins", &kept, "2019-12-31T15:00:00Z", before),
            ("on a Saturday around the clock", &always, "2026-11-21T05:00:00Z", saturday),
            ("on a Saturday night around the clock", &always, "2026-11-22T04:59:59.999Z", saturday),
        ];
        for (when, hours, moment, (date, bar_start, began, ends)) in table {
            let date = date.parse().unwrap();
            let expected = MarketDay { date, bar_start: at(bar_start), began: at(began), ends: at(ends) };
            assert_eq!(hours.named("XNYS").trading_day(at(moment)), expected, "{when}");
            let session = hours.named("XNYS").at(at(moment));
            assert_eq!((session.day_began, session.day), (expected.began, date.to_string()), "{when}");
        }
    }

    #[test]
    fn the_new_york_stock_exchange_keeps_its_hours() {
        let hours = load(false);
        let table = [
            // A Friday in winter time, a Saturday, and the Friday after Thanksgiving, which ends at 13:00.
            ("2026-11-20T08:59:00Z", Session::Closed, "2026-11-19", "2026-11-20T21:00:00Z"),
            ("2026-11-20T09:00:00Z", Session::Pre, "2026-11-20", "2026-11-20T21:00:00Z"),
            ("2026-11-20T14:30:00Z", Session::Regular, "2026-11-20", "2026-11-20T21:00:00Z"),
            ("2026-11-20T21:00:00Z", Session::After, "2026-11-20", "2026-11-23T21:00:00Z"),
            ("2026-11-21T15:00:00Z", Session::Closed, "2026-11-20", "2026-11-23T21:00:00Z"),
            ("2026-11-26T15:00:00Z", Session::Closed, "2026-11-25", "2026-11-27T18:00:00Z"),
            ("2026-11-27T17:59:00Z", Session::Regular, "2026-11-27", "2026-11-27T18:00:00Z"),
            ("2026-11-27T18:00:00Z", Session::After, "2026-11-27", "2026-11-30T21:00:00Z"),
            ("2026-11-27T22:00:00Z", Session::Closed, "2026-11-27", "2026-11-30T21:00:00Z"),
            // Summer time.
            ("2026-07-01T13:30:00Z", Session::Regular, "2026-07-01", "2026-07-01T20:00:00Z"),
        ];
        for (now, session, day, day_ends) in table {
            let found = hours.named("XNYS").at(at(now));
            assert_eq!((found.session, found.day.as_str(), found.day_ends), (session, day, at(day_ends)), "{now}");
            assert_eq!(found.closes.is_some(), session == Session::Regular, "{now}");
        }
    }

    #[test]
    fn hong_kong_pauses_at_noon_and_closes_early_before_christmas() {
        let hours = load(false);
        let table = [
            ("2026-11-20T01:30:00Z", Session::Regular),
            ("2026-11-20T04:30:00Z", Session::Closed),
            ("2026-11-20T05:00:00Z", Session::Regular),
            ("2026-11-20T08:00:00Z", Session::Closed),
            ("2026-12-24T03:59:00Z", Session::Regular),
            ("2026-12-24T05:30:00Z", Session::Closed),
            ("2026-12-25T03:00:00Z", Session::Closed),
        ];
        for (now, session) in table {
            assert_eq!(hours.named("XHKG").at(at(now)).session, session, "{now}");
        }
        let breaks = [
            ("2026-11-20T01:00:00Z", false, Some("2026-11-20T01:30:00Z")),
            ("2026-11-20T02:00:00Z", false, None),
            ("2026-11-20T04:30:00Z", true, Some("2026-11-20T05:00:00Z")),
            ("2026-11-20T08:00:00Z", false, Some("2026-11-23T01:30:00Z")),
            ("2026-12-24T04:30:00Z", false, Some("2026-12-28T01:30:00Z")),
        ];
        for (now, on_break, opens) in breaks {
            let found = hours.named("XHKG").at(at(now));
            assert_eq!((found.on_break, found.opens), (on_break, opens.map(at)), "{now}");
        }
    }

    /// A day of forex goes from 17:00 to 17:00 in New York, and the week from Sunday to Friday.
    #[test]
    fn forex_keeps_its_week() {
        let (kept, always) = (load(false), load(true));
        let friday = ("2026-11-20", "2026-11-20T05:00:00Z", "2026-11-19T22:00:00Z");
        let monday = ("2026-11-23", "2026-11-23T05:00:00Z", "2026-11-22T22:00:00Z");
        let saturday = ("2026-11-21", "2026-11-21T05:00:00Z", "2026-11-20T22:00:00Z");
        let table = [
            ("Thursday evening", &kept, "2026-11-19T22:00:00Z", friday, "2026-11-22T22:00:00Z", Session::Regular),
            ("Friday at 16:59", &kept, "2026-11-20T21:59:59Z", friday, "2026-11-22T22:00:00Z", Session::Regular),
            ("Friday at 17:00", &kept, "2026-11-20T22:00:00Z", friday, "2026-11-22T22:00:00Z", Session::Closed),
            ("a Saturday", &kept, "2026-11-21T15:00:00Z", friday, "2026-11-22T22:00:00Z", Session::Closed),
            ("Sunday at 17:00", &kept, "2026-11-22T22:00:00Z", monday, "2026-11-23T22:00:00Z", Session::Regular),
            (
                "paper, Friday at 17:00",
                &always,
                "2026-11-20T22:00:00Z",
                saturday,
                "2026-11-21T22:00:00Z",
                Session::Regular,
            ),
            ("paper, a Saturday", &always, "2026-11-21T21:59:59Z", saturday, "2026-11-21T22:00:00Z", Session::Regular),
        ];
        for (when, hours, now, (date, bar_start, began), ends, session) in table {
            let date = date.parse().unwrap();
            let expected = MarketDay { date, bar_start: at(bar_start), began: at(began), ends: at(ends) };
            assert_eq!(hours.named("FX").trading_day(at(now)), expected, "{when}");
            assert_eq!(expected.first(), at(began), "{when}");
            let found = hours.named("FX").at(at(now));
            assert_eq!((found.session, found.closes.is_some()), (session, session == Session::Regular), "{when}");
        }
        assert_eq!(kept.named("FX").at(at("2026-11-20T15:00:00Z")).day_ends, at("2026-11-20T22:00:00Z"));
        let summer = kept.named("FX").trading_day(at("2026-07-01T21:00:00Z"));
        assert_eq!((summer.date.to_string().as_str(), summer.began), ("2026-07-02", at("2026-07-01T21:00:00Z")));
        assert_eq!(kept.named("FX").quoted("2026-12-25".parse().unwrap()), None);
    }

    #[test]
    fn known_holidays_and_half_days_are_in_the_calendar() {
        let hours = load(false);
        let calendar = hours.named("XNYS").calendar().unwrap();
        assert!(calendar.days().len() > 1_900);
        for holiday in ["2026-01-01", "2026-04-03", "2026-07-03", "2026-11-26", "2026-12-25", "2026-11-21"] {
            assert!(calendar.on(holiday.parse().unwrap()).is_none(), "{holiday}");
        }
        for half_day in ["2026-11-27", "2026-12-24"] {
            assert!(calendar.on(half_day.parse().unwrap()).unwrap().half_day, "{half_day}");
        }
        assert!(!calendar.on("2026-11-25".parse().unwrap()).unwrap().half_day);
    }
}
