use std::io;

use thiserror::Error;

use crate::db::DbError;

/// The reason why a backup was not taken or not restored.
#[derive(Debug, Error)]
pub enum BackupError {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error("{0} exists; a backup does not overwrite")]
    Exists(String),
    #[error("there is no file {0}")]
    Missing(String),
    #[error("{0} is not a backup of an SQLite database")]
    NotSqlite(String),
    #[error("{0} is a backup of an SQLite database, and this one is PostgreSQL")]
    IsSqlite(String),
    #[error("{0} is damaged: {1}")]
    Damaged(String, String),
    #[error("{tool} is not installed; it comes with PostgreSQL's client programs (Debian: postgresql-client)")]
    ToolMissing { tool: &'static str },
    #[error("{tool} failed: {message}")]
    Tool { tool: &'static str, message: String },
    #[error("{0}: {1}")]
    File(String, io::Error),
}
