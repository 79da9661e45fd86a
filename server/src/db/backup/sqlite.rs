//! SQLite: `VACUUM INTO` copies a consistent state; a restore copies table by table in one transaction, because
//! other processes have the file open.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sqlx::{AssertSqlSafe, SqliteConnection};

use super::BackupError;
use crate::db::{Db, DbError, Handle, Session};
use crate::private;

/// The first bytes of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

pub fn is_backup(file: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    std::fs::File::open(file)?.take(16).read_to_end(&mut start)?;
    Ok(start == MAGIC)
}

pub async fn back_up(db: Db, file: &Path) -> Result<(), BackupError> {
    let mut reader = db.read().await?;
    let Handle::Sqlite(connection) = reader.handle() else { return Ok(()) };
    sqlx::query("VACUUM INTO $1").bind(file.display().to_string()).execute(connection).await.map_err(DbError::from)?;
    drop(reader);
    db.close().await;
    Ok(())
}

pub async fn restore(db: &Db, file: &Path) -> Result<(), BackupError> {
    let copy = Copy::of(file)?;
    copy.check_and_migrate().await?;
    let Db::Sqlite { writer, .. } = db else { return Ok(()) };
    let mut connection = writer.acquire().await.map_err(DbError::from)?;
    let path = copy.path.display().to_string();
    sqlx::query("ATTACH DATABASE $1 AS backup").bind(path).execute(&mut *connection).await.map_err(DbError::from)?;
    Ok(replace_all(&mut connection).await?)
}

/// A copy of the backup beside it: migrating it must not change the operator's file.
struct Copy {
    path: PathBuf,
}

impl Copy {
    fn of(file: &Path) -> Result<Self, BackupError> {
        let path = file.with_added_extension("restoring");
        let failed = |error| BackupError::File(path.display().to_string(), error);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        let copied = private::file(&path).and_then(|mut copy| io::copy(&mut std::fs::File::open(file)?, &mut copy));
        copied.map_err(failed)?;
        Ok(Self { path })
    }

    async fn check_and_migrate(&self) -> Result<(), BackupError> {
        let uri = format!("sqlite://{}", self.path.display());
        let db = Db::connect_existing(&uri).await?;
        let mut reader = db.read().await?;
        let Handle::Sqlite(connection) = reader.handle() else { return Ok(()) };
        let report = sqlx::query_as::<_, (String,)>("PRAGMA integrity_check").fetch_all(connection).await;
        drop(reader);
        db.close().await;
        match report.map_err(DbError::from)?.as_slice() {
            [(ok,)] if ok == "ok" => {}
            [(problem,), ..] => return Err(BackupError::Damaged(self.path.display().to_string(), problem.clone())),
            [] => return Err(BackupError::Damaged(self.path.display().to_string(), "no report".to_owned())),
        }
        Db::open(&uri).await?.close().await;
        Ok(())
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{suffix}", self.path.display()));
        }
    }
}

/// Both databases are at the newest migration, so they have equal tables; columns are named, because migrations may
/// have added them in another order.
async fn replace_all(connection: &mut SqliteConnection) -> Result<(), DbError> {
    let mut tx = sqlx::Connection::begin_with(connection, "BEGIN IMMEDIATE").await?;
    sqlx::query("PRAGMA defer_foreign_keys = ON").execute(&mut *tx).await?;
    let tables = "SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name <> '_sqlx_migrations'";
    for (table,) in sqlx::query_as::<_, (String,)>(tables).fetch_all(&mut *tx).await? {
        let columns = "SELECT group_concat('\"' || name || '\"') FROM pragma_table_info($1)";
        let (columns,) = sqlx::query_as::<_, (String,)>(columns).bind(&table).fetch_one(&mut *tx).await?;
        let copy = format!(
            "DELETE FROM main.\"{table}\"; INSERT INTO main.\"{table}\" ({columns}) SELECT {columns} FROM backup.\"{table}\""
        );
        sqlx::raw_sql(AssertSqlSafe(copy)).execute(&mut *tx).await?;
    }
    Ok(tx.commit().await?)
}
