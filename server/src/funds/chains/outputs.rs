//! What came to customers' addresses, as it was seen on the chains: a row an output, in whichever block it is.

use std::collections::HashMap;

use plumbline_core::decimal::Quantity;
use plumbline_core::funds::chains::Output;
use plumbline_core::ids::{AccountId, ChainDepositId};
use plumbline_core::time::UnixMillis;

use super::watcher::{Block, Received};
use crate::db::{DbError, Session, Tx, rows, rows::Rows};
use crate::{execute, fetch_all, fetch_one, record, statements};

/// More than the chain's maximum: an operator looks before it is credited.
pub const TOO_LARGE: &str = "amount_too_large";

statements! {
    OWNERS("tt"): "SELECT address, account_id FROM chain_addresses WHERE (chain, address) IN ({rows})";
    /// One that was seen before gets its block, unless it stands in one; what it pays never changes.
    ADD("ittiittiiti"): "INSERT INTO chain_outputs (id, chain, transaction_id, output, account_id, address, currency, \
            amount, height, held, seen_at, recorded) \
        SELECT v.*, 0 FROM ({rows}) v WHERE TRUE \
        ON CONFLICT (chain, transaction_id, output) DO UPDATE SET height = excluded.height, \
            held = CASE WHEN chain_outputs.amount = excluded.amount AND chain_outputs.address = excluded.address \
                AND chain_outputs.currency = excluded.currency THEN chain_outputs.held ELSE 'output_differs' END \
            WHERE chain_outputs.height IS NULL";
    CREDITED_AFTER: "SELECT COUNT(*) FROM chain_outputs o JOIN chain_deposits d ON d.id = o.id
        WHERE o.chain = $1 AND o.height > $2";
    TAKE_BACK: "UPDATE chain_outputs SET height = NULL WHERE chain = $1 AND height > $2";
    DUE: "SELECT id, chain, transaction_id, output, account_id, currency, amount FROM chain_outputs
        WHERE chain = $1 AND recorded = 0 AND held IS NULL AND height <= $2 ORDER BY id LIMIT $3";
    RECORDED: "UPDATE chain_outputs SET recorded = 1 WHERE id = $1";
    HELD: "SELECT id, chain, transaction_id, output, account_id, currency, amount FROM chain_outputs
        WHERE recorded = 0 AND held IS NOT NULL ORDER BY id";
    ACCEPT: "UPDATE chain_outputs SET held = NULL WHERE id = $1 AND recorded = 0 AND held IS NOT NULL";
    SEEN("i"): "SELECT o.id, o.chain, o.transaction_id, o.output, o.address, o.currency, o.amount, o.height, o.held, o.seen_at,
            d.status, d.rate, d.booked, d.updated_at
        FROM chain_outputs o LEFT JOIN chain_deposits d ON d.id = o.id WHERE o.id IN ({rows})";
}

/// An output to a customer's address.
#[derive(Clone, Debug)]
pub struct Ours {
    pub id: i64,
    pub account: AccountId,
    pub received: Received,
    pub held: Option<&'static str>,
    pub seen_at: UnixMillis,
}

/// What of a block is paid to customers' addresses on the chain.
pub async fn owned(on: &mut impl Session, chain: &str, block: &Block) -> Result<Vec<(AccountId, Received)>, DbError> {
    let addresses = block.received.iter().map(|received| received.address.as_str());
    let input = Rows::default().text(addresses.clone().map(|_| chain)).text(addresses);
    let found: Vec<(String, i64)> = rows::fetch(on, OWNERS, input).await?;
    let owners: HashMap<String, i64> = found.into_iter().collect();
    let owned = |received: &Received| Some((AccountId(*owners.get(&received.address)?), received.clone()));
    Ok(block.received.iter().filter_map(owned).collect())
}

pub async fn add(tx: &mut Tx, chain: &str, height: i64, ours: &[Ours]) -> Result<(), DbError> {
    let received = || ours.iter().map(|ours| &ours.received);
    let input = Rows::default()
        .int(ours.iter().map(|ours| ours.id))
        .text(ours.iter().map(|_| chain))
        .text(received().map(|received| received.transaction.as_str()))
        .int(received().map(|received| received.index))
        .int(ours.iter().map(|ours| ours.account.0))
        .text(received().map(|received| received.address.as_str()))
        .text(received().map(|received| received.currency.as_str()))
        .int(received().map(|received| received.amount.units()))
        .int(ours.iter().map(|_| height))
        .text(ours.iter().map(|ours| ours.held))
        .int(ours.iter().map(|ours| ours.seen_at.0));
    rows::execute(tx, ADD, input).await.map(drop)
}

/// Takes all outputs of the blocks after `height` off the chain, and says how many of them are recorded already.
pub async fn take_back(tx: &mut Tx, chain: &str, height: i64) -> Result<i64, DbError> {
    let (credited,) = fetch_one!(tx, (i64,), CREDITED_AFTER, chain, height)?;
    execute!(tx, TAKE_BACK, chain, height)?;
    Ok(credited)
}

/// An output that is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub id: ChainDepositId,
    pub account: AccountId,
    pub output: Output,
    pub currency: String,
    pub amount: Quantity,
}

type DueRow = (i64, String, String, i64, i64, String, i64);

fn due_of((id, chain, transaction, index, account, currency, amount): DueRow) -> Due {
    let (id, account, amount) = (ChainDepositId(id), AccountId(account), Quantity::from_units(amount));
    Due { id, account, output: Output { chain, transaction, index }, currency, amount }
}

/// Outputs that no reason holds back, in blocks up to `height`, the first that were seen first.
pub async fn due(on: &mut impl Session, chain: &str, height: i64, at_most: i64) -> Result<Vec<Due>, DbError> {
    Ok(fetch_all!(on, DueRow, DUE, chain, height, at_most)?.into_iter().map(due_of).collect())
}

/// Outputs that wait for an operator.
pub async fn held(on: &mut impl Session) -> Result<Vec<Due>, DbError> {
    Ok(fetch_all!(on, DueRow, HELD)?.into_iter().map(due_of).collect())
}

/// Lets an output that is held be credited.
pub async fn accept(tx: &mut Tx, id: ChainDepositId) -> Result<bool, DbError> {
    Ok(execute!(tx, ACCEPT, id.0)? > 0)
}

pub async fn recorded(tx: &mut Tx, id: ChainDepositId) -> Result<(), DbError> {
    execute!(tx, RECORDED, id.0).map(drop)
}

record! {
    /// An output with what was recorded of it.
    pub struct Seen {
        pub id: i64,
        pub chain: String,
        pub transaction_id: String,
        pub output: i64,
        pub address: String,
        pub currency: String,
        pub amount: i64,
        /// `None` while no block has it.
        pub height: Option<i64>,
        pub held: Option<String>,
        pub seen_at: i64,
        pub status: Option<i64>,
        pub rate: Option<i64>,
        pub booked: Option<i64>,
        pub updated_at: Option<i64>,
    }
}

/// The outputs with these ids.
pub async fn seen(on: &mut impl Session, ids: &[i64]) -> Result<Vec<Seen>, DbError> {
    rows::fetch(on, SEEN, Rows::default().int(ids.iter().copied())).await
}
