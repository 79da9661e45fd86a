//! Opens the database that a URI names and brings it to the newest migration.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::{Db, DbError};

static SQLITE_MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES_MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

/// Texts that stay prepared on a connection; the batched statements have one a power of two.
const STATEMENT_CACHE: usize = 256;
const SQLITE_READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 16;
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

impl Db {
    /// Opens `sqlite://PATH` (created when missing) or `postgres://…`, and migrates it.
    pub async fn open(uri: &str) -> Result<Self, DbError> {
        let db = Self::connect(uri).await?;
        match &db {
            Db::Sqlite { writer, .. } => SQLITE_MIGRATIONS.run(writer).await?,
            Db::Postgres(pool) => POSTGRES_MIGRATIONS.run(pool).await?,
        }
        Ok(db)
    }

    /// Connects without migrating.
    pub async fn connect(uri: &str) -> Result<Self, DbError> {
        match uri.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => Self::connect_sqlite(uri).await,
            Some("postgres" | "postgresql") => Self::connect_postgres(uri).await,
            _ => Err(DbError::UnknownScheme(uri.to_owned())),
        }
    }

    /// Connects without migrating, and without making a database where there is none.
    pub async fn connect_existing(uri: &str) -> Result<Self, DbError> {
        if uri.starts_with("sqlite:") {
            let options = SqliteConnectOptions::from_str(uri)?;
            if !options.get_filename().exists() {
                return Err(DbError::Missing(options.get_filename().display().to_string()));
            }
        }
        Self::connect(uri).await
    }

    async fn connect_sqlite(uri: &str) -> Result<Self, DbError> {
        let options = SqliteConnectOptions::from_str(uri)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .statement_cache_capacity(STATEMENT_CACHE);
        let writer = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        let readers = SqlitePoolOptions::new().max_connections(SQLITE_READERS).connect_with(options).await?;
        Ok(Db::Sqlite { readers, writer })
    }

    async fn connect_postgres(uri: &str) -> Result<Self, DbError> {
        let options = PgConnectOptions::from_str(uri)?.statement_cache_capacity(STATEMENT_CACHE);
        let pool = PgPoolOptions::new().max_connections(POSTGRES_CONNECTIONS).connect_with(options).await?;
        Ok(Db::Postgres(pool))
    }
}
