//! Servers whose bus is gone: they start, answer and write, and say what is missing.

use std::net::SocketAddr;
use std::time::Duration;

use plumbline::clock::Clock;
use serde_json::json;

use crate::support::{Database, Nats, Socket, TestServer, free_port};

async fn ready(server: &TestServer) -> (u16, String) {
    let answer = server.fetch("/readyz", None).await;
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_start_and_serve_without_the_bus_and_take_it_up_when_it_comes() {
    let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let bus = format!("nats://{address}/test");
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &flags).await;
    let standby = leader.beside(Clock::System, &flags).await;
    let lacks = "bus not connected";
    let (status, said) = ready(&leader).await;
    assert!(status == 200 && said.starts_with("leads\n") && said.contains(lacks), "{said}");
    let (status, said) = ready(&standby).await;
    assert!(status == 200 && said.starts_with("standby\n") && said.contains(lacks), "{said}");

    // What is written goes over HTTP.
    let ann = leader.funded(10_000).await;
    let order = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    standby.send("POST /stock/create", &order, Some(&ann.token), &[]).await.ok();
    let quote = "/m_ft/stock_detail_ft?stockCode=AAPL";
    let shown = standby.call(&format!("GET {quote}"), json!({})).await;
    assert_ne!(shown.ok()["stockInfo"]["stale"], false, "nothing tells it prices");

    let nats = Nats::start_at(address).await;
    let until = async |server: &TestServer, expected: &str| {
        for _ in 0..300 {
            if ready(server).await == (200, expected.to_owned()) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{:?} is not {expected}", ready(server).await);
    };
    until(&leader, "leads").await;
    until(&standby, "standby").await;
    for _ in 0..300 {
        if standby.call(&format!("GET {quote}"), json!({})).await.ok()["stockInfo"]["stale"] == false {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(standby.call(&format!("GET {quote}"), json!({})).await.ok()["stockInfo"]["stale"], false);
    drop(nats);
    for server in [&leader, &standby] {
        for _ in 0..100 {
            if ready(server).await.1.contains(lacks) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let (status, said) = ready(server).await;
        assert!(status == 200 && said.contains(lacks), "{said}");
    }
}

/// A customer sees that prices are old as soon as nothing tells them, and not when they have grown old.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_says_at_once_that_prices_are_not_received() {
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &[]).await;
    let mut socket = Socket::open(&server).await;
    socket.send(json!({"op": "subscribe", "topics": ["quote:UsStock:AAPL", "depth:UsStock:AAPL"]})).await;
    for _ in 0..2 {
        let shown = socket.next().await;
        assert_eq!(shown["data"]["stale"], false, "{shown}");
    }
    server.app.market.board.set_silent(true);
    let old = tokio::time::timeout(Duration::from_secs(5), async {
        socket.until(|message| message["topic"] == "quote:UsStock:AAPL" && message["data"]["stale"] == true).await;
        socket.until(|message| message["topic"] == "depth:UsStock:AAPL" && message["data"]["stale"] == true).await;
    });
    old.await.expect("the socket says so");
}
