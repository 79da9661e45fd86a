//! The settlement of trades: so many trading days after the trade, and the nights over which a pair is held, which are
//! counted between its value dates.

use jiff::civil::Date;
use plumbline_core::market::TradingDay;
use plumbline_core::time::UnixMillis;

use super::Hours;

/// The end of a trading day of forex, 17:00 in New York: positions open then are charged for the night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Night {
    pub at: UnixMillis,
    /// The day that ends.
    pub date: Date,
}

impl Hours {
    /// The time at which a trade of `now` has settled: the close of the `days`-th trading day after its own, even if
    /// this server does not keep the exchange's hours; a trade between two days belongs to the later one. `None` if it
    /// settles at once: `days` is 0, or the market has no calendar.
    pub fn settles_at(&self, now: UnixMillis, days: usize) -> Option<UnixMillis> {
        let calendar = self.calendar().filter(|_| days > 0)?.days();
        let made_on = calendar.partition_point(|day| day.date < self.date(now));
        // Behind the end of the calendar its last day is used.
        calendar.get(made_on + days).or(calendar.last()).map(|due| due.closes)
    }

    /// The nights that began after `after` and not after `until`.
    pub fn nights(&self, after: UnixMillis, until: UnixMillis) -> impl Iterator<Item = Night> {
        let days = self.calendar().map(|calendar| calendar.days()).unwrap_or_default();
        let first = days.partition_point(|day| day.closes <= after);
        let days = days[first..].iter().take_while(move |day| day.closes <= until);
        days.map(|day| Night { at: day.closes, date: day.date })
    }

    /// The next night that begins after `now`.
    pub fn next_night(&self, now: UnixMillis) -> Option<Night> {
        self.nights(now, UnixMillis(i64::MAX)).next()
    }

    /// The newest night that has begun by `now`.
    pub fn last_night(&self, now: UnixMillis) -> Option<Night> {
        let days = self.calendar().map(|calendar| calendar.days()).unwrap_or_default();
        let last = days.partition_point(|day| day.closes <= now).checked_sub(1)?;
        Some(Night { at: days[last].closes, date: days[last].date })
    }

    /// The time until which a pair whose session ends at `closes` is filled, and the time before which its quotes are
    /// no longer traded on. When a night begins the price steps by the night's interest, so nothing is filled until the
    /// night is recorded, and no position has the step without the charge.
    pub fn around_night(
        &self,
        closes: Option<UnixMillis>,
        now: UnixMillis,
        recorded_until: UnixMillis,
    ) -> (Option<UnixMillis>, Option<UnixMillis>) {
        let began = self.last_night(now).map(|night| night.at);
        if began.is_some_and(|began| recorded_until < began) {
            return (None, began);
        }
        let next = self.next_night(now).map(|night| night.at);
        // A quote is stale after a minute at the latest.
        let outlived = began.filter(|began| now.since(*began) <= UnixMillis::MINUTE);
        (closes.map(|closes| next.map_or(closes, |next| closes.min(next))), outlived)
    }

    /// The number of nights of interest for one night that a pair, settling `days` trading days after a trade, is held:
    /// the days from its value date before to the one after. It is three on a Wednesday, and on a Thursday if `days` is
    /// one. `None` for a date that is not a trading day.
    pub fn nights_charged(&self, night: Date, days: usize) -> Option<i64> {
        let calendar: &[TradingDay] = self.calendar()?.days();
        let index = calendar.binary_search_by_key(&night, |day| day.date).ok()?;
        let (before, after) = (calendar.get(index + days)?.date, calendar.get(index + days + 1)?.date);
        Some(i64::from(before.until(after).ok()?.get_days()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::Calendars;
    use jiff::Timestamp;

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    #[test]
    fn trades_settle_at_the_close_of_their_day() {
        let (us, hk) = (("XNYS", 1), ("XHKG", 2));
        let table = [
            ("a Friday", us, "2026-11-20T15:00:00Z", "2026-11-23T21:00:00Z"),
            ("after its close", us, "2026-11-21T01:00:00Z", "2026-11-23T21:00:00Z"),
            ("a Saturday, around the clock", us, "2026-11-21T15:00:00Z", "2026-11-24T21:00:00Z"),
            ("the day before Thanksgiving", us, "2026-11-25T15:00:00Z", "2026-11-27T18:00:00Z"),
            ("a Thursday in Hong Kong", hk, "2026-11-19T03:00:00Z", "2026-11-23T08:00:00Z"),
            ("a Friday in Hong Kong", hk, "2026-11-20T03:00:00Z", "2026-11-24T08:00:00Z"),
            ("past midnight there", hk, "2026-11-19T17:00:00Z", "2026-11-24T08:00:00Z"),
            ("before Christmas", hk, "2026-12-23T03:00:00Z", "2026-12-28T08:00:00Z"),
        ];
        for around_the_clock in [true, false] {
            let calendars = Calendars::load(around_the_clock).unwrap();
            for (name, (calendar, days), now, due) in table {
                assert_eq!(calendars.named(calendar).settles_at(at(now), days), Some(at(due)), "{name}");
            }
            assert_eq!(calendars.named("FX").settles_at(at("2026-11-20T15:00:00Z"), 0), None);
            assert_eq!(calendars.named("").settles_at(at("2026-11-20T15:00:00Z"), 1), None);
        }
    }

    /// Seven nights a week, charged in five: docs/data.md has the sources.
    #[test]
    fn weekends_are_charged_on_wednesdays_and_on_thursdays() {
        let calendars = Calendars::load(true).unwrap();
        let hours = calendars.named("FX");
        let week = ["2026-11-16", "2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
        let charged = |days| week.map(|date| hours.nights_charged(date.parse().unwrap(), days).unwrap());
        assert_eq!(charged(2), [1, 1, 3, 1, 1]);
        assert_eq!(charged(1), [1, 1, 1, 3, 1]);
        assert_eq!(hours.nights_charged("2026-11-21".parse().unwrap(), 2), None, "a Saturday");
        // Christmas, a Friday, is not a trading day: Tuesday's trades settle on Thursday, and Wednesday's on Monday.
        let christmas = |date: &str| hours.nights_charged(date.parse().unwrap(), 2);
        assert_eq!(christmas("2026-12-22"), Some(4));
        assert_eq!(christmas("2026-12-23"), Some(1));
    }

    #[test]
    fn nothing_is_filled_until_a_night_is_recorded() {
        let calendars = Calendars::load(true).unwrap();
        let (hours, night, never) = (calendars.named("FX"), at("2026-11-23T22:00:00Z"), UnixMillis(i64::MAX));
        let (before, next, friday) =
            (at("2026-11-23T21:59:59Z"), at("2026-11-24T22:00:00Z"), at("2026-11-20T22:00:00Z"));
        let table = [
            ("2026-11-23T21:00:00Z", before, (Some(night), None)),
            ("2026-11-23T21:59:59.999Z", before, (Some(night), None)),
            ("2026-11-23T22:00:00Z", before, (None, Some(night))),
            ("2026-11-23T22:00:10Z", before, (None, Some(night))),
            ("2026-11-24T21:00:00Z", before, (None, Some(night))),
            ("2026-11-23T22:00:10Z", night, (Some(next), Some(night))),
            ("2026-11-23T22:02:00Z", night, (Some(next), None)),
            // A server that was stopped over a weekend.
            ("2026-11-23T21:00:00Z", UnixMillis(0), (None, Some(friday))),
        ];
        for (now, recorded, expected) in table {
            assert_eq!(
                hours.around_night(Some(never), at(now), recorded),
                expected,
                "{now}, recorded until {recorded:?}"
            );
            assert_eq!(hours.around_night(None, at(now), recorded).0, None, "{now}, where the market is closed");
        }
    }

    #[test]
    fn nights_begin_at_five_in_new_york() {
        let calendars = Calendars::load(true).unwrap();
        let hours = calendars.named("FX");
        let nights = |after: &str, until: &str| {
            let nights = hours.nights(at(after), at(until));
            nights.map(|night| (night.date.to_string(), night.at)).collect::<Vec<_>>()
        };
        let friday = ("2026-11-20".to_owned(), at("2026-11-20T22:00:00Z"));
        let monday = ("2026-11-23".to_owned(), at("2026-11-23T22:00:00Z"));
        assert_eq!(nights("2026-11-19T22:00:00Z", "2026-11-20T21:59:59Z"), []);
        assert_eq!(nights("2026-11-19T22:00:00Z", "2026-11-20T22:00:00Z"), std::slice::from_ref(&friday));
        assert_eq!(nights("2026-11-20T21:00:00Z", "2026-11-24T00:00:00Z"), [friday, monday.clone()]);
        // In summer time the night begins an hour earlier in UTC.
        assert_eq!(nights("2026-07-01T20:59:59Z", "2026-07-01T21:00:00Z").len(), 1);
        let next = hours.next_night(at("2026-11-21T12:00:00Z")).unwrap();
        assert_eq!((next.date.to_string(), next.at), monday);
    }
}
