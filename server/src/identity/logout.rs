use axum::extract::State;

use super::CurrentSession;
use super::store;
use crate::app::App;
use crate::http::{ApiError, Envelope, Nothing, Reply};
use crate::push::Ended;

/// Ends the caller's session.
#[utoipa::path(
    post,
    path = "/logout",
    tag = "identity",
    responses((status = 200, body = Envelope<Nothing>))
)]
pub async fn log_out(State(app): State<App>, session: CurrentSession) -> Result<Reply<Nothing>, ApiError> {
    let mut tx = app.db.begin().await?;
    store::end_session(&mut tx, session.account_id, session.session_id).await?;
    tx.commit().await?;
    app.hub.sessions_ended(session.account_id, Ended::One(session.session_id));
    Ok(Reply(Nothing {}))
}
