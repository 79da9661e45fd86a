use axum::extract::State;

use super::user::User;
use super::{CurrentSession, store};
use crate::app::App;
use crate::http::{ApiError, Envelope, Reply};

/// The caller's account.
#[utoipa::path(
    post,
    path = "/api/user/info",
    tag = "identity",
    responses((status = 200, body = Envelope<User>))
)]
pub async fn user_info(State(app): State<App>, session: CurrentSession) -> Result<Reply<User>, ApiError> {
    let account = store::account(&mut app.db.read().await?, session.account_id).await?;
    Ok(Reply(account.ok_or(ApiError::session_required())?.into()))
}
