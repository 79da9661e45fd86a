//! The facts that actions are decided on, which are loaded before the decision.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::record::{Kind, Record};
use super::table::Tables;
use crate::ids::AccountId;
use crate::ledger::BalanceKey;
use crate::time::UnixMillis;

/// Names of balances and of records, each kind in sorted order.
#[derive(Debug, Default)]
pub struct Needs {
    balances: BTreeSet<BalanceKey>,
    unsettled: BTreeMap<BalanceKey, UnixMillis>,
    records: Vec<(Kind, Box<dyn Keys>)>,
}

trait Keys: Any + fmt::Debug + Send + Sync {
    fn ask(&self, tables: &mut Tables);
}

/// The keys of one kind, and the accounts whose open records are counted.
#[derive(Debug)]
struct KeysOf<R: Record> {
    keys: BTreeSet<R::Key>,
    open_of: BTreeSet<AccountId>,
}

impl<R: Record> Keys for KeysOf<R> {
    fn ask(&self, tables: &mut Tables) {
        tables.of::<R>().ask(&self.keys, &self.open_of);
    }
}

impl Needs {
    pub fn ask_balance(&mut self, key: BalanceKey) {
        self.balances.insert(key);
    }

    /// Asks for the amounts that settle in a wallet after a moment.
    pub fn ask_unsettled(&mut self, key: BalanceKey, after: UnixMillis) {
        let earliest = self.unsettled.entry(key).or_insert(after);
        *earliest = after.min(*earliest);
    }

    pub fn ask<R: Record>(&mut self, key: R::Key) {
        self.kind::<R>().keys.insert(key);
    }

    /// Asks for the number of open records of a kind that an account has.
    pub fn ask_open<R: Record>(&mut self, account: AccountId) {
        self.kind::<R>().open_of.insert(account);
    }

    fn kind<R: Record>(&mut self) -> &mut KeysOf<R> {
        let kind = Kind::of::<R>();
        let index = self.records.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            let none = KeysOf::<R> { keys: BTreeSet::new(), open_of: BTreeSet::new() };
            self.records.push((kind, Box::new(none)));
            self.records.len() - 1
        });
        let keys: &mut dyn Any = &mut *self.records[index].1;
        keys.downcast_mut().expect("each kind has its own keys")
    }

    fn find<R: Record>(&self) -> Option<&KeysOf<R>> {
        let (_, keys) = self.records.iter().find(|(kind, _)| *kind == Kind::of::<R>())?;
        let keys: &dyn Any = &**keys;
        keys.downcast_ref()
    }

    pub const fn balances(&self) -> &BTreeSet<BalanceKey> {
        &self.balances
    }

    /// The wallets whose unsettled amounts are asked for, with the moment after which they settle.
    pub const fn unsettled(&self) -> &BTreeMap<BalanceKey, UnixMillis> {
        &self.unsettled
    }

    /// The records of one kind that are asked for; `None` if there are none.
    pub fn of<R: Record>(&self) -> Option<&BTreeSet<R::Key>> {
        self.find::<R>().map(|asked| &asked.keys).filter(|keys| !keys.is_empty())
    }

    /// The accounts whose open records of one kind are to be counted; `None` if there are none.
    pub fn open_of<R: Record>(&self) -> Option<&BTreeSet<AccountId>> {
        self.find::<R>().map(|asked| &asked.open_of).filter(|accounts| !accounts.is_empty())
    }

    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.records.iter().map(|(kind, _)| *kind)
    }

    pub(super) fn tell(&self, tables: &mut Tables) {
        self.records.iter().for_each(|(_, keys)| keys.ask(tables));
    }
}
