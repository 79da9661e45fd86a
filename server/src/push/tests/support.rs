//! A hub behind a listener, a board that tests write on, and a client that reads message by message.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::middleware::from_fn;
use axum::routing::get;
use futures_util::future::BoxFuture;
use futures_util::{SinkExt, StreamExt};
use plumbline_core::ids::{AccountId, SessionId};
use plumbline_core::market::{Bar, Side, Trade};
use plumbline_core::time::UnixMillis;
use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

use crate::bus::Bus;
use crate::clock::Clock;
use crate::db::{Db, DbError, rows, rows::Rows};
use crate::http::places::Places;
use crate::http::{render_errors, serve_alone};
use crate::identity::CurrentSession;
use crate::ids::Ids;
use crate::push::events::Link;
use crate::push::quote::tests::quote;
use crate::push::socket::accept;
use crate::push::{
    AccountEvent, Book, Hub, LiveBar, MarketSource, Parts, Quote, Sessions, SocketPlace, Timing, UserTopic, events,
};
use crate::secret::Secret;
use crate::server_key::ServerKey;
use crate::supervision::Supervisor;
use crate::testing::{levels, shares};
use crate::{execute, statements};

/// Longer than any message takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

statements! {
    LAST_ROW("i"): "SELECT account_id, last_event_id FROM account_streams WHERE account_id IN ({rows})";
    SET_STREAM("iii"): "INSERT INTO account_streams (account_id, last_seq, last_event_id) {rows}
        ON CONFLICT (account_id) DO UPDATE SET last_seq = excluded.last_seq, last_event_id = excluded.last_event_id";
    ADD_ACCOUNT: "INSERT INTO accounts (id, user_id, email, name, invite_code, password_hash, created_at)
        VALUES ($1, $2, $2, $2, $2, $2, 0)";
    ADD_SESSION: "INSERT INTO sessions (id, account_id, token_hash, device, address, created_at, last_seen_at, ends_at)
        VALUES ($1, $2, $3, $3, $3, 0, 0, 9223372036854775807)";
    END_SESSIONS: "DELETE FROM sessions WHERE account_id = $1";
}

/// The states of instruments by code, which is their number; those from 1000 up do not exist. Bars have the length `1m`
/// or `5m`, and the calendars are `XNYS` and numbers.
#[derive(Default)]
pub struct Board(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    quotes: HashMap<u32, Quote>,
    books: HashMap<u32, Book>,
    /// All trades so far, newest last.
    trades: HashMap<u32, Vec<Trade>>,
    bars: HashMap<(u32, u8), (Option<Bar>, Bar)>,
}

/// Trades that the board keeps of an instrument.
pub const TRADES_KEPT: usize = 5;
const PERIODS: [&str; 2] = ["1m", "5m"];

impl Board {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap()
    }

    pub fn set(&self, instrument: u32, price: &str, tick_seq: i64) {
        self.known().quotes.insert(instrument, quote(price, tick_seq));
    }

    /// Sets the book: prices in cents and whole sizes, best first.
    pub fn set_book(&self, instrument: u32, bids: &[(i64, i64)], asks: &[(i64, i64)], tick_seq: i64) {
        let (bids, asks) = (levels(bids), levels(asks));
        let book = Book { bids, asks, tick_seq, feed: "sim:7".into(), ..Book::default() };
        self.known().books.insert(instrument, book);
    }

    pub fn trade(&self, instrument: u32, price: &str, quantity: i64) {
        let (price, quantity) = (price.parse().unwrap(), shares(quantity));
        let trade = Trade { at: UnixMillis(1_000), price, quantity, side: Side::Buy };
        self.known().trades.entry(instrument).or_default().push(trade);
    }

    /// Sets the bar of `1m` and the one before.
    pub fn set_bar(&self, instrument: u32, before: Option<Bar>, present: Bar) {
        self.known().bars.insert((instrument, 0), (before, present));
    }
}

impl MarketSource for Board {
    fn find(&self, market: &str, code: &str) -> Option<u32> {
        code.parse().ok().filter(|number| market == "UsStock" && *number < 1_000)
    }

    fn period(&self, code: &str) -> Option<u8> {
        PERIODS.iter().position(|known| *known == code).map(|number| number as u8)
    }

    fn calendar(&self, code: &str) -> Option<u16> {
        if code == "XNYS" { Some(0) } else { code.parse().ok().filter(|number| (1..100).contains(number)) }
    }

    fn calendar_code(&self, number: u16) -> Arc<str> {
        if number == 0 { "XNYS".into() } else { number.to_string().into() }
    }

    fn decimals(&self, _: u32) -> u8 {
        2
    }

    fn read(&self, instrument: u32, _: UnixMillis, quote: &mut Quote) -> bool {
        let newest = self.known().quotes.get(&instrument).cloned();
        newest.map(|newest| *quote = newest).is_some()
    }

    fn read_book(&self, instrument: u32, _: UnixMillis, book: &mut Book) -> bool {
        let newest = self.known().books.get(&instrument).cloned();
        newest.map(|newest| *book = newest).is_some()
    }

    fn read_trades(&self, instrument: u32, known: u64, newer: &mut Vec<Trade>) -> u64 {
        let all = self.known().trades.get(&instrument).cloned().unwrap_or_default();
        let more = (all.len() as u64).saturating_sub(known) as usize;
        if more > 0 {
            *newer = all.iter().rev().take(more.min(TRADES_KEPT)).copied().collect();
        }
        all.len() as u64
    }

    fn follow_bar(&self, instrument: u32, period: u8) -> Box<dyn LiveBar> {
        Box::new(BoardBar(self.0.clone(), (instrument, period)))
    }
}

struct BoardBar(Arc<Mutex<Known>>, (u32, u8));

impl LiveBar for BoardBar {
    fn read(&mut self) -> Option<(Option<Bar>, Bar)> {
        self.0.lock().unwrap().bars.get(&self.1).copied()
    }
}

/// The token `account-7` opens session 70 of account 7.
#[derive(Debug)]
struct Tokens;

impl Sessions for Tokens {
    fn find<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<Option<CurrentSession>, DbError>> {
        let account = token.strip_prefix("account-").and_then(|number| number.parse().ok());
        let session =
            account.map(|id: i64| CurrentSession { account_id: AccountId(id), session_id: SessionId(id * 10) });
        Box::pin(std::future::ready(Ok(session)))
    }
}

pub struct Server {
    pub hub: Arc<Hub>,
    pub board: Arc<Board>,
    pub db: Db,
    pub ids: Ids,
    pub address: SocketAddr,
    pub stopping: CancellationToken,
}

/// Servers of one test share a database, and each has a number of its own.
fn node() -> u8 {
    static NEXT: AtomicU8 = AtomicU8::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed) % 64
}

pub fn sqlite(folder: &Path) -> String {
    format!("sqlite://{}", folder.join("test.db").display())
}

/// An event with its number as data.
pub fn event(account: i64, seq: i64, topic: UserTopic) -> AccountEvent {
    AccountEvent { account_id: AccountId(account), seq, topic: topic.code().into(), data: format!("{{\"n\":{seq}}}") }
}

/// The bus as the servers of one database have it.
pub async fn bus_of(uri: Option<&str>) -> Bus {
    let key = Secret::new("1".repeat(64));
    let key = ServerKey::load(Some(&key), Path::new("")).unwrap();
    Bus::connect(uri, &key, "").await.unwrap()
}

impl Server {
    /// A server on a database of its own that nothing sweeps or times out during a test.
    pub async fn alone() -> (Self, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let timing = Timing { sweep_every: PATIENCE * 9, ..Timing::default() };
        let server = Self::start(&sqlite(folder.path()), None, timing).await;
        (server, folder)
    }

    pub async fn start(database: &str, bus: Option<&str>, timing: Timing) -> Self {
        let (db, board) = (Db::open(database).await.unwrap(), Arc::new(Board::default()));
        let stopping = CancellationToken::new();
        let (clock, market) = (Clock::System, Arc::clone(&board) as Arc<dyn MarketSource>);
        let supervisor = Supervisor::new(stopping.clone());
        let parts = Parts { db: db.clone(), clock, market, stopping: stopping.clone(), supervisor, timing };
        let hub = Hub::start(bus_of(bus).await, parts).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let served = Arc::clone(&hub);
        let places = Places::new(0, 0);
        let handler = move |request: Request| async move {
            let place = SocketPlace::new(places.take(None)?, None);
            accept(&served, Arc::new(Tokens), request, place)
        };
        let router = Router::new().route("/push", get(handler)).layer(from_fn(render_errors));
        tokio::spawn(async move { serve_alone(listener, router).await });
        Self { hub, board, db, ids: Ids::new(Clock::System, node()), address, stopping }
    }

    /// Stores events as the writer does, a batch each, without notifying the hub.
    pub async fn store(&self, events: &[AccountEvent]) {
        self.store_by(events, 1).await;
    }

    /// Stores events as the writer does, up to `size` of an account in a batch, without notifying the hub.
    pub async fn store_by(&self, events: &[AccountEvent], size: usize) {
        let mut batch = self.db.batch().await.unwrap();
        let accounts: BTreeSet<i64> = events.iter().map(|event| event.account_id.0).collect();
        let rows: Vec<(i64, Option<i64>)> =
            rows::fetch(&mut batch, LAST_ROW, Rows::default().int(accounts)).await.unwrap();
        let mut newest: BTreeMap<AccountId, Option<i64>> =
            rows.into_iter().map(|(account, id)| (AccountId(account), id)).collect();
        for events in events.chunk_by(|a, b| a.account_id == b.account_id).flat_map(|events| events.chunks(size)) {
            let (account, last) = (events[0].account_id, events[events.len() - 1].seq);
            let id = self.ids.next();
            let link = Link { id, previous: newest.insert(account, Some(id)).flatten() };
            let links = BTreeMap::from([(account, link)]);
            events::store(&mut batch, &links, events, Clock::System.now()).await.unwrap();
            let stream = Rows::default().int([account.0]).int([last]).int([id]);
            rows::execute(&mut batch, SET_STREAM, stream).await.unwrap();
        }
        batch.commit().await.unwrap();
    }

    /// Stores events and notifies the hub, as the writer does after its commit.
    pub async fn commit(&self, events: Vec<AccountEvent>) {
        self.store(&events).await;
        self.hub.publish(events);
    }

    /// The session that the token `account-N` opens, in the database.
    pub async fn add_session(&self, account: i64) {
        let mut tx = self.db.begin().await.unwrap();
        let name = account.to_string();
        execute!(&mut tx, ADD_ACCOUNT, account, name.as_str()).unwrap();
        execute!(&mut tx, ADD_SESSION, account * 10, account, name.as_str()).unwrap();
        tx.commit().await.unwrap();
    }

    /// Ends the account's session in the database, and tells nobody.
    pub async fn end_session(&self, account: i64) {
        let mut tx = self.db.begin().await.unwrap();
        execute!(&mut tx, END_SESSIONS, account).unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn connect(&self) -> Socket {
        let (stream, _) = connect_async(format!("ws://{}/push", self.address)).await.unwrap();
        Socket { stream, messages: VecDeque::new() }
    }

    /// A socket that is authenticated for an account.
    pub async fn connect_as(&self, account: i64) -> Socket {
        let mut socket = self.connect().await;
        socket.send(serde_json::json!({"op": "auth", "token": format!("account-{account}")})).await;
        assert_eq!(socket.next().await, serde_json::json!({"op": "authenticated"}));
        socket
    }

    /// The status of a handshake that names an origin.
    pub async fn handshake(&self, origin: &str) -> u16 {
        let mut request = format!("ws://{}/push", self.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        match connect_async(request).await {
            Ok((_, response)) => response.status().as_u16(),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => response.status().as_u16(),
            Err(error) => panic!("{error}"),
        }
    }
}

pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    messages: VecDeque<Value>,
}

impl Socket {
    pub async fn send(&mut self, frame: Value) {
        self.stream.send(Message::text(frame.to_string())).await.unwrap();
    }

    /// The next message; every frame is an array of them.
    pub async fn next(&mut self) -> Value {
        while self.messages.is_empty() {
            match self.frame(PATIENCE).await {
                Some(Ok(Message::Text(text))) => {
                    let Value::Array(messages) = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
                    self.messages.extend(messages);
                }
                Some(Ok(Message::Ping(_))) => {}
                other => panic!("{other:?} instead of a message"),
            }
        }
        self.messages.pop_front().unwrap()
    }

    /// The next message that is not a topic's.
    pub async fn next_without_data(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if message.get("data").is_none() {
                return message;
            }
        }
    }

    /// The next `count` events, as topic and number.
    pub async fn events(&mut self, count: usize) -> Vec<(String, i64)> {
        let mut events = Vec::new();
        for _ in 0..count {
            let message = self.next().await;
            assert_eq!(message["data"]["n"], message["seq"], "{message}");
            events.push((message["topic"].as_str().unwrap().to_owned(), message["seq"].as_i64().unwrap()));
        }
        events
    }

    /// Fails when a message arrives within `time`.
    pub async fn expect_silence(&mut self, time: Duration) {
        assert_eq!(self.messages, VecDeque::new());
        if let Some(Ok(Message::Text(text))) = self.frame(time).await {
            panic!("unexpected {text}");
        }
    }

    /// Reads to the end, and gives the close frame's code and reason.
    pub async fn close(&mut self) -> (u16, String) {
        loop {
            match self.frame(PATIENCE).await {
                Some(Ok(Message::Close(Some(CloseFrame { code, reason })))) => {
                    return (code.into(), reason.to_string());
                }
                Some(Ok(_)) => {}
                other => panic!("{other:?} instead of a close frame"),
            }
        }
    }

    async fn frame(&mut self, time: Duration) -> Option<Result<Message, tokio_tungstenite::tungstenite::Error>> {
        tokio::time::timeout(time, self.stream.next()).await.ok().flatten()
    }
}
