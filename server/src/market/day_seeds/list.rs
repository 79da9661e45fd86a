use axum::extract::State;
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::begins;
use super::store::{self, Kept};
use crate::clock::Clock;
use crate::db::Db;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params, Reply, wire};
use crate::leader::CLOCK_OFF_MAX;

/// A day of the simulated market, with its seed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DaySeedRow {
    /// The day in UTC, for all markets.
    pub date: wire::Date,
    /// The SHA-256 of the seed.
    pub commitment: wire::Digest,
    /// The time at which the commitment was published: before the day begins, unless no server ran then.
    pub committed_timestamp: wire::Timestamp,
    /// The seed from which the day's prices are computed. Null until four seconds after the day's end, when no server's
    /// clock can be before it.
    pub seed: Option<wire::Digest>,
}

/// The days of the simulated market that have seeds of their own, the newest first.
///
/// Before the first of these days, prices are a function of the seed in the feed's name alone.
#[utoipa::path(get, path = "/market/daySeeds", tag = "market", security(()), params(PageRequest),
    responses((status = 200, body = Envelope<Paged<DaySeedRow>>),
        (status = 422, description = "page_invalid")))]
pub async fn day_seeds(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Params(page): Params<PageRequest>,
) -> Result<Reply<Paged<DaySeedRow>>, ApiError> {
    let page = page.checked()?;
    let (kept, total) = store::page(&mut db.read().await?, page).await?;
    let now = clock.now();
    Ok(Reply(page.of(kept.iter().map(|kept| row(kept, now)).collect(), total)))
}

/// The delay from a day's end to the disclosure of its seed: the clock of the server that makes its prices may be
/// behind.
const TOLD_AFTER: i64 = 2 * CLOCK_OFF_MAX;

fn row(kept: &Kept, now: UnixMillis) -> DaySeedRow {
    let has_ended = kept.day.tomorrow().is_ok_and(|next| begins(next).plus(TOLD_AFTER) <= now);
    DaySeedRow {
        date: kept.day.into(),
        commitment: hex::encode(kept.seed.commitment()).into(),
        committed_timestamp: kept.committed_at.into(),
        seed: has_ended.then(|| hex::encode(kept.seed.0).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_core::market::sim::DaySeed;

    #[test]
    fn a_seed_is_told_when_the_day_has_ended_by_every_clock() {
        let kept = Kept { day: "2026-11-23".parse().unwrap(), seed: DaySeed([7; 32]), committed_at: UnixMillis(0) };
        let ends = begins("2026-11-24".parse().unwrap());
        for (after, told) in [(-1, false), (0, false), (TOLD_AFTER - 1, false), (TOLD_AFTER, true)] {
            assert_eq!(row(&kept, ends.plus(after)).seed.is_some(), told, "{after} ms after its end");
        }
    }
}
