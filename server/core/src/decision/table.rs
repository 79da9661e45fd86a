//! The records of one kind that were asked for: each is there, or known to be absent.

use std::any::Any;
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::hash::Hash;

use foldhash::fast::FixedState;

use super::record::{Kind, Record};
use super::refusal::Unsound;
use crate::ids::AccountId;

/// A map by ids that nobody outside chooses, so that a fast hash is safe.
#[derive(Clone, Debug)]
pub(super) struct Known<K, V>(HashMap<K, Option<V>, FixedState>);

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<K: Copy + Eq + Hash, V> Known<K, V> {
    pub fn ask<'k>(&mut self, keys: impl IntoIterator<Item = &'k K>)
    where
        K: 'k,
    {
        for key in keys {
            self.0.entry(*key).or_insert(None);
        }
    }

    pub fn set(&mut self, key: K, record: V) {
        self.0.insert(key, Some(record));
    }

    /// `None` if the key was not asked for, `Some(None)` for a record that does not exist.
    pub fn get(&self, key: &K) -> Option<Option<&V>> {
        self.0.get(key).map(Option::as_ref)
    }

    /// Those of `keys` that exist.
    pub fn of<'a>(&'a self, keys: &'a BTreeSet<K>) -> impl Iterator<Item = (&'a K, &'a V)> + Clone {
        keys.iter().filter_map(|key| Some((key, self.get(key)??)))
    }
}

/// The records of one kind, as loaded and as changed so far.
#[derive(Debug)]
pub(super) struct Table<R: Record> {
    known: Known<R::Key, R>,
    written: BTreeSet<R::Key>,
    /// The number of open records of each account.
    open: Known<AccountId, i64>,
}

impl<R: Record> Default for Table<R> {
    fn default() -> Self {
        Self { known: Known::default(), written: BTreeSet::new(), open: Known::default() }
    }
}

impl<R: Record> Table<R> {
    pub fn ask(&mut self, keys: &BTreeSet<R::Key>, open_of: &BTreeSet<AccountId>) {
        self.known.ask(keys);
        self.open.ask(open_of);
    }

    pub fn load_open(&mut self, account: AccountId, count: i64) {
        self.open.set(account, count);
    }

    /// Zero if no record was found; `None` if the account was not asked for.
    fn count_open(&self, account: AccountId) -> Option<i64> {
        self.open.get(&account).map(|count| count.copied().unwrap_or(0))
    }

    pub fn load(&mut self, record: R) {
        self.known.set(record.key(), record);
    }

    /// Stores a record that a decision changed.
    pub fn write(&mut self, mut record: R) {
        if let Some((account, open)) = record.open_of()
            && let Some(count) = self.count_open(account)
        {
            let before = self.known.get(&record.key()).flatten().and_then(R::open_of);
            let was_open = before.is_some_and(|(_, open)| open);
            self.load_open(account, count + i64::from(open) - i64::from(was_open));
        }
        record.advance();
        self.written.insert(record.key());
        self.load(record);
    }

    fn written(&self) -> impl Iterator<Item = &R> + Clone {
        self.known.of(&self.written).map(|(_, record)| record)
    }
}

trait AnyTable: Any + fmt::Debug + Send + Sync {
    fn is_written(&self) -> bool;
}

impl<R: Record> AnyTable for Table<R> {
    fn is_written(&self) -> bool {
        !self.written.is_empty()
    }
}

/// One table for each kind. There are few kinds, so that a linear search is the fastest.
#[derive(Debug, Default)]
pub(super) struct Tables(Vec<(Kind, Box<dyn AnyTable>)>);

impl Tables {
    fn find<R: Record>(&self) -> Option<&Table<R>> {
        let (_, table) = self.0.iter().find(|(kind, _)| *kind == Kind::of::<R>())?;
        let table: &dyn Any = &**table;
        table.downcast_ref()
    }

    pub fn of<R: Record>(&mut self) -> &mut Table<R> {
        let kind = Kind::of::<R>();
        let index = self.0.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            self.0.push((kind, Box::<Table<R>>::default()));
            self.0.len() - 1
        });
        let table: &mut dyn Any = &mut *self.0[index].1;
        table.downcast_mut().expect("each kind has its own table")
    }

    /// `None` for a record that does not exist; an error if it was not asked for.
    pub fn get<R: Record>(&self, key: &R::Key) -> Result<Option<&R>, Unsound> {
        self.find::<R>().and_then(|table| table.known.get(key)).ok_or(Unsound::NotLoaded(R::NAME))
    }

    /// The number of open records of a kind that an account has; an error if it was not asked for.
    pub fn count_open<R: Record>(&self, account: AccountId) -> Result<i64, Unsound> {
        self.find::<R>().and_then(|table| table.count_open(account)).ok_or(Unsound::NotCounted(R::NAME))
    }

    /// The state of `record` before the change: the newest one, on which the change must be based. A new record has
    /// none.
    pub fn before<R: Record>(&self, record: &R) -> Result<Option<&R>, Unsound> {
        let version = record.version();
        let is_new = version.unwrap_or(0) == 0;
        let before = match self.get(&record.key()) {
            Ok(before) => before,
            Err(_) if is_new && R::HAS_ID => None,
            Err(unsound) => return Err(unsound),
        };
        let newest = match (version, before) {
            (None, before) => before.is_none(),
            (Some(version), before) => version == before.and_then(R::version).unwrap_or(0),
        };
        if newest { Ok(before) } else { Err(Unsound::Outdated(R::NAME)) }
    }

    pub fn written<R: Record>(&self) -> impl Iterator<Item = &R> + Clone {
        self.find::<R>().into_iter().flat_map(Table::written)
    }

    pub fn kinds_written(&self) -> impl Iterator<Item = Kind> {
        self.0.iter().filter(|(_, table)| table.is_written()).map(|(kind, _)| *kind)
    }
}
