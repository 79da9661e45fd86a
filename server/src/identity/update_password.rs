use std::sync::Arc;

use axum::extract::State;
use plumbline_core::inbox::NoticeKind;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Accounts, CurrentSession, Ended, new_password, present_password, store};
use crate::http::{ApiError, Body, Envelope, Nothing, Reply, wire};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePassword {
    pub old_password: wire::LoginPassword,
    /// The new password, 6 to 20 characters.
    pub password: wire::LoginPassword,
}

/// Changes the login password and ends the account's other sessions.
#[utoipa::path(
    post,
    path = "/updatePassword",
    tag = "identity",
    request_body = UpdatePassword,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 422, description = "password_length, password_blank, password_common, passwords_equal, password_wrong"),
    )
)]
pub async fn update_password(
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    Body(request): Body<UpdatePassword>,
) -> Result<Reply<Nothing>, ApiError> {
    let turn = present_password::turn(&accounts, session).await?;
    // Read within the turn, so that it is the result of the turn before.
    let account = store::account(&mut accounts.db.read().await?, session.account_id).await?;
    let account = account.ok_or(ApiError::session_required())?;
    new_password::check_login(&request.password, &[&account.email, &account.name])?;
    present_password::check(&accounts, &turn, session, &account, request.old_password.0, "oldPassword").await?;
    new_password::differs_from_pay(&accounts, &turn, &account, &request.password).await?;
    let hash = turn.hash(request.password.0).await?;
    let mut tx = accounts.db.begin().await?;
    session.ensure_lives(&mut tx).await?;
    // A password that was reset meanwhile is kept.
    if !store::change_password(&mut tx, session.account_id, &account.password_hash, &hash, accounts.clock.now()).await?
    {
        return Err(present_password::wrong("oldPassword"));
    }
    store::end_sessions(&mut tx, session.account_id, Some(session.session_id)).await?;
    accounts.notifier.commit_with(tx, session.account_id, NoticeKind::PasswordChanged).await?;
    accounts.listener.sessions_ended(session.account_id, Ended::AllExcept(session.session_id));
    Ok(Reply(Nothing {}))
}
