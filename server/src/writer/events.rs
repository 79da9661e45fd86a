//! What customers hear of a batch: one stream an account, numbered without gaps, stored in the same transaction.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use plumbline_core::decision::Facts;
use plumbline_core::ids::AccountId;
use plumbline_core::inbox::Notice;
use plumbline_core::orders::Order;
use plumbline_core::time::UnixMillis;
use tokio::time::Instant;

use super::error::BatchError;
use super::records::Told;
use crate::db::{Batch, Db, DbError, rows, rows::Rows};
use crate::push::events::Link;
use crate::push::{self, AccountEvent};
use crate::statements;

/// What is locked of an account: the last number of its stream and the row that tells of it, how many orders it has open,
/// and how many notices unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stream {
    last_seq: i64,
    last_event: Option<i64>,
    open_orders: i64,
    unread_notices: i64,
}

/// What a batch tells, and the row that will hold it of each account.
#[derive(Debug)]
pub(super) struct Numbered {
    pub events: Vec<AccountEvent>,
    links: BTreeMap<AccountId, Link>,
}

#[derive(Debug, Default)]
pub(super) struct Streams(BTreeMap<AccountId, Stream>);

impl Streams {
    pub(super) fn load_counts(&self, facts: &mut Facts) {
        for (account, stream) in &self.0 {
            facts.load_open::<Order>(*account, stream.open_orders);
            facts.load_open::<Notice>(*account, stream.unread_notices);
        }
    }

    /// Numbers what a batch tells, and takes in how many orders are open and notices unread after it. Rows of events take their ids from
    /// `ids`, in the order of the accounts.
    pub(super) fn number(
        &mut self,
        told: Vec<Told>,
        facts: &Facts,
        ids: &mut dyn FnMut() -> i64,
    ) -> Result<Numbered, BatchError> {
        let mut events = Vec::with_capacity(told.len());
        for Told { account, topic, data } in told {
            let stream = self.0.get_mut(&account).ok_or(BatchError::StreamNotLocked(account))?;
            stream.last_seq += 1;
            events.push(AccountEvent { account_id: account, seq: stream.last_seq, topic: topic.into(), data });
        }
        let accounts: BTreeSet<AccountId> = events.iter().map(|event| event.account_id).collect();
        let mut links = BTreeMap::new();
        for (account, stream) in &mut self.0 {
            stream.open_orders = facts.count_open::<Order>(*account)?;
            stream.unread_notices = facts.count_open::<Notice>(*account)?;
            if accounts.contains(account) {
                let id = ids();
                links.insert(*account, Link { id, previous: stream.last_event.replace(id) });
            }
        }
        Ok(Numbered { events, links })
    }
}

/// How long is waited for what other servers are storing; a batch takes milliseconds.
const SETTLES_WITHIN: Duration = Duration::from_secs(5);
const LOOK_AGAIN_AFTER: Duration = Duration::from_millis(20);

/// Who has locked streams, or wrote to them, and has not ended. To read it takes no lock that a batch waits for.
const HOLDERS: &str = "SELECT DISTINCT virtualtransaction FROM pg_locks
    WHERE locktype = 'relation' AND relation = 'account_streams'::regclass AND granted
      AND mode IN ('RowShareLock', 'RowExclusiveLock')
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// Waits for the batches of all servers that have locked streams: each locks them before it reads the time, so that what
/// begins afterwards is decided later. Whether all of them have ended: nobody waits for long for a server that hangs, and its
/// batches hold up no others. On SQLite one server writes, and waits for itself.
pub(super) async fn settled(db: &Db) -> Result<bool, DbError> {
    let Db::Postgres { pool, .. } = db else { return Ok(true) };
    let holders = async || sqlx::query_scalar::<_, String>(HOLDERS).fetch_all(pool).await;
    let (until, before) = (Instant::now() + SETTLES_WITHIN, holders().await?);
    let mut left = before.len();
    while left > 0 && Instant::now() < until {
        tokio::time::sleep(LOOK_AGAIN_AFTER).await;
        let now = holders().await?;
        left = before.iter().filter(|holder| now.contains(holder)).count();
    }
    if left > 0 {
        tracing::warn!(
            transactions = left,
            "transactions on customers' streams do not end: a server on this database hangs, or is slow"
        );
    }
    Ok(left == 0)
}

statements! {
    OPEN_STREAMS("i"): "WITH v(account_id) AS ({rows})
        INSERT INTO account_streams (account_id, last_seq)
        SELECT account_id, 0 FROM v WHERE true ORDER BY account_id ON CONFLICT (account_id) DO NOTHING";
    LOCK_STREAMS("i"): "SELECT account_id, last_seq, last_event_id, open_orders, unread_notices FROM account_streams
        WHERE account_id IN ({rows}) ORDER BY account_id {lock}";
    STORE_STREAMS("iiiii"): "INSERT INTO account_streams
            (account_id, last_seq, last_event_id, open_orders, unread_notices) {rows}
        ON CONFLICT (account_id) DO UPDATE SET last_seq = excluded.last_seq,
            last_event_id = excluded.last_event_id, open_orders = excluded.open_orders,
            unread_notices = excluded.unread_notices";
}

/// Locks the streams of `accounts` in sorted order, which keeps other servers away from these accounts until the
/// commit, and gives where they stand.
pub(super) async fn lock_streams(batch: &mut Batch, accounts: &BTreeSet<AccountId>) -> Result<Streams, DbError> {
    let ids = || Rows::default().int(accounts.iter().map(|account| account.0));
    let mut found: Vec<(i64, i64, Option<i64>, i64, i64)> = rows::fetch(batch, LOCK_STREAMS, ids()).await?;
    if found.len() < accounts.len() {
        rows::execute(batch, OPEN_STREAMS, ids()).await?;
        found = rows::fetch(batch, LOCK_STREAMS, ids()).await?;
    }
    let streams = found.into_iter().map(|(account, last_seq, last_event, open_orders, unread_notices)| {
        (AccountId(account), Stream { last_seq, last_event, open_orders, unread_notices })
    });
    Ok(Streams(streams.collect()))
}

pub(super) async fn store(
    batch: &mut Batch,
    streams: &Streams,
    Numbered { events, links }: &Numbered,
    now: UnixMillis,
) -> Result<(), DbError> {
    let moved: Vec<(&AccountId, &Stream)> =
        streams.0.iter().filter(|(account, _)| links.contains_key(account)).collect();
    let input = Rows::default()
        .int(moved.iter().map(|(account, _)| account.0))
        .int(moved.iter().map(|(_, stream)| stream.last_seq))
        .int(moved.iter().map(|(_, stream)| stream.last_event))
        .int(moved.iter().map(|(_, stream)| stream.open_orders))
        .int(moved.iter().map(|(_, stream)| stream.unread_notices));
    rows::store(batch, STORE_STREAMS, input).await?;
    push::events::store(batch, links, events, now).await
}
