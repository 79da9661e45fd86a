//! The rows that batched statements take, column by column.

use std::borrow::Cow;

use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, PgConnection};

use super::{DbError, Dialect, Statement};

/// Variables that a statement of SQLite takes (`SQLITE_MAX_VARIABLE_NUMBER`).
const SQLITE_VARIABLES: usize = 32_766;

#[derive(Clone, Debug)]
enum Column<'a> {
    Int(Vec<Option<i64>>),
    Text(Vec<Option<Cow<'a, str>>>),
}

impl Column<'_> {
    fn split_off(&mut self, at: usize) -> Self {
        match self {
            Self::Int(values) => Self::Int(values.split_off(at)),
            Self::Text(values) => Self::Text(values.split_off(at)),
        }
    }
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

    pub const fn len(&self) -> usize {
        self.len
    }

    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn sql(&self, statement: &Statement, dialect: Dialect) -> AssertSqlSafe<String> {
        debug_assert_eq!(statement.columns.len(), self.columns.len(), "{}", statement.name);
        AssertSqlSafe(statement.sql_for(dialect, self.padded()))
    }

    /// The rows in pieces that fit into a statement of SQLite.
    pub(super) fn pieces(mut self) -> Vec<Self> {
        let most = self.most();
        let mut pieces = Vec::new();
        while self.len > most {
            let rest = self.columns.iter_mut().map(|column| column.split_off(most)).collect();
            pieces.push(Self { columns: std::mem::replace(&mut self.columns, rest), len: most });
            self.len -= most;
        }
        pieces.push(self);
        pieces
    }

    /// The most rows that fit into a statement of SQLite.
    fn most(&self) -> usize {
        SQLITE_VARIABLES / self.columns.len().max(1)
    }

    /// The next power of two, or as many as fit.
    fn padded(&self) -> usize {
        self.len.next_power_of_two().min(self.most())
    }

    /// The arguments row by row, padded with NULL.
    pub(super) fn sqlite_arguments(self) -> SqliteArguments {
        use sqlx::Arguments;
        let mut arguments = SqliteArguments::default();
        for row in 0..self.padded() {
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

    pub(super) fn postgres_arguments(self) -> PgArguments {
        let mut arguments = PgArguments::default();
        self.add_to(&mut arguments);
        arguments
    }

    /// Adds one array for each column.
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
    pub(super) fn bind(&self, row: usize, statement: &mut rusqlite::Statement<'_>) -> Result<(), DbError> {
        for (index, column) in (1..).zip(&self.columns) {
            match column {
                Column::Int(values) => statement.raw_bind_parameter(index, values[row])?,
                Column::Text(values) => statement.raw_bind_parameter(index, values[row].as_deref())?,
            }
        }
        Ok(())
    }

    pub(super) fn execute_one_by_one(
        &self,
        connection: &rusqlite::Connection,
        statement: &Statement,
    ) -> Result<u64, DbError> {
        let mut prepared = connection.prepare_cached(statement.sql_for_one())?;
        let mut changed = 0;
        for row in 0..self.len {
            self.bind(row, &mut prepared)?;
            changed += prepared.raw_execute()?;
        }
        Ok(changed as u64)
    }
}

/// The rows that a batch stores on PostgreSQL, collected into one statement: a round trip for each table would take
/// longer than its rows. Its parts do not see each other and may run in any order, so no two may write one row.
#[derive(Default)]
pub(super) struct Stores {
    sql: String,
    arguments: PgArguments,
    parameters: usize,
}

impl Stores {
    pub(super) fn add(&mut self, statement: &Statement, rows: Rows<'_>) {
        let part = if self.sql.is_empty() { "WITH" } else { "," };
        self.sql += &format!("{part} s{} AS ({})", self.parameters, statement.sql_after(self.parameters));
        self.parameters += rows.columns.len();
        rows.add_to(&mut self.arguments);
    }

    /// Stores the rows; if `token` is given, only while it is the one of the leader's lease.
    pub(super) async fn run(mut self, connection: &mut PgConnection, token: Option<i64>) -> Result<(), DbError> {
        if self.sql.is_empty() {
            return Ok(());
        }
        let Some(token) = token else {
            sqlx::query_with(AssertSqlSafe(self.sql + " SELECT"), self.arguments).execute(connection).await?;
            return Ok(());
        };
        let fence = format!(", fence AS ({})", FENCE.replace("$1", &format!("${}", self.parameters + 1)));
        self.add_token(token);
        let sql = AssertSqlSafe(self.sql + &fence + " SELECT 1 / COUNT(*) FROM fence");
        match sqlx::query_with(sql, self.arguments).execute(connection).await {
            Ok(_) => Ok(()),
            Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(DIVISION_BY_ZERO) => {
                Err(DbError::Fenced)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn add_token(&mut self, token: i64) {
        use sqlx::Arguments;
        self.arguments.add(token).expect("an integer always encodes");
    }
}

/// Finds no row when the token is not the newest leader's. The lock keeps a new leader from taking the lease until the
/// batch is committed.
const FENCE: &str = "SELECT token FROM leadership WHERE token = $1 FOR KEY SHARE";
/// PostgreSQL's error when there was no such row: their number is a divisor.
const DIVISION_BY_ZERO: &str = "22012";
