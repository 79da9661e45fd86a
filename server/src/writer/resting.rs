//! Price-time priority by construction. When a batch begins, the book of resting orders readies its commands in their
//! order: a tick gets the orders that it may fill, and an order that would take from a newer tick than any before it has
//! that tick offered to the whole book first, in the same batch. So nothing depends on which of the two was queued first,
//! or on whether the tick could be queued at all.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use plumbline_core::command::{Command, Listed};
use plumbline_core::decimal::Price;
use plumbline_core::ids::{AccountId, InstrumentId, Priority};
use plumbline_core::market::Tick;
use plumbline_core::orders::{Ahead, FillResting, Reached, RestingFill, SeenPrices, Side};

use super::job::Job;
use crate::db::{Batch, DbError};

/// Resting orders that the ticks of one batch are offered to, about: what is behind waits for the next one, so that a
/// commit stays short.
const REACHED_MAX: usize = 700;

/// The book of resting orders: all that were committed.
pub trait RestingBook: Debug + Send + Sync {
    /// Readies a command whose turn has come behind what was readied `before`, and gives the tick that must be decided
    /// on first. It may be readied again.
    fn ready(&self, command: &mut Command, before: &mut Before) -> Option<FillResting>;

    /// The batch is committed. `decided` are its commands, a tick with what came of it.
    fn committed(&self, decided: &mut dyn Iterator<Item = (&Command, Option<&Reached>)>);

    /// Nothing is known of the batch: its ticks must be offered again.
    fn failed(&self, commands: &mut dyn Iterator<Item = &Command>);

    /// Nobody knows whether the last batches are on the disk.
    fn in_doubt(&self) {}

    /// Reads the open orders of `accounts` anew, whose streams `batch` has locked.
    fn recover<'a>(
        &'a self,
        batch: &'a mut Batch,
        accounts: &'a BTreeSet<AccountId>,
    ) -> BoxFuture<'a, Result<(), DbError>>;
}

/// What is decided in a batch before the command whose turn it is, and is not in the book yet.
#[derive(Debug, Default)]
pub struct Before(HashMap<InstrumentId, BeforeOn>);

/// What is decided in a batch on one instrument before the command whose turn it is.
#[derive(Debug, Default)]
pub struct BeforeOn {
    /// The newest tick that was decided on.
    pub tick: Option<Arc<Tick>>,
    /// What is taken of the orders in the book.
    pub ahead: Ahead,
    /// Orders that are placed or amended.
    pub arriving: Vec<Arriving>,
    /// The prices of ticks that trailing stops followed.
    pub seen: SeenPrices,
}

/// An order that is placed or amended before a tick, and may rest when the tick's turn comes.
#[derive(Clone, Debug)]
pub struct Arriving {
    pub order: RestingFill,
    pub side: Side,
    /// The best limit that it may have then.
    pub limit: Price,
    /// The stop that it may wait for.
    pub stop: Option<Price>,
    /// True if that stop follows the market.
    pub trails: bool,
    /// The earliest place in time that it may have then.
    pub priority: Priority,
}

impl Before {
    pub fn on(&mut self, instrument: InstrumentId) -> &mut BeforeOn {
        self.0.entry(instrument).or_default()
    }
}

/// Readies the commands of a batch, as many as fit into one commit; gives their number. Ticks that must be decided on
/// first are put in.
pub(super) fn ready(book: &dyn RestingBook, jobs: &mut Vec<Job>) -> usize {
    let (mut before, mut next, mut reached) = (Before::default(), 0, 0);
    while next < jobs.len() && reached < REACHED_MAX {
        if let Some(tick) = book.ready(&mut jobs[next].command, &mut before) {
            reached += tick.all().count();
            jobs.insert(next, Job::tick(tick));
            next += 1;
        }
        reached += FillResting::of(&jobs[next].command).map_or(0, |tick| tick.all().count());
        next += 1;
    }
    next
}
