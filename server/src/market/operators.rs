//! Applies the changes of operators while the server runs: instruments that are added, halted, resumed or retired.

use std::sync::Arc;
use std::time::Duration;

use super::Market;
use crate::clock::Clock;
use crate::db::Db;
use crate::supervision::Supervisor;

/// The delay until a server applies an operator's change.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Looks for changes until the server stops.
pub fn start(db: Db, market: Arc<Market>, clock: Clock, supervisor: &Supervisor) {
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("operators", async move {
        while every.next().await {
            if let Err(error) = market.states.read(&db, clock.now()).await {
                tracing::error!(%error, "how instruments stand could not be read; it is tried again");
            }
            match market.catalog.learn(&db).await {
                Ok(added) => added.iter().for_each(|instrument| market.recorder.learn(instrument)),
                Err(error) => tracing::error!(%error, "new instruments could not be read; it is tried again"),
            }
        }
    });
}
