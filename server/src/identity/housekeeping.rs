//! Background work: storing the times at which sessions were last used, and deleting expired rows.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::time::UnixMillis;

use super::{Sessions, codes, known_devices, known_networks, store, throttle};
use crate::db::{Db, DbError};
use crate::leader::Leadership;
use crate::supervision::Supervisor;

const FLUSH_EVERY: Duration = Duration::from_secs(30);
const FLUSHES_A_PURGE: u32 = 120;

/// Runs until the server stops; the times noted by then are stored. Only the leader deletes.
pub fn start(db: Db, sessions: Arc<Sessions>, leadership: Leadership, supervisor: &Supervisor) {
    let every = supervisor.every(FLUSH_EVERY);
    supervisor.spawn_storing("housekeeping", async move {
        for round in 0u32.. {
            let goes_on = every.next().await;
            log(sessions.last_seen.flush(&db).await);
            if !goes_on {
                break;
            }
            if round % FLUSHES_A_PURGE == 0 && leadership.leads() {
                log(purge(&db, sessions.clock.now()).await);
            }
        }
    });
}

/// Deletes ended sessions, old tries and codes, and networks and devices that have not been used for long.
async fn purge(db: &Db, now: UnixMillis) -> Result<(), DbError> {
    throttle::purge(db, now).await?;
    known_networks::purge(db, now).await?;
    known_devices::purge(db, now).await?;
    codes::purge(db, now.plus(-UnixMillis::DAY)).await?;
    store::purge_sessions(db, now).await
}

fn log(done: Result<(), DbError>) {
    if let Err(error) = done {
        tracing::error!(%error, "identity housekeeping failed; it is tried again");
    }
}
