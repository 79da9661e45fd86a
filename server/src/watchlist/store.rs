//! Watched instruments.

use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::time::UnixMillis;

use crate::db::rows::{self, Rows};
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
    /// An update that changes nothing locks the row on both databases: other changes of the customer's list wait here.
    LOCK: "UPDATE accounts SET name = name WHERE id = $1";
    /// Changes the positions of entries that have another one.
    MOVE("iii"): "WITH v(account_id, id, position) AS ({rows})
        UPDATE watchlist SET position = v.position FROM v
        WHERE watchlist.account_id = v.account_id AND watchlist.id = v.id AND watchlist.position <> v.position";
}

/// Makes changes of the account's watchlist and groups wait for each other, until the transaction ends.
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

/// Gives the entries `ids` the places 0, 1, 2, …; gives the number that moved.
pub async fn reorder(tx: &mut Tx, account: AccountId, ids: &[i64]) -> Result<u64, DbError> {
    let rows = Rows::default().int(vec![account.0; ids.len()]).int(ids.to_vec()).int(numbered(ids));
    rows::execute(tx, MOVE, rows).await
}

/// The place of each id in a list.
pub fn numbered(ids: &[i64]) -> Vec<i64> {
    (0i64..).take(ids.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use crate::testing;
    use crate::watchlist::groups::store as groups;

    /// The longest list there is; entries that keep their place are not written.
    #[tokio::test]
    async fn a_new_order_writes_what_stands_elsewhere_in_one_statement() {
        for (uri, _folder) in testing::databases("watch_order").await {
            let db = Db::open(&uri).await.unwrap();
            let (account, other) = (AccountId(1), AccountId(2));
            let (mut tx, now) = (db.begin().await.unwrap(), UnixMillis(1_795_446_000_000));
            for number in 1..=MAX {
                add(&mut tx, number, account, InstrumentId(number), now).await.unwrap();
            }
            add(&mut tx, 1_000, other, InstrumentId(1), now).await.unwrap();
            groups::create(&mut tx, 1, account, "first", now).await.unwrap();
            groups::create(&mut tx, 2, account, "second", now).await.unwrap();
            let mut ids: Vec<i64> = (1..=MAX).collect();
            for id in &ids {
                groups::put(&mut tx, account, 1, *id).await.unwrap();
            }
            let written = [MAX as u64, 0, 2];
            for (round, written) in written.into_iter().enumerate() {
                assert_eq!(reorder(&mut tx, account, &ids).await.unwrap(), written, "round {round}");
                assert_eq!(groups::reorder_places(&mut tx, account, 1, &ids).await.unwrap(), written, "round {round}");
                let stored: Vec<i64> = all(&mut tx, account).await.unwrap().into_iter().map(|(id, _)| id).collect();
                assert_eq!(stored, ids);
                if round == 1 {
                    ids.swap(3, 400);
                }
            }
            let placed: Vec<i64> =
                groups::places(&mut tx, account).await.unwrap().into_iter().map(|(_, id)| id).collect();
            assert_eq!(placed, ids);
            // They are at 1 and 2, and get 1 and 0: the first one keeps its place.
            assert_eq!(groups::reorder(&mut tx, account, &[2, 1]).await.unwrap(), 1);
            assert_eq!(groups::reorder(&mut tx, account, &[1, 2]).await.unwrap(), 2);
            assert_eq!(reorder(&mut tx, other, &ids).await.unwrap(), 0, "nobody else's");
        }
    }
}
