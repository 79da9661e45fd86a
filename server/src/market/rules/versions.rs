//! Rows of rules by their subject and by the day from which they are in force.

use std::collections::BTreeMap;
use std::fmt::Debug;

use jiff::civil::Date;
use serde::de::DeserializeOwned;

use super::error::RulesError;

/// Versions of a rule, by the first day (`YYYY-MM-DD` in the market's zone) of each.
#[derive(Debug)]
pub(super) struct Versions<K, T>(BTreeMap<K, BTreeMap<String, T>>);

impl<K, T> Default for Versions<K, T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord, T> Versions<K, T> {
    /// # Errors
    /// `Day`, and `Doubled` where there is one from that day.
    pub fn insert(&mut self, about: K, day: &str, version: T) -> Result<(), RulesError>
    where
        K: Debug,
    {
        let is_day = day.parse::<Date>().is_ok_and(|date| date.to_string() == day);
        if !is_day {
            return Err(RulesError::Day(day.to_owned()));
        }
        let named = format!("{about:?}");
        match self.0.entry(about).or_default().insert(day.to_owned(), version) {
            None => Ok(()),
            Some(_) => Err(RulesError::Doubled(named, day.to_owned())),
        }
    }

    /// All versions.
    pub fn history(&self, about: &K) -> Option<&BTreeMap<String, T>> {
        self.0.get(about)
    }

    /// The version from `day` on.
    pub fn entry(&mut self, about: K, day: &str) -> &mut T
    where
        T: Default,
    {
        self.0.entry(about).or_default().entry(day.to_owned()).or_default()
    }

    /// The version in force on `day`.
    pub fn on(&self, about: &K, day: &str) -> Option<&T> {
        self.since(about, day).map(|(_, version)| version)
    }

    /// The version in force on `day`, and its first day.
    pub fn since(&self, about: &K, day: &str) -> Option<(&str, &T)> {
        let (since, version) = self.0.get(about)?.range(..=day.to_owned()).next_back()?;
        Some((since, version))
    }

    /// The newest version, even if it is not in force yet.
    pub fn last(&self, about: &K) -> Option<&T> {
        self.0.get(about)?.values().next_back()
    }
}

/// Versions of a table that consist of several rows.
impl<K: Ord, R> Versions<K, Vec<R>> {
    pub fn add(&mut self, about: K, day: String, row: R) {
        self.0.entry(about).or_default().entry(day).or_default().push(row);
    }

    /// Converts the rows of each version by `make`.
    pub fn try_map<T>(self, make: impl Fn(&K, Vec<R>) -> Result<T, RulesError>) -> Result<Versions<K, T>, RulesError> {
        let mut made = Versions::default();
        for (about, days) in self.0 {
            let days: Result<BTreeMap<String, T>, RulesError> =
                days.into_iter().map(|(day, rows)| Ok((day, make(&about, rows)?))).collect();
            made.0.insert(about, days?);
        }
        Ok(made)
    }
}

/// The rows of an embedded file.
pub(super) fn rows<R: DeserializeOwned>(file: &'static str) -> impl Iterator<Item = Result<R, RulesError>> {
    csv::Reader::from_reader(file.as_bytes()).into_deserialize().map(|row| Ok(row?))
}
