//! A market for tests, and what the crate below has for them.
#![allow(clippy::unwrap_used)] // A test that meets what it does not expect stops there.

pub use plumbline_base::testing::*;

use std::collections::HashSet;
use std::sync::Arc;

use plumbline_core::decimal::Price;
use plumbline_core::market::{Bar, Instrument};
use plumbline_core::time::UnixMillis;

use crate::clock::Clock;
use crate::db::Db;
use crate::market::{
    AuctionStocks, Board, Calendars, Catalog, FeedHistory, History, Market, NewStocks, Past, RecordedNights, Recorder,
    Rules, Snapshots, States, Trades, Trending,
};

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

/// A market of the first `count` instruments, or of all if there are fewer, open around the clock, without quotes yet.
pub async fn market(db: &Db, count: usize) -> Arc<Market> {
    let calendars = Arc::new(Calendars::load(true).unwrap());
    let past: Arc<dyn FeedHistory> = Arc::new(NoPast);
    let seeds = Catalog::seed().unwrap();
    let catalog = Catalog::open(db, &seeds[..count.min(seeds.len())]).await.unwrap();
    // There are no positions, so that no night has to be charged.
    let recorded_nights = RecordedNights::default();
    recorded_nights.set(UnixMillis(i64::MAX), HashSet::new());
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
        recorded_nights,
        snapshots: Snapshots::default(),
        trending: Trending::default(),
        clock: Clock::default(),
        auction_stocks: AuctionStocks::default(),
        new_stocks: NewStocks::default(),
    })
}
