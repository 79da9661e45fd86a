//! Corporate actions: dividends and splits, as the market stores them. The simulated market's companies announce their
//! own ([`announcer`]); for instruments of a live feed an operator records them (`plumbline action`). Their effects on
//! customers are in `positions/corporate`.

pub mod announcer;
pub mod list;
pub mod store;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::civil::Date;
use plumbline_core::decimal::Price;
use plumbline_core::ids::{CorporateActionId, InstrumentId};
use plumbline_core::market::{Bar, CorporateAction, Instrument, begin_of};
use plumbline_core::time::UnixMillis;

use store::Unreadable;

use super::sessions::Hours;
use super::{Calendars, Catalog};
use crate::db::{Db, DbError};

/// All actions, as this server has read them last.
#[derive(Debug, Default)]
pub struct CorporateActions(ArcSwap<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The actions of each instrument, in the order of their ex dates.
    of: BTreeMap<InstrumentId, Vec<Arc<CorporateAction>>>,
    /// Rows that this version cannot read.
    unreadable: BTreeSet<CorporateActionId>,
    /// Instruments with an unreadable action that is not done: later actions may be in other numbers of shares.
    held_up: BTreeSet<InstrumentId>,
}

impl CorporateActions {
    /// Reads the actions of the database. A row that cannot be read is logged once, and not carried out.
    pub async fn read(&self, db: &Db, catalog: &Catalog, calendars: &Calendars) -> Result<(), DbError> {
        let stored = store::all(&mut db.read().await?, catalog, calendars).await?;
        let (before, mut known) = (self.0.load(), Known::default());
        for action in stored.actions {
            known.of.entry(action.instrument).or_default().push(Arc::new(action));
        }
        for Unreadable { id, instrument, is_applied, why } in stored.unreadable {
            if !before.unreadable.contains(&id) {
                tracing::error!(error = %why, action = %id, %instrument, "a corporate action cannot be read; nothing is done or paid of it");
            }
            known.unreadable.insert(id);
            if !is_applied {
                known.held_up.insert(instrument);
            }
        }
        self.0.store(Arc::new(known));
        Ok(())
    }

    /// True if nothing may be paid for the action, because it cannot be read.
    pub fn is_unreadable(&self, id: CorporateActionId) -> bool {
        self.0.load().unreadable.contains(&id)
    }

    /// The actions of an instrument, in the order of their ex dates.
    pub fn of(&self, id: InstrumentId) -> Vec<Arc<CorporateAction>> {
        self.0.load().of.get(&id).cloned().unwrap_or_default()
    }

    pub fn all(&self) -> Vec<Arc<CorporateAction>> {
        self.0.load().of.values().flatten().cloned().collect()
    }

    fn with<T>(&self, id: InstrumentId, look: impl FnOnce(&[Arc<CorporateAction>]) -> T) -> T {
        look(self.0.load().of.get(&id).map(Vec::as_slice).unwrap_or_default())
    }

    /// The time since which an instrument waits for its positions to be adjusted; `None` if it does not.
    pub fn held_up_since(&self, id: InstrumentId, now: UnixMillis) -> Option<UnixMillis> {
        self.with(id, |all| all.iter().find(|action| action.holds_up(now)).map(|action| action.ex_at))
    }

    /// The time of an instrument's next split, or of one that took place and is not done.
    pub fn splits_at(&self, id: InstrumentId) -> Option<UnixMillis> {
        let open = |action: &&Arc<CorporateAction>| action.terms.split().is_some() && action.applied_at.is_none();
        self.with(id, |all| all.iter().find(open).map(|action| action.ex_at))
    }

    /// The next ex moment of an instrument, or one that has passed within the time in which a tick grows stale.
    pub fn ex_at(&self, id: InstrumentId, now: UnixMillis) -> Option<UnixMillis> {
        let since = now.plus(-UnixMillis::MINUTE);
        self.with(id, |all| all.iter().map(|action| action.ex_at).find(|ex_at| *ex_at > since))
    }

    /// The last close before `day`, adjusted to compare the day with it: on an ex date less the dividend, or per new
    /// share.
    pub fn previous_close(&self, id: InstrumentId, day: Date, close: Price) -> Price {
        let of_day = |action: &&Arc<CorporateAction>| action.ex_date == day;
        self.with(id, |all| all.iter().filter(of_day).fold(close, |close, action| action.terms.previous_close(close)))
    }

    /// A price of the time `quoted`, in the shares of the time `counted`.
    pub fn in_shares_of(&self, id: InstrumentId, price: Price, quoted: UnixMillis, counted: UnixMillis) -> Price {
        let between = |at: UnixMillis, from: UnixMillis, to: UnixMillis| from < at && at <= to;
        self.with(id, |all| {
            let splits = all.iter().filter_map(|action| Some((action.ex_at, action.terms.split()?)));
            splits.fold(price, |price, (at, ratio)| match () {
                () if between(at, quoted, counted) => ratio.price(price),
                () if between(at, counted, quoted) => ratio.inverse().price(price),
                () => price,
            })
        })
    }

    /// Adjusts bars to the shares at `now`: those from before a split are converted to the new shares. Recorded bars
    /// are not changed; a bar is adjusted when it is read.
    pub fn adjust(&self, instrument: &Instrument, hours: &Hours, now: UnixMillis, bars: &mut [Bar]) {
        self.with(instrument.id, |all| {
            for action in all.iter().filter(|action| action.ex_at <= now) {
                let Some(ratio) = action.terms.split() else { continue };
                let from = begin_of(action.ex_date, hours.zone());
                bars.iter_mut().filter(|bar| bar.start < from).for_each(|bar| *bar = ratio.bar(*bar));
            }
        });
    }

    /// The ex moments of the splits that `adjust` adjusts for at `now`.
    pub fn splits_until(&self, id: InstrumentId, now: UnixMillis) -> Vec<UnixMillis> {
        let by_then = |action: &&Arc<CorporateAction>| action.terms.split().is_some() && action.ex_at <= now;
        self.with(id, |all| all.iter().filter(by_then).map(|action| action.ex_at).collect())
    }

    /// The actions to carry out at `now`, the earliest first: the first of each instrument that is not done.
    pub fn due(&self, now: UnixMillis) -> Vec<Arc<CorporateAction>> {
        let known = self.0.load();
        let first = |all: &Vec<Arc<CorporateAction>>| all.iter().find(|action| action.applied_at.is_none()).cloned();
        let is_due = |action: &Arc<CorporateAction>| action.ex_at <= now && !known.held_up.contains(&action.instrument);
        let mut due: Vec<_> = known.of.values().filter_map(first).filter(is_due).collect();
        due.sort_by_key(|action| (action.ex_at, action.id));
        due
    }
}

#[cfg(test)]
mod tests;
