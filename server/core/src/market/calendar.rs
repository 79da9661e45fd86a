//! Trading hours of an exchange: days as data, and the session at a moment.

use std::ops::Range;

use jiff::civil::Date;

use super::Session;
use crate::time::UnixMillis;

/// One trading day. The moments rise: `pre_opens ≤ opens < closes ≤ after_closes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TradingDay {
    /// The date where the exchange is.
    pub date: Date,
    /// The start of the session before regular hours; `opens` where there is none.
    pub pre_opens: UnixMillis,
    pub opens: UnixMillis,
    /// The pauses of regular hours, in order: for lunch, or between the day session and the night session.
    pub breaks: Vec<Range<UnixMillis>>,
    pub closes: UnixMillis,
    /// The end of the session after regular hours; `closes` where there is none.
    pub after_closes: UnixMillis,
    pub half_day: bool,
}

impl TradingDay {
    fn is_sound(&self) -> bool {
        let bounds = [self.opens].into_iter().chain(self.breaks.iter().flat_map(|gap| [gap.start, gap.end]));
        self.pre_opens <= self.opens
            && self.closes <= self.after_closes
            && bounds.chain([self.closes]).is_sorted_by(|earlier, later| earlier < later)
    }

    /// The end of the regular hours that `time` lies in: a break's start or the close.
    pub fn regular_until(&self, time: UnixMillis) -> Option<UnixMillis> {
        let next = self.breaks.iter().map(|gap| gap.start).find(|start| time < *start);
        (self.session(time) == Session::Regular).then(|| next.unwrap_or(self.closes))
    }

    /// The next start of regular hours after `time`, also after a break; `None` if the day has no more.
    pub fn regular_from(&self, time: UnixMillis) -> Option<UnixMillis> {
        [self.opens].into_iter().chain(self.breaks.iter().map(|gap| gap.end)).find(|start| time < *start)
    }

    /// True if the day pauses at `time`.
    pub fn on_break(&self, time: UnixMillis) -> bool {
        self.breaks.iter().any(|gap| gap.contains(&time))
    }

    /// The moments at which its sessions begin and end, in order; some may coincide.
    pub fn moments(&self) -> impl Iterator<Item = UnixMillis> + '_ {
        let breaks = self.breaks.iter().flat_map(|gap| [gap.start, gap.end]);
        [self.pre_opens, self.opens].into_iter().chain(breaks).chain([self.closes, self.after_closes])
    }

    /// The session of the day at `time`.
    pub fn session(&self, time: UnixMillis) -> Session {
        if self.on_break(time) || time < self.pre_opens || time >= self.after_closes {
            Session::Closed
        } else if time < self.opens {
            Session::Pre
        } else if time < self.closes {
            Session::Regular
        } else {
            Session::After
        }
    }
}

/// The trading days of an exchange, in order.
#[derive(Clone, Debug, Default)]
pub struct SessionCalendar(Vec<TradingDay>);

impl SessionCalendar {
    /// `None` unless every day is sound and begins after the one before has ended.
    pub fn new(days: Vec<TradingDay>) -> Option<Self> {
        let apart =
            days.windows(2).all(|pair| pair[0].after_closes <= pair[1].pre_opens && pair[0].date < pair[1].date);
        (apart && days.iter().all(TradingDay::is_sound)).then_some(Self(days))
    }

    pub fn days(&self) -> &[TradingDay] {
        &self.0
    }

    /// The last day that had begun by `time`; it may be over.
    pub fn day_at(&self, time: UnixMillis) -> Option<&TradingDay> {
        self.0[..self.0.partition_point(|day| day.pre_opens <= time)].last()
    }

    /// The first day that begins after `time`.
    pub fn next_begin(&self, time: UnixMillis) -> Option<&TradingDay> {
        self.0.get(self.0.partition_point(|day| day.pre_opens <= time))
    }

    /// The first day whose regular hours end after `time`.
    pub fn next_close(&self, time: UnixMillis) -> Option<&TradingDay> {
        self.0.get(self.0.partition_point(|day| day.closes <= time))
    }

    /// The first day whose sessions end after `time`, those after regular hours included.
    pub fn next_end(&self, time: UnixMillis) -> Option<&TradingDay> {
        self.0.get(self.0.partition_point(|day| day.after_closes <= time))
    }

    /// The end of the session before or after regular hours that `time` lies in; `None` outside of them.
    pub fn extended_until(&self, time: UnixMillis) -> Option<UnixMillis> {
        let day = self.day_at(time)?;
        match day.session(time) {
            Session::Pre => Some(day.opens),
            Session::After => Some(day.after_closes),
            Session::Regular | Session::Closed => None,
        }
    }

    pub fn on(&self, date: Date) -> Option<&TradingDay> {
        self.0.binary_search_by_key(&date, |day| day.date).ok().map(|index| &self.0[index])
    }

    /// The last trading day before `date`.
    pub fn before(&self, date: Date) -> Option<&TradingDay> {
        self.0[..self.0.partition_point(|day| day.date < date)].last()
    }

    /// The next start of regular hours after `time`, also after a break.
    pub fn opens_after(&self, time: UnixMillis) -> Option<UnixMillis> {
        let next = self.next_close(time)?;
        next.regular_from(time).or_else(|| self.next_begin(next.pre_opens).map(|day| day.opens))
    }

    /// The end of the regular hours that `time` lies in; `None` outside of them.
    pub fn regular_until(&self, time: UnixMillis) -> Option<UnixMillis> {
        self.day_at(time)?.regular_until(time)
    }

    /// The start of the present session, pause or closed time.
    pub fn changed_at(&self, time: UnixMillis) -> Option<UnixMillis> {
        self.day_at(time)?.moments().filter(|moment| *moment <= time).last()
    }

    /// The first moment after `time` at which a session of any day begins or ends.
    pub fn changes_after(&self, time: UnixMillis) -> Option<UnixMillis> {
        let today = self.day_at(time).and_then(|day| day.moments().find(|moment| time < *moment));
        today.or_else(|| self.next_begin(time).map(|day| day.pre_opens))
    }

    pub fn session(&self, time: UnixMillis) -> Session {
        self.day_at(time).map_or(Session::Closed, |day| day.session(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn day(number: i8) -> TradingDay {
        let at = |hour: i64| UnixMillis((i64::from(number) * 24 + hour) * UnixMillis::HOUR);
        TradingDay {
            date: date(2026, 1, number),
            pre_opens: at(4),
            opens: at(9),
            breaks: if number == 3 { vec![at(12)..at(13)] } else { Vec::new() },
            closes: at(16),
            after_closes: at(20),
            half_day: false,
        }
    }

    #[test]
    fn moments_belong_to_sessions() {
        let calendar = SessionCalendar::new(vec![day(1), day(3)]).unwrap();
        let table = [
            (24 + 3, Session::Closed),
            (24 + 4, Session::Pre),
            (24 + 9, Session::Regular),
            (24 + 12, Session::Regular),
            (24 + 16, Session::After),
            (24 + 20, Session::Closed),
            (48 + 10, Session::Closed),
            (72 + 11, Session::Regular),
            (72 + 12, Session::Closed),
            (72 + 13, Session::Regular),
        ];
        for (hour, session) in table {
            assert_eq!(calendar.session(UnixMillis(hour * UnixMillis::HOUR)), session, "hour {hour}");
        }
        let until = [(24 + 8, None), (24 + 9, Some(24 + 16)), (24 + 16, None), (72 + 11, Some(72 + 12))];
        for (hour, end) in until.into_iter().chain([(72 + 12, None), (72 + 13, Some(72 + 16))]) {
            let end = end.map(|hour| UnixMillis(hour * UnixMillis::HOUR));
            assert_eq!(calendar.regular_until(UnixMillis(hour * UnixMillis::HOUR)), end, "hour {hour}");
        }
        let extended =
            [(24 + 3, None), (24 + 4, Some(24 + 9)), (24 + 9, None), (24 + 16, Some(24 + 20)), (24 + 20, None)];
        for (hour, end) in extended.into_iter().chain([(72 + 12, None), (72 + 8, Some(72 + 9))]) {
            let end = end.map(|hour| UnixMillis(hour * UnixMillis::HOUR));
            assert_eq!(calendar.extended_until(UnixMillis(hour * UnixMillis::HOUR)), end, "hour {hour}");
        }
        let ends = [(20, Some(1)), (24 + 16, Some(1)), (24 + 20, Some(3)), (72 + 19, Some(3)), (72 + 20, None)];
        for (hour, number) in ends {
            let day = calendar.next_end(UnixMillis(hour * UnixMillis::HOUR)).map(|day| day.date.day());
            assert_eq!(day, number, "hour {hour}");
        }
        let opens = [(20, 24 + 9), (24 + 9, 72 + 9), (50, 72 + 9), (72 + 9, 72 + 13), (72 + 12, 72 + 13)];
        for (hour, next) in opens {
            let opens = calendar.opens_after(UnixMillis(hour * UnixMillis::HOUR));
            assert_eq!(opens, Some(UnixMillis(next * UnixMillis::HOUR)), "after hour {hour}");
        }
        let changes =
            [(20, None, Some(24 + 4)), (24 + 4, Some(24 + 4), Some(24 + 9)), (24 + 17, Some(24 + 16), Some(24 + 20))];
        let later =
            [(50, Some(24 + 20), Some(72 + 4)), (72 + 12, Some(72 + 12), Some(72 + 13)), (100, Some(72 + 20), None)];
        for (hour, began, ends) in changes.into_iter().chain(later) {
            let (time, at) = (UnixMillis(hour * UnixMillis::HOUR), |hour: i64| UnixMillis(hour * UnixMillis::HOUR));
            assert_eq!(
                (calendar.changed_at(time), calendar.changes_after(time)),
                (began.map(at), ends.map(at)),
                "{hour}"
            );
        }
        assert_eq!(calendar.opens_after(UnixMillis((72 + 13) * UnixMillis::HOUR)), None, "nothing more is known");
        let weekend = UnixMillis(50 * UnixMillis::HOUR);
        assert_eq!(calendar.day_at(weekend), Some(&day(1)));
        assert_eq!(calendar.next_close(weekend), Some(&day(3)));
        assert_eq!((calendar.next_begin(weekend), calendar.next_begin(day(3).pre_opens)), (Some(&day(3)), None));
        assert_eq!(calendar.before(date(2026, 1, 3)), Some(&day(1)));
        assert_eq!(calendar.on(date(2026, 1, 2)), None);
    }

    #[test]
    fn days_out_of_order_are_no_calendar() {
        assert!(SessionCalendar::new(vec![day(3), day(1)]).is_none());
        assert!(SessionCalendar::new(vec![TradingDay { opens: UnixMillis(0), ..day(1) }]).is_none());
        let outside = day(3).closes..day(3).after_closes;
        assert!(SessionCalendar::new(vec![TradingDay { breaks: vec![outside], ..day(3) }]).is_none());
    }
}
