//! The kinds of record that the write path loads, stores and tells of. It knows none of them: the list is handed
//! to it.

use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use futures_util::future::BoxFuture;
use plumbline_core::decision::{Facts, Kind, Needs, Record};
use plumbline_core::ids::AccountId;

use crate::db::rows::RowSession;
use crate::db::{Batch, DbError};

pub use crate::listings::Listings;

/// Where records are read from: a batch, or a reader's connection.
pub type Source<'a> = dyn RowSession + Send + 'a;

/// What a customer's stream tells.
#[derive(Debug)]
pub struct Told {
    pub account: AccountId,
    pub topic: &'static str,
    /// JSON.
    pub data: String,
}

/// A kind of record that is kept in the database.
///
/// `Room` is the crate that stores it, so that one above this may say how it keeps a record of the core.
pub trait StoredRecord<Room = crate::Here>: Record {
    /// Those of `keys` that exist, in one statement. A kind that is only ever added to is never loaded.
    fn load(_: &mut Source<'_>, _: &BTreeSet<Self::Key>) -> impl Future<Output = Result<Vec<Self>, DbError>> + Send {
        std::future::ready(Err(DbError::NoLoad(Self::NAME)))
    }

    /// How many open ones accounts have, in one statement; an account that is left out has none. Only for a kind of
    /// which somebody asks that.
    fn count_open(
        _: &mut Source<'_>,
        _: &BTreeSet<AccountId>,
    ) -> impl Future<Output = Result<Vec<(AccountId, i64)>, DbError>> + Send {
        std::future::ready(Err(DbError::NoLoad(Self::NAME)))
    }

    /// Stores them in their newest state, in one statement a table.
    fn store(batch: &mut Batch, records: &[&Self]) -> impl Future<Output = Result<(), DbError>> + Send;

    /// What the stream of its customer tells of it.
    fn tell(&self, _: &dyn Listings) -> Option<serde_json::Result<Told>> {
        None
    }
}

/// A line of the list: a kind of record, or the books.
pub trait Stored: Send + Sync + fmt::Debug {
    /// `None` for what is no record.
    fn kind(&self) -> Option<Kind>;

    /// Loads what of it `needs` ask for.
    fn load<'a>(
        &'a self,
        from: &'a mut Source<'_>,
        needs: &'a Needs,
        facts: &'a mut Facts,
    ) -> BoxFuture<'a, Result<(), DbError>>;

    /// Stores what of it was written.
    fn store<'a>(&'a self, batch: &'a mut Batch, facts: &'a Facts) -> BoxFuture<'a, Result<(), DbError>>;

    /// Tells of what was written, in the order of the keys.
    fn tell(&self, facts: &Facts, listings: &dyn Listings, told: &mut Vec<Told>) -> serde_json::Result<()>;
}

/// The line of a kind of record.
pub struct Of<R, Room = crate::Here>(PhantomData<fn() -> (R, Room)>);

impl<R: StoredRecord<Room>, Room> Of<R, Room> {
    pub const NEW: Self = Self(PhantomData);
}

impl<R: StoredRecord<Room>, Room> fmt::Debug for Of<R, Room> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(R::NAME)
    }
}

impl<R: StoredRecord<Room>, Room> Stored for Of<R, Room> {
    fn kind(&self) -> Option<Kind> {
        Some(Kind::of::<R>())
    }

    fn load<'a>(
        &'a self,
        from: &'a mut Source<'_>,
        needs: &'a Needs,
        facts: &'a mut Facts,
    ) -> BoxFuture<'a, Result<(), DbError>> {
        Box::pin(async move {
            if let Some(keys) = needs.of::<R>() {
                R::load(from, keys).await?.into_iter().for_each(|record| facts.load(record));
            }
            if let Some(accounts) = needs.open_of::<R>() {
                let found = R::count_open(from, accounts).await?;
                found.into_iter().for_each(|(account, count)| facts.load_open::<R>(account, count));
            }
            Ok(())
        })
    }

    fn store<'a>(&'a self, batch: &'a mut Batch, facts: &'a Facts) -> BoxFuture<'a, Result<(), DbError>> {
        Box::pin(async move {
            let written: Vec<&R> = facts.written().collect();
            if written.is_empty() { Ok(()) } else { R::store(batch, &written).await }
        })
    }

    fn tell(&self, facts: &Facts, listings: &dyn Listings, told: &mut Vec<Told>) -> serde_json::Result<()> {
        for record in facts.written::<R>() {
            told.extend(record.tell(listings).transpose()?);
        }
        Ok(())
    }
}

/// All that the write path keeps, in the order in which streams tell of it.
#[derive(Clone, Copy, Debug)]
pub struct Records(pub &'static [&'static dyn Stored]);

impl Records {
    /// The facts that are asked for: what is not found does not exist.
    ///
    /// # Errors
    /// Also for a kind that is not in the list.
    pub async fn load(self, from: &mut Source<'_>, needs: &Needs) -> Result<Facts, DbError> {
        self.must_know(needs.kinds())?;
        let mut facts = Facts::about(needs);
        for stored in self.0 {
            stored.load(from, needs, &mut facts).await?;
        }
        Ok(facts)
    }

    pub(super) async fn store(self, batch: &mut Batch, facts: &Facts) -> Result<(), DbError> {
        self.must_know(facts.kinds_written())?;
        for stored in self.0 {
            stored.store(batch, facts).await?;
        }
        Ok(())
    }

    pub(super) fn tell(self, facts: &Facts, listings: &dyn Listings) -> serde_json::Result<Vec<Told>> {
        let mut told = Vec::new();
        self.0.iter().try_for_each(|stored| stored.tell(facts, listings, &mut told))?;
        Ok(told)
    }

    /// What is not in the list would be decided on as if it were not there, and never be stored.
    fn must_know(self, mut kinds: impl Iterator<Item = Kind>) -> Result<(), DbError> {
        let known = |kind: &Kind| self.0.iter().any(|stored| stored.kind() == Some(*kind));
        kinds.find(|kind| !known(kind)).map_or(Ok(()), |kind| Err(DbError::NotListed(kind.name)))
    }
}
