//! Who sends a request: the session behind its bearer token.

use axum::extract::FromRequestParts;
use axum::http::Method;
use axum::http::request::Parts;
use plumbline_core::identity::session::is_alive;
use plumbline_core::ids::{AccountId, SessionId};
use plumbline_core::time::UnixMillis;
use sha2::{Digest, Sha256};

use super::store;
use crate::app::App;
use crate::db::{Db, DbError, Session};
use crate::http::{ApiError, bearer};

/// The caller's session; a request without a living one is refused with 401 `session_required`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentSession {
    pub account_id: AccountId,
    pub session_id: SessionId,
}

/// The caller's session, if the request has one. A token that is no longer good is refused and not ignored, so
/// that a client learns that it is logged out.
#[derive(Clone, Copy, Debug)]
pub struct MaybeSession(pub Option<CurrentSession>);

/// The session that `token` opens, or `None` when there is no such session or it has ended.
pub async fn authenticate(app: &App, token: &str) -> Result<Option<CurrentSession>, DbError> {
    let found = app.sessions.find(token_hash(token)).await?;
    let now = app.clock.now();
    let alive = found.filter(|session| is_alive(UnixMillis(session.last_seen_at), now));
    Ok(alive.map(|session| {
        app.last_seen.note(session.session_id, UnixMillis(session.last_seen_at), now);
        CurrentSession { account_id: AccountId(session.account_id), session_id: SessionId(session.session_id) }
    }))
}

impl CurrentSession {
    /// Refuses when the session has ended since the request came: an action that waited for a password's turn is not
    /// done for somebody who was logged out meanwhile.
    ///
    /// # Errors
    /// `session_required`.
    pub async fn ensure_lives(self, on: &mut impl Session) -> Result<(), ApiError> {
        if store::session_lives(on, self.session_id).await? { Ok(()) } else { Err(ApiError::session_required()) }
    }
}

/// Those of `sessions` that have not ended.
pub async fn living(db: &Db, sessions: &[SessionId]) -> Result<Vec<SessionId>, DbError> {
    store::living_sessions(&mut db.read().await?, sessions).await
}

/// What is stored of a token: its SHA-256 in hexadecimal. A token has 256 random bits, so no salt is needed.
pub fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

impl FromRequestParts<App> for CurrentSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let token = bearer(&parts.headers).ok_or(ApiError::session_required())?;
        let session = authenticate(app, token).await?.ok_or(ApiError::session_required())?;
        if parts.method == Method::POST {
            app.limits.count_action(session.account_id)?;
        }
        Ok(session)
    }
}

impl FromRequestParts<App> for MaybeSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        match bearer(&parts.headers) {
            Some(_) => CurrentSession::from_request_parts(parts, app).await.map(|session| Self(Some(session))),
            None => Ok(Self(None)),
        }
    }
}
