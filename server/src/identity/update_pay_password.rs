use axum::extract::State;
use plumbline_core::identity::password::is_pay_password;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{CurrentSession, pay_password, store};
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Nothing, Reply};
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePayPassword {
    pub old_pay_password: Secret,
    /// The new one, 6 to 64 characters.
    pub pay_password: Secret,
}

/// Changes the pay password.
#[utoipa::path(
    post,
    path = "/updatePayPassword",
    tag = "identity",
    request_body = UpdatePayPassword,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 409, description = "pay_password_not_set"),
        (status = 422, description = "pay_password_length, pay_password_wrong"),
        (status = 429, description = "pay_password_locked"),
    )
)]
pub async fn update_pay_password(
    State(app): State<App>,
    session: CurrentSession,
    Body(request): Body<UpdatePayPassword>,
) -> Result<Reply<Nothing>, ApiError> {
    if !is_pay_password(request.pay_password.expose()) {
        return Err(ApiError::invalid("pay_password_length", "payPassword"));
    }
    let old = pay_password::check(&app, session.account_id, request.old_pay_password.expose()).await;
    old.map_err(|refusal| refusal.on_field("oldPayPassword"))?;
    let hash = app.passwords.hash(request.pay_password).await?;
    let mut tx = app.db.begin().await?;
    store::set_pay_password(&mut tx, session.account_id, &hash).await?;
    tx.commit().await?;
    Ok(Reply(Nothing {}))
}
