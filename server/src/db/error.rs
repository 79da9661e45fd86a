//! Errors of the database layer.

use std::convert::Infallible;
use std::fmt;

use plumbline_core::ids::AccountId;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum DbError {
    #[error("the database URI {0:?} is neither sqlite:// nor postgres://")]
    UnknownScheme(String),
    #[error("there is no database at {0}")]
    Missing(String),
    #[error("database: {0}")]
    Sqlx(#[from] sqlx::Error),
    #[error("database: {0}")]
    Rusqlite(#[from] rusqlite::Error),
    #[error("migration: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    #[error("stored value {value:?} in {column} is not one that this version knows")]
    Corrupt { column: &'static str, value: String },
    #[error("{}: {}", .0.name, .0.why)]
    Row(UnreadRow),
    #[error("a {0} is asked for or was written, and is not in the list of records that are stored")]
    NotListed(&'static str),
    #[error("a {0} is asked for, and nothing loads one")]
    NoLoad(&'static str),
    #[error("a {0} was written, and nothing stores one")]
    NoStore(&'static str),
    #[error("another server leads on this database")]
    Fenced,
}

/// The name of a row for operators: its kind, its account and its id, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowName {
    /// `None` if the row does not name its account; then only the row is left out.
    pub account: Option<AccountId>,
    pub kind: &'static str,
    pub id: Option<i64>,
}

impl fmt::Display for RowName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind)?;
        if let Some(id) = self.id {
            write!(f, " {id}")?;
        }
        match self.account {
            Some(account) => write!(f, " of account {account}"),
            None => f.write_str(" of an account that cannot be read"),
        }
    }
}

/// A row that cannot be read, and the reason.
#[derive(Debug)]
pub struct UnreadRow {
    pub name: RowName,
    pub why: Box<DbError>,
}

impl DbError {
    /// True if a stored value is not of the form this version reads, or cannot be calculated with: that is permanent,
    /// and the rows of others are not affected.
    pub fn is_unreadable(&self) -> bool {
        match self {
            Self::Corrupt { .. } | Self::Row(_) => true,
            Self::Sqlx(sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_)) => true,
            Self::Sqlx(sqlx::Error::Database(error)) => {
                // PostgreSQL's class of data exceptions, and SQLite's sum that is too large.
                error.code().is_some_and(|code| code.len() == 5 && code.starts_with("22")) || is_sum(error.message())
            }
            Self::Rusqlite(rusqlite::Error::SqliteFailure(_, message)) => message.as_deref().is_some_and(is_sum),
            Self::Rusqlite(error) => matches!(
                error,
                rusqlite::Error::InvalidColumnType(..)
                    | rusqlite::Error::FromSqlConversionFailure(..)
                    | rusqlite::Error::IntegralValueOutOfRange(..)
                    | rusqlite::Error::Utf8Error(..)
            ),
            _ => false,
        }
    }

    /// True if the database cannot be reached or ended the statement, so that the next try may succeed. It is unknown
    /// if writes in progress were stored.
    pub fn is_unreachable(&self) -> bool {
        match self {
            Self::Sqlx(sqlx::Error::Database(error)) => {
                // PostgreSQL's classes of lost connections, missing resources and an operator's intervention.
                error.code().is_some_and(|code| code.len() == 5 && ["08", "53", "57"].contains(&&code[..2]))
            }
            Self::Sqlx(error) => matches!(
                error,
                sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed
            ),
            _ => false,
        }
    }

    /// True if a table refused a row: the database works, and accepts the rows of others.
    pub fn is_refused_row(&self) -> bool {
        match self {
            // PostgreSQL's class of integrity constraints.
            Self::Sqlx(sqlx::Error::Database(error)) => {
                error.code().is_some_and(|code| code.len() == 5 && code.starts_with("23"))
            }
            Self::Rusqlite(rusqlite::Error::SqliteFailure(error, _)) => {
                error.code == rusqlite::ErrorCode::ConstraintViolation
            }
            _ => false,
        }
    }

    /// True when a unique index refused the row; not for batches.
    pub fn is_unique_violation(&self) -> bool {
        matches!(self, DbError::Sqlx(sqlx::Error::Database(e)) if e.is_unique_violation())
    }
}

fn is_sum(message: &str) -> bool {
    message == "integer overflow"
}

impl From<Infallible> for DbError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SQLite stores any value, whatever the column's type.
    #[test]
    fn a_value_of_another_type_cannot_be_read_and_a_database_that_is_gone_is_something_else() {
        let db = rusqlite::Connection::open_in_memory().unwrap();
        let number = db.query_row("SELECT 'x'", [], |row| row.get::<_, i64>(0)).unwrap_err();
        let text = db.query_row("SELECT CAST(x'ff' AS TEXT)", [], |row| row.get::<_, String>(0)).unwrap_err();
        assert!(DbError::from(number).is_unreadable());
        assert!(DbError::from(text).is_unreadable());
        let sum = "SELECT SUM(column1) FROM (VALUES (9223372036854775807), (1))";
        assert!(DbError::from(db.query_row(sum, [], |row| row.get::<_, i64>(0)).unwrap_err()).is_unreadable());
        assert!(!DbError::from(db.execute("SELECT", []).unwrap_err()).is_unreadable());
        let gone = DbError::from(sqlx::Error::PoolTimedOut);
        assert!(!gone.is_unreadable() && gone.is_unreachable());
        assert!(!DbError::from(sqlx::Error::RowNotFound).is_unreachable());
    }
}
