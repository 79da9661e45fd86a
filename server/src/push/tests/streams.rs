use std::time::Duration;

use plumbline_core::ids::{AccountId, SessionId};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use super::support::{Server, Socket, event};
use crate::clock::Clock;
use crate::identity::{Ended, SessionListener};
use crate::push::UserTopic::{Messages, Orders, Positions, Wallets};
use crate::push::{AccountEvent, Timing, UserTopic, events};
use crate::testing::databases;

const EVERY_TOPIC: [&str; 4] = ["orders", "positions", "wallets", "messages"];
const MOMENT: Duration = Duration::from_millis(300);
/// A time at which all events stored now are past [`events::KEPT_MILLIS`].
const LATER: i64 = events::KEPT_MILLIS + 2 * UnixMillis::DAY;

async fn follow(socket: &mut Socket, topics: &[&str], since: Value) -> Value {
    socket.send(json!({"op": "subscribe", "topics": topics, "since": since})).await;
    socket.next().await
}

/// Events `from..=to` of account 7, their topics in turn.
fn run(from: i64, to: i64) -> Vec<AccountEvent> {
    (from..=to).map(|seq| event(7, seq, UserTopic::ALL[seq as usize % 4])).collect()
}

fn numbers(events: &[(String, i64)]) -> Vec<i64> {
    events.iter().map(|(_, seq)| *seq).collect()
}

#[tokio::test]
async fn events_arrive_once_and_in_order_even_when_the_bus_repeats_loses_and_reorders_them() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect_as(7).await;
    let answer = follow(&mut socket, &EVERY_TOPIC, json!({})).await;
    assert_eq!(answer, json!({"op": "subscribed", "topics": EVERY_TOPIC, "seq": 0}));

    let all = run(1, 300);
    server.store(&all).await;
    for chunk in all.chunks(10).rev().chain(all.chunks(7)).filter(|chunk| chunk[0].seq % 3 != 0) {
        server.hub.publish(chunk.to_vec());
    }
    let received = socket.events(300).await;
    assert_eq!(numbers(&received), (1..=300).collect::<Vec<_>>());
    assert_eq!(received[1].0, UserTopic::ALL[2].code());
    socket.expect_silence(MOMENT).await;
}

#[tokio::test]
async fn each_customer_hears_the_subscribed_topics_of_the_own_account_only() {
    let (server, _folder) = Server::alone().await;
    let mut mine = server.connect_as(7).await;
    let mut other = server.connect_as(8).await;
    follow(&mut mine, &["orders", "wallets"], json!({})).await;
    follow(&mut other, &EVERY_TOPIC, json!({})).await;
    server.commit(vec![event(7, 1, Orders), event(7, 2, Positions), event(7, 3, Wallets), event(7, 4, Messages)]).await;
    assert_eq!(mine.events(2).await, [("orders".to_owned(), 1), ("wallets".to_owned(), 3)]);
    mine.send(json!({"op": "unsubscribe", "topics": ["orders"]})).await;
    mine.send(json!({"op": "ping"})).await;
    assert_eq!(mine.next().await, json!({"op": "pong"}));
    server.commit(vec![event(7, 5, Orders), event(7, 6, Wallets)]).await;
    assert_eq!(mine.events(1).await, [("wallets".to_owned(), 6)]);
    other.expect_silence(MOMENT).await;
}

#[tokio::test]
async fn a_client_that_comes_back_gets_what_it_missed() {
    for (uri, _folder) in databases("push").await {
        let server = Server::start(&uri, None, Timing::default()).await;
        server.add_session(7).await;
        server.store_by(&run(1, 100), 3).await;
        server.store(&[event(8, 1, Orders), event(8, 2, Wallets)]).await;
        server.store_by(&run(101, 190), 90).await;
        server.store(&run(191, 200)).await;
        let mut socket = server.connect_as(7).await;
        let answer = follow(&mut socket, &EVERY_TOPIC, json!({"orders": 20, "wallets": 100, "messages": 200})).await;
        assert_eq!(answer["seq"], 200);
        let expected = |seq: &i64| {
            let topic = UserTopic::ALL[*seq as usize % 4];
            topic == Orders && *seq > 20 || topic == Wallets && *seq > 100
        };
        let expected: Vec<i64> = (1..=200).filter(expected).collect();
        let received = socket.events(expected.len()).await;
        assert_eq!(numbers(&received), expected);

        server.commit(run(201, 210)).await;
        assert_eq!(numbers(&socket.events(10).await), (201..=210).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_topic_that_is_added_later_catches_up_without_repeating_the_others() {
    let (server, _folder) = Server::alone().await;
    server.store(&run(1, 40)).await;
    let mut socket = server.connect_as(7).await;
    follow(&mut socket, &["orders"], json!({"orders": 0})).await;
    assert_eq!(numbers(&socket.events(10).await), (1..=10).map(|n| n * 4).collect::<Vec<_>>());
    follow(&mut socket, &["positions", "orders"], json!({"positions": 0, "orders": 0})).await;
    assert_eq!(numbers(&socket.events(10).await), (0..10).map(|n| n * 4 + 1).collect::<Vec<_>>());
    socket.expect_silence(MOMENT).await;
}

#[tokio::test]
async fn a_resume_over_purged_events_reads_again() {
    for (uri, _folder) in databases("push").await {
        let server = Server::start(&uri, None, Timing::default()).await;
        server.add_session(7).await;
        server.store(&run(1, 2_500)).await;
        let now = Clock::System.now();
        assert_eq!(events::purge(&server.db, now.plus(events::KEPT_MILLIS)).await.unwrap(), 0, "a week is kept");
        assert_eq!(events::purge(&server.db, now.plus(LATER)).await.unwrap(), 2_500);
        let mut without_rows = server.connect_as(7).await;
        follow(&mut without_rows, &["orders", "wallets"], json!({"orders": 2_500, "wallets": 2_499})).await;
        assert_eq!(without_rows.next().await, json!({"op": "resync", "topics": ["wallets"]}));
        server.store_by(&run(2_501, 2_510), 4).await;

        let mut socket = server.connect_as(7).await;
        follow(&mut socket, &["orders", "wallets"], json!({"orders": 2_499, "wallets": 2_500})).await;
        assert_eq!(socket.next().await, json!({"op": "resync", "topics": ["orders"]}));
        let wallets: Vec<i64> = (2_501..=2_510).filter(|seq| UserTopic::ALL[*seq as usize % 4] == Wallets).collect();
        assert_eq!(numbers(&socket.events(wallets.len()).await), wallets);

        let mut future = server.connect_as(7).await;
        follow(&mut future, &["orders"], json!({"orders": 9_999})).await;
        assert_eq!(future.next().await, json!({"op": "resync", "topics": ["orders"]}));
    }
}

#[tokio::test]
async fn a_topic_that_begins_before_what_is_kept_leaves_the_others_alone() {
    let (server, _folder) = Server::alone().await;
    server.store(&run(1, 40)).await;
    let mut socket = server.connect_as(7).await;
    follow(&mut socket, &["orders", "wallets"], json!({"orders": 38, "wallets": 40})).await;
    assert_eq!(socket.events(1).await, [("orders".to_owned(), 40)]);
    server.commit(vec![event(7, 41, Wallets)]).await;
    socket.events(1).await;
    events::purge(&server.db, Clock::System.now().plus(LATER)).await.unwrap();
    server.commit(vec![event(7, 42, Wallets)]).await;
    socket.events(1).await;
    follow(&mut socket, &["positions"], json!({"positions": 30})).await;
    assert_eq!(socket.next().await, json!({"op": "resync", "topics": ["positions"]}));
    server.commit(vec![event(7, 43, Orders), event(7, 44, Positions)]).await;
    assert_eq!(numbers(&socket.events(2).await), [43, 44]);
}

#[tokio::test]
async fn a_socket_that_is_too_far_behind_reads_again_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let timing = Timing { sweep_every: Duration::from_millis(100), ..Timing::default() };
    let server = Server::start(&super::support::sqlite(folder.path()), None, timing).await;
    server.add_session(7).await;
    let mut socket = server.connect_as(7).await;
    follow(&mut socket, &["orders", "wallets"], json!({})).await;
    server.store_by(&run(1, events::BEHIND_MAX), 50).await;
    assert_eq!(
        numbers(&socket.events(1_000).await),
        (1..=events::BEHIND_MAX).filter(|n| n % 2 == 0).collect::<Vec<_>>()
    );
    let last = 2 * events::BEHIND_MAX + 1;
    server.store_by(&run(events::BEHIND_MAX + 1, last), 50).await;
    assert_eq!(socket.next().await, json!({"op": "resync", "topics": ["orders", "wallets"]}));
    server.commit(vec![event(7, last + 1, Orders)]).await;
    assert_eq!(numbers(&socket.events(1).await), [last + 1]);
    socket.expect_silence(MOMENT).await;
}

#[tokio::test]
async fn the_sweep_finds_what_the_bus_lost() {
    let folder = tempfile::tempdir().unwrap();
    let timing = Timing { sweep_every: Duration::from_millis(100), ..Timing::default() };
    let server = Server::start(&super::support::sqlite(folder.path()), None, timing).await;
    server.add_session(7).await;
    let mut socket = server.connect_as(7).await;
    follow(&mut socket, &EVERY_TOPIC, json!({})).await;
    server.store(&run(1, 3)).await;
    assert_eq!(numbers(&socket.events(3).await), [1, 2, 3]);
}

#[tokio::test]
async fn the_sweep_ends_the_topics_of_a_session_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let timing = Timing { sweep_every: Duration::from_millis(100), ..Timing::default() };
    let server = Server::start(&super::support::sqlite(folder.path()), None, timing).await;
    let mut socket = server.connect_as(7).await;
    assert_eq!(socket.next().await, json!({"op": "error", "error": "session_required"}));
}

#[tokio::test]
async fn the_end_of_a_session_ends_its_topics_and_leaves_quotes_on() {
    let (server, _folder) = Server::alone().await;
    server.board.set(1, "100", 1);
    let mut ended = server.connect_as(7).await;
    let mut kept = server.connect_as(8).await;
    for socket in [&mut ended, &mut kept] {
        follow(socket, &["orders"], json!({})).await;
    }
    server.hub.sessions_ended(AccountId(8), Ended::AllExcept(SessionId(80)));
    server.hub.sessions_ended(AccountId(8), Ended::One(SessionId(81)));
    server.hub.sessions_ended(AccountId(7), Ended::All);
    assert_eq!(ended.next().await, json!({"op": "error", "error": "session_required"}));
    server.commit(vec![event(7, 1, Orders), event(8, 1, Orders)]).await;
    assert_eq!(numbers(&kept.events(1).await), [1]);
    ended.expect_silence(MOMENT).await;

    ended.send(json!({"op": "subscribe", "topics": ["wallets", "quote:UsStock:1"]})).await;
    let answers = [ended.next().await, ended.next().await];
    assert!(answers.contains(&json!({"op": "error", "error": "session_required"})), "{answers:?}");
    assert!(answers.iter().any(|answer| answer["snapshot"] == true), "{answers:?}");
}

#[tokio::test]
async fn a_topic_that_is_added_during_a_long_catch_up_misses_nothing() {
    let (server, _folder) = Server::alone().await;
    server.store(&run(1, 1_000)).await;
    let mut socket = server.connect_as(7).await;
    let subscribe = |topic: &str, since: i64| json!({"op": "subscribe", "topics": [topic], "since": {topic: since}});
    socket.send(subscribe("orders", 500)).await;
    socket.send(subscribe("wallets", 0)).await;
    let mut received: Vec<(String, i64)> = Vec::new();
    while received.len() < 125 + 250 {
        let message = socket.next().await;
        if let (Some(topic), Some(seq)) = (message["topic"].as_str(), message["seq"].as_i64()) {
            received.push((topic.to_owned(), seq));
        }
    }
    for (topic, first) in [(Orders, 500), (Wallets, 0)] {
        let of_topic: Vec<i64> =
            received.iter().filter(|(name, _)| name == topic.code()).map(|(_, seq)| *seq).collect();
        let expected = (first + 1..=1_000).filter(|seq| UserTopic::ALL[*seq as usize % 4] == topic);
        assert_eq!(of_topic, expected.collect::<Vec<_>>(), "{topic:?}");
    }
}
