//! Two servers on one database that notify each other of commits over a real NATS server.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use plumbline_core::ids::AccountId;
use serde_json::json;

use super::support::{Server, event, sqlite};
use crate::identity::{Ended, SessionListener};
use crate::push::{Timing, UserTopic};

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
async fn a_bus_that_cannot_be_reached_is_an_error_at_the_start() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for bus in [format!("nats://127.0.0.1:{port}"), "redis://127.0.0.1".to_owned()] {
        assert!(crate::bus::Bus::connect(Some(&bus)).await.is_err(), "{bus}");
    }
}
