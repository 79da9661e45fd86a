//! One batch: load, decide, store, commit.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::command::{Facts, Stamp, decide};
use plumbline_core::ids::AccountId;
use plumbline_core::orders::{Liquidity, Order};
use plumbline_core::time::UnixMillis;

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

/// Carries out `jobs`. On an error nothing of the batch is stored. What was taken from displayed sizes is remembered
/// as taken even then, which can only make later fills smaller.
pub(super) async fn run(context: &Context, jobs: &mut [Job], remembered: &mut Liquidity) -> Result<Committed, DbError> {
    resting::find(jobs);
    let jobs: &[Job] = jobs;
    let accounts: BTreeSet<AccountId> = jobs.iter().flat_map(Job::accounts).collect();
    let mut batch = context.db.batch().await?;
    let mut streams = events::lock_streams(&mut batch, &accounts).await?;
    let known = known_replies(&mut batch, jobs).await?;
    let mut facts = Facts::default();
    streams.load_open_orders(&mut facts);
    load::facts(&mut batch, jobs, &mut facts).await?;
    // Last of all, so that other servers wait for these instruments no longer than they must.
    facts.load_liquidity(liquidity::before(&mut batch, jobs, remembered).await?);
    let now = context.clock.now();
    let (decisions, fresh) = decide_all(context, jobs, known, &mut facts, now);
    let events = events::of(&facts, &mut streams, context.listings.as_ref());
    let orders = facts.written().orders.iter().filter_map(|id| facts.order(*id).cloned()).collect();
    let stored = store_all(batch, &facts, &fresh, &streams, &events, now).await;
    *remembered = facts.into_liquidity();
    stored?;
    Ok(Committed { decisions, orders, events })
}

async fn known_replies(batch: &mut Batch, jobs: &[Job]) -> Result<HashMap<RequestKey, FirstReply>, DbError> {
    let keys = jobs.iter().filter_map(|job| job.request.as_ref().map(|(key, _)| (job.account, key.as_str())));
    replies::load(batch, &keys.collect()).await
}

/// Decides command by command; a repeat inside the batch meets the reply of the first. Gives what each caller hears,
/// and the replies that have to be stored.
fn decide_all(
    context: &Context,
    jobs: &[Job],
    known: HashMap<RequestKey, FirstReply>,
    facts: &mut Facts,
    now: UnixMillis,
) -> (Vec<Decided>, Vec<(RequestKey, FirstReply)>) {
    let mut fresh: BTreeMap<RequestKey, FirstReply> = BTreeMap::new();
    let decisions = jobs.iter().map(|job| {
        let key = job.request.as_ref().map(|(key, fingerprint)| ((job.account, key.clone()), fingerprint));
        if let Some((key, fingerprint)) = &key
            && let Some(first) = known.get(key).or_else(|| fresh.get(key))
        {
            let same = **fingerprint == first.fingerprint;
            return if same { Decided::Repeated(first.recorded.clone()) } else { Decided::Conflict };
        }
        let mut stamp = Stamp::new(now, context.ids.block(job.command.ids_needed()));
        let result = decide(&job.command, facts, &mut stamp);
        let recorded = Recorded::of(&result);
        if let Some((key, fingerprint)) = key {
            fresh.insert(key, FirstReply { fingerprint: fingerprint.clone(), recorded: recorded.clone() });
        }
        Decided::Fresh { result, recorded }
    });
    (decisions.collect(), fresh.into_iter().collect())
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
