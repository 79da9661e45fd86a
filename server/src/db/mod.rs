//! One database layer over SQLite and PostgreSQL. The URI alone selects which; SQL is written once, in the
//! subset that both speak, and every statement is prepared on both in a test.
//!
//! - [`Db::read`] gives a reading session, [`Db::begin`] a writing transaction, [`Db::batch`] the write path's.
//! - [`fetch_all!`], [`fetch_optional!`], [`fetch_one!`], [`for_each_row!`] and [`execute!`] run one [`Statement`] on either.
//! - [`rows`] runs statements over many rows at once, for the batched write path.

pub mod backup;
mod batch;
mod columns;
mod connect;
mod error;
pub mod levels;
#[cfg(test)]
mod power_cut_tests;
mod readable;
pub mod rows;
mod statement;

use batch::{PostgresBatch, Turn};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction};

pub use batch::{Batch, BatchConnection};
pub use error::DbError;
pub use readable::{leave_out, readable};
pub use statement::{Dialect, STATEMENTS, Statement};

/// The product's database. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// Readers see the last commit. Writers wait for each other: `writer` is one connection, and takes its turn with
    /// `batches`.
    Sqlite { readers: SqlitePool, writer: SqlitePool, batches: BatchConnection },
    /// `batches` holds the connections of the write path.
    Postgres { pool: PgPool, batches: PgPool },
}

/// A borrowed connection of either database: what the statement macros run on.
#[derive(Debug)]
pub enum Handle<'a> {
    Sqlite(&'a mut SqliteConnection),
    Postgres(&'a mut PgConnection),
}

/// Anything that statements can run on: a reading session or a transaction.
pub trait Session: Send {
    fn handle(&mut self) -> Handle<'_>;

    fn dialect(&mut self) -> Dialect {
        match self.handle() {
            Handle::Sqlite(_) => Dialect::Sqlite,
            Handle::Postgres(_) => Dialect::Postgres,
        }
    }
}

/// A connection for reading.
#[derive(Debug)]
pub enum Reader {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

/// A writing transaction; dropped without [`Tx::commit`], it rolls back.
#[derive(Debug)]
pub enum Tx {
    /// The turn is given up after the transaction.
    Sqlite(Transaction<'static, Sqlite>, Option<Turn>),
    Postgres(Transaction<'static, Postgres>),
}

impl Session for Reader {
    fn handle(&mut self) -> Handle<'_> {
        match self {
            Reader::Sqlite(connection) => Handle::Sqlite(connection),
            Reader::Postgres(connection) => Handle::Postgres(connection),
        }
    }
}

impl Session for Tx {
    fn handle(&mut self) -> Handle<'_> {
        match self {
            Tx::Sqlite(tx, _) => Handle::Sqlite(tx),
            Tx::Postgres(tx) => Handle::Postgres(tx),
        }
    }
}

impl Tx {
    /// Makes the transaction durable. When this returns an error, nothing of it is visible.
    pub async fn commit(self) -> Result<(), DbError> {
        match self {
            Tx::Sqlite(tx, _turn) => Ok(tx.commit().await?),
            Tx::Postgres(tx) => Ok(tx.commit().await?),
        }
    }
}

impl Db {
    pub async fn read(&self) -> Result<Reader, DbError> {
        Ok(match self {
            Db::Sqlite { readers, .. } => Reader::Sqlite(readers.acquire().await?),
            Db::Postgres { pool, .. } => Reader::Postgres(pool.acquire().await?),
        })
    }

    /// Begins a writing transaction. On SQLite it takes the one writer at once (`BEGIN IMMEDIATE`), so that it
    /// cannot fail half-way for want of the lock.
    pub async fn begin(&self) -> Result<Tx, DbError> {
        Ok(match self {
            Db::Sqlite { writer, batches, .. } => {
                let turn = batches.turn().await;
                Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?, Some(turn))
            }
            Db::Postgres { pool, .. } => Tx::Postgres(pool.begin().await?),
        })
    }

    /// Begins the transaction of a batch. On SQLite its statements and its commit block the calling thread.
    pub async fn batch(&self) -> Result<Batch, DbError> {
        Ok(match self {
            Db::Sqlite { batches, .. } => Batch::Sqlite(batches.begin().await?),
            Db::Postgres { batches, .. } => Batch::Postgres(PostgresBatch::new(batches.begin().await?)),
        })
    }

    /// Begins a transaction that only reads, and sees one state of the whole database until it is dropped.
    pub async fn snapshot(&self) -> Result<Tx, DbError> {
        Ok(match self {
            Db::Sqlite { readers, .. } => Tx::Sqlite(readers.begin().await?, None),
            Db::Postgres { pool, .. } => {
                Tx::Postgres(pool.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
            }
        })
    }

    pub const fn dialect(&self) -> Dialect {
        match self {
            Db::Sqlite { .. } => Dialect::Sqlite,
            Db::Postgres { .. } => Dialect::Postgres,
        }
    }

    /// Closes every connection; on SQLite the write-ahead log is folded into the file.
    pub async fn close(&self) {
        match self {
            Db::Sqlite { readers, writer, batches } => {
                readers.close().await;
                writer.close().await;
                batches.close().await;
            }
            Db::Postgres { pool, batches } => {
                pool.close().await;
                batches.close().await;
            }
        }
    }
}

/// Runs `$on`'s connection through the same query code for both databases.
#[macro_export]
macro_rules! on_database {
    ($on:expr, $connection:ident => $run:expr) => {
        match $crate::db::Session::handle($on) {
            $crate::db::Handle::Sqlite($connection) => $run,
            $crate::db::Handle::Postgres($connection) => $run,
        }
        .map_err($crate::db::DbError::from)
    };
}

/// All rows of a statement, as `$row` (a tuple or a `FromRow` struct): `fetch_all!(session, Row, &STATEMENT, a, b)`.
#[macro_export]
macro_rules! fetch_all {
    ($on:expr, $row:ty, $statement:expr $(, $bind:expr)* $(,)?) => {
        $crate::on_database!($on, c => sqlx::query_as::<_, $row>($statement.sql())$(.bind($bind))*.fetch_all(c).await)
    };
}

/// The one row of a statement, or `None`.
#[macro_export]
macro_rules! fetch_optional {
    ($on:expr, $row:ty, $statement:expr $(, $bind:expr)* $(,)?) => {
        $crate::on_database!($on, c => sqlx::query_as::<_, $row>($statement.sql())$(.bind($bind))*.fetch_optional(c).await)
    };
}

/// The one row of a statement; its absence is an error.
#[macro_export]
macro_rules! fetch_one {
    ($on:expr, $row:ty, $statement:expr $(, $bind:expr)* $(,)?) => {
        $crate::on_database!($on, c => sqlx::query_as::<_, $row>($statement.sql())$(.bind($bind))*.fetch_one(c).await)
    };
}

/// Hands each row of a statement to a closure as it arrives, so that the whole result is never in memory:
/// `for_each_row!(session, Row, &STATEMENT, a, b; |row| …)`.
#[macro_export]
macro_rules! for_each_row {
    ($on:expr, $row:ty, $statement:expr $(, $bind:expr)*; $each:expr) => {{
        let mut each = $each;
        $crate::on_database!($on, c => {
            let rows = sqlx::query_as::<_, $row>($statement.sql())$(.bind($bind))*.fetch(c);
            futures_util::TryStreamExt::try_for_each(rows, |row| {
                each(row);
                std::future::ready(Ok(()))
            })
            .await
        })
    }};
}

/// Runs a statement and gives the number of rows that it changed.
#[macro_export]
macro_rules! execute {
    ($on:expr, $statement:expr $(, $bind:expr)* $(,)?) => {
        $crate::on_database!($on, c => sqlx::query($statement.sql())$(.bind($bind))*.execute(c).await.map(|r| r.rows_affected()))
    };
}
