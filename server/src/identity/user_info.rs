use axum::extract::State;

use super::user::User;
use super::{CurrentSession, store};
use crate::db::Db;
use crate::http::{ApiError, Envelope, Reply};

/// The caller's account.
#[utoipa::path(
    post,
    path = "/api/user/info",
    tag = "identity",
    responses((status = 200, body = Envelope<User>))
)]
pub async fn user_info(State(db): State<Db>, session: CurrentSession) -> Result<Reply<User>, ApiError> {
    let account = store::account(&mut db.read().await?, session.account_id).await?;
    Ok(Reply(account.ok_or(ApiError::session_required())?.into()))
}
