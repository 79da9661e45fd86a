//! One batch: load, decide, store, commit.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::command::{Done, Facts, OfferedTo, Refusal, Stamp, Unsound, decide};
use plumbline_core::ids::AccountId;
use plumbline_core::orders::{Liquidity, Order};
use plumbline_core::time::UnixMillis;

use super::error::BatchError;
use super::replies::{FirstReply, Recorded, RequestKey};
use super::{AccountEvent, Context, Decided, Job, events, liquidity, load, replies, resting, store};
use crate::db::{Batch, DbError, Dialect};

/// A batch that is durable.
pub(super) struct Committed {
    /// One for each job, in order, up to a tick that does not fit in whole: what is behind it waits for its rest.
    pub decisions: Vec<Decided>,
    /// Orders in their new state.
    pub orders: Vec<Order>,
    pub events: Vec<AccountEvent>,
}

/// What the writer knows from batch to batch.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// What was taken from the newest ticks, where nobody else takes from them.
    pub taken: Liquidity,
    /// Accounts of batches that failed: what is stored of them, and what the book knows, may differ.
    pub in_doubt: BTreeSet<AccountId>,
}

/// What callers hear, and the replies that have to be stored.
type Decisions = (Vec<Decided>, Vec<(RequestKey, FirstReply)>);

/// Carries out the first of `jobs`, as many as fit into one commit. On an error nothing is known of the batch.
pub(super) async fn run(context: &Context, jobs: &mut Vec<Job>, memory: &mut Memory) -> Result<Committed, BatchError> {
    if !memory.in_doubt.is_empty() {
        recover(context, memory).await?;
    }
    loop {
        let mut before = context.book.begin();
        let count = resting::ready(context.book.as_ref(), jobs, &mut before);
        let jobs = &jobs[..count];
        if let Some(committed) = carry_out(context, jobs, &before, &mut memory.taken).await? {
            let mut decided = jobs.iter().zip(&committed.decisions).map(|(job, d)| (&job.command, d.reached()));
            context.book.committed(&before, &mut decided);
            return Ok(committed);
        }
    }
}

/// Finds out what became of a batch that failed. The locks of its accounts wait for a commit whose answer was lost.
async fn recover(context: &Context, memory: &mut Memory) -> Result<(), BatchError> {
    let mut batch = context.db.batch().await?;
    events::lock_streams(&mut batch, &memory.in_doubt).await?;
    context.book.recover(&mut batch, &memory.in_doubt).await?;
    *memory = Memory { taken: liquidity::stored(context).await?, in_doubt: BTreeSet::new() };
    Ok(())
}

/// `None` when the book has met orders of other servers, which must be decided on too.
async fn carry_out(
    context: &Context,
    jobs: &[Job],
    before: &resting::Before,
    remembered: &mut Liquidity,
) -> Result<Option<Committed>, BatchError> {
    let accounts: BTreeSet<AccountId> = jobs.iter().flat_map(Job::accounts).collect();
    context.lease.ensure().await;
    let mut batch = context.db.batch().await?;
    let mut streams = events::lock_streams(&mut batch, &accounts).await?;
    let known = known_replies(&mut batch, jobs).await?;
    let mut facts = load::facts(&mut batch, jobs).await?;
    streams.load_open_orders(&mut facts);
    // Last of all, so that other servers wait for these instruments no longer than they must.
    facts.load_liquidity(liquidity::before(&mut batch, jobs, remembered).await?);
    if batch.dialect() == Dialect::Postgres {
        let left = resting::left(jobs, facts.liquidity());
        if context.book.has_met_others(&mut batch, context.lease.node(), before, &left).await? {
            return Ok(None);
        }
    }
    let now = context.clock.now();
    // Asked after all waiting for locks is over: the ids that are made now must be nobody else's.
    if !context.lease.holds_at(now) {
        *remembered = facts.into_liquidity();
        return Err(BatchError::NodeLost);
    }
    let stored = decide_and_store(context, jobs, known, &mut facts, &mut streams, batch, now).await;
    let orders = facts.written_orders().cloned().collect();
    *remembered = facts.into_liquidity();
    let (decisions, events) = stored?;
    Ok(Some(Committed { decisions, orders, events }))
}

async fn decide_and_store(
    context: &Context,
    jobs: &[Job],
    known: HashMap<RequestKey, FirstReply>,
    facts: &mut Facts,
    streams: &mut events::Streams,
    batch: Batch,
    now: UnixMillis,
) -> Result<(Vec<Decided>, Vec<AccountEvent>), BatchError> {
    let (decisions, fresh) = decide_all(context, jobs, known, facts, now)?;
    let events = events::of(facts, streams, context.listings.as_ref())?;
    store_all(batch, facts, &fresh, streams, &events, now).await?;
    Ok((decisions, events))
}

async fn known_replies(batch: &mut Batch, jobs: &[Job]) -> Result<HashMap<RequestKey, FirstReply>, DbError> {
    let keys = jobs.iter().filter_map(|job| job.request.as_ref().map(|(key, _)| (job.account, key.as_str())));
    replies::load(batch, &keys.collect()).await
}

/// Decides command by command, up to a tick that goes on in the next batch; a repeat inside the batch meets the reply
/// of the first. An unsound decision is our own fault: it is not stored, so that a repeat is decided anew.
fn decide_all(
    context: &Context,
    jobs: &[Job],
    known: HashMap<RequestKey, FirstReply>,
    facts: &mut Facts,
    now: UnixMillis,
) -> Result<Decisions, BatchError> {
    let mut replies = known;
    let mut fresh: BTreeMap<RequestKey, FirstReply> = BTreeMap::new();
    let mut decisions = Vec::with_capacity(jobs.len());
    let mut ids = || context.ids.next();
    for job in jobs {
        let key = job.request.as_ref().map(|(key, fingerprint)| ((job.account, key.clone()), fingerprint));
        if let Some((key, fingerprint)) = &key
            && let Some(first) = replies.get(key)
        {
            decisions.push(first.answer(fingerprint));
            continue;
        }
        let result = decide(&job.command, facts, &mut Stamp::new(now, &mut ids));
        faults(&result).for_each(|fault| report(job, fault));
        if let Err(Refusal::Unsound(fault)) = result {
            decisions.push(Decided::Unsound(fault));
            continue;
        }
        let recorded = Recorded::of(&result)?;
        if let Some((key, fingerprint)) = key {
            let reply = FirstReply { fingerprint: fingerprint.clone(), recorded: recorded.clone() };
            replies.insert(key.clone(), reply.clone());
            fresh.insert(key, reply);
        }
        let decided = Decided::Fresh { result, recorded };
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
        Ok(Done::Reached(reached)) => (None, &reached.refused[..]),
        Ok(_) => (None, &[][..]),
    };
    whole.into_iter().chain(of_orders.iter().map(|(_, refusal)| refusal)).filter_map(|refusal| match refusal {
        Refusal::Unsound(fault) => Some(fault),
        _ => None,
    })
}

fn report(job: &Job, fault: &Unsound) {
    tracing::error!(%fault, account = job.account.0, command = job.command.name(), "a decision is unsound and was not applied");
    metrics::counter!("plumbline_unsound_decisions").increment(1);
}

async fn store_all(
    mut batch: Batch,
    facts: &Facts,
    fresh: &[(RequestKey, FirstReply)],
    streams: &events::Streams,
    events: &[AccountEvent],
    now: UnixMillis,
) -> Result<(), DbError> {
    store::written(&mut batch, facts).await?;
    replies::store(&mut batch, fresh, now).await?;
    events::store(&mut batch, streams, events, now).await?;
    batch.commit().await
}
