//! Deletes the first replies to requests that are not repeated any more, unused quotes, and accounts' events from
//! before the time that a client may resume from.

use std::time::Duration;

use crate::clock::Clock;
use crate::db::Db;
use crate::funds::transfer_quote;
use crate::supervision::Supervisor;
use crate::{push, writer};

const PURGE_EVERY: Duration = Duration::from_secs(3_600);

/// Purges soon after the start and then every hour, until the term ends.
pub fn start(db: Db, clock: Clock, supervisor: &Supervisor) {
    let every = supervisor.every(PURGE_EVERY);
    supervisor.spawn("purge", async move {
        loop {
            if let Err(error) = writer::purge_replies(&db, clock.now()).await {
                tracing::error!(%error, "old replies could not be purged; it is tried again");
            }
            if let Err(error) = transfer_quote::purge(&db, clock.now()).await {
                tracing::error!(%error, "old quotes could not be forgotten; it is tried again");
            }
            match push::events::purge(&db, clock.now()).await {
                Ok(deleted) => tracing::debug!(deleted, "old account events were deleted"),
                Err(error) => tracing::warn!(%error, "old account events could not be deleted; it is tried again"),
            }
            if !every.next().await {
                return;
            }
        }
    });
}
