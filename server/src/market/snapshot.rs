//! All quoted instruments at one moment, taken at most once a second and shared among all callers of lists.

use std::sync::{Arc, Mutex, PoisonError};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Instrument, Tick};
use plumbline_core::time::UnixMillis;

use super::{Board, Catalog, DaySummary};

const MAX_AGE_MILLIS: i64 = 1_000;

/// An instrument with its newest tick.
#[derive(Clone, Debug)]
pub struct Quoted {
    pub instrument: Arc<Instrument>,
    pub tick: Option<Arc<Tick>>,
    pub day: DaySummary,
}

impl Quoted {
    pub fn of(instrument: &Arc<Instrument>, board: &Board) -> Self {
        Self { instrument: instrument.clone(), tick: board.latest(instrument.id), day: board.day(instrument.id) }
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The instruments in the catalog's order, those without a quote last, and ranked.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub all: Vec<Quoted>,
    gainers: Vec<usize>,
    actives: Vec<usize>,
}

impl Snapshot {
    fn take(catalog: &Catalog, board: &Board) -> Self {
        let mut all: Vec<Quoted> = catalog.all().iter().map(|instrument| Quoted::of(instrument, board)).collect();
        // A feed may quote few of them, as a replay does; nobody should have to look for those.
        all.sort_by_key(|quoted| quoted.tick.is_none());
        let traded =
            || all.iter().enumerate().filter(|(_, q)| q.tick.is_some() && q.instrument.tradable).map(|(i, _)| i);
        let mut gainers: Vec<usize> = traded().collect();
        gainers.sort_by_key(|i| std::cmp::Reverse(all[*i].change_basis_points()));
        let mut actives: Vec<usize> = traded().collect();
        actives.sort_by_key(|i| std::cmp::Reverse(all[*i].turnover()));
        Self { all, gainers, actives }
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
        self.all.iter().find(|quoted| quoted.instrument.id == id)
    }
}

/// Keeps the newest snapshot.
#[derive(Debug, Default)]
pub struct Snapshots {
    newest: Mutex<Option<(UnixMillis, Arc<Snapshot>)>>,
}

impl Snapshots {
    /// A snapshot that is at most a second old.
    pub fn get(&self, catalog: &Catalog, board: &Board, now: UnixMillis) -> Arc<Snapshot> {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((taken_at, snapshot)) = newest.as_ref()
            && (0..MAX_AGE_MILLIS).contains(&now.since(*taken_at))
        {
            return snapshot.clone();
        }
        let snapshot = Arc::new(Snapshot::take(catalog, board));
        *newest = Some((now, snapshot.clone()));
        snapshot
    }
}
