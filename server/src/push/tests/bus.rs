//! Two servers on one database that notify each other of commits over a real NATS server.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::StreamExt;
use plumbline_core::ids::{AccountId, SessionId};
use serde_json::json;

use super::support::{Server, bus_of, event, sqlite};
use crate::bus::Bus;
use crate::identity::{Ended, SessionListener};
use crate::push::{Timing, UserTopic};
use crate::secret::Secret;
use crate::server_key::ServerKey;

/// A NATS server on a free port, stopped with the test.
struct Nats {
    process: Child,
    port: u16,
}

impl Nats {
    async fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let process = Command::new("nats-server")
            .args(["--addr", "127.0.0.1", "--port", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server cannot be started; ./scripts/test installs the Debian package nats-server");
        let nats = Self { process, port };
        for _ in 0..200 {
            if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return nats;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("nats-server does not answer on port {port}");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[tokio::test]
async fn customers_hear_of_commits_and_ended_sessions_of_another_server() {
    let nats = Nats::start().await;
    let folder = tempfile::tempdir().unwrap();
    let (uri, bus) = (sqlite(folder.path()), format!("nats://127.0.0.1:{}/test", nats.port));
    // No sweep within the test: events that arrive came over the bus.
    let timing = Timing { sweep_every: Duration::from_secs(3_600), ..Timing::default() };
    let here = Server::start(&uri, Some(&bus), timing).await;
    let there = Server::start(&uri, Some(&bus), timing).await;
    let mut sockets = [here.connect_as(7).await, there.connect_as(7).await];
    for socket in &mut sockets {
        socket.send(json!({"op": "subscribe", "topics": ["orders"]})).await;
        socket.next().await;
    }
    here.commit(vec![event(7, 1, UserTopic::Orders)]).await;
    there.commit(vec![event(7, 2, UserTopic::Orders)]).await;
    for socket in &mut sockets {
        assert_eq!(socket.events(2).await, [("orders".to_owned(), 1), ("orders".to_owned(), 2)]);
    }
    here.hub.sessions_ended(AccountId(7), Ended::All);
    for socket in &mut sockets {
        assert_eq!(socket.next().await, json!({"op": "error", "error": "session_required"}));
    }
}

/// Whoever can write on the bus may keep a message and send it again.
#[tokio::test]
async fn an_end_of_sessions_that_is_sent_again_ends_none_that_began_since() {
    let nats = Nats::start().await;
    let folder = tempfile::tempdir().unwrap();
    let (uri, bus) = (sqlite(folder.path()), format!("nats://127.0.0.1:{}/test", nats.port));
    let timing = Timing { sweep_every: Duration::from_secs(3_600), ..Timing::default() };
    let here = Server::start(&uri, Some(&bus), timing).await;
    let there = Server::start(&uri, Some(&bus), timing).await;
    let stranger = async_nats::connect(format!("127.0.0.1:{}", nats.port)).await.unwrap();
    let mut kept = stranger.subscribe("test.push").await.unwrap();
    // Its own message shows that it hears those of others.
    stranger.publish("test.push", "nonsense".into()).await.unwrap();
    kept.next().await.unwrap();
    here.hub.sessions_ended(AccountId(7), Ended::All);
    here.hub.sessions_ended(AccountId(7), Ended::AllExcept(SessionId(71)));
    let kept = [kept.next().await.unwrap().payload, kept.next().await.unwrap().payload];
    let again = async || {
        for message in &kept {
            stranger.publish("test.push", message.clone()).await.unwrap();
        }
        stranger.flush().await.unwrap();
    };

    // The customer logs in again.
    there.add_session(7).await;
    let mut socket = there.connect_as(7).await;
    socket.send(json!({"op": "subscribe", "topics": ["orders"]})).await;
    socket.next().await;
    again().await;
    socket.expect_silence(Duration::from_millis(600)).await;
    there.commit(vec![event(7, 1, UserTopic::Orders)]).await;
    assert_eq!(socket.events(1).await, [("orders".to_owned(), 1)]);

    there.end_session(7).await;
    again().await;
    assert_eq!(socket.next().await, json!({"op": "error", "error": "session_required"}));
}

#[tokio::test]
async fn customers_of_this_server_hear_while_the_bus_is_gone() {
    /// More than all queues for the bus hold before a sender would have to wait.
    const EVENTS: i64 = 5_000;
    let nats = Nats::start().await;
    let folder = tempfile::tempdir().unwrap();
    let timing = Timing { sweep_every: Duration::from_secs(3_600), ..Timing::default() };
    let bus = format!("nats://127.0.0.1:{}/test", nats.port);
    let server = Server::start(&sqlite(folder.path()), Some(&bus), timing).await;
    let mut socket = server.connect_as(7).await;
    socket.send(json!({"op": "subscribe", "topics": ["orders"]})).await;
    socket.next().await;
    // Events after this one mostly find the stream up to date: few of them are read from the database.
    server.commit(vec![event(7, 1, UserTopic::Orders)]).await;
    socket.events(1).await;
    let events: Vec<_> = (2..=EVENTS).map(|seq| event(7, seq, UserTopic::Orders)).collect();
    drop(nats);
    // Fewer at a time than a socket may be behind.
    for events in events.chunks(1_000) {
        server.store(events).await;
        for event in events {
            server.hub.publish(vec![event.clone()]);
            assert_eq!(socket.events(1).await, [("orders".to_owned(), event.seq)]);
        }
    }
}

#[tokio::test]
async fn a_bus_that_cannot_be_reached_is_waited_for_and_one_without_an_address_is_an_error() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert!(!bus_of(Some(&format!("nats://127.0.0.1:{port}"))).await.is_connected());
    let key = ServerKey::load(Some(&Secret::new("1".repeat(64))), Path::new("")).unwrap();
    assert!(Bus::connect(Some("redis://127.0.0.1"), &key, "").await.is_err());
}

#[tokio::test]
async fn only_messages_of_servers_with_this_key_and_database_are_heard() {
    let nats = Nats::start().await;
    let uri = format!("nats://127.0.0.1:{}/test", nats.port);
    let key = |digit: &str| ServerKey::load(Some(&Secret::new(digit.repeat(64))), Path::new("")).unwrap();
    let bus = async |digit, database| Bus::connect(Some(&uri), &key(digit), database).await.unwrap();
    let mut heard = bus("1", "a").await.subscribe("ticks").await.unwrap().unwrap();
    // The bus has the subscription once it has passed this on.
    let same = bus("1", "a").await.outgoing("ticks").unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    for (digit, database, topic) in [("2", "a", "ticks"), ("1", "b", "ticks"), ("1", "a", "ticks.ask")] {
        bus(digit, database).await.outgoing(topic).unwrap().send(b"strange").await;
    }
    let raw = async_nats::connect(format!("127.0.0.1:{}", nats.port)).await.unwrap();
    for strange in [&b""[..], b"strange", &[0; 32], &[7; 100]] {
        raw.publish("test.ticks", strange.to_vec().into()).await.unwrap();
    }
    raw.flush().await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    same.send(b"ours").await;
    let next = tokio::time::timeout(Duration::from_secs(10), heard.next()).await.expect("a message");
    assert_eq!(next.as_deref(), Some(b"ours".as_slice()));
}
