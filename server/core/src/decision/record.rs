//! The records of the capabilities: orders, positions, deposits and so on.

use std::any::TypeId;
use std::fmt;
use std::hash::Hash;

use super::Refusal;
use crate::ids::AccountId;
use crate::ledger::Hold;

/// A record that decisions read and write. [`super::Facts`] hold the records of each kind in a table.
pub trait Record: Clone + fmt::Debug + Send + Sync + 'static {
    type Key: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    /// The record's name in the log.
    const NAME: &'static str;

    /// True if a new record has an id that was made for it, so that it cannot have been asked for before. A record
    /// identified by something else has to be asked for, new or not.
    const HAS_ID: bool = true;

    /// True if the number of an account's open records is stored, so that none may change without it. Otherwise they
    /// are counted on request.
    const COUNT_IS_KEPT: bool = false;

    fn key(&self) -> Self::Key;

    /// The number of its changes, zero for a new record; `None` for a record that is written once and never changed.
    fn version(&self) -> Option<i64> {
        None
    }

    /// Counts one change. Only for a record with a version.
    fn advance(&mut self) {}

    /// Checks the record's values.
    ///
    /// # Errors
    /// The reason why the record is invalid.
    fn check(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// The money set aside for the record. The held part of a balance is derived from it, so that the two always agree.
    fn hold(&self) -> Option<Hold> {
        None
    }

    /// The account, and true if the record is open; `None` where an account's open records are not counted.
    fn open_of(&self) -> Option<(AccountId, bool)> {
        None
    }
}

/// A kind of record.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    id: TypeId,
    pub name: &'static str,
}

impl Kind {
    pub const fn of<R: Record>() -> Self {
        Self { id: TypeId::of::<R>(), name: R::NAME }
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Kind {}
