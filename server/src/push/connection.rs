//! The life of one socket: what it asks for, and its pings, limits and end.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::{Instant, sleep_until};
use tungstenite::Error;
use tungstenite::protocol::{Message, Role, WebSocketConfig, WebSocketContext};

use super::client::{Client, Reason, Wire};
use super::frame;
use super::hub::Hub;
use super::lane::{ClientId, Watch};
use super::protocol::{Answer, Rate, Request};
use super::socket::Sessions;
use super::stream::AccountStream;
use super::topic::{Topic, UserTopic};
use crate::db::DbError;

/// Topics that one client may have.
pub const TOPICS_MAX: usize = 500;
/// Bytes of one client frame: room for a subscription to [`TOPICS_MAX`] topics.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;
/// Most clients send little, so the reading buffer starts small; it grows with a larger frame.
const READ_BUFFER_BYTES: usize = 1024;
/// Frames that a client may send at once, and then how many a second.
const FRAMES_BURST: u32 = 60;
const FRAMES_PER_SECOND: f64 = 20.0;
/// Failed attempts to authenticate on one socket.
const AUTH_FAILURES_MAX: u32 = 5;
/// How long a closing socket may take to read the rest and close its side.
const CLOSE_PATIENCE: Duration = Duration::from_secs(5);

/// One socket's own task.
pub struct Connection {
    hub: Arc<Hub>,
    sessions: Arc<dyn Sessions>,
    id: ClientId,
    client: Arc<Client>,
    /// The watched quotes: where each is flushed, by instrument.
    quotes: HashMap<u32, Rate>,
    stream: Option<Arc<AccountStream>>,
    auth_failures: u32,
    frames_left: f64,
    frames_counted: Instant,
    /// When the last whole frame came in.
    heard: Instant,
    /// When a closing socket is cut off.
    cut_off: Option<Instant>,
}

impl Connection {
    pub fn new(hub: Arc<Hub>, sessions: Arc<dyn Sessions>, id: ClientId, stream: TcpStream) -> Self {
        let client = Arc::new(Client::new(stream));
        let now = Instant::now();
        Self {
            hub,
            sessions,
            id,
            client,
            quotes: HashMap::new(),
            stream: None,
            auth_failures: 0,
            frames_left: f64::from(FRAMES_BURST),
            frames_counted: now,
            heard: now,
            cut_off: None,
        }
    }

    /// Serves the socket until either side ends it. `received` is what arrived behind the handshake.
    pub async fn run(mut self, received: Vec<u8>) {
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
        let mut protocol = WebSocketContext::from_partially_read(received, Role::Server, Some(config));
        let client = Arc::clone(&self.client);
        loop {
            match protocol.read(&mut Wire(&client)) {
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
                // Closed, broken, or not WebSocket: either way there is nobody to talk to.
                Err(_) => return client.drain(),
            }
        }
    }

    /// Waits until there is something to read, and meanwhile writes, pings and watches the time. False at the end.
    async fn wait(&mut self) -> bool {
        let mut pinged = false;
        loop {
            if self.cut_off.is_none() && self.client.is_closing() {
                self.cut_off = Some(Instant::now() + CLOSE_PATIENCE);
            }
            let open = self.cut_off.is_none();
            tokio::select! {
                readable = self.client.stream.readable() => return readable.is_ok(),
                writable = self.client.stream.writable(), if self.client.is_blocked() => match writable {
                    Ok(()) => self.client.drain(),
                    Err(_) => return false,
                },
                () = self.client.attention.notified() => {}
                () = self.hub.stopping.cancelled(), if open => {
                    self.client.send(&Answer::Reconnect.frame());
                    self.client.close(Reason::ServerRestart);
                }
                () = sleep_until(self.patience(pinged)) => match (open, pinged) {
                    (false, _) => return false,
                    (true, false) => {
                        pinged = true;
                        self.client.send(&frame::ping());
                    }
                    (true, true) => self.client.close(Reason::IdleTimeout),
                },
            }
        }
    }

    /// Until when the present state may last.
    fn patience(&self, pinged: bool) -> Instant {
        let timing = &self.hub.timing;
        let answered = if pinged { timing.pong_within } else { Duration::ZERO };
        self.cut_off.unwrap_or(self.heard + timing.ping_after + answered)
    }

    async fn take(&mut self, message: Message) {
        let Message::Text(text) = message else { return };
        if self.client.is_closing() {
            return;
        }
        if !self.allow_frame() {
            return self.client.close(Reason::PolicyViolation);
        }
        let Ok(request) = serde_json::from_str(&text) else { return self.refuse("frame_invalid") };
        match request {
            Request::Ping => self.answer(&Answer::Pong),
            Request::Auth { token } => self.authenticate(&token).await,
            Request::Subscribe { topics, rate, since } => self.subscribe(&topics, rate, &since).await,
            Request::Unsubscribe { topics } => self.unsubscribe(&topics).await,
        }
    }

    /// A token bucket.
    fn allow_frame(&mut self) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.frames_counted).as_secs_f64() * FRAMES_PER_SECOND;
        self.frames_counted = now;
        self.frames_left = (self.frames_left + gained).min(f64::from(FRAMES_BURST)) - 1.0;
        self.frames_left >= 0.0
    }

    async fn authenticate(&mut self, token: &str) {
        match self.sessions.find(token).await {
            Ok(Some(session)) => {
                self.leave_account();
                self.stream = Some(self.hub.join(session, &self.client));
                self.answer(&Answer::Authenticated);
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
                Ok(Topic::Quote { market, code }) => match self.hub.quotes.find(&market, &code) {
                    Some(instrument) => watches.push(Watch { topic: text.as_str().into(), instrument }),
                    None => unknown.push(text.clone()),
                },
                Err(()) => unknown.push(text.clone()),
            }
        }
        if !unknown.is_empty() {
            self.answer(&Answer::Error { error: "topic_unknown", topics: &unknown });
        }
        self.watch(watches, rate).await;
        if !users.is_empty() {
            self.follow(&users).await;
        }
    }

    /// Puts quotes on the lane of their rate; one that is on the other lane moves.
    async fn watch(&mut self, watches: Vec<Watch>, rate: Rate) {
        let new: Vec<_> = watches.into_iter().filter(|w| self.quotes.get(&w.instrument) != Some(&rate)).collect();
        let added = new.iter().filter(|w| !self.quotes.contains_key(&w.instrument)).count();
        if self.quotes.len() + added > TOPICS_MAX {
            return self.refuse("too_many_topics");
        }
        let moved: Vec<_> = new.iter().map(|w| w.instrument).filter(|i| self.quotes.contains_key(i)).collect();
        self.unwatch(&moved).await;
        self.quotes.extend(new.iter().map(|w| (w.instrument, rate)));
        if !new.is_empty() {
            self.hub.lane(rate).watch(self.id, &self.client, new);
        }
    }

    async fn unwatch(&mut self, instruments: &[u32]) {
        for rate in [Rate::Normal, Rate::Fast] {
            let on_lane = instruments.iter().copied().filter(|i| self.quotes.get(i) == Some(&rate));
            let on_lane: Vec<_> = on_lane.collect();
            if !on_lane.is_empty() {
                self.hub.lane(rate).unwatch(self.id, on_lane).await;
            }
        }
        self.quotes.retain(|instrument, _| !instruments.contains(instrument));
    }

    /// Subscribes to topics of the account.
    async fn follow(&self, topics: &[(UserTopic, Option<i64>)]) {
        let Some(stream) = self.stream.clone().filter(|stream| self.hub.is_joined(stream)) else {
            return self.refuse("session_required");
        };
        match stream.subscribe(&self.hub.db, topics).await {
            Ok(subscribed) => {
                let names = topics.iter().map(|(topic, _)| topic.code()).collect();
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
        let mut instruments = Vec::new();
        for text in topics {
            match text.parse() {
                Ok(Topic::User(topic)) => self.stream.iter().for_each(|stream| stream.unsubscribe(topic)),
                Ok(Topic::Quote { market, code }) => instruments.extend(self.hub.quotes.find(&market, &code)),
                Err(()) => {}
            }
        }
        self.unwatch(&instruments).await;
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
