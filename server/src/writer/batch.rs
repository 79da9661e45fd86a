//! One batch: load, decide, store, commit.

use std::collections::{BTreeSet, HashMap};

use plumbline_core::command::{Facts, IDS_PER_COMMAND, Stamp, decide};
use plumbline_core::ids::AccountId;
use plumbline_core::orders::{Liquidity, Order};
use plumbline_core::time::UnixMillis;

use super::replies::{Recorded, StoredReply};
use super::{AccountEvent, Context, Decided, Job, events, liquidity, load, replies, store};
use crate::db::{DbError, Tx};

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
pub(super) async fn run(context: &Context, jobs: &[Job], remembered: &mut Liquidity) -> Result<Committed, DbError> {
    let accounts: BTreeSet<AccountId> = jobs.iter().map(|job| job.account).collect();
    let mut tx = context.db.begin().await?;
    let mut streams = events::lock_streams(&mut tx, &accounts).await?;
    let mut known = known_replies(&mut tx, jobs).await?;
    let mut facts = Facts::default();
    load::facts(&mut tx, jobs, &mut facts).await?;
    // Last of all, so that other servers wait for these instruments no longer than they must.
    facts.load_liquidity(liquidity::before(&mut tx, jobs, remembered).await?);
    let now = context.clock.now();
    let (decisions, fresh) = decide_all(context, jobs, &mut known, &mut facts, now);
    let events = events::of(&facts, &mut streams, context.listings.as_ref());
    let orders = facts.written().orders.iter().filter_map(|id| facts.order(*id).cloned()).collect();
    let stored = store_all(tx, &facts, &fresh, &streams, &events, now).await;
    *remembered = facts.into_liquidity();
    stored?;
    Ok(Committed { decisions, orders, events })
}

async fn known_replies(tx: &mut Tx, jobs: &[Job]) -> Result<HashMap<(AccountId, String), (String, Recorded)>, DbError> {
    let keys: BTreeSet<(AccountId, String)> =
        jobs.iter().filter_map(|job| job.request.as_ref().map(|(key, _)| (job.account, key.clone()))).collect();
    Ok(replies::load(tx, &keys.into_iter().collect::<Vec<_>>()).await?.into_iter().collect())
}

/// Decides command by command; a repeat inside the batch meets the reply of the first.
fn decide_all(
    context: &Context,
    jobs: &[Job],
    known: &mut HashMap<(AccountId, String), (String, Recorded)>,
    facts: &mut Facts,
    now: UnixMillis,
) -> (Vec<Decided>, Vec<StoredReply>) {
    let mut fresh = Vec::new();
    let decisions = jobs.iter().map(|job| {
        let key = job.request.as_ref().map(|(key, fingerprint)| ((job.account, key.clone()), fingerprint));
        if let Some((first, recorded)) = key.as_ref().and_then(|(key, _)| known.get(key)) {
            let same = key.as_ref().is_some_and(|(_, fingerprint)| *fingerprint == first);
            return if same { Decided::Repeated(recorded.clone()) } else { Decided::Conflict };
        }
        let mut stamp = Stamp::new(now, context.ids.block(IDS_PER_COMMAND));
        let result = decide(&job.command, facts, &mut stamp);
        let recorded = Recorded::of(&result);
        if let Some((key, fingerprint)) = key {
            known.insert(key.clone(), (fingerprint.clone(), recorded.clone()));
            fresh.push((key, (fingerprint.clone(), recorded.clone())));
        }
        Decided::Fresh { result, recorded }
    });
    (decisions.collect(), fresh)
}

async fn store_all(
    mut tx: Tx,
    facts: &Facts,
    fresh: &[StoredReply],
    streams: &events::Streams,
    events: &[AccountEvent],
    now: UnixMillis,
) -> Result<(), DbError> {
    store::written(&mut tx, facts).await?;
    replies::store(&mut tx, fresh, now).await?;
    events::store(&mut tx, streams, events, now).await?;
    tx.commit().await
}
