//! Open contracts of a month of a future.

use std::collections::HashSet;
use std::sync::Arc;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Instrument;
use plumbline_core::time::UnixMillis;

use super::main_months::leading;
use super::{Market, State};

impl Market {
    /// Contracts open at the end of the previous trading day, and of the one before it.
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

    /// The main month of each future.
    pub fn main_months(&self, now: UnixMillis) -> Arc<HashSet<InstrumentId>> {
        self.snapshots.main_months.get(now, || {
            let listed = self.catalog.iter().filter(|instrument| instrument.is_listed(now));
            let months = listed.filter(|instrument| self.states.of(instrument.id) != State::Retired);
            let counted = months.filter_map(|instrument| {
                let open = || self.open_interest(instrument, now).map(|(open, _)| open);
                Some((instrument.id, instrument.future.as_ref()?, open()))
            });
            leading(counted, now)
        })
    }
}
