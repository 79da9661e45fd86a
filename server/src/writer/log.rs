//! A log of batches, for a test that carries them out again.

use plumbline_core::command::Command;
use plumbline_core::decision::Stamped;
use plumbline_core::ids::AccountId;
use serde::{Deserialize, Serialize};

use super::batch::{End, carry_out};
use super::context::{Context, DecidedBatch};
use super::job::{Job, Request};
use super::liquidity;
use crate::clock::Clock;

pub use super::replies::{Write, write};

/// A batch as a log keeps it.
#[derive(Debug, Serialize, Deserialize)]
pub struct LoggedBatch {
    pub stamped: Stamped,
    pub jobs: Vec<LoggedJob>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct LoggedJob {
    /// Account, key and fingerprint.
    request: Option<(AccountId, String, String)>,
    pub command: Command,
}

impl From<DecidedBatch<'_>> for LoggedBatch {
    fn from(batch: DecidedBatch<'_>) -> Self {
        let request = |job: &Job| job.request.as_ref().map(|r| (r.account, r.key.clone(), r.fingerprint.clone()));
        let jobs = batch.jobs.iter().map(|job| LoggedJob { request: request(job), command: job.command.clone() });
        Self { stamped: batch.stamped.clone(), jobs: jobs.collect() }
    }
}

impl LoggedJob {
    fn job(&self, replies: fn(&Command) -> Write) -> Job {
        let reply = replies(&self.command);
        let request = self.request.clone();
        let request = request.map(|(account, key, fingerprint)| Request { account, key, fingerprint, reply });
        Job { request, command: self.command.clone(), caller: None }
    }
}

/// Carries out the batches of a log at the times at which they were decided, and with the ids that were handed out.
/// `replies` says how the reply to a command is written.
///
/// # Panics
/// Unless each batch is carried out, and takes as many ids as it did.
pub async fn replay(context: &Context, clock: &Clock, log: &[LoggedBatch], replies: fn(&Command) -> Write) {
    let mut remembered = liquidity::stored(&context.db, clock).await.expect("the newest fills are read");
    for LoggedBatch { stamped, jobs } in log {
        clock.advance(stamped.now.since(clock.now()));
        let jobs: Vec<Job> = jobs.iter().map(|job| job.job(replies)).collect();
        let mut ids = stamped.ids.iter().copied();
        let mut hand_out = || ids.next().expect("an id for everything that was made");
        let carried_out = carry_out(context, &jobs, &mut remembered, &mut hand_out, End::Commit).await;
        assert_eq!(carried_out.expect("a batch is carried out again").decisions.len(), jobs.len());
        assert_eq!(ids.next(), None, "as many ids are taken as were");
    }
}
