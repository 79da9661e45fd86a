//! Answers callers, and tells accounts, once what was decided is on the disk.
//!
//! On PostgreSQL a batch that is committed is seen by the next one at once, which is decided while the first is on its way
//! to the disk: one wait for the disk serves all batches that were committed before it. The disk takes them in order, so
//! nothing is kept that was decided on what is lost. On SQLite a commit returns when it is on the disk.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use plumbline_core::ids::AccountId;
use tokio::sync::{Notify, mpsc, oneshot};

use super::context::Context;
use super::job::{Decided, Job, RunError};
use crate::db::{Db, DbError};
use crate::push::AccountEvent;

/// Batches that may be on their way to the disk; then the next one waits.
const UNDER_WAY: usize = 64;

/// What is told once all that was committed before is on the disk.
pub(super) struct Due {
    pub answer: Answer,
    /// The way to the disk ([`Db::ready_disk`]) that was ready before it was decided; `None` where nobody knows of one.
    pub disk: Option<u64>,
}

/// How the writer got through what was queued before a ping.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed {
    /// Batches are stored.
    pub is_well: bool,
    /// All that was committed before is on the disk.
    pub is_on_disk: bool,
}

pub(super) enum Answer {
    Batch {
        answers: Vec<(Job, Decided)>,
        /// More accounts of which nobody knows anything where the disk does not have it: those that the part of a tick
        /// touched whose rest stands in the next batch, or whose open orders were read anew.
        goes_on_for: Vec<AccountId>,
        events: Vec<AccountEvent>,
    },
    Ping {
        caller: oneshot::Sender<Passed>,
        is_well: bool,
    },
}

/// The disk is waited for at most so long, the length of a lease.
const FLUSHED_WITHIN: Duration = Duration::from_secs(10);

/// Accounts of batches of which nobody knows whether they reached the disk; `None` where there are no such batches.
#[derive(Clone, Debug, Default)]
pub(super) struct Doubts(Arc<(Mutex<Option<BTreeSet<AccountId>>>, Notify)>);

impl Doubts {
    fn raise(&self, accounts: impl Iterator<Item = AccountId>) {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().extend(accounts);
        self.0.1.notify_one();
    }

    /// Returns once there are some.
    pub async fn raised(&self) {
        self.0.1.notified().await;
    }

    pub fn take(&self) -> Option<BTreeSet<AccountId>> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The way from the writer to its callers.
pub(super) enum Answers {
    AtOnce,
    FromDisk(mpsc::Sender<Due>),
}

impl Answers {
    /// The way, and the work that has to go on beside the writer's until the way is dropped.
    pub fn of(context: &Context, doubts: Doubts) -> (Self, impl Future<Output = ()> + use<'_>) {
        let (due, waiting) = mpsc::channel(UNDER_WAY);
        let answers = match context.db {
            Db::Sqlite { .. } => Self::AtOnce,
            Db::Postgres { .. } => Self::FromDisk(due),
        };
        (answers, from_disk(context, waiting, doubts))
    }

    pub async fn give(&self, context: &Context, due: Due) {
        match self {
            Self::AtOnce => due.tell(context),
            Self::FromDisk(waiting) => {
                // Who waits for what is not told hears that the writer is gone.
                let _ = waiting.send(due).await;
            }
        }
    }
}

impl Due {
    /// Answers every caller, and hands the events on last: a customer's reply does not wait for the sockets.
    fn tell(self, context: &Context) {
        match self.answer {
            Answer::Batch { answers, events, .. } => {
                answers.into_iter().for_each(|(job, decided)| job.answer(Ok(decided)));
                context.observer.events(events);
            }
            Answer::Ping { caller, is_well } => {
                let _ = caller.send(Passed { is_well, is_on_disk: true });
            }
        }
    }

    /// Nobody knows whether it is stored; callers find out by a repeat.
    fn fail(self, doubts: &Doubts) {
        match self.answer {
            Answer::Batch { answers, goes_on_for, .. } => {
                doubts.raise(answers.iter().flat_map(|(job, _)| job.accounts()).chain(goes_on_for));
                answers.into_iter().for_each(|(job, _)| job.answer(Err(RunError::Unreachable)));
            }
            Answer::Ping { caller, .. } => {
                let _ = caller.send(Passed { is_well: false, is_on_disk: false });
            }
        }
    }
}

async fn from_disk(context: &Context, mut waiting: mpsc::Receiver<Due>, doubts: Doubts) {
    let mut due = Vec::with_capacity(UNDER_WAY);
    while waiting.recv_many(&mut due, UNDER_WAY).await > 0 {
        let flushed = tokio::time::timeout(FLUSHED_WITHIN, context.db.flush()).await;
        let flushed = flushed.unwrap_or(Err(DbError::Sqlx(sqlx::Error::PoolTimedOut)));
        if let Err(error) = &flushed {
            tracing::error!(%error, "nobody knows whether batches of commands are stored");
            metrics::counter!("plumbline_batch_failures").increment(1);
        }
        for due in due.drain(..) {
            if due.disk.is_some() && due.disk == flushed.as_ref().ok().copied() {
                due.tell(context)
            } else {
                due.fail(&doubts)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn accounts_of_a_split_tick_are_in_doubt_too() {
        let doubts = Doubts::default();
        let goes_on_for = vec![AccountId(7), AccountId(8)];
        let answer = Answer::Batch { answers: Vec::new(), goes_on_for, events: Vec::new() };
        Due { answer, disk: None }.fail(&doubts);
        doubts.raised().await;
        assert_eq!(doubts.take(), Some([AccountId(7), AccountId(8)].into()));
    }
}
