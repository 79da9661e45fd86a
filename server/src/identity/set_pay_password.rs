use std::sync::Arc;

use axum::extract::State;
use plumbline_core::inbox::NoticeKind;
use serde::Deserialize;
use utoipa::ToSchema;

use super::codes::{self, Claim, Proof, Scene};
use super::passwords::Turn;
use super::store::AccountRow;
use super::{Accounts, CurrentSession, new_password, pay_password, present_password, store, throttle};
use crate::http::{ApiError, Body, ClientAddress, Envelope, Nothing, Reply, wire};
use crate::secret::Secret;

const TAKEN: &str = "pay_password_already_set";

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetPayPassword {
    /// The pay password, 6 to 64 characters.
    pub pay_password: wire::PayPassword,
    /// The login password, which a thief who got hold of a session does not have.
    pub password: wire::LoginPassword,
    /// For a customer who has forgotten the present one: the code that `/getEmailCode` sent to the account's
    /// address for the scene `security`.
    pub code: Option<wire::EmailCode>,
}

/// Sets the first pay password, or with an e-mail code a new one. Either is a change of credentials, after which
/// nothing can be withdrawn for a while.
#[utoipa::path(
    post,
    path = "/settingPayPassword",
    tag = "identity",
    request_body = SetPayPassword,
    responses(
        (status = 200, body = Envelope<Nothing>),
        (status = 409, description = "pay_password_already_set"),
        (status = 422, description = "pay_password_length, password_blank, password_common, passwords_equal, password_wrong, code_invalid, code_expired, too_many_tries"),
    )
)]
pub async fn set_pay_password(
    State(accounts): State<Arc<Accounts>>,
    session: CurrentSession,
    client: ClientAddress,
    Body(request): Body<SetPayPassword>,
) -> Result<Reply<Nothing>, ApiError> {
    new_password::check_pay(&request.pay_password)?;
    let account = store::account(&mut accounts.db.read().await?, session.account_id).await?;
    let account = account.ok_or(ApiError::session_required())?;
    let SetPayPassword { pay_password: wire::PayPassword(chosen), password, code } = request;
    if code.is_none() && account.pay_password_hash.is_some() {
        return Err(ApiError::conflict(TAKEN));
    }
    let turn = present_password::turn(&accounts, session).await?;
    present_password::check(&accounts, &turn, session, &account, password.0.clone(), "password").await?;
    if chosen.expose() == password.expose() {
        return Err(ApiError::invalid("passwords_equal", "payPassword"));
    }
    match code {
        None => set_first(&accounts, &turn, session, chosen).await?,
        Some(code) => {
            let claim = Claim { email: &account.email, scene: Scene::Security, site: client.site() };
            let proof = codes::prove(&accounts, claim, &code).await?;
            replace(&accounts, &turn, session, &account, proof, chosen).await?;
        }
    }
    Ok(Reply(Nothing {}))
}

async fn set_first(
    accounts: &Accounts,
    turn: &Turn<'_>,
    session: CurrentSession,
    chosen: Secret,
) -> Result<(), ApiError> {
    let hash = turn.hash(chosen).await?;
    let mut tx = accounts.db.begin().await?;
    session.ensure_lives(&mut tx).await?;
    if !store::set_first_pay_password(&mut tx, session.account_id, &hash, accounts.clock.now()).await? {
        return Err(ApiError::conflict(TAKEN));
    }
    Ok(accounts.notifier.commit_with(tx, session.account_id, NoticeKind::PayPasswordSet).await?)
}

async fn replace(
    accounts: &Accounts,
    turn: &Turn<'_>,
    session: CurrentSession,
    account: &AccountRow,
    proof: Proof<'_>,
    chosen: Secret,
) -> Result<(), ApiError> {
    let hash = turn.hash(chosen).await?;
    let mut tx = accounts.db.begin().await?;
    session.ensure_lives(&mut tx).await?;
    proof.use_up(&mut tx).await?;
    store::set_pay_password(&mut tx, session.account_id, &hash, accounts.clock.now()).await?;
    // With a code the first one can be set too.
    let is_first = account.pay_password_hash.is_none();
    let notice = if is_first { NoticeKind::PayPasswordSet } else { NoticeKind::PayPasswordChanged };
    accounts.notifier.commit_with(tx, session.account_id, notice).await?;
    Ok(throttle::succeeded(accounts, &[pay_password::budget(session.account_id)]).await?)
}
