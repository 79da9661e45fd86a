//! Opening a session, which signing up and logging in share.

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use plumbline_core::ids::AccountId;
use serde::Serialize;
use utoipa::ToSchema;

use super::session::token_hash;
use super::store::{self, AccountRow, SessionListRow};
use super::user::User;
use crate::app::App;
use crate::db::{DbError, Tx};
use crate::http::{ApiError, ClientAddress};
use crate::random;

/// Longer descriptions of a device are cut.
const DEVICE_LENGTH_MAX: usize = 200;

#[derive(Debug, Serialize, ToSchema)]
pub struct LoggedIn {
    /// The bearer token of the new session. It is told only here.
    pub token: String,
    pub user: User,
}

/// Who opens a session, and with what.
#[derive(Clone, Debug)]
pub struct Device {
    pub address: ClientAddress,
    /// What the client calls itself (User-Agent).
    pub name: String,
}

impl FromRequestParts<App> for Device {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let name = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let address = ClientAddress::of(parts, &app.config.trusted_proxies);
        Ok(Self { address, name: name.chars().take(DEVICE_LENGTH_MAX).collect() })
    }
}

/// Stores a new session of `account`; it exists once the caller commits.
pub async fn open_session(app: &App, tx: &mut Tx, account: AccountRow, device: &Device) -> Result<LoggedIn, DbError> {
    let token = hex::encode(random::bytes::<32>());
    let now = app.clock.now().0;
    let (address, name) = (device.address.to_string(), device.name.clone());
    let session = SessionListRow { id: app.ids.next(), device: name, address, created_at: now, last_seen_at: now };
    store::insert_session(tx, AccountId(account.id), &token_hash(&token), &session).await?;
    Ok(LoggedIn { token, user: account.into() })
}
