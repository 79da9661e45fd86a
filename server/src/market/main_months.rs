//! The main month of each future: the one with the most open contracts.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Future;
use plumbline_core::time::UnixMillis;

/// Months come, go and are counted at whole minutes.
const MINUTE: i64 = 60_000;

/// The main months that were found last, with the minute that they are for.
#[derive(Debug, Default)]
pub struct MainMonths(Mutex<Option<(i64, Arc<HashSet<InstrumentId>>)>>);

impl MainMonths {
    pub fn get(&self, now: UnixMillis, find: impl FnOnce() -> HashSet<InstrumentId>) -> Arc<HashSet<InstrumentId>> {
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

/// The month of each future with the most open contracts, of those in which positions are opened; the nearest where open
/// contracts are not counted.
pub fn leading<'a>(
    months: impl Iterator<Item = (InstrumentId, &'a Future, Option<i64>)>,
    now: UnixMillis,
) -> HashSet<InstrumentId> {
    let mut leading: HashMap<&str, (bool, i64, Reverse<UnixMillis>, InstrumentId)> = HashMap::new();
    for (id, future, open) in months {
        let month = (future.opens_until > now, open.unwrap_or_default(), Reverse(future.ends_at), id);
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
        let months_at = |open: [Option<i64>; 3], now: UnixMillis| {
            let months = (1..).map(InstrumentId).zip(gold.iter().copied()).zip(open);
            let found = leading(months.map(|((id, of), open)| (id, of, open)), now);
            found.into_iter().map(|id| id.0).collect::<Vec<_>>()
        };
        let months = |open| months_at(open, UnixMillis(0));
        assert_eq!(months([Some(18_613), Some(350_128), None]), [2]);
        assert_eq!(months([None, None, None]), [1]);
        assert_eq!(months([Some(7), Some(7), Some(6)]), [1], "of equals the nearer one");
        let closing_only = gold[0].opens_until;
        assert_eq!(months_at([Some(350_128), Some(7), Some(6)], closing_only), [2], "nobody opens the first any more");
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
