use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::SessionId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Accounts, CurrentSession, Ended, present_password, store};
use crate::http::{ApiError, Body, Envelope, Nothing, Reply, wire};
use crate::secret::Secret;

/// The sessions to end: either one, or all others.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EndSessions {
    pub id: Option<wire::Id>,
    /// True to end every session but the caller's.
    #[serde(default)]
    pub all: bool,
    /// The present login password.
    pub password: Option<wire::LoginPassword>,
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
        (status = 422, description = "password_wrong"),
    )
)]
pub async fn end_sessions(
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    Body(request): Body<EndSessions>,
) -> Result<Reply<Nothing>, ApiError> {
    let one = if request.all { None } else { Some(known(&accounts, session, request.id.as_deref()).await?) };
    present_password::ask(&accounts, session, request.password.map(Secret::from)).await?;
    let mut tx = accounts.db.begin().await?;
    session.ensure_lives(&mut tx).await?;
    let ended = match one {
        Some(id) => {
            store::end_session(&mut tx, session.account_id, id).await?;
            Ended::One(id)
        }
        None => {
            store::end_sessions(&mut tx, session.account_id, Some(session.session_id)).await?;
            Ended::AllExcept(session.session_id)
        }
    };
    tx.commit().await?;
    accounts.listener.sessions_ended(session.account_id, ended);
    Ok(Reply(Nothing {}))
}

/// A session of another account is as unknown as one that does not exist.
async fn known(accounts: &Accounts, session: CurrentSession, id: Option<&str>) -> Result<SessionId, ApiError> {
    let unknown = ApiError::not_found("session_unknown").on_field("id");
    let Some(id) = id.and_then(|id| id.parse::<SessionId>().ok()) else { return Err(unknown) };
    if store::has_session(&mut accounts.db.read().await?, session.account_id, id).await? {
        Ok(id)
    } else {
        Err(unknown)
    }
}
