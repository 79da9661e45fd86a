//! Whether a market trades at a moment, and when its trading day ends.

use std::collections::BTreeMap;
use std::ops::Range;
use std::str::FromStr;

use jiff::civil::{Date, Time, time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use plumbline_core::market::{Market, Session, SessionCalendar, TradingDay, begin_of, local_date};
use plumbline_core::time::UnixMillis;
use serde::Deserialize;
use thiserror::Error;

/// The exchanges' days, as `scripts/data/generate` wrote them.
const CALENDARS: [(Market, &str); 3] = [
    (Market::UsStock, include_str!("../../data/calendars/XNYS.csv")),
    (Market::HongKong, include_str!("../../data/calendars/XHKG.csv")),
    (Market::Forex, include_str!("../../data/calendars/FX.csv")),
];

/// A market at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionNow {
    pub session: Session,
    /// When the session ends in which orders are filled; `None` outside of one.
    pub closes: Option<UnixMillis>,
    /// When a day order that is accepted now expires.
    pub day_ends: UnixMillis,
    /// When the present trading day began.
    pub day_began: UnixMillis,
    /// The trading day where the market is, `YYYY-MM-DD`.
    pub day: String,
}

/// The trading day that a moment belongs to. Hours after a close, nights and weekends belong to the day before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarketDay {
    /// The date where the market is.
    pub date: Date,
    /// Midnight of the date: the start of the day's bar, whenever its quotes begin.
    pub bar_start: UnixMillis,
    /// The first moment of the day.
    pub began: UnixMillis,
    /// The first moment of the next one.
    pub ends: UnixMillis,
}

impl MarketDay {
    /// From when on there can be something in the day's bar: its quotes may begin on the evening before.
    pub fn first(&self) -> UnixMillis {
        self.began.min(self.bar_start)
    }
}

#[derive(Debug, Error)]
pub enum CalendarError {
    #[error("data/calendars: {0}")]
    Malformed(#[from] csv::Error),
    #[error("data/calendars: {0}")]
    Time(#[from] jiff::Error),
    #[error("data/calendars: the days of {0} are not in order")]
    Disorder(&'static str),
}

/// When each market trades.
#[derive(Clone, Debug)]
pub struct Hours {
    around_the_clock: bool,
    calendars: BTreeMap<Market, SessionCalendar>,
    zones: BTreeMap<Market, TimeZone>,
}

impl Hours {
    /// With `around_the_clock` every market is always open; else those with a calendar keep its hours.
    pub fn load(around_the_clock: bool) -> Result<Self, CalendarError> {
        let mut zones = BTreeMap::new();
        for market in Market::ALL {
            zones.insert(market, TimeZone::get(market.time_zone())?);
        }
        let mut calendars = BTreeMap::new();
        for (market, text) in CALENDARS {
            calendars.insert(market, calendar(market, text, &zones[&market])?);
        }
        Ok(Self { around_the_clock, calendars, zones })
    }

    pub const fn around_the_clock(&self) -> bool {
        self.around_the_clock
    }

    /// The exchange's own calendar, whether or not it is kept; `None` for markets that never close.
    pub fn calendar(&self, market: Market) -> Option<&SessionCalendar> {
        self.calendars.get(&market)
    }

    fn kept(&self, market: Market) -> Option<&SessionCalendar> {
        self.calendars.get(&market).filter(|_| !self.around_the_clock)
    }

    pub fn zone(&self, market: Market) -> TimeZone {
        self.zones.get(&market).cloned().unwrap_or(TimeZone::UTC)
    }

    /// The date of the trading day that a moment would belong to if every day were one.
    pub fn date(&self, market: Market, at: UnixMillis) -> Date {
        local_date(at.plus(market.begins_early()), &self.zone(market))
    }

    /// From when to when a date is, where the market is: what its bar can be of.
    pub fn span(&self, market: Market, date: Date) -> Range<UnixMillis> {
        let day = self.whole_day(market, date);
        day.began..day.ends
    }

    /// The day of a market that never closes.
    fn whole_day(&self, market: Market, date: Date) -> MarketDay {
        let zone = self.zone(market);
        let next = date.checked_add(1.day()).unwrap_or(date);
        let begins = |date| begin_of(date, &zone).plus(-market.begins_early());
        MarketDay { date, bar_start: begin_of(date, &zone), began: begins(date), ends: begins(next) }
    }

    pub fn at(&self, market: Market, now: UnixMillis) -> SessionNow {
        let day = self.trading_day(market, now);
        match self.kept(market) {
            None => always_open(day),
            Some(calendar) => by_calendar(calendar, day, now),
        }
    }

    /// The trading day of a moment in a market. Bars, profits of the day and sessions all go by this.
    pub fn trading_day(&self, market: Market, at: UnixMillis) -> MarketDay {
        let kept = self.kept(market).and_then(|calendar| Some((calendar.day_at(at)?, calendar.next_begin(at))));
        match kept {
            Some((day, next)) => MarketDay {
                date: day.date,
                bar_start: begin_of(day.date, &self.zone(market)),
                began: day.pre_opens,
                ends: next.map_or(UnixMillis(i64::MAX), |next| next.pre_opens),
            },
            None => self.whole_day(market, self.date(market, at)),
        }
    }

    /// From when to when there are quotes on `date`; `None` when there are none.
    pub fn quoted(&self, market: Market, date: Date) -> Option<(UnixMillis, UnixMillis)> {
        match self.kept(market) {
            None => {
                let span = self.span(market, date);
                Some((span.start, span.end))
            }
            Some(calendar) => calendar.on(date).map(|day| (day.pre_opens, day.after_closes)),
        }
    }

    /// The session that `at` lies in, of a market whose quotes are asked for then.
    pub fn session(&self, market: Market, at: UnixMillis) -> Session {
        self.kept(market).map_or(Session::Regular, |calendar| calendar.session(at))
    }

    /// The last date before `date` on which there were quotes.
    pub fn quoted_before(&self, market: Market, date: Date) -> Option<Date> {
        match self.kept(market) {
            None => date.checked_sub(1.day()).ok(),
            Some(calendar) => calendar.before(date).map(|day| day.date),
        }
    }
}

/// A paper market that never closes: every moment is a regular session, and days end when those of the market do.
fn always_open(day: MarketDay) -> SessionNow {
    let MarketDay { date, began, ends, .. } = day;
    SessionNow {
        session: Session::Regular,
        closes: Some(UnixMillis(i64::MAX)),
        day_ends: ends,
        day_began: began,
        day: date.to_string(),
    }
}

/// Orders fill in regular hours. A day order lasts to the next regular close; the trading day is the last that began.
fn by_calendar(calendar: &SessionCalendar, day: MarketDay, now: UnixMillis) -> SessionNow {
    let session = calendar.session(now);
    SessionNow {
        session,
        closes: calendar.regular_until(now),
        day_ends: calendar.next_close(now).map_or(now, |day| day.closes),
        day_began: day.began,
        day: day.date.to_string(),
    }
}

#[derive(Debug, Deserialize)]
struct CalendarRow {
    date: String,
    open_utc: String,
    break_start_utc: String,
    break_end_utc: String,
    close_utc: String,
    half_day: u8,
}

fn calendar(market: Market, text: &str, zone: &TimeZone) -> Result<SessionCalendar, CalendarError> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    let days: Result<Vec<TradingDay>, CalendarError> = rows.map(|row| trading_day(market, &row?, zone)).collect();
    SessionCalendar::new(days?).ok_or(CalendarError::Disorder(market.code()))
}

fn trading_day(market: Market, row: &CalendarRow, zone: &TimeZone) -> Result<TradingDay, CalendarError> {
    let date = Date::from_str(&row.date)?;
    let (opens, closes) = (moment(&row.open_utc)?, moment(&row.close_utc)?);
    let half_day = row.half_day == 1;
    let pause = match row.break_start_utc.as_str() {
        "" => None,
        start => Some((moment(start)?, moment(&row.break_end_utc)?)),
    };
    let local = |time: Time| -> Result<UnixMillis, CalendarError> {
        let zoned = zone.to_ambiguous_zoned(date.to_datetime(time)).compatible()?;
        Ok(UnixMillis(zoned.timestamp().as_millisecond()))
    };
    let (pre_opens, after_closes) = match (market, half_day) {
        (Market::UsStock, false) => (local(time(4, 0, 0, 0))?, local(time(20, 0, 0, 0))?),
        // On half days the session after regular hours ends at 17:00 (NYSE, holidays and trading hours).
        (Market::UsStock, true) => (local(time(4, 0, 0, 0))?, local(time(17, 0, 0, 0))?),
        (Market::HongKong | Market::Crypto | Market::Forex, _) => (opens, closes),
    };
    Ok(TradingDay { date, pre_opens, opens, pause, closes, after_closes, half_day })
}

fn moment(text: &str) -> Result<UnixMillis, CalendarError> {
    // The files have minutes; a timestamp needs seconds.
    Ok(UnixMillis(Timestamp::from_str(&text.replace('Z', ":00Z"))?.as_millisecond()))
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

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn days_end_at_midnight_in_new_york_also_when_the_clocks_change() {
        let hours = Hours::load(true).unwrap();
        let table = [
            ("2026-11-20T15:00:00Z", "2026-11-20", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z"),
            ("2026-11-21T04:59:59Z", "2026-11-20", "2026-11-20T05:00:00Z", "2026-11-21T05:00:00Z"),
            ("2026-11-01T12:00:00Z", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        ];
        for (now, day, began, ends) in table {
            let session = hours.at(Market::UsStock, at(now));
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
        let (kept, always) = (Hours::load(false).unwrap(), Hours::load(true).unwrap());
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
            assert_eq!(hours.trading_day(Market::UsStock, at(moment)), expected, "{when}");
            let session = hours.at(Market::UsStock, at(moment));
            assert_eq!((session.day_began, session.day), (expected.began, date.to_string()), "{when}");
        }
    }

    #[test]
    fn the_new_york_stock_exchange_keeps_its_hours() {
        let hours = Hours::load(false).unwrap();
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
            let found = hours.at(Market::UsStock, at(now));
            assert_eq!((found.session, found.day.as_str(), found.day_ends), (session, day, at(day_ends)), "{now}");
            assert_eq!(found.closes.is_some(), session == Session::Regular, "{now}");
        }
    }

    #[test]
    fn hong_kong_pauses_at_noon_and_closes_early_before_christmas() {
        let hours = Hours::load(false).unwrap();
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
            assert_eq!(hours.at(Market::HongKong, at(now)).session, session, "{now}");
        }
    }

    /// A day of forex goes from 17:00 to 17:00 in New York, and the week from Sunday to Friday.
    #[test]
    fn forex_keeps_its_week() {
        let (kept, always) = (Hours::load(false).unwrap(), Hours::load(true).unwrap());
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
            assert_eq!(hours.trading_day(Market::Forex, at(now)), expected, "{when}");
            assert_eq!(expected.first(), at(began), "{when}");
            let found = hours.at(Market::Forex, at(now));
            assert_eq!((found.session, found.closes.is_some()), (session, session == Session::Regular), "{when}");
        }
        assert_eq!(kept.at(Market::Forex, at("2026-11-20T15:00:00Z")).day_ends, at("2026-11-20T22:00:00Z"));
        let summer = kept.trading_day(Market::Forex, at("2026-07-01T21:00:00Z"));
        assert_eq!((summer.date.to_string().as_str(), summer.began), ("2026-07-02", at("2026-07-01T21:00:00Z")));
        assert_eq!(kept.quoted(Market::Forex, "2026-12-25".parse().unwrap()), None);
    }

    #[test]
    fn known_holidays_and_half_days_are_in_the_calendar() {
        let hours = Hours::load(false).unwrap();
        let calendar = hours.calendar(Market::UsStock).unwrap();
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
