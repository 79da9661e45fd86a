//! Payments to customers' addresses, as they were seen on the chains: a row for each output, with its block.

use std::collections::HashMap;

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Record;
use plumbline_core::funds::chains::SeenOutput;
use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::watcher::{Block, Received};
use crate::db::queue::{Part, Read};
use crate::db::{DbError, Session, Tx, rows, rows::Rows};
use crate::{execute, fetch_one, fetch_optional, fetch_part, fetch_readable, record, statements};

/// The reason for holding an output above the chain's maximum: an operator must accept it.
pub const TOO_LARGE: &str = "amount_too_large";
/// Rows of one statement: SQLite takes 32,766 values in one, and a block may pay thousands of customers.
const ROWS_AT_ONCE: usize = 1_000;

statements! {
    OWNERS("tt"): "SELECT address, account_id FROM chain_addresses WHERE (chain, address) IN ({rows})";
    /// An output that was seen before gets its block, unless it is in one and is not credited. If it pays otherwise
    /// there, the new payment is what will be credited, once an operator has accepted it; a credited output never
    /// changes. Old rows have no contract: a token's payment in a transaction with such a row may be that row's, so
    /// that an operator decides.
    ADD("itttiittiiti"): "INSERT INTO chain_outputs (id, chain, transaction_id, contract, output, account_id, address, \
            currency, amount, height, held, seen_at, recorded) \
        WITH v(id, chain, transaction_id, contract, output, account_id, address, currency, amount, height, held, seen_at) \
            AS ({rows}) \
        SELECT v.id, v.chain, v.transaction_id, v.contract, v.output, v.account_id, v.address, v.currency, v.amount, \
            v.height, CASE WHEN v.contract <> '' AND EXISTS (SELECT 1 FROM chain_outputs u WHERE u.chain = v.chain \
                AND u.transaction_id = v.transaction_id AND u.contract = '' \
                AND (u.recorded = 1 OR u.height IS NOT NULL)) THEN 'output_differs' ELSE v.held END, v.seen_at, 0 \
        FROM v WHERE TRUE \
        ON CONFLICT (chain, transaction_id, contract, output) DO UPDATE SET height = excluded.height, \
            held = CASE WHEN chain_outputs.amount = excluded.amount AND chain_outputs.address = excluded.address \
                AND chain_outputs.currency = excluded.currency THEN chain_outputs.held ELSE 'output_differs' END, \
            account_id = CASE chain_outputs.recorded WHEN 0 THEN excluded.account_id ELSE chain_outputs.account_id END, \
            address = CASE chain_outputs.recorded WHEN 0 THEN excluded.address ELSE chain_outputs.address END, \
            currency = CASE chain_outputs.recorded WHEN 0 THEN excluded.currency ELSE chain_outputs.currency END, \
            amount = CASE chain_outputs.recorded WHEN 0 THEN excluded.amount ELSE chain_outputs.amount END \
            WHERE chain_outputs.height IS NULL OR chain_outputs.recorded = 1";
    /// Holds an output that only the first reading contains.
    HOLD: "UPDATE chain_outputs SET held = 'output_differs' WHERE chain = $1 AND transaction_id = $2 AND contract = $3
        AND output = $4 AND recorded = 0 AND held IS NULL";
    /// Credited outputs that pay otherwise in this block.
    CONTRADICTED: "SELECT COUNT(*) FROM chain_outputs WHERE chain = $1 AND height = $2 AND recorded = 1 AND held IS NOT NULL";
    OF_BLOCK: "SELECT transaction_id, contract, output, address, currency, amount, recorded, id, account_id FROM chain_outputs
        WHERE chain = $1 AND height = $2";
    /// Returns each row as it is after concurrent changes.
    TAKE_BACK: "UPDATE chain_outputs SET height = NULL WHERE chain = $1 AND height > $2
        RETURNING recorded, id, account_id";
    TAKE_BACK_UNRECORDED: "UPDATE chain_outputs SET height = NULL WHERE chain = $1 AND recorded = 0";
    CURRENCIES_DUE: "SELECT DISTINCT currency FROM chain_outputs
        WHERE chain = $1 AND recorded = 0 AND held IS NULL AND height <= $2 ORDER BY currency";
    DUE: "SELECT id, account_id FROM chain_outputs
        WHERE chain = $1 AND currency = $2 AND recorded = 0 AND held IS NULL AND height <= $3 ORDER BY id
        LIMIT $4 OFFSET $5";
    HELD: "SELECT id, chain, transaction_id, output, account_id, address, currency, amount, held FROM chain_outputs
        WHERE recorded = 0 AND held IS NOT NULL ORDER BY id";
    /// Changes nothing and locks the row, so that it stays as it is read.
    LOCK_HELD: "UPDATE chain_outputs SET held = held WHERE id = $1 AND recorded = 0 AND held IS NOT NULL
        RETURNING id, chain, transaction_id, output, account_id, address, currency, amount, held";
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

/// The payments of a block to customers' addresses on the chain.
pub async fn owned(on: &mut impl Session, chain: &str, block: &Block) -> Result<Vec<(AccountId, Received)>, DbError> {
    let mut owned = Vec::new();
    for some in block.received.chunks(ROWS_AT_ONCE) {
        let addresses = some.iter().map(|received| received.address.as_str());
        let input = Rows::default().text(addresses.clone().map(|_| chain)).text(addresses);
        let found: Vec<(String, i64)> = rows::readable::<(String, i64), _>(on, "address", OWNERS, input).await?;
        let owners: HashMap<String, i64> = found.into_iter().collect();
        let of = |received: &Received| Some((AccountId(*owners.get(&received.address)?), received.clone()));
        owned.extend(some.iter().filter_map(of));
    }
    Ok(owned)
}

/// Adds a block's payments to customers; gives the number that contradict credited ones.
pub async fn add(tx: &mut Tx, chain: &str, height: i64, ours: &[Ours]) -> Result<i64, DbError> {
    for ours in ours.chunks(ROWS_AT_ONCE) {
        let received = || ours.iter().map(|ours| &ours.received);
        let input = Rows::default()
            .int(ours.iter().map(|ours| ours.id))
            .text(ours.iter().map(|_| chain))
            .text(received().map(|received| received.transaction.as_str()))
            .text(received().map(|received| received.contract.as_str()))
            .int(received().map(|received| received.index))
            .int(ours.iter().map(|ours| ours.account.0))
            .text(received().map(|received| received.address.as_str()))
            .text(received().map(|received| received.currency.as_str()))
            .int(received().map(|received| received.amount.units()))
            .int(ours.iter().map(|_| height))
            .text(ours.iter().map(|ours| ours.held))
            .int(ours.iter().map(|ours| ours.seen_at.0));
        rows::execute(tx, ADD, input).await?;
    }
    fetch_one!(tx, (i64,), CONTRADICTED, chain, height).map(|(count,)| count)
}

/// Holds an output for an operator.
pub async fn hold(tx: &mut Tx, chain: &str, of: &Received) -> Result<(), DbError> {
    execute!(tx, HOLD, chain, of.transaction.as_str(), of.contract.as_str(), of.index)?;
    Ok(())
}

/// Transaction, contract, number, address, currency, amount, and 1 if it is recorded.
type OfBlock = (String, String, i64, String, String, i64, i64);

/// The outputs seen in a block, each with true if it is recorded.
pub async fn of_block(on: &mut impl Session, chain: &str, height: i64) -> Result<Vec<(Received, bool)>, DbError> {
    let found: Vec<OfBlock> = fetch_readable!(on, SeenOutput::NAME, OfBlock, OF_BLOCK, chain, height)?;
    let read = |(transaction, contract, index, address, currency, amount, recorded)| {
        let amount = Quantity::from_units(amount);
        (Received { transaction, contract, index, address, currency, amount }, recorded != 0)
    };
    Ok(found.into_iter().map(read).collect())
}

/// Takes all outputs of the blocks after `height` off the chain, and gives the number of recorded ones among them.
pub async fn take_back(tx: &mut Tx, chain: &str, height: i64) -> Result<usize, DbError> {
    let taken: Vec<(i64,)> = fetch_readable!(tx, SeenOutput::NAME, (i64,), TAKE_BACK, chain, height)?;
    Ok(taken.iter().filter(|(recorded,)| *recorded != 0).count())
}

/// Takes unrecorded outputs off the chain: they count again when the blocks are followed afresh.
pub async fn take_back_unrecorded(tx: &mut Tx, chain: &str) -> Result<(), DbError> {
    execute!(tx, TAKE_BACK_UNRECORDED, chain).map(drop)
}

/// Currencies of outputs that are not held, in blocks up to `height`.
pub async fn currencies_due(on: &mut impl Session, chain: &str, height: i64) -> Result<Vec<String>, DbError> {
    let found: Vec<(String,)> = fetch_readable!(on, SeenOutput::NAME, (String,), CURRENCIES_DUE, chain, height)?;
    Ok(found.into_iter().map(|(currency,)| currency).collect())
}

/// A part of the outputs of a currency that are not held, in blocks up to `height`, with their accounts; those that
/// were seen first come first.
pub async fn due(
    on: &mut impl Session,
    chain: &str,
    currency: &str,
    height: i64,
    part: Part,
) -> Result<Read<(i64, i64)>, DbError> {
    fetch_part!(on, SeenOutput::NAME, (i64, i64), DUE, part, chain, currency, height)
}

/// An output that waits for an operator.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Held {
    pub id: i64,
    pub chain: String,
    #[sqlx(rename = "transaction_id")]
    pub transaction: String,
    pub output: i64,
    #[sqlx(rename = "account_id")]
    pub account: i64,
    pub address: String,
    pub currency: String,
    pub amount: i64,
    #[sqlx(rename = "held")]
    pub reason: String,
}

/// Outputs that wait for an operator.
pub async fn held(on: &mut impl Session) -> Result<Vec<Held>, DbError> {
    fetch_readable!(on, SeenOutput::NAME, Held, HELD)
}

/// An output that waits for an operator, locked until the transaction ends.
pub async fn lock_held(tx: &mut Tx, id: i64) -> Result<Option<Held>, DbError> {
    fetch_optional!(tx, Held, LOCK_HELD, id)
}

/// Lets an output that is held be credited.
pub async fn accept(tx: &mut Tx, id: i64) -> Result<(), DbError> {
    execute!(tx, ACCEPT, id).map(drop)
}

record! {
    /// An output with its recorded deposit.
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
