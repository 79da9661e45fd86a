//! The facts that actions are decided on. Whoever decides loads them first.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;

use super::record::{Kind, Record};
use super::table::Tables;
use crate::ledger::BalanceKey;

/// Names of balances and of records, each kind in sorted order.
#[derive(Debug, Default)]
pub struct Needs {
    balances: BTreeSet<BalanceKey>,
    records: Vec<(Kind, Box<dyn Keys>)>,
}

trait Keys: Any + fmt::Debug + Send + Sync {
    fn ask(&self, tables: &mut Tables);
}

/// The names of one kind.
#[derive(Debug)]
struct KeysOf<R: Record>(BTreeSet<R::Key>);

impl<R: Record> Keys for KeysOf<R> {
    fn ask(&self, tables: &mut Tables) {
        tables.of::<R>().ask(&self.0);
    }
}

impl Needs {
    pub fn ask_balance(&mut self, key: BalanceKey) {
        self.balances.insert(key);
    }

    pub fn ask<R: Record>(&mut self, key: R::Key) {
        let kind = Kind::of::<R>();
        let index = self.records.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            self.records.push((kind, Box::new(KeysOf::<R>(BTreeSet::new()))));
            self.records.len() - 1
        });
        let keys: &mut dyn Any = &mut *self.records[index].1;
        keys.downcast_mut::<KeysOf<R>>().expect("each kind has its own keys").0.insert(key);
    }

    pub const fn balances(&self) -> &BTreeSet<BalanceKey> {
        &self.balances
    }

    /// The records of one kind; `None` when none is asked for.
    pub fn of<R: Record>(&self) -> Option<&BTreeSet<R::Key>> {
        let (_, keys) = self.records.iter().find(|(kind, _)| *kind == Kind::of::<R>())?;
        let keys: &dyn Any = &**keys;
        keys.downcast_ref::<KeysOf<R>>().map(|keys| &keys.0)
    }

    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.records.iter().map(|(kind, _)| *kind)
    }

    pub(super) fn tell(&self, tables: &mut Tables) {
        self.records.iter().for_each(|(_, keys)| keys.ask(tables));
    }
}
