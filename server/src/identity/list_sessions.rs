use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{CurrentSession, store};
use crate::clock::Clock;
use crate::db::Db;
use crate::http::{ApiError, Envelope, Reply, wire};

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionItem {
    pub id: wire::Id,
    /// True for the session that asks.
    pub current: bool,
    /// The name that the client gave itself when it logged in.
    pub device: String,
    /// The network address that the customer logged in from.
    #[schema(pattern = "^[0-9a-f.:]+$")]
    pub address: String,
    /// Unix milliseconds.
    pub create_time_timestamp: wire::Timestamp,
    /// The time of the last use, in Unix milliseconds, to the minute or so.
    pub last_seen_timestamp: wire::Timestamp,
    /// The latest time at which the session ends, however much it is used, in Unix milliseconds.
    pub end_timestamp: wire::Timestamp,
}

/// The account's sessions, the last used first.
#[utoipa::path(
    post,
    path = "/api/user/sessions",
    tag = "identity",
    responses((status = 200, body = Envelope<Vec<SessionItem>>))
)]
pub async fn list_sessions(
    State(db): State<Db>,
    State(clock): State<Clock>,
    session: CurrentSession,
) -> Result<Reply<Vec<SessionItem>>, ApiError> {
    let rows = store::sessions(&mut db.read().await?, session.account_id, clock.now()).await?;
    let items = rows.into_iter().map(|row| SessionItem {
        id: row.id.into(),
        current: row.id == session.session_id.0,
        device: row.device,
        address: row.address,
        create_time_timestamp: row.created_at.into(),
        last_seen_timestamp: row.last_seen_at.into(),
        end_timestamp: row.ends_at.into(),
    });
    Ok(Reply(items.collect()))
}
