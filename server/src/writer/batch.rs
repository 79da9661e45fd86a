//! One batch: load, decide, store, commit.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::command::{Done, Facts, Refusal, Stamp, Unsound, decide};
use plumbline_core::ids::AccountId;
use plumbline_core::orders::{Liquidity, Order};
use plumbline_core::time::UnixMillis;

use super::error::BatchError;
use super::replies::{FirstReply, Recorded, RequestKey};
use super::{AccountEvent, Context, Decided, Job, events, liquidity, load, replies, resting, store};
use crate::db::{Batch, DbError};

/// A batch that is durable.
pub(super) struct Committed {
    /// One for each job, in order.
    pub decisions: Vec<Decided>,
    /// Orders in their new state.
    pub orders: Vec<Order>,
    pub events: Vec<AccountEvent>,
}

/// What callers hear, and the replies that have to be stored.
type Decisions = (Vec<Decided>, Vec<(RequestKey, FirstReply)>);

/// Carries out `jobs`. On an error nothing of the batch is stored. What was taken from displayed sizes is remembered
/// as taken even then, which can only make later fills smaller.
pub(super) async fn run(
    context: &Context,
    jobs: &mut [Job],
    remembered: &mut Liquidity,
) -> Result<Committed, BatchError> {
    resting::find(jobs);
    let jobs: &[Job] = jobs;
    let accounts: BTreeSet<AccountId> = jobs.iter().flat_map(Job::accounts).collect();
    context.lease.ensure().await;
    let mut batch = context.db.batch().await?;
    let mut streams = events::lock_streams(&mut batch, &accounts).await?;
    let known = known_replies(&mut batch, jobs).await?;
    let mut facts = load::facts(&mut batch, jobs).await?;
    streams.load_open_orders(&mut facts);
    // Last of all, so that other servers wait for these instruments no longer than they must.
    facts.load_liquidity(liquidity::before(&mut batch, jobs, remembered).await?);
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
    Ok(Committed { decisions, orders, events })
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

/// Decides command by command; a repeat inside the batch meets the reply of the first. An unsound decision is our own
/// fault: it is not stored, so that a repeat is decided anew.
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
        decisions.push(Decided::Fresh { result, recorded });
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
