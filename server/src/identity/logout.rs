use std::sync::Arc;

use axum::extract::State;

use super::store;
use super::{CurrentSession, Ended, SessionListener};
use crate::db::Db;
use crate::http::{ApiError, Envelope, Nothing, Reply};

/// Ends the caller's session.
#[utoipa::path(
    post,
    path = "/logout",
    tag = "identity",
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn log_out(
    State(db): State<Db>,
    State(listener): State<Arc<dyn SessionListener>>,
    session: CurrentSession,
) -> Result<Reply<Nothing>, ApiError> {
    let mut tx = db.begin().await?;
    store::end_session(&mut tx, session.account_id, session.session_id).await?;
    tx.commit().await?;
    listener.sessions_ended(session.account_id, Ended::One(session.session_id));
    Ok(Reply(Nothing {}))
}
