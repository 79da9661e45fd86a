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
use plumbline_core::orders::{Ahead, FillResting, Liquidity, Reached, RestingFill, Side};
use plumbline_core::products::Terms;

use super::job::Job;
use crate::db::{Batch, DbError};

/// Resting orders that the ticks of one batch are offered to, about: what is behind waits for the next one, so that a
/// commit stays short.
const REACHED_MAX: usize = 700;

/// Who knows the resting orders. What it knows is all that was committed here, and what it has learnt of others.
pub trait RestingBook: Debug + Send + Sync {
    /// A batch begins.
    fn begin(&self) -> Before;

    /// Readies a command whose turn has come behind what was readied `before`, and gives the tick that must be decided
    /// on first. It may be readied again.
    fn ready(&self, command: &mut Command, before: &mut Before) -> Option<FillResting>;

    /// Looks for open orders of other servers that want what the batch is about to take, while nobody else may fill
    /// them. True when the batch must be readied again, because there were some that it did not know.
    fn has_met_others<'a>(
        &'a self,
        batch: &'a mut Batch,
        node: u8,
        before: &'a Before,
        left: &'a BTreeSet<Left>,
    ) -> BoxFuture<'a, Result<bool, DbError>>;

    /// The batch is committed. `decided` are its commands, a tick with what came of it.
    fn committed(&self, before: &Before, decided: &mut dyn Iterator<Item = (&Command, Option<&Reached>)>);

    /// Nothing is known of the batch: its ticks must be offered again.
    fn failed(&self, commands: &mut dyn Iterator<Item = &Command>);

    /// Reads the open orders of `accounts` anew, whose streams `batch` has locked.
    fn recover<'a>(
        &'a self,
        batch: &'a mut Batch,
        accounts: &'a BTreeSet<AccountId>,
    ) -> BoxFuture<'a, Result<(), DbError>>;
}

/// What is decided in a batch before the command whose turn it is, and is not in the book yet.
#[derive(Debug, Default)]
pub struct Before {
    /// How much the book had learnt of other servers when the batch began.
    pub learnt: u64,
    instruments: HashMap<InstrumentId, BeforeOn>,
}

/// The same on one instrument.
#[derive(Debug, Default)]
pub struct BeforeOn {
    /// The newest tick that was decided on.
    pub tick: Option<Arc<Tick>>,
    /// What is taken of the orders in the book.
    pub ahead: Ahead,
    /// Orders that are placed or amended.
    pub arriving: Vec<Arriving>,
}

/// An order that is placed or amended before a tick, and may rest when the tick's turn comes.
#[derive(Clone, Debug)]
pub struct Arriving {
    pub order: RestingFill,
    pub side: Side,
    /// The best limit that it may have then.
    pub limit: Price,
    /// The earliest place in time that it may have then.
    pub priority: Priority,
}

impl Before {
    /// The beginning of a batch, for a book that has learnt so much.
    pub fn knowing(learnt: u64) -> Self {
        Self { learnt, ..Self::default() }
    }

    pub fn on(&mut self, instrument: InstrumentId) -> &mut BeforeOn {
        self.instruments.entry(instrument).or_default()
    }
}

/// The side and the terms of a command that may take from the quote that it came with.
pub fn taking(command: &Command) -> Option<(Side, &Terms)> {
    match command {
        Command::Place(place) => Some((place.side, &place.terms)),
        Command::Amend(amend) => Some((amend.side, &amend.terms)),
        Command::Trigger(trigger) => Some((trigger.side(), &trigger.terms)),
        Command::Liquidate(liquidate) => Some((liquidate.side(), &liquidate.terms)),
        _ => None,
    }
}

/// Where a batch may take from a tick: the instrument, the side of the orders that take, and the best price at which
/// something is left.
pub type Left = (InstrumentId, Side, Price);

/// Readies the commands of a batch, as many as fit into one commit; gives their number. Ticks that must be decided on
/// first are put in.
pub(super) fn ready(book: &dyn RestingBook, jobs: &mut Vec<Job>, before: &mut Before) -> usize {
    let (mut next, mut reached) = (0, 0);
    while next < jobs.len() && reached < REACHED_MAX {
        if let Some(tick) = book.ready(&mut jobs[next].command, before) {
            reached += tick.orders.len();
            jobs.insert(next, Job::tick(tick));
            next += 1;
        }
        reached += FillResting::of(&jobs[next].command).map_or(0, |tick| tick.orders.len());
        next += 1;
    }
    next
}

/// Where `jobs` may take something.
pub(super) fn left(jobs: &[Job], taken: &Liquidity) -> BTreeSet<Left> {
    let mut left = BTreeSet::new();
    for command in jobs.iter().map(|job| &job.command) {
        let nobody = FillResting::of(command).is_some_and(|fill| fill.orders.is_empty());
        let Some(tick) = command.tick().filter(|_| !nobody) else { continue };
        let only = taking(command).map(|(side, _)| side);
        let sides = [Side::Buy, Side::Sell].into_iter().filter(|side| only.is_none_or(|only| only == *side));
        let best = |side: Side| Some((tick.instrument, side, taken.best_left(tick, side)?));
        left.extend(sides.filter_map(best));
    }
    left
}
