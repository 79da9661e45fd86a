//! The recorded settlements of contracts, by which the next trading day's change is measured.

use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::time::UnixMillis;

use super::Market;
use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::supervision::Supervisor;
use crate::{fetch_all, statements};

statements! {
    SINCE: "SELECT instrument_id, settled_at, price FROM settlements WHERE settled_at > $1 ORDER BY settled_at";
}

/// The delay until a server knows a settlement that was recorded.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Longer than from one settlement to the next around any holiday.
const KNOWN_FOR: i64 = 10 * UnixMillis::DAY;
/// How long a settlement may wait to be recorded, as where the feed is silent over a weekend.
const LATE_FOR: i64 = 4 * UnixMillis::DAY;

/// Reads the settlements of the last days, and new ones until the server stops.
///
/// # Errors
/// The database fails.
pub async fn start(db: &Db, market: &Arc<Market>, clock: &Clock, supervisor: &Supervisor) -> Result<(), DbError> {
    read(db, market, clock.now().plus(-KNOWN_FOR)).await?;
    let (db, market, clock) = (db.clone(), market.clone(), clock.clone());
    let every = supervisor.every(LOOK_EVERY);
    supervisor.spawn("settlement prices", async move {
        while every.next().await {
            // One that was late is of the days before.
            if let Err(error) = read(&db, &market, clock.now().plus(-LATE_FOR)).await {
                tracing::error!(%error, "settlement prices could not be read; it is tried again");
            }
        }
    });
    Ok(())
}

async fn read(db: &Db, market: &Market, since: UnixMillis) -> Result<(), DbError> {
    let rows = fetch_all!(&mut db.read().await?, (i64, i64, i64), SINCE, since.0)?;
    for (instrument, at, price) in rows.into_iter().filter(|(_, _, price)| *price > 0) {
        market.recorder.settle(InstrumentId(instrument), UnixMillis(at), Price::from_units(price));
    }
    Ok(())
}
