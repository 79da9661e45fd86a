//! Bars: open, high, low, close and volume of a span of time, and their merging into longer ones.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use crate::decimal::{Price, Quantity};
use crate::time::UnixMillis;

/// The prices and the volume from `start` on, for the span that the bars of its series have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    pub start: UnixMillis,
    pub open: Price,
    pub high: Price,
    pub low: Price,
    pub close: Price,
    /// Units traded.
    pub volume: Quantity,
}

impl Bar {
    /// A bar that begins with one price and no volume.
    pub const fn begin(start: UnixMillis, price: Price) -> Self {
        Self { start, open: price, high: price, low: price, close: price, volume: Quantity::ZERO }
    }

    /// The bar with one more price in it.
    pub fn with(mut self, price: Price) -> Self {
        self.high = self.high.max(price);
        self.low = self.low.min(price);
        self.close = price;
        self
    }

    /// The bar followed by a later one.
    pub fn then(mut self, later: &Bar) -> Self {
        self.high = self.high.max(later.high);
        self.low = self.low.min(later.low);
        self.close = later.close;
        self.volume = self.volume.checked_add(later.volume).unwrap_or(Quantity::MAX);
        self
    }

    /// Merges two observations of one span. Volume counts from the span's start, so the bar with more of it saw more:
    /// its open and close hold. With equal volumes the open is `self`'s, and the close is `other`'s, the newer.
    pub fn merged(self, other: &Bar) -> Self {
        Self {
            start: self.start,
            open: if other.volume > self.volume { other.open } else { self.open },
            high: self.high.max(other.high),
            low: self.low.min(other.low),
            close: if other.volume >= self.volume { other.close } else { self.close },
            volume: self.volume.max(other.volume),
        }
    }
}

/// The periods that daily bars are rolled up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Period {
    /// The most days that the period has.
    pub const fn days_max(self) -> i32 {
        match self {
            Period::Day => 1,
            Period::Week => 7,
            Period::Month => 31,
            Period::Quarter => 92,
            Period::Year => 366,
        }
    }

    /// The first day of the period after the one that `date` is in.
    pub fn next(self, date: Date) -> Date {
        let beyond = self.first_day(date).checked_add(self.days_max().days()).unwrap_or(Date::MAX);
        self.first_day(beyond)
    }

    /// The first day of the period that `date` is in; weeks begin on Monday.
    pub fn first_day(self, date: Date) -> Date {
        let month = |month: i8| Date::new(date.year(), month, 1).unwrap_or(date);
        match self {
            Period::Day => date,
            Period::Week => {
                let back = i32::from(date.weekday().to_monday_zero_offset());
                date.checked_sub(back.days()).unwrap_or(date)
            }
            Period::Month => month(date.month()),
            Period::Quarter => month((date.month() - 1) / 3 * 3 + 1),
            Period::Year => month(1),
        }
    }
}

/// The date of a moment in a time zone; the first or the last possible date for a moment out of range.
pub fn local_date(at: UnixMillis, zone: &TimeZone) -> Date {
    let last = if at.0 < 0 { Timestamp::MIN } else { Timestamp::MAX };
    Timestamp::from_millisecond(at.0).unwrap_or(last).to_zoned(zone.clone()).date()
}

/// The moment at which a date begins in a time zone.
pub fn begin_of(date: Date, zone: &TimeZone) -> UnixMillis {
    let begin = zone.to_ambiguous_zoned(date.at(0, 0, 0, 0)).compatible();
    let last = if date.year() < 0 { Timestamp::MIN } else { Timestamp::MAX };
    UnixMillis(begin.map_or(last, |zoned| zoned.timestamp()).as_millisecond())
}

/// Daily bars, oldest first, as bars of `period`; each begins with the first daily bar in it.
pub fn roll_up(days: &[Bar], period: Period, zone: &TimeZone) -> Vec<Bar> {
    let mut rolled: Vec<(Date, Bar)> = Vec::new();
    for bar in days {
        let first = period.first_day(local_date(bar.start, zone));
        match rolled.last_mut() {
            Some((date, last)) if *date == first => *last = last.then(bar),
            _ => rolled.push((first, *bar)),
        }
    }
    rolled.into_iter().map(|(_, bar)| bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn zone() -> TimeZone {
        TimeZone::get("America/New_York").unwrap()
    }

    fn day(date: &str, prices: [i64; 4]) -> Bar {
        let [open, high, low, close] = prices.map(Price::from_units);
        let start = begin_of(date.parse().unwrap(), &zone());
        Bar { start, open, high, low, close, volume: Quantity::from_units(1) }
    }

    #[test]
    fn days_make_weeks_months_quarters_and_years() {
        let days = [
            day("2025-12-31", [10, 12, 9, 11]),
            day("2026-01-01", [11, 15, 11, 14]),
            day("2026-01-05", [14, 14, 7, 8]),
            day("2026-04-01", [8, 9, 8, 9]),
        ];
        let table = [
            (Period::Day, vec![11, 14, 8, 9]),
            (Period::Week, vec![14, 8, 9]),
            (Period::Month, vec![11, 8, 9]),
            (Period::Quarter, vec![11, 8, 9]),
            (Period::Year, vec![11, 9]),
        ];
        for (period, closes) in table {
            let rolled = roll_up(&days, period, &zone());
            assert_eq!(rolled.iter().map(|bar| bar.close.units()).collect::<Vec<_>>(), closes, "{period:?}");
        }
        let year = roll_up(&days, Period::Year, &zone())[1];
        assert_eq!((year.open.units(), year.high.units(), year.low.units(), year.volume.units()), (11, 15, 7, 3));
    }

    #[test]
    fn the_ends_of_the_calendar_are_no_epoch() {
        for zone in ["UTC", "America/New_York", "Asia/Hong_Kong"].map(|name| TimeZone::get(name).unwrap()) {
            for at in [253_402_300_799_999, i64::MAX] {
                assert_eq!(local_date(UnixMillis(at), &zone).year(), 9999);
            }
            assert_eq!(local_date(UnixMillis(i64::MIN), &zone).year(), -9999);
            assert_eq!(local_date(UnixMillis(-1), &TimeZone::UTC).to_string(), "1969-12-31");
            assert!(begin_of(Date::MAX, &zone) > UnixMillis(253_000_000_000_000));
            assert!(begin_of(Date::MIN, &zone) < UnixMillis(-253_000_000_000_000));
        }
    }

    #[test]
    fn periods_follow_each_other() {
        let table = [
            (Period::Day, "2026-02-28", "2026-03-01"),
            (Period::Week, "2026-11-22", "2026-11-23"),
            (Period::Month, "2026-02-28", "2026-03-01"),
            (Period::Month, "2026-01-01", "2026-02-01"),
            (Period::Quarter, "2026-02-28", "2026-04-01"),
            (Period::Quarter, "2026-12-31", "2027-01-01"),
            (Period::Year, "2024-01-01", "2025-01-01"),
            (Period::Year, "2025-12-31", "2026-01-01"),
        ];
        for (period, date, next) in table {
            assert_eq!(period.next(date.parse().unwrap()), next.parse::<Date>().unwrap(), "{period:?} {date}");
        }
    }

    proptest! {
        #[test]
        fn a_bar_encloses_its_prices(prices in proptest::collection::vec(1i64..1_000, 1..40)) {
            let bar = prices[1..].iter().fold(
                Bar::begin(UnixMillis(0), Price::from_units(prices[0])),
                |bar, price| bar.with(Price::from_units(*price)),
            );
            prop_assert_eq!(bar.high.units(), *prices.iter().max().unwrap());
            prop_assert_eq!(bar.low.units(), *prices.iter().min().unwrap());
            prop_assert_eq!((bar.open.units(), bar.close.units()), (prices[0], *prices.last().unwrap()));
        }
    }
}
