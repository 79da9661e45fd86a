//! Opening a session, for registration and login.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;
use plumbline_core::ids::{AccountId, SessionId};
use plumbline_core::inbox::NoticeKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::session::token_hash;
use super::store::{self, AccountRow, SessionListRow};
use super::user::User;
use super::{Accounts, Ended, known_devices, known_networks};
use crate::db::{DbError, Tx};
use crate::http::{ApiError, ClientAddress, TrustedProxies, wire};
use crate::random;

/// Longer descriptions of a device are cut.
const DEVICE_LENGTH_MAX: usize = 200;

/// Sessions that one account may have at a time: more than people have devices.
const SESSIONS_MAX: i64 = 20;

#[derive(Debug, Serialize, ToSchema)]
pub struct LoggedIn {
    /// The bearer token of the new session. No other reply has it.
    pub token: wire::Digest,
    pub user: User,
}

/// The client that opens a session.
#[derive(Clone, Debug)]
pub struct Device {
    pub address: ClientAddress,
    /// The client's own description (User-Agent).
    pub name: String,
}

impl<S: Sync> FromRequestParts<S> for Device
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let address = ClientAddress::of(parts, &TrustedProxies::from_ref(state));
        Ok(Self { address, name: name.chars().take(DEVICE_LENGTH_MAX).collect() })
    }
}

/// The refusal of a wrong name or password.
pub const fn login_failed() -> ApiError {
    ApiError::invalid("login_failed", "password")
}

/// A session that exists once its transaction is committed.
#[derive(Debug)]
#[must_use]
pub struct Opened {
    logged_in: LoggedIn,
    account: AccountId,
    ended: Vec<SessionId>,
    /// Set if the device or the network is new to the account.
    news: Option<NoticeKind>,
}

impl Opened {
    /// Commits the login of an existing customer, with a notice if the device or the network is new to the account.
    pub async fn commit(&mut self, accounts: &Accounts, tx: Tx) -> Result<(), DbError> {
        match self.news.take() {
            Some(news) => accounts.notifier.commit_with(tx, self.account, news).await,
            None => tx.commit().await,
        }
    }

    /// Notifies the sockets of the sessions that had to make room, after the commit.
    pub fn announce(self, accounts: &Accounts) -> LoggedIn {
        for session in self.ended {
            accounts.listener.sessions_ended(self.account, Ended::One(session));
        }
        self.logged_in
    }
}

/// Stores a new session of `account`, its device and its network. The sessions that have not been used for longest make
/// room for it. A change of the password either comes after this session is stored, and ends it, or before: then it is
/// not opened.
///
/// # Errors
/// `login_failed` when the password has been changed since `account` was read.
pub async fn open_session(
    accounts: &Accounts,
    tx: &mut Tx,
    account: AccountRow,
    device: &Device,
) -> Result<Opened, ApiError> {
    let token = hex::encode(random::bytes::<32>());
    let (id, now) = (AccountId(account.id), accounts.clock.now());
    if !store::hold_password(tx, id, &account.password_hash).await? {
        return Err(login_failed());
    }
    let (address, name) = (device.address.to_string(), device.name.clone());
    let (session_id, ends_at) = (accounts.ids.next(), now.plus(accounts.session_life).0);
    let session =
        SessionListRow { id: session_id, device: name, address, created_at: now.0, last_seen_at: now.0, ends_at };
    store::insert_session(tx, id, &token_hash(&token), &session).await?;
    let ended = store::end_oldest_sessions(tx, id, SESSIONS_MAX).await?;
    let device_name = known_devices::device_name(&device.name);
    let is_known = known_networks::remember(tx, id, device.address.site(), now).await?
        & known_devices::remember(tx, id, &device_name, now).await?;
    let new_login = || NoticeKind::NewLogin { device: device_name, address: device.address.to_string() };
    let news = (!is_known).then(new_login);
    Ok(Opened { logged_in: LoggedIn { token: token.into(), user: account.into() }, account: id, ended, news })
}
