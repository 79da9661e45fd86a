use std::sync::Arc;

use axum::extract::State;
use plumbline_core::inbox::NoticeKind;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Accounts, CurrentSession, new_password, pay_password, present_password, store};
use crate::http::{ApiError, Body, Envelope, Nothing, Reply, wire};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePayPassword {
    pub old_pay_password: wire::PayPassword,
    /// The new pay password, 6 to 64 characters.
    pub pay_password: wire::PayPassword,
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
        (status = 422, description = "pay_password_length, password_blank, password_common, passwords_equal, pay_password_wrong"),
        (status = 429, description = "pay_password_locked"),
    )
)]
pub async fn update_pay_password(
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    Body(request): Body<UpdatePayPassword>,
) -> Result<Reply<Nothing>, ApiError> {
    new_password::check_pay(&request.pay_password)?;
    let turn = present_password::turn(&accounts, session).await?;
    let old = pay_password::verify(&accounts, &turn, session.account_id, request.old_pay_password.expose()).await;
    let old = old.map_err(|refusal| refusal.on_field("oldPayPassword"))?;
    let account = store::account(&mut accounts.db.read().await?, session.account_id).await?;
    let account = account.ok_or(ApiError::session_required())?;
    new_password::differs_from_login(&accounts, &turn, session, &account, &request.pay_password).await?;
    let hash = turn.hash(request.pay_password.0).await?;
    let mut tx = accounts.db.begin().await?;
    session.ensure_lives(&mut tx).await?;
    // A pay password that was set by e-mail meanwhile is kept.
    if !store::change_pay_password(&mut tx, session.account_id, &old, &hash, accounts.clock.now()).await? {
        return Err(pay_password::wrong().on_field("oldPayPassword"));
    }
    accounts.notifier.commit_with(tx, session.account_id, NoticeKind::PayPasswordChanged).await?;
    Ok(Reply(Nothing {}))
}
