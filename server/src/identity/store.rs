//! The rows of accounts and sessions.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use crate::app::App;
use crate::db::{DbError, Session};
use crate::{execute, fetch_optional, statements};

statements! {
    PAY_PASSWORD_HASH: "SELECT pay_password_hash FROM accounts WHERE id = $1";
    SESSION_BY_TOKEN: "SELECT id AS session_id, account_id, last_seen_at FROM sessions WHERE token_hash = $1";
    PURGE_SESSIONS: "DELETE FROM sessions WHERE last_seen_at < $1";
}

/// What authentication needs of a session.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionRow {
    pub session_id: i64,
    pub account_id: i64,
    /// Unix milliseconds.
    pub last_seen_at: i64,
}

pub async fn session_by_token(on: &mut impl Session, token_hash: &str) -> Result<Option<SessionRow>, DbError> {
    fetch_optional!(on, SessionRow, SESSION_BY_TOKEN, token_hash)
}

/// The account's hashed pay password, or `None` while none is set.
pub async fn pay_password_hash(on: &mut impl Session, account: AccountId) -> Result<Option<String>, DbError> {
    let row = fetch_optional!(on, (Option<String>,), PAY_PASSWORD_HASH, account.0)?;
    Ok(row.and_then(|(hash,)| hash))
}

/// Deletes the sessions that were last used before `idle_since`.
pub async fn purge_sessions(app: &App, idle_since: UnixMillis) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    execute!(&mut tx, PURGE_SESSIONS, idle_since.0)?;
    tx.commit().await
}
