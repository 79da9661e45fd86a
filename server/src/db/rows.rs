//! Many rows in one statement: the row source of the batched write path.

use std::borrow::Cow;

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow, PgConnection, Postgres, Sqlite, SqliteConnection};

use super::{Batch, DbError, Dialect, Handle, Session, Statement};

#[derive(Clone, Debug)]
enum Column<'a> {
    Int(Vec<Option<i64>>),
    Text(Vec<Option<Cow<'a, str>>>),
}

/// The input rows of a batched statement, column by column. The first column must never be NULL.
#[derive(Clone, Debug, Default)]
pub struct Rows<'a> {
    columns: Vec<Column<'a>>,
    len: usize,
}

/// A text of an input row, or NULL.
pub trait Text<'a> {
    fn into_text(self) -> Option<Cow<'a, str>>;
}

impl<'a> Text<'a> for &'a str {
    fn into_text(self) -> Option<Cow<'a, str>> {
        Some(Cow::Borrowed(self))
    }
}

impl<'a> Text<'a> for String {
    fn into_text(self) -> Option<Cow<'a, str>> {
        Some(Cow::Owned(self))
    }
}

impl<'a, T: Text<'a>> Text<'a> for Option<T> {
    fn into_text(self) -> Option<Cow<'a, str>> {
        self.and_then(T::into_text)
    }
}

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

impl<'a> Rows<'a> {
    /// Adds an integer column.
    pub fn int(mut self, values: impl IntoIterator<Item = impl Into<Option<i64>>>) -> Self {
        let values: Vec<_> = values.into_iter().map(Into::into).collect();
        self.grow(values.len());
        self.columns.push(Column::Int(values));
        self
    }

    /// Adds a text column.
    pub fn text(mut self, values: impl IntoIterator<Item = impl Text<'a>>) -> Self {
        let values: Vec<_> = values.into_iter().map(Text::into_text).collect();
        self.grow(values.len());
        self.columns.push(Column::Text(values));
        self
    }

    fn grow(&mut self, len: usize) {
        debug_assert!(self.columns.is_empty() || self.len == len, "columns of one length");
        self.len = len;
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn sql(&self, statement: &Statement, dialect: Dialect) -> AssertSqlSafe<String> {
        debug_assert_eq!(statement.columns.len(), self.columns.len(), "{}", statement.name);
        AssertSqlSafe(statement.sql_for(dialect, self.len.next_power_of_two()))
    }

    /// Row by row, padded with NULL to the next power of two.
    fn sqlite_arguments(self) -> SqliteArguments {
        use sqlx::Arguments;
        let mut arguments = SqliteArguments::default();
        for row in 0..self.len.next_power_of_two() {
            for column in &self.columns {
                let added = match column {
                    Column::Int(values) => arguments.add(values.get(row).copied().flatten()),
                    Column::Text(values) => arguments.add(values.get(row).cloned().flatten().map(Cow::into_owned)),
                };
                added.expect("integers and texts always encode");
            }
        }
        arguments
    }

    fn postgres_arguments(self) -> PgArguments {
        let mut arguments = PgArguments::default();
        self.add_to(&mut arguments);
        arguments
    }

    /// One array a column.
    fn add_to(self, arguments: &mut PgArguments) {
        use sqlx::Arguments;
        for column in self.columns {
            let added = match column {
                Column::Int(values) => arguments.add(values),
                Column::Text(values) => arguments.add(values),
            };
            added.expect("integers and texts always encode");
        }
    }

    /// Binds one row to a statement of [`Statement::sql_for_one`].
    fn bind(&self, row: usize, statement: &mut rusqlite::Statement<'_>) -> Result<(), DbError> {
        for (index, column) in (1..).zip(&self.columns) {
            match column {
                Column::Int(values) => statement.raw_bind_parameter(index, values[row])?,
                Column::Text(values) => statement.raw_bind_parameter(index, values[row].as_deref())?,
            }
        }
        Ok(())
    }

    fn fetch_one_by_one<R: Record>(
        &self,
        connection: &rusqlite::Connection,
        statement: &Statement,
    ) -> Result<Vec<R>, DbError> {
        let mut prepared = connection.prepare_cached(statement.sql_for_one())?;
        let mut found = Vec::with_capacity(self.len);
        for row in 0..self.len {
            self.bind(row, &mut prepared)?;
            let mut rows = prepared.raw_query();
            while let Some(row) = rows.next()? {
                found.push(R::try_from(row)?);
            }
        }
        Ok(found)
    }

    fn execute_one_by_one(&self, connection: &rusqlite::Connection, statement: &Statement) -> Result<u64, DbError> {
        let mut prepared = connection.prepare_cached(statement.sql_for_one())?;
        let mut changed = 0;
        for row in 0..self.len {
            self.bind(row, &mut prepared)?;
            changed += prepared.raw_execute()?;
        }
        Ok(changed as u64)
    }
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
        Target::SqliteBatch(c) => rows.fetch_one_by_one(c, statement)?,
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

/// What a batch stores on PostgreSQL, collected into one statement: a round trip for each table would take longer than
/// its rows. Its parts do not see each other and may run in any order, so no two may touch the same row.
#[derive(Default)]
pub(super) struct Stores {
    sql: String,
    arguments: PgArguments,
    parameters: usize,
}

impl Stores {
    fn add(&mut self, statement: &Statement, rows: Rows<'_>) {
        let part = if self.sql.is_empty() { "WITH" } else { "," };
        self.sql += &format!("{part} s{} AS ({})", self.parameters, statement.sql_after(self.parameters));
        self.parameters += rows.columns.len();
        rows.add_to(&mut self.arguments);
    }

    pub(super) async fn run(self, connection: &mut PgConnection) -> Result<(), DbError> {
        if !self.sql.is_empty() {
            let sql = AssertSqlSafe(self.sql + " SELECT");
            sqlx::query_with(sql, self.arguments).execute(connection).await?;
        }
        Ok(())
    }
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
