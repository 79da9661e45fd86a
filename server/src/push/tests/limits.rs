use std::time::Duration;

use serde_json::json;

use super::support::{Server, event, sqlite};
use crate::push::accounts::SOCKETS_MAX;
use crate::push::topic::Kind;
use crate::push::{Timing, UserTopic};

#[tokio::test]
async fn pages_of_other_sites_are_refused() {
    let (server, _folder) = Server::alone().await;
    assert_eq!(server.handshake("https://evil.example").await, 403);
    assert_eq!(server.handshake(&format!("http://{}", server.address)).await, 101);
}

#[tokio::test]
async fn frames_that_make_no_sense_are_answered_with_a_word() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect().await;
    let table = [
        (json!({"op": "sell"}), json!({"op": "error", "error": "frame_invalid"})),
        (json!([1, 2]), json!({"op": "error", "error": "frame_invalid"})),
        (json!({"op": "subscribe", "topics": ["orders"]}), json!({"op": "error", "error": "session_required"})),
        (
            json!({"op": "subscribe", "topics": ["quote:UsStock:1000", "trades", "bars:UsStock:1:7m", "status:NONE"]}),
            json!({"op": "error", "error": "topic_unknown",
                "topics": ["quote:UsStock:1000", "trades", "bars:UsStock:1:7m", "status:NONE"]}),
        ),
        (json!({"op": "ping"}), json!({"op": "pong"})),
    ];
    for (frame, answer) in table {
        socket.send(frame).await;
        assert_eq!(socket.next().await, answer);
    }
}

#[tokio::test]
async fn a_client_has_a_limited_number_of_topics_of_each_kind() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect().await;
    for kind in Kind::ALL {
        let topic = |number: usize| match kind {
            Kind::Quote | Kind::Depth | Kind::Trades => format!("{}:UsStock:{number}", kind.code()),
            Kind::Bars => format!("bars:UsStock:{number}:1m"),
            Kind::Status => format!("status:{}", number + 1),
            Kind::News => "news".to_owned(),
        };
        if kind == Kind::News {
            assert_eq!(kind.most(), 1, "there is one, and so no more to refuse");
            socket.send(json!({"op": "subscribe", "topics": ["news", "news"]})).await;
            socket.send(json!({"op": "ping"})).await;
            assert_eq!(socket.next_without_data().await, json!({"op": "pong"}));
            continue;
        }
        let topics = |range: std::ops::Range<usize>| range.map(topic).collect::<Vec<_>>();
        socket.send(json!({"op": "subscribe", "topics": topics(0..kind.most())})).await;
        // Topics that are on count once, and topics of other kinds are not refused with this kind.
        let more = [topics(0..2), topics(kind.most()..kind.most() + 1), vec!["quote:UsStock:7".to_owned()]].concat();
        socket.send(json!({"op": "subscribe", "topics": more})).await;
        let refused = json!({"op": "error", "error": "too_many_topics", "kind": kind.code(), "limit": kind.most()});
        assert_eq!(socket.next_without_data().await, refused);
        socket.send(json!({"op": "unsubscribe", "topics": topics(0..1)})).await;
        socket.send(json!({"op": "subscribe", "topics": topics(kind.most()..kind.most() + 1)})).await;
        socket.send(json!({"op": "ping"})).await;
        assert_eq!(socket.next_without_data().await, json!({"op": "pong"}), "{kind:?}");
    }
}

#[tokio::test]
async fn guessing_of_tokens_ends_the_socket() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect().await;
    for _ in 0..5 {
        socket.send(json!({"op": "auth", "token": "guess"})).await;
        assert_eq!(socket.next().await, json!({"op": "error", "error": "session_required"}));
    }
    assert_eq!(socket.close().await, (1008, "policy_violation".to_owned()));
}

#[tokio::test]
async fn what_is_on_is_subscribed_again_without_the_database() {
    let (server, _folder) = Server::alone().await;
    server.commit(vec![event(7, 1, UserTopic::Orders)]).await;
    let mut socket = server.connect_as(7).await;
    socket.send(json!({"op": "subscribe", "topics": ["orders"], "since": {"orders": 0}})).await;
    assert_eq!(socket.next().await, json!({"op": "subscribed", "topics": ["orders"], "seq": 1}));
    assert_eq!(socket.events(1).await, [("orders".to_owned(), 1)]);
    let here = [
        json!({"op": "subscribe", "topics": ["orders"]}),
        json!({"op": "subscribe", "topics": ["orders"], "since": {"orders": 0}}),
        json!({"op": "subscribe", "topics": ["orders", "wallets"]}),
        json!({"op": "subscribe", "topics": ["positions"], "since": {"positions": 1}}),
    ];
    server.db.close().await;
    for subscribe in here {
        socket.send(subscribe.clone()).await;
        let answer = socket.next().await;
        assert_eq!((&answer["op"], &answer["seq"]), (&json!("subscribed"), &json!(1)), "{subscribe}");
        assert_eq!(answer["topics"], subscribe["topics"]);
    }
    server.hub.publish(vec![event(7, 2, UserTopic::Wallets)]);
    assert_eq!(socket.events(1).await, [("wallets".to_owned(), 2)], "and what follows arrives");
    socket.send(json!({"op": "subscribe", "topics": ["messages"], "since": {"messages": 0}})).await;
    assert_eq!(socket.next().await, json!({"op": "error", "error": "internal"}), "the past is in the database");
}

#[tokio::test]
async fn frames_that_read_the_database_wait_for_their_turn() {
    let (server, _folder) = Server::alone().await;
    server.store(&[event(7, 1, UserTopic::Orders), event(7, 2, UserTopic::Wallets)]).await;
    let mut socket = server.connect_as(7).await;
    let start = tokio::time::Instant::now();
    for _ in 0..12 {
        socket.send(json!({"op": "subscribe", "topics": ["orders"], "since": {"orders": 0}})).await;
        assert_eq!(socket.next().await["op"], "subscribed");
        assert_eq!(socket.events(1).await, [("orders".to_owned(), 1)]);
        socket.send(json!({"op": "unsubscribe", "topics": ["orders"]})).await;
    }
    // The burst is ten reads, the first of which was the session's.
    assert!(start.elapsed() >= Duration::from_millis(1_400), "{:?}", start.elapsed());
}

#[tokio::test]
async fn an_account_has_a_limited_number_of_sockets() {
    let (server, _folder) = Server::alone().await;
    let mut sockets = Vec::new();
    for _ in 0..SOCKETS_MAX {
        sockets.push(server.connect_as(7).await);
    }
    let mut one_more = server.connect().await;
    one_more.send(json!({"op": "auth", "token": "account-7"})).await;
    assert_eq!(one_more.next().await, json!({"op": "error", "error": "too_many_sockets"}));
    server.connect_as(8).await;
    let mut last = sockets.pop().unwrap();
    last.send(json!({"op": "auth", "token": "account-7"})).await;
    assert_eq!(last.next().await, json!({"op": "authenticated"}), "a socket takes its own place again");
}

#[tokio::test]
async fn a_flood_of_frames_ends_the_socket() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect().await;
    for _ in 0..200 {
        socket.send(json!({"op": "ping"})).await;
    }
    assert_eq!(socket.close().await, (1008, "policy_violation".to_owned()));
}

#[tokio::test]
async fn a_flood_of_bytes_ends_the_socket() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect().await;
    for _ in 0..8 {
        socket.send(json!({"op": "ping", "filler": "x".repeat(50_000)})).await;
    }
    assert_eq!(socket.close().await, (1008, "policy_violation".to_owned()));
}

#[tokio::test]
async fn a_socket_without_a_use_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let timing = Timing { used_within: Duration::from_secs(2), ..Timing::default() };
    let server = Server::start(&sqlite(folder.path()), None, timing).await;
    let mut idle = server.connect().await;
    idle.send(json!({"op": "ping"})).await;
    let mut watching = server.connect().await;
    watching.send(json!({"op": "subscribe", "topics": ["quote:UsStock:1"]})).await;
    assert_eq!(idle.close().await, (1001, "idle_timeout".to_owned()));
    watching.send(json!({"op": "ping"})).await;
    assert_eq!(watching.next().await, json!({"op": "pong"}), "who watches a quote stays");
    watching.send(json!({"op": "unsubscribe", "topics": ["quote:UsStock:1"]})).await;
    assert_eq!(watching.close().await, (1001, "idle_timeout".to_owned()), "and goes when it has no use any more");
}

/// A client that did not read for a while gets the missed events from the database.
#[tokio::test]
async fn a_client_that_pauses_hears_all_that_it_missed() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect_as(7).await;
    socket.send(json!({"op": "subscribe", "topics": ["orders"]})).await;
    socket.next().await;
    let events = (1..=1_500).map(|seq| {
        let mut long = event(7, seq, UserTopic::Orders);
        long.data = format!("{{\"n\":{seq},\"filler\":\"{}\"}}", "x".repeat(1_000));
        long
    });
    server.commit(events.collect()).await;
    for seq in 1..=1_500 {
        assert_eq!(socket.next().await["seq"], seq);
    }
}

/// A client that takes less than the next part of its events is disconnected, with whole frames up to the close frame.
#[tokio::test]
async fn a_consumer_that_falls_behind_is_disconnected_with_a_reason() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect_as(7).await;
    socket.send(json!({"op": "subscribe", "topics": ["orders"]})).await;
    socket.next().await;
    for seq in 1..=400 {
        let mut big = event(7, seq, UserTopic::Orders);
        big.data = format!("{{\"n\":{seq},\"filler\":\"{}\"}}", "x".repeat(20_000));
        server.commit(vec![big]).await;
    }
    assert_eq!(socket.close().await, (1013, "slow_consumer".to_owned()));
}

#[tokio::test]
async fn a_silent_client_is_pinged_and_then_disconnected() {
    let folder = tempfile::tempdir().unwrap();
    let quick = Duration::from_millis(200);
    let timing = Timing { ping_after: quick, pong_within: quick, ..Timing::default() };
    let server = Server::start(&sqlite(folder.path()), None, timing).await;

    let mut reading = server.connect().await;
    reading.expect_silence(quick * 10).await;
    reading.send(json!({"op": "ping"})).await;
    assert_eq!(reading.next().await, json!({"op": "pong"}), "its library answers the pings");

    let mut silent = server.connect().await;
    tokio::time::sleep(quick * 5).await;
    assert_eq!(silent.close().await, (1001, "idle_timeout".to_owned()));
}

#[tokio::test]
async fn a_server_that_stops_sends_its_clients_elsewhere() {
    let (server, _folder) = Server::alone().await;
    let mut socket = server.connect().await;
    socket.send(json!({"op": "ping"})).await;
    socket.next().await;
    server.stopping.cancel();
    assert_eq!(socket.next().await, json!({"op": "reconnect"}));
    assert_eq!(socket.close().await, (1012, "server_restart".to_owned()));
    drop(socket);
    let left = tokio::time::Instant::now();
    server.hub.stopped(Duration::from_secs(10)).await;
    assert!(left.elapsed() < Duration::from_secs(9), "the sockets are gone");
}

/// On this test's one thread, a task that tried a broken socket again and again would stop everything.
#[tokio::test]
async fn a_client_that_vanishes_does_not_hold_the_server_up() {
    let (server, _folder) = Server::alone().await;
    let events = [event(7, 1, UserTopic::Orders), event(7, 2, UserTopic::Orders)];
    let mut socket = server.connect_as(7).await;
    socket.send(json!({"op": "subscribe", "topics": ["orders"]})).await;
    socket.next().await;
    drop(socket);
    // The first write draws a reset, which the second one meets before the server has noticed the end.
    events.into_iter().for_each(|event| server.hub.publish(vec![event]));
    let mut other = server.connect().await;
    other.send(json!({"op": "ping"})).await;
    assert_eq!(other.next().await, json!({"op": "pong"}));
}
