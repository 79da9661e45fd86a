//! One batch: load, decide, store, commit.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::command::{Done, needs_of};
use plumbline_core::decision::{Facts, Refusal, Stamp, Stamped, Unsound};
use plumbline_core::ids::AccountId;
use plumbline_core::market::Liquidity;
use plumbline_core::orders::{FillResting, OfferedTo, RestingFill};
use plumbline_core::time::UnixMillis;

use super::context::Context;
use super::error::BatchError;
use super::job::{Decided, Job, Request};
use super::memory::Memory;
use super::replies::{FirstReply, Recorded, RequestKey};
use super::{events, liquidity, replies, resting};
use crate::db::{Batch, DbError};
use crate::push::AccountEvent;

/// A batch that is durable.
pub(super) struct Committed {
    /// One for each job, in order, up to a tick that does not fit in whole: what is behind it waits for its rest.
    pub decisions: Vec<Decided>,
    /// What was written.
    pub facts: Facts,
    pub events: Vec<AccountEvent>,
    pub stamped: Stamped,
}

/// Accounts in doubt that are read in one transaction.
const RECOVERED_AT_ONCE: usize = 512;

/// What callers hear, and the replies that have to be stored.
type Decisions = (Vec<Decided>, Vec<(RequestKey, FirstReply)>);

/// Carries out the first of `jobs`, as many as fit into one commit. On an error nothing is known of the batch.
pub(super) async fn run(context: &Context, jobs: &mut Vec<Job>, memory: &mut Memory) -> Result<Committed, BatchError> {
    let mut ids = || context.ids.next();
    let count = resting::ready(context.book.as_ref(), jobs);
    let jobs = &jobs[..count];
    let carried_out = carry_out(context, jobs, &mut memory.taken, &mut ids, End::Commit).await;
    if matches!(carried_out, Err(BatchError::Refused(_))) {
        // What it took of ticks is there for those who are decided on next.
        memory.taken = liquidity::stored(&context.db, &context.clock).await?;
    }
    let committed = carried_out?;
    let mut decided = jobs.iter().zip(&committed.decisions).map(|(job, d)| (&job.command, d.reached()));
    context.book.committed(&mut decided);
    Ok(committed)
}

/// Finds out what became of a batch that failed. The locks of its accounts wait for a commit whose answer was lost.
pub(super) async fn recover(context: &Context, memory: &mut Memory) -> Result<(), BatchError> {
    while !memory.in_doubt.is_empty() {
        // One part of the accounts at a time: a try that runs out of time leaves fewer in doubt.
        let mut some: BTreeSet<AccountId> = memory.in_doubt.iter().copied().take(RECOVERED_AT_ONCE).collect();
        let mut batch = context.db.batch().await?;
        match events::lock_streams(&mut batch, &some).await {
            // Who is put aside has no orders in the book.
            Err(DbError::Row(row)) if row.name.account.is_some_and(|account| some.remove(&account)) => {
                context.db.aside().put(&row);
                memory.in_doubt.retain(|account| Some(*account) != row.name.account);
                continue;
            }
            locked => locked?,
        };
        context.book.recover(&mut batch, &some).await?;
        context.observer.recover(&some).await?;
        memory.taken = liquidity::stored(&context.db, &context.clock).await?;
        memory.in_doubt.retain(|account| !some.contains(account));
    }
    Ok(())
}

/// Ids come from the caller, so that a replay hands out the same ones.
pub(super) async fn carry_out(
    context: &Context,
    jobs: &[Job],
    taken: &mut Liquidity,
    ids: &mut (dyn FnMut() -> i64 + Send),
    end: End,
) -> Result<Committed, BatchError> {
    let token = context.leadership.token().ok_or(BatchError::NotLeading)?;
    let accounts: BTreeSet<AccountId> = jobs.iter().flat_map(Job::accounts).collect();
    let mut batch = context.db.batch().await?;
    batch.fence(token);
    let mut streams = events::lock_streams(&mut batch, &accounts).await.map_err(unread)?;
    let known = known_replies(&mut batch, jobs).await.map_err(unread)?;
    let needs = needs_of(jobs.iter().map(|job| &job.command));
    let mut facts = context.records.load(&mut batch, &needs).await.map_err(unread)?;
    streams.load_counts(&mut facts);
    facts.load_liquidity(std::mem::take(taken));
    let now = context.clock.now();
    let mut stamped = Stamped { now, ids: Vec::new() };
    let mut hand_out = || {
        let id = ids();
        stamped.ids.push(id);
        id
    };
    let decided = decide_all(jobs, known, &mut facts, &mut Stamp::new(now, &mut hand_out));
    let stored = match decided {
        Ok((decisions, fresh)) => {
            let stored = store(context, batch, &facts, &fresh, &mut streams, now, &mut hand_out).await;
            let ended = match stored {
                Ok((batch, events)) => end.of(batch).await.map(|()| events).map_err(not_stored),
                Err(error) => Err(error),
            };
            ended.map(|events| (decisions, events)).map_err(refused)
        }
        Err(error) => Err(error),
    };
    *taken = facts.take_liquidity();
    let (decisions, events) = stored?;
    Ok(Committed { decisions, facts, events, stamped })
}

/// What becomes of a batch that is decided.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    Commit,
    /// Nothing is kept of it.
    Rehearse,
}

impl End {
    async fn of(self, batch: Batch) -> Result<(), DbError> {
        match self {
            Self::Commit => batch.commit().await,
            Self::Rehearse => batch.rehearse().await,
        }
    }
}

/// Those accounts of a tick whose orders alone cannot be carried out, because of what is stored of them.
pub(super) async fn culprits(context: &Context, fill: &FillResting) -> Vec<(AccountId, DbError)> {
    let mut found = Vec::new();
    for account in fill.all().map(|fill| fill.order.account).collect::<BTreeSet<_>>() {
        let of = |orders: &[RestingFill]| orders.iter().filter(|fill| fill.order.account == account).cloned().collect();
        let (orders, stops) = (of(&fill.orders), of(&fill.stops));
        let alone = [Job::tick(FillResting { orders, stops, ..fill.clone() })];
        let mut ids = || context.ids.next();
        let tried = carry_out(context, &alone, &mut Liquidity::default(), &mut ids, End::Rehearse).await;
        if let Err(BatchError::Unreadable(why) | BatchError::Refused(why)) = tried {
            found.push((account, why));
        }
    }
    found
}

fn refused(error: BatchError) -> BatchError {
    match error {
        BatchError::Db(why) if why.is_refused_row() || why.is_unreadable() => BatchError::Refused(why),
        error => error,
    }
}

/// Why a batch that was decided is not stored.
fn not_stored(error: DbError) -> BatchError {
    match error {
        DbError::Fenced => BatchError::NotLeading,
        error => error.into(),
    }
}

/// Why the facts of a batch are not there.
fn unread(error: DbError) -> BatchError {
    if error.is_unreadable() { BatchError::Unreadable(error) } else { BatchError::Db(error) }
}

async fn known_replies(batch: &mut Batch, jobs: &[Job]) -> Result<HashMap<RequestKey, FirstReply>, DbError> {
    let requests = jobs.iter().filter_map(|job| job.request.as_ref());
    replies::load(batch, &requests.map(|request| (request.account, request.key.as_str())).collect()).await
}

/// Decides command by command, up to a tick that goes on in the next batch; a repeat inside the batch meets the reply
/// of the first. An unsound decision is our own fault: it is not stored, so that a repeat is decided anew.
fn decide_all(
    jobs: &[Job],
    known: HashMap<RequestKey, FirstReply>,
    facts: &mut Facts,
    stamp: &mut Stamp<'_>,
) -> Result<Decisions, BatchError> {
    let mut replies = known;
    let mut fresh: BTreeMap<RequestKey, FirstReply> = BTreeMap::new();
    let mut decisions = Vec::with_capacity(jobs.len());
    for job in jobs {
        let request = job.request.as_ref().map(|request| ((request.account, request.key.clone()), request));
        if let Some((key, request)) = &request
            && let Some(first) = replies.get(key)
        {
            decisions.push(Decided::before(first, &request.fingerprint));
            continue;
        }
        let result = job.command.carry_out(facts, stamp);
        faults(&result).for_each(|fault| report(job, fault));
        if let Err(Refusal::Unsound(fault)) = result {
            decisions.push(Decided::Unsound(fault));
            continue;
        }
        let mut recorded = None;
        if let Some((key, Request { fingerprint, reply, .. })) = request {
            let first = FirstReply { fingerprint: fingerprint.clone(), recorded: Recorded::of(&result, *reply)? };
            recorded = Some(first.recorded.clone());
            replies.insert(key.clone(), first.clone());
            fresh.insert(key, first);
        }
        let decided = Decided::Fresh { result: Box::new(result), recorded };
        let goes_on = decided.reached().is_some_and(|reached| reached.offered == OfferedTo::Some);
        decisions.push(decided);
        if goes_on {
            break;
        }
    }
    Ok((decisions, fresh.into_iter().collect()))
}

/// What went wrong by our own fault; of a tick, with each order on its own.
fn faults(result: &Result<Done, Refusal>) -> impl Iterator<Item = &Unsound> {
    let (whole, of_orders) = match result {
        Err(refusal) => (Some(refusal), &[][..]),
        Ok(Done::FillResting(reached)) => (None, &reached.refused[..]),
        Ok(_) => (None, &[][..]),
    };
    whole.into_iter().chain(of_orders.iter().map(|(_, refusal)| refusal)).filter_map(|refusal| match refusal {
        Refusal::Unsound(fault) => Some(fault),
        _ => None,
    })
}

fn report(job: &Job, fault: &Unsound) {
    tracing::error!(%fault, accounts = ?job.command.accounts(), command = job.command.name(), "a decision is unsound and was not applied");
    metrics::counter!("plumbline_unsound_decisions").increment(1);
}

/// Stores what was decided; gives what the customers hear of it.
async fn store(
    context: &Context,
    mut batch: Batch,
    facts: &Facts,
    fresh: &[(RequestKey, FirstReply)],
    streams: &mut events::Streams,
    now: UnixMillis,
    ids: &mut (dyn FnMut() -> i64 + Send),
) -> Result<(Batch, Vec<AccountEvent>), BatchError> {
    let told = context.records.tell(facts, context.listings.as_ref())?;
    let numbered = streams.number(told, facts, ids)?;
    context.records.store(&mut batch, facts).await?;
    replies::store(&mut batch, fresh, now).await?;
    events::store(&mut batch, streams, &numbered, now).await?;
    Ok((batch, numbered.events))
}
