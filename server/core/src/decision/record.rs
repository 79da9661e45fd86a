//! What a capability keeps: orders, positions, deposits and so on.

use std::any::TypeId;
use std::fmt;
use std::hash::Hash;

use super::Refusal;
use crate::ids::AccountId;
use crate::ledger::Hold;

/// A record that decisions are made on and lead to. [`super::Facts`] hold the records of each kind in a table.
pub trait Record: Clone + fmt::Debug + Send + Sync + 'static {
    type Key: Copy + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    /// What it is called in the log.
    const NAME: &'static str;

    /// Whether a new one has an id that was made for it, so that nobody can have asked for it before. What is named by
    /// what it is of has to be asked for, new or not.
    const HAS_ID: bool = true;

    /// Whether the number of an account's open ones is stored, so that none may change without it. Otherwise it is
    /// counted for who asks.
    const COUNT_IS_KEPT: bool = false;

    fn key(&self) -> Self::Key;

    /// How often it has been changed, from zero for a new one; `None` for what is written once and never changed.
    fn version(&self) -> Option<i64> {
        None
    }

    /// Counts one change. Only for what has a version.
    fn advance(&mut self) {}

    /// Whether it may be so.
    ///
    /// # Errors
    /// Why it may not.
    fn check(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// The money that is set aside for it. What a balance holds follows from it, so that both are always the same.
    fn hold(&self) -> Option<Hold> {
        None
    }

    /// Whose it is, and whether it is open; `None` where nobody counts an account's open ones.
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
