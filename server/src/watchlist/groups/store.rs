//! Groups of watched instruments, and the places in them.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use crate::db::rows::{self, Rows};
use crate::db::{DbError, Session, Tx};
use crate::watchlist::store::numbered;
use crate::{execute, fetch_all, fetch_one, fetch_optional, statements};

statements! {
    GROUPS: "SELECT id, name FROM watch_groups WHERE account_id = $1 ORDER BY position, id";
    GROUP: "SELECT id FROM watch_groups WHERE account_id = $1 AND id = $2";
    NAMED: "SELECT id FROM watch_groups WHERE account_id = $1 AND name = $2";
    COUNT_GROUPS: "SELECT COUNT(*) FROM watch_groups WHERE account_id = $1";
    CREATE: "INSERT INTO watch_groups (id, account_id, name, position, created_at)
        SELECT $1, $2, $3, COALESCE(MAX(position), 0) + 1, $4 FROM watch_groups WHERE account_id = $2";
    RENAME: "UPDATE watch_groups SET name = $3 WHERE account_id = $1 AND id = $2";
    DELETE: "DELETE FROM watch_groups WHERE account_id = $1 AND id = $2";
    /// Changes the positions of groups that have another one.
    MOVE("iii"): "WITH v(account_id, id, position) AS ({rows})
        UPDATE watch_groups SET position = v.position FROM v
        WHERE watch_groups.account_id = v.account_id AND watch_groups.id = v.id AND watch_groups.position <> v.position";
    PLACES: "SELECT group_id, watch_id FROM watch_places WHERE account_id = $1 ORDER BY group_id, position, watch_id";
    COUNT_PLACES: "SELECT COUNT(*) FROM watch_places WHERE account_id = $1";
    PLACE: "SELECT watch_id FROM watch_places WHERE account_id = $1 AND group_id = $2 AND watch_id = $3";
    PUT: "INSERT INTO watch_places (group_id, watch_id, account_id, position)
        SELECT $1, $2, $3, COALESCE(MIN(position), 0) - 1 FROM watch_places WHERE group_id = $1";
    TAKE: "DELETE FROM watch_places WHERE account_id = $1 AND group_id = $2 AND watch_id = $3";
    EMPTY: "DELETE FROM watch_places WHERE account_id = $1 AND group_id = $2";
    FORGET: "DELETE FROM watch_places WHERE account_id = $1 AND watch_id = $2";
    /// Changes the positions of a group's entries that have another one.
    MOVE_PLACE("iiii"): "WITH v(account_id, group_id, watch_id, position) AS ({rows})
        UPDATE watch_places SET position = v.position FROM v
        WHERE watch_places.account_id = v.account_id AND watch_places.group_id = v.group_id
            AND watch_places.watch_id = v.watch_id AND watch_places.position <> v.position";
}

/// The customer's groups, in their order.
pub async fn groups(on: &mut impl Session, account: AccountId) -> Result<Vec<(i64, String)>, DbError> {
    fetch_all!(on, (i64, String), GROUPS, account.0)
}

pub async fn exists(on: &mut impl Session, account: AccountId, group: i64) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), GROUP, account.0, group)?.is_some())
}

/// The group of exactly that name.
pub async fn named(on: &mut impl Session, account: AccountId, name: &str) -> Result<Option<i64>, DbError> {
    Ok(fetch_optional!(on, (i64,), NAMED, account.0, name)?.map(|(id,)| id))
}

pub async fn count_groups(on: &mut impl Session, account: AccountId) -> Result<i64, DbError> {
    Ok(fetch_one!(on, (i64,), COUNT_GROUPS, account.0)?.0)
}

/// Adds a group behind the others.
pub async fn create(tx: &mut Tx, id: i64, account: AccountId, name: &str, now: UnixMillis) -> Result<(), DbError> {
    execute!(tx, CREATE, id, account.0, name, now.0)?;
    Ok(())
}

pub async fn rename(tx: &mut Tx, account: AccountId, group: i64, name: &str) -> Result<(), DbError> {
    execute!(tx, RENAME, account.0, group, name)?;
    Ok(())
}

/// Deletes a group with its places; gives the number of deleted groups.
pub async fn delete(tx: &mut Tx, account: AccountId, group: i64) -> Result<u64, DbError> {
    execute!(tx, EMPTY, account.0, group)?;
    execute!(tx, DELETE, account.0, group)
}

/// Gives the groups `ids` the places 0, 1, 2, …; gives the number that moved.
pub async fn reorder(tx: &mut Tx, account: AccountId, ids: &[i64]) -> Result<u64, DbError> {
    let rows = Rows::default().int(vec![account.0; ids.len()]).int(ids.to_vec()).int(numbered(ids));
    rows::execute(tx, MOVE, rows).await
}

/// Each group with its entries, in the group's order.
pub async fn places(on: &mut impl Session, account: AccountId) -> Result<Vec<(i64, i64)>, DbError> {
    fetch_all!(on, (i64, i64), PLACES, account.0)
}

pub async fn count_places(on: &mut impl Session, account: AccountId) -> Result<i64, DbError> {
    Ok(fetch_one!(on, (i64,), COUNT_PLACES, account.0)?.0)
}

pub async fn holds(on: &mut impl Session, account: AccountId, group: i64, watch: i64) -> Result<bool, DbError> {
    Ok(fetch_optional!(on, (i64,), PLACE, account.0, group, watch)?.is_some())
}

/// Puts an entry at the top of a group that does not contain it.
pub async fn put(tx: &mut Tx, account: AccountId, group: i64, watch: i64) -> Result<(), DbError> {
    execute!(tx, PUT, group, watch, account.0)?;
    Ok(())
}

pub async fn take(tx: &mut Tx, account: AccountId, group: i64, watch: i64) -> Result<u64, DbError> {
    execute!(tx, TAKE, account.0, group, watch)
}

/// Takes an entry out of all groups.
pub async fn forget(tx: &mut Tx, account: AccountId, watch: i64) -> Result<(), DbError> {
    execute!(tx, FORGET, account.0, watch)?;
    Ok(())
}

/// Gives the entries `ids` of a group the places 0, 1, 2, …; gives the number that moved.
pub async fn reorder_places(tx: &mut Tx, account: AccountId, group: i64, ids: &[i64]) -> Result<u64, DbError> {
    let of = |number: i64| vec![number; ids.len()];
    let rows = Rows::default().int(of(account.0)).int(of(group)).int(ids.to_vec()).int(numbered(ids));
    rows::execute(tx, MOVE_PLACE, rows).await
}
