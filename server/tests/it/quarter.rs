//! A quarter of one contract, settlement by settlement to its end: through holidays, a half day and a change of clocks.

use std::time::Duration;

use jiff::civil::{Date, date};
use plumbline::clock::Clock;
use plumbline::{fetch_all, statements};
use plumbline_core::decimal::Price;
use plumbline_core::time::UnixMillis;
use serde_json::json;

use crate::support::{Database, TestServer};

statements! {
    SETTLED: "SELECT v.settled_at, v.price, v.amount, s.closes FROM variations v
        JOIN settlements s ON s.instrument_id = v.instrument_id AND s.settled_at = v.settled_at ORDER BY v.settled_at";
    OPEN: "SELECT quantity FROM positions WHERE basis IS NOT NULL";
}

const FIRST: Date = date(2026, 9, 21);
/// The last trading day, on which the index opens at 08:30 in Chicago.
const LAST: Date = date(2026, 12, 18);
const THANKSGIVING: Date = date(2026, 11, 26);
/// Chicago closes at 12:15 on the day after it.
const HALF_DAY: Date = date(2026, 11, 27);
/// From this day on Chicago is six hours behind UTC, and five before.
const WINTER: Date = date(2026, 11, 1);

/// The settlements of the S&P 500's contract in the quarter, by the exchange's public hours: 16:00 in Chicago.
fn expected() -> Vec<UnixMillis> {
    let mut moments = Vec::new();
    let mut day = FIRST;
    while day <= LAST {
        let is_traded = day.weekday().to_monday_zero_offset() < 5 && day != THANKSGIVING;
        let (hour, minute) = match day {
            HALF_DAY => (18, 15),
            LAST => (14, 30),
            _ if day < WINTER => (21, 0),
            _ => (22, 0),
        };
        if is_traded {
            let at = day.at(hour, minute, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap();
            moments.push(UnixMillis(at.timestamp().as_millisecond()));
        }
        day = day.tomorrow().unwrap();
    }
    moments
}

type Settled = (i64, i64, i64, i64);

async fn settled(server: &TestServer) -> Vec<Settled> {
    fetch_all!(&mut server.app.db.read().await.unwrap(), Settled, SETTLED).unwrap()
}

async fn is_settled_at_each_close_of_a_quarter(database: Database) {
    let morning = expected()[0].plus(-5 * UnixMillis::HOUR);
    let server = TestServer::start_with(database, Clock::manual(morning), &[]).await;
    let customer = server.funded_in("FUTURE", 1_000_000).await;
    server.feed_caught_up().await;
    let order = json!({ "stockCode": "ESZ26", "direction": 0, "orderType": 0, "quantity": "2" });
    let opened = customer.call("POST /gold/create", order).await.ok().clone();
    let entry: Price = opened["avgPrice"].as_str().unwrap().parse().unwrap();
    for (number, at) in expected().into_iter().enumerate() {
        // A closing settlement on an index takes the prices of its first ten minutes.
        let wait = if number + 1 == expected().len() { 10 * UnixMillis::MINUTE } else { 0 };
        server.app.clock.advance(at.since(server.app.clock.now()) + wait + UnixMillis::SECOND);
        let mut rows = Vec::new();
        for _ in 0..1_000 {
            rows = settled(&server).await;
            if rows.len() > number {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(rows.last().map(|row| row.0), Some(at.0), "settlement {number}: {rows:?}");
    }
    let rows = settled(&server).await;
    let moments: Vec<UnixMillis> = rows.iter().map(|row| UnixMillis(row.0)).collect();
    assert_eq!(moments, expected(), "each once");
    // Two contracts of 50 dollars a point, in cents: prices have eight decimals.
    let mut before = entry.units();
    for (at, price, amount, _) in &rows {
        assert_eq!(*amount, (price - before) / 1_000_000 * 100, "at {at}");
        before = *price;
    }
    assert_eq!(rows.iter().map(|row| row.3).sum::<i64>(), 1, "the last one closes");
    assert_eq!(rows.last().unwrap().3, 1);
    for _ in 0..500 {
        let open = fetch_all!(&mut server.app.db.read().await.unwrap(), (i64,), OPEN).unwrap();
        if open == [(0,)] {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(fetch_all!(&mut server.app.db.read().await.unwrap(), (i64,), OPEN).unwrap(), [(0,)]);
    server.audited().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn is_settled_at_each_close_on_sqlite() {
    is_settled_at_each_close_of_a_quarter(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn is_settled_at_each_close_on_postgres() {
    is_settled_at_each_close_of_a_quarter(Database::Postgres).await;
}
