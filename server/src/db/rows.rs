//! Many rows in one statement: the row source of the batched write path.

use sqlx::postgres::PgRow;
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, PgConnection, Postgres, Sqlite, SqliteConnection};

use super::{Batch, DbError, Dialect, Handle, Session, Statement};

pub use super::columns::{Rows, Text};

/// What batched statements run on.
pub trait RowSession {
    fn target(&mut self) -> Result<Target<'_>, DbError>;
}

/// A borrowed connection for batched statements.
#[derive(Debug)]
pub enum Target<'a> {
    Sqlite(&'a mut SqliteConnection),
    SqliteBatch(&'a mut rusqlite::Connection),
    Postgres(&'a mut PgConnection),
}

impl<S: Session> RowSession for S {
    fn target(&mut self) -> Result<Target<'_>, DbError> {
        Ok(match self.handle() {
            Handle::Sqlite(connection) => Target::Sqlite(connection),
            Handle::Postgres(connection) => Target::Postgres(connection),
        })
    }
}

impl RowSession for Batch {
    fn target(&mut self) -> Result<Target<'_>, DbError> {
        Ok(match self {
            Batch::Sqlite(batch) => Target::SqliteBatch(batch.connection()?),
            Batch::Postgres(batch) => Target::Postgres(batch.connection()),
        })
    }
}

/// What a batched statement gives: a tuple, or a struct declared with [`record!`].
///
/// [`record!`]: crate::record
pub trait Record:
    for<'r> FromRow<'r, SqliteRow>
    + for<'r> FromRow<'r, PgRow>
    + for<'r> TryFrom<&'r rusqlite::Row<'r>, Error = rusqlite::Error>
    + Send
    + Unpin
{
}

impl<R> Record for R where
    R: for<'r> FromRow<'r, SqliteRow>
        + for<'r> FromRow<'r, PgRow>
        + for<'r> TryFrom<&'r rusqlite::Row<'r>, Error = rusqlite::Error>
        + Send
        + Unpin
{
}

/// Declares a struct that is read from the columns of its fields' names: `record! { pub struct Row { id: i64 } }`.
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident { $($(#[$doc:meta])* $seen:vis $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, sqlx::FromRow)]
        $vis struct $name { $($(#[$doc])* $seen $field: $type,)* }

        impl<'r> TryFrom<&'r rusqlite::Row<'r>> for $name {
            type Error = rusqlite::Error;

            fn try_from(row: &'r rusqlite::Row<'r>) -> Result<Self, rusqlite::Error> {
                Ok(Self { $($field: row.get(stringify!($field))?,)* })
            }
        }
    };
}

/// Rows that a batched statement reads for its input rows. Nothing is asked for an empty input.
pub async fn fetch<R: Record>(
    on: &mut (impl RowSession + ?Sized),
    statement: &Statement,
    rows: Rows<'_>,
) -> Result<Vec<R>, DbError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    Ok(match on.target()? {
        Target::Sqlite(c) => {
            let sql = rows.sql(statement, Dialect::Sqlite);
            let query: QueryAs<'_, Sqlite, R, _> = sqlx::query_as_with(sql, rows.sqlite_arguments());
            query.fetch_all(c).await?
        }
        Target::SqliteBatch(c) => fetch_one_by_one(&rows, c, statement)?,
        Target::Postgres(c) => {
            let sql = rows.sql(statement, Dialect::Postgres);
            let query: QueryAs<'_, Postgres, R, _> = sqlx::query_as_with(sql, rows.postgres_arguments());
            query.fetch_all(c).await?
        }
    })
}

/// Runs a batched statement that stores its input rows; gives the number of rows changed.
pub async fn execute(on: &mut impl RowSession, statement: &Statement, rows: Rows<'_>) -> Result<u64, DbError> {
    if rows.is_empty() {
        return Ok(0);
    }
    Ok(match on.target()? {
        Target::Sqlite(c) => {
            let sql = rows.sql(statement, Dialect::Sqlite);
            let query: Query<'_, Sqlite, _> = sqlx::query_with(sql, rows.sqlite_arguments());
            query.execute(c).await?.rows_affected()
        }
        Target::SqliteBatch(c) => rows.execute_one_by_one(c, statement)?,
        Target::Postgres(c) => {
            let sql = rows.sql(statement, Dialect::Postgres);
            let query: Query<'_, Postgres, _> = sqlx::query_with(sql, rows.postgres_arguments());
            query.execute(c).await?.rows_affected()
        }
    })
}

/// Stores `rows` in a batch, at the latest when it is committed: nothing may be read of them before.
pub async fn store(batch: &mut Batch, statement: &Statement, rows: Rows<'_>) -> Result<(), DbError> {
    match batch {
        _ if rows.is_empty() => {}
        Batch::Sqlite(batch) => drop(rows.execute_one_by_one(batch.connection()?, statement)?),
        Batch::Postgres(batch) => batch.stores.add(statement, rows),
    }
    Ok(())
}

fn fetch_one_by_one<R: Record>(
    rows: &Rows<'_>,
    connection: &rusqlite::Connection,
    statement: &Statement,
) -> Result<Vec<R>, DbError> {
    let mut prepared = connection.prepare_cached(statement.sql_for_one())?;
    let mut found = Vec::with_capacity(rows.len());
    for row in 0..rows.len() {
        rows.bind(row, &mut prepared)?;
        let mut answer = prepared.raw_query();
        while let Some(row) = answer.next()? {
            found.push(R::try_from(row)?);
        }
    }
    Ok(found)
}
