use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::AccountId;
use plumbline_core::inbox::NoticeKind;
use serde::Deserialize;
use utoipa::ToSchema;

use super::codes::{self, Claim, Scene};
use super::passwords::Asker;
use super::{Accounts, Ended, known_networks, new_password, store};
use crate::http::{ApiError, Body, ClientAddress, Envelope, Nothing, Reply, wire};
use crate::mail;

#[derive(Debug, Deserialize, ToSchema)]
pub struct ResetPassword {
    pub email: wire::Email,
    /// The code that `/getEmailCode` sent for the scene `resetPassword`.
    pub code: wire::EmailCode,
    /// The login password, 6 to 20 characters.
    pub password: wire::LoginPassword,
}

/// Sets a new login password for a caller who can read the account's mail, and ends all its sessions.
#[utoipa::path(
    post,
    path = "/resetPassword",
    tag = "identity",
    security(()),
    request_body = ResetPassword,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 422, description = "email_invalid, password_length, password_blank, password_common, passwords_equal, code_invalid, code_expired, too_many_tries"),
    )
)]
pub async fn reset_password(
    State(accounts): State<Arc<Accounts>>,
    client: ClientAddress,
    Body(request): Body<ResetPassword>,
) -> Result<Reply<Nothing>, ApiError> {
    let email = mail::address(&request.email)?;
    new_password::check_login(&request.password, &[&email])?;
    let site = client.site();
    let claim = Claim { email: &email, scene: Scene::ResetPassword, site };
    let proof = codes::prove(&accounts, claim, &request.code).await?;
    let row = store::account_by_login(&mut accounts.db.read().await?, &email).await?;
    let row = row.ok_or(ApiError::invalid("code_invalid", "code"))?;
    let turn = accounts.passwords.turn(Asker::Stranger(site)).await?;
    new_password::differs_from_pay(&accounts, &turn, &row, &request.password).await?;
    let hash = turn.hash(request.password.0).await?;
    let account = AccountId(row.id);
    let mut tx = accounts.db.begin().await?;
    proof.use_up(&mut tx).await?;
    store::set_password(&mut tx, account, &hash, accounts.clock.now()).await?;
    store::end_sessions(&mut tx, account, None).await?;
    known_networks::remember(&mut tx, account, site, accounts.clock.now()).await?;
    accounts.notifier.commit_with(tx, account, NoticeKind::PasswordChanged).await?;
    accounts.listener.sessions_ended(account, Ended::All);
    Ok(Reply(Nothing {}))
}
