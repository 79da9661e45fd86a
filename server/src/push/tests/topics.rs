//! The public topics besides quotes: books, trades, bars, and broadcasts.

use std::time::Duration;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::market::Bar;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use super::support::{Server, Socket, TRADES_KEPT};

const MOMENT: Duration = Duration::from_millis(300);

async fn watch(server: &Server, topics: &[&str]) -> Socket {
    let mut socket = server.connect().await;
    socket.send(json!({"op": "subscribe", "topics": topics})).await;
    socket
}

fn is_snapshot(message: &Value) -> bool {
    message["snapshot"] == json!(true)
}

#[tokio::test]
async fn a_book_is_told_whole_and_then_by_its_changed_levels() {
    let (server, _folder) = Server::alone().await;
    server.board.set_book(1, &[(9_999, 300), (9_998, 100)], &[(10_001, 200)], 1);
    let mut socket = watch(&server, &["depth:UsStock:1"]).await;
    let whole = socket.next().await;
    assert_eq!((&whole["topic"], is_snapshot(&whole)), (&json!("depth:UsStock:1"), true));
    assert_eq!(whole["data"]["bids"], json!([["99.99", "300"], ["99.98", "100"]]));
    assert_eq!((&whole["data"]["asks"], &whole["data"]["feed"]), (&json!([["100.01", "200"]]), &json!("sim:7")));
    server.board.set_book(1, &[(10_000, 50), (9_999, 300)], &[(10_001, 200)], 2);
    let change = socket.next().await;
    assert_eq!(change["data"], json!({"bids": [["100.00", "50"], ["99.98", "0"]], "tickSeq": "2"}));
    assert_eq!((change.get("snapshot"), change["seq"].as_i64()), (None, whole["seq"].as_i64().map(|seq| seq + 1)));
    let mut late = watch(&server, &["depth:UsStock:1"]).await;
    assert_eq!(late.next().await["data"]["bids"], json!([["100.00", "50"], ["99.99", "300"]]));
    socket.expect_silence(MOMENT).await;
}

#[tokio::test]
async fn trades_are_told_each_once_and_those_that_are_too_many_are_counted() {
    let (server, _folder) = Server::alone().await;
    server.board.trade(1, "100.01", 3);
    server.board.trade(1, "100.02", 4);
    let mut socket = watch(&server, &["trades:UsStock:1", "trades:UsStock:2"]).await;
    let (one, two) = (socket.next().await, socket.next().await);
    let expected = json!({"trades": [[1_000, "100.02", "4", "buy"], [1_000, "100.01", "3", "buy"]], "count": 2});
    assert_eq!((&one["data"], is_snapshot(&one)), (&expected, true));
    assert_eq!(two["data"], json!({"trades": [], "count": 0}), "that there are none is told too");

    server.board.trade(1, "100.03", 5);
    let mut heard = socket.next().await;
    assert_eq!(heard["data"], json!({"trades": [[1_000, "100.03", "5", "buy"]], "count": 3}));
    // All trades that are kept are sent, however they fall between flushes.
    for size in 1..=TRADES_KEPT as i64 {
        server.board.trade(1, "100.04", size);
    }
    let mut sizes: Vec<String> = Vec::new();
    while heard["data"]["count"] != json!(3 + TRADES_KEPT) {
        heard = socket.next().await;
        assert!(!is_snapshot(&heard), "{heard}");
        let rows = heard["data"]["trades"].as_array().unwrap().iter().rev();
        sizes.extend(rows.map(|row| row[2].as_str().unwrap().to_owned()));
    }
    assert_eq!(sizes, ["1", "2", "3", "4", "5"]);
    // A client that was away finds by the count how many trades it was not sent.
    for size in 0..20 {
        server.board.trade(2, "7", size);
    }
    let mut counted = 0;
    while counted < 20 {
        let heard = socket.next().await["data"].clone();
        let (told, count) = (heard["trades"].as_array().unwrap().len(), heard["count"].as_u64().unwrap());
        assert!(told <= TRADES_KEPT && count <= counted + 20, "{heard}");
        counted = count;
    }
}

#[tokio::test]
async fn more_trades_than_are_kept_come_as_a_snapshot() {
    let (server, _folder) = Server::alone().await;
    let mut socket = watch(&server, &["trades:UsStock:1"]).await;
    socket.next().await;
    let (mut last, mut told) = (Value::Null, 0);
    // Repeats until twice as many trades as are kept fall within one flush.
    while !is_snapshot(&last) {
        (0..2 * TRADES_KEPT).for_each(|_| server.board.trade(1, "7", 1));
        told += 2 * TRADES_KEPT;
        while last["data"]["count"] != json!(told) {
            last = socket.next().await;
        }
    }
    assert_eq!(last["data"]["trades"].as_array().unwrap().len(), TRADES_KEPT);
}

fn bar(minute: i64, close: i64) -> Bar {
    let price = Price::from_units(close * 100_000_000);
    Bar { volume: Quantity::from_whole(9).unwrap(), ..Bar::begin(UnixMillis(minute * 60_000), price) }
}

#[tokio::test]
async fn a_bar_grows_and_the_next_one_comes_with_its_end() {
    let (server, _folder) = Server::alone().await;
    let mut socket = watch(&server, &["bars:UsStock:1:1m", "bars:UsStock:1:5m"]).await;
    socket.expect_silence(MOMENT).await;
    server.board.set_bar(1, None, bar(7, 10));
    let first = socket.next().await;
    assert_eq!((&first["topic"], is_snapshot(&first)), (&json!("bars:UsStock:1:1m"), true));
    let row = |minute: i64, close: &str| json!([minute * 60_000, close, close, close, close, "9"]);
    assert_eq!(first["data"], json!({"bars": [row(7, "10.00")]}));
    server.board.set_bar(1, None, bar(7, 11));
    let grown = socket.next().await;
    assert_eq!((&grown["data"], is_snapshot(&grown)), (&json!({"bars": [row(7, "11.00")]}), false));
    server.board.set_bar(1, Some(bar(7, 12)), bar(8, 13));
    let next = socket.next().await;
    assert_eq!((&next["data"], is_snapshot(&next)), (&json!({"bars": [row(7, "12.00"), row(8, "13.00")]}), false));
    server.board.set_bar(1, Some(bar(11, 1)), bar(12, 14));
    let after = socket.next().await;
    assert!(is_snapshot(&after), "bars between are not known: the chart is read again");
    assert_eq!(after["data"], json!({"bars": [row(12, "14.00")]}));
    socket.expect_silence(MOMENT).await;
}

#[tokio::test]
async fn news_and_the_state_of_markets_are_told_to_everyone() {
    let (server, _folder) = Server::alone().await;
    let mut early = watch(&server, &["news", "status", "status:XNYS"]).await;
    for _ in 0..3 {
        assert_eq!(early.next().await["data"], json!({"items": []}));
    }
    server.hub.news().publish("5", r#"{"id":"5","title":"One"}"#);
    let told = early.next().await;
    assert_eq!((&told["topic"], is_snapshot(&told)), (&json!("news"), false));
    assert_eq!(told["data"], json!({"items": [{"id": "5", "title": "One"}]}));
    server.hub.news().publish("6", r#"{"id":"6"}"#);
    assert_eq!(early.next().await["data"], json!({"items": [{"id": "6"}]}));
    server.hub.news().publish("5", r#"{"id":"5","title":"Corrected"}"#);
    assert_eq!(early.next().await["data"]["items"][0]["title"], "Corrected");
    let mut late = watch(&server, &["news"]).await;
    let all = late.next().await;
    assert!(is_snapshot(&all));
    assert_eq!(all["data"]["items"], json!([{"id": "5", "title": "Corrected"}, {"id": "6"}]));

    server.hub.status().publish("XHKG", r#"{"calendar":"XHKG"}"#);
    assert_eq!(early.next().await["topic"], "status");
    server.hub.status().publish("XNYS", r#"{"calendar":"XNYS"}"#);
    let (all, one) = (early.next().await, early.next().await);
    assert_eq!((&all["topic"], &one["topic"]), (&json!("status"), &json!("status:XNYS")));
    assert_eq!(one["data"], json!({"items": [{"calendar": "XNYS"}]}));
    assert_eq!(all["data"], one["data"]);
}
