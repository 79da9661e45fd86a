use std::collections::HashSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::support::{Server, Socket};

async fn watch(socket: &mut Socket, topics: &[&str], rate: &str) {
    socket.send(json!({"op": "subscribe", "topics": topics, "rate": rate})).await;
}

#[tokio::test]
async fn a_snapshot_comes_first_and_then_what_changed() {
    let (server, _folder) = Server::alone().await;
    server.board.set(1, "100", 1);
    for rate in ["normal", "fast"] {
        server.board.set(1, "100", 1);
        let mut socket = server.connect().await;
        watch(&mut socket, &["quote:UsStock:1"], rate).await;
        let snapshot = socket.next().await;
        assert_eq!((&snapshot["topic"], &snapshot["snapshot"]), (&json!("quote:UsStock:1"), &json!(true)));
        assert_eq!(snapshot["data"]["price_nominal"], "100.00");
        assert_eq!(snapshot["data"]["feed"], "sim:7");

        server.board.set(1, "100", 2);
        let delta = socket.next().await;
        assert_eq!((&delta["data"], delta.get("snapshot")), (&json!({"tickSeq": "2"}), None));
        assert_eq!(delta["seq"].as_i64(), snapshot["seq"].as_i64().map(|seq| seq + 1));
        socket.expect_silence(Duration::from_millis(300)).await;

        socket.send(json!({"op": "unsubscribe", "topics": ["quote:UsStock:1"]})).await;
        socket.send(json!({"op": "ping"})).await;
        assert_eq!(socket.next().await, json!({"op": "pong"}));
        server.board.set(1, "101", 3);
        socket.expect_silence(Duration::from_millis(300)).await;
    }
}

#[tokio::test]
async fn an_instrument_without_a_tick_is_silent_until_its_first() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect().await;
    watch(&mut socket, &["quote:UsStock:5"], "normal").await;
    socket.expect_silence(Duration::from_millis(250)).await;
    server.board.set(5, "7", 1);
    assert_eq!(socket.next().await["snapshot"], json!(true));
}

#[tokio::test]
async fn only_the_newest_of_many_ticks_arrives() {
    let (server, _folder) = Server::alone().await;
    server.board.set(1, "100", 0);
    let mut socket = server.connect().await;
    watch(&mut socket, &["quote:UsStock:1"], "normal").await;
    let mut messages = vec![socket.next().await];
    for tick_seq in 1..=1_000 {
        server.board.set(1, "100", tick_seq);
    }
    while messages.last().unwrap()["data"]["tickSeq"] != "1000" {
        messages.push(socket.next().await);
    }
    assert!(messages.len() < 50, "{} messages for 1000 ticks within a few flushes", messages.len());
}

#[tokio::test]
async fn a_topic_moves_between_the_rates_and_is_sent_once() {
    let (server, _folder) = Server::alone().await;
    server.board.set(1, "100", 1);
    server.board.set(2, "50", 1);
    let mut socket = server.connect().await;
    watch(&mut socket, &["quote:UsStock:1", "quote:UsStock:2", "quote:UsStock:1"], "normal").await;
    let first: HashSet<String> =
        [socket.next().await, socket.next().await].iter().map(|m| m["topic"].to_string()).collect();
    assert_eq!(first.len(), 2, "one snapshot each");
    watch(&mut socket, &["quote:UsStock:1"], "fast").await;
    assert_eq!(socket.next().await["snapshot"], json!(true), "the other lane begins with a snapshot");
    server.board.set(1, "100", 2);
    assert_eq!(socket.next().await["data"], json!({"tickSeq": "2"}));
    socket.expect_silence(Duration::from_millis(300)).await;
}

/// A socket that nobody reads takes a bounded number of frames; when it is read again, it gets to the newest state
/// without the frames in between.
#[tokio::test]
async fn a_blocked_socket_skips_flushes_and_ends_with_the_newest() {
    let (server, _folder) = Server::alone().await;
    let topics: Vec<String> = (0..450).map(|i| format!("quote:UsStock:{i}")).collect();
    let set_all = |tick_seq| (0..450).for_each(|i| server.board.set(i, "100", tick_seq));
    set_all(0);
    let mut socket = server.connect().await;
    socket.send(json!({"op": "subscribe", "topics": topics, "rate": "fast"})).await;
    // Each flush is some 30 kB, so the kernel's buffers are full long before the last of these.
    let mut flushes = 0;
    for tick_seq in 1..=400 {
        set_all(tick_seq);
        tokio::time::sleep(Duration::from_millis(12)).await;
        flushes += 1;
    }
    let mut newest: Vec<Value> = vec![Value::Null; 450];
    let mut messages = 0;
    while newest.iter().any(|seq| *seq != "400") {
        let message = socket.next().await;
        let topic = message["topic"].as_str().unwrap().to_owned();
        let index: usize = topic.rsplit(':').next().unwrap().parse().unwrap();
        newest[index] = message["data"]["tickSeq"].clone();
        messages += 1;
    }
    assert!(messages < 450 * flushes, "{messages} messages: nothing was skipped");
}
