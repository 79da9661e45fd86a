//! A standby answers reads by itself: its connections may not write here.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::db::{DbError, UnreadRow};
use plumbline::router::{CALLS, writes};
use plumbline_core::ids::AccountId;
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};

use crate::support::{Customer, Database, Nats, TestServer, things};

/// A query with all parameters that a call may need.
const QUERY: &str = "market=UsStock&keyword=APP&timeZone=UTC&dictType=article_tag";

/// Calls that are refused for their input.
const REFUSED: [(&str, u16); 4] =
    [("GET /push", 426), ("GET /r/{code}", 404), ("GET /article/{id}", 404), ("POST /position/marginPreview", 409)];

/// The input of a call that reads.
async fn asked(ann: &Customer<'_>, call: &str) -> (String, Value) {
    const NAMING: [&str; 8] = [
        "GET /userMessage/{id}",
        "POST /file/link",
        "POST /orders/detail",
        "POST /orders/receipt",
        "POST /orders/rules",
        "POST /position/closePreview",
        "POST /position/marginPreview",
        "POST /withdrawal/detail",
    ];
    if NAMING.contains(&call) {
        return things::name_one(ann, call).await;
    }
    let body = match call {
        "POST /hk/preview" => json!({ "stockCode": "00005", "direction": 0, "orderType": 0, "quantity": "400" }),
        "POST /crypto/orders/preview" => {
            json!({ "stockCode": "BTCUSDT", "direction": 0, "orderType": 0, "quantity": "0.01" })
        }
        "POST /gold/preview" => {
            // The last listed month takes new positions whatever the day is.
            let main = ann.call("GET /m_ft/futures_list", Value::Null).await;
            let main = json!({ "stockCode": main.ok()["list"][0]["stock_code"] });
            let months = ann.call("POST /m_ft/futures", main).await;
            let last = months.ok().as_array().and_then(|months| months.last()).cloned().unwrap();
            json!({ "stockCode": last["stock_code"], "market": "Future", "direction": 0, "orderType": 0, "quantity": "1" })
        }
        "POST /crude/preview" => {
            json!({ "stockCode": "EURUSD", "direction": 0, "orderType": 0, "quantity": "2000", "leverage": "10" })
        }
        "POST /m_ft/futures" => {
            let main = ann.call("GET /m_ft/futures_list", Value::Null).await;
            json!({ "stockCode": main.ok()["list"][0]["stock_code"] })
        }
        _ => json!({ "stockCode": "AAPL", "stkcode": "AAPL", "market": "UsStock", "list": [{ "stkcode": "AAPL" }],
            "direction": 0, "orderType": 0, "quantity": "1", "size": "full", "walletType": "STOCK", "timeZone": "UTC" }),
    };
    match call.split_once(' ').unwrap() {
        ("GET", path) => {
            let scale = if path.ends_with("/kline") { "&type=1D" } else { "" };
            let code = if path.starts_with("/crypto/") { "BTCUSDT" } else { "AAPL" };
            (
                format!("{call}?stockCode={code}&{QUERY}{scale}").replace("{code}", "AAAAAA").replace("{id}", "1"),
                Value::Null,
            )
        }
        _ => (call.to_owned(), body),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_that_only_reads_is_answered_without_a_write() {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &flags).await;
    let ann = leader.verified_customer().await;

    // Its user may write until it has checked that the schema is the newest.
    let mut database = PgConnection::connect(&leader.database_uri()).await.unwrap();
    let user = format!("reader_{:016x}", plumbline::random::number());
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("CREATE USER {user} SUPERUSER"))).execute(&mut database).await.unwrap();
    let uri = leader.database_uri().replacen("postgres@", &format!("{user}@"), 1);
    let standby = leader.beside_as(&uri, Clock::System, &flags).await;
    // It shows what it hears of the leader.
    standby.feed_caught_up().await;
    let read_only = format!(
        "ALTER USER {user} SET default_transaction_read_only = on;
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{user}'"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(read_only)).execute(&mut database).await.unwrap();

    let writes = writes();
    let reads = CALLS.iter().filter(|call| !writes.contains(&call.split_once(' ').unwrap()));
    let mut wrong = Vec::new();
    for call in reads {
        let (named, body) = asked(&ann, call).await;
        let mut answer = standby.send(&named, &body, Some(&ann.token), &[]).await;
        // Its old connections were ended, and it notices that as it uses them.
        while answer.error() == "unavailable" {
            answer = standby.send(&named, &body, Some(&ann.token), &[]).await;
        }
        if answer.status != 200 && !REFUSED.contains(&(call, answer.status)) {
            wrong.push(format!("{call}: {} {}", answer.status, answer.json));
        }
    }
    let refused = PgConnection::connect(&uri).await.unwrap().execute("DELETE FROM fills").await;
    standby.stop().await;
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("DROP USER {user}"))).execute(&mut database).await.unwrap();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(refused.unwrap_err().to_string().contains("read-only"));
}

/// A request has met a row that could not be read then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_takes_back_whom_it_has_put_aside() {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &["--bus", bus.as_str()]).await;
    let standby = leader.beside(Clock::System, &["--bus", bus.as_str()]).await;
    let why = DbError::Corrupt { column: "sessions.ends_at", value: "x".to_owned() };
    standby.app.db.aside().put(&UnreadRow::of_account("session", AccountId(7), why));
    let ready = async || standby.call("GET /readyz", json!({})).await.json;
    assert_eq!(ready().await, json!("standby\nput aside: session of account 7"));
    let taken_back = async {
        while ready().await != json!("standby") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), taken_back).await.expect("the account is taken back");
    standby.stop().await;
}
