//! Databases at the newest migration, each a copy of one that was migrated once: 50 migrations for each test would take
//! longer than most tests. The tests inside the crate and those in `tests/it` share this file.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::str::FromStr;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};

static SQLITE_MIGRATIONS: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES_MIGRATIONS: Migrator = sqlx::migrate!("../migrations/postgres");

/// Names a server that databases may be created on; `./scripts/test` starts one and sets it.
const VARIABLE: &str = "PLUMBLINE_TEST_POSTGRES";
/// The lock for creating the template ("template" in ASCII).
const LOCK: i64 = 0x7465_6d70_6c61_7465;

/// The address of the tests' PostgreSQL server.
pub fn postgres_server() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| {
        panic!("{VARIABLE} names no PostgreSQL server, so the PostgreSQL half cannot run; ./scripts/test starts one")
    })
}

/// The address of the database `name` at `server`.
pub fn at(server: &str, name: &str) -> String {
    let (address, query) = server.split_once('?').map_or((server, None), |(address, query)| (address, Some(query)));
    let (base, _) = address.rsplit_once('/').expect("the variable names a database to connect to");
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{base}/{name}{query}")
}

/// Runs a statement about databases at `server`.
pub async fn administer(server: &str, sql: String) {
    let mut connection = PgConnection::connect(server).await.expect("the PostgreSQL server of the tests answers");
    execute(&mut connection, sql).await;
}

/// Creates `name` at the tests' PostgreSQL server, at the newest migration, and gives its address.
pub async fn migrated_postgres(name: &str) -> String {
    let server = postgres_server();
    let mut connection = PgConnection::connect(&server).await.expect("the PostgreSQL server of the tests answers");
    let template = format!("migrated_{:016x}", fingerprint(&POSTGRES_MIGRATIONS));
    if !is_template(&mut connection, &template).await {
        make_template(&mut connection, &server, &template).await;
    }
    execute(&mut connection, format!("CREATE DATABASE \"{name}\" TEMPLATE {template}")).await;
    at(&server, name)
}

/// Creates the SQLite database `file`, at the newest migration.
pub async fn migrated_sqlite(file: &Path) {
    let program = std::env::current_exe().expect("a test is a file");
    let folder = program.parent().expect("it lies in a folder");
    let template = folder.join(format!("migrated-{:016x}.db", fingerprint(&SQLITE_MIGRATIONS)));
    if !template.exists() {
        // Another test may do this too; the later file replaces the earlier, which is equally good.
        let begun =
            tempfile::NamedTempFile::new_in(folder).expect("the folder of the tests can be written").into_temp_path();
        migrate_sqlite(&begun).await;
        begun.persist(&template).expect("the template takes its place");
    }
    std::fs::copy(&template, file).expect("the template can be copied");
}

async fn migrate_sqlite(file: &Path) {
    let uri = format!("sqlite://{}", file.display());
    let options = SqliteConnectOptions::from_str(&uri).expect("a path makes an address");
    let mut connection = options.connect().await.expect("an empty file is a database");
    SQLITE_MIGRATIONS.run(&mut connection).await.expect("the migrations run");
    connection.close().await.expect("the file is whole");
}

async fn make_template(connection: &mut PgConnection, server: &str, template: &str) {
    let lock = sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK);
    lock.execute(&mut *connection).await.expect("one test after the other has the lock");
    if !is_template(connection, template).await {
        // A process that was stopped while creating it left it half done.
        execute(connection, format!("DROP DATABASE IF EXISTS {template} WITH (FORCE)")).await;
        execute(connection, format!("CREATE DATABASE {template}")).await;
        let mut inside = PgConnection::connect(&at(server, template)).await.expect("the new database answers");
        POSTGRES_MIGRATIONS.run(&mut inside).await.expect("the migrations run");
        inside.close().await.expect("nobody stays in the template");
        execute(connection, format!("ALTER DATABASE {template} IS_TEMPLATE true")).await;
    }
    let unlock = sqlx::query("SELECT pg_advisory_unlock($1)").bind(LOCK);
    unlock.execute(&mut *connection).await.expect("the lock is given back");
}

async fn is_template(connection: &mut PgConnection, name: &str) -> bool {
    let made = sqlx::query_scalar("SELECT datistemplate FROM pg_database WHERE datname = $1").bind(name);
    made.fetch_optional(connection).await.expect("the databases can be listed").unwrap_or(false)
}

async fn execute(connection: &mut PgConnection, sql: String) {
    sqlx::query(AssertSqlSafe(sql)).execute(connection).await.expect("databases may be created and dropped");
}

/// Differs if any migration differs.
fn fingerprint(migrations: &Migrator) -> u64 {
    let mut hasher = DefaultHasher::new();
    for migration in migrations.iter() {
        (migration.version, &migration.checksum).hash(&mut hasher);
    }
    hasher.finish()
}
