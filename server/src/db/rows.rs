//! Many rows in one statement: the row source of the batched write path.

use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::{Query, QueryAs};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow, Postgres, Sqlite};

use super::{DbError, Dialect, Handle, Session, Statement};

#[derive(Clone, Debug)]
enum Column {
    Int(Vec<Option<i64>>),
    Text(Vec<Option<String>>),
}

/// The input rows of a batched statement, column by column. The first column must never be NULL.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    columns: Vec<Column>,
    len: usize,
}

impl Rows {
    /// Adds an integer column.
    pub fn int(mut self, values: impl IntoIterator<Item = impl Into<Option<i64>>>) -> Self {
        let values: Vec<_> = values.into_iter().map(Into::into).collect();
        self.grow(values.len());
        self.columns.push(Column::Int(values));
        self
    }

    /// Adds a text column.
    pub fn text(mut self, values: impl IntoIterator<Item = impl Into<Option<String>>>) -> Self {
        let values: Vec<_> = values.into_iter().map(Into::into).collect();
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
                    Column::Text(values) => arguments.add(values.get(row).cloned().flatten()),
                };
                added.expect("integers and texts always encode");
            }
        }
        arguments
    }

    /// One array a column.
    fn postgres_arguments(self) -> PgArguments {
        use sqlx::Arguments;
        let mut arguments = PgArguments::default();
        for column in self.columns {
            let added = match column {
                Column::Int(values) => arguments.add(values),
                Column::Text(values) => arguments.add(values),
            };
            added.expect("integers and texts always encode");
        }
        arguments
    }
}

/// Rows that a batched statement reads for its input rows. Nothing is asked for an empty input.
pub async fn fetch<R>(on: &mut impl Session, statement: &Statement, rows: Rows) -> Result<Vec<R>, DbError>
where
    R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let sql = rows.sql(statement, on.dialect());
    Ok(match on.handle() {
        Handle::Sqlite(c) => {
            let query: QueryAs<'_, Sqlite, R, _> = sqlx::query_as_with(sql, rows.sqlite_arguments());
            query.fetch_all(c).await?
        }
        Handle::Postgres(c) => {
            let query: QueryAs<'_, Postgres, R, _> = sqlx::query_as_with(sql, rows.postgres_arguments());
            query.fetch_all(c).await?
        }
    })
}

/// Runs a batched statement that stores its input rows; gives the number of rows changed.
pub async fn execute(on: &mut impl Session, statement: &Statement, rows: Rows) -> Result<u64, DbError> {
    if rows.is_empty() {
        return Ok(0);
    }
    let sql = rows.sql(statement, on.dialect());
    Ok(match on.handle() {
        Handle::Sqlite(c) => {
            let query: Query<'_, Sqlite, _> = sqlx::query_with(sql, rows.sqlite_arguments());
            query.execute(c).await?.rows_affected()
        }
        Handle::Postgres(c) => {
            let query: Query<'_, Postgres, _> = sqlx::query_with(sql, rows.postgres_arguments());
            query.execute(c).await?.rows_affected()
        }
    })
}
