//! What customers hear of a batch: one stream an account, numbered without gaps, stored in the same transaction.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::decision::Facts;
use plumbline_core::ids::AccountId;
use plumbline_core::inbox::Notice;
use plumbline_core::orders::Order;
use plumbline_core::time::UnixMillis;

use super::error::BatchError;
use super::records::Told;
use crate::db::{Batch, DbError, aside::count, rows, rows::Rows};
use crate::push::events::Link;
use crate::push::{self, AccountEvent};
use crate::{record, statements};

/// What is locked of an account: the last number of its stream and the row that tells of it, how many orders it has open,
/// and how many notices unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
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

/// How streams are named to operators.
pub const STREAM: &str = "stream";

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

/// Locks the streams of `accounts` in sorted order, which keeps notices that are told outside of the write path away from
/// these accounts until the commit, and gives where they stand.
pub(super) async fn lock_streams(batch: &mut Batch, accounts: &BTreeSet<AccountId>) -> Result<Streams, DbError> {
    let ids = || Rows::default().int(accounts.iter().map(|account| account.0));
    let mut found = rows::read::<StreamRow, _>(batch, STREAM, LOCK_STREAMS, ids()).await?;
    if found.len() < accounts.len() {
        rows::execute(batch, OPEN_STREAMS, ids()).await?;
        found = rows::read::<StreamRow, _>(batch, STREAM, LOCK_STREAMS, ids()).await?;
    }
    Ok(Streams(found.into_iter().map(|LockedStream(account, stream)| (account, stream)).collect()))
}

record! {
    /// A row of `account_streams`.
    pub struct StreamRow {
        account_id: i64,
        last_seq: i64,
        last_event_id: Option<i64>,
        open_orders: i64,
        unread_notices: i64,
    }
}

/// The stream of an account.
#[derive(Debug)]
pub struct LockedStream(AccountId, Stream);

impl TryFrom<StreamRow> for LockedStream {
    type Error = DbError;

    fn try_from(row: StreamRow) -> Result<Self, DbError> {
        let StreamRow { account_id, last_seq, last_event_id: last_event, open_orders, unread_notices } = row;
        // Each is counted on from.
        for (column, counted) in [
            ("account_streams.last_seq", last_seq),
            ("account_streams.open_orders", open_orders),
            ("account_streams.unread_notices", unread_notices),
        ] {
            count(column, counted)?;
        }
        Ok(Self(AccountId(account_id), Stream { last_seq, last_event, open_orders, unread_notices }))
    }
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
