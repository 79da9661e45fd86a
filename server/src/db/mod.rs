//! One database layer over SQLite and PostgreSQL. The URI alone selects which; SQL is written once, in the subset that
//! both support, and every statement is prepared on both in a test.
//!
//! - [`Db::read`] gives a reading session, [`Db::begin`] a writing transaction, [`Db::batch`] the write path's.
//! - [`fetch_all!`], [`fetch_optional!`], [`fetch_one!`], [`for_each_row!`] and [`execute!`] run one [`Statement`] on either.
//!   [`fetch_readable!`] reads rows of many accounts: one that cannot be read is left out, and its account put aside ([`aside`]).
//! - [`rows`] runs statements over many rows at once, for the batched write path.

pub mod aside;
pub mod backup;
mod batch;
mod columns;
mod connect;
mod disk;
pub mod durable;
mod error;
pub mod levels;
#[cfg(test)]
mod power_cut_tests;
pub mod queue;
pub mod rows;
mod statement;

use batch::{PostgresBatch, Turn};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction};

pub use aside::{OWED, PutAside, SUM, is_settled_by_work};
pub use batch::{Batch, BatchConnection};
pub use disk::Disk;
pub use error::{DbError, RowName, UnreadRow};
pub use statement::{Dialect, STATEMENTS, Statement};

/// The product's database. Cheap to clone.
#[derive(Clone, Debug)]
pub enum Db {
    /// Readers see the last commit. Writers wait for each other: `writer` is one connection, and takes turns with
    /// `batches`.
    Sqlite { readers: SqlitePool, writer: SqlitePool, batches: BatchConnection, aside: PutAside },
    /// `batches` holds the connections of the write path.
    Postgres { pool: PgPool, batches: PgPool, disk: Disk, aside: PutAside },
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

    /// The register of rows that cannot be read.
    fn aside(&self) -> &PutAside;

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
    Sqlite(PoolConnection<Sqlite>, PutAside),
    Postgres(PoolConnection<Postgres>, PutAside),
}

/// A writing transaction; dropped without [`Tx::commit`], it rolls back.
#[derive(Debug)]
pub enum Tx {
    /// The turn is given up after the transaction.
    Sqlite(Transaction<'static, Sqlite>, Option<Turn>, PutAside),
    Postgres(Transaction<'static, Postgres>, PutAside),
}

impl Session for Reader {
    fn handle(&mut self) -> Handle<'_> {
        match self {
            Reader::Sqlite(connection, _) => Handle::Sqlite(connection),
            Reader::Postgres(connection, _) => Handle::Postgres(connection),
        }
    }

    fn aside(&self) -> &PutAside {
        match self {
            Reader::Sqlite(_, aside) | Reader::Postgres(_, aside) => aside,
        }
    }
}

impl Session for Tx {
    fn handle(&mut self) -> Handle<'_> {
        match self {
            Tx::Sqlite(tx, ..) => Handle::Sqlite(tx),
            Tx::Postgres(tx, _) => Handle::Postgres(tx),
        }
    }

    fn aside(&self) -> &PutAside {
        match self {
            Tx::Sqlite(.., aside) | Tx::Postgres(_, aside) => aside,
        }
    }
}

impl Tx {
    /// Makes the transaction durable. When this returns an error, nothing of it is visible.
    pub async fn commit(self) -> Result<(), DbError> {
        match self {
            Tx::Sqlite(tx, _turn, _) => Ok(tx.commit().await?),
            Tx::Postgres(tx, _) => Ok(tx.commit().await?),
        }
    }
}

impl Db {
    pub async fn read(&self) -> Result<Reader, DbError> {
        Ok(match self {
            Db::Sqlite { readers, aside, .. } => Reader::Sqlite(readers.acquire().await?, aside.clone()),
            Db::Postgres { pool, aside, .. } => Reader::Postgres(pool.acquire().await?, aside.clone()),
        })
    }

    /// Begins a writing transaction. On SQLite it takes the one writer at once (`BEGIN IMMEDIATE`), so that it
    /// cannot fail half-way for want of the lock.
    pub async fn begin(&self) -> Result<Tx, DbError> {
        Ok(match self {
            Db::Sqlite { writer, batches, aside, .. } => {
                let turn = batches.turn().await;
                Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?, Some(turn), aside.clone())
            }
            Db::Postgres { pool, aside, .. } => Tx::Postgres(pool.begin().await?, aside.clone()),
        })
    }

    /// Begins the transaction of a batch. On SQLite its statements and its commit block the calling thread.
    pub async fn batch(&self) -> Result<Batch, DbError> {
        Ok(match self {
            Db::Sqlite { batches, aside, .. } => Batch::Sqlite(batches.begin().await?, aside.clone()),
            Db::Postgres { batches, aside, .. } => {
                Batch::Postgres(Box::new(PostgresBatch::new(batches.begin().await?)), aside.clone())
            }
        })
    }

    /// Prepares the connection that flushes batches that begin from now on; gives its number.
    pub async fn ready_disk(&self) -> Result<u64, DbError> {
        match self {
            Db::Sqlite { .. } => Ok(0),
            Db::Postgres { disk, .. } => disk.ready().await,
        }
    }

    /// Returns when everything committed is on the disk, if it was begun under the number that is given. On SQLite a
    /// commit is on the disk when it returns.
    pub async fn flush(&self) -> Result<u64, DbError> {
        match self {
            Db::Sqlite { .. } => Ok(0),
            Db::Postgres { disk, .. } => disk.flush().await,
        }
    }

    /// Begins a transaction that only reads, and sees one state of the whole database until it is dropped.
    pub async fn snapshot(&self) -> Result<Tx, DbError> {
        Ok(match self {
            Db::Sqlite { readers, aside, .. } => Tx::Sqlite(readers.begin().await?, None, aside.clone()),
            Db::Postgres { pool, aside, .. } => {
                let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Tx::Postgres(pool.begin_with(begin).await?, aside.clone())
            }
        })
    }

    /// The accounts with a row that cannot be read.
    pub const fn aside(&self) -> &PutAside {
        match self {
            Db::Sqlite { aside, .. } | Db::Postgres { aside, .. } => aside,
        }
    }

    pub const fn dialect(&self) -> Dialect {
        match self {
            Db::Sqlite { .. } => Dialect::Sqlite,
            Db::Postgres { .. } => Dialect::Postgres,
        }
    }

    /// PostgreSQL's name for this server's connections.
    pub fn application_name(&self) -> Option<String> {
        match self {
            Db::Sqlite { .. } => None,
            Db::Postgres { pool, .. } => pool.connect_options().get_application_name().map(str::to_owned),
        }
    }

    /// Closes every connection; on SQLite the write-ahead log is folded into the file.
    pub async fn close(&self) {
        match self {
            Db::Sqlite { readers, writer, batches, .. } => {
                readers.close().await;
                writer.close().await;
                batches.close().await;
            }
            Db::Postgres { pool, batches, disk, .. } => {
                pool.close().await;
                batches.close().await;
                disk.close().await;
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

/// Rows of many accounts, each read by itself as a `$row` and converted to the caller's type: `fetch_each!(session,
/// "order", OrderRecord, &STATEMENT, a, b)` gives the readable ones, and those that cannot be read. The statement gives
/// each row's `account_id`, and its `id` if it has one.
#[macro_export]
macro_rules! fetch_each {
    ($on:expr, $kind:expr, $row:ty, $statement:expr $(, $bind:expr)* $(,)?) => {
        $crate::on_database!($on, c => sqlx::query($statement.sql())$(.bind($bind))*.fetch_all(c).await
            .map(|rows| $crate::db::aside::read_each::<_, $row, _>($kind, &rows)))
    };
}

/// The readable rows of [`fetch_each!`]; the accounts of the others are put aside.
#[macro_export]
macro_rules! fetch_readable {
    ($on:expr, $kind:expr, $row:ty, $statement:expr $(, $bind:expr)* $(,)?) => {
        match &mut *$on {
            on => $crate::fetch_each!(&mut *on, $kind, $row, $statement $(, $bind)*).map(|(found, unread)| {
                unread.iter().for_each(|row| $crate::db::Session::aside(on).put(row));
                found
            }),
        }
    };
}

/// Passes each row of a statement that cannot be read as a `$row` and then as a `$record` to a closure, as it arrives.
#[macro_export]
macro_rules! for_each_unread {
    ($on:expr, $kind:expr, $row:ty => $record:ty, $statement:expr $(, $bind:expr)*; $each:expr) => {{
        let mut each = $each;
        $crate::on_database!($on, c => {
            let rows = sqlx::query($statement.sql())$(.bind($bind))*.fetch(c);
            futures_util::TryStreamExt::try_for_each(rows, |raw| {
                $crate::db::aside::read_raw::<_, $row, $record>($kind, &raw).err().map(&mut each);
                std::future::ready(Ok(()))
            })
            .await
        })
    }};
}

/// The single row of a statement, or `None`.
#[macro_export]
macro_rules! fetch_optional {
    ($on:expr, $row:ty, $statement:expr $(, $bind:expr)* $(,)?) => {
        $crate::on_database!($on, c => sqlx::query_as::<_, $row>($statement.sql())$(.bind($bind))*.fetch_optional(c).await)
    };
}

/// The single row of a statement; its absence is an error.
#[macro_export]
macro_rules! fetch_one {
    ($on:expr, $row:ty, $statement:expr $(, $bind:expr)* $(,)?) => {
        $crate::on_database!($on, c => sqlx::query_as::<_, $row>($statement.sql())$(.bind($bind))*.fetch_one(c).await)
    };
}

/// Passes each row of a statement to a closure as it arrives, so that the whole result is never in memory:
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
