//! A fresh PostgreSQL database for one test, dropped after it.

use super::templates;

#[derive(Debug)]
pub struct PostgresDatabase {
    name: String,
    uri: String,
}

impl PostgresDatabase {
    /// Empty, at the newest migration.
    pub async fn create() -> Self {
        let name = format!("it_{:016x}", plumbline::random::number());
        let uri = templates::migrated_postgres(&name).await;
        Self { name, uri }
    }

    pub fn uri(&self) -> String {
        self.uri.clone()
    }
}

impl Drop for PostgresDatabase {
    /// The test's runtime may be gone or busy, so a thread of its own drops the database.
    fn drop(&mut self) {
        let drop = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime starts");
            runtime.block_on(templates::administer(&templates::postgres_server(), drop));
        });
        if dropping.join().is_err() {
            eprintln!("the database {} could not be dropped", self.name);
        }
    }
}
