//! The events of accounts, in order, as the database stores them for clients that come back.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;
use serde_json::value::RawValue;

use super::topic::UserTopic;
use crate::db::durable::read_from_disk;
use crate::db::{Batch, Db, DbError, Tx, rows, rows::Rows};
use crate::ids::Ids;
use crate::{execute, fetch_all, fetch_optional, statements};

/// Time for which events are kept for a client to resume from. Beyond that it reads again over HTTP.
pub const KEPT_MILLIS: i64 = 7 * UnixMillis::DAY;
/// Events that a client may be behind and still be sent them; beyond that, reading again over HTTP is cheaper.
pub const BEHIND_MAX: i64 = 2_000;
/// Events that are read, and sent to a client, at a time.
pub const PART: i64 = 64;
/// Rows that one purge statement deletes, so that it does not hold SQLite's one writer for long.
const PURGE_ROWS: i64 = 1_000;

statements! {
    STORE("iiiiti"): "INSERT INTO account_events (id, previous_id, account_id, first_seq, events, created_at) {rows}";
    NEWEST: "SELECT last_seq, last_event_id FROM account_streams WHERE account_id = $1";
    NEWEST_OF("i"): "WITH v(account_id) AS ({rows})
                     SELECT s.account_id, s.last_seq FROM v JOIN account_streams s ON s.account_id = v.account_id";
    /// The rows from an account's newest one back to the one with the event after $2, or to the oldest that is kept.
    /// `first_seq` falls with every step, so that the recursion ends whatever the rows contain.
    TRAIL: "WITH RECURSIVE trail(id, previous_id, first_seq) AS (
                SELECT id, previous_id, first_seq FROM account_events WHERE id = $1
                UNION ALL SELECT e.id, e.previous_id, e.first_seq
                FROM trail t JOIN account_events e ON e.id = t.previous_id
                WHERE t.first_seq - 1 > $2 AND e.first_seq < t.first_seq)
            SELECT id, first_seq FROM trail ORDER BY first_seq";
    READ("i"): "WITH v(id) AS ({rows})
                SELECT e.first_seq, e.events FROM v JOIN account_events e ON e.id = v.id ORDER BY e.first_seq";
    PURGE: "DELETE FROM account_events WHERE id IN
            (SELECT id FROM account_events WHERE id < $1 ORDER BY id LIMIT $2)";
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
    /// `None` for a topic that only a newer server has.
    pub fn user_topic(&self) -> Option<UserTopic> {
        UserTopic::from_code(&self.topic)
    }
}

/// The id of a row of events, and of the account's previous row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub id: i64,
    /// `None` for the account's first.
    pub previous: Option<i64>,
}

/// Stores events, those of one account in the order of their numbers and without a gap: one row an account, because an
/// account's events of one batch are read together. Rows are appended behind all others: an index by account would be
/// another page to write for each of them. An account's rows are found from the newest one back.
pub async fn store(
    batch: &mut Batch,
    links: &BTreeMap<AccountId, Link>,
    events: &[AccountEvent],
    now: UnixMillis,
) -> Result<(), DbError> {
    let mut accounts: BTreeMap<AccountId, Vec<&AccountEvent>> = BTreeMap::new();
    events.iter().for_each(|event| accounts.entry(event.account_id).or_default().push(event));
    debug_assert!(accounts.keys().eq(links.keys()), "a link for each account");
    let input = Rows::default()
        .int(links.values().map(|link| link.id))
        .int(links.values().map(|link| link.previous))
        .int(accounts.keys().map(|account| account.0))
        .int(accounts.values().map(|events| events[0].seq))
        .text(accounts.values().map(|events| write_events(events)))
        .int(accounts.values().map(|_| now.0));
    rows::store(batch, STORE, input).await
}

/// Stores one event outside of the writer's batches.
pub(super) async fn store_one(tx: &mut Tx, link: Link, event: &AccountEvent, now: UnixMillis) -> Result<(), DbError> {
    let input = Rows::default()
        .int([link.id])
        .int([link.previous])
        .int([event.account_id.0])
        .int([event.seq])
        .text([write_events(&[event])])
        .int([now.0]);
    rows::execute(tx, STORE, input).await?;
    Ok(())
}

/// The number of an account's newest event, and the id of its row; 0 before the first. That event and all before it are
/// on the disk: a number that a client received and the database lost would later be another event's.
async fn newest_row(db: &Db, account: AccountId) -> Result<(i64, Option<i64>), DbError> {
    let mut reader = db.read().await?;
    let newest = fetch_optional!(&mut reader, (i64, Option<i64>), NEWEST, account.0)?.unwrap_or_default();
    read_from_disk(&mut reader).await?;
    Ok(newest)
}

/// The number of an account's newest event; 0 before the first.
pub async fn newest(db: &Db, account: AccountId) -> Result<i64, DbError> {
    Ok(newest_row(db, account).await?.0)
}

/// The events of an account after a given one, read in parts, because a client may be slow.
#[derive(Debug)]
pub struct Missed {
    account: AccountId,
    /// The account's newest event.
    pub newest: i64,
    /// The event after which all can be sent; later than the requested one when that is no longer kept, or more than
    /// [`BEHIND_MAX`] events ago.
    pub after: i64,
    /// The rows that were not read yet, with the numbers of their first events, oldest first.
    rows: VecDeque<(i64, i64)>,
    /// Events that were read and not given out yet.
    read: VecDeque<AccountEvent>,
}

impl Missed {
    pub async fn since(db: &Db, account: AccountId, since: i64) -> Result<Self, DbError> {
        let (newest, row) = newest_row(db, account).await?;
        let mut missed = Self {
            account,
            newest,
            after: since.max(newest - BEHIND_MAX),
            rows: VecDeque::new(),
            read: VecDeque::new(),
        };
        if missed.after < newest {
            let rows = fetch_all!(&mut db.read().await?, (i64, i64), TRAIL, row, missed.after)?;
            missed.after = rows.first().map_or(newest, |(_, first_seq)| missed.after.max(first_seq - 1));
            missed.rows = rows.into();
        }
        Ok(missed)
    }

    /// The next events, in order; empty at the end.
    pub async fn next(&mut self, db: &Db) -> Result<Vec<AccountEvent>, DbError> {
        if self.read.is_empty()
            && let Some((_, first)) = self.rows.front()
        {
            let until = first + PART;
            let count = self.rows.partition_point(|(_, first_seq)| *first_seq < until);
            let input = Rows::default().int(self.rows.drain(..count).map(|(id, _)| id));
            let rows: Vec<(i64, String)> = rows::fetch(&mut db.read().await?, READ, input).await?;
            for (first_seq, stored) in rows {
                let told = read_events(&stored);
                let told = told.ok_or(DbError::Corrupt { column: "account_events.events", value: stored })?;
                let numbered = (first_seq..).zip(told).filter(|(seq, _)| *seq > self.after);
                let account_id = self.account;
                self.read.extend(numbered.map(|(seq, (topic, data))| AccountEvent { account_id, seq, topic, data }));
            }
        }
        let count = self.read.len().min(PART as usize);
        Ok(self.read.drain(..count).collect())
    }
}

/// Writes a JSON array of `[topic, data]`. Topics need no escaping, and `data` is JSON.
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

/// The number of the newest event that is on the disk, for each account that has one.
pub async fn newest_of(db: &Db, accounts: &[AccountId]) -> Result<Vec<(AccountId, i64)>, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let mut reader = db.read().await?;
    let found: Vec<(i64, i64)> = rows::readable::<(i64, i64), _>(&mut reader, "stream", NEWEST_OF, input).await?;
    read_from_disk(&mut reader).await?;
    Ok(found.into_iter().map(|(account, seq)| (AccountId(account), seq)).collect())
}

/// Deletes events older than [`KEPT_MILLIS`], by their ids; gives the number of rows.
pub async fn purge(db: &Db, now: UnixMillis) -> Result<u64, DbError> {
    let (first_kept, _) = Ids::between(now.plus(-KEPT_MILLIS), now);
    let mut deleted = 0;
    loop {
        let mut tx = db.begin().await?;
        let rows = execute!(&mut tx, PURGE, first_kept, PURGE_ROWS)?;
        tx.commit().await?;
        deleted += rows;
        if rows < PURGE_ROWS.unsigned_abs() {
            return Ok(deleted);
        }
    }
}
