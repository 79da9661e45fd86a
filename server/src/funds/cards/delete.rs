use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{read_id, store, unknown};
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Nothing, Reply};
use crate::identity::{CurrentSession, pay_password};
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletePayout {
    pub id: String,
    pub pay_password: Secret,
}

/// Deletes a saved account; one that is deleted already is no error. What refers to it keeps it, and nobody sees it any
/// more.
#[utoipa::path(post, path = "/UserAccount/delete-card", tag = "funds", request_body = DeletePayout,
    responses((status = 200, body = Envelope<Nothing>),
        (status = 404, description = "card_unknown"),
        (status = 409, description = "pay_password_not_set"),
        (status = 422, description = "pay_password_wrong"),
        (status = 429, description = "pay_password_locked")))]
pub async fn delete(
    State(app): State<App>,
    session: CurrentSession,
    Body(request): Body<DeletePayout>,
) -> Result<Reply<Nothing>, ApiError> {
    let (account, id) = (session.account_id, read_id(&request.id)?);
    if !store::was_saved(&mut app.db.read().await?, account, id).await? {
        return Err(unknown());
    }
    pay_password::check(&app, session, request.pay_password.expose()).await?;
    let mut tx = app.db.begin().await?;
    store::lock(&mut tx, account).await?;
    store::delete(&mut tx, account, id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Reply(Nothing {}))
}
