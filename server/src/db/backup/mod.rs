//! Backups of the whole database, taken and restored while a server serves.
//!
//! A restore leaves a row in `restores`; a serving process sees it within a second and restarts, so that nothing in its
//! memory outlives the data it was made from.

mod error;
mod postgres;
mod sqlite;
mod uri;

use std::io;
use std::path::Path;

use plumbline_core::time::UnixMillis;

pub use error::BackupError;

use super::{Db, DbError};
use crate::{execute, fetch_one, private, statements};

statements! {
    MARK: "INSERT INTO restores (restored_at) SELECT CASE WHEN MAX(restored_at) >= $1 THEN MAX(restored_at) + 1 ELSE $1 END
        FROM restores";
    END_SESSIONS: "DELETE FROM sessions";
    LAST: "SELECT COALESCE(MAX(restored_at), 0) FROM restores";
}

/// Writes a consistent copy of the database at `uri` to `file`, which must not exist yet.
pub async fn back_up(uri: &str, file: &Path) -> Result<(), BackupError> {
    if file.exists() {
        return Err(BackupError::Exists(file.display().to_string()));
    }
    let unfinished = file.with_added_extension("unfinished");
    let failed = |error| BackupError::File(unfinished.display().to_string(), error);
    match std::fs::remove_file(&unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let db = Db::connect_existing(uri).await?;
    // Both write into an existing empty file, and keep its mode.
    private::file(&unfinished).map_err(failed)?;
    match db {
        db @ Db::Sqlite { .. } => sqlite::back_up(db, &unfinished).await?,
        db @ Db::Postgres { .. } => {
            db.close().await;
            postgres::back_up(uri, &unfinished).await?;
        }
    }
    std::fs::File::open(&unfinished).and_then(|written| written.sync_all()).map_err(failed)?;
    std::fs::rename(&unfinished, file).map_err(failed)
}

/// Replaces everything in the database at `uri` by the content of `file`, in one transaction.
pub async fn restore(uri: &str, file: &Path, now: UnixMillis) -> Result<(), BackupError> {
    let name = file.display().to_string();
    if !file.exists() {
        return Err(BackupError::Missing(name));
    }
    let db = Db::open(uri).await?;
    match (&db, sqlite::is_backup(file).map_err(|error| BackupError::File(name.clone(), error))?) {
        (Db::Sqlite { .. }, true) => sqlite::restore(&db, file).await?,
        (Db::Sqlite { .. }, false) => return Err(BackupError::NotSqlite(name)),
        (Db::Postgres { .. }, true) => return Err(BackupError::IsSqlite(name)),
        (Db::Postgres { .. }, false) => postgres::restore(uri, file).await?,
    }
    db.close().await;
    mark(uri, now).await
}

/// Migrates the restored database, if it is older, and notifies serving processes. Its sessions are ended: some were
/// ended after the backup, and must not be valid again.
async fn mark(uri: &str, now: UnixMillis) -> Result<(), BackupError> {
    let db = Db::open(uri).await?;
    let mut tx = db.begin().await?;
    execute!(&mut tx, END_SESSIONS)?;
    execute!(&mut tx, MARK, now.0)?;
    tx.commit().await?;
    db.close().await;
    Ok(())
}

/// The time of the last restore; 0 if there was none.
pub async fn last_restore(db: &Db) -> Result<i64, DbError> {
    Ok(fetch_one!(&mut db.read().await?, (i64,), LAST)?.0)
}
