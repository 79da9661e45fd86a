//! Books, trades and bars over the socket agree with the calls.

use std::collections::BTreeMap;

use plumbline_core::decimal::Price;
use plumbline_core::market::{Market, Tick};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Database, Socket, TestServer};

on_both_databases! { a_book_of_ten_levels_ticks, bars_go_on_as_the_chart_has_them }

/// Levels by their price, as a client keeps them.
fn take(known: &mut BTreeMap<String, String>, levels: &Value) {
    for level in levels.as_array().into_iter().flatten() {
        let (price, size) = (level[0].as_str().unwrap().to_owned(), level[1].as_str().unwrap().to_owned());
        if size == "0" {
            known.remove(&price)
        } else {
            known.insert(price, size)
        };
    }
}

async fn a_book_of_ten_levels_ticks(server: TestServer) {
    for (market, code) in [("UsStock", "AAPL"), ("Crypto", "BTCUSDT"), ("Forex", "EURUSD")] {
        let depth = server.call(&format!("GET /market/depth?stockCode={code}&market={market}"), Value::Null).await;
        let side = |side: &str| depth.ok()[side].as_array().unwrap().len();
        assert_eq!((side("bids"), side("asks")), (10, 10), "{code}");
        let mut socket = Socket::open(&server).await;
        socket.send(json!({"op": "subscribe", "topics": [format!("depth:{market}:{code}")]})).await;
        let (mut bids, mut asks) = (BTreeMap::new(), BTreeMap::new());
        for number in 0..3 {
            let message = socket.next().await;
            assert_eq!(message["snapshot"] == true, number == 0, "{message}");
            take(&mut bids, &message["data"]["bids"]);
            take(&mut asks, &message["data"]["asks"]);
            assert_eq!((bids.len(), asks.len()), (10, 10), "{code}: changes put together are a whole book");
            let price = |text: &String| text.parse::<Price>().unwrap();
            assert!(bids.keys().map(price).max() < asks.keys().map(price).min(), "{code}: it is not crossed");
        }
    }
    let refused = server.call("GET /market/depth?stockCode=NONE&market=UsStock", Value::Null).await;
    refused.refused(404, "instrument_unknown");
    server.call("GET /market/depth?stockCode=AAPL&market=Moon", Value::Null).await.refused(422, "market_unknown");
    let index = server.call("GET /market/depth?stockCode=SPX&market=Index", Value::Null).await;
    assert_eq!((&index.ok()["bids"], &index.ok()["asks"]), (&json!([]), &json!([])), "nothing is traded there");
}

async fn bars_go_on_as_the_chart_has_them(server: TestServer) {
    let periods = ["intraday", "1m", "5m", "15m", "60m", "1D", "1W", "1M", "3M", "1Y"];
    let topics = periods.map(|period| format!("bars:UsStock:AAPL:{period}"));
    let mut socket = Socket::open(&server).await;
    socket.send(json!({"op": "subscribe", "topics": topics})).await;
    let mut told = BTreeMap::new();
    while told.len() < periods.len() {
        let message = socket.next().await;
        let period = message["topic"].as_str().unwrap().rsplit(':').next().unwrap().to_owned();
        told.insert(period, message["data"]["bars"][0].clone());
    }
    for period in periods {
        let call = format!("GET /m_ft/kline?stockCode=AAPL&market=UsStock&type={period}&count=2");
        let chart = server.call(&call, Value::Null).await;
        let read = chart.ok().as_array().unwrap();
        let same = read.iter().find(|bar| bar[0] == told[period][0]);
        // A minute may have ended meanwhile; a bar keeps its beginning.
        let same = same.unwrap_or_else(|| panic!("{period}: {} is none of {read:?}", told[period]));
        assert_eq!(same[1], told[period][1], "{period}: both open alike");
    }
    for wrong in ["bars:UsStock:AAPL:2m", "bars:UsStock:AAPL:1d", "bars:UsStock:AAPL:", "bars:UsStock:NONE:1D"] {
        socket.send(json!({"op": "subscribe", "topics": [wrong]})).await;
        let refused = socket.until(|message| message["op"] == "error").await;
        assert_eq!(refused.last().unwrap()["topics"], json!([wrong]));
    }
}

/// A tick of a stock as a feed would publish it.
fn tick(server: &TestServer, at: UnixMillis, last: &str, volume: i64) {
    let last: Price = last.parse().unwrap();
    let level = |cents: i64| {
        let price = Price::from_units(last.units() + testing::price(cents).units());
        testing::side([(price, testing::shares(100))])
    };
    server.publish(Tick {
        epoch: 1_000,
        bids: level(-1),
        asks: level(1),
        last,
        volume: testing::shares(volume),
        ..testing::tick_at(server.instrument(Market::UsStock, "AAPL"), at)
    });
}

/// With a clock that stands still, so that only the test's ticks are sent.
#[tokio::test]
async fn what_ticks_do_to_trades_and_to_bars_is_told() {
    let server = TestServer::start_still(Database::Sqlite).await;
    let five_minutes = 5 * UnixMillis::MINUTE;
    let now = server.app.clock.now();
    let grid = UnixMillis(now.0 - now.0.rem_euclid(five_minutes)).plus(five_minutes);
    let day = server.app.market.board.day(server.instrument(Market::UsStock, "AAPL"));
    let volume = |more: i64| day.volume.units() / 100_000_000 + 1 + more;
    tick(&server, grid, "200.00", volume(0));
    let mut socket = Socket::open(&server).await;
    socket.send(json!({"op": "subscribe", "topics": ["bars:UsStock:AAPL:5m"]})).await;
    let begun = socket.next().await;
    assert_eq!((&begun["snapshot"], &begun["data"]["bars"][0][0]), (&json!(true), &json!(grid.0)));
    tick(&server, grid.plus(UnixMillis::MINUTE), "203.00", volume(30));
    let grown = socket.until(|message| message["data"]["bars"][0][2] == "203.00").await;
    assert!(grown.iter().all(|message| message.get("snapshot").is_none()), "{grown:?}");
    tick(&server, grid.plus(2 * UnixMillis::MINUTE), "201.00", volume(50));
    socket.until(|message| message["data"]["bars"][0][4] == "201.00").await;
    tick(&server, grid.plus(five_minutes), "202.00", volume(60));
    let next = socket.until(|message| message["data"]["bars"][1].is_array()).await;
    let [ended, begun] = [0, 1].map(|place| next.last().unwrap()["data"]["bars"][place].clone());
    assert_eq!(
        ended.as_array().unwrap()[..5],
        json!([grid.0, "200.00", "203.00", "200.00", "201.00"]).as_array().unwrap()[..]
    );
    assert_eq!((&begun[0], &begun[1]), (&json!(grid.plus(five_minutes).0), &json!("202.00")));
    let chart = server.call("GET /m_ft/kline?stockCode=AAPL&market=UsStock&type=5m&count=2", Value::Null).await;
    assert_eq!(chart.ok()[1], begun, "the chart says the same");

    socket.send(json!({"op": "subscribe", "topics": ["trades:UsStock:AAPL"]})).await;
    let known = socket.until(|message| message["topic"] == "trades:UsStock:AAPL").await.pop().unwrap();
    let rows = server.call("GET /market/trades?stockCode=AAPL&market=UsStock", Value::Null).await;
    assert_eq!(&known["data"]["trades"], rows.ok(), "newest first");
    tick(&server, grid.plus(five_minutes + 500), "202.50", volume(75));
    let come = socket.until(|message| message["topic"] == "trades:UsStock:AAPL").await.pop().unwrap();
    assert_eq!(come["data"]["trades"], json!([[grid.plus(five_minutes + 500).0, "202.50", "15", "buy"]]));
    assert_eq!(come["data"]["count"].as_i64(), known["data"]["count"].as_i64().map(|count| count + 1));
}
