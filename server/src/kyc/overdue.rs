//! Reports each review that takes longer than customers were promised, once while the server runs.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::ids::IdentityCheckId;
use plumbline_core::kyc::{IdentityCheck, REVIEW_WITHIN};

use super::{Desk, store};
use crate::supervision::Supervisor;

const LOOK_EVERY: Duration = Duration::from_secs(60);
const LOOKED_AT: i64 = 1_000;

/// Looks until the term ends.
pub fn start(desk: Arc<Desk>, supervisor: &Supervisor) {
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("overdue reviews", async move {
        let mut told = BTreeSet::new();
        while every.next().await {
            let until = desk.clock.now().plus(-REVIEW_WITHIN - 1);
            let found = match desk.db.read().await {
                Ok(mut reader) => store::due(&mut reader, until, LOOKED_AT).await,
                Err(error) => Err(error),
            };
            match found {
                Ok(found) => untold(&mut told, &found).for_each(|check| {
                    let (id, submitted_at) = (check.id.0, check.submitted_at.0);
                    tracing::warn!(check = id, submitted_at, "an identity check waits for longer than 24 hours");
                }),
                Err(error) => tracing::error!(%error, "the identity checks could not be read; it tries again"),
            }
        }
    });
}

/// The overdue checks that were not reported yet; those no longer overdue are dropped.
fn untold<'a>(
    told: &mut BTreeSet<IdentityCheckId>,
    found: &'a [IdentityCheck],
) -> impl Iterator<Item = &'a IdentityCheck> {
    let known = std::mem::replace(told, found.iter().map(|check| check.id).collect());
    found.iter().filter(move |check| !known.contains(&check.id))
}
