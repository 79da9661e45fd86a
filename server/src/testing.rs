//! Values for the tests of this crate, and of those that build on it.
#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

pub mod templates;

pub use plumbline_core::testing::*;

use std::sync::Arc;

use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::db::Db;
use crate::files::objects::Objects;
use crate::files::{self, Files};
use crate::ids::Ids;
use crate::leader::{Candidate, Leadership};
use crate::sealing::{Sealer, SealingFlags};
use crate::server_key::ServerKey;

/// Both databases at the newest migration, empty and for one test: a SQLite file in a folder, and a database at the
/// PostgreSQL server that `PLUMBLINE_TEST_POSTGRES` names. The folders' names make `prefix` unique.
pub async fn databases(prefix: &str) -> Vec<(String, TempDir)> {
    let (sqlite, postgres) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    templates::migrated_sqlite(&sqlite.path().join(FILE)).await;
    let database = templates::migrated_postgres(&name_in(&postgres, prefix)).await;
    vec![(address_in(&sqlite), sqlite), (database, postgres)]
}

/// Both databases before their first migration; there is no SQLite file yet.
pub async fn new_databases(prefix: &str) -> Vec<(String, TempDir)> {
    let (sqlite, postgres) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (server, name) = (templates::postgres_server(), name_in(&postgres, prefix));
    templates::administer(&server, format!("CREATE DATABASE \"{name}\"")).await;
    vec![(address_in(&sqlite), sqlite), (templates::at(&server, &name), postgres)]
}

const FILE: &str = "test.db";

fn address_in(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join(FILE).display())
}

fn name_in(folder: &TempDir, prefix: &str) -> String {
    let unique = folder.path().file_name().unwrap().to_str().unwrap().trim_start_matches('.').to_lowercase();
    format!("{prefix}_{unique}")
}

/// Pictures of customers, in a folder of their own.
pub fn files(db: &Db, clock: &Clock, ids: &Arc<Ids>, folder: &TempDir) -> Arc<Files> {
    let place = files::place(None, folder.path());
    Arc::new(Files {
        db: db.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        key: ServerKey::load(None, folder.path()).unwrap(),
        sealer: Arc::new(Sealer::load(&SealingFlags::default(), folder.path()).unwrap()),
        objects: Objects::open(&place).unwrap(),
        admission: Default::default(),
        bytes_max: 0,
        tries_a_day: 0,
        refused_identity_max: files::REFUSED_MAX,
        stopping: CancellationToken::new(),
    })
}

/// Leads on a database, once the leader before has given it up.
pub async fn leadership(db: &Db, clock: &Clock) -> Leadership {
    lead(db, clock, &Arc::new(Ids::new(clock.clone(), 0))).await
}

/// The same with the ids of a server.
pub async fn lead(db: &Db, clock: &Clock, ids: &Arc<Ids>) -> Leadership {
    Leadership::open(db, clock.clone(), ids.clone(), Candidate::default()).await.unwrap()
}
