use std::collections::{HashMap, HashSet};
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::support::{Server, Socket};

async fn watch(socket: &mut Socket, topics: &[&str], rate: &str) {
    socket.send(json!({"op": "subscribe", "topics": topics, "rate": rate})).await;
}

/// The state of a client that puts snapshots and changes together as docs/push.md says.
#[derive(Default)]
struct Known {
    quotes: HashMap<String, (i64, Map<String, Value>)>,
    snapshots: usize,
    messages: usize,
}

impl Known {
    /// Applies a message; fails when a change does not follow on the known state.
    fn take(&mut self, message: &Value) {
        let (topic, seq) = (message["topic"].as_str().unwrap(), message["seq"].as_i64().unwrap());
        let data = message["data"].as_object().unwrap().clone();
        self.messages += 1;
        if message.get("snapshot") == Some(&json!(true)) {
            self.snapshots += 1;
            self.quotes.insert(topic.to_owned(), (seq, data));
        } else {
            let known = self.quotes.get_mut(topic).expect("a snapshot first");
            assert_eq!(seq, known.0 + 1, "{topic} has a gap");
            known.0 = seq;
            known.1.extend(data);
        }
    }

    async fn until(&mut self, socket: &mut Socket, topics: &[&str], tick_seq: &str) {
        let newest = |known: &Self, topic: &str| known.quotes.get(topic).is_some_and(|q| q.1["tickSeq"] == tick_seq);
        while !topics.iter().all(|topic| newest(self, topic)) {
            let message = socket.next().await;
            self.take(&message);
        }
    }
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

/// A socket that is not read takes a bounded number of frames; when it is read again, it gets to the newest state
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
    let mut known = Known::default();
    let topics: Vec<&str> = topics.iter().map(String::as_str).collect();
    known.until(&mut socket, &topics, "400").await;
    assert!(known.messages < 450 * flushes, "{} messages: nothing was skipped", known.messages);
    assert!(known.snapshots >= 2 * 450, "a snapshot at first, and one after the skipped flushes");
    // The client is in step again.
    let (snapshots, messages) = (known.snapshots, known.messages);
    set_all(401);
    known.until(&mut socket, &topics, "401").await;
    assert_eq!((known.snapshots, known.messages), (snapshots, messages + 450));
}

/// Two clients of one lane watch and leave quotes while these change; neither misses any because of the other.
#[tokio::test]
async fn clients_that_come_and_go_do_not_disturb_each_other() {
    let (server, _folder) = Server::alone().await;
    let [one, two, three] = ["quote:UsStock:1", "quote:UsStock:2", "quote:UsStock:3"];
    let set_all = |tick_seq| (1..=3).for_each(|i| server.board.set(i, "100", tick_seq));
    let (mut ann, mut bob) = (server.connect().await, server.connect().await);
    let (mut of_ann, mut of_bob) = (Known::default(), Known::default());
    set_all(1);
    watch(&mut ann, &[one, two], "fast").await;
    of_ann.until(&mut ann, &[one, two], "1").await;
    set_all(2);
    watch(&mut bob, &[two, three], "fast").await;
    of_bob.until(&mut bob, &[two, three], "2").await;
    of_ann.until(&mut ann, &[one, two], "2").await;

    ann.send(json!({"op": "unsubscribe", "topics": [two]})).await;
    ann.send(json!({"op": "ping"})).await;
    while ann.next().await != json!({"op": "pong"}) {}
    set_all(3);
    of_ann.until(&mut ann, &[one], "3").await;
    of_bob.until(&mut bob, &[two, three], "3").await;
    assert_eq!(of_ann.quotes[two].1["tickSeq"], "2", "what is not watched is not told");

    drop(bob);
    set_all(4);
    watch(&mut ann, &[two, three], "fast").await;
    of_ann.until(&mut ann, &[one, two, three], "4").await;
    set_all(5);
    of_ann.until(&mut ann, &[one, two, three], "5").await;
    assert_eq!(of_ann.snapshots, 4, "one for each time that a quote was subscribed to");
}
