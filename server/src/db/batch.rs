//! The transaction of the write path.
//!
//! On SQLite it runs on the thread that calls it, over a connection of its own: sqlx hands every statement and every
//! row from one thread to another, which costs several times what the statement does. docs/measurements.md has
//! the figures.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::{PgConnection, Postgres, Transaction};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::columns::Stores;
use super::{DbError, Dialect, PutAside};

/// A batch's transaction; dropped without [`Batch::commit`], it rolls back.
pub enum Batch {
    Sqlite(SqliteBatch, PutAside),
    Postgres(Box<PostgresBatch>, PutAside),
}

/// SQLite's connection for batches. The holder of the lock may write to the database; sqlx's writing connection waits
/// for it too, so that neither polls for the other. Empty once the database is closed.
#[derive(Clone, Debug)]
pub struct BatchConnection(Arc<Mutex<Option<rusqlite::Connection>>>);

/// The right to write to a SQLite database, until it is dropped.
pub type Turn = OwnedMutexGuard<Option<rusqlite::Connection>>;

#[derive(Debug)]
pub struct SqliteBatch(Turn);

/// A transaction, and the rows that will be stored in it when it is committed.
pub struct PostgresBatch {
    tx: Transaction<'static, Postgres>,
    pub(super) stores: Stores,
    /// The leader's token that must be in force when it is stored.
    token: Option<i64>,
}

impl BatchConnection {
    /// Opens `file`, which exists, with the `pragmas` of sqlx's connections.
    pub(super) fn open(
        file: &Path,
        busy_timeout: Duration,
        statements: usize,
        pragmas: &[(&str, &str)],
    ) -> Result<Self, DbError> {
        let connection = rusqlite::Connection::open(file)?;
        connection.busy_timeout(busy_timeout)?;
        for (name, value) in pragmas {
            connection.pragma_update(None, name, value)?;
        }
        connection.set_prepared_statement_cache_capacity(statements);
        Ok(Self(Arc::new(Mutex::new(Some(connection)))))
    }

    /// Waits for the right to write.
    pub(super) async fn turn(&self) -> Turn {
        self.0.clone().lock_owned().await
    }

    /// Begins a batch. Blocks the thread while another process writes.
    pub(super) async fn begin(&self) -> Result<SqliteBatch, DbError> {
        let mut batch = SqliteBatch(self.turn().await);
        batch.run("BEGIN IMMEDIATE")?;
        Ok(batch)
    }

    pub(super) async fn close(&self) {
        self.turn().await.take();
    }
}

impl SqliteBatch {
    pub(super) fn connection(&mut self) -> Result<&mut rusqlite::Connection, DbError> {
        self.0.as_mut().ok_or(DbError::Sqlx(sqlx::Error::PoolClosed))
    }

    fn run(&mut self, command: &str) -> Result<(), DbError> {
        self.connection()?.prepare_cached(command)?.execute([])?;
        Ok(())
    }
}

impl Drop for SqliteBatch {
    fn drop(&mut self) {
        let unfinished = self.0.as_ref().is_some_and(|connection| !connection.is_autocommit());
        if unfinished && let Err(error) = self.run("ROLLBACK") {
            tracing::error!(%error, "a batch could not be rolled back");
        }
    }
}

impl PostgresBatch {
    pub(super) fn new(tx: Transaction<'static, Postgres>) -> Self {
        Self { tx, stores: Stores::default(), token: None }
    }

    pub(super) fn connection(&mut self) -> &mut PgConnection {
        &mut self.tx
    }
}

impl Batch {
    pub const fn dialect(&self) -> Dialect {
        match self {
            Batch::Sqlite(..) => Dialect::Sqlite,
            Batch::Postgres(..) => Dialect::Postgres,
        }
    }

    /// Stores all of the batch's rows, and undoes it: an error is the reason why the batch would not be stored.
    pub async fn rehearse(self) -> Result<(), DbError> {
        match self {
            Batch::Sqlite(..) => Ok(()),
            Batch::Postgres(mut batch, _) => batch.stores.run(&mut batch.tx, batch.token).await,
        }
    }

    /// Lets the batch be stored only while `token` is the one of the leader's lease; the lease cannot change hands
    /// meanwhile. On SQLite one server has the file.
    pub const fn fence(&mut self, token: i64) {
        if let Batch::Postgres(batch, _) = self {
            batch.token = Some(token);
        }
    }

    /// Commits the batch. On SQLite it is on the disk then, on PostgreSQL after [`crate::db::Db::flush`]. After an
    /// error nothing of it is visible, unless the connection to PostgreSQL was lost during the commit: then the outcome
    /// is unknown.
    ///
    /// # Errors
    /// [`DbError::Fenced`] when another server leads.
    pub async fn commit(self) -> Result<(), DbError> {
        match self {
            Batch::Sqlite(mut batch, _) => batch.run("COMMIT"),
            Batch::Postgres(mut batch, _) => {
                batch.stores.run(&mut batch.tx, batch.token).await?;
                Ok(batch.tx.commit().await?)
            }
        }
    }
}
