//! The seeds of the days of the simulated market. A day's seed is made from the server's key and the date; its hash is
//! published before the day begins, and the seed itself once it has ended.
//!
//! Published seeds are stored, and take precedence over those from the key. So servers on one database agree, and a new
//! key changes no published day; a copy of the database reveals its own day and the two to come, and no more.

pub mod list;
pub mod published;
mod store;

use std::sync::Arc;
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use plumbline_core::market::sim::Days;
use plumbline_core::market::{begin_of, local_date};
use plumbline_core::time::UnixMillis;

use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::server_key::ServerKey;
use crate::supervision::Supervisor;

/// Days that are published before they begin: at any time, more than one day ahead.
const DAYS_AHEAD: i32 = 2;
/// The delay until a new day is published. The database is read only when there is one.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The days whose seeds this server has.
#[derive(Clone, Debug)]
pub struct DaySeeds {
    days: Arc<Days>,
    key: ServerKey,
    /// The first day, and its commitment.
    description: String,
}

impl DaySeeds {
    /// Publishes the days due at `now`, and reads all days. The first start makes its own date the first day.
    pub async fn open(db: &Db, key: &ServerKey, now: UnixMillis) -> Result<Self, DbError> {
        let today = date_of(now);
        store::publish(db, key, today, last_published(today), now).await?;
        let kept = store::since(&mut db.read().await?, Date::MIN).await?;
        let (first, later) =
            kept.split_first().ok_or(DbError::Corrupt { column: "day_seeds.day", value: "none".to_owned() })?;
        let days = Days::new(begins(first.day), first.seed);
        later.iter().for_each(|kept| days.add(kept.seed));
        let description = format!("since {} {}", first.day, hex::encode(first.seed.commitment()));
        Ok(Self { days: Arc::new(days), key: key.clone(), description })
    }

    pub fn days(&self) -> Arc<Days> {
        self.days.clone()
    }

    /// The parameters that ticks depend on besides the date: the first day with a seed, and that seed's commitment.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Publishes each new day in time, until the server stops.
    pub fn start(self, db: Db, clock: Clock, supervisor: &Supervisor) {
        let every = supervisor.every(LOOK_EVERY);
        supervisor.spawn("day seeds", async move {
            while every.next().await {
                if let Err(error) = self.go_on(&db, clock.now()).await {
                    tracing::error!(%error, "the next day could not be published; it is tried again");
                }
            }
        });
    }

    async fn go_on(&self, db: &Db, now: UnixMillis) -> Result<(), DbError> {
        let (today, next) = (date_of(now), date_of(self.days.known_until()));
        if next > last_published(today) {
            return Ok(());
        }
        store::publish(db, &self.key, today, last_published(today), now).await?;
        let kept = store::since(&mut db.read().await?, next).await?;
        kept.iter().for_each(|kept| self.days.add(kept.seed));
        Ok(())
    }
}

/// The last day that is published on the day `today`.
fn last_published(today: Date) -> Date {
    today.checked_add(DAYS_AHEAD.days()).unwrap_or(today)
}

/// The date of a moment: days are in UTC, for all markets.
fn date_of(at: UnixMillis) -> Date {
    local_date(at, &TimeZone::UTC)
}

fn begins(day: Date) -> UnixMillis {
    begin_of(day, &TimeZone::UTC)
}

#[cfg(test)]
mod tests;
