//! The session of a market at a moment, and the end of its trading day.

use std::ops::Range;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use plumbline_core::market::{Session, SessionCalendar, begin_of, local_date};
use plumbline_core::products::ExtendedHours;
use plumbline_core::time::UnixMillis;

/// A market at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionNow {
    pub session: Session,
    /// The end of the present session in which orders are filled; `None` outside of one.
    pub closes: Option<UnixMillis>,
    /// The next begin or resumption of such a session; `None` during one, and if no further day is known.
    pub opens: Option<UnixMillis>,
    /// True if the session pauses for a break of the day.
    pub on_break: bool,
    /// The time at which a day order that is accepted now expires.
    pub day_ends: UnixMillis,
    /// The hours before and after those sessions, in which some orders are filled too.
    pub extended: ExtendedHours,
    /// The time at which the present trading day began.
    pub day_began: UnixMillis,
    /// The trading day in the market's zone, `YYYY-MM-DD`.
    pub day: String,
}

/// The trading day that a moment belongs to. Hours after a close, nights and weekends belong to the day before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarketDay {
    /// The date in the market's zone.
    pub date: Date,
    /// Midnight of the date: the start of the day's bar, also if its quotes begin earlier or later.
    pub bar_start: UnixMillis,
    /// The first moment of the day.
    pub began: UnixMillis,
    /// The first moment of the next one.
    pub ends: UnixMillis,
}

impl MarketDay {
    /// The earliest time of a tick in the day's bar: quotes may begin on the evening before.
    pub fn first(&self) -> UnixMillis {
        self.began.min(self.bar_start)
    }
}

/// The trading hours of the instruments of one calendar.
#[derive(Clone, Debug)]
pub struct Hours {
    zone: TimeZone,
    /// Milliseconds by which a day begins before midnight of its date: a day of forex goes from 17:00 to 17:00.
    begins_early: i64,
    calendar: Option<SessionCalendar>,
    /// True if this server keeps the calendar.
    kept: bool,
}

impl Hours {
    /// Hours of a calendar, if there is one, in a zone; a day begins `begins_early` milliseconds before midnight of its
    /// date.
    pub const fn new(zone: TimeZone, begins_early: i64, calendar: Option<SessionCalendar>, kept: bool) -> Self {
        Self { zone, begins_early, calendar, kept }
    }

    /// The exchange's own calendar, even if this server does not keep it; `None` for a market that never closes.
    pub const fn calendar(&self) -> Option<&SessionCalendar> {
        self.calendar.as_ref()
    }

    /// The exchange's own calendar if this server keeps it.
    pub fn kept(&self) -> Option<&SessionCalendar> {
        self.calendar.as_ref().filter(|_| self.kept)
    }

    pub const fn zone(&self) -> &TimeZone {
        &self.zone
    }

    /// The zone's IANA name.
    pub fn zone_name(&self) -> &str {
        self.zone.iana_name().unwrap_or("UTC")
    }

    /// The date of the trading day that would contain a moment if every day were one.
    pub fn date(&self, at: UnixMillis) -> Date {
        local_date(at.plus(self.begins_early), &self.zone)
    }

    /// The begin and end of a date in the exchange's hours: its bar is made of this time.
    pub fn span(&self, date: Date) -> Range<UnixMillis> {
        let day = self.whole_day(date);
        day.began..day.ends
    }

    /// The day of a market that never closes.
    fn whole_day(&self, date: Date) -> MarketDay {
        let next = date.checked_add(1.day()).unwrap_or(date);
        let begins = |date| begin_of(date, &self.zone).plus(-self.begins_early);
        MarketDay { date, bar_start: begin_of(date, &self.zone), began: begins(date), ends: begins(next) }
    }

    pub fn at(&self, now: UnixMillis) -> SessionNow {
        let day = self.trading_day(now);
        match self.kept() {
            None => always_open(day),
            Some(calendar) => by_calendar(calendar, day, now),
        }
    }

    /// The trading day of a moment. Bars, profits of the day and sessions all go by this.
    pub fn trading_day(&self, at: UnixMillis) -> MarketDay {
        let kept = self.kept().and_then(|calendar| Some((calendar.day_at(at)?, calendar.next_begin(at))));
        match kept {
            Some((day, next)) => MarketDay {
                date: day.date,
                bar_start: begin_of(day.date, &self.zone),
                began: day.pre_opens,
                ends: next.map_or(UnixMillis(i64::MAX), |next| next.pre_opens),
            },
            None => self.whole_day(self.date(at)),
        }
    }

    /// The first and last moment of quotes on `date`; `None` if there are none.
    pub fn quoted(&self, date: Date) -> Option<(UnixMillis, UnixMillis)> {
        match self.kept() {
            None => {
                let span = self.span(date);
                Some((span.start, span.end))
            }
            Some(calendar) => calendar.on(date).map(|day| (day.pre_opens, day.after_closes)),
        }
    }

    /// The end of regular trading on `date`; `None` when there is none.
    pub fn end_of(&self, date: Date) -> Option<UnixMillis> {
        match self.kept() {
            None => Some(self.span(date).end),
            Some(calendar) => calendar.on(date).map(|day| day.closes),
        }
    }

    /// The session at `at`.
    pub fn session(&self, at: UnixMillis) -> Session {
        self.kept().map_or(Session::Regular, |calendar| calendar.session(at))
    }

    /// The last date before `date` on which there were quotes.
    pub fn quoted_before(&self, date: Date) -> Option<Date> {
        match self.kept() {
            None => date.checked_sub(1.day()).ok(),
            Some(calendar) => calendar.before(date).map(|day| day.date),
        }
    }

    /// A time in the exchange's zone, `YYYY-MM-DD hh:mm:ss`.
    pub fn local_time(&self, at: UnixMillis) -> String {
        let moment = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
        moment.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string()
    }

    /// The time of day in the exchange's zone, `09:30`.
    pub fn local_minute(&self, at: UnixMillis) -> String {
        let moment = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
        moment.to_zoned(self.zone.clone()).strftime("%H:%M").to_string()
    }
}

/// True if a date is not on a weekend.
pub fn is_weekday(date: Date) -> bool {
    !matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// A paper market that never closes: the session is always regular, and days end with those of the market.
fn always_open(day: MarketDay) -> SessionNow {
    let MarketDay { date, began, ends, .. } = day;
    SessionNow {
        session: Session::Regular,
        closes: Some(UnixMillis(i64::MAX)),
        opens: None,
        on_break: false,
        day_ends: ends,
        extended: ExtendedHours { closes: None, day_ends: ends },
        day_began: began,
        day: date.to_string(),
    }
}

/// Orders fill in regular hours, and some before and after them too. A day order lasts to the next regular close, or to the
/// end of what comes after it; the trading day is the last that began.
fn by_calendar(calendar: &SessionCalendar, day: MarketDay, now: UnixMillis) -> SessionNow {
    let session = calendar.session(now);
    SessionNow {
        session,
        closes: calendar.regular_until(now),
        opens: if session == Session::Regular { None } else { calendar.opens_after(now) },
        on_break: calendar.day_at(now).is_some_and(|day| day.on_break(now)),
        day_ends: calendar.next_close(now).map_or(now, |day| day.closes),
        extended: ExtendedHours {
            closes: calendar.extended_until(now),
            day_ends: calendar.next_end(now).map_or(now, |day| day.after_closes),
        },
        day_began: day.began,
        day: day.date.to_string(),
    }
}
