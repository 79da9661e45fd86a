//! What happened to an account, in order, as the database keeps it for clients that come back.

use std::borrow::Cow;

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::topic::UserTopic;
use crate::db::{Db, DbError, rows};
use crate::{execute, fetch_all, fetch_optional, statements};

/// How long events are kept for a client to resume from. Beyond that it reads again over HTTP.
pub const KEPT_MILLIS: i64 = 7 * UnixMillis::DAY;
/// Rows that one purge statement deletes, so that it does not hold SQLite's one writer for long.
const PURGE_ROWS: i64 = 1_000;

statements! {
    SINCE: "SELECT account_id, seq, topic, data FROM account_events
            WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT $3";
    BOUNDS: "SELECT s.last_seq, (SELECT MIN(e.seq) FROM account_events e WHERE e.account_id = s.account_id)
             FROM account_streams s WHERE s.account_id = $1";
    LAST_SEQS("i"): "WITH v(account_id) AS ({rows})
                     SELECT s.account_id, s.last_seq FROM v JOIN account_streams s ON s.account_id = v.account_id";
    PURGE: "DELETE FROM account_events WHERE (account_id, seq) IN
            (SELECT account_id, seq FROM account_events WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
}

/// One event of an account's stream, as stored and as pushed. `seq` counts the account's events from 1 over all
/// topics, without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountEvent {
    pub account_id: AccountId,
    pub seq: i64,
    /// A [`UserTopic`]'s code.
    pub topic: Cow<'static, str>,
    /// The message's `data`: a JSON value, as text.
    pub data: String,
}

impl AccountEvent {
    /// `None` for a topic that only a newer server knows.
    pub fn user_topic(&self) -> Option<UserTopic> {
        UserTopic::from_code(&self.topic)
    }
}

/// The part of an account's sequence that can be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The newest event's number; 0 before the first.
    pub last: i64,
    /// The oldest event that is still kept.
    pub oldest: Option<i64>,
}

impl Bounds {
    /// True when every event after `since` is still kept. A number from the future means that the client talked to
    /// another database, so that it has to read again too.
    pub fn covers(self, since: i64) -> bool {
        since == self.last || since < self.last && self.oldest.is_some_and(|oldest| since >= oldest - 1)
    }
}

pub async fn bounds(db: &Db, account: AccountId) -> Result<Bounds, DbError> {
    let row = fetch_optional!(&mut db.read().await?, (i64, Option<i64>), BOUNDS, account.0)?;
    Ok(row.map(|(last, oldest)| Bounds { last, oldest }).unwrap_or_default())
}

/// At most `limit` events after `since`, in order.
pub async fn since(db: &Db, account: AccountId, since: i64, limit: i64) -> Result<Vec<AccountEvent>, DbError> {
    let rows = fetch_all!(&mut db.read().await?, (i64, i64, String, String), SINCE, account.0, since, limit)?;
    let event = |(id, seq, topic, data): (i64, i64, String, String)| AccountEvent {
        account_id: AccountId(id),
        seq,
        topic: topic.into(),
        data,
    };
    Ok(rows.into_iter().map(event).collect())
}

/// The newest event's number of each account that has one.
pub async fn last_seqs(db: &Db, accounts: &[AccountId]) -> Result<Vec<(AccountId, i64)>, DbError> {
    let input = rows::Rows::default().int(accounts.iter().map(|account| account.0));
    let found: Vec<(i64, i64)> = rows::fetch(&mut db.read().await?, LAST_SEQS, input).await?;
    Ok(found.into_iter().map(|(account, seq)| (AccountId(account), seq)).collect())
}

/// Deletes events older than [`KEPT_MILLIS`]; gives how many.
pub async fn purge(db: &Db, now: UnixMillis) -> Result<u64, DbError> {
    let before = now.plus(-KEPT_MILLIS);
    let mut deleted = 0;
    loop {
        let mut tx = db.begin().await?;
        let rows = execute!(&mut tx, PURGE, before.0, PURGE_ROWS)?;
        tx.commit().await?;
        deleted += rows;
        if rows < PURGE_ROWS.unsigned_abs() {
            return Ok(deleted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resume_needs_every_event_after_it() {
        let table = [
            (Bounds { last: 0, oldest: None }, 0, true),
            (Bounds { last: 0, oldest: None }, 3, false),
            (Bounds { last: 9, oldest: Some(1) }, 0, true),
            (Bounds { last: 9, oldest: Some(5) }, 4, true),
            (Bounds { last: 9, oldest: Some(5) }, 3, false),
            (Bounds { last: 9, oldest: None }, 9, true),
            (Bounds { last: 9, oldest: None }, 8, false),
            (Bounds { last: 9, oldest: Some(5) }, 10, false),
        ];
        for (bounds, since, expected) in table {
            assert_eq!(bounds.covers(since), expected, "{bounds:?} {since}");
        }
    }
}
