//! The tables `files` and `file_reads`.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::FileId;
use crate::db::{Db, DbError, Session, Tx};
use crate::{execute, fetch_all, fetch_one, fetch_optional, record, statements};

statements! {
    /// How many tries an account has since a moment, and when the oldest of them was.
    TRIES: "SELECT COUNT(*), MIN(created_at) FROM files WHERE account_id = $1 AND created_at > $2";
    BEGIN: "INSERT INTO files (id, account_id, created_at) VALUES ($1, $2, $3)";
    STORED: "UPDATE files SET stored_at = $2, key_id = $3, size = $4, width = $5, height = $6
        WHERE id = $1 AND deleted_at IS NULL";
    FIND: "SELECT id, account_id FROM files WHERE id = $1 AND stored_at IS NOT NULL AND deleted_at IS NULL";
    /// One statement, so that housekeeping comes before it or behind it.
    NAME: "UPDATE files SET named_at = COALESCE(named_at, $3)
        WHERE id = $1 AND account_id = $2 AND stored_at IS NOT NULL AND deleted_at IS NULL";
    GIVE_UP: "UPDATE files SET deleted_at = $2 WHERE named_at IS NULL AND deleted_at IS NULL AND created_at <= $1";
    GIVEN_UP: "SELECT id FROM files WHERE deleted_at <= $1 ORDER BY deleted_at, id LIMIT $2";
    FORGET: "DELETE FROM files WHERE id = $1 AND deleted_at IS NOT NULL";
    /// Those that are sealed with another key than the newest.
    WITH_OTHER_KEYS: "SELECT id, account_id FROM files
        WHERE key_id <> $1 AND id > $2 AND stored_at IS NOT NULL AND deleted_at IS NULL ORDER BY id LIMIT $3";
    RESEALED: "UPDATE files SET key_id = $2 WHERE id = $1";
    COUNT_STORED: "SELECT COUNT(*) FROM files WHERE stored_at IS NOT NULL AND deleted_at IS NULL";
    READ: "INSERT INTO file_reads (id, file_id, account_id, reviewer, reason, read_at) VALUES ($1, $2, $3, $4, $5, $6)";
    READS: "SELECT account_id, reviewer, reason, read_at FROM file_reads WHERE file_id = $1 ORDER BY id";
}

record! {
    /// A file that can be read.
    #[derive(Clone, Copy)]
    pub struct FileRow {
        pub id: i64,
        pub account_id: i64,
    }
}

record! {
    /// A reading on record: by a customer, or by the reviewer of this name.
    pub struct ReadRow {
        pub account_id: Option<i64>,
        pub reviewer: String,
        pub reason: String,
        pub read_at: i64,
    }
}

/// A reading of a file, for the record.
#[derive(Debug)]
pub struct Read<'a> {
    pub id: i64,
    pub file: FileId,
    pub account: Option<AccountId>,
    pub reviewer: &'a str,
    pub reason: &'a str,
    pub at: UnixMillis,
}

/// What a stored picture is like.
#[derive(Debug)]
pub struct Stored<'a> {
    pub at: UnixMillis,
    pub key: &'a str,
    pub size: usize,
    pub width: u32,
    pub height: u32,
}

/// How many tries `account` had after `since`, and when the first of them was.
pub async fn tries(tx: &mut Tx, account: AccountId, since: UnixMillis) -> Result<(i64, Option<i64>), DbError> {
    fetch_one!(tx, (i64, Option<i64>), TRIES, account.0, since.0)
}

pub async fn begin(tx: &mut Tx, file: FileId, account: AccountId, at: UnixMillis) -> Result<(), DbError> {
    execute!(tx, BEGIN, file.0, account.0, at.0)?;
    Ok(())
}

/// False when the file was given up meanwhile.
pub async fn stored(db: &Db, file: FileId, stored: &Stored<'_>) -> Result<bool, DbError> {
    let (size, width, height) = (stored.size as i64, i64::from(stored.width), i64::from(stored.height));
    let mut tx = db.begin().await?;
    let changed = execute!(&mut tx, STORED, file.0, stored.at.0, stored.key, size, width, height)?;
    tx.commit().await?;
    Ok(changed == 1)
}

pub async fn find(on: &mut impl Session, file: FileId) -> Result<Option<FileRow>, DbError> {
    fetch_optional!(on, FileRow, FIND, file.0)
}

/// False when it is not a file of this account that can be read.
pub async fn name(db: &Db, file: FileId, account: AccountId, at: UnixMillis) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let changed = execute!(&mut tx, NAME, file.0, account.0, at.0)?;
    tx.commit().await?;
    Ok(changed == 1)
}

/// Gives up what nobody has named until `made_until`.
pub async fn give_up(db: &Db, made_until: UnixMillis, now: UnixMillis) -> Result<u64, DbError> {
    let mut tx = db.begin().await?;
    let changed = execute!(&mut tx, GIVE_UP, made_until.0, now.0)?;
    tx.commit().await?;
    Ok(changed)
}

/// The first so many that were given up by `until`.
pub async fn given_up(db: &Db, until: UnixMillis, count: i64) -> Result<Vec<FileId>, DbError> {
    let found = fetch_all!(&mut db.read().await?, (i64,), GIVEN_UP, until.0, count)?;
    Ok(found.into_iter().map(|(id,)| FileId(id)).collect())
}

pub async fn forget(db: &Db, file: FileId) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, FORGET, file.0)?;
    tx.commit().await
}

/// The next so many behind `after` that are sealed with another key than `newest`.
pub async fn with_other_keys(db: &Db, newest: &str, after: FileId, count: i64) -> Result<Vec<FileRow>, DbError> {
    fetch_all!(&mut db.read().await?, FileRow, WITH_OTHER_KEYS, newest, after.0, count)
}

pub async fn resealed(db: &Db, file: FileId, key: &str) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, RESEALED, file.0, key)?;
    tx.commit().await
}

pub async fn count_stored(db: &Db) -> Result<i64, DbError> {
    Ok(fetch_one!(&mut db.read().await?, (i64,), COUNT_STORED)?.0)
}

pub async fn record_read(db: &Db, read: &Read<'_>) -> Result<(), DbError> {
    let account = read.account.map(|account| account.0);
    let mut tx = db.begin().await?;
    execute!(&mut tx, READ, read.id, read.file.0, account, read.reviewer, read.reason, read.at.0)?;
    tx.commit().await
}

/// Who has read it and why, the first first.
pub async fn reads(db: &Db, file: FileId) -> Result<Vec<ReadRow>, DbError> {
    fetch_all!(&mut db.read().await?, ReadRow, READS, file.0)
}
