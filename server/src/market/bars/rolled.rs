//! Ended long bars, as charts rolled them up: a chart of years is made of thousands of days, and only the last few
//! change.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use hashlink::LruCache;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Period, begin_of};
use plumbline_core::time::UnixMillis;

/// Series of an instrument and a period that are kept, of at most a thousand bars and mostly of a hundred: some 10 kB
/// each.
const KEPT_MAX: usize = 1_024;

/// The bars of the periods in a span of days without a hole.
#[derive(Clone, Debug, Default)]
pub struct Rolled {
    /// The splits that the bars are adjusted for; after another split they are invalid.
    pub splits: Vec<UnixMillis>,
    pub bars: Vec<Bar>,
    /// The days that they are made of: whole periods, except for the first, which begins where the history does.
    pub from: Date,
    pub until: Date,
}

impl Rolled {
    /// The bars that begin in a span of dates.
    pub fn within(&self, dates: &Range<Date>, zone: &TimeZone) -> impl Iterator<Item = Bar> {
        let span = begin_of(dates.start, zone)..begin_of(dates.end, zone);
        self.bars.iter().copied().filter(move |bar| span.contains(&bar.start))
    }

    /// True if the bars can be joined with those that are read around them in a span of dates.
    fn joins(&self, period: Period, dates: &Range<Date>) -> bool {
        let cuts_none = |date: Date| period.first_day(date) == date;
        self.from <= dates.end
            && self.until >= dates.start
            && (dates.start >= self.from || cuts_none(self.from))
            && (dates.start <= self.from || cuts_none(dates.start))
    }
}

/// The series that were used last.
#[derive(Debug)]
pub struct RolledBars(Mutex<LruCache<(InstrumentId, Period), Arc<Rolled>>>);

impl Default for RolledBars {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(KEPT_MAX)))
    }
}

impl RolledBars {
    /// The kept bars of an instrument's periods, if they can be joined with those that are read around them.
    pub fn known(
        &self,
        id: InstrumentId,
        period: Period,
        dates: &Range<Date>,
        splits: &[UnixMillis],
    ) -> Option<Arc<Rolled>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get(&(id, period))?;
        (known.splits == splits && known.joins(period, dates)).then(|| known.clone())
    }

    pub fn keep(&self, id: InstrumentId, period: Period, rolled: Rolled) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert((id, period), Arc::new(rolled));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn only_what_lies_side_by_side_is_joined() {
        let known = |from: &str, until: &str| Rolled { from: date(from), until: date(until), ..Rolled::default() };
        let months = known("2026-02-01", "2026-11-01");
        let began_within = known("2026-02-11", "2026-11-01");
        let table = [
            (&months, "2026-03-01", "2026-11-24", true),
            (&months, "2025-03-01", "2026-11-24", true),
            (&months, "2025-03-01", "2026-02-01", true),
            (&months, "2025-03-01", "2026-01-01", false),
            (&months, "2026-12-01", "2027-01-01", false),
            (&months, "2026-03-11", "2026-11-24", false),
            (&began_within, "2026-02-11", "2026-11-24", true),
            (&began_within, "2026-02-01", "2026-11-24", false),
            (&began_within, "2026-03-01", "2026-11-24", true),
        ];
        for (known, from, until, joins) in table {
            assert_eq!(known.joins(Period::Month, &(date(from)..date(until))), joins, "{known:?} {from} {until}");
        }
    }

    #[test]
    fn a_new_split_makes_what_was_known_untrue() {
        let (kept, id) = (RolledBars::default(), InstrumentId(1));
        let dates = date("2026-01-01")..date("2026-11-01");
        let rolled = Rolled { from: dates.start, until: dates.end, ..Rolled::default() };
        kept.keep(id, Period::Month, rolled);
        assert!(kept.known(id, Period::Month, &dates, &[]).is_some());
        assert!(kept.known(id, Period::Month, &dates, &[UnixMillis(1)]).is_none());
        assert!(kept.known(id, Period::Week, &dates, &[]).is_none());
    }
}
