//! What happened to an account, in order, as the database keeps it for clients that come back.

use std::borrow::Cow;
use std::collections::BTreeMap;

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde_json::value::RawValue;

use super::topic::UserTopic;
use crate::db::{Batch, Db, DbError, rows, rows::Rows};
use crate::{execute, fetch_all, fetch_optional, statements};

/// How long events are kept for a client to resume from. Beyond that it reads again over HTTP.
pub const KEPT_MILLIS: i64 = 7 * UnixMillis::DAY;
/// Rows that one purge statement deletes, so that it does not hold SQLite's one writer for long.
const PURGE_ROWS: i64 = 1_000;

statements! {
    STORE("iiiti"): "INSERT INTO account_events (account_id, first_seq, last_seq, events, created_at) {rows}";
    SINCE: "SELECT first_seq, events FROM account_events
            WHERE account_id = $1 AND last_seq > $2 ORDER BY last_seq LIMIT $3";
    BOUNDS: "SELECT s.last_seq, (SELECT e.first_seq FROM account_events e WHERE e.account_id = s.account_id
                                 ORDER BY e.last_seq LIMIT 1)
             FROM account_streams s WHERE s.account_id = $1";
    LAST_SEQS("i"): "WITH v(account_id) AS ({rows})
                     SELECT s.account_id, s.last_seq FROM v JOIN account_streams s ON s.account_id = v.account_id";
    PURGE: "DELETE FROM account_events WHERE (account_id, last_seq) IN
            (SELECT account_id, last_seq FROM account_events WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
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

/// Stores events, those of one account in the order of their numbers and without a gap: one row an account, because
/// what one batch tells an account is read together.
pub async fn store(batch: &mut Batch, events: &[AccountEvent], now: UnixMillis) -> Result<(), DbError> {
    let mut accounts: BTreeMap<AccountId, Vec<&AccountEvent>> = BTreeMap::new();
    events.iter().for_each(|event| accounts.entry(event.account_id).or_default().push(event));
    let input = Rows::default()
        .int(accounts.keys().map(|account| account.0))
        .int(accounts.values().map(|events| events[0].seq))
        .int(accounts.values().map(|events| events[events.len() - 1].seq))
        .text(accounts.values().map(|events| write_events(events)))
        .int(accounts.values().map(|_| now.0));
    rows::store(batch, STORE, input).await
}

/// The first events after `since`, in order.
#[derive(Debug)]
pub struct Chunk {
    pub events: Vec<AccountEvent>,
    /// True when there may be more than these.
    pub more: bool,
}

/// The events after `since` that the next `limit` batches told.
pub async fn since(db: &Db, account: AccountId, since: i64, limit: i64) -> Result<Chunk, DbError> {
    let rows = fetch_all!(&mut db.read().await?, (i64, String), SINCE, account.0, since, limit)?;
    let (mut events, more) = (Vec::new(), rows.len() as i64 == limit);
    for (first_seq, stored) in rows {
        let told = read_events(&stored).ok_or(DbError::Corrupt { column: "account_events.events", value: stored })?;
        let numbered = (first_seq..).zip(told);
        let event = |(seq, (topic, data))| AccountEvent { account_id: account, seq, topic, data };
        events.extend(numbered.map(event).filter(|event| event.seq > since));
    }
    Ok(Chunk { events, more })
}

/// A JSON array of `[topic, data]`. Topics need no escaping, and `data` is JSON.
fn write_events(events: &[&AccountEvent]) -> String {
    let mut text = String::with_capacity(events.iter().map(|event| event.data.len() + 24).sum());
    for (index, event) in events.iter().enumerate() {
        text += if index == 0 { "[[\"" } else { ",[\"" };
        text += &event.topic;
        text += "\",";
        text += &event.data;
        text.push(']');
    }
    text.push(']');
    text
}

fn read_events(stored: &str) -> Option<Vec<(Cow<'static, str>, String)>> {
    let events: Vec<(String, &RawValue)> = serde_json::from_str(stored).ok()?;
    Some(events.into_iter().map(|(topic, data)| (Cow::Owned(topic), data.get().to_owned())).collect())
}

/// The newest event's number of each account that has one.
pub async fn last_seqs(db: &Db, accounts: &[AccountId]) -> Result<Vec<(AccountId, i64)>, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let found: Vec<(i64, i64)> = rows::fetch(&mut db.read().await?, LAST_SEQS, input).await?;
    Ok(found.into_iter().map(|(account, seq)| (AccountId(account), seq)).collect())
}

/// Deletes events older than [`KEPT_MILLIS`]; gives the number of rows.
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
