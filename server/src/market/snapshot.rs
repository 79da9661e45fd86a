//! All quoted instruments at one moment, taken at most once a second and shared among all callers of lists, with the
//! rows and pages that have been written of them.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Instrument, Market, Tick};
use plumbline_core::time::UnixMillis;

use serde_json::value::RawValue;

use super::shared::{MAX_AGE_MILLIS, Shared};
use super::{Board, Catalog, DaySummary, State, States};
use crate::http::{ApiError, Language};

/// Pages that a snapshot keeps, of 80 kB at most.
const PAGES_MAX: usize = 64;

/// An instrument with its newest tick.
#[derive(Debug)]
pub struct Quoted {
    pub instrument: Arc<Instrument>,
    pub tick: Option<Arc<Tick>>,
    pub day: DaySummary,
    /// Its row in each language, once it was asked for.
    rows: [OnceLock<Box<RawValue>>; Language::ALL.len()],
}

impl Quoted {
    pub fn of(instrument: &Arc<Instrument>, board: &Board) -> Self {
        let (tick, day) = board.quoted(instrument.id);
        Self { instrument: instrument.clone(), tick: tick.map(Arc::new), day, rows: Default::default() }
    }

    /// The row in a language, which `write` writes the first time.
    pub fn row(
        &self,
        language: Language,
        write: impl FnOnce() -> Result<Box<RawValue>, ApiError>,
    ) -> Result<&RawValue, ApiError> {
        let slot = &self.rows[language as usize];
        match slot.get() {
            Some(row) => Ok(row),
            None => {
                let row = write()?;
                Ok(slot.get_or_init(|| row))
            }
        }
    }

    /// Today's change in basis points; zero without a tick.
    pub fn change_basis_points(&self) -> i64 {
        self.tick.as_ref().map_or(0, |tick| self.day.change_basis_points(tick.last))
    }

    /// Today's traded value, up to a constant factor.
    fn turnover(&self) -> i128 {
        self.tick.as_ref().map_or(0, |t| i128::from(t.last.units()) * i128::from(t.volume.units()))
    }
}

/// The orders in which lists are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ranking {
    Gainers,
    Losers,
    Actives,
}

impl Ranking {
    pub fn from_code(code: &str) -> Option<Self> {
        match code {
            "gainers" => Some(Self::Gainers),
            "losers" => Some(Self::Losers),
            "actives" => Some(Self::Actives),
            _ => None,
        }
    }
}

/// Which months of a future a list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Months {
    Nearest,
    All,
}

/// A list as it is asked for in a language: its name, what it is narrowed to, and the page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageKey {
    pub list: List,
    pub market: Market,
    pub exchange: String,
    pub industry: String,
    pub months: Months,
    pub page_num: i64,
    pub page_size: i64,
    pub language: Language,
}

impl PageKey {
    /// A list of US stocks that has one page and is narrowed to nothing.
    pub fn whole(list: List, language: Language) -> Self {
        let (exchange, industry) = Default::default();
        let (months, page_num, page_size) = (Months::All, 1, 0);
        Self { list, market: Market::UsStock, exchange, industry, months, page_num, page_size, language }
    }
}

/// The lists whose pages are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// The catalog's order.
    All,
    Top,
    Home,
    Ranked(Ranking),
    Auctions,
    /// Stocks with their blocks, in the catalog's order or ranked.
    Blocks(Option<Ranking>),
}

impl List {
    pub const fn ranking(self) -> Option<Ranking> {
        match self {
            Self::Ranked(ranking) => Some(ranking),
            _ => None,
        }
    }
}

/// The instruments in the catalog's order, those without a quote last, and ranked.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub taken_at: UnixMillis,
    pub all: Vec<Quoted>,
    places: HashMap<InstrumentId, usize>,
    gainers: Vec<usize>,
    actives: Vec<usize>,
    /// The nearest month of each future.
    nearest: HashSet<InstrumentId>,
    pages: Mutex<HashMap<PageKey, Arc<Shared>>>,
}

impl Snapshot {
    fn take(catalog: &Catalog, board: &Board, states: &States, taken_at: UnixMillis) -> Self {
        let listed = catalog.iter().filter(|instrument| instrument.is_listed(taken_at));
        let listed = listed.filter(|instrument| states.of(instrument.id) != State::Retired);
        let mut all: Vec<Quoted> = listed.map(|instrument| Quoted::of(instrument, board)).collect();
        // A feed may quote few of them, as a replay does; nobody should have to look for those.
        all.sort_by_key(|quoted| quoted.tick.is_none());
        let quoted = || all.iter().enumerate().filter(|(_, q)| q.tick.is_some()).map(|(i, _)| i);
        let mut gainers: Vec<usize> = quoted().collect();
        gainers.sort_by_key(|i| std::cmp::Reverse(all[*i].change_basis_points()));
        let mut actives: Vec<usize> = quoted().collect();
        actives.sort_by_key(|i| std::cmp::Reverse(all[*i].turnover()));
        let places = all.iter().enumerate().map(|(place, quoted)| (quoted.instrument.id, place)).collect();
        let nearest = nearest_months(&all);
        Self { taken_at, all, places, gainers, actives, nearest, pages: Mutex::default() }
    }

    /// Whether it is the nearest month of a future.
    pub fn is_nearest(&self, quoted: &Quoted) -> bool {
        self.nearest.contains(&quoted.instrument.id)
    }

    /// The ranked instruments that `keep` lets through.
    pub fn ranked(&self, ranking: Ranking, keep: impl Fn(&Quoted) -> bool) -> Vec<&Quoted> {
        let order: Box<dyn Iterator<Item = &usize>> = match ranking {
            Ranking::Gainers => Box::new(self.gainers.iter()),
            Ranking::Losers => Box::new(self.gainers.iter().rev()),
            Ranking::Actives => Box::new(self.actives.iter()),
        };
        let of_direction = |q: &&Quoted| match ranking {
            Ranking::Gainers => q.change_basis_points() >= 0,
            Ranking::Losers => q.change_basis_points() <= 0,
            Ranking::Actives => true,
        };
        order.map(|i| &self.all[*i]).filter(of_direction).filter(|q| keep(q)).collect()
    }

    pub fn get(&self, id: InstrumentId) -> Option<&Quoted> {
        self.places.get(&id).map(|place| &self.all[*place])
    }

    /// A page of a list, which `write` writes the first time. One without rows is not kept: it costs nothing to write, and
    /// there are as many as there are names that no exchange and no industry has.
    pub fn page(
        &self,
        key: PageKey,
        write: impl FnOnce() -> Result<Shared, ApiError>,
    ) -> Result<Arc<Shared>, ApiError> {
        let pages = || self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        let known = pages().get(&key).cloned();
        if let Some(page) = known {
            return Ok(page);
        }
        let page = Arc::new(write()?);
        let mut pages = pages();
        if page.has_rows() && pages.len() < PAGES_MAX {
            pages.insert(key, page.clone());
        }
        Ok(page)
    }
}

fn nearest_months(all: &[Quoted]) -> HashSet<InstrumentId> {
    let mut nearest: HashMap<&str, (UnixMillis, InstrumentId)> = HashMap::new();
    for instrument in all.iter().map(|quoted| &quoted.instrument) {
        if let Some(future) = &instrument.future {
            let month = (future.ends_at, instrument.id);
            nearest.entry(&future.root).and_modify(|known| *known = month.min(*known)).or_insert(month);
        }
    }
    nearest.into_values().map(|(_, id)| id).collect()
}

/// Keeps the newest snapshot.
#[derive(Debug, Default)]
pub struct Snapshots {
    newest: Mutex<Option<Arc<Snapshot>>>,
}

impl Snapshots {
    /// A snapshot that is at most a second old.
    pub fn get(&self, catalog: &Catalog, board: &Board, states: &States, now: UnixMillis) -> Arc<Snapshot> {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(snapshot) = newest.as_ref()
            && (0..MAX_AGE_MILLIS).contains(&now.since(snapshot.taken_at))
        {
            return snapshot.clone();
        }
        let snapshot = Arc::new(Snapshot::take(catalog, board, states, now));
        *newest = Some(snapshot.clone());
        snapshot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_rows_take_no_place() {
        let snapshot = Snapshot::default();
        let page = |exchange: &str, instruments: &[i64]| {
            let key = PageKey { exchange: exchange.to_owned(), ..PageKey::whole(List::All, Language::English) };
            let rows: Vec<_> = instruments.iter().map(|_| serde_json::json!({ "selfSelectStatus": false })).collect();
            let write = || Shared::write(rows, instruments.iter().copied().map(InstrumentId));
            snapshot.page(key, write).unwrap()
        };
        for made_up in 0..2 * PAGES_MAX {
            page(&made_up.to_string(), &[]);
        }
        let first = page("NYSE", &[1, 2]);
        assert!(Arc::ptr_eq(&first, &page("NYSE", &[])), "a page with rows is written once");
    }
}
