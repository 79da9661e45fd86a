//! The write path: everything that moves money or changes an order goes through here.
//!
//! Commands queue at one thread a server. It drains what is pending, loads the facts that the whole batch needs
//! ([`records`]), lets the core decide command by command, stores the outcome in a few statements and one durable
//! commit, and only then answers each caller and hands the events on ([`batch`]). Several servers may write to one
//! PostgreSQL: the streams of the accounts in a batch are locked in sorted order, and then the instruments that it may
//! fill ([`liquidity`]). It knows no action and no record: the core's list has the commands, `crate::records` the
//! records, and each handler says what it replies.

mod batch;
mod events;
#[cfg(test)]
mod fault_tests;
mod liquidity;
mod records;
#[cfg(test)]
mod replay_tests;
mod replies;
mod resting;
mod submission;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::{io, thread};

use axum::http::StatusCode;
use plumbline_core::command::{Command, Done, Listed};
use plumbline_core::decision::{Actor, Facts, Refusal, Stamped, Unsound};
use plumbline_core::ids::AccountId;
use plumbline_core::market::{Liquidity, Tick};
use plumbline_core::orders::{FillResting, Reached};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};

use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::http::{ApiError, Reply};
use crate::ids::Ids;
use crate::node_lease::NodeLease;
use crate::operations::supervision::Supervisor;
use batch::BatchError;

pub use crate::push::AccountEvent;
pub use records::{Listings, Of, Records, Source, Stored, StoredRecord, Told};
pub use replies::{Recorded, purge as purge_replies};
pub use resting::RestingBook;
pub use submission::Submission;

/// Commands that may wait; beyond that callers are told that the server is busy.
const QUEUE: usize = 8_192;
/// Commands in one commit at most. Beyond this the statements grow and nothing is gained.
const BATCH_MAX: usize = 256;

/// One queued command and its caller.
#[derive(Debug)]
struct Job {
    request: Option<Request>,
    command: Command,
    /// Whom to ask for the orders of a tick, when the batch of the command begins.
    resting: Option<Arc<dyn RestingBook>>,
    caller: oneshot::Sender<Outcome>,
}

impl Job {
    /// The accounts that the command touches, and the one that asks for it.
    fn accounts(&self) -> impl Iterator<Item = AccountId> + use<> {
        self.command.accounts().into_iter().chain(self.request.as_ref().map(|request| request.account))
    }
}

/// The idempotent request for a command.
#[derive(Debug)]
struct Request {
    account: AccountId,
    key: String,
    fingerprint: String,
    /// Writes the reply, as the handler says.
    reply: replies::Write,
}

/// What a caller hears. `Err` means that nothing is known to be stored: where the answer to a commit was lost, only a
/// repeat under the same key finds out.
type Outcome = Result<Decided, RunError>;

/// A decision on a request. What is decided is durable, but for an unsound one, of which nothing is.
#[derive(Clone, Debug)]
enum Decided {
    /// Decided in this batch.
    Fresh { result: Result<Done, Refusal>, recorded: Option<Recorded> },
    /// The request was decided before; this is its first reply.
    Repeated(Recorded),
    /// The key was used for another request.
    Conflict,
    /// A fault of ours, which was logged.
    Unsound(Unsound),
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
    /// What was written, in its new state.
    fn written(&self, facts: &Facts);
    /// Events of the customers' streams, in the order of the streams.
    fn events(&self, events: Vec<AccountEvent>);
    /// All that the batch was decided from, for whoever keeps a log of it.
    fn decided(&self, _: DecidedBatch<'_>) {}
}

/// The commands of a batch in order, the moment at which they were decided, and the ids that were handed out to them.
/// What they took of displayed sizes follows from the batches before: whoever carries out the same batches in the same
/// order comes to the same records.
#[derive(Clone, Copy, Debug)]
pub struct DecidedBatch<'a> {
    pub stamped: &'a Stamped,
    jobs: &'a [Job],
}

impl<'a> DecidedBatch<'a> {
    pub fn commands(self) -> impl Iterator<Item = &'a Command> {
        self.jobs.iter().map(|job| &job.command)
    }
}

/// What waits for the writer.
#[derive(Debug)]
enum Queued {
    Job(Job),
    /// Asks whether the writer gets through its queue.
    Ping(oneshot::Sender<()>),
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
    /// All that is stored.
    pub records: Records,
    pub listings: Arc<dyn Listings>,
    pub observer: Arc<dyn Observer>,
}

impl Writer {
    /// Starts the writer on a thread of its own, which SQLite may block, and which `supervisor` watches. It has no end
    /// of its own: the matcher, which it tells of orders, has a handle to it.
    pub fn spawn(context: Context, supervisor: &Supervisor) -> io::Result<Self> {
        let (queue, queued) = mpsc::channel(QUEUE);
        let db = context.db.clone();
        let runtime = tokio::runtime::Handle::current();
        let drain = supervisor.watched("writer", drain(context, queued));
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
            Err(refused) => self.first_reply(&submission).await?.map_or(Err(refused), reply),
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
        Ok(found.into_values().next().map(|first| first.answer(&submission.fingerprint)))
    }

    /// Carries out an action of the server's own.
    pub async fn run<A: Listed>(&self, action: A) -> Result<A::Done, RunError> {
        A::into_done(self.carry_out(action.into_command()).await?).ok_or(RunError::Failed)
    }

    /// The same for a command, whichever it is.
    pub async fn carry_out(&self, command: Command) -> Result<Done, RunError> {
        match self.enqueue(None, command).await? {
            Decided::Fresh { result, .. } => Ok(result?),
            Decided::Unsound(fault) => Err(RunError::Refused(fault.into())),
            Decided::Repeated(_) | Decided::Conflict => Err(RunError::Failed),
        }
    }

    /// Returns once the writer has got through what waits for it now.
    pub async fn ping(&self) -> Result<(), RunError> {
        let (caller, heard) = oneshot::channel();
        self.queue.send(Queued::Ping(caller)).await.map_err(|_| RunError::Overloaded)?;
        heard.await.map_err(|_| RunError::Overloaded)
    }

    async fn enqueue(&self, request: Option<Request>, command: Command) -> Outcome {
        let (caller, outcome) = oneshot::channel();
        let job = Job { request, command, resting: None, caller };
        self.queue.try_send(Queued::Job(job)).map_err(|_| RunError::Overloaded)?;
        // A writer that is gone has stored nothing of what it did not answer, or its reply is under the key.
        outcome.await.unwrap_or(Err(RunError::Overloaded))
    }

    /// Queues a tick for the orders that it may fill, at once: what is submitted later is decided later. Which orders
    /// these are `book` is asked when the tick's turn comes.
    pub fn fill_resting(
        &self,
        tick: Arc<Tick>,
        book: Arc<dyn RestingBook>,
    ) -> impl Future<Output = Result<Reached, RunError>> + Send + use<> {
        let (caller, outcome) = oneshot::channel();
        let command = FillResting { tick, orders: Vec::new() }.into();
        let job = Job { request: None, command, resting: Some(book), caller };
        let queued = self.queue.try_send(Queued::Job(job)).map_err(|_| RunError::Overloaded);
        async move {
            queued?;
            match outcome.await.unwrap_or(Err(RunError::Overloaded))? {
                Decided::Fresh { result: Ok(Done::FillResting(reached)), .. } => Ok(reached),
                Decided::Fresh { result: Err(refusal), .. } => Err(refusal.into()),
                _ => Err(RunError::Failed),
            }
        }
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

impl From<RunError> for ApiError {
    /// The causes were logged where they happened.
    fn from(error: RunError) -> Self {
        match error {
            RunError::Refused(refusal) => refusal.into(),
            RunError::Overloaded => Self::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
            RunError::Failed => Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }
}

async fn drain(context: Context, mut queued: mpsc::Receiver<Queued>) {
    let mut remembered = match liquidity::at_start(&context).await {
        Ok(taken) => taken,
        Err(error) => {
            tracing::error!(%error, "what was taken from the newest ticks could not be read");
            Liquidity::default()
        }
    };
    let mut pending = Vec::with_capacity(BATCH_MAX);
    while queued.recv_many(&mut pending, BATCH_MAX).await > 0 {
        let (mut jobs, mut pings) = (Vec::with_capacity(pending.len()), Vec::new());
        for queued in pending.drain(..) {
            match queued {
                Queued::Job(job) => jobs.push(job),
                Queued::Ping(caller) => pings.push(caller),
            }
        }
        if !jobs.is_empty() {
            metrics::histogram!("plumbline_batch_commands").record(u32::try_from(jobs.len()).unwrap_or(u32::MAX));
            let decided = batch::run(&context, &mut jobs, &mut remembered).await;
            answer(&context, jobs, decided);
        }
        for caller in pings {
            let _ = caller.send(());
        }
    }
}

/// Tells the matcher of the orders that were committed, then answers every caller, and hands the events on last: a
/// customer's reply does not wait for the sockets.
fn answer(context: &Context, jobs: Vec<Job>, decided: Result<batch::Committed, BatchError>) {
    match decided {
        Ok(committed) => {
            context.observer.written(&committed.facts);
            context.observer.decided(DecidedBatch { stamped: &committed.stamped, jobs: &jobs });
            for (job, decision) in jobs.into_iter().zip(committed.decisions) {
                // A caller that has gone away finds its reply under its idempotency key.
                let _ = job.caller.send(Ok(decision));
            }
            context.observer.events(committed.events);
        }
        Err(error) => {
            tracing::error!(%error, "a batch of commands could not be stored; nothing of it was");
            metrics::counter!("plumbline_batch_failures").increment(1);
            let heard = if matches!(error, BatchError::NodeLost) { RunError::Overloaded } else { RunError::Failed };
            jobs.into_iter().for_each(|job| drop(job.caller.send(Err(heard))));
        }
    }
}
