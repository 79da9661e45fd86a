use std::sync::Arc;

use axum::extract::State;
use plumbline_core::identity::throttle::{LOGIN, LOGIN_ANYWHERE};
use plumbline_core::ids::AccountId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::open_session::{Device, LoggedIn, login_failed, open_session};
use super::passwords::Asker;
use super::store::{self, AccountRow};
use super::throttle::{self, Budget};
use super::{Accounts, known_networks};
use crate::http::{ApiError, Body, Envelope, Reply, wire};

#[derive(Debug, Deserialize, ToSchema)]
pub struct LogIn {
    /// User ID or e-mail address.
    pub username: String,
    pub password: wire::LoginPassword,
}

/// Logs in with a user ID or an e-mail address.
///
/// After three wrong passwords for one account from one network, each further try waits, at most a minute; other
/// networks are not held up. After a hundred from networks on which the account's customer has never logged in, all such
/// networks together wait, at most half a minute.
#[utoipa::path(
    post,
    path = "/loginByUsername",
    tag = "identity",
    security(()),
    request_body = LogIn,
    responses((status = 200, body = Envelope<LoggedIn>), (status = 422, description = "login_failed"))
)]
pub async fn log_in(
    State(accounts): State<Arc<Accounts>>,
    device: Device,
    Body(request): Body<LogIn>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let username = request.username.trim().to_lowercase();
    let site = device.address.site();
    // Logins that arrive together must not count as failed tries of each other.
    let turn = accounts.passwords.turn(Asker::Stranger(site)).await?;
    let mut reader = accounts.db.read().await?;
    let account = store::account_by_login(&mut reader, &username).await?;
    let is_known = known_networks::is_known(&mut reader, &username, site).await?;
    drop(reader);
    let budgets = budgets(&accounts, account.as_ref(), &username, &device, is_known);
    throttle::attempt(&accounts, &budgets).await??;
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let right = turn.verify(request.password.0.clone(), stored).await?;
    let account = account.filter(|_| right).ok_or(login_failed())?;
    throttle::succeeded(&accounts, &budgets).await?;
    let (id, renewed) = (AccountId(account.id), turn.renewed(request.password.0, &account.password_hash).await);
    let mut tx = accounts.db.begin().await?;
    let mut opened = open_session(&accounts, &mut tx, account, &device).await?;
    if let Some(hash) = renewed {
        store::renew_hash(&mut tx, id, &hash).await?;
    }
    opened.commit(&accounts, tx).await?;
    Ok(Reply(opened.announce(&accounts)))
}

/// The budgets that count the tries: of the account, or of a hash of the unknown name, on this network, and, unless the
/// customer has logged in there, on all such networks together.
fn budgets(
    accounts: &Accounts,
    account: Option<&AccountRow>,
    username: &str,
    device: &Device,
    is_known: bool,
) -> Vec<Budget> {
    let who = account.map_or_else(|| accounts.key.tag(&["login", username]), |account| account.id.to_string());
    let own = Budget::new(&LOGIN, format!("login:{who}:{}", device.address.site()));
    let all = Budget::new(&LOGIN_ANYWHERE, format!("login:{who}"));
    if is_known { vec![own] } else { vec![own, all] }
}
