//! Which resting orders a tick may fill is looked up when its batch begins. All that was decided before is committed
//! and in the book by then, so no order is left out, and none overtaken, because another command was on its way.

use std::fmt::Debug;

use plumbline_core::command::Command;
use plumbline_core::market::Tick;
use plumbline_core::orders::RestingFill;

use super::Job;

/// Who knows the resting orders.
pub trait RestingBook: Debug + Send + Sync {
    /// The orders that `tick` may fill. `before` are the commands that are decided before it in the same batch, and
    /// that the book has not heard of.
    fn reached(&self, tick: &Tick, before: &mut dyn Iterator<Item = &Command>) -> Vec<RestingFill>;
}

/// Gives the ticks of a batch their orders.
pub(super) fn find(jobs: &mut [Job]) {
    for index in 0..jobs.len() {
        let (before, from_here) = jobs.split_at_mut(index);
        let Job { command: Command::FillResting(fill), resting: Some(book), .. } = &mut from_here[0] else { continue };
        fill.orders = book.reached(&fill.tick, &mut before.iter().map(|job| &job.command));
    }
}
