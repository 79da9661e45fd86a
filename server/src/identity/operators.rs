//! Operators' view of a customer's sessions, and the way to end them, by name and with a reason, which is stored.

use plumbline_core::ids::{AccountId, SessionId};
use plumbline_core::time::UnixMillis;

use super::store::{self, SessionListRow};
use crate::db::{Db, DbError};
use crate::{execute, fetch_all, statements};

/// Ends that are shown.
const ENDS_TOLD: i64 = 20;

statements! {
    RECORD_END: "INSERT INTO ended_sessions (account_id, ended, operator, reason, ended_at) VALUES ($1, $2, $3, $4, $5)";
    ENDS: "SELECT ended, operator, reason, ended_at FROM ended_sessions WHERE account_id = $1 ORDER BY id DESC LIMIT $2";
}

/// Sessions that an operator ended.
#[derive(Debug, sqlx::FromRow)]
pub struct EndedRow {
    /// The number of sessions.
    pub ended: i64,
    pub operator: String,
    pub reason: String,
    pub ended_at: i64,
}

/// The account with this user ID or e-mail address.
pub async fn account(db: &Db, login: &str) -> Result<Option<AccountId>, DbError> {
    let found = store::account_by_login(&mut db.read().await?, &login.trim().to_lowercase()).await?;
    Ok(found.map(|account| AccountId(account.id)))
}

/// The account's live sessions, the last used first, and the ends by operators, the newest first.
pub async fn look(
    db: &Db,
    account: AccountId,
    now: UnixMillis,
) -> Result<(Vec<SessionListRow>, Vec<EndedRow>), DbError> {
    let mut reader = db.read().await?;
    let living = store::sessions(&mut reader, account, now).await?;
    Ok((living, fetch_all!(&mut reader, EndedRow, ENDS, account.0, ENDS_TOLD)?))
}

/// Ends one session of the account, or all of them, and gives their number. Servers take their sockets' topics away
/// within seconds, because they look for sessions that have ended.
pub async fn end(
    db: &Db,
    account: AccountId,
    one: Option<SessionId>,
    (operator, reason): (&str, &str),
    now: UnixMillis,
) -> Result<u64, DbError> {
    let mut tx = db.begin().await?;
    let ended = match one {
        Some(session) => u64::from(store::end_session(&mut tx, account, session).await?),
        None => store::end_sessions(&mut tx, account, None).await?,
    };
    if ended > 0 {
        execute!(&mut tx, RECORD_END, account.0, i64::try_from(ended).unwrap_or(i64::MAX), operator, reason, now.0)?;
    }
    tx.commit().await?;
    Ok(ended)
}
