//! The changes of a decision: new states of records, journals, and sizes taken from a tick.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::Refusal;
use super::record::Record;
use super::table::Tables;
use crate::ledger::{Hold, Journal};
use crate::market::{Match, Side, Tick};

#[derive(Debug, Default)]
pub struct Changes {
    pub(super) records: Vec<Box<dyn Change>>,
    pub journals: Vec<Journal>,
    /// The sizes taken from the book of a tick.
    pub taken: Vec<(Arc<Tick>, Side, Vec<Match>)>,
}

impl Changes {
    /// Sets the new state of a record, with the version that the decision found; of several states the last counts.
    pub fn put<R: Record>(&mut self, record: R) {
        let same = |change: &&mut R| change.key() == record.key();
        match self.records.iter_mut().filter_map(|change| as_any_mut(change.as_mut()).downcast_mut::<R>()).find(same) {
            Some(earlier) => *earlier = record,
            None => self.records.push(Box::new(record)),
        }
    }

    /// The records of one kind, in the order in which they were put.
    pub fn of<R: Record>(&self) -> impl Iterator<Item = &R> {
        self.records.iter().filter_map(|change| as_any(change.as_ref()).downcast_ref())
    }
}

fn as_any(change: &dyn Change) -> &dyn Any {
    change
}

fn as_any_mut(change: &mut dyn Change) -> &mut dyn Any {
    change
}

/// The effect of a new state on the sums that are kept over records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    /// The record's hold from now on, and the amount held before, in minor units.
    pub hold: Option<(Hold, i64)>,
}

/// The new state of a record of some kind.
pub(super) trait Change: Any + fmt::Debug + Send + Sync {
    /// Refused if the record is invalid, or is not based on its newest state.
    fn effect(&self, tables: &Tables) -> Result<Effect, Refusal>;

    fn write(self: Box<Self>, tables: &mut Tables);
}

impl<R: Record> Change for R {
    fn effect(&self, tables: &Tables) -> Result<Effect, Refusal> {
        let before = tables.before(self)?;
        self.check()?;
        let held = before.and_then(R::hold).map_or(0, |hold| hold.amount.minor);
        let hold = self.hold().filter(|hold| held != 0 || hold.amount.minor != 0);
        if R::COUNT_IS_KEPT
            && let Some((account, _)) = self.open_of()
        {
            tables.count_open::<R>(account)?;
        }
        Ok(Effect { hold: hold.map(|hold| (hold, held)) })
    }

    fn write(self: Box<Self>, tables: &mut Tables) {
        tables.of::<R>().write(*self);
    }
}
