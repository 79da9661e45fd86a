use axum::extract::State;
use plumbline_core::identity::password::is_login_password;
use plumbline_core::identity::throttle::LOGIN;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{CurrentSession, store, throttle};
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Nothing, Reply};
use crate::push::Ended;
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePassword {
    pub old_password: Secret,
    /// The new one, 6 to 20 characters.
    pub password: Secret,
}

/// Changes the login password and ends the account's other sessions.
#[utoipa::path(
    post,
    path = "/updatePassword",
    tag = "identity",
    request_body = UpdatePassword,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 422, description = "password_length, password_wrong"),
    )
)]
pub async fn update_password(
    State(app): State<App>,
    session: CurrentSession,
    Body(request): Body<UpdatePassword>,
) -> Result<Reply<Nothing>, ApiError> {
    if !is_login_password(request.password.expose()) {
        return Err(ApiError::invalid("password_length", "password"));
    }
    check_old(&app, session, request.old_password).await?;
    let hash = app.passwords.hash(request.password).await?;
    let mut tx = app.db.begin().await?;
    store::set_password(&mut tx, session.account_id, &hash).await?;
    store::end_sessions(&mut tx, session.account_id, Some(session.session_id)).await?;
    tx.commit().await?;
    app.hub.sessions_ended(session.account_id, Ended::AllExcept(session.session_id));
    Ok(Reply(Nothing {}))
}

/// Who has got hold of a session must not be able to guess the password with it.
async fn check_old(app: &App, session: CurrentSession, old: Secret) -> Result<(), ApiError> {
    let subject = format!("password:{}", session.account_id);
    throttle::attempt(app, &subject, &LOGIN).await?.map_err(|wait| ApiError::rate_limited(wait.seconds()))?;
    let account = store::account(&mut app.db.read().await?, session.account_id).await?;
    if !app.passwords.verify(old, account.map(|account| account.password_hash)).await? {
        return Err(ApiError::invalid("password_wrong", "oldPassword"));
    }
    Ok(throttle::succeeded(app, &subject).await?)
}
