use axum::extract::State;
use plumbline_core::identity::address::normalize_email;
use plumbline_core::identity::password::is_login_password;
use plumbline_core::ids::AccountId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::codes::{self, Scene};
use super::store;
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Nothing, Reply};
use crate::push::Ended;
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPassword {
    pub email: String,
    /// The code that `/getEmailCode` sent for the scene `resetPassword`.
    pub code: Secret,
    /// 6 to 20 characters.
    pub password: Secret,
}

/// Sets a new login password for who can read the account's mail, and ends all its sessions.
#[utoipa::path(
    post,
    path = "/resetPassword",
    tag = "identity",
    security(()),
    request_body = ResetPassword,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 422, description = "email_invalid, password_length, code_invalid, code_expired, too_many_tries"),
    )
)]
pub async fn reset_password(
    State(app): State<App>,
    Body(request): Body<ResetPassword>,
) -> Result<Reply<Nothing>, ApiError> {
    let email = normalize_email(&request.email).ok_or(ApiError::invalid("email_invalid", "email"))?;
    if !is_login_password(request.password.expose()) {
        return Err(ApiError::invalid("password_length", "password"));
    }
    let hash = app.passwords.hash(request.password).await?;
    let mut tx = codes::redeem(&app, &email, Scene::ResetPassword, &request.code).await?;
    let account = store::account_by_login(&mut tx, &email).await?;
    let account = AccountId(account.ok_or(ApiError::invalid("code_invalid", "code"))?.id);
    store::set_password(&mut tx, account, &hash).await?;
    store::end_sessions(&mut tx, account, None).await?;
    tx.commit().await?;
    app.hub.sessions_ended(account, Ended::All);
    Ok(Reply(Nothing {}))
}
