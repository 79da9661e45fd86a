//! A fresh PostgreSQL database for one test, dropped after it.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// Names a server on which databases may be created; `./scripts/test` starts one and sets it.
const VARIABLE: &str = "PLUMBLINE_TEST_POSTGRES";

#[derive(Debug)]
pub struct PostgresDatabase {
    server: String,
    name: String,
}

impl PostgresDatabase {
    pub async fn create() -> Self {
        let server = std::env::var(VARIABLE).unwrap_or_else(|_| {
            panic!(
                "{VARIABLE} names no PostgreSQL server, so the PostgreSQL half cannot run; ./scripts/test starts one"
            )
        });
        let name = format!("it_{:016x}", plumbline::random::number());
        administer(&server, format!("CREATE DATABASE {name}")).await;
        Self { server, name }
    }

    pub fn uri(&self) -> String {
        let (base, query) =
            self.server.split_once('?').map_or((self.server.as_str(), ""), |(base, query)| (base, query));
        let (server, _) = base.rsplit_once('/').expect("the variable names a database to connect to");
        format!("{server}/{}{}{query}", self.name, if query.is_empty() { "" } else { "?" })
    }
}

async fn administer(server: &str, sql: String) {
    let mut connection = PgConnection::connect(server).await.expect("the PostgreSQL server of the tests answers");
    sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await.expect("databases may be created and dropped");
}

impl Drop for PostgresDatabase {
    /// The test's runtime may be gone or busy, so a thread of its own drops the database.
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
            runtime.block_on(administer(&server, format!("DROP DATABASE {name} WITH (FORCE)")));
        });
        if dropping.join().is_err() {
            eprintln!("the database {} could not be dropped", self.name);
        }
    }
}
