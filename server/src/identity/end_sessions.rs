use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::SessionId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{CurrentSession, Ended, SessionListener, store};
use crate::db::{Db, Tx};
use crate::http::{ApiError, Body, Envelope, Nothing, Reply};

/// Either one session, or all others.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EndSessions {
    pub id: Option<String>,
    /// True ends every session but the one that asks.
    #[serde(default)]
    pub all: bool,
}

/// Ends one of the account's sessions, or all but the caller's.
#[utoipa::path(
    post,
    path = "/api/user/sessions/end",
    tag = "identity",
    request_body = EndSessions,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 404, description = "session_unknown"),
    )
)]
pub async fn end_sessions(
    State(db): State<Db>,
    State(listener): State<Arc<dyn SessionListener>>,
    session: CurrentSession,
    Body(request): Body<EndSessions>,
) -> Result<Reply<Nothing>, ApiError> {
    let mut tx = db.begin().await?;
    let ended = if request.all {
        store::end_sessions(&mut tx, session.account_id, Some(session.session_id)).await?;
        Ended::AllExcept(session.session_id)
    } else {
        Ended::One(end_one(&mut tx, session, request.id.as_deref()).await?)
    };
    tx.commit().await?;
    listener.sessions_ended(session.account_id, ended);
    Ok(Reply(Nothing {}))
}

/// Somebody else's session is as unknown as none at all.
async fn end_one(tx: &mut Tx, session: CurrentSession, id: Option<&str>) -> Result<SessionId, ApiError> {
    let unknown = ApiError::not_found("session_unknown").on_field("id");
    let Some(id) = id.and_then(|id| id.parse::<SessionId>().ok()) else { return Err(unknown) };
    if store::end_session(tx, session.account_id, id).await? { Ok(id) } else { Err(unknown) }
}
