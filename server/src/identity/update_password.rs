use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::AccountId;
use plumbline_core::inbox::NoticeKind;
use serde::Deserialize;
use utoipa::ToSchema;

use super::passwords::{Asker, Turn};
use super::store::AccountRow;
use super::throttle;
use super::{Accounts, CurrentSession, Ended, new_password, store};
use crate::http::{ApiError, Body, Envelope, Nothing, Reply};
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
        (status = 422, description = "password_length, password_blank, password_common, passwords_equal, password_wrong"),
    )
)]
pub async fn update_password(
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    Body(request): Body<UpdatePassword>,
) -> Result<Reply<Nothing>, ApiError> {
    let turn = accounts.passwords.turn(Asker::Customer(session.account_id)).await?;
    // Read in the turn, so that the old password is the one that the turn before left.
    let account = store::account(&mut accounts.db.read().await?, session.account_id).await?;
    let account = account.ok_or(ApiError::session_required())?;
    new_password::check_login(&request.password, &[&account.email, &account.name])?;
    check_old(&accounts, &turn, &account, request.old_password).await?;
    new_password::differs_from_pay(&accounts, &turn, &account, &request.password).await?;
    let hash = turn.hash(request.password).await?;
    let mut tx = accounts.db.begin().await?;
    session.ensure_lives(&mut tx).await?;
    // A password that was reset meanwhile stays.
    if !store::change_password(&mut tx, session.account_id, &account.password_hash, &hash, accounts.clock.now()).await?
    {
        return Err(wrong());
    }
    store::end_sessions(&mut tx, session.account_id, Some(session.session_id)).await?;
    accounts.notifier.commit_with(tx, session.account_id, NoticeKind::PasswordChanged).await?;
    accounts.listener.sessions_ended(session.account_id, Ended::AllExcept(session.session_id));
    Ok(Reply(Nothing {}))
}

const fn wrong() -> ApiError {
    ApiError::invalid("password_wrong", "oldPassword")
}

/// Who has got hold of a session must not be able to guess the password with it.
async fn check_old(accounts: &Accounts, turn: &Turn<'_>, account: &AccountRow, old: Secret) -> Result<(), ApiError> {
    let budget = [new_password::login_budget(AccountId(account.id))];
    throttle::attempt(accounts, &budget).await??;
    if !turn.verify(old, Some(account.password_hash.clone())).await? {
        return Err(wrong());
    }
    Ok(throttle::succeeded(accounts, &budget).await?)
}
