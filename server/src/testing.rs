//! The shared parts of this crate's tests.

mod templates;
mod venue;

pub use plumbline_core::testing::*;
pub use venue::{Venue, leadership, writer_context};

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::command::Command;
use plumbline_core::decimal::Price;
use plumbline_core::ids::AccountId;
use plumbline_core::market::{Bar, Instrument};
use plumbline_core::orders::{FillResting, Reached};
use plumbline_core::time::UnixMillis;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::db::{Batch, Db, DbError};
use crate::files::objects::Objects;
use crate::files::{self, Files};
use crate::ids::Ids;
use crate::market::{
    AuctionStocks, Board, Calendars, Catalog, ChargedNights, FeedHistory, History, Market, NewStocks, Past, Recorder,
    Rules, Snapshots, States, Trades, Trending,
};
use crate::sealing::{Sealer, SealingFlags};
use crate::server_key::ServerKey;
use crate::writer::{Before, RestingBook};

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

/// A feed without a past.
#[derive(Debug)]
struct NoPast;

impl FeedHistory for NoPast {
    fn bar(&self, _: &Instrument, _: UnixMillis, _: UnixMillis) -> Option<Bar> {
        None
    }

    fn last_before(&self, _: &Instrument, _: UnixMillis) -> Option<(UnixMillis, Price)> {
        None
    }

    fn begins(&self, _: &Instrument) -> Option<UnixMillis> {
        None
    }

    fn settled(&self, _: &Instrument, _: UnixMillis) -> bool {
        true
    }
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

/// A market of the first `count` instruments, or of all if there are fewer, open around the clock, without quotes yet.
pub async fn market(db: &Db, count: usize) -> Arc<Market> {
    let calendars = Arc::new(Calendars::load(true).unwrap());
    let past: Arc<dyn FeedHistory> = Arc::new(NoPast);
    let seeds = Catalog::seed().unwrap();
    let catalog = Catalog::open(db, &seeds[..count.min(seeds.len())]).await.unwrap();
    // There are no positions, so that no night has to be charged.
    let charged_nights = ChargedNights::default();
    charged_nights.set(UnixMillis(i64::MAX), HashSet::new());
    Arc::new(Market {
        board: Arc::new(Board::new(catalog.greatest())),
        recorder: Recorder::new(&catalog, calendars.clone(), Arc::default()),
        history: History::new(catalog.greatest()),
        trades: Trades::new(catalog.greatest()),
        past: Past::new(past.clone(), calendars.clone()),
        feed_history: past,
        catalog,
        rules: Rules::load().unwrap(),
        states: States::default(),
        corporate_actions: Arc::default(),
        calendars,
        charged_nights,
        snapshots: Snapshots::default(),
        trending: Trending::default(),
        clock: Clock::default(),
        auction_stocks: AuctionStocks::default(),
        new_stocks: NewStocks::default(),
    })
}

/// A resting book without orders: ticks fill the orders that their commands name.
#[derive(Debug)]
pub struct NoBook;

impl RestingBook for NoBook {
    fn ready(&self, _: &mut Command, _: &mut Before) -> Option<FillResting> {
        None
    }

    fn committed(&self, _: &mut dyn Iterator<Item = (&Command, Option<&Reached>)>) {}

    fn failed(&self, _: &mut dyn Iterator<Item = &Command>) {}

    fn recover<'a>(&'a self, _: &'a mut Batch, _: &'a BTreeSet<AccountId>) -> BoxFuture<'a, Result<(), DbError>> {
        std::future::ready(Ok(())).boxed()
    }
}
