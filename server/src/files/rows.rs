//! The tables `files` and `file_reads`.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use super::id::FileId;
use crate::db::{Db, DbError, Session, Tx, rows, rows::Rows};
use crate::{execute, fetch_all, fetch_one, fetch_optional, record, statements};

statements! {
    /// The number of an account's tries since a moment, and the time of the oldest.
    TRIES: "SELECT COUNT(*), MIN(created_at) FROM files WHERE account_id = $1 AND created_at > $2";
    BEGIN: "INSERT INTO files (id, account_id, created_at, due_at) VALUES ($1, $2, $3, $4)";
    STORED: "UPDATE files SET stored_at = $2, key_id = $3, size = $4, width = $5, height = $6, digest = $7
        WHERE id = $1 AND deleted_at IS NULL";
    FIND: "SELECT id, account_id FROM files WHERE id = $1 AND stored_at IS NOT NULL AND deleted_at IS NULL";
    FIND_ALL("i"): "SELECT id, account_id FROM files
        WHERE id IN ({rows}) AND stored_at IS NOT NULL AND deleted_at IS NULL";
    /// One statement, so that housekeeping runs either before or after it.
    NAME: "UPDATE files SET due_at = $3
        WHERE id = $1 AND account_id = $2 AND stored_at IS NOT NULL AND deleted_at IS NULL";
    /// Gives up the unneeded ones of the next $2 files. Refused identity checks have status 3, refused or cancelled
    /// deposits 2 and 3, and deleted saved cards name no picture. `cards/image.rs` checks the users of a file too.
    LOOK_AT: "UPDATE files SET due_at = $3, deleted_at = CASE WHEN
            EXISTS (SELECT 1 FROM identity_checks c WHERE c.account_id = files.account_id
                AND (c.front = files.id OR c.back = files.id) AND (c.status <> 3 OR c.reviewed_at > $4))
            OR EXISTS (SELECT 1 FROM deposits d WHERE d.account_id = files.account_id
                AND d.proof_url = '/file/' || CAST(files.id AS TEXT)
                AND (d.status NOT IN (2, 3) OR COALESCE(d.cancelled_at, d.reviewed_at) > $5))
            OR EXISTS (SELECT 1 FROM payout_accounts p WHERE p.account_id = files.account_id AND p.image_file = files.id)
            THEN NULL ELSE CAST($1 AS BIGINT) END
        WHERE due_at <= $1 AND deleted_at IS NULL AND id IN
            (SELECT id FROM files WHERE due_at <= $1 AND deleted_at IS NULL ORDER BY due_at LIMIT $2)";
    GIVEN_UP: "SELECT id FROM files WHERE deleted_at <= $1 ORDER BY deleted_at, id LIMIT $2";
    FORGET: "DELETE FROM files WHERE id = $1 AND deleted_at IS NOT NULL";
    /// Files that are sealed with another key than the newest.
    WITH_OTHER_KEYS: "SELECT id, account_id FROM files
        WHERE key_id <> $1 AND id > $2 AND stored_at IS NOT NULL AND deleted_at IS NULL ORDER BY id LIMIT $3";
    RESEALED: "UPDATE files SET key_id = $2 WHERE id = $1";
    KEYS: "SELECT key_id, COUNT(*) FROM files WHERE stored_at IS NOT NULL AND deleted_at IS NULL GROUP BY key_id";
    COUNT_STORED: "SELECT COUNT(*) FROM files WHERE stored_at IS NOT NULL AND deleted_at IS NULL";
    /// One for each link, however often it is followed.
    READ: "INSERT INTO file_reads (id, file_id, account_id, reviewer, reason, read_at, link_until)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (file_id, reviewer, reason, link_until) DO NOTHING";
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
    /// A recorded read: by a customer, or by the reviewer of this name.
    pub struct ReadRow {
        pub account_id: Option<i64>,
        pub reviewer: String,
        pub reason: String,
        pub read_at: i64,
    }
}

/// A read of a file, to be recorded.
#[derive(Debug)]
pub struct Read<'a> {
    pub id: i64,
    pub file: FileId,
    pub account: Option<AccountId>,
    pub reviewer: &'a str,
    pub reason: &'a str,
    pub at: UnixMillis,
    /// The end of the link that it is read by; `None` without a link.
    pub link_until: Option<UnixMillis>,
}

/// The properties of a stored picture.
#[derive(Debug)]
pub struct Stored<'a> {
    pub at: UnixMillis,
    pub key: &'a str,
    pub size: usize,
    pub width: u32,
    pub height: u32,
    /// A keyed hash of the picture, equal for every sender.
    pub digest: &'a str,
}

/// The number of tries of `account` after `since`, and the time of the first.
pub async fn tries(tx: &mut Tx, account: AccountId, since: UnixMillis) -> Result<(i64, Option<i64>), DbError> {
    fetch_one!(tx, (i64, Option<i64>), TRIES, account.0, since.0)
}

/// Records a try, which housekeeping checks from `due_at` on.
pub async fn begin(
    tx: &mut Tx,
    file: FileId,
    account: AccountId,
    at: UnixMillis,
    due_at: UnixMillis,
) -> Result<(), DbError> {
    execute!(tx, BEGIN, file.0, account.0, at.0, due_at.0)?;
    Ok(())
}

/// False when the file was given up meanwhile.
pub async fn stored(db: &Db, file: FileId, stored: &Stored<'_>) -> Result<bool, DbError> {
    let (size, width, height) = (stored.size as i64, i64::from(stored.width), i64::from(stored.height));
    let mut tx = db.begin().await?;
    let changed = execute!(&mut tx, STORED, file.0, stored.at.0, stored.key, size, width, height, stored.digest)?;
    tx.commit().await?;
    Ok(changed == 1)
}

pub async fn find(on: &mut impl Session, file: FileId) -> Result<Option<FileRow>, DbError> {
    fetch_optional!(on, FileRow, FIND, file.0)
}

/// The files in `files` that can be read.
pub async fn find_all(on: &mut impl Session, files: &[FileId]) -> Result<Vec<FileRow>, DbError> {
    rows::fetch(on, FIND_ALL, Rows::default().int(files.iter().map(|file| file.0))).await
}

/// Puts off the file's next check until `due_at`. False if it is not a readable file of this account.
pub async fn name(db: &Db, file: FileId, account: AccountId, due_at: UnixMillis) -> Result<bool, DbError> {
    let mut tx = db.begin().await?;
    let changed = execute!(&mut tx, NAME, file.0, account.0, due_at.0)?;
    tx.commit().await?;
    Ok(changed == 1)
}

/// The times before which refused records no longer need their pictures.
#[derive(Clone, Copy, Debug)]
pub struct Refused {
    pub identity: UnixMillis,
    pub deposit: UnixMillis,
}

/// Checks the next due files, at most `count`, and gives up those that no record needs, or only one refused before
/// `refused`. The others are due again at `again_at`. Gives the number of checked files.
pub async fn look_at(
    db: &Db,
    now: UnixMillis,
    count: i64,
    again_at: UnixMillis,
    refused: Refused,
) -> Result<u64, DbError> {
    let mut tx = db.begin().await?;
    let looked_at = execute!(&mut tx, LOOK_AT, now.0, count, again_at.0, refused.identity.0, refused.deposit.0)?;
    tx.commit().await?;
    Ok(looked_at)
}

/// The first files that were given up by `until`, at most `count`.
pub async fn given_up(db: &Db, until: UnixMillis, count: i64) -> Result<Vec<FileId>, DbError> {
    let found = fetch_all!(&mut db.read().await?, (i64,), GIVEN_UP, until.0, count)?;
    Ok(found.into_iter().map(|(id,)| FileId(id)).collect())
}

pub async fn forget(db: &Db, file: FileId) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, FORGET, file.0)?;
    tx.commit().await
}

/// The next files behind `after` that are sealed with another key than `newest`, at most `count`.
pub async fn with_other_keys(db: &Db, newest: &str, after: FileId, count: i64) -> Result<Vec<FileRow>, DbError> {
    fetch_all!(&mut db.read().await?, FileRow, WITH_OTHER_KEYS, newest, after.0, count)
}

pub async fn resealed(db: &Db, file: FileId, key: &str) -> Result<(), DbError> {
    let mut tx = db.begin().await?;
    execute!(&mut tx, RESEALED, file.0, key)?;
    tx.commit().await
}

/// The keys that files are sealed with, and the number for each.
pub async fn keys_in_use(db: &Db) -> Result<Vec<(String, i64)>, DbError> {
    fetch_all!(&mut db.read().await?, (String, i64), KEYS)
}

pub async fn count_stored(db: &Db) -> Result<i64, DbError> {
    Ok(fetch_one!(&mut db.read().await?, (i64,), COUNT_STORED)?.0)
}

pub async fn record_read(db: &Db, read: &Read<'_>) -> Result<(), DbError> {
    let account = read.account.map(|account| account.0);
    let mut tx = db.begin().await?;
    let link_until = read.link_until.map(|until| until.0);
    execute!(&mut tx, READ, read.id, read.file.0, account, read.reviewer, read.reason, read.at.0, link_until)?;
    tx.commit().await
}

/// The recorded reads of a file, with reader and reason, the earliest first.
pub async fn reads(db: &Db, file: FileId) -> Result<Vec<ReadRow>, DbError> {
    fetch_all!(&mut db.read().await?, ReadRow, READS, file.0)
}
