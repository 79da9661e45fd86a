//! A server whose clock is an hour ahead forwards requests, and never leads.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline_core::market::Market;
use plumbline_core::time::UnixMillis;
use serde_json::json;

use crate::support::{Database, Nats, TestServer};

/// The server's own statement of whether it leads.
async fn ready(server: &TestServer) -> String {
    server.fetch("/readyz", None).await.text().await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_clock_is_an_hour_ahead_hands_on_and_never_leads() {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &flags).await;
    let wrong = leader.beside(Clock::wrong(UnixMillis::HOUR), &flags).await;
    let said = ready(&wrong).await;
    assert!(said.starts_with("standby\n") && said.contains("clock"), "{said}");

    // It forwards, and its wrong hour is on no stored record.
    let ann = leader.funded(10_000).await;
    let (token, before) = (ann.token.clone(), leader.app.clock.now());
    let order = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    let placed = wrong.send("POST /stock/create", &order, Some(&token), &[]).await;
    let detail = ann.call("POST /orders/detail", json!({ "id": placed.ok()["id"] })).await;
    let at: i64 = detail.ok()["createTimeTimestamp"].as_str().unwrap().parse().unwrap();
    assert!((before.0..=leader.app.clock.now().0).contains(&at), "{detail:?}");

    leader.stop().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let refused = wrong.send("POST /stock/create", &order, Some(&token), &[]).await;
    refused.refused(503, "no_leader");
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(ready(&wrong).await.lines().next(), Some("standby"), "rather nobody than this one");

    let right = wrong.beside(Clock::System, &flags).await;
    assert_eq!(ready(&right).await.lines().next(), Some("leads"));
    wrong.send("POST /stock/create", &order, Some(&token), &[]).await.ok();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_whose_clock_jumps_publishes_no_price_of_times_to_come() {
    let leader = TestServer::start_with(Database::Postgres, Clock::wrong(0), &[]).await;
    let bitcoin = leader.instrument(Market::Crypto, "BTCUSDT");
    let newest = || leader.app.market.latest(bitcoin).map(|tick| tick.received_time);
    let begun = newest();
    while newest() == begun {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    leader.app.clock.advance(UnixMillis::HOUR);
    // It still leads, until it renews its lease.
    for _ in 0..100 {
        let ahead = newest().unwrap().since(Clock::System.now());
        assert!(ahead < 2_000, "{ahead} ms of times to come");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    leader.app.clock.advance(-UnixMillis::HOUR);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leader_whose_clock_jumps_gives_the_lease_away() {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::wrong(0), &flags).await;
    let standby = leader.beside(Clock::System, &flags).await;
    assert_eq!(ready(&leader).await.lines().next(), Some("leads"));
    leader.app.clock.advance(UnixMillis::HOUR);
    let mut said = [String::new(), String::new()];
    for _ in 0..300 {
        said = [ready(&standby).await, ready(&leader).await];
        // The new leader's market goes on at once, by its own clock.
        let bitcoin = standby.app.market.latest(standby.instrument(Market::Crypto, "BTCUSDT"));
        let age = bitcoin.map_or(i64::MAX, |tick| Clock::System.now().since(tick.received_time));
        let goes_on = standby.app.leadership.leads() && (-5_000..5_000).contains(&age);
        if said[0].starts_with("leads") && said[1].starts_with("standby\nclock") && goes_on {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{said:?}");
}
