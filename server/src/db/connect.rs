//! Opens the database of a URI and migrates it to the newest version.

use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::pool::PoolConnectionMetadata;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgConnection};

use super::{BatchConnection, Db, DbError, Disk, PutAside};
use crate::{private, random};

static SQLITE_MIGRATIONS: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES_MIGRATIONS: Migrator = sqlx::migrate!("../migrations/postgres");

/// Prepared texts kept on a connection; the batched statements have one for each power of two.
const STATEMENT_CACHE: usize = 256;
const SQLITE_READERS: u32 = 4;
/// Settings of every SQLite connection, besides those that sqlx has names for.
const SQLITE_PRAGMAS: [(&str, &str); 3] = [
    // A statement's undo data stays in memory; a multi-row insert would write it to a file.
    ("temp_store", "memory"),
    // A page cache of 32 MiB (negative: KiB); the default of 2 MiB is less than a batch touches.
    ("cache_size", "-32768"),
    // Pages of the write-ahead log (32 MiB) between checkpoints, so that a page that many batches change is copied once.
    ("wal_autocheckpoint", "8000"),
];
/// The settings that sqlx has names for, for the connection of the batches.
const SQLITE_DURABILITY: [(&str, &str); 3] = [("journal_mode", "wal"), ("synchronous", "full"), ("foreign_keys", "on")];
const POSTGRES_CONNECTIONS: u32 = 16;
/// One runs a batch; while that is returned, which takes a round trip, the next batch has the other.
const POSTGRES_BATCHES: u32 = 2;
/// A batch reads rows by their keys. A plan from when a table was small would read all of it, and PostgreSQL keeps such
/// plans.
const POSTGRES_BY_INDEX: [(&str, &str); 4] =
    [("enable_seqscan", "off"), ("enable_hashjoin", "off"), ("enable_mergejoin", "off"), ("jit", "off")];
/// A commit of a batch does not wait for the disk; code that reports it does, with [`Db::flush`].
const POSTGRES_COMMITS_AT_ONCE: (&str, &str) = ("synchronous_commit", "off");
/// A server that hangs in the middle of a transaction loses its locks after this: the product's transactions never idle
/// for seconds.
const POSTGRES_GIVES_UP: (&str, &str) = ("idle_in_transaction_session_timeout", "60s");
/// A connection idle for this long may have been cut, by a restart of PostgreSQL or a firewall.
const ASK_AFTER: Duration = Duration::from_secs(1);
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// The cluster of databases, and the database in it.
const POSTGRES_IDENTITY: &str = "SELECT (SELECT CAST(system_identifier AS TEXT) FROM pg_control_system())
    || '/' || (SELECT CAST(oid AS TEXT) FROM pg_database WHERE datname = current_database())";

impl Db {
    /// Opens `sqlite://PATH` (created when missing) or `postgres://…`, and migrates it.
    pub async fn open(uri: &str) -> Result<Self, DbError> {
        let db = Self::connect(uri).await?;
        match &db {
            Db::Sqlite { writer, .. } => SQLITE_MIGRATIONS.run(writer).await?,
            Db::Postgres { pool, .. } => POSTGRES_MIGRATIONS.run(pool).await?,
        }
        Ok(db)
    }

    /// Opens a database and migrates it to an earlier version, for a test of the migrations after it.
    #[cfg(feature = "testing")]
    pub async fn open_at(uri: &str, version: i64) -> Result<Self, DbError> {
        let db = Self::connect(uri).await?;
        match &db {
            Db::Sqlite { writer, .. } => SQLITE_MIGRATIONS.run_to(version, writer).await?,
            Db::Postgres { pool, .. } => POSTGRES_MIGRATIONS.run_to(version, pool).await?,
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

    /// The number of migrations that [`Db::open`] would run.
    ///
    /// # Errors
    /// The database has a migration that this version does not have, or has in another form.
    pub async fn migrations_missing(&self) -> Result<usize, DbError> {
        let applied = "SELECT version, checksum FROM _sqlx_migrations ORDER BY version";
        let (migrator, applied) = match self {
            Db::Sqlite { readers, .. } => (&SQLITE_MIGRATIONS, sqlx::query_as(applied).fetch_all(readers).await),
            Db::Postgres { pool, .. } => (&POSTGRES_MIGRATIONS, sqlx::query_as(applied).fetch_all(pool).await),
        };
        let applied: Vec<(i64, Vec<u8>)> = match applied {
            // A database that was never migrated has no such table.
            Err(sqlx::Error::Database(_)) => Vec::new(),
            applied => applied?,
        };
        for (version, checksum) in &applied {
            let known = migrator.iter().find(|migration| migration.version == *version);
            let known = known.ok_or(MigrateError::VersionMissing(*version))?;
            if known.checksum.as_ref() != checksum.as_slice() {
                return Err(MigrateError::VersionMismatch(*version).into());
            }
        }
        Ok(migrator.iter().count().saturating_sub(applied.len()))
    }

    /// Names the database, so that two of them are told apart; a SQLite file has one server, and no name.
    ///
    /// # Errors
    /// The database does not answer.
    pub async fn identity(&self) -> Result<String, DbError> {
        match self {
            Db::Sqlite { .. } => Ok(String::new()),
            Db::Postgres { pool, .. } => Ok(sqlx::query_scalar(POSTGRES_IDENTITY).fetch_one(pool).await?),
        }
    }

    /// Connects without migrating, and without creating a database.
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
        let mut options = SqliteConnectOptions::from_str(uri)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            .statement_cache_capacity(STATEMENT_CACHE);
        for (name, value) in SQLITE_PRAGMAS {
            options = options.pragma(name, value);
        }
        let file = options.get_filename().to_owned();
        // A new database belongs to its owner alone; SQLite gives the files beside it that mode. If this fails, so does
        // SQLite, with the reason.
        drop(private::file(&file));
        // A file needs no check that the connection is alive.
        let pool = |connections| SqlitePoolOptions::new().max_connections(connections).test_before_acquire(false);
        let writer = pool(1).connect_with(options.clone()).await?;
        let readers = pool(SQLITE_READERS).connect_with(options).await?;
        let pragmas = [SQLITE_DURABILITY, SQLITE_PRAGMAS].concat();
        let batches = BatchConnection::open(&file, BUSY_TIMEOUT, STATEMENT_CACHE, &pragmas)?;
        Ok(Db::Sqlite { readers, writer, batches, aside: PutAside::default() })
    }

    async fn connect_postgres(uri: &str) -> Result<Self, DbError> {
        let options = PgConnectOptions::from_str(uri)?.statement_cache_capacity(STATEMENT_CACHE);
        // A name of its own, which distinguishes a hanging server from the others.
        let name = format!("plumbline {}", hex::encode(random::bytes::<8>()));
        let options = options.options([POSTGRES_GIVES_UP]).application_name(&name);
        let pool = |connections| {
            PgPoolOptions::new()
                .max_connections(connections)
                .test_before_acquire(false)
                .before_acquire(|connection, metadata| Box::pin(answers(connection, metadata)))
        };
        let batches = pool(POSTGRES_BATCHES)
            .connect_lazy_with(options.clone().options(POSTGRES_BY_INDEX).options([POSTGRES_COMMITS_AT_ONCE]));
        let disk = Disk::new(options.clone());
        let pool = pool(POSTGRES_CONNECTIONS).connect_with(options).await?;
        Ok(Db::Postgres { pool, batches, disk, aside: PutAside::default() })
    }
}

/// True if a connection can be used: a recently used one is assumed to be alive, any other is pinged.
async fn answers(connection: &mut PgConnection, metadata: PoolConnectionMetadata) -> Result<bool, sqlx::Error> {
    if metadata.idle_for < ASK_AFTER {
        return Ok(true);
    }
    connection.ping().await.map(|()| true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::databases;

    #[tokio::test]
    async fn databases_of_one_server_have_names_of_their_own() {
        let (uri, _folder) = databases("identity").await.remove(1);
        let (other_uri, _other) = databases("identity").await.remove(1);
        let [db, again, other] = [&uri, &uri, &other_uri].map(|uri| Db::open(uri));
        let (db, again, other) = (db.await.unwrap(), again.await.unwrap(), other.await.unwrap());
        assert_eq!(db.identity().await.unwrap(), again.identity().await.unwrap());
        assert_ne!(db.identity().await.unwrap(), other.identity().await.unwrap());
    }

    #[tokio::test]
    async fn a_server_that_hangs_gives_up_what_it_has_locked() {
        for (uri, _folder) in databases("connect").await {
            let db = Db::open(&uri).await.unwrap();
            let Db::Postgres { pool, batches, .. } = &db else { continue };
            for pool in [pool, batches] {
                let limit: String =
                    sqlx::query_scalar("SHOW idle_in_transaction_session_timeout").fetch_one(pool).await.unwrap();
                assert_eq!(limit, "1min");
            }
        }
    }
}
