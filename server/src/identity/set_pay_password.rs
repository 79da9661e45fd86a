use axum::extract::State;
use plumbline_core::identity::password::is_pay_password;
use serde::Deserialize;
use utoipa::ToSchema;

use super::codes::{self, Scene};
use super::{CurrentSession, pay_password, store, throttle};
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Nothing, Reply};
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetPayPassword {
    /// 6 to 64 characters.
    pub pay_password: Secret,
    /// For a customer who has forgotten the present one: the code that `/getEmailCode` sent to the account's
    /// address for the scene `security`.
    pub code: Option<Secret>,
}

/// Sets the first pay password, or with an e-mail code a new one.
#[utoipa::path(
    post,
    path = "/settingPayPassword",
    tag = "identity",
    request_body = SetPayPassword,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 409, description = "pay_password_already_set"),
        (status = 422, description = "pay_password_length, code_invalid, code_expired, too_many_tries"),
    )
)]
pub async fn set_pay_password(
    State(app): State<App>,
    session: CurrentSession,
    Body(request): Body<SetPayPassword>,
) -> Result<Reply<Nothing>, ApiError> {
    if !is_pay_password(request.pay_password.expose()) {
        return Err(ApiError::invalid("pay_password_length", "payPassword"));
    }
    let hash = app.passwords.hash(request.pay_password).await?;
    match request.code {
        None => set_first(&app, session, &hash).await?,
        Some(code) => replace(&app, session, &hash, &code).await?,
    }
    Ok(Reply(Nothing {}))
}

async fn set_first(app: &App, session: CurrentSession, hash: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    if !store::set_first_pay_password(&mut tx, session.account_id, hash).await? {
        return Err(ApiError::conflict("pay_password_already_set"));
    }
    Ok(tx.commit().await?)
}

async fn replace(app: &App, session: CurrentSession, hash: &str, code: &Secret) -> Result<(), ApiError> {
    let account = store::account(&mut app.db.read().await?, session.account_id).await?;
    let account = account.ok_or(ApiError::session_required())?;
    let mut tx = codes::redeem(app, &account.email, Scene::Security, code).await?;
    store::set_pay_password(&mut tx, session.account_id, hash).await?;
    tx.commit().await?;
    Ok(throttle::succeeded(app, &pay_password::subject(session.account_id)).await?)
}
