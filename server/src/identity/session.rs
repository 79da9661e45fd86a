//! The session behind a request's bearer token.

use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::Method;
use axum::http::request::Parts;
use plumbline_core::identity::session::is_alive;
use plumbline_core::ids::{AccountId, SessionId};
use plumbline_core::time::UnixMillis;
use sha2::{Digest, Sha256};

use super::last_seen::LastSeen;
use super::session_lookup::SessionLookup;
use super::store;
use crate::clock::Clock;
use crate::db::{Db, DbError, Session};
use crate::http::limits::Limits;
use crate::http::{ApiError, bearer};

/// The caller's session; a request without a live one is refused with 401 `session_required`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrentSession {
    pub account_id: AccountId,
    pub session_id: SessionId,
}

/// The caller's session, if the request has one. An invalid token is refused and not ignored, so that the client learns
/// that it is logged out.
#[derive(Clone, Copy, Debug)]
pub struct MaybeSession(pub Option<CurrentSession>);

/// Finds the session of a token, and limits the actions in it.
#[derive(Debug)]
pub struct Sessions {
    pub clock: Clock,
    pub limits: Arc<Limits>,
    pub lookup: SessionLookup,
    pub last_seen: LastSeen,
}

impl Sessions {
    /// The session that `token` opens, or `None` when there is no such session or it has ended.
    pub async fn authenticate(&self, token: &str) -> Result<Option<CurrentSession>, DbError> {
        let found = self.lookup.find(token_hash(token)).await?;
        let now = self.clock.now();
        let alive =
            found.filter(|session| is_alive(UnixMillis(session.last_seen_at), UnixMillis(session.ends_at), now));
        Ok(alive.map(|session| {
            self.last_seen.note(session.session_id, UnixMillis(session.last_seen_at), now);
            CurrentSession { account_id: AccountId(session.account_id), session_id: SessionId(session.session_id) }
        }))
    }
}

impl CurrentSession {
    /// Refuses when the session has ended since the request came: an action that waited for a password's turn is not
    /// carried out for a customer who was logged out meanwhile.
    ///
    /// # Errors
    /// `session_required`.
    pub async fn ensure_lives(self, on: &mut impl Session) -> Result<(), ApiError> {
        if store::session_lives(on, self.session_id).await? { Ok(()) } else { Err(ApiError::session_required()) }
    }
}

/// The ids in `sessions` that have not ended by `now`.
pub async fn living(db: &Db, sessions: &[SessionId], now: UnixMillis) -> Result<Vec<SessionId>, DbError> {
    store::living_sessions(&mut db.read().await?, sessions, now).await
}

/// The stored form of a token: its SHA-256 in hexadecimal. A token has 256 random bits, so no salt is needed.
pub fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

impl<S: Sync> FromRequestParts<S> for CurrentSession
where
    Arc<Sessions>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let token = bearer(&parts.headers)?.ok_or(ApiError::session_required())?;
        let sessions = Arc::<Sessions>::from_ref(state);
        let session = sessions.authenticate(token).await?.ok_or(ApiError::session_required())?;
        if parts.method == Method::POST {
            sessions.limits.count_action(parts.uri.path(), session.account_id, session.session_id)?;
        }
        // For other extractors of the request that need the account.
        parts.extensions.insert(session);
        Ok(session)
    }
}

impl<S: Sync> FromRequestParts<S> for MaybeSession
where
    Arc<Sessions>: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match bearer(&parts.headers)? {
            Some(_) => CurrentSession::from_request_parts(parts, state).await.map(|session| Self(Some(session))),
            None => Ok(Self(None)),
        }
    }
}
