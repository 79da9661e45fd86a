//! What customers hear of a batch: one stream an account, numbered without gaps, stored in the same transaction.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::decision::Facts;
use plumbline_core::ids::AccountId;
use plumbline_core::orders::Order;
use plumbline_core::time::UnixMillis;

use super::error::BatchError;
use super::records::Told;
use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::push::AccountEvent;
use crate::{push, statements};

/// What is locked of an account: the last number of its stream, and how many orders it has open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stream {
    last_seq: i64,
    open_orders: i64,
}

#[derive(Debug, Default)]
pub(super) struct Streams(BTreeMap<AccountId, Stream>);

impl Streams {
    pub(super) fn load_open_orders(&self, facts: &mut Facts) {
        self.0.iter().for_each(|(account, stream)| facts.load_open::<Order>(*account, stream.open_orders));
    }

    /// Numbers what a batch tells, and takes in how many orders are open after it.
    pub(super) fn number(&mut self, told: Vec<Told>, facts: &Facts) -> Result<Vec<AccountEvent>, BatchError> {
        let mut events = Vec::with_capacity(told.len());
        for Told { account, topic, data } in told {
            let stream = self.0.get_mut(&account).ok_or(BatchError::StreamNotLocked(account))?;
            stream.last_seq += 1;
            events.push(AccountEvent { account_id: account, seq: stream.last_seq, topic: topic.into(), data });
        }
        for (account, stream) in &mut self.0 {
            stream.open_orders = facts.count_open::<Order>(*account)?;
        }
        Ok(events)
    }
}

statements! {
    OPEN_STREAMS("i"): "WITH v(account_id) AS ({rows})
        INSERT INTO account_streams (account_id, last_seq)
        SELECT account_id, 0 FROM v WHERE true ORDER BY account_id ON CONFLICT (account_id) DO NOTHING";
    LOCK_STREAMS("i"): "SELECT account_id, last_seq, open_orders FROM account_streams
        WHERE account_id IN ({rows}) ORDER BY account_id {lock}";
    STORE_STREAMS("iii"): "INSERT INTO account_streams (account_id, last_seq, open_orders) {rows}
        ON CONFLICT (account_id) DO UPDATE SET last_seq = excluded.last_seq, open_orders = excluded.open_orders";
}

/// Locks the streams of `accounts` in sorted order, which keeps other servers away from these accounts until the
/// commit, and gives their last numbers.
pub(super) async fn lock_streams(batch: &mut Batch, accounts: &BTreeSet<AccountId>) -> Result<Streams, DbError> {
    let ids = || Rows::default().int(accounts.iter().map(|account| account.0));
    let mut found: Vec<(i64, i64, i64)> = rows::fetch(batch, LOCK_STREAMS, ids()).await?;
    if found.len() < accounts.len() {
        rows::execute(batch, OPEN_STREAMS, ids()).await?;
        found = rows::fetch(batch, LOCK_STREAMS, ids()).await?;
    }
    let stream = |(account, last_seq, open_orders)| (AccountId(account), Stream { last_seq, open_orders });
    Ok(Streams(found.into_iter().map(stream).collect()))
}

pub(super) async fn store(
    batch: &mut Batch,
    streams: &Streams,
    events: &[AccountEvent],
    now: UnixMillis,
) -> Result<(), DbError> {
    if events.is_empty() {
        return Ok(());
    }
    let told: BTreeSet<AccountId> = events.iter().map(|event| event.account_id).collect();
    let moved: Vec<(&AccountId, &Stream)> = streams.0.iter().filter(|(account, _)| told.contains(account)).collect();
    let input = Rows::default()
        .int(moved.iter().map(|(account, _)| account.0))
        .int(moved.iter().map(|(_, stream)| stream.last_seq))
        .int(moved.iter().map(|(_, stream)| stream.open_orders));
    rows::store(batch, STORE_STREAMS, input).await?;
    push::events::store(batch, events, now).await
}
