//! The life of one socket: its requests, pings, limits and end.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::net::Shutdown;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use metrics::gauge;
use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::task::coop::consume_budget;
use tokio::time::{Instant, sleep_until};
use tungstenite::Error;
use tungstenite::error::ProtocolError;
use tungstenite::protocol::{Message, Role, WebSocketConfig, WebSocketContext};

use super::admission::{Sessions, SocketPlace};
use super::client::{Client, Reason, Wire};
use super::frame;
use super::hub::Hub;
use super::inbound::{Inbound, Reads};
use super::lane::{ClientId, Watch};
use super::protocol::{Answer, Rate, Request};
use super::stream::AccountStream;
use super::topic::{Kind, Subject, Topic, UserTopic, subject};
use crate::db::DbError;

/// Bytes of one client frame: room for a subscription to all topics that a client may have.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// Most clients send little, so the reading buffer starts small; it grows with a larger frame.
const READ_BUFFER_BYTES: usize = 1024;
/// Failed attempts to authenticate on one socket.
const AUTH_FAILURES_MAX: u32 = 5;
/// Time for a closing socket to read the rest and close its side.
const CLOSE_PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of a closing socket that are read and dropped, so that a client in the middle of a frame receives the reason.
const CLOSING_BYTES_MAX: usize = 64 * 1024;
/// Bytes the kernel may buffer for a socket. Its default grows to megabytes, in which quotes would grow old.
const SEND_BUFFER_BYTES: usize = 64 * 1024;

/// One socket's own task.
struct Connection {
    hub: Arc<Hub>,
    sessions: Arc<dyn Sessions>,
    id: ClientId,
    client: Arc<Client>,
    /// The watched topics that are open to everyone, and the rate at which each is flushed.
    watched: HashMap<Subject, Rate>,
    stream: Option<Arc<AccountStream>>,
    auth_failures: u32,
    reads: Reads,
    /// The time of the last whole frame.
    heard: Instant,
    /// The time since which the client has had neither a session nor a topic.
    unused: Option<Instant>,
    /// The socket's place among the server's sockets, given back at its end.
    _place: SocketPlace,
}

/// Serves a socket whose handshake is done, in a task of its own. `sessions` finds the session of a token.
pub fn serve(hub: &Arc<Hub>, sessions: Arc<dyn Sessions>, stream: TcpStream, received: Vec<u8>, place: SocketPlace) {
    if let Err(error) = stream.set_nodelay(true).and(SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER_BYTES)) {
        tracing::debug!(%error, "a socket's options could not be set");
    }
    let id = hub.next_client.fetch_add(1, Ordering::Relaxed);
    gauge!("push_clients").increment(1);
    hub.tasks.spawn(Connection::new(Arc::clone(hub), sessions, id, stream, place).run(received));
}

impl Connection {
    fn new(hub: Arc<Hub>, sessions: Arc<dyn Sessions>, id: ClientId, stream: TcpStream, place: SocketPlace) -> Self {
        let client = Arc::new(Client::new(stream, place.site()));
        let now = Instant::now();
        Self {
            hub,
            sessions,
            id,
            client,
            watched: HashMap::new(),
            stream: None,
            auth_failures: 0,
            reads: Reads::new(),
            heard: now,
            unused: Some(now),
            _place: place,
        }
    }

    /// Serves the socket until either side ends it. `received` are the bytes that arrived behind the handshake.
    async fn run(mut self, received: Vec<u8>) {
        self.converse(received).await;
        self.client.abandon();
        self.leave_account();
        self.hub.leave(self.id);
    }

    async fn converse(&mut self, received: Vec<u8>) {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(0)
            .max_message_size(Some(MESSAGE_BYTES_MAX))
            .max_frame_size(Some(MESSAGE_BYTES_MAX));
        let client = Arc::clone(&self.client);
        let mut inbound = Inbound::new();
        if !inbound.allows(&received) {
            client.close(Reason::PolicyViolation);
        }
        let mut protocol = WebSocketContext::from_partially_read(received, Role::Server, Some(config));
        while !client.is_closing() {
            inbound.begin_turn();
            match protocol.read(&mut Wire { client: &client, inbound: &mut inbound }) {
                Ok(message) => {
                    self.heard = Instant::now();
                    // Boxed, because a database read inside would make every idle socket's task large.
                    Box::pin(self.take(message)).await;
                }
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    if !self.wait().await {
                        return;
                    }
                }
                Err(Error::Io(error)) if error.kind() == ErrorKind::QuotaExceeded => {
                    client.close(Reason::PolicyViolation);
                }
                Err(Error::Capacity(_)) => client.close(Reason::FrameTooLarge),
                // A client that ends the connection without a close frame is gone already.
                Err(Error::Protocol(error)) if error != ProtocolError::ResetWithoutClosingHandshake => {
                    client.close(Reason::ProtocolError);
                }
                Err(Error::Utf8(_)) => client.close(Reason::TextInvalid),
                // Closed or broken: in both cases no peer is left to answer.
                Err(_) => return client.drain(),
            }
            // A client that sends without a pause is always ready to be read; other sockets get their turn here.
            consume_budget().await;
        }
        Box::pin(self.linger()).await;
    }

    /// Lets the client take the close frame. Bytes it sends meanwhile are dropped: closing a socket with unread bytes
    /// resets it, and the reset may overtake the frame. A client that does not stop sending is no longer read.
    async fn linger(&self) {
        let (client, mut scratch) = (&self.client, [0; 1024]);
        let (mut left, mut told) = (CLOSING_BYTES_MAX, false);
        let cut_off = Instant::now() + CLOSE_PATIENCE;
        loop {
            let blocked = client.is_blocked();
            if !blocked && !told {
                told = true;
                let _ = SockRef::from(&client.stream).shutdown(Shutdown::Write);
            }
            tokio::select! {
                writable = client.stream.writable(), if blocked => match writable {
                    Ok(()) => client.drain(),
                    Err(_) => return,
                },
                readable = client.stream.readable(), if left > 0 => match client.stream.try_read(&mut scratch) {
                    _ if readable.is_err() => return,
                    Ok(0) => return,
                    Ok(count) => left = left.saturating_sub(count),
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                    Err(_) => return,
                },
                () = sleep_until(cut_off) => return,
            }
            consume_budget().await;
        }
    }

    /// Waits until there are bytes to read, and meanwhile writes, pings and checks the deadlines. False once the socket
    /// is to close.
    async fn wait(&mut self) -> bool {
        let mut pinged = false;
        while !self.client.is_closing() {
            tokio::select! {
                readable = self.client.stream.readable() => return readable.is_ok(),
                writable = self.client.stream.writable(), if self.client.is_blocked() => match writable {
                    Ok(()) => self.client.drain(),
                    Err(_) => return false,
                },
                () = self.client.attention.notified() => {}
                () = self.hub.stopping.cancelled() => {
                    self.client.send(&Answer::Reconnect.frame());
                    self.client.close(Reason::ServerRestart);
                }
                () = sleep_until(self.patience(pinged)) => {
                    if pinged || self.unused_until().is_some_and(|until| until <= Instant::now()) {
                        self.client.close(Reason::IdleTimeout);
                    } else {
                        pinged = true;
                        self.client.send(&frame::ping());
                    }
                }
            }
        }
        true
    }

    /// The time until which the present state may last.
    fn patience(&self, pinged: bool) -> Instant {
        let timing = &self.hub.timing;
        let answered = if pinged { timing.pong_within } else { Duration::ZERO };
        let heard_until = self.heard + timing.ping_after + answered;
        self.unused_until().map_or(heard_until, |until| until.min(heard_until))
    }

    /// The time by which a client without a session and topics must have one.
    fn unused_until(&self) -> Option<Instant> {
        self.unused.map(|since| since + self.hub.timing.used_within)
    }

    async fn take(&mut self, message: Message) {
        let Message::Text(text) = message else { return };
        let Ok(request) = serde_json::from_str(&text) else { return self.refuse("frame_invalid") };
        match request {
            Request::Ping => self.answer(&Answer::Pong),
            Request::Auth { token } => self.authenticate(&token).await,
            Request::Subscribe { topics, rate, since } => self.subscribe(&topics, rate, &since).await,
            Request::Unsubscribe { topics } => self.unsubscribe(&topics).await,
        }
        let used = self.stream.is_some() || !self.watched.is_empty();
        self.unused = if used { None } else { self.unused.or(Some(Instant::now())) };
    }

    async fn authenticate(&mut self, token: &str) {
        self.reads.turn().await;
        match self.sessions.find(token).await {
            Ok(Some(session)) => {
                self.leave_account();
                self.stream = self.hub.join(session, &self.client);
                match self.stream {
                    Some(_) => self.answer(&Answer::Authenticated),
                    None => self.refuse("too_many_sockets"),
                }
            }
            Ok(None) => {
                self.auth_failures += 1;
                self.refuse("session_required");
                if self.auth_failures >= AUTH_FAILURES_MAX {
                    self.client.close(Reason::PolicyViolation);
                }
            }
            Err(error) => self.fail(&error),
        }
    }

    fn leave_account(&mut self) {
        if let Some(stream) = self.stream.take() {
            self.hub.part(&stream);
        }
    }

    async fn subscribe(&mut self, topics: &[String], rate: Rate, since: &HashMap<String, i64>) {
        let (mut users, mut watches, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for text in topics {
            match text.parse() {
                Ok(Topic::User(topic)) => users.push((topic, since.get(text).copied())),
                Ok(Topic::Public(kind, rest)) => match self.subject(kind, &rest) {
                    Some(subject) => watches.push(Watch { topic: text.as_str().into(), subject }),
                    None => unknown.push(text.clone()),
                },
                Err(()) => unknown.push(text.clone()),
            }
        }
        if !unknown.is_empty() {
            self.answer(&Answer::Error { error: "topic_unknown", topics: &unknown, limit: None });
        }
        self.watch(watches, rate).await;
        if !users.is_empty() {
            self.follow(&users).await;
        }
    }

    fn subject(&self, kind: Kind, rest: &str) -> Option<Subject> {
        subject(kind, rest, &*self.hub.sources.market)
    }

    /// Puts topics on the lane of their rate; one that is on the other lane moves. If there would be too many topics of
    /// a kind, all new ones of that kind are refused.
    async fn watch(&mut self, watches: Vec<Watch>, rate: Rate) {
        let mut new: Vec<_> = watches.into_iter().filter(|w| self.watched.get(&w.subject) != Some(&rate)).collect();
        for kind in Kind::ALL {
            let of_kind = |subject: &&Subject| subject.kind() == kind;
            let mut wanted: HashSet<_> = new.iter().map(|w| &w.subject).filter(of_kind).collect();
            if wanted.is_empty() {
                continue;
            }
            wanted.extend(self.watched.keys().filter(of_kind));
            if wanted.len() > kind.most() {
                new.retain(|watch| watch.subject.kind() != kind);
                self.answer(&Answer::too_many(kind));
            }
        }
        let moved: Vec<_> = new.iter().map(|w| w.subject).filter(|s| self.watched.contains_key(s)).collect();
        self.unwatch(&moved).await;
        for watch in &new {
            self.watched.insert(watch.subject, rate);
            // The bar may have to be read from the database.
            if watch.subject.kind() == Kind::Bars {
                self.reads.turn().await;
            }
        }
        if !new.is_empty() {
            self.hub.lane(rate).watch(self.id, &self.client, new);
        }
    }

    async fn unwatch(&mut self, subjects: &[Subject]) {
        for rate in [Rate::Normal, Rate::Fast] {
            let on_lane: Vec<_> = subjects.iter().copied().filter(|s| self.watched.get(s) == Some(&rate)).collect();
            if !on_lane.is_empty() {
                self.hub.lane(rate).unwatch(self.id, on_lane).await;
            }
        }
        self.watched.retain(|subject, _| !subjects.contains(subject));
    }

    /// Subscribes to topics of the account.
    async fn follow(&mut self, topics: &[(UserTopic, Option<i64>)]) {
        let Some(stream) = self.stream.clone().filter(|stream| self.hub.is_joined(stream)) else {
            return self.refuse("session_required");
        };
        let names = topics.iter().map(|(topic, _)| topic.code()).collect();
        if let Some(subscribed) = stream.subscribe_from_here(topics) {
            return self.answer(&Answer::Subscribed { topics: names, seq: subscribed.last_seq });
        }
        self.reads.turn().await;
        match stream.subscribe(&self.hub.db, topics).await {
            Ok(subscribed) => {
                self.answer(&Answer::Subscribed { topics: names, seq: subscribed.last_seq });
                if !subscribed.resync.is_empty() {
                    let topics = subscribed.resync.iter().map(|topic| topic.code()).collect();
                    self.answer(&Answer::Resync { topics });
                }
                self.hub.catch_up(stream);
            }
            Err(error) => self.fail(&error),
        }
    }

    async fn unsubscribe(&mut self, topics: &[String]) {
        let mut subjects = Vec::new();
        for text in topics {
            match text.parse() {
                Ok(Topic::User(topic)) => self.stream.iter().for_each(|stream| stream.unsubscribe(topic)),
                Ok(Topic::Public(kind, rest)) => subjects.extend(self.subject(kind, &rest)),
                Err(()) => {}
            }
        }
        self.unwatch(&subjects).await;
    }

    fn answer(&self, answer: &Answer<'_>) {
        self.client.send(&answer.frame());
    }

    fn refuse(&self, word: &'static str) {
        self.answer(&Answer::error(word));
    }

    fn fail(&self, error: &DbError) {
        tracing::error!(%error, "a push request failed");
        self.refuse("internal");
    }
}
