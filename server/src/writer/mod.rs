//! The write path: everything that moves money or changes an order goes through here.
//!
//! Commands queue at one thread of the server that leads. It drains what is pending, loads the facts that the whole
//! batch needs ([`records`]), lets the core decide command by command, and stores the outcome in a few statements and one
//! commit ([`batch`]). Once that is on the disk each caller is answered and the events are handed on ([`answers`]). It knows
//! no action and no record: the core's list has the commands, `records.rs` the records, and each handler says what it
//! replies.

mod answers;
mod apart;
mod batch;
mod context;
mod error;
mod events;
mod health;
mod job;
mod liquidity;
#[cfg(feature = "testing")]
pub mod log;
mod memory;
mod records;
mod recovery;
mod replies;
mod resting;
mod submission;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::{io, thread};

use arc_swap::ArcSwapOption;
use plumbline_core::command::{Command, Done, Listed};
use plumbline_core::decision::Actor;
use plumbline_core::ids::AccountId;
use plumbline_core::orders::{FillResting, OfferedTo};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

use crate::db::{Db, DbError};
use crate::http::{ApiError, Reply};
use crate::supervision::Supervisor;
use answers::{Answer, Answers, Doubts, Due, Passed};
use apart::{awaits_adjustment, set_apart, split_off};
use error::BatchError;
use health::Health;
use job::{Decided, Job, Outcome, Request};
use memory::Memory;

pub use crate::push::AccountEvent;
pub use context::{Context, DecidedBatch, Observer};
pub use events::{LockedStream, STREAM, StreamRow};
pub use job::RunError;
pub use records::{Listings, Of, Records, Source, Stored, StoredRecord, Told};
pub use replies::{Recorded, purge as purge_replies};
pub use resting::{Arriving, Before, BeforeOn, RestingBook};
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
    Ping(oneshot::Sender<Passed>),
    /// Accounts that are put aside no more: the book of resting orders reads theirs.
    TakeBack(BTreeSet<AccountId>),
}

/// The handle that callers submit to. Cheap to clone. It takes commands while it is open, which it is while this server
/// leads.
#[derive(Clone, Debug)]
pub struct Writer {
    open: Arc<ArcSwapOption<Open>>,
    db: Db,
}

#[derive(Debug)]
struct Open {
    queue: mpsc::Sender<Queued>,
    /// Cancelled when all that was queued is answered, after the writer was closed.
    drained: CancellationToken,
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
    /// A writer that is closed.
    pub fn new(db: Db) -> Self {
        Self { open: Arc::default(), db }
    }

    /// A writer that is open until its process ends.
    ///
    /// # Errors
    /// See [`Writer::open`].
    pub async fn spawn(context: Context, supervisor: &Supervisor) -> Result<Self, WriterError> {
        let writer = Self::new(context.db.clone());
        writer.open(context, supervisor).await?;
        Ok(writer)
    }

    /// Starts a thread, which SQLite may block and which `supervisor` watches, and takes commands until
    /// [`Writer::close`].
    ///
    /// # Errors
    /// When the newest fills cannot be read, or the thread cannot be started.
    pub async fn open(&self, context: Context, supervisor: &Supervisor) -> Result<(), WriterError> {
        let taken = liquidity::stored(&context.db, &context.clock).await?;
        let memory = Memory { taken, ..Memory::default() };
        let (queue, queued) = mpsc::channel(QUEUE);
        let drained = CancellationToken::new();
        let (runtime, ends) = (tokio::runtime::Handle::current(), drained.clone().drop_guard());
        let work = supervisor.watched("writer", work(context, queued, memory));
        let thread = move || {
            let _ends = ends;
            runtime.block_on(work);
        };
        thread::Builder::new().name("writer".to_owned()).spawn(thread)?;
        self.open.store(Some(Arc::new(Open { queue, drained })));
        Ok(())
    }

    /// Takes no further command, and returns when those that were queued are answered.
    pub async fn close(&self) {
        let Some(open) = self.open.swap(None) else { return };
        let drained = open.drained.clone();
        drop(open);
        drained.cancelled().await;
    }

    /// Whether it takes commands.
    pub fn is_open(&self) -> bool {
        self.open.load().is_some()
    }

    fn queue(&self) -> Result<mpsc::Sender<Queued>, RunError> {
        self.open.load().as_ref().map(|open| open.queue.clone()).ok_or(RunError::NotLeading)
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
                self.kept_reply(&submission).await?.map_or(Err(refused), reply)
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
        match self.kept_reply(&submission).await? {
            Some(first) => reply(first),
            None => self.submit::<A, R>(submission, action).await,
        }
    }

    /// The first reply to a request, once it is on the disk.
    async fn kept_reply(&self, submission: &Submission) -> Result<Option<Decided>, ApiError> {
        if self.first_reply(submission).await?.is_none() {
            return Ok(None);
        }
        // What is seen may be on its way to the disk, and is gone again where it does not arrive.
        if !self.pass_queue().await?.is_on_disk {
            return Err(RunError::Unreachable.into());
        }
        Ok(self.first_reply(submission).await?)
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
        if self.pass_queue().await?.is_well { Ok(()) } else { Err(RunError::Failed) }
    }

    /// Waits for all that is queued now to be decided, and for the disk.
    async fn pass_queue(&self) -> Result<Passed, RunError> {
        let (caller, heard) = oneshot::channel();
        self.queue()?.send(Queued::Ping(caller)).await.map_err(|_| RunError::Overloaded)?;
        heard.await.map_err(|_| RunError::Overloaded)
    }

    /// Has the book of resting orders read the open orders of accounts that are put aside no more.
    pub async fn take_back(&self, accounts: BTreeSet<AccountId>) {
        // A writer that is gone has no book.
        if !accounts.is_empty()
            && let Ok(queue) = self.queue()
        {
            let _ = queue.send(Queued::TakeBack(accounts)).await;
        }
    }

    async fn enqueue(&self, request: Option<Request>, command: Command) -> Outcome {
        let (caller, outcome) = oneshot::channel();
        let job = Job { request, command, caller: Some(caller) };
        self.queue()?.try_send(Queued::Job(job)).map_err(|_| RunError::Overloaded)?;
        // A writer that is gone has stored nothing of what it did not answer, or its reply is under the key.
        outcome.await.unwrap_or(Err(RunError::Overloaded))
    }

    /// Queues a tick for the orders that it may fill, at once. Which orders these are the book says when the tick's turn
    /// comes, and the book hears what came of it.
    ///
    /// # Errors
    /// The queue is full: the tick must be tried again.
    pub fn fill_resting(&self, fill: FillResting) -> Result<(), RunError> {
        self.queue()?.try_send(Queued::Job(Job::tick(fill))).map_err(|_| RunError::Overloaded)
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

async fn work(context: Context, queued: mpsc::Receiver<Queued>, memory: Memory) {
    let doubts = Doubts::default();
    let (answers, from_disk) = Answers::of(&context, doubts.clone());
    tokio::join!(drain(&context, queued, memory, answers, doubts), from_disk);
}

async fn drain(
    context: &Context,
    mut queued: mpsc::Receiver<Queued>,
    mut memory: Memory,
    answers: Answers,
    doubts: Doubts,
) {
    let mut health = Health::default();
    let mut pending = Vec::with_capacity(BATCH_MAX);
    loop {
        tokio::select! {
            biased;
            received = queued.recv_many(&mut pending, BATCH_MAX) => if received == 0 { return },
            () = doubts.raised() => {}
            () = tokio::time::sleep(memory::AGAIN), if !memory.in_doubt.is_empty() => {}
        }
        let (mut jobs, mut pings, mut taken_back) = (Vec::with_capacity(pending.len()), Vec::new(), BTreeSet::new());
        for queued in pending.drain(..) {
            match queued {
                Queued::Job(job) => jobs.push(job),
                Queued::Ping(caller) => pings.push(caller),
                Queued::TakeBack(accounts) => taken_back.extend(accounts),
            }
        }
        if let Some(mut doubted) = doubts.take() {
            health.heard(false);
            context.book.in_doubt();
            memory.in_doubt.append(&mut doubted);
        }
        memory.in_doubt.append(&mut taken_back);
        // A disk that takes nothing puts them in doubt again at once: without jobs they wait for the next try.
        if jobs.is_empty() && !memory.recovery.is_recent() {
            let _ = recovery::recover(context, &mut memory, &answers).await;
        }
        // What is asked of accounts that are put aside is decided behind the others, each command by itself: whoever needs
        // what cannot be read keeps nobody else from being served.
        let mut alone = VecDeque::from(split_off(&mut jobs, |account| context.db.aside().has(account)));
        let mut is_alone = false;
        while !jobs.is_empty() || !alone.is_empty() {
            if jobs.is_empty() {
                is_alone = true;
                jobs.extend(alone.pop_front());
            }
            jobs.retain_mut(|job| {
                let waits = is_alone && awaits_adjustment(context, &job.command);
                if waits && let Some(caller) = job.caller.take() {
                    let _ = caller.send(Err(RunError::Unreadable));
                }
                !waits
            });
            if jobs.is_empty() {
                continue;
            }
            if let Err(error) = recovery::recover(context, &mut memory, &answers).await {
                health.heard(false);
                jobs.extend(alone.drain(..));
                fail(context, std::mem::take(&mut jobs), &error);
                continue;
            }
            metrics::histogram!("plumbline_batch_commands").record(u32::try_from(jobs.len()).unwrap_or(u32::MAX));
            let disk = context.db.ready_disk().await;
            let decided = match &disk {
                Ok(_) => batch::run(context, &mut jobs, &mut memory).await,
                Err(_) => Err(BatchError::NoDisk),
            };
            match decided {
                Ok(committed) => {
                    health.heard(true);
                    let (answer, left) = settle(context, jobs, committed);
                    answers.give(context, Due { answer, disk: disk.ok() }).await;
                    jobs = left;
                }
                Err(BatchError::Unreadable(why) | BatchError::Refused(why)) => {
                    set_apart(context, &mut jobs, &mut alone, is_alone, why).await;
                }
                Err(error) => {
                    health.heard(false);
                    // A batch that was never begun leaves nobody in doubt.
                    if !matches!(error, BatchError::NoDisk) {
                        memory.in_doubt.extend(jobs.iter().flat_map(Job::accounts));
                    }
                    fail(context, std::mem::take(&mut jobs), &error);
                }
            }
        }
        if !pings.is_empty() {
            let is_well = health.is_well(&context.db, &context.leadership).await;
            for caller in pings {
                let (answer, disk) = (Answer::Ping { caller, is_well }, context.db.ready_disk().await.ok());
                answers.give(context, Due { answer, disk }).await;
            }
        }
    }
}

/// Tells the matcher of the orders that were committed. Gives what callers and sockets hear, and back what did not fit into the
/// batch, in order.
fn settle(context: &Context, mut jobs: Vec<Job>, committed: batch::Committed) -> (Answer, Vec<Job>) {
    let mut left = jobs.split_off(committed.decisions.len());
    context.observer.written(&committed.facts);
    context.observer.decided(DecidedBatch { stamped: &committed.stamped, jobs: &jobs });
    let (mut answers, mut goes_on_for) = (Vec::with_capacity(jobs.len()), Vec::new());
    for (mut job, decision) in jobs.into_iter().zip(committed.decisions) {
        let goes_on = decision.reached().filter(|reached| reached.offered == OfferedTo::Some);
        match FillResting::of_mut(&mut job.command).zip(goes_on) {
            Some((fill, reached)) => {
                fill.go_on(reached.born);
                goes_on_for.extend(job.accounts());
                left.insert(0, job);
            }
            None => answers.push((job, decision)),
        }
    }
    (Answer::Batch { answers, goes_on_for, events: committed.events }, left)
}

/// Answers commands whose batch failed. It may be stored all the same; callers find out by a repeat.
fn fail(context: &Context, jobs: Vec<Job>, error: &BatchError) {
    let heard = if matches!(error, BatchError::NotLeading) {
        tracing::warn!(commands = jobs.len(), "this server does not lead any more; its last commands are not stored");
        RunError::NotLeading
    } else {
        tracing::error!(%error, "a batch of commands could not be stored");
        metrics::counter!("plumbline_batch_failures").increment(1);
        if error.is_unreachable() { RunError::Unreachable } else { RunError::Failed }
    };
    context.book.failed(&mut jobs.iter().map(|job| &job.command));
    jobs.into_iter().for_each(|job| job.answer(Err(heard)));
}
