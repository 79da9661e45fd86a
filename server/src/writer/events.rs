//! What customers hear of a batch: one stream an account, numbered without gaps, stored in the same transaction.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::command::Facts;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::time::UnixMillis;

use super::error::BatchError;
use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::ledger::WalletEvent;
use crate::orders::OrderRow;
use crate::positions::PositionEvent;
use crate::push::AccountEvent;
use crate::{funds, push, statements};

/// How instruments are called on the wire.
pub trait Listings: Send + Sync + std::fmt::Debug {
    /// The code, the market and the asset source of an instrument.
    fn describe(&self, instrument: InstrumentId) -> Option<(String, &'static str, i64)>;
}

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
        self.0.iter().for_each(|(account, stream)| facts.load_open_orders(*account, stream.open_orders));
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

/// The events for what a batch wrote: orders first, then positions, wallets and messages.
pub(super) fn of(
    facts: &Facts,
    streams: &mut Streams,
    listings: &dyn Listings,
) -> Result<Vec<AccountEvent>, BatchError> {
    let mut events = Vec::new();
    let mut add = |account: AccountId, topic: &'static str, data: serde_json::Result<String>| {
        let stream = streams.0.get_mut(&account).ok_or(BatchError::StreamNotLocked(account))?;
        stream.last_seq += 1;
        events.push(AccountEvent { account_id: account, seq: stream.last_seq, topic: topic.into(), data: data? });
        Ok::<(), BatchError>(())
    };
    for order in facts.written_orders() {
        add(order.at.account, "orders", serde_json::to_string(&OrderRow::of(order, listings)))?;
    }
    for position in facts.written_positions() {
        add(position.key.account, "positions", serde_json::to_string(&PositionEvent::of(position, listings)))?;
    }
    for (key, balance) in facts.written_balances() {
        add(key.account, "wallets", serde_json::to_string(&WalletEvent::of(*key, *balance)))?;
    }
    for deposit in facts.written_deposits() {
        add(deposit.account, "messages", serde_json::to_string(&funds::DepositMessage::of(deposit)))?;
    }
    for (account, stream) in &mut streams.0 {
        stream.open_orders = facts.open_orders(*account)?;
    }
    Ok(events)
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
