//! Records of one kind that were asked for: each is there, or known to be absent.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

#[derive(Clone, Debug)]
pub(super) struct Known<K, V>(HashMap<K, Option<V>>);

impl<K, V> Default for Known<K, V> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Copy + Eq + Hash, V> Known<K, V> {
    pub fn ask(&mut self, keys: &BTreeSet<K>) {
        for key in keys {
            self.0.entry(*key).or_insert(None);
        }
    }

    pub fn set(&mut self, key: K, record: V) {
        self.0.insert(key, Some(record));
    }

    /// `None` when nobody asked, `Some(None)` for a record that does not exist.
    pub fn get(&self, key: &K) -> Option<Option<&V>> {
        self.0.get(key).map(Option::as_ref)
    }

    /// Those of `keys` that exist.
    pub fn of<'a>(&'a self, keys: &'a BTreeSet<K>) -> impl Iterator<Item = (&'a K, &'a V)> + Clone {
        keys.iter().filter_map(|key| Some((key, self.get(key)??)))
    }
}
