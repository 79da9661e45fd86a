//! Trailing stops: they follow ticks in one batch and over many, one row for all of them, and where they stood is there
//! after a restart.

use plumbline_core::orders::{BestPrices, Distance, OrderKind};

use futures_util::FutureExt;

use super::super::super::best_prices;
use super::*;
use crate::db::Db;
use crate::{execute, statements};

statements! {
    /// Keeps the writer waiting until the transaction ends: on SQLite for its turn, on PostgreSQL for a stream.
    HOLD: "UPDATE account_streams SET last_seq = last_seq WHERE account_id = 1";
    SPOIL: "UPDATE best_prices SET levels = 'ugly'";
}

fn trailing(venue: &Venue, account: i64, instrument: InstrumentId, distance: Distance) -> Place {
    let place = venue.place(account, instrument, Side::Buy, 0, 1);
    let time_in_force = TimeInForce::GoodTillCancelled;
    Place { kind: OrderKind::TrailingStop, limit: None, trail: Some(distance), time_in_force, ..place }
}

/// A last trade at so many cents, and a cent around it a thousand shares.
fn tick(venue: &Venue, instrument: InstrumentId, last: i64) {
    let (bids, asks) = (testing::levels(&[(last - 1, 1_000)]), testing::levels(&[(last + 1, 1_000)]));
    let tick = testing::tick_at(instrument, venue.clock.now());
    venue.market.publish(&Tick { seq: venue.ids.next(), bids, asks, last: price(last), ..tick });
}

/// Where orders stand: the stop at which they were triggered, in cents.
async fn triggered(venue: &Venue, orders: &[Order]) -> Vec<Option<i64>> {
    let mut reader = venue.db.read().await.unwrap();
    let mut found = Vec::new();
    for order in orders {
        let order = queries::find(&mut reader, order.at.account, order.at.id).await.unwrap().unwrap();
        let stop = order.stop.filter(|stop| stop.triggered_at.is_some());
        found.push(stop.map(|stop| stop.price.units() / (ONE / 100)));
    }
    found
}

async fn stored(db: &Db) -> Vec<BestPrices> {
    best_prices::all(&mut db.read().await.unwrap()).await.unwrap()
}

/// Two seconds of a market, tick by tick, against orders that are followed one by one.
#[tokio::test]
async fn each_trailing_stop_is_triggered_where_its_own_best_price_says() {
    // Two falls and rises of different depth, with orders placed on the way.
    let path =
        [10_000, 9_990, 9_960, 9_975, 9_930, 9_925, 9_940, 9_960, 9_900, 9_880, 9_890, 9_930, 9_950, 9_870, 9_999];
    for (uri, _folder) in databases("trails").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=3).map(|account| venue.fund(account))).await;
        let instrument = venue.instruments()[0];
        // The best price since each was accepted, its distance, and the stop at which it was triggered.
        let mut model: Vec<(i64, i64, Option<i64>)> = Vec::new();
        let mut placed: Vec<Order> = Vec::new();
        for (number, last) in path.into_iter().enumerate() {
            tick(&venue, instrument, last);
            venue.settle().await;
            venue.settle().await;
            for (best, distance, at) in model.iter_mut().filter(|(.., at)| at.is_none()) {
                *best = last.min(*best);
                *at = (last >= *best + *distance).then_some(*best + *distance);
            }
            let distance = 10 + 7 * i64::try_from(number % 5).unwrap();
            let account = i64::try_from(number % 3).unwrap() + 1;
            let order = trailing(&venue, account, instrument, Distance::Amount(price(distance)));
            placed.push(venue.run(order).await);
            model.push((last, distance, None));
            let expected: Vec<Option<i64>> = model.iter().map(|(.., at)| *at).collect();
            assert_eq!(triggered(&venue, &placed).await, expected, "after tick {number} at {uri}");
        }
        let all = stored(&venue.db).await;
        assert_eq!(
            (all.len(), all[0].accepted),
            (1, i64::try_from(path.len()).unwrap()),
            "one row of them all at {uri}"
        );
        let checks = crate::ledger::audit::run(&venue.db).await.unwrap();
        assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
    }
}

/// The market falls by two dollars and rises by one while the order is being committed.
#[tokio::test]
async fn a_stop_follows_ticks_that_come_while_it_is_on_its_way() {
    for (uri, _folder) in databases("trails").await {
        let venue = Venue::open(&uri, Clock::System).await;
        venue.fund(1).await;
        let instrument = venue.instruments()[0];
        tick(&venue, instrument, 10_000);
        let mut held = venue.db.begin().await.unwrap();
        execute!(&mut held, HOLD).unwrap();
        let mut placing = Box::pin(venue.run(trailing(&venue, 1, instrument, Distance::Amount(price(100)))));
        assert!((&mut placing).now_or_never().is_none());
        // The batch is readied, and waits for the database.
        while !venue.matcher.state().moving.contains(&instrument) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        for last in [9_990, 9_900, 9_850, 9_800, 9_810, 9_899, 9_900, 9_850] {
            tick(&venue, instrument, last);
        }
        drop(held);
        let placed = placing.await;
        assert_eq!((placed.stop.unwrap().price, placed.waits()), (price(10_100), true), "{uri}");
        for _ in 0..4 {
            venue.settle().await;
        }
        assert_eq!(stored(&venue.db).await[0].levels[0].price, price(9_800), "{uri}");
        assert_eq!(triggered(&venue, std::slice::from_ref(&placed)).await, [Some(9_900)], "{uri}");
        assert!(venue.matcher.state().moving.is_empty(), "{uri}");
    }
}

#[tokio::test]
async fn where_a_stop_stood_is_there_after_a_restart() {
    for (uri, _folder) in databases("trails").await {
        let first = Venue::open(&uri, Clock::System).await;
        first.fund(1).await;
        let instrument = first.instruments()[0];
        tick(&first, instrument, 10_000);
        let placed = [Distance::Amount(price(100)), Distance::Percent(200)];
        let placed = join_all(placed.map(|by| first.run(trailing(&first, 1, instrument, by)))).await;
        tick(&first, instrument, 9_000);
        first.settle().await;
        first.settle().await;
        drop(first);
        let second = Venue::open(&uri, Clock::System).await;
        tick(&second, instrument, 9_099);
        second.settle().await;
        second.settle().await;
        assert_eq!(triggered(&second, &placed).await, [None, None], "{uri}");
        tick(&second, instrument, 9_120);
        second.settle().await;
        second.settle().await;
        assert_eq!(triggered(&second, &placed).await, [Some(9_100), None], "{uri}");
        tick(&second, instrument, 9_180);
        second.settle().await;
        second.settle().await;
        assert_eq!(triggered(&second, &placed).await, [Some(9_100), Some(9_180)], "{uri}");
    }
}

/// A failed commit leaves the book unsure of where the stops stand.
#[tokio::test]
async fn a_book_that_may_have_missed_a_move_has_it_stored_again() {
    for (uri, _folder) in databases("trails").await {
        let venue = Venue::open(&uri, Clock::System).await;
        venue.fund(1).await;
        let instrument = venue.instruments()[0];
        tick(&venue, instrument, 10_000);
        let placed = venue.run(trailing(&venue, 1, instrument, Distance::Amount(price(100)))).await;
        let before = stored(&venue.db).await[0].version;
        venue.matcher.state().doubt(instrument);
        // It moves nothing and reaches nothing.
        tick(&venue, instrument, 10_050);
        venue.settle().await;
        venue.settle().await;
        assert_eq!(stored(&venue.db).await[0].version, before + 1, "{uri}");
        assert!(venue.matcher.state().unsure.is_empty(), "{uri}");
        tick(&venue, instrument, 10_060);
        venue.settle().await;
        assert_eq!(stored(&venue.db).await[0].version, before + 1, "a book that is sure stores nothing: {uri}");
        assert_eq!(venue.status(&placed).await, OrderStatus::Accepted);
    }
}

/// An account more or less has nothing to do with it: the stops of all stay where they stood at first.
#[tokio::test]
async fn stops_whose_best_prices_cannot_be_read_are_triggered_where_they_stood_at_first() {
    for (uri, _folder) in databases("trails").await {
        let first = Venue::open(&uri, Clock::System).await;
        first.fund(1).await;
        let instrument = first.instruments()[0];
        tick(&first, instrument, 10_000);
        let placed = first.run(trailing(&first, 1, instrument, Distance::Amount(price(100)))).await;
        tick(&first, instrument, 9_000);
        first.settle().await;
        first.settle().await;
        let mut tx = first.db.begin().await.unwrap();
        assert_eq!(execute!(&mut tx, SPOIL).unwrap(), 1);
        tx.commit().await.unwrap();
        drop(first);
        let second = Venue::open(&uri, Clock::System).await;
        for (last, expected) in [(9_990, None), (10_099, None), (10_100, Some(10_100))] {
            tick(&second, instrument, last);
            second.settle().await;
            second.settle().await;
            assert_eq!(triggered(&second, std::slice::from_ref(&placed)).await, [expected], "at {last}, {uri}");
        }
        let another = second.writer.run(trailing(&second, 1, instrument, Distance::Percent(100))).await;
        assert!(matches!(another, Err(RunError::Refused(Refusal::OutOfRange))), "{another:?}");
    }
}
