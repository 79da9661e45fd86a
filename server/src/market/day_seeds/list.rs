use axum::extract::State;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::begins;
use super::store::{self, Kept};
use crate::clock::Clock;
use crate::db::Db;
use crate::http::{ApiError, Envelope, Page, Paged, Params, Reply};

/// A day of the simulated market.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DaySeedRow {
    /// In UTC, for all markets.
    pub date: String,
    /// The SHA-256 of the seed.
    pub commitment: String,
    /// When the commitment was published: before the day begins, unless no server ran then.
    pub committed_timestamp: String,
    /// What the day's prices are computed from; null until the day has ended.
    pub seed: Option<String>,
}

/// The days of the simulated market that have seeds of their own, the newest first.
///
/// Before the first of them prices are a function of the seed in the feed's name alone.
#[utoipa::path(get, path = "/market/daySeeds", tag = "market", security(()), params(Page),
    responses((status = 200, body = Envelope<Paged<DaySeedRow>>)))]
pub async fn day_seeds(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Params(page): Params<Page>,
) -> Result<Reply<Paged<DaySeedRow>>, ApiError> {
    let (kept, total) = store::page(&mut db.read().await?, page).await?;
    let now = clock.now();
    Ok(Reply(page.of(kept.iter().map(|kept| row(kept, now)).collect(), total)))
}

fn row(kept: &Kept, now: UnixMillis) -> DaySeedRow {
    let has_ended = kept.day.tomorrow().is_ok_and(|next| begins(next) <= now);
    DaySeedRow {
        date: kept.day.to_string(),
        commitment: hex::encode(kept.seed.commitment()),
        committed_timestamp: kept.committed_at.0.to_string(),
        seed: has_ended.then(|| hex::encode(kept.seed.0)),
    }
}
