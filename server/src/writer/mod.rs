//! The write path: everything that moves money or changes an order goes through here.
//!
//! Commands queue at one thread a server. It drains what is pending, loads the facts that the whole batch needs
//! ([`load`]), lets the core decide command by command, stores the outcome in a few statements and one durable
//! commit ([`store`]), and only then answers each caller and hands the events on ([`batch`]). Several servers may
//! write to one PostgreSQL: the streams of the accounts in a batch are locked in sorted order, and then the
//! instruments that it may fill ([`liquidity`]).

mod batch;
mod events;
mod liquidity;
mod load;
mod replies;
mod resting;
mod store;
mod submission;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::{io, thread};

use plumbline_core::command::{Command, Done, Reached, Refusal};
use plumbline_core::ids::AccountId;
use plumbline_core::market::Tick;
use plumbline_core::orders::{FillResting, Liquidity, Order};
use tokio::sync::{mpsc, oneshot};

use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::http::{ApiError, Reply};
use crate::ids::Ids;

pub use crate::push::AccountEvent;
pub use events::Listings;
pub use replies::{Recorded, refusal_error};
pub use resting::RestingBook;
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
    /// Whom to ask for the orders of a tick, when the batch of the command begins.
    resting: Option<Arc<dyn RestingBook>>,
    caller: oneshot::Sender<Outcome>,
}

impl Job {
    /// The accounts that the command touches.
    fn accounts(&self) -> Vec<AccountId> {
        match &self.command {
            Command::FillResting(fill) => fill.orders.iter().map(|fill| fill.order.account).collect(),
            _ => vec![self.account],
        }
    }
}

/// What a caller hears. `Err` means that nothing was stored.
type Outcome = Result<Decided, Failure>;

/// A decision that is durable.
#[derive(Clone, Debug)]
enum Decided {
    /// Decided in this batch.
    Fresh { result: Result<Done, Refusal>, recorded: Recorded },
    /// The request was decided before; this is its first reply.
    Repeated(Recorded),
    /// The key was used for another request.
    Conflict,
}

/// The batch could not be stored. The cause was logged.
#[derive(Clone, Copy, Debug)]
struct Failure;

/// Why a command of the server's own was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error("refused: {0}")]
    Refused(#[from] Refusal),
    #[error("the queue is full or the server is stopping")]
    Overloaded,
    #[error("the batch could not be stored")]
    Failed,
}

/// What the rest of the server hears of a committed batch.
pub trait Observer: Send + Sync + std::fmt::Debug {
    /// Orders in their new state, in the order of the decisions.
    fn orders(&self, orders: &[Order]);
    /// Events of the customers' streams, in the order of the streams.
    fn events(&self, events: Vec<AccountEvent>);
}

/// The handle that callers submit to. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Job>,
}

/// What the writer works with.
#[derive(Debug)]
pub struct Context {
    pub db: Db,
    pub clock: Clock,
    pub ids: Arc<Ids>,
    pub listings: Arc<dyn Listings>,
    pub observer: Arc<dyn Observer>,
}

impl Writer {
    /// Starts the writer on a thread of its own, which SQLite may block. It ends when every handle is dropped and the
    /// queue is empty.
    pub fn spawn(context: Context) -> io::Result<Self> {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let runtime = tokio::runtime::Handle::current();
        let drain = move || runtime.block_on(drain(context, jobs));
        thread::Builder::new().name("writer".to_owned()).spawn(drain)?;
        Ok(Self { queue })
    }

    /// Carries out a customer's idempotent request and gives the data of the reply: on a repeat the first one.
    pub async fn submit(&self, submission: Submission) -> Result<Reply<Recorded>, ApiError> {
        let request = Some((submission.key.0, submission.fingerprint));
        match self.enqueue(submission.account, request, submission.command).await? {
            Decided::Fresh { recorded, .. } | Decided::Repeated(recorded) => recorded.into_reply(),
            Decided::Conflict => Err(ApiError::conflict("idempotency_conflict")),
        }
    }

    /// Carries out a command of the server's own.
    pub async fn run(&self, account: AccountId, command: Command) -> Result<Done, RunError> {
        let decided = self.enqueue(account, None, command).await.map_err(|e| match e.word {
            "overloaded" => RunError::Overloaded,
            _ => RunError::Failed,
        })?;
        match decided {
            Decided::Fresh { result, .. } => Ok(result?),
            Decided::Repeated(_) | Decided::Conflict => Err(RunError::Failed),
        }
    }

    async fn enqueue(
        &self,
        account: AccountId,
        request: Option<(String, String)>,
        command: Command,
    ) -> Result<Decided, ApiError> {
        let (caller, outcome) = oneshot::channel();
        let job = Job { account, request, command, resting: None, caller };
        self.queue.try_send(job).map_err(|_| overloaded())?;
        match outcome.await {
            Ok(Ok(decided)) => Ok(decided),
            Ok(Err(Failure)) => Err(ApiError::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, "internal")),
            Err(_) => Err(overloaded()),
        }
    }

    /// Queues a tick for the orders that it may fill, at once: what is submitted later is decided later. Which orders
    /// these are `book` is asked when the tick's turn comes.
    pub fn fill_resting(
        &self,
        tick: Arc<Tick>,
        book: Arc<dyn RestingBook>,
    ) -> impl Future<Output = Result<Reached, RunError>> + Send + use<> {
        let (caller, outcome) = oneshot::channel();
        let command = Command::FillResting(FillResting { tick, orders: Vec::new() });
        let job = Job { account: AccountId::HOUSE, request: None, command, resting: Some(book), caller };
        let queued = self.queue.try_send(job).map_err(|_| RunError::Overloaded);
        async move {
            queued?;
            match outcome.await {
                Ok(Ok(Decided::Fresh { result: Ok(Done::Reached(reached)), .. })) => Ok(reached),
                Ok(Ok(Decided::Fresh { result: Err(refusal), .. })) => Err(refusal.into()),
                Ok(_) => Err(RunError::Failed),
                Err(_) => Err(RunError::Overloaded),
            }
        }
    }
}

fn overloaded() -> ApiError {
    ApiError::new(axum::http::StatusCode::SERVICE_UNAVAILABLE, "overloaded")
}

async fn drain(context: Context, mut jobs: mpsc::Receiver<Job>) {
    let mut remembered = match liquidity::at_start(&context).await {
        Ok(taken) => taken,
        Err(error) => {
            tracing::error!(%error, "what was taken from the newest ticks could not be read");
            Liquidity::default()
        }
    };
    let mut pending = Vec::with_capacity(BATCH_MAX);
    while jobs.recv_many(&mut pending, BATCH_MAX).await > 0 {
        metrics::histogram!("plumbline_batch_commands").record(u32::try_from(pending.len()).unwrap_or(u32::MAX));
        let decided = batch::run(&context, &mut pending, &mut remembered).await;
        answer(&context, pending.drain(..), decided);
    }
}

/// Answers every caller of a batch, and tells the observer what was committed.
fn answer(context: &Context, jobs: impl Iterator<Item = Job>, decided: Result<batch::Committed, DbError>) {
    match decided {
        Ok(committed) => {
            context.observer.orders(&committed.orders);
            for (job, decision) in jobs.zip(committed.decisions) {
                // A caller that has gone away finds its reply under its idempotency key.
                let _ = job.caller.send(Ok(decision));
            }
            context.observer.events(committed.events);
        }
        Err(error) => {
            tracing::error!(error = %error, "a batch of commands could not be stored; nothing of it was");
            metrics::counter!("plumbline_batch_failures").increment(1);
            jobs.for_each(|job| drop(job.caller.send(Err(Failure))));
        }
    }
}
