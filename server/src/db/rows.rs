//! Many rows in one statement: the row source of the batched write path.

use plumbline_core::ids::AccountId;
use sqlx::postgres::PgRow;
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, PgConnection, Postgres, Sqlite, SqliteConnection};

use super::aside;
use super::{Batch, DbError, Dialect, Handle, PutAside, Session, Statement, UnreadRow};

pub use super::columns::{Rows, Text};

/// A connection that batched statements run on.
pub trait RowSession {
    fn target(&mut self) -> Result<Target<'_>, DbError>;

    /// The register of rows that cannot be read.
    fn put_aside(&self) -> &PutAside;
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

    fn put_aside(&self) -> &PutAside {
        self.aside()
    }
}

impl RowSession for Batch {
    fn target(&mut self) -> Result<Target<'_>, DbError> {
        Ok(match self {
            Batch::Sqlite(batch, _) => Target::SqliteBatch(batch.connection()?),
            Batch::Postgres(batch, _) => Target::Postgres(batch.connection()),
        })
    }

    fn put_aside(&self) -> &PutAside {
        match self {
            Batch::Sqlite(_, aside) | Batch::Postgres(_, aside) => aside,
        }
    }
}

/// The result row of a batched statement: a tuple, or a struct declared with [`record!`].
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

/// Rows that a batched statement reads for its input rows. An empty input runs no statement. On SQLite more rows than
/// fit into a statement are read in pieces, so that an order of the results holds within each piece only.
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
            let mut found = Vec::new();
            for piece in rows.pieces() {
                let sql = piece.sql(statement, Dialect::Sqlite);
                let query: QueryAs<'_, Sqlite, R, _> = sqlx::query_as_with(sql, piece.sqlite_arguments());
                found.extend(query.fetch_all(&mut *c).await?);
            }
            found
        }
        Target::SqliteBatch(c) => fetch_one_by_one(&rows, c, statement)?,
        Target::Postgres(c) => {
            let sql = rows.sql(statement, Dialect::Postgres);
            let query: QueryAs<'_, Postgres, R, _> = sqlx::query_as_with(sql, rows.postgres_arguments());
            query.fetch_all(c).await?
        }
    })
}

/// The records of rows that a batched statement reads, each read by itself as an `R`. The statement gives each row's
/// `account_id`, and its `id` if it has one.
///
/// # Errors
/// [`DbError::Row`] names the first row that cannot be read, and its account. A row that does not name its account is
/// left out and named, because no account can be stopped for it.
pub async fn read<R: Record, T>(
    on: &mut (impl RowSession + ?Sized),
    kind: &'static str,
    statement: &Statement,
    rows: Rows<'_>,
) -> Result<Vec<T>, DbError>
where
    T: TryFrom<R>,
    DbError: From<T::Error>,
{
    let (found, unread) = each::<R, T>(on, kind, statement, rows).await?;
    for row in unread {
        if row.name.account.is_some() {
            return Err(DbError::Row(row));
        }
        on.put_aside().put(&row);
    }
    Ok(found)
}

/// The readable records of a batched statement; the accounts of the other rows are put aside.
pub async fn readable<R: Record, T>(
    on: &mut (impl RowSession + ?Sized),
    kind: &'static str,
    statement: &Statement,
    rows: Rows<'_>,
) -> Result<Vec<T>, DbError>
where
    T: TryFrom<R>,
    DbError: From<T::Error>,
{
    let (found, unread) = each::<R, T>(on, kind, statement, rows).await?;
    unread.iter().for_each(|row| on.put_aside().put(row));
    Ok(found)
}

/// The account of a row that is otherwise not read.
#[derive(Debug, sqlx::FromRow)]
pub struct OfAccount {
    account_id: i64,
}

impl From<OfAccount> for AccountId {
    fn from(row: OfAccount) -> Self {
        Self(row.account_id)
    }
}

/// The readable records of a batched statement, and the rows that cannot be read.
pub async fn each<R: Record, T>(
    on: &mut (impl RowSession + ?Sized),
    kind: &'static str,
    statement: &Statement,
    rows: Rows<'_>,
) -> Result<(Vec<T>, Vec<UnreadRow>), DbError>
where
    T: TryFrom<R>,
    DbError: From<T::Error>,
{
    if rows.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    Ok(match on.target()? {
        Target::Sqlite(c) => {
            let (mut found, mut unread) = (Vec::with_capacity(rows.len()), Vec::new());
            for piece in rows.pieces() {
                let sql = piece.sql(statement, Dialect::Sqlite);
                let query: Query<'_, Sqlite, _> = sqlx::query_with(sql, piece.sqlite_arguments());
                let (some, others) = aside::read_each::<_, R, T>(kind, &query.fetch_all(&mut *c).await?);
                found.extend(some);
                unread.extend(others);
            }
            (found, unread)
        }
        Target::SqliteBatch(c) => {
            let (mut found, mut unread) = (Vec::with_capacity(rows.len()), Vec::new());
            for_each_one_by_one(&rows, c, statement, |row| {
                match aside::read_row(kind, row, R::try_from(row).map_err(DbError::Rusqlite)) {
                    Ok(read) => found.push(read),
                    Err(row) => unread.push(row),
                }
                Ok(())
            })?;
            (found, unread)
        }
        Target::Postgres(c) => {
            let sql = rows.sql(statement, Dialect::Postgres);
            let query: Query<'_, Postgres, _> = sqlx::query_with(sql, rows.postgres_arguments());
            aside::read_each::<_, R, T>(kind, &query.fetch_all(c).await?)
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
            let mut changed = 0;
            for piece in rows.pieces() {
                let sql = piece.sql(statement, Dialect::Sqlite);
                let query: Query<'_, Sqlite, _> = sqlx::query_with(sql, piece.sqlite_arguments());
                changed += query.execute(&mut *c).await?.rows_affected();
            }
            changed
        }
        Target::SqliteBatch(c) => rows.execute_one_by_one(c, statement)?,
        Target::Postgres(c) => {
            let sql = rows.sql(statement, Dialect::Postgres);
            let query: Query<'_, Postgres, _> = sqlx::query_with(sql, rows.postgres_arguments());
            query.execute(c).await?.rows_affected()
        }
    })
}

/// Stores `rows` in a batch, at the latest when it is committed: they must not be read before.
pub async fn store(batch: &mut Batch, statement: &Statement, rows: Rows<'_>) -> Result<(), DbError> {
    match batch {
        _ if rows.is_empty() => {}
        Batch::Sqlite(batch, _) => drop(rows.execute_one_by_one(batch.connection()?, statement)?),
        Batch::Postgres(batch, _) => batch.stores.add(statement, rows),
    }
    Ok(())
}

fn fetch_one_by_one<R: Record>(
    rows: &Rows<'_>,
    connection: &rusqlite::Connection,
    statement: &Statement,
) -> Result<Vec<R>, DbError> {
    let mut found = Vec::with_capacity(rows.len());
    for_each_one_by_one(rows, connection, statement, |row| {
        found.push(R::try_from(row)?);
        Ok(())
    })?;
    Ok(found)
}

fn for_each_one_by_one(
    rows: &Rows<'_>,
    connection: &rusqlite::Connection,
    statement: &Statement,
    mut each: impl FnMut(&rusqlite::Row<'_>) -> Result<(), DbError>,
) -> Result<(), DbError> {
    let mut prepared = connection.prepare_cached(statement.sql_for_one())?;
    for row in 0..rows.len() {
        rows.bind(row, &mut prepared)?;
        let mut answer = prepared.raw_query();
        while let Some(row) = answer.next()? {
            each(row)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use crate::testing::databases;
    use crate::{execute, statements};

    statements! {
        MAKE: "CREATE TABLE pairs (id BIGINT PRIMARY KEY, word TEXT NOT NULL)";
        ADD("it"): "INSERT INTO pairs (id, word) {rows}";
        FIND("i"): "SELECT id, word FROM pairs WHERE id IN ({rows})";
    }

    /// The most rows of one SQLite statement, one row more, and a number whose next power of two exceeds that limit.
    #[tokio::test]
    async fn any_number_of_rows_is_stored_and_found() {
        for (uri, _folder) in databases("many_rows").await {
            let db = Db::open(&uri).await.unwrap();
            let mut tx = db.begin().await.unwrap();
            execute!(&mut tx, MAKE).unwrap();
            let all = 0..70_000_i64;
            let pairs = Rows::default().int(all.clone()).text(all.clone().map(|id| format!("word {id}")));
            assert_eq!(execute(&mut tx, ADD, pairs).await.unwrap(), 70_000);
            tx.commit().await.unwrap();
            for asked in [1, 16_384, 16_385, 32_766, 32_767, 70_000] {
                let input = Rows::default().int(0..asked);
                let found: Vec<(i64, String)> = fetch(&mut db.read().await.unwrap(), FIND, input).await.unwrap();
                assert_eq!(found.len() as i64, asked);
                assert!(found.iter().all(|(id, word)| *id < asked && *word == format!("word {id}")));
                let (input, mut reader) = (Rows::default().int(0..asked), db.read().await.unwrap());
                let read = each::<(i64, String), (i64, String)>(&mut reader, "word", FIND, input).await.unwrap();
                assert_eq!((read.0.len() as i64, read.1.len()), (asked, 0));
            }
        }
    }
}
