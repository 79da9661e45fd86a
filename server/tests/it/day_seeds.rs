//! Before a day has ended only the server can compute its prices; afterwards everyone can.

use std::collections::BTreeMap;
use std::process::{Command, Output};
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline_core::decimal::Price;
use plumbline_core::market::{Market, Tick};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::support::{Database, PostgresDatabase, TestServer};

/// 2026-11-23, a Monday, 15:00 in UTC.
const MONDAY: UnixMillis = UnixMillis(1_795_446_000_000);
const INSTRUMENTS: [(Market, &str); 4] =
    [(Market::UsStock, "AAPL"), (Market::UsStock, "NKE"), (Market::HongKong, "00700"), (Market::Forex, "EURUSD")];

/// A server with a data folder, and so a key, of its own.
async fn start(database: &str, clock: &Clock) -> TestServer {
    TestServer::start_with(Database::Sqlite, clock.clone(), &["--database", database]).await
}

async fn days(server: &TestServer) -> Vec<Value> {
    let reply = server.call("GET /market/daySeeds?pageSize=100", Value::Null).await;
    reply.ok()["list"].as_array().unwrap().clone()
}

fn dates(days: &[Value]) -> Vec<&str> {
    days.iter().map(|day| day["date"].as_str().unwrap()).collect()
}

/// The newest ticks, once the feed has caught up with the clock.
async fn newest(server: &TestServer) -> Vec<Tick> {
    let since = server.app.clock.now().plus(-UnixMillis::SECOND);
    let latest = || {
        let latest = INSTRUMENTS.map(|(market, code)| server.app.market.latest(server.instrument(market, code)));
        latest.into_iter().flatten().map(|tick| Tick::clone(&tick)).collect::<Vec<_>>()
    };
    for _ in 0..200 {
        let fresh = latest().iter().filter(|tick| tick.exchange_time >= since).count();
        // All due ticks are published in one go.
        tokio::time::sleep(Duration::from_millis(100)).await;
        if fresh == INSTRUMENTS.len() {
            return latest();
        }
    }
    panic!("the market does not tick");
}

/// The ticks without the times at which they were received.
fn told(ticks: &[Tick]) -> Vec<Tick> {
    ticks.iter().map(|tick| Tick { received_time: UnixMillis(0), ..tick.clone() }).collect()
}

async fn recompute(arguments: Vec<String>) -> Output {
    let run = move || Command::new(env!("CARGO_BIN_EXE_plumbline")).arg("recompute").args(arguments).output();
    tokio::task::spawn_blocking(run).await.unwrap().expect("the program starts")
}

/// The ticks of an instrument as `plumbline recompute` prints them, by their numbers.
async fn recomputed(market: Market, code: &str, saved: &str, from: &str, to: &str) -> BTreeMap<i64, Vec<String>> {
    let line = [market.code(), code, saved, "--from", from, "--to", to, "--ticks"];
    let done = recompute(line.map(str::to_owned).to_vec()).await;
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let printed = String::from_utf8(done.stdout).unwrap();
    let rows = printed.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    rows.map(|row| (row[1].parse().unwrap(), row[2..].to_vec())).collect()
}

fn shown(tick: &Tick) -> Vec<String> {
    let sizes = (tick.bid_size().to_string(), tick.ask_size().to_string());
    let prices = (tick.bid().to_string(), tick.ask().to_string(), tick.last.to_string());
    vec![prices.0, sizes.0, prices.1, sizes.1, prices.2, tick.volume.to_string()]
}

async fn a_day_is_promised_and_revealed_and_computed_again(database: String) {
    let clock = Clock::manual(MONDAY);
    let one = start(&database, &clock).await;
    let promised = days(&one).await;
    assert_eq!(dates(&promised), ["2026-11-25", "2026-11-24", "2026-11-23"]);
    for day in &promised {
        assert_eq!(day["seed"], Value::Null, "{day}");
        assert_eq!(day["committedTimestamp"], MONDAY.0.to_string(), "{day}");
    }
    let mut seen = newest(&one).await;
    clock.advance(20 * UnixMillis::SECOND);
    let before = newest(&one).await;

    one.stop().await;
    let other = start(&database, &clock).await;
    assert_eq!(told(&newest(&other).await), told(&before), "the same ticks after a restart");
    assert_eq!(days(&other).await, promised);
    seen.extend(before);
    clock.advance(30 * UnixMillis::SECOND);
    seen.extend(newest(&other).await);

    // Just before midnight, at midnight, and when no other server's clock can be before it any more.
    clock.advance(9 * UnixMillis::HOUR - 50 * UnixMillis::SECOND - 1);
    seen.extend(newest(&other).await);
    assert!(days(&other).await.iter().all(|day| day["seed"].is_null()), "the day has not ended");
    clock.advance(1);
    assert!(days(&other).await.iter().all(|day| day["seed"].is_null()), "another server's day may not have ended");
    clock.advance(10 * UnixMillis::SECOND);
    let ended = days(&other).await;
    let (monday, was) = (ended.iter().find(|day| day["date"] == "2026-11-23").unwrap(), &promised[2]);
    assert_eq!(monday["commitment"], was["commitment"]);
    let seed = hex::decode(monday["seed"].as_str().unwrap()).unwrap();
    assert_eq!(hex::encode(Sha256::digest(&seed)), was["commitment"].as_str().unwrap(), "the promise is kept");
    assert_eq!(ended.iter().filter(|day| !day["seed"].is_null()).count(), 1, "only Monday has ended");
    newest(&other).await;

    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("days.json").display().to_string();
    let reply = json!({ "code": 200, "msg": "", "data": other.call("GET /market/daySeeds", Value::Null).await.ok() });
    std::fs::write(&saved, reply.to_string()).unwrap();
    let spans = [("2026-11-23T14:59:30Z", "2026-11-23T15:01:00Z"), ("2026-11-23T23:59:30Z", "2026-11-24T00:00:00Z")];
    for (market, code) in INSTRUMENTS {
        let mut again = BTreeMap::new();
        for (from, to) in spans {
            again.extend(recomputed(market, code, &saved, from, to).await);
        }
        let id = other.instrument(market, code);
        let published: Vec<&Tick> = seen.iter().filter(|tick| tick.instrument == id).collect();
        assert_eq!(published.len(), 4);
        for tick in published {
            assert_eq!(again.get(&tick.seq), Some(&shown(tick)), "{code} at {}", tick.exchange_time.0);
        }
    }
    let tomorrow = ["UsStock", "AAPL", &saved, "--from", spans[1].0, "--to", "2026-11-24T00:00:01Z"];
    let refused = recompute(tomorrow.map(str::to_owned).to_vec()).await;
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("before 2026-11-24T00:00:00Z"), "{said}");
    let bars = ["UsStock", "AAPL", &saved, "--from", spans[0].0, "--to", spans[0].1];
    let bars = recompute(bars.map(str::to_owned).to_vec()).await;
    let bars = String::from_utf8(bars.stdout).unwrap();
    assert!(bars.starts_with("timestamp,open,high,low,close,volume\n2026-11-23T14:59:00Z,"), "{bars}");
    assert_eq!(bars.lines().count(), 3, "{bars}");
    let day = ["UsStock", "AAPL", &saved, "--from", "2026-11-23T00:00:00Z", "--to", spans[1].1, "--auctions"];
    let auctions = String::from_utf8(recompute(day.map(str::to_owned).to_vec()).await.stdout).unwrap();
    let row: Vec<&str> = auctions.lines().last().unwrap().split(',').collect();
    let quote = other.call("GET /m_ft/stock_detail_ft?stockCode=AAPL&market=UsStock", Value::Null).await;
    let told = quote.ok()["stockInfo"]["auction"]["lastAuction"].clone();
    let number = |text: &str| text.parse::<Price>().unwrap();
    let told = [&told["price"], &told["pairedVolume"]].map(|figure| number(figure.as_str().unwrap()));
    assert_eq!([row[4], row[5]].map(number), told, "{auctions}");
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_is_promised_and_revealed_and_computed_again_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite://{}", folder.path().join("plumbline.db").display());
    a_day_is_promised_and_revealed_and_computed_again(database).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_is_promised_and_revealed_and_computed_again_on_postgres() {
    let database = PostgresDatabase::create().await;
    a_day_is_promised_and_revealed_and_computed_again(database.uri()).await;
}

/// Two servers that differ only in their keys.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_knows_all_but_the_key_does_not_know_the_prices() {
    let clock = Clock::manual(MONDAY);
    let one = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let other = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let (here, there) = (newest(&one).await, newest(&other).await);
    for (here, there) in here.iter().zip(&there) {
        assert_eq!((here.instrument, here.seq), (there.instrument, there.seq));
        assert_ne!((here.bids, here.asks), (there.bids, there.asks));
    }
    assert_ne!(days(&one).await[0]["commitment"], days(&other).await[0]["commitment"]);
    let chart = "GET /m_ft/kline?stockCode=AAPL&type=1D&count=4";
    let bars = [one.call(chart, Value::Null).await, other.call(chart, Value::Null).await];
    let bars = bars.map(|bars| bars.ok().as_array().unwrap()[..2].to_vec());
    assert_eq!(bars[0], bars[1], "whole days before the first are public");
}
