//! Tries at guessing a secret, kept in the database so that a restart or another node does not forget them.

use plumbline_core::identity::throttle::{Blocked, Policy, Tries};
use plumbline_core::time::UnixMillis;

use crate::app::App;
use crate::db::{DbError, Tx};
use crate::{execute, fetch_optional, statements};

statements! {
    /// Makes sure of the row, so that the next statement has something to lock.
    ENSURE: "INSERT INTO throttles (subject, made, last_at, blocked_until) VALUES ($1, 0, 0, 0)
        ON CONFLICT (subject) DO NOTHING";
    /// An update that changes nothing locks the row on both databases.
    LOCK: "UPDATE throttles SET made = made WHERE subject = $1 RETURNING made, last_at, blocked_until";
    STORE: "UPDATE throttles SET made = $2, last_at = $3, blocked_until = $4 WHERE subject = $1";
    CLEAR: "DELETE FROM throttles WHERE subject = $1";
    PURGE: "DELETE FROM throttles WHERE last_at < $1 AND blocked_until < $1";
}

/// Counts a try at `subject`'s secret as failed, or refuses it. Durable before it returns.
pub async fn attempt(app: &App, subject: &str, policy: &Policy) -> Result<Result<Tries, Blocked>, DbError> {
    let mut tx = app.db.begin().await?;
    let outcome = policy.attempt(load(&mut tx, subject).await?, app.clock.now());
    if let Ok(tries) = outcome {
        execute!(&mut tx, STORE, subject, tries.made, tries.last_at.0, tries.blocked_until.0)?;
        tx.commit().await?;
    }
    Ok(outcome)
}

async fn load(tx: &mut Tx, subject: &str) -> Result<Tries, DbError> {
    execute!(tx, ENSURE, subject)?;
    let row = fetch_optional!(tx, (i64, i64, i64), LOCK, subject)?;
    let (made, last_at, blocked_until) = row.unwrap_or_default();
    Ok(Tries { made, last_at: UnixMillis(last_at), blocked_until: UnixMillis(blocked_until) })
}

/// A try succeeded: wipes the slate.
pub async fn succeeded(app: &App, subject: &str) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    execute!(&mut tx, CLEAR, subject)?;
    tx.commit().await
}

/// Forgets what is older than any policy remembers.
pub async fn purge(app: &App) -> Result<(), DbError> {
    let mut tx = app.db.begin().await?;
    execute!(&mut tx, PURGE, app.clock.now().plus(-2 * UnixMillis::DAY).0)?;
    tx.commit().await
}
