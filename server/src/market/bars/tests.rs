//! A bar that is begun by one server and ended by another, and by two at once.

use std::sync::Arc;

use jiff::Timestamp;
use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument, Tick};
use plumbline_core::time::UnixMillis;

use super::recorder::Recorded;
use super::{MINUTE, Past, Recorder, Series, known, store};
use crate::clock::Clock;
use crate::db::Db;
use crate::market::{
    AuctionStocks, Board, Calendars, Catalog, FeedHistory, History, Market, NewStocks, RecordedNights, Rules,
    Snapshots, States, Trades, Trending,
};
use crate::testing::{self, databases, shares};

/// A feed whose only past is the last price.
#[derive(Debug)]
struct Forgetful(UnixMillis);

impl FeedHistory for Forgetful {
    fn bar(&self, _: &Instrument, _: UnixMillis, _: UnixMillis) -> Option<Bar> {
        None
    }

    fn last_before(&self, _: &Instrument, at: UnixMillis) -> Option<(UnixMillis, Price)> {
        Some((self.0.min(at.plus(-1)), dollars(8)))
    }

    fn begins(&self, _: &Instrument) -> Option<UnixMillis> {
        None
    }

    fn settled(&self, _: &Instrument, _: UnixMillis) -> bool {
        true
    }
}

fn at(text: &str) -> UnixMillis {
    UnixMillis(format!("2026-11-20T{text}Z").parse::<Timestamp>().unwrap().as_millisecond())
}

fn dollars(dollars: i64) -> Price {
    testing::price(dollars * 100)
}

/// A server's market on `db`, started at `now`.
async fn started(db: &Db, now: UnixMillis) -> Market {
    let catalog = Catalog::open(db, &Catalog::seed().unwrap()[..2]).await.unwrap();
    let calendars = Arc::new(Calendars::load(true).unwrap());
    let feed: Arc<dyn FeedHistory> = Arc::new(Forgetful(now));
    let market = Market {
        board: Arc::new(Board::new(catalog.greatest())),
        recorder: Recorder::new(&catalog, calendars.clone(), Arc::default()),
        history: History::new(catalog.greatest()),
        trades: Trades::new(catalog.greatest()),
        past: Past::new(feed.clone(), calendars.clone()),
        feed_history: feed,
        catalog,
        rules: Rules::load().unwrap(),
        states: States::default(),
        corporate_actions: Arc::default(),
        recorded_nights: RecordedNights::default(),
        snapshots: Snapshots::default(),
        trending: Trending::default(),
        clock: Clock::default(),
        auction_stocks: AuctionStocks::default(),
        new_stocks: NewStocks::default(),
        calendars,
    };
    known::seed(db, &market, now).await.unwrap();
    market
}

impl Market {
    fn tick(&self, time: &str, price: i64, day_volume: i64) {
        let (last, volume) = (dollars(price), shares(day_volume));
        self.recorder.record(&Tick { last, volume, ..testing::tick_at(self.stock().id, at(time)) });
    }

    fn stock(&self) -> &Arc<Instrument> {
        &self.catalog.all()[0]
    }

    async fn stop(&self, db: &Db) {
        let mut bars = self.recorder.take_finished();
        bars.extend(self.recorder.unfinished());
        store::store(db, &mut bars).await.unwrap();
    }
}

fn bar(start: UnixMillis, prices: [i64; 4], volume: i64) -> Bar {
    let [open, high, low, close] = prices.map(dollars);
    Bar { start, open, high, low, close, volume: shares(volume) }
}

async fn stored(db: &Db, series: Series, id: InstrumentId) -> Vec<(Bar, bool)> {
    let (first, last) = (UnixMillis(0), UnixMillis(i64::MAX));
    let found = store::range(&mut db.read().await.unwrap(), id, series, first, last).await.unwrap();
    found.into_values().map(|stored| (stored.bar, stored.whole)).collect()
}

#[tokio::test]
async fn a_restart_goes_on_with_the_bars_that_were_being_built() {
    for (uri, _folder) in databases("bars_restart").await {
        let db = Db::open(&uri).await.unwrap();
        let first = started(&db, at("14:59:59.5")).await;
        first.tick("15:00:01", 10, 1_000);
        first.tick("15:01:02", 11, 1_500);
        first.tick("15:01:05", 14, 1_600);
        first.stop(&db).await;
        let stock = first.stock().id;

        let second = started(&db, at("15:01:30")).await;
        let (minute, day) = second.recorder.building(stock).unwrap();
        assert_eq!(minute, Some(bar(at("15:01:00"), [11, 14, 11, 14], 600)), "it goes on at once");
        assert_eq!((day.high, day.low, day.volume), (dollars(14), dollars(8), shares(1_600)));
        second.tick("15:01:40", 9, 1_900);
        second.tick("15:01:59", 12, 2_000);
        second.tick("15:02:00", 13, 2_100);
        second.stop(&db).await;

        let minutes: Vec<Bar> = stored(&db, Series::Minute, stock).await.into_iter().map(|(bar, _)| bar).collect();
        let whole = bar(at("15:01:00"), [11, 14, 9, 12], 1_000);
        assert_eq!(minutes[minutes.len() - 2..], [whole, bar(at("15:02:00"), [13, 13, 13, 13], 100)]);
        let days = stored(&db, Series::Day, stock).await;
        assert_eq!(days, [(bar(at("05:00:00"), [8, 14, 8, 13], 2_100), false)]);
    }
}

#[tokio::test]
async fn servers_that_store_the_same_bar_do_not_spoil_it() {
    let start = at("15:00:00");
    let seen = bar(start, [10, 15, 9, 12], 500);
    // A server that started later saw a part: another open, less range, less volume, an equal close.
    let part = bar(start, [14, 14, 11, 12], 200);
    let stopped = bar(start, [10, 15, 10, 15], 100);
    let table = [
        (vec![seen, part], seen),
        (vec![part, seen], seen),
        (vec![stopped, part, seen], seen),
        (vec![seen, stopped, part], seen),
        (vec![stopped, part], bar(start, [14, 15, 10, 12], 200)),
        // Without volume, the first server began the bar and the last one ended it.
        (vec![bar(start, [3, 4, 3, 4], 0), bar(start, [4, 4, 2, 2], 0)], bar(start, [3, 4, 2, 2], 0)),
    ];
    for (uri, _folder) in databases("bars_merge").await {
        let db = Db::open(&uri).await.unwrap();
        let stock = started(&db, start).await.stock().id;
        for (index, (tellings, expected)) in table.iter().enumerate() {
            let moved = |bar: &Bar| Bar { start: start.plus(index as i64 * MINUTE), ..*bar };
            for telling in tellings {
                let recorded = Recorded { instrument: stock, series: Series::Minute, bar: moved(telling), whole: true };
                store::store(&db, &mut [recorded]).await.unwrap();
            }
            let stored = stored(&db, Series::Minute, stock).await;
            assert_eq!(stored[index], (moved(expected), true), "row {index}");
            let merged = tellings[1..].iter().fold(tellings[0], |all, telling| all.merged(telling));
            assert_eq!(moved(&merged), moved(expected), "the core and the statement have one rule, row {index}");
        }
    }
}
