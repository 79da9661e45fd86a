//! Watched instruments.

use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::time::UnixMillis;

use crate::db::{DbError, Session, Tx};
use crate::{execute, fetch_all, fetch_one, fetch_optional, statements};

/// Instruments that one customer can watch.
pub const MAX: i64 = 500;

statements! {
    ALL: "SELECT id, instrument_id FROM watchlist WHERE account_id = $1 ORDER BY position, id";
    COUNT: "SELECT COUNT(*) FROM watchlist WHERE account_id = $1";
    FIND: "SELECT id FROM watchlist WHERE account_id = $1 AND instrument_id = $2";
    ADD: "INSERT INTO watchlist (id, account_id, instrument_id, position, created_at)
        SELECT $1, $2, $3, COALESCE(MIN(position), 0) - 1, $4 FROM watchlist WHERE account_id = $2
        ON CONFLICT (account_id, instrument_id) DO NOTHING";
    DELETE: "DELETE FROM watchlist WHERE account_id = $1 AND id = $2";
    /// An update that changes nothing locks the row on both databases: whoever changes a customer's list waits here.
    LOCK: "UPDATE accounts SET name = name WHERE id = $1";
    MOVE: "UPDATE watchlist SET position = $3 WHERE account_id = $1 AND id = $2";
}

/// Makes the account's changes of its watchlist and groups one after the other, until the transaction ends.
pub async fn lock(tx: &mut Tx, account: AccountId) -> Result<(), DbError> {
    execute!(tx, LOCK, account.0)?;
    Ok(())
}

/// Ids of the entries and their instruments, in the customer's order.
pub async fn all(on: &mut impl Session, account: AccountId) -> Result<Vec<(i64, InstrumentId)>, DbError> {
    let found = fetch_all!(on, (i64, i64), ALL, account.0)?;
    Ok(found.into_iter().map(|(id, instrument)| (id, InstrumentId(instrument))).collect())
}

pub async fn count(on: &mut impl Session, account: AccountId) -> Result<i64, DbError> {
    Ok(fetch_one!(on, (i64,), COUNT, account.0)?.0)
}

/// Adds an instrument at the top; gives the entry's id, the old one if it was watched before.
pub async fn add(
    tx: &mut Tx,
    id: i64,
    account: AccountId,
    instrument: InstrumentId,
    now: UnixMillis,
) -> Result<i64, DbError> {
    execute!(tx, ADD, id, account.0, instrument.0, now.0)?;
    Ok(fetch_one!(tx, (i64,), FIND, account.0, instrument.0)?.0)
}

pub async fn find(on: &mut impl Session, account: AccountId, instrument: InstrumentId) -> Result<Option<i64>, DbError> {
    Ok(fetch_optional!(on, (i64,), FIND, account.0, instrument.0)?.map(|(id,)| id))
}

pub async fn delete(tx: &mut Tx, account: AccountId, id: i64) -> Result<u64, DbError> {
    execute!(tx, DELETE, account.0, id)
}

/// Gives the entries `ids` the places 0, 1, 2, …
pub async fn reorder(tx: &mut Tx, account: AccountId, ids: &[i64]) -> Result<(), DbError> {
    for (position, id) in (0i64..).zip(ids) {
        execute!(tx, MOVE, account.0, *id, position)?;
    }
    Ok(())
}
