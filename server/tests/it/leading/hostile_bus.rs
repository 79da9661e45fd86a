//! A bus on which somebody else writes too: nobody takes his messages for those of a server.

use std::collections::HashSet;
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::{fetch_one, statements};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Market, Tick};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use serde_json::json;

use crate::support::{Database, Nats, Socket, TestServer};

statements! {
    NEWEST: "SELECT MAX(id) FROM accounts";
}

/// The content of a leader's message.
#[derive(Serialize)]
struct Told {
    token: i64,
    number: u64,
    ticks: Vec<Tick>,
    nights: (UnixMillis, HashSet<InstrumentId>),
}

/// A leader and a standby, and the bus between them.
async fn two() -> (Nats, TestServer, TestServer) {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags = ["--bus", bus.as_str(), "--autopilot-seconds", "0"];
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &flags).await;
    let standby = leader.beside(Clock::System, &flags).await;
    assert_eq!(said(&standby).await, "standby");
    (nats, leader, standby)
}

async fn said(server: &TestServer) -> String {
    server.fetch("/readyz", None).await.text().await.unwrap()
}

/// The newest tick of a share, once the server has one.
async fn shown(server: &TestServer) -> Tick {
    let share = server.app.market.find_in(Market::UsStock, "AAPL").unwrap().id;
    for _ in 0..200 {
        if let Some(tick) = server.app.market.latest(share) {
            return (*tick).clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no tick comes");
}

fn told(tick: Tick) -> Vec<u8> {
    let nights = (UnixMillis(0), HashSet::new());
    postcard::to_stdvec(&Told { token: i64::MAX, number: 1, ticks: vec![tick], nights }).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_price_is_shown_by_nobody_and_traded_on_by_nobody() {
    let (nats, leader, standby) = two().await;
    let ann = leader.funded(100_000).await;
    let genuine = shown(&standby).await;
    let cheap = |level: &mut plumbline_core::market::Level| level.price = "0.01".parse().unwrap();
    let mut forged = Tick { last: "0.01".parse().unwrap(), seq: genuine.seq + 1_000_000, ..genuine };
    forged.asks.iter_mut().for_each(cheap);
    forged.received_time = forged.received_time.plus(UnixMillis::SECOND);
    nats.publish("test.ticks", &told(forged.clone())).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = shown(&standby).await;
    assert!(before.last > forged.last, "{before:?}");
    tokio::time::sleep(Duration::from_secs(6)).await;
    assert!(shown(&standby).await.seq > before.seq && !standby.app.market.board.is_silent(), "it follows the leader");
    let figures = standby.fetch("/metrics", None).await.text().await.unwrap();
    assert!(figures.contains("plumbline_bus_messages_refused_total"), "{figures}");

    // It leads, and its first order is filled at a price of its own feed.
    let token = ann.token.clone();
    leader.stop().await;
    for _ in 0..200 {
        if said(&standby).await == "leads" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let order = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    let mut placed = standby.send("POST /stock/create", &order, Some(&token), &[]).await;
    while placed.error() == "no_leader" || placed.error() == "stale_quote" {
        placed = standby.send("POST /stock/create", &order, Some(&token), &[]).await;
    }
    let price: f64 = placed.ok()["avgPrice"].as_str().unwrap().parse().unwrap();
    assert!(price > 1.0, "{placed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_message_ends_a_standby() {
    let (nats, _leader, standby) = two().await;
    let genuine = shown(&standby).await;
    let (first, last) = (UnixMillis(i64::MIN), UnixMillis(i64::MAX));
    for time in [first, last] {
        let forged = Tick { exchange_time: time, received_time: time, seq: i64::MAX, ..genuine.clone() };
        nats.publish("test.ticks", &told(forged)).await;
    }
    nats.publish("test.ticks", b"\xff garbage").await;
    nats.publish("test.ticks", b"").await;
    nats.publish("test.ticks.ask", b"garbage").await;
    nats.publish("test.push", b"{").await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(said(&standby).await, "standby");
    assert!(shown(&standby).await.exchange_time >= genuine.exchange_time);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_notice_ends_no_session() {
    let (nats, leader, standby) = two().await;
    let token = leader.register().await.token.clone();
    let (account,) = fetch_one!(&mut leader.app.db.read().await.unwrap(), (i64,), NEWEST).unwrap();
    let there = standby.with_token(&token);
    let mut socket = Socket::open_for(&there, json!({"op": "subscribe", "topics": ["orders"]})).await;
    let ended = json!({"sessionsEnded": {"account": account}});
    nats.publish("test.push", ended.to_string().as_bytes()).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    socket.send(json!({"op": "ping"})).await;
    assert_eq!(socket.next().await, json!({"op": "pong"}));
}

/// One prefix on one NATS, and two installations, each with a key and a database of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_installations_with_one_prefix_do_not_hear_each_other() {
    let nats = Nats::start().await;
    let bus = format!("nats://{}/test", nats.address);
    let flags =
        |seed: &'static str| ["--bus", bus.as_str(), "--autopilot-seconds", "0", "--feed", seed].map(str::to_owned);
    let [one, other] = [flags("sim:7"), flags("sim:8")];
    let [one, other] = [&one, &other].map(|flags| flags.iter().map(String::as_str).collect::<Vec<_>>());
    let leader = TestServer::start_with(Database::Postgres, Clock::System, &one).await;
    let standby = leader.beside(Clock::System, &one).await;
    let _stranger = TestServer::start_with(Database::Postgres, Clock::System, &other).await;
    for _ in 0..40 {
        let feed = shown(&standby).await.feed;
        assert_eq!(&*feed, &*shown(&leader).await.feed, "the stranger's price is none of ours");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
