//! Tries at guessing a secret, stored in the database so that they survive a restart and count on every server.

use plumbline_core::identity::throttle::{Blocked, Policy, Tries};
use plumbline_core::time::UnixMillis;

use super::Accounts;
use crate::db::{Db, DbError, Tx};
use crate::http::ApiError;
use crate::{execute, fetch_optional, statements};

statements! {
    /// Creates the row if it is missing, so that the next statement can lock it.
    ENSURE: "INSERT INTO throttles (subject, made, last_at, blocked_until) VALUES ($1, 0, 0, 0)
        ON CONFLICT (subject) DO NOTHING";
    /// An update that changes nothing locks the row on both databases.
    LOCK: "UPDATE throttles SET made = made WHERE subject = $1 RETURNING made, last_at, blocked_until";
    LOOK: "SELECT made, last_at, blocked_until FROM throttles WHERE subject = $1";
    STORE: "UPDATE throttles SET made = $2, last_at = $3, blocked_until = $4 WHERE subject = $1";
    CLEAR: "DELETE FROM throttles WHERE subject = $1";
    PURGE: "DELETE FROM throttles WHERE last_at < $1 AND blocked_until < $1";
}

/// `made, last_at, blocked_until`.
type Row = (i64, i64, i64);

/// The subject that a try is counted for, and its policy.
#[derive(Clone, Debug)]
pub struct Budget {
    pub subject: String,
    pub policy: &'static Policy,
}

impl Budget {
    pub fn new(policy: &'static Policy, subject: String) -> Self {
        Self { subject, policy }
    }
}

/// A used-up budget: its index, and the time to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedUp {
    pub index: usize,
    pub wait: Blocked,
}

impl From<UsedUp> for ApiError {
    fn from(used_up: UsedUp) -> Self {
        Self::rate_limited(used_up.wait.seconds())
    }
}

/// Counts a try as failed in each of `budgets`, or refuses it and counts it in none. Durable before it returns.
/// Callers name the narrowest budget first, so that two of them lock the same rows in the same order.
pub async fn attempt(accounts: &Accounts, budgets: &[Budget]) -> Result<Result<Vec<Tries>, UsedUp>, DbError> {
    let mut tx = accounts.db.begin().await?;
    let mut counted = Vec::with_capacity(budgets.len());
    for (index, Budget { subject, policy }) in budgets.iter().enumerate() {
        let tries = match policy.attempt(load(&mut tx, subject).await?, accounts.clock.now()) {
            Ok(tries) => tries,
            Err(wait) => return Ok(Err(UsedUp { index, wait })),
        };
        execute!(&mut tx, STORE, subject.as_str(), tries.made, tries.last_at.0, tries.blocked_until.0)?;
        counted.push(tries);
    }
    tx.commit().await?;
    Ok(Ok(counted))
}

/// Refuses a try that [`attempt`] would refuse now, and counts none.
pub async fn look(accounts: &Accounts, Budget { subject, policy }: &Budget) -> Result<Result<(), UsedUp>, DbError> {
    let row = fetch_optional!(&mut accounts.db.read().await?, Row, LOOK, subject.as_str())?;
    let judged = policy.attempt(tries(row), accounts.clock.now());
    Ok(judged.map(drop).map_err(|wait| UsedUp { index: 0, wait }))
}

async fn load(tx: &mut Tx, subject: &str) -> Result<Tries, DbError> {
    execute!(tx, ENSURE, subject)?;
    Ok(tries(fetch_optional!(tx, Row, LOCK, subject)?))
}

fn tries(row: Option<Row>) -> Tries {
    let (made, last_at, blocked_until) = row.unwrap_or_default();
    Tries { made, last_at: UnixMillis(last_at), blocked_until: UnixMillis(blocked_until) }
}

/// Records that a try succeeded: deletes the counts.
pub async fn succeeded(accounts: &Accounts, budgets: &[Budget]) -> Result<(), DbError> {
    let mut tx = accounts.db.begin().await?;
    for budget in budgets {
        execute!(&mut tx, CLEAR, budget.subject.as_str())?;
    }
    tx.commit().await
}

/// Deletes rows that are too old for every policy.
pub async fn purge(db: &Db, now: UnixMillis) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, PURGE, now.plus(-2 * UnixMillis::DAY).0)?;
    tx.commit().await
}
