//! The write path: everything that moves money or changes an order goes through here.
//!
//! Commands queue at one thread a server. It drains what is pending, loads the facts that the whole batch needs
//! ([`load`]), lets the core decide command by command, stores the outcome in a few statements and one durable
//! commit ([`store`]), and only then answers each caller and hands the events on ([`batch`]). Several servers may
//! write to one PostgreSQL: the streams of the accounts in a batch are locked in sorted order, and then the
//! instruments that it may fill ([`liquidity`]).

mod batch;
mod error;
mod events;
#[cfg(test)]
mod fault_tests;
mod health;
mod liquidity;
mod load;
mod replies;
mod resting;
mod store;
mod submission;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::{io, thread};

use axum::http::StatusCode;
use plumbline_core::command::{Command, Done, OfferedTo, Reached, Refusal, Unsound};
use plumbline_core::ids::AccountId;
use plumbline_core::orders::{FillResting, Order};
use tokio::sync::{mpsc, oneshot};

use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::http::{ApiError, Reply};
use crate::ids::Ids;
use crate::node_lease::NodeLease;
use crate::supervision::Supervisor;
use batch::Memory;
use error::BatchError;
use health::Health;

pub use crate::push::AccountEvent;
pub use events::Listings;
pub use replies::{Recorded, purge as purge_replies, refusal_error};
pub use resting::{Arriving, Before, BeforeOn, Left, RestingBook};
pub use submission::{Fingerprint, Submission};

/// Commands that may wait; beyond that callers are told that the server is busy.
const QUEUE: usize = 8_192;
/// Commands in one commit at most. Beyond this the statements grow and nothing is gained.
const BATCH_MAX: usize = 256;

/// One queued command and its caller.
#[derive(Debug)]
struct Job {
    account: AccountId,
    /// The key and the fingerprint of an idempotent request.
    request: Option<(String, String)>,
    command: Command,
    /// `None` for a tick, of which only the book of resting orders hears.
    caller: Option<oneshot::Sender<Outcome>>,
}

impl Job {
    const fn tick(fill: FillResting) -> Self {
        Self { account: AccountId::HOUSE, request: None, command: Command::FillResting(fill), caller: None }
    }

    fn answer(self, outcome: Outcome) {
        // A caller that has gone away finds its reply under its idempotency key.
        if let Some(caller) = self.caller {
            let _ = caller.send(outcome);
        }
    }

    /// The accounts that the command touches.
    fn accounts(&self) -> Vec<AccountId> {
        match &self.command {
            Command::FillResting(fill) => fill.orders.iter().map(|fill| fill.order.account).collect(),
            Command::Place(_)
            | Command::Cancel(_)
            | Command::Transfer(_)
            | Command::RequestDeposit(_)
            | Command::ReviewDeposit(_) => vec![self.account],
        }
    }
}

/// What a caller hears. `Err` means that nothing is known to be stored: where the answer to a commit was lost, only a
/// repeat under the same key finds out.
type Outcome = Result<Decided, RunError>;

/// A decision on a request. What is decided is durable, but for an unsound one, of which nothing is.
#[derive(Clone, Debug)]
enum Decided {
    /// Decided in this batch.
    Fresh { result: Result<Done, Refusal>, recorded: Recorded },
    /// The request was decided before; this is its first reply.
    Repeated(Recorded),
    /// The key was used for another request.
    Conflict,
    /// A fault of ours, which was logged.
    Unsound(Unsound),
}

impl Decided {
    /// What came of a tick.
    const fn reached(&self) -> Option<&Reached> {
        match self {
            Self::Fresh { result: Ok(Done::Reached(reached)), .. } => Some(reached),
            Self::Fresh { .. } | Self::Repeated(_) | Self::Conflict | Self::Unsound(_) => None,
        }
    }
}

/// Why a command was not carried out.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum RunError {
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    #[error("the queue is full, or the server is stopping or may not write")]
    Overloaded,
    #[error("the batch could not be stored")]
    Failed,
}

/// What the rest of the server hears of a committed batch.
pub trait Observer: Send + Sync + std::fmt::Debug {
    /// Orders in their new state, in the order of their ids.
    fn orders(&self, orders: &[Order]);
    /// Events of the customers' streams, in the order of the streams.
    fn events(&self, events: Vec<AccountEvent>);
}

/// What waits for the writer.
#[derive(Debug)]
enum Queued {
    Job(Box<Job>),
    /// Asks whether the writer gets through its queue, and whether what it decides is stored.
    Ping(oneshot::Sender<bool>),
}

/// The handle that callers submit to. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Queued>,
    db: Db,
}

/// What the writer works with.
#[derive(Debug)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    /// Without it this server's ids may be another's, and nothing is written.
    pub lease: NodeLease,
    pub listings: Arc<dyn Listings>,
    pub book: Arc<dyn RestingBook>,
    pub observer: Arc<dyn Observer>,
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

    /// Carries out a customer's idempotent request and gives the data of the reply: on a repeat the first one, even
    /// if something that has changed since would refuse to make `command`. The batch reads the key before it decides,
    /// so that a new request does not pay for a read of its own.
    pub async fn submit(
        &self,
        submission: Submission,
        command: impl Future<Output = Result<Command, ApiError>>,
    ) -> Result<Reply<Recorded>, ApiError> {
        match command.await {
            Ok(command) => {
                let request = Some((submission.key.0, submission.fingerprint));
                reply(self.enqueue(submission.account, request, command).await?)
            }
            Err(refused) => {
                // The first try may still wait to be decided.
                self.pass_queue().await?;
                self.first_reply(&submission).await?.map_or(Err(refused), reply)
            }
        }
    }

    /// The same for a command that leaves a trace when it is made, such as a try of a password: the key is read first,
    /// and for a repeat `command` is not made.
    pub async fn submit_guarded(
        &self,
        submission: Submission,
        command: impl Future<Output = Result<Command, ApiError>>,
    ) -> Result<Reply<Recorded>, ApiError> {
        match self.first_reply(&submission).await? {
            Some(first) => reply(first),
            None => self.submit(submission, command).await,
        }
    }

    async fn first_reply(&self, submission: &Submission) -> Result<Option<Decided>, DbError> {
        let key = (submission.account, submission.key.0.as_str());
        let found = replies::load(&mut self.db.read().await?, &[key].into()).await?;
        Ok(found.into_values().next().map(|first| first.answer(&submission.fingerprint)))
    }

    /// Carries out a command of the server's own.
    pub async fn run(&self, account: AccountId, command: Command) -> Result<Done, RunError> {
        match self.enqueue(account, None, command).await? {
            Decided::Fresh { result, .. } => Ok(result?),
            Decided::Unsound(fault) => Err(RunError::Refused(fault.into())),
            Decided::Repeated(_) | Decided::Conflict => Err(RunError::Failed),
        }
    }

    /// Returns once the writer has got through what waits for it now, with an error when its last batch failed.
    pub async fn ping(&self) -> Result<(), RunError> {
        if self.pass_queue().await? { Ok(()) } else { Err(RunError::Failed) }
    }

    /// Waits for all that is queued now to be decided. Whether batches are stored.
    async fn pass_queue(&self) -> Result<bool, RunError> {
        let (caller, heard) = oneshot::channel();
        self.queue.send(Queued::Ping(caller)).await.map_err(|_| RunError::Overloaded)?;
        heard.await.map_err(|_| RunError::Overloaded)
    }

    async fn enqueue(&self, account: AccountId, request: Option<(String, String)>, command: Command) -> Outcome {
        let (caller, outcome) = oneshot::channel();
        let job = Job { account, request, command, caller: Some(caller) };
        self.queue.try_send(Queued::Job(Box::new(job))).map_err(|_| RunError::Overloaded)?;
        // A writer that is gone has stored nothing of what it did not answer, or its reply is under the key.
        outcome.await.unwrap_or(Err(RunError::Overloaded))
    }

    /// Queues a tick for the orders that it may fill, at once. Which orders these are the book says when the tick's turn
    /// comes, and the book hears what came of it.
    ///
    /// # Errors
    /// The queue is full: the tick must be tried again.
    pub fn fill_resting(&self, fill: FillResting) -> Result<(), RunError> {
        self.queue.try_send(Queued::Job(Box::new(Job::tick(fill)))).map_err(|_| RunError::Overloaded)
    }
}

fn reply(decided: Decided) -> Result<Reply<Recorded>, ApiError> {
    match decided {
        Decided::Fresh { recorded, .. } | Decided::Repeated(recorded) => recorded.into_reply(),
        Decided::Conflict => Err(ApiError::conflict("idempotency_conflict")),
        // Logged and counted where it was decided.
        Decided::Unsound(_) => Err(RunError::Failed.into()),
    }
}

impl From<RunError> for ApiError {
    /// The causes were logged where they happened.
    fn from(error: RunError) -> Self {
        match error {
            RunError::Refused(refusal) => refusal_error(refusal),
            RunError::Overloaded => Self::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
            RunError::Failed => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

async fn drain(context: Context, mut queued: mpsc::Receiver<Queued>, mut memory: Memory) {
    let mut health = Health::default();
    let mut pending = Vec::with_capacity(BATCH_MAX);
    while queued.recv_many(&mut pending, BATCH_MAX).await > 0 {
        let (mut jobs, mut pings) = (Vec::with_capacity(pending.len()), Vec::new());
        for queued in pending.drain(..) {
            match queued {
                Queued::Job(job) => jobs.push(*job),
                Queued::Ping(caller) => pings.push(caller),
            }
        }
        while !jobs.is_empty() {
            metrics::histogram!("plumbline_batch_commands").record(u32::try_from(jobs.len()).unwrap_or(u32::MAX));
            let decided = batch::run(&context, &mut jobs, &mut memory).await;
            health.heard(decided.is_ok());
            match decided {
                Ok(committed) => jobs = answer(&context, jobs, committed),
                Err(error) => fail(&context, std::mem::take(&mut jobs), &error, &mut memory),
            }
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
    context.observer.orders(&committed.orders);
    for (mut job, decision) in jobs.into_iter().zip(committed.decisions) {
        match (&mut job.command, decision.reached()) {
            (Command::FillResting(fill), Some(reached)) if reached.offered == OfferedTo::Some => {
                fill.from = Some(fill.rest);
                left.insert(0, job);
            }
            _ => job.answer(Ok(decision)),
        }
    }
    context.observer.events(committed.events);
    left
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
