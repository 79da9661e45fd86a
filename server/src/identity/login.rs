use axum::extract::State;
use plumbline_core::identity::throttle::LOGIN;
use plumbline_core::ids::AccountId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::open_session::{Device, LoggedIn, open_session};
use super::store::{self, AccountRow};
use super::throttle;
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Reply};
use crate::secret::Secret;

#[derive(Debug, Deserialize, ToSchema)]
pub struct LogIn {
    /// User ID or e-mail address.
    pub username: String,
    pub password: Secret,
}

/// Logs in with a user ID or an e-mail address.
///
/// After three wrong passwords for one account from one address, each further try waits, at most a minute; other
/// addresses are not held up.
#[utoipa::path(
    post,
    path = "/loginByUsername",
    tag = "identity",
    security(()),
    request_body = LogIn,
    responses((status = 200, body = Envelope<LoggedIn>), (status = 422, description = "login_failed"))
)]
pub async fn log_in(
    State(app): State<App>,
    device: Device,
    Body(request): Body<LogIn>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let username = request.username.trim().to_lowercase();
    let account = store::account_by_login(&mut app.db.read().await?, &username).await?;
    let subject = subject(&app, account.as_ref(), &username, &device);
    // Logins that arrive together must not count as failed tries of each other.
    let _turn = app.passwords.turn(AccountId(account.as_ref().map_or(0, |account| account.id))).await;
    throttle::attempt(&app, &subject, &LOGIN).await?.map_err(|wait| ApiError::rate_limited(wait.seconds()))?;
    let stored = account.as_ref().map(|account| account.password_hash.clone());
    let right = app.passwords.verify(request.password, stored).await?;
    let account = account.filter(|_| right).ok_or(ApiError::invalid("login_failed", "password"))?;
    throttle::succeeded(&app, &subject).await?;
    let mut tx = app.db.begin().await?;
    let logged_in = open_session(&app, &mut tx, account, &device).await?;
    tx.commit().await?;
    Ok(Reply(logged_in))
}

/// What the tries are counted under: the account, or a hash of the name that nobody has, and the network.
fn subject(app: &App, account: Option<&AccountRow>, username: &str, device: &Device) -> String {
    let who = account.map_or_else(|| app.key.tag(&["login", username]), |account| account.id.to_string());
    format!("login:{who}:{}", device.address.network())
}
