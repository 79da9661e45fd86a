//! What the writer works with, and who hears of what it did.

use std::sync::Arc;

use plumbline_core::command::Command;
use plumbline_core::decision::{Facts, Stamped};

use super::job::Job;
use super::records::{Listings, Records};
use super::resting::RestingBook;
use crate::clock::Clock;
use crate::db::Db;
use crate::ids::Ids;
use crate::node_lease::NodeLease;
use crate::push::AccountEvent;

/// What the writer works with.
#[derive(Debug)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    /// Without it this server's ids may be another's, and nothing is written.
    pub lease: NodeLease,
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
