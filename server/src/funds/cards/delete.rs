use std::sync::Arc;

use axum::extract::State;
use plumbline_core::inbox::{NoticeKind, PayoutChange};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{image, read_id, store, unknown};
use crate::http::{ApiError, Body, Envelope, Nothing, Reply, wire};
use crate::identity::{Accounts, CurrentSession, pay_password};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletePayout {
    pub id: wire::Id,
    pub pay_password: wire::PayPassword,
}

/// Deletes a saved account; deleting it again is no error. Records that refer to it keep it, but nobody sees it any
/// more.
#[utoipa::path(post, path = "/UserAccount/delete-card", tag = "funds", request_body = DeletePayout,
    responses((status = 200, body = Envelope<Nothing>),
        (status = 404, description = "card_unknown"),
        (status = 409, description = "pay_password_not_set"),
        (status = 422, description = "pay_password_wrong"),
        (status = 429, description = "pay_password_locked")))]
pub async fn delete(
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    Body(request): Body<DeletePayout>,
) -> Result<Reply<Nothing>, ApiError> {
    let (account, id) = (session.account_id, read_id(&request.id)?);
    if !store::was_saved(&mut accounts.db.read().await?, account, id).await? {
        return Err(unknown());
    }
    pay_password::check(&accounts, session, request.pay_password.expose()).await?;
    let mut tx = accounts.db.begin().await?;
    store::lock(&mut tx, account).await?;
    // If another request has deleted it, the customer was notified already.
    let Some(saved) = store::find(&mut tx, account, id).await? else { return Ok(Reply(Nothing {})) };
    let now = accounts.clock.now();
    store::delete(&mut tx, account, id, now).await?;
    if let Some(image) = saved.image {
        image::let_go(&mut tx, account, image, now).await?;
    }
    let number = saved.destination.number().masked();
    let notice = NoticeKind::PayoutAccount { change: PayoutChange::Deleted, number };
    accounts.notifier.commit_with(tx, account, notice).await?;
    Ok(Reply(Nothing {}))
}
