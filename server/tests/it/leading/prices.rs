//! A standby shows the leader's prices, and no order is filled at an older price than any that was shown.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plumbline::db::Db;
use plumbline::{fetch_all, statements};
use serde_json::json;

use super::cluster::Cluster;
use crate::crash::sign_up;
use crate::support::{Socket, free_port, uuid};

const CODES: [&str; 8] = ["AAPL", "MSFT", "NVDA", "AMZN", "KO", "NKE", "DIS", "INTC"];
/// Orders that are sent at a tick, unless `PLUMBLINE_TEST_ORDERS` says otherwise.
const ORDERS: usize = 200;

statements! {
    FILLED: "SELECT order_id, MIN(tick_seq) FROM fills GROUP BY order_id";
}

/// A standby makes no prices: it shows the leader's, and marks them as stale when it receives none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_shows_the_prices_of_the_leader_and_calls_them_old_when_it_is_silent() {
    let cluster = Cluster::start(2).await;
    for _ in 0..20 {
        let standby = cluster.shown(1).await.0;
        assert!(cluster.shown(0).await.0 >= standby, "the leader has decided on it, or will");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    cluster.until_prices_are(1, "fresh").await;
    cluster.servers[0].process.signal("-STOP");
    cluster.until_prices_are(1, "old").await;
    cluster.servers[0].process.signal("-CONT");
}

/// The newest tick of each of [`CODES`] that the sockets of any server have shown.
#[derive(Debug, Default)]
struct Shown([AtomicI64; CODES.len()]);

/// Sent through a standby at the moment in which its socket or the leader's shows another price.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_order_through_a_standby_is_filled_at_no_older_price_than_anybody_was_shown() {
    let cluster = Cluster::start(2).await;
    let standby = &cluster.servers[1].base;
    let ann = sign_up(&cluster.client, standby, cluster.folder.path()).await;
    let wanted = std::env::var("PLUMBLINE_TEST_ORDERS").map_or(ORDERS, |orders| orders.parse().expect("a number"));
    let (shown, sent) = (Arc::new(Shown::default()), Arc::new(Mutex::new(BTreeMap::new())));
    let mut running = tokio::task::JoinSet::new();
    for server in &cluster.servers {
        let mut socket = Socket::at(&server.base).await;
        let topics = CODES.map(|code| format!("quote:UsStock:{code}"));
        socket.send(json!({"op": "subscribe", "topics": topics, "rate": "fast"})).await;
        let shown = shown.clone();
        running.spawn(async move {
            loop {
                let message = socket.next().await;
                let topic = message["topic"].as_str().unwrap_or_default();
                if let (Some(code), Some(seq)) =
                    (CODES.iter().position(|code| topic.ends_with(&format!(":{code}"))), message["seq"].as_i64())
                {
                    shown.0[code].fetch_max(seq, Ordering::SeqCst);
                }
            }
        });
    }
    for (index, code) in CODES.into_iter().enumerate() {
        let (shown, sent, ann) = (shown.clone(), sent.clone(), ann.at(standby));
        running.spawn(async move {
            let mut last = 0;
            loop {
                let now = shown.0[index].load(Ordering::SeqCst);
                if now == last {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    continue;
                }
                last = now;
                let order = json!({ "stockCode": code, "direction": 0, "orderType": 0, "quantity": "1" });
                let answer = ann.call("/stock/create", &order, &uuid()).await.expect("the server answers");
                assert_eq!(answer["data"]["status"], 1, "{answer}");
                let id: i64 = answer["data"]["id"].as_str().unwrap().parse().unwrap();
                sent.lock().unwrap().insert(id, now);
            }
        });
    }
    while sent.lock().unwrap().len() < wanted {
        tokio::select! {
            ended = running.join_next() => panic!("{ended:?}"),
            () = tokio::time::sleep(Duration::from_millis(20)) => {}
        }
    }
    running.shutdown().await;
    let db = Db::connect_existing(&cluster.place().database.unwrap()).await.unwrap();
    let filled = fetch_all!(&mut db.read().await.unwrap(), (i64, i64), FILLED).unwrap();
    let filled: BTreeMap<i64, i64> = filled.into_iter().collect();
    for (order, shown) in sent.lock().unwrap().iter() {
        let at = filled[order];
        assert!(at >= *shown, "order {order} was filled at tick {at}, and {shown} had been shown");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_without_a_bus_says_that_it_needs_one() {
    let cluster = Cluster::start(1).await;
    let listen = format!("127.0.0.1:{}", free_port());
    let output = cluster.place().command(&["serve", "--listen", &listen]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("several servers need a bus"), "{said}");
}
