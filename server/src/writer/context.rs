//! What the writer works with, and who hears of what it did.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::command::Command;
use plumbline_core::decision::{Facts, Stamped};
use plumbline_core::ids::AccountId;

use super::job::Job;
use super::records::{Listings, Records};
use super::resting::RestingBook;
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::ids::Ids;
use crate::leader::Leadership;
use crate::push::AccountEvent;

/// What the writer works with.
#[derive(Debug)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    /// Nothing is written unless this server leads.
    pub leadership: Leadership,
    /// All that is stored.
    pub records: Records,
    pub listings: Arc<dyn Listings>,
    pub book: Arc<dyn RestingBook>,
    pub observer: Arc<dyn Observer>,
}

/// What the rest of the server hears of a committed batch.
pub trait Observer: Send + Sync + std::fmt::Debug {
    /// What was written, in its new state.
    fn written(&self, facts: &Facts);
    /// Events of the customers' streams, in the order of the streams.
    fn events(&self, events: Vec<AccountEvent>);
    /// Nobody knew what was stored of these accounts, or it could not be read: what is kept of them is read anew. Called while
    /// nothing is decided.
    fn recover<'a>(&'a self, _: &'a BTreeSet<AccountId>) -> BoxFuture<'a, Result<(), DbError>> {
        std::future::ready(Ok(())).boxed()
    }

    /// All that the batch was decided from, for whoever keeps a log of it.
    fn decided(&self, _: DecidedBatch<'_>) {}
}

/// The commands of a batch in order, the moment at which they were decided, and the ids that were handed out to them and
/// then to the rows of what their accounts heard.
/// What they took of displayed sizes follows from the batches before: whoever carries out the same batches in the same
/// order comes to the same records.
#[derive(Clone, Copy, Debug)]
pub struct DecidedBatch<'a> {
    pub stamped: &'a Stamped,
    pub(super) jobs: &'a [Job],
}

impl<'a> DecidedBatch<'a> {
    pub fn commands(self) -> impl Iterator<Item = &'a Command> {
        self.jobs.iter().map(|job| &job.command)
    }
}
