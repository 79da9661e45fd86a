//! The write path: everything that moves money or changes an order goes through here.
//!
//! Commands queue at one thread a server. It drains what is pending, loads the facts that the whole batch needs
//! ([`records`]), lets the core decide command by command, stores the outcome in a few statements and one durable
//! commit, and only then answers each caller and hands the events on ([`batch`]). Several servers may write to one
//! PostgreSQL: the streams of the accounts in a batch are locked in sorted order, and then the instruments that it may
//! fill ([`liquidity`]). It knows no action and no record: the core's list has the commands, `crate::records` the
//! records, and each handler says what it replies.

mod batch;
mod context;
mod error;
mod events;
#[cfg(test)]
mod fault_tests;
mod health;
mod job;
mod liquidity;
mod records;
#[cfg(test)]
mod replay_tests;
mod replies;
mod resting;
mod submission;
#[cfg(test)]
mod test_venue;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod two_server_tests;

use std::collections::BTreeSet;
use std::{io, thread};

use plumbline_core::command::{Command, Done, Listed};
use plumbline_core::decision::Actor;
use plumbline_core::orders::{FillResting, OfferedTo};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};

use crate::db::{self, Db, DbError};
use crate::http::{ApiError, Reply};
use crate::supervision::Supervisor;
use batch::Memory;
use error::BatchError;
use health::Health;
use job::{Decided, Job, Outcome, Request};

pub use crate::push::AccountEvent;
pub use context::{Context, DecidedBatch, Observer};
pub use job::RunError;
pub use records::{Listings, Of, Records, Source, Stored, StoredRecord, Told};
pub use replies::{Recorded, purge as purge_replies};
pub use resting::{Arriving, Before, BeforeOn, Left, RestingBook, taking};
pub use submission::Submission;

/// Commands that may wait; beyond that callers are told that the server is busy.
const QUEUE: usize = 8_192;
/// Commands in one commit at most. Beyond this the statements grow and nothing is gained.
const BATCH_MAX: usize = 256;

/// What waits for the writer.
#[derive(Debug)]
enum Queued {
    Job(Job),
    /// Asks whether the writer gets through its queue, and whether what it decides is stored.
    Ping(oneshot::Sender<bool>),
}

/// The handle that callers submit to. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Queued>,
    db: Db,
}

/// Why the writer could not be started.
#[derive(Debug, thiserror::Error)]
pub enum WriterError {
    #[error("what was taken from the newest ticks could not be read: {0}")]
    Taken(#[from] DbError),
    #[error("the writer's thread could not be started: {0}")]
    Thread(#[from] io::Error),
}

impl Writer {
    /// Starts the writer on a thread of its own, which SQLite may block, and which `supervisor` watches. It has no end
    /// of its own: the matcher, which it tells of orders, has a handle to it.
    pub async fn spawn(context: Context, supervisor: &Supervisor) -> Result<Self, WriterError> {
        let memory = Memory { taken: liquidity::stored(&context).await?, in_doubt: BTreeSet::new() };
        let (queue, queued) = mpsc::channel(QUEUE);
        let db = context.db.clone();
        let runtime = tokio::runtime::Handle::current();
        let drain = supervisor.watched("writer", drain(context, queued, memory));
        thread::Builder::new().name("writer".to_owned()).spawn(move || runtime.block_on(drain))?;
        Ok(Self { queue, db })
    }

    /// Carries out a customer's idempotent request and gives the data of the reply, an `R`: on a repeat the first one,
    /// even if something that has changed since would refuse to make `action`. The batch reads the key before it
    /// decides, so that a new request does not pay for a read of its own.
    pub async fn submit<A, R>(
        &self,
        submission: Submission,
        action: impl Future<Output = Result<A, ApiError>>,
    ) -> Result<Reply<Recorded>, ApiError>
    where
        A: Listed,
        R: Serialize + for<'a> From<&'a A::Done>,
    {
        match action.await {
            Ok(action) => {
                let Submission { account, key, fingerprint } = submission;
                if matches!(action.actor(), Actor::Customer(other) if other != account) {
                    return Err(ApiError::internal(format!("account {account} asks for what another one does")));
                }
                let request = Request { account, key: key.key, fingerprint, reply: replies::write::<A, R> };
                reply(self.enqueue(Some(request), action.into_command()).await?)
            }
            Err(refused) => {
                // The first try may still wait to be decided.
                self.pass_queue().await?;
                self.first_reply(&submission).await?.map_or(Err(refused), reply)
            }
        }
    }

    /// The same for a command that leaves a trace when it is made, such as a try of a password: the key is read first,
    /// and for a repeat `action` is not made.
    pub async fn submit_guarded<A, R>(
        &self,
        submission: Submission,
        action: impl Future<Output = Result<A, ApiError>>,
    ) -> Result<Reply<Recorded>, ApiError>
    where
        A: Listed,
        R: Serialize + for<'a> From<&'a A::Done>,
    {
        match self.first_reply(&submission).await? {
            Some(first) => reply(first),
            None => self.submit::<A, R>(submission, action).await,
        }
    }

    async fn first_reply(&self, submission: &Submission) -> Result<Option<Decided>, DbError> {
        let key = (submission.account, submission.key.key.as_str());
        let found = replies::load(&mut self.db.read().await?, &[key].into()).await?;
        Ok(found.into_values().next().map(|first| Decided::before(&first, &submission.fingerprint)))
    }

    /// Carries out an action of the server's own.
    pub async fn run<A: Listed>(&self, action: A) -> Result<A::Done, RunError> {
        A::into_done(self.carry_out(action.into_command()).await?).ok_or(RunError::Failed)
    }

    /// The same for a command, whichever it is.
    pub async fn carry_out(&self, command: Command) -> Result<Done, RunError> {
        match self.enqueue(None, command).await? {
            Decided::Fresh { result, .. } => Ok((*result)?),
            Decided::Unsound(fault) => Err(RunError::Refused(fault.into())),
            Decided::Repeated(_) | Decided::Conflict => Err(RunError::Failed),
        }
    }

    /// Returns once the writer has got through what waits for it now, with an error when its last batch failed.
    pub async fn ping(&self) -> Result<(), RunError> {
        if self.pass_queue().await? { Ok(()) } else { Err(RunError::Failed) }
    }

    /// Waits until everything is stored that was decided before, by any server on the database. Whether it is: what takes
    /// seconds is not waited for.
    ///
    /// # Errors
    /// When the writer, or the database, does not answer.
    pub async fn settled(&self) -> Result<bool, RunError> {
        self.pass_queue().await?;
        events::settled(&self.db).await.map_err(|error| {
            tracing::warn!(%error, "what other servers are storing could not be waited for");
            RunError::Failed
        })
    }

    /// Waits for all that is queued now to be decided. Whether batches are stored.
    async fn pass_queue(&self) -> Result<bool, RunError> {
        let (caller, heard) = oneshot::channel();
        self.queue.send(Queued::Ping(caller)).await.map_err(|_| RunError::Overloaded)?;
        heard.await.map_err(|_| RunError::Overloaded)
    }

    async fn enqueue(&self, request: Option<Request>, command: Command) -> Outcome {
        let (caller, outcome) = oneshot::channel();
        let job = Job { request, command, caller: Some(caller) };
        self.queue.try_send(Queued::Job(job)).map_err(|_| RunError::Overloaded)?;
        // A writer that is gone has stored nothing of what it did not answer, or its reply is under the key.
        outcome.await.unwrap_or(Err(RunError::Overloaded))
    }

    /// Queues a tick for the orders that it may fill, at once. Which orders these are the book says when the tick's turn
    /// comes, and the book hears what came of it.
    ///
    /// # Errors
    /// The queue is full: the tick must be tried again.
    pub fn fill_resting(&self, fill: FillResting) -> Result<(), RunError> {
        self.queue.try_send(Queued::Job(Job::tick(fill))).map_err(|_| RunError::Overloaded)
    }
}

fn reply(decided: Decided) -> Result<Reply<Recorded>, ApiError> {
    match decided {
        Decided::Fresh { recorded: Some(recorded), .. } | Decided::Repeated(recorded) => recorded.into_reply(),
        Decided::Fresh { recorded: None, .. } => Err(ApiError::internal("a request was decided without a reply")),
        Decided::Conflict => Err(ApiError::conflict("idempotency_conflict")),
        // Logged and counted where it was decided.
        Decided::Unsound(_) => Err(RunError::Failed.into()),
    }
}

async fn drain(context: Context, mut queued: mpsc::Receiver<Queued>, mut memory: Memory) {
    let mut health = Health::default();
    let mut pending = Vec::with_capacity(BATCH_MAX);
    while queued.recv_many(&mut pending, BATCH_MAX).await > 0 {
        let (mut jobs, mut pings) = (Vec::with_capacity(pending.len()), Vec::new());
        for queued in pending.drain(..) {
            match queued {
                Queued::Job(job) => jobs.push(job),
                Queued::Ping(caller) => pings.push(caller),
            }
        }
        let mut most = usize::MAX;
        while !jobs.is_empty() {
            let behind = jobs.split_off(most.min(jobs.len()));
            let asked = jobs.len();
            metrics::histogram!("plumbline_batch_commands").record(u32::try_from(jobs.len()).unwrap_or(u32::MAX));
            let decided = batch::run(&context, &mut jobs, &mut memory).await;
            match decided {
                Ok(committed) => {
                    health.heard(true);
                    most = most.saturating_mul(2);
                    jobs = answer(&context, jobs, committed);
                }
                // Whoever asks for what cannot be read keeps nobody else from being served: fewer at a time are tried, down to
                // one, with which goes the tick that may have been put before it.
                Err(BatchError::Unreadable(_)) if asked > 1 => most = asked / 2,
                Err(BatchError::Unreadable(error)) => leave_out(&context, std::mem::take(&mut jobs), &error),
                Err(error) => {
                    health.heard(false);
                    fail(&context, std::mem::take(&mut jobs), &error, &mut memory);
                }
            }
            jobs.extend(behind);
        }
        if !pings.is_empty() {
            let well = health.is_well(&context.lease).await;
            for caller in pings {
                let _ = caller.send(well);
            }
        }
    }
}

/// Tells the matcher of the orders that were committed, then answers every caller, and hands the events on last: a
/// customer's reply does not wait for the sockets. Gives back what did not fit into the batch, in order.
fn answer(context: &Context, mut jobs: Vec<Job>, committed: batch::Committed) -> Vec<Job> {
    let mut left = jobs.split_off(committed.decisions.len());
    context.observer.written(&committed.facts);
    context.observer.decided(DecidedBatch { stamped: &committed.stamped, jobs: &jobs });
    for (mut job, decision) in jobs.into_iter().zip(committed.decisions) {
        let goes_on = decision.reached().is_some_and(|reached| reached.offered == OfferedTo::Some);
        match FillResting::of_mut(&mut job.command).filter(|_| goes_on) {
            Some(fill) => {
                fill.from = Some(fill.rest);
                left.insert(0, job);
            }
            None => job.answer(Ok(decision)),
        }
    }
    context.observer.events(committed.events);
    left
}

/// Answers one command, and the tick that it needs to be offered first. What they need was read before anything was written,
/// so nothing of them is stored.
fn leave_out(context: &Context, jobs: Vec<Job>, error: &DbError) {
    metrics::counter!("plumbline_unreadable_commands").increment(1);
    context.book.failed(&mut jobs.iter().map(|job| &job.command));
    for job in jobs {
        // Of a tick that reaches the orders of many nobody knows whose it is; the error names the column and the value.
        let accounts = job.command.accounts();
        db::leave_out(job.command.name(), if let [account] = accounts[..] { account.0 } else { 0 }, error);
        job.answer(Err(RunError::Unreadable));
    }
}

/// Nobody knows what is stored of a batch that failed; callers find out by a repeat.
fn fail(context: &Context, jobs: Vec<Job>, error: &BatchError, memory: &mut Memory) {
    tracing::error!(%error, "a batch of commands could not be stored");
    metrics::counter!("plumbline_batch_failures").increment(1);
    let heard = if matches!(error, BatchError::NodeLost) { RunError::Overloaded } else { RunError::Failed };
    memory.in_doubt.extend(jobs.iter().flat_map(Job::accounts));
    context.book.failed(&mut jobs.iter().map(|job| &job.command));
    jobs.into_iter().for_each(|job| job.answer(Err(heard)));
}
