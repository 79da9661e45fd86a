//! Work that nobody waits for: storing when sessions were last used, and forgetting what has expired.

use std::time::Duration;

use plumbline_core::identity::session::IDLE_MAX;
use plumbline_core::time::UnixMillis;

use super::{codes, known_networks, last_seen, store, throttle};
use crate::app::App;
use crate::db::DbError;
use crate::writer;

const FLUSH_EVERY: Duration = Duration::from_secs(30);
const FLUSHES_A_PURGE: u32 = 120;

/// Runs until the server stops; what was noted by then is stored.
pub fn start(app: &App) {
    let (supervisor, app) = (app.supervisor.clone(), app.clone());
    app.tasks.clone().spawn(supervisor.watched("housekeeping", async move {
        for round in 0u32.. {
            let stopping = tokio::time::timeout(FLUSH_EVERY, app.stopping.cancelled()).await.is_ok();
            log(last_seen::flush(&app).await);
            if round % FLUSHES_A_PURGE == 0 && !stopping {
                log(purge(&app).await);
            }
            if stopping {
                break;
            }
        }
    }));
}

/// Deletes dead sessions, old tries, old codes and old replies, and networks that were left long ago.
async fn purge(app: &App) -> Result<(), DbError> {
    writer::purge_replies(&app.db, app.clock.now()).await?;
    throttle::purge(app).await?;
    known_networks::purge(app).await?;
    codes::purge(app, app.clock.now().plus(-UnixMillis::DAY)).await?;
    store::purge_sessions(app, app.clock.now().plus(-IDLE_MAX)).await
}

fn log(done: Result<(), DbError>) {
    if let Err(error) = done {
        tracing::error!(%error, "identity housekeeping failed; it is tried again");
    }
}
