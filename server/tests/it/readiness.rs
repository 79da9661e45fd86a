//! `/readyz` checks the parts of the server, and names those that have failed.

use std::sync::OnceLock;
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::db::Statement;
use plumbline::execute;
use serde_json::json;

use crate::on_both_databases;
use crate::support::{Database, Nats, TestServer};

on_both_databases! {
    a_server_whose_batches_fail_is_not_ready,
}

async fn a_server_whose_batches_fail_is_not_ready(server: TestServer) {
    let customer = server.funded(100_000).await;
    let run = async |text: &'static str| {
        let statement = Statement { name: "", text, columns: "", one_row: OnceLock::new() };
        let mut tx = server.app.db.begin().await.unwrap();
        execute!(&mut tx, statement).unwrap();
        tx.commit().await.unwrap();
    };
    let buy = || {
        let body = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
        customer.call("POST /stock/create", body)
    };
    run("ALTER TABLE fills RENAME TO fills_away").await;
    buy().await.refused(500, "internal");
    let answer = server.call("GET /readyz", json!({})).await;
    answer.refused(503, "not_ready");
    assert_eq!(answer.json["data"]["detail"]["parts"], json!(["writer"]));
    run("ALTER TABLE fills_away RENAME TO fills").await;
    buy().await.ok();
    assert_eq!(server.call("GET /readyz", json!({})).await.json, json!("leads"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_that_panics_makes_the_server_unready_and_end() {
    let server = TestServer::start(Database::Sqlite).await;
    assert_eq!(server.call("GET /readyz", json!({})).await.json, json!("leads"));
    let part = server.app.supervisor.spawn("a part", async { panic!("on purpose") });
    assert!(part.await.is_err());
    server.app.supervisor.failed().await;
    let answer = server.call("GET /readyz", json!({})).await;
    answer.refused(503, "not_ready");
    assert_eq!(answer.json["data"]["detail"]["parts"], json!(["a part"]));
    let alive = server.call("GET /healthz", json!({})).await;
    assert_eq!((alive.status, &alive.json), (200, &json!("ok")), "the process answers still");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_feed_that_stands_still_and_a_database_that_is_gone_are_named() {
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &[]).await;
    let _still = server.app.supervisor.pulse("another feed", Duration::ZERO);
    server.app.db.close().await;
    let answer = server.call("GET /readyz", json!({})).await;
    answer.refused(503, "not_ready");
    let parts: Vec<&str> =
        answer.json["data"]["detail"]["parts"].as_array().unwrap().iter().filter_map(|part| part.as_str()).collect();
    assert!(parts.contains(&"another feed") && parts.contains(&"database"), "{parts:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_says_that_it_leads_once_it_takes_commands() {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &flags).await;
    let standby = leader.beside(Clock::System, &flags).await;
    let token = leader.funded(10_000).await.token.clone();
    let said = async || standby.fetch("/readyz", None).await.text().await.unwrap();
    assert_eq!(said().await, "standby");
    leader.stop().await;
    // The lease is taken before the writer is open.
    let mut now = String::new();
    for _ in 0..3_000 {
        now = said().await;
        if now.lines().next() == Some("leads") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(now, "leads");
    let order = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    let placed = standby.send("POST /stock/create", &order, Some(&token), &[]).await;
    assert_ne!(placed.error(), "no_leader");
}
