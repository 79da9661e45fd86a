//! Contracts that are open of a month of a future, and the month of each future that leads by them.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Future, Instrument};
use plumbline_core::time::UnixMillis;

use super::{Market, State};

/// Months come, go and are counted at whole minutes.
const MINUTE: i64 = 60_000;

/// The main months as they were found out last, with the minute that they are of.
#[derive(Debug, Default)]
pub struct MainMonths(Mutex<Option<(i64, Arc<HashSet<InstrumentId>>)>>);

impl MainMonths {
    fn get(&self, now: UnixMillis, find: impl FnOnce() -> HashSet<InstrumentId>) -> Arc<HashSet<InstrumentId>> {
        let minute = now.0.div_euclid(MINUTE);
        let mut newest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, months)) = newest.as_ref()
            && *of == minute
        {
            return months.clone();
        }
        let months = Arc::new(find());
        *newest = Some((minute, months.clone()));
        months
    }
}

impl Market {
    /// Contracts that were open after the trading day before, and after the one before that.
    pub fn open_interest(&self, instrument: &Instrument, now: UnixMillis) -> Option<(i64, i64)> {
        instrument.future.as_ref()?;
        let hours = self.hours(instrument);
        let yesterday = hours.quoted_before(hours.date(now))?;
        let after = |date| {
            let (_, ends) = hours.quoted(date)?;
            self.feed_history.open_interest(instrument, ends.plus(-1))
        };
        let after_yesterday = after(yesterday)?;
        Some((after_yesterday, hours.quoted_before(yesterday).and_then(after).unwrap_or(after_yesterday)))
    }

    /// The month of each future that brokers call the main one.
    pub fn main_months(&self, now: UnixMillis) -> Arc<HashSet<InstrumentId>> {
        self.snapshots.main_months.get(now, || {
            let listed = self.catalog.iter().filter(|instrument| instrument.is_listed(now));
            let months = listed.filter(|instrument| self.states.of(instrument.id) != State::Retired);
            let counted = months.filter_map(|instrument| {
                let open = || self.open_interest(instrument, now).map(|(open, _)| open);
                Some((instrument.id, instrument.future.as_ref()?, open()))
            });
            leading(counted)
        })
    }
}

/// The month of each future with the most open contracts; where nobody counts them, the nearest.
fn leading<'a>(months: impl Iterator<Item = (InstrumentId, &'a Future, Option<i64>)>) -> HashSet<InstrumentId> {
    let mut leading: HashMap<&str, (i64, Reverse<UnixMillis>, InstrumentId)> = HashMap::new();
    for (id, future, open) in months {
        let month = (open.unwrap_or_default(), Reverse(future.ends_at), id);
        leading.entry(&future.root).and_modify(|known| *known = month.max(*known)).or_insert(month);
    }
    leading.into_values().map(|(.., id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{Calendars, futures};

    #[test]
    fn the_month_with_the_most_open_contracts_leads_and_else_the_nearest() {
        let listed = futures::listed(&Calendars::load(true).unwrap(), UnixMillis(1_795_000_000_000)).unwrap();
        let gold: Vec<&Future> =
            listed.iter().filter_map(|seed| seed.future.as_ref()).filter(|future| future.root == "GC").collect();
        let months = |open: [Option<i64>; 3]| {
            let found = leading(
                (1..).map(InstrumentId).zip(gold.iter().copied()).zip(open).map(|((id, of), open)| (id, of, open)),
            );
            found.into_iter().map(|id| id.0).collect::<Vec<_>>()
        };
        assert_eq!(months([Some(18_613), Some(350_128), None]), [2]);
        assert_eq!(months([None, None, None]), [1]);
        assert_eq!(months([Some(7), Some(7), Some(6)]), [1], "of equals the nearer one");
    }

    #[test]
    fn they_are_found_out_once_a_minute() {
        let months = MainMonths::default();
        let find = |id: i64| HashSet::from([InstrumentId(id)]);
        let first = months.get(UnixMillis(60_000), || find(1));
        assert!(Arc::ptr_eq(&first, &months.get(UnixMillis(119_999), || find(2))));
        assert_eq!(*months.get(UnixMillis(120_000), || find(2)), find(2));
    }
}
