//! The rows of accounts and sessions.

use plumbline_core::identity::session::IDLE_MAX;
use plumbline_core::ids::{AccountId, SessionId};
use plumbline_core::time::UnixMillis;

use crate::db::{Db, DbError, Session, Tx, rows};
use crate::http::{COUNTED_MAX, Page};
use crate::{execute, fetch_all, fetch_one, fetch_optional, fetch_readable, record, statements};

/// The name of sessions in operators' messages.
const SESSION: &str = "session";

statements! {
    PAY_PASSWORD_HASH: "SELECT pay_password_hash FROM accounts WHERE id = $1";
    ACCOUNT: "SELECT a.*, COALESCE((SELECT k.status FROM identity_checks k WHERE k.account_id = a.id), 0) AS kyc_status,
            COALESCE((SELECT s.status FROM service_permissions s WHERE s.account_id = a.id AND s.service = 'blockTrade'), 0)
                AS block_trade_status
        FROM accounts a WHERE a.id = $1";
    ACCOUNT_BY_LOGIN: "SELECT a.*, COALESCE((SELECT k.status FROM identity_checks k WHERE k.account_id = a.id), 0) AS kyc_status,
            COALESCE((SELECT s.status FROM service_permissions s WHERE s.account_id = a.id AND s.service = 'blockTrade'), 0)
                AS block_trade_status
        FROM accounts a WHERE a.email = $1 OR a.user_id = $1";
    ACCOUNT_BY_INVITE_CODE: "SELECT id FROM accounts WHERE invite_code = $1";
    INVITED: "SELECT email, created_at, id AS account_id FROM accounts WHERE invited_by = $1 ORDER BY id DESC LIMIT $2 OFFSET $3";
    COUNT_INVITED: "SELECT COUNT(*) FROM (SELECT 1 FROM accounts WHERE invited_by = $1 LIMIT $2) counted";
    HANDLES_TAKEN: "SELECT COUNT(*) FROM accounts WHERE user_id = $1 OR invite_code = $2";
    INSERT_ACCOUNT: "INSERT INTO accounts (id, user_id, email, name, invite_code, invited_by, password_hash, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    SET_PASSWORD: "UPDATE accounts SET password_hash = $2, credentials_changed_at = $3 WHERE id = $1";
    CHANGE_PASSWORD: "UPDATE accounts SET password_hash = $3, credentials_changed_at = $4
        WHERE id = $1 AND password_hash = $2";
    /// Only the hash changes, the password stays.
    RENEW_HASH: "UPDATE accounts SET password_hash = $2 WHERE id = $1";
    /// An update that changes nothing locks the row on both databases.
    HOLD_PASSWORD: "UPDATE accounts SET password_hash = password_hash WHERE id = $1 AND password_hash = $2";
    SET_PAY_PASSWORD: "UPDATE accounts SET pay_password_hash = $2, credentials_changed_at = $3 WHERE id = $1";
    CHANGE_PAY_PASSWORD: "UPDATE accounts SET pay_password_hash = $3, credentials_changed_at = $4
        WHERE id = $1 AND pay_password_hash = $2";
    SET_FIRST_PAY_PASSWORD: "UPDATE accounts SET pay_password_hash = $2, credentials_changed_at = $3
        WHERE id = $1 AND pay_password_hash IS NULL";
    SESSIONS_BY_TOKEN("t"): "WITH v(token_hash) AS ({rows})
        SELECT s.token_hash, s.id AS session_id, s.account_id, s.last_seen_at, s.ends_at FROM sessions s
        WHERE s.token_hash IN (SELECT token_hash FROM v)";
    INSERT_SESSION: "INSERT INTO sessions (id, account_id, token_hash, device, address, created_at, last_seen_at, ends_at)
        VALUES ($1, $2, $3, $4, $5, $6, $6, $7)";
    SESSIONS: "SELECT id, device, address, created_at, last_seen_at, ends_at FROM sessions
        WHERE account_id = $1 AND last_seen_at >= $2 AND ends_at > $3 ORDER BY last_seen_at DESC, id DESC";
    HAS_SESSION: "SELECT id FROM sessions WHERE account_id = $1 AND id = $2";
    END_SESSION: "DELETE FROM sessions WHERE account_id = $1 AND id = $2";
    END_OTHER_SESSIONS: "DELETE FROM sessions WHERE account_id = $1 AND id <> $2";
    /// Both databases support OFFSET, SQLite only with a LIMIT.
    END_OLDEST_SESSIONS: "DELETE FROM sessions WHERE account_id = $1 AND id IN (SELECT id FROM sessions
        WHERE account_id = $1 ORDER BY last_seen_at DESC, id DESC LIMIT 1000 OFFSET $2) RETURNING id";
    SESSION_LIVES: "SELECT id FROM sessions WHERE id = $1";
    LIVING_SESSIONS("i"): "WITH v(id) AS ({rows}) SELECT s.id, s.ends_at FROM sessions s WHERE s.id IN (SELECT id FROM v)";
    PURGE_SESSIONS: "DELETE FROM sessions WHERE last_seen_at < $1 OR ends_at <= $2";
}

/// One account. Hashes are PHC strings, times Unix milliseconds.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AccountRow {
    pub id: i64,
    pub user_id: String,
    pub email: String,
    pub phone: Option<String>,
    pub name: String,
    pub invite_code: String,
    pub password_hash: String,
    pub pay_password_hash: Option<String>,
    pub kyc_status: i64,
    pub block_trade_status: i64,
    pub created_at: i64,
}

record! {
    /// The columns of a session that authentication needs.
    #[derive(Clone)]
    pub struct SessionRow {
        pub token_hash: String,
        pub session_id: i64,
        pub account_id: i64,
        pub last_seen_at: i64,
        /// A fixed end, which use does not extend.
        pub ends_at: i64,
    }
}

/// The columns of a session that the customer sees.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionListRow {
    pub id: i64,
    pub device: String,
    pub address: String,
    pub created_at: i64,
    pub last_seen_at: i64,
    pub ends_at: i64,
}

pub async fn account(on: &mut impl Session, id: AccountId) -> Result<Option<AccountRow>, DbError> {
    fetch_optional!(on, AccountRow, ACCOUNT, id.0)
}

/// The account with this normalised e-mail address or user ID; no text can be both.
pub async fn account_by_login(on: &mut impl Session, login: &str) -> Result<Option<AccountRow>, DbError> {
    fetch_optional!(on, AccountRow, ACCOUNT_BY_LOGIN, login)
}

pub async fn account_by_invite_code(on: &mut impl Session, code: &str) -> Result<Option<AccountId>, DbError> {
    Ok(fetch_optional!(on, (i64,), ACCOUNT_BY_INVITE_CODE, code)?.map(|(id,)| AccountId(id)))
}

/// A page of the customers whom a customer invited, newest first, each with the e-mail address and the time of
/// registration; and their number, counted up to 10,000.
pub async fn invited(
    on: &mut impl Session,
    inviter: AccountId,
    page: Page,
) -> Result<(Vec<(String, i64)>, i64), DbError> {
    let (total,) = fetch_one!(on, (i64,), COUNT_INVITED, inviter.0, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let invited = fetch_readable!(on, "account", (String, i64), INVITED, inviter.0, page.size(), page.offset())?;
    Ok((invited, total))
}

pub async fn handles_taken(on: &mut impl Session, user_id: &str, invite_code: &str) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), HANDLES_TAKEN, user_id, invite_code)?.is_some_and(|(count,)| count > 0))
}

/// Stores a new account; `invited_by` is the inviter.
pub async fn insert_account(tx: &mut Tx, new: &AccountRow, invited_by: Option<AccountId>) -> Result<(), DbError> {
    let inviter = invited_by.map(|id| id.0);
    let (user_id, email, name) = (&new.user_id, &new.email, &new.name);
    let (invite_code, hash) = (&new.invite_code, &new.password_hash);
    execute!(tx, INSERT_ACCOUNT, new.id, user_id, email, name, invite_code, inviter, hash, new.created_at)?;
    Ok(())
}

pub async fn set_password(tx: &mut Tx, account: AccountId, hash: &str, at: UnixMillis) -> Result<(), DbError> {
    execute!(tx, SET_PASSWORD, account.0, hash, at.0)?;
    Ok(())
}

/// False, and nothing is changed, when `old` is no longer the hash of the account's password.
pub async fn change_password(
    tx: &mut Tx,
    account: AccountId,
    old: &str,
    new: &str,
    at: UnixMillis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, CHANGE_PASSWORD, account.0, old, new, at.0)? == 1)
}

/// True if `hash` is still that of the account's password; it then stays so until the end of the transaction.
pub async fn hold_password(tx: &mut Tx, account: AccountId, hash: &str) -> Result<bool, DbError> {
    Ok(execute!(tx, HOLD_PASSWORD, account.0, hash)? == 1)
}

/// Replaces the hash by a newer one of that password.
pub async fn renew_hash(tx: &mut Tx, account: AccountId, hash: &str) -> Result<(), DbError> {
    execute!(tx, RENEW_HASH, account.0, hash).map(drop)
}

/// False, and nothing is changed, when `old` is no longer the hash of the account's pay password.
pub async fn change_pay_password(
    tx: &mut Tx,
    account: AccountId,
    old: &str,
    new: &str,
    at: UnixMillis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, CHANGE_PAY_PASSWORD, account.0, old, new, at.0)? == 1)
}

pub async fn set_pay_password(tx: &mut Tx, account: AccountId, hash: &str, at: UnixMillis) -> Result<(), DbError> {
    execute!(tx, SET_PAY_PASSWORD, account.0, hash, at.0)?;
    Ok(())
}

/// False when the account already has a pay password.
pub async fn set_first_pay_password(
    tx: &mut Tx,
    account: AccountId,
    hash: &str,
    at: UnixMillis,
) -> Result<bool, DbError> {
    Ok(execute!(tx, SET_FIRST_PAY_PASSWORD, account.0, hash, at.0)? == 1)
}

/// False when the session has ended.
pub async fn session_lives(on: &mut impl Session, session: SessionId) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), SESSION_LIVES, session.0)?.is_some())
}

/// The ids in `sessions` that have not ended by `now`.
pub async fn living_sessions(
    on: &mut impl Session,
    sessions: &[SessionId],
    now: UnixMillis,
) -> Result<Vec<SessionId>, DbError> {
    let input = rows::Rows::default().int(sessions.iter().map(|session| session.0));
    let found: Vec<(i64, i64)> = rows::readable::<(i64, i64), _>(on, SESSION, LIVING_SESSIONS, input).await?;
    Ok(found.into_iter().filter(|(_, ends_at)| *ends_at > now.0).map(|(id, _)| SessionId(id)).collect())
}

/// The account's hashed pay password, or `None` while none is set.
pub async fn pay_password_hash(on: &mut impl Session, account: AccountId) -> Result<Option<String>, DbError> {
    let row = fetch_optional!(on, (Option<String>,), PAY_PASSWORD_HASH, account.0)?;
    Ok(row.and_then(|(hash,)| hash))
}

/// The sessions that these tokens open, in any order.
pub async fn sessions_by_token(
    on: &mut impl Session,
    token_hashes: impl Iterator<Item = String>,
) -> Result<Vec<SessionRow>, DbError> {
    rows::readable::<SessionRow, _>(on, SESSION, SESSIONS_BY_TOKEN, rows::Rows::default().text(token_hashes)).await
}

pub async fn insert_session(tx: &mut Tx, account: AccountId, token: &str, new: &SessionListRow) -> Result<(), DbError> {
    execute!(tx, INSERT_SESSION, new.id, account.0, token, &new.device, &new.address, new.created_at, new.ends_at)?;
    Ok(())
}

/// The account's sessions that have not ended by `now`, the last used first.
pub async fn sessions(
    on: &mut impl Session,
    account: AccountId,
    now: UnixMillis,
) -> Result<Vec<SessionListRow>, DbError> {
    fetch_all!(on, SessionListRow, SESSIONS, account.0, now.plus(1 - IDLE_MAX).0, now.0)
}

pub async fn has_session(on: &mut impl Session, account: AccountId, session: SessionId) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), HAS_SESSION, account.0, session.0)?.is_some())
}

/// False when the account has no such session.
pub async fn end_session(tx: &mut Tx, account: AccountId, session: SessionId) -> Result<bool, DbError> {
    Ok(execute!(tx, END_SESSION, account.0, session.0)? == 1)
}

/// Ends the account's sessions except `kept`, and gives their number.
pub async fn end_sessions(tx: &mut Tx, account: AccountId, kept: Option<SessionId>) -> Result<u64, DbError> {
    execute!(tx, END_OTHER_SESSIONS, account.0, kept.map_or(0, |id| id.0))
}

/// Ends all sessions of the account except the `kept` most recently used, and gives the ended ones.
pub async fn end_oldest_sessions(tx: &mut Tx, account: AccountId, kept: i64) -> Result<Vec<SessionId>, DbError> {
    let ended = fetch_all!(tx, (i64,), END_OLDEST_SESSIONS, account.0, kept)?;
    Ok(ended.into_iter().map(|(id,)| SessionId(id)).collect())
}

/// Deletes the sessions that have ended by `now`.
pub async fn purge_sessions(db: &Db, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, PURGE_SESSIONS, now.plus(1 - IDLE_MAX).0, now.0)?;
    tx.commit().await
}
