//! What the tests inside this crate share.

use sqlx::AssertSqlSafe;
use tempfile::TempDir;

/// Both databases, empty and a test's own: a SQLite file in a folder, and a database at the PostgreSQL server that
/// `PLUMBLINE_TEST_POSTGRES` names. The folders' names make `prefix` unique.
pub async fn databases(prefix: &str) -> Vec<(String, TempDir)> {
    let (sqlite, postgres) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = format!("sqlite://{}", sqlite.path().join("test.db").display());
    let unique = postgres.path().file_name().unwrap().to_str().unwrap().trim_start_matches('.').to_lowercase();
    let database = create_postgres(&format!("{prefix}_{unique}")).await;
    vec![(file, sqlite), (database, postgres)]
}

async fn create_postgres(name: &str) -> String {
    let server = std::env::var("PLUMBLINE_TEST_POSTGRES")
        .expect("PLUMBLINE_TEST_POSTGRES names no PostgreSQL server; ./scripts/test starts one and sets it");
    let admin = sqlx::PgPool::connect(&server).await.unwrap();
    sqlx::query(AssertSqlSafe(format!("CREATE DATABASE \"{name}\""))).execute(&admin).await.unwrap();
    let (address, query) = server.split_once('?').map_or((server.as_str(), None), |(a, q)| (a, Some(q)));
    let (base, _) = address.rsplit_once('/').unwrap();
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    format!("{base}/{name}{query}")
}
