//! A recording is the market: its instruments are listed first, charted, and traded on its own ticks.

use std::fmt::Write;
use std::time::Duration;

use plumbline::clock::Clock;
use serde_json::{Value, json};

use crate::support::{Database, TestServer};

/// A year of days of an instrument that no catalog has, and an invalid row.
fn recording() -> String {
    let mut text = "timestamp,open,high,low,close,volume\n".to_owned();
    for month in 1..=12 {
        for day in 1..=28 {
            let open = 100 + (month * 28 + day) % 17;
            writeln!(text, "2024-{month:02}-{day:02},{open},{},{},{},1000000", open + 3, open - 2, open + 1).unwrap();
        }
    }
    text + "2025-01-02,oops,1,1,1,1\n"
}

async fn quoted(server: &TestServer) -> Value {
    for _ in 0..200 {
        let detail = server.call("GET /m_ft/stock_detail_ft?stockCode=XTEST&market=UsStock", Value::Null).await;
        if detail.ok()["stockInfo"]["ask"].is_string() {
            return detail.ok()["stockInfo"].clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the recording was not played");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_recording_is_listed_charted_and_traded() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("UsStock-XTEST.csv"), recording()).unwrap();
    let feed = format!("replay:{}", folder.path().display());
    let flags = ["--feed", &feed, "--replay-start", "2024-03-01", "--replay-rate", "1"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    assert_eq!(quoted(&server).await["stock_code"], "XTEST");

    let listed = server.call("GET /m_ft/all_stock_list?pageNum=1&pageSize=2", Value::Null).await;
    assert_eq!(listed.ok()["list"][0]["stock_code"], "XTEST", "what is quoted stands first");
    assert_eq!(listed.ok()["list"][1]["price_nominal"], Value::Null);

    let days = server.call("GET /m_ft/kline?stockCode=XTEST&market=UsStock&type=1D", Value::Null).await;
    let days = days.ok().as_array().unwrap().clone();
    assert!(days.len() >= 56, "two months of history before the start: {}", days.len());
    assert_eq!((&days[0][1], &days[0][4]), (&json!("112.00"), &json!("113.00")));

    let customer = server.funded(10_000).await;
    let order = json!({ "stockCode": "XTEST", "market": "UsStock", "direction": 0, "orderType": 0, "quantity": "3" });
    let placed = customer.call("POST /stock/create", order).await;
    assert_eq!(placed.ok()["filledQuantity"], "3", "{:?}", placed.json);
    let fills = customer.call("POST /position/water/pageList", json!({ "source": 0 })).await;
    let receipt = customer.call("POST /orders/receipt", json!({ "fillId": fills.ok()["list"][0]["id"] })).await;
    assert!(receipt.ok()["tick"]["feed"].as_str().unwrap().starts_with("replay:"), "{}", receipt.ok()["tick"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instrument_comes_from_the_first_feed_that_has_it() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for (folder, code) in [(&folder, "XTEST"), (&folder, "AAPL"), (&other, "AAPL"), (&other, "XOTHER")] {
        std::fs::write(folder.path().join(format!("UsStock-{code}.csv")), recording()).unwrap();
    }
    let [feed, second] = [&folder, &other].map(|folder| format!("replay:{}", folder.path().display()));
    let flags = ["--feed", &feed, "--feed", &second, "--feed", "sim:7"];
    let playback = ["--replay-start", "2024-03-01", "--replay-rate", "1"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &[&flags[..], &playback[..]].concat()).await;
    quoted(&server).await;
    let customer = server.funded(10_000).await;
    let mut feeds = Vec::new();
    for code in ["XTEST", "AAPL", "XOTHER", "MSFT"] {
        let order = json!({ "stockCode": code, "market": "UsStock", "direction": 0, "orderType": 0, "quantity": "1" });
        let placed = customer.call("POST /stock/create", order).await;
        assert_eq!(placed.ok()["status"], 1, "{code}: {:?}", placed.json);
        let fills = customer.call("POST /position/water/pageList", json!({ "source": 0 })).await;
        let receipt = customer.call("POST /orders/receipt", json!({ "fillId": fills.ok()["list"][0]["id"] })).await;
        feeds.push(receipt.ok()["tick"]["feed"].as_str().unwrap().to_owned());
    }
    assert!(feeds[0].starts_with("replay:") && feeds[2].starts_with("replay:"), "{feeds:?}");
    assert_eq!(feeds[0], feeds[1], "a recording stands before the simulated market");
    assert!(feeds[2] != feeds[1] && feeds[3] == "sim:7", "{feeds:?}");
    let days = server.call("GET /m_ft/kline?stockCode=AAPL&market=UsStock&type=1D", Value::Null).await;
    assert_eq!(days.ok()[0][1], "112.00", "its past is the recording's");
    assert_eq!(server.app.supervisor.unwell(), Vec::<&str>::new());
    server.audited().await;
}
