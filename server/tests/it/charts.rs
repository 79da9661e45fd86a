//! Charts reach back as far as the history does, and reading them writes nothing.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::db::Db;
use plumbline_core::market::Market;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::on_both_databases;
use crate::support::{Database, TestServer};

on_both_databases! { reading_charts_writes_nothing }

/// 2026-11-20, a Friday, 15:00 in New York.
const AFTERNOON: UnixMillis = UnixMillis(1_795_204_800_000);

async fn at_rest(flags: &[&str]) -> TestServer {
    TestServer::start_with(Database::Sqlite, Clock::manual(AFTERNOON), flags).await
}

async fn chart(server: &TestServer, query: &str) -> Vec<Value> {
    let answer = server.call(&format!("GET /m_ft/kline?stockCode=AAPL&{query}"), json!({})).await;
    answer.ok().as_array().unwrap().clone()
}

fn starts(bars: &[Value]) -> Vec<i64> {
    bars.iter().map(|bar| bar[0].as_i64().unwrap()).collect()
}

async fn reading_charts_writes_nothing(server: TestServer) {
    let earlier = server.app.clock.now().plus(-2 * UnixMillis::MINUTE);
    for scale in ["intraday", "5m", "60m", "1D", "1W", "1M", "3M", "1Y"] {
        let answer = server.call(&format!("GET /m_ft/kline?stockCode=MSFT&type={scale}"), json!({})).await;
        assert!(!answer.ok().as_array().unwrap().is_empty(), "{scale}");
    }
    sparkline(&server, |_| true).await;
    // Events since the start are recorded, without any reader.
    let count = "SELECT COUNT(*) FROM bars WHERE start_at < $1";
    let stored: i64 = match &server.app.db {
        Db::Sqlite { readers, .. } => sqlx::query_scalar(count).bind(earlier.0).fetch_one(readers).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_scalar(count).bind(earlier.0).fetch_one(pool).await.unwrap(),
    };
    assert_eq!(stored, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn charts_are_panned_back_without_a_gap_or_a_bar_twice() {
    for hours in ["true", "false"] {
        let server = at_rest(&["--open-around-the-clock", hours]).await;
        for scale in ["intraday", "1m", "5m", "60m", "1D", "1W", "1M", "3M"] {
            let all = chart(&server, &format!("type={scale}&count=24")).await;
            assert_eq!(all.len(), 24, "{scale}, around the clock {hours}");
            let times = starts(&all);
            assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{scale}: {times:?}");
            let newest = chart(&server, &format!("type={scale}&count=8")).await;
            assert_eq!(newest, all[16..], "{scale}");
            let middle = chart(&server, &format!("type={scale}&count=8&before={}", times[16])).await;
            assert_eq!(middle, all[8..16], "{scale}");
            let oldest = chart(&server, &format!("type={scale}&count=8&before={}", times[8])).await;
            assert_eq!(oldest, all[..8], "{scale}");
            let within = chart(&server, &format!("type={scale}&count=1&before={}", times[8] + 1)).await;
            assert_eq!(within, all[8..9], "{scale}: a bar that has begun is told whole");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn history_ends_where_it_begins() {
    let server = at_rest(&["--open-around-the-clock", "true"]).await;
    let years = chart(&server, "type=1Y&count=1000").await;
    assert_eq!(years.len(), 27, "from 2000 to 2026");
    let before = starts(&years)[0];
    assert!(chart(&server, &format!("type=1Y&before={before}")).await.is_empty());
    assert!(chart(&server, "type=1D&before=1").await.is_empty());
    assert!(chart(&server, "type=60m&before=1").await.is_empty());
    let week = chart(&server, &format!("type=1m&count=1000&before={}", AFTERNOON.0 - 7 * UnixMillis::DAY)).await;
    assert!(week.len() <= 1, "minutes are kept for a week: {}", week.len());
    let days = chart(&server, &format!("type=1D&before={}", i64::from(u32::MAX) * 1_000)).await;
    assert_eq!(days.len(), 183, "a moment to come is the present");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_everything_waits_for_itself() {
    let server = Arc::new(at_rest(&["--trusted-proxy", "127.0.0.1"]).await);
    let stocks = server.app.market.catalog.all().iter().filter(|stock| stock.market == Market::UsStock);
    let codes: Vec<String> = stocks.map(|stock| stock.code.clone()).take(60).collect();
    let ask = |client: &'static str, query: String| {
        let server = server.clone();
        async move {
            let call = format!("GET /m_ft/kline?{query}");
            server.send(&call, &Value::Null, None, &[("X-Forwarded-For", client)]).await.status
        }
    };
    let mut greedy = JoinSet::new();
    for code in &codes[1..] {
        greedy.spawn(ask("203.0.113.5", format!("stockCode={code}&type=1Y&count=1000")));
    }
    let first = greedy.join_next().await.unwrap().unwrap();
    assert_eq!(first, 429, "a client may have only so many waiting");
    let modest = tokio::spawn(ask("198.51.100.7", format!("stockCode={}&type=1D&count=1000", codes[0])));
    let mut made_before = 0;
    while !modest.is_finished() {
        let next = tokio::time::timeout(Duration::from_millis(5), greedy.join_next()).await;
        made_before += usize::from(next.is_ok_and(|answer| answer.unwrap().unwrap() == 200));
    }
    assert_eq!(modest.await.unwrap(), 200);
    assert!(made_before <= 2, "another client's chart came after {made_before} of the first's");
}

#[tokio::test]
async fn nonsense_is_refused_with_a_word() {
    let server = at_rest(&[]).await;
    let table = [
        ("type=2D", "type_invalid"),
        ("type=1D&count=0", "count_invalid"),
        ("type=1D&count=-5", "count_invalid"),
        ("type=1D&count=1001", "count_invalid"),
        ("type=1D&count=9223372036854775807", "count_invalid"),
        ("type=1D&count=ten", "query_invalid"),
        ("type=1D&before=0", "timestamp_invalid"),
        ("type=1D&before=-9223372036854775808", "timestamp_invalid"),
        ("type=1D&before=9223372036854775807", "timestamp_invalid"),
        ("type=1D&before=yesterday", "query_invalid"),
        ("count=5", "query_invalid"),
    ];
    for (query, word) in table {
        server.call(&format!("GET /m_ft/kline?stockCode=AAPL&{query}"), json!({})).await.refused(422, word);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_trading_day_renews_sparklines() {
    let server = at_rest(&["--open-around-the-clock", "true"]).await;
    let friday = sparkline(&server, |_| true).await;
    server.app.clock.advance(UnixMillis::DAY);
    let saturday = sparkline(&server, |closes| closes[..closes.len() - 1] != friday[..friday.len() - 1]).await;
    let past = |closes: &[String]| closes[..closes.len() - 1].to_vec();
    assert_eq!(past(&friday)[1..], past(&saturday)[..past(&friday).len() - 1], "the days before Friday moved on");
}

/// AAPL's closes, once there are some that `fit`.
async fn sparkline(server: &TestServer, fit: impl Fn(&[String]) -> bool) -> Vec<String> {
    for _ in 0..400 {
        let detail = server.call("GET /m_ft/stock_detail_ft?stockCode=AAPL", json!({})).await;
        let closes: Vec<String> =
            serde_json::from_value(detail.ok()["stockInfo"]["indicatorsQuoteClose"].clone()).unwrap();
        if closes.len() > 1 && fit(&closes) {
            return closes;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the closes stayed as they were");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_shared_among_callers_tells_each_what_that_one_watches() {
    let server = TestServer::start(Database::Sqlite).await;
    let (ann, bob) = (server.register().await, server.register().await);
    let apple =
        json!({ "classify": "", "assettype": "", "securityName": "Apple", "secuCode": "AAPL", "market": "UsStock" });
    ann.call("POST /userSelfSecurity/save", apple).await.ok();
    let lists = [
        "topList?pageSize=100",
        "all_stock_list?pageSize=100",
        "hot_stock?pageSize=100",
        "stock_detail_ft?stockCode=AAPL",
    ];
    for list in lists {
        let call = format!("GET /m_ft/{list}");
        let told =
            [server.call(&call, json!({})).await, ann.call(&call, json!({})).await, bob.call(&call, json!({})).await];
        let watched = told.each_ref().map(|answer| watched_codes(answer.ok()));
        let aapl = BTreeSet::from(["AAPL".to_owned()]);
        assert_eq!(watched, [BTreeSet::new(), aapl, BTreeSet::new()], "{list}");
    }
    let found = ann.call("GET /quotes/getStock?keyword=apple", json!({})).await;
    assert_eq!(watched_codes(found.ok()), BTreeSet::from(["AAPL".to_owned()]));
}

/// The codes of all rows in a reply that are marked as watched.
fn watched_codes(data: &Value) -> BTreeSet<String> {
    match data {
        Value::Array(items) => items.iter().flat_map(watched_codes).collect(),
        Value::Object(fields) => {
            let own =
                (fields.get("selfSelectStatus") == Some(&json!(true))).then(|| fields.get("stock_code")).flatten();
            let own = own.and_then(Value::as_str).map(str::to_owned);
            own.into_iter().chain(fields.values().flat_map(watched_codes)).collect()
        }
        _ => BTreeSet::new(),
    }
}
