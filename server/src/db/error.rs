//! What can go wrong between us and the database.

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
    #[error("a {0} is asked for or was written, and is not in the list of records that are stored")]
    NotListed(&'static str),
    #[error("a {0} is asked for, and nothing loads one")]
    NoLoad(&'static str),
    #[error("a {0} was written, and nothing stores one")]
    NoStore(&'static str),
}

impl DbError {
    /// True where a stored value is not what this version reads: it stays so however often it is read, and the rows of others
    /// are well.
    pub const fn is_unreadable(&self) -> bool {
        matches!(
            self,
            Self::Corrupt { .. }
                | Self::Sqlx(sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_))
                | Self::Rusqlite(
                    rusqlite::Error::InvalidColumnType(..)
                        | rusqlite::Error::FromSqlConversionFailure(..)
                        | rusqlite::Error::IntegralValueOutOfRange(..)
                        | rusqlite::Error::Utf8Error(..)
                )
        )
    }

    /// True when a unique index refused the row; not asked of batches.
    pub fn is_unique_violation(&self) -> bool {
        matches!(self, DbError::Sqlx(sqlx::Error::Database(e)) if e.is_unique_violation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SQLite keeps what it is given, whatever the column's type.
    #[test]
    fn a_value_of_another_type_cannot_be_read_and_a_database_that_is_gone_is_something_else() {
        let db = rusqlite::Connection::open_in_memory().unwrap();
        let number = db.query_row("SELECT 'x'", [], |row| row.get::<_, i64>(0)).unwrap_err();
        let text = db.query_row("SELECT CAST(x'ff' AS TEXT)", [], |row| row.get::<_, String>(0)).unwrap_err();
        assert!(DbError::from(number).is_unreadable());
        assert!(DbError::from(text).is_unreadable());
        assert!(!DbError::from(db.execute("SELECT", []).unwrap_err()).is_unreadable());
        assert!(!DbError::from(sqlx::Error::PoolTimedOut).is_unreadable());
    }
}
