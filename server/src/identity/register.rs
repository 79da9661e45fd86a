use std::sync::Arc;

use axum::extract::State;
use plumbline_core::identity::handles::{invite_code, normalize_invite_code, user_id};
use plumbline_core::ids::AccountId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::codes::{self, Claim, Scene};
use super::open_session::{Device, LoggedIn, open_session};
use super::passwords::Asker;
use super::store::{self, AccountRow};
use super::{Accounts, new_password};
use crate::db::{DbError, Tx};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::mail;
use crate::random;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Register {
    pub email: wire::Email,
    /// The code that `/getEmailCode` sent for the scene `register`.
    pub code: wire::EmailCode,
    /// The login password, 6 to 20 characters.
    pub password: wire::LoginPassword,
    /// The invite code of the customer who invited this one.
    pub invite_code: Option<wire::InviteCode>,
}

/// Opens an account for an e-mail address that is proved by its code, and logs in.
#[utoipa::path(
    post,
    path = "/register/email",
    tag = "identity",
    security(()),
    request_body = Register,
    responses(
        (status = 200, body = Envelope<LoggedIn>),
        (status = 409, description = "email_taken"),
        (status = 422, description = "email_invalid, password_length, password_blank, password_common, code_invalid, code_expired, too_many_tries, invite_code_unknown"),
    )
)]
pub async fn register(
    State(accounts): State<Arc<Accounts>>,
    device: Device,
    Body(request): Body<Register>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let email = mail::address(&request.email)?;
    new_password::check_login(&request.password, &[&email])?;
    let site = device.address.site();
    let claim = Claim { email: &email, scene: Scene::Register, site };
    let proof = codes::prove(&accounts, claim, &request.code).await?;
    let password_hash = accounts.passwords.turn(Asker::Stranger(site)).await?.hash(request.password.0).await?;
    let mut tx = accounts.db.begin().await?;
    proof.use_up(&mut tx).await?;
    if store::account_by_login(&mut tx, &email).await?.is_some() {
        return Err(ApiError::conflict("email_taken").on_field("email"));
    }
    let inviter = inviter(&mut tx, request.invite_code.as_deref()).await?;
    let account = new_account(&accounts, &mut tx, email.clone(), password_hash).await?;
    store::insert_account(&mut tx, &account, inviter).await.map_err(taken)?;
    let opened = open_session(&accounts, &mut tx, account, &device).await?;
    tx.commit().await?;
    Ok(Reply(opened.announce(&accounts)))
}

async fn inviter(tx: &mut Tx, code: Option<&str>) -> Result<Option<AccountId>, ApiError> {
    let Some(code) = code.map(normalize_invite_code).filter(|code| !code.is_empty()) else { return Ok(None) };
    let found = store::account_by_invite_code(tx, &code).await?;
    found.map(Some).ok_or(ApiError::invalid("invite_code_unknown", "inviteCode"))
}

/// The new customer's name is the user ID until another one is set.
async fn new_account(
    accounts: &Accounts,
    tx: &mut Tx,
    email: String,
    password_hash: String,
) -> Result<AccountRow, DbError> {
    let (user_id, invite_code) = free_handles(tx).await?;
    Ok(AccountRow {
        id: accounts.ids.next(),
        name: user_id.clone(),
        user_id,
        email,
        phone: None,
        invite_code,
        password_hash,
        pay_password_hash: None,
        kyc_status: 0,
        block_trade_status: 0,
        created_at: accounts.clock.now().0,
    })
}

async fn free_handles(tx: &mut Tx) -> Result<(String, String), DbError> {
    loop {
        let (user_id, invite_code) = (user_id(random::number()), invite_code(random::number()));
        if !store::handles_taken(tx, &user_id, &invite_code).await? {
            return Ok((user_id, invite_code));
        }
    }
}

/// Of two registrations of one address at once, the unique index lets one through.
fn taken(error: DbError) -> ApiError {
    if error.is_unique_violation() { ApiError::conflict("email_taken").on_field("email") } else { error.into() }
}
