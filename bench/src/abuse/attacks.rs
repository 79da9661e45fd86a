//! The attacks. Each goes on until it is stopped, comes back when it is cut off, and ends with its connections.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::customer::Customer;
use crate::Failure;

const FLOODING_SOCKETS: usize = 4;
const HALF_REQUESTS: usize = 1_000;
const SLOW_READERS: usize = 300;
const SESSIONS: usize = 4;
const COMPRESSING: usize = 12;
const AT_ONCE: usize = 100;
/// The pause before an attacker that was cut off or refused comes back.
const PAUSE: Duration = Duration::from_millis(50);
const BURST_EVERY: Duration = Duration::from_millis(500);

/// Binary, ping, pong and continuation frames: one kind for each socket.
const KINDS: [u8; FLOODING_SOCKETS] = [0x82, 0x89, 0x8a, 0x00];
const TEXT_TO_CONTINUE: u8 = 0x01;

#[derive(Clone, Copy)]
pub enum Attack {
    Frames,
    HalfRequests,
    SlowReaders,
    Passwords,
    Compression,
    Connections,
}

impl Attack {
    pub const ALL: [Attack; 6] =
        [Self::Frames, Self::HalfRequests, Self::SlowReaders, Self::Passwords, Self::Compression, Self::Connections];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Frames => "4 sockets flood frames",
            Self::HalfRequests => "1,000 half requests lie open",
            Self::SlowReaders => "300 readers are slow",
            Self::Passwords => "4 sessions do password work",
            Self::Compression => "12 ask for what is compressed",
            Self::Connections => "100 connections come at once",
        }
    }

    pub async fn run(self, port: u16, worker: Customer, stop: CancellationToken) {
        let attack = async {
            match self {
                Self::Frames => everybody(FLOODING_SOCKETS, |who| flood(port, who)).await,
                Self::HalfRequests => everybody(HALF_REQUESTS, |_| half_request(port)).await,
                Self::SlowReaders => everybody(SLOW_READERS, |who| slow_reader(port, who)).await,
                Self::Passwords => everybody(SESSIONS, |_| password_work(&worker)).await,
                Self::Compression => everybody(COMPRESSING, |who| compressed(&worker, who)).await,
                Self::Connections => connections(port).await,
            }
        };
        stop.run_until_cancelled(attack).await;
    }
}

/// Runs so many attackers, each of which repeats its attack.
async fn everybody<F>(count: usize, attack: impl Fn(usize) -> F)
where
    F: Future<Output = Result<(), Failure>>,
{
    join_all((0..count).map(|who| repeat(who, &attack))).await;
}

async fn repeat<F>(who: usize, attack: &impl Fn(usize) -> F)
where
    F: Future<Output = Result<(), Failure>>,
{
    loop {
        // An attacker expects to be cut off.
        let _ = attack(who).await;
        sleep(PAUSE).await;
    }
}

async fn connect(port: u16) -> Result<TcpStream, Failure> {
    Ok(TcpStream::connect(("127.0.0.1", port)).await?)
}

/// A header with an address for each attacker.
fn address(who: usize) -> String {
    format!("X-Forwarded-For: 198.51.100.{}\r\n", who % 250 + 2)
}

/// An empty frame with a mask of zeros.
fn empty(kind: u8) -> [u8; 6] {
    [kind, 0x80, 0, 0, 0, 0]
}

async fn flood(port: u16, who: usize) -> Result<(), Failure> {
    let mut stream = connect(port).await?;
    let handshake = format!(
        "GET /push HTTP/1.1\r\nHost: here\r\n{}Connection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        address(who)
    );
    stream.write_all(handshake.as_bytes()).await?;
    let mut answer = [0; 4_096];
    if stream.read(&mut answer).await? == 0 {
        return Ok(());
    }
    let kind = KINDS[who % KINDS.len()];
    if kind == 0 {
        stream.write_all(&empty(TEXT_TO_CONTINUE)).await?;
    }
    let block = empty(kind).repeat(4_096);
    loop {
        stream.write_all(&block).await?;
    }
}

async fn half_request(port: u16) -> Result<(), Failure> {
    let mut stream = connect(port).await?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: here\r\nX-Never-Ends: ").await?;
    stream.read_u8().await?;
    Ok(())
}

/// Asks for a large file, and takes a little of it now and then.
async fn slow_reader(port: u16, who: usize) -> Result<(), Failure> {
    let mut stream = connect(port).await?;
    let request = format!("GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: here\r\n{}\r\n", address(who));
    stream.write_all(request.as_bytes()).await?;
    loop {
        stream.read_u8().await?;
        sleep(Duration::from_secs(1)).await;
    }
}

async fn password_work(worker: &Customer) -> Result<(), Failure> {
    worker.log_in().await?.transfer("0.01").await?;
    Ok(())
}

async fn compressed(worker: &Customer, who: usize) -> Result<(), Failure> {
    let customer = worker.at(&format!("198.51.100.{}", who + 2));
    let encoding = if who.is_multiple_of(2) { "br" } else { "gzip" };
    for path in ["/docs/swagger-ui-bundle.js", "/openapi.json", "/m_ft/all_stock_list?pageNum=1&pageSize=100", "/"] {
        customer.look(path, encoding).await?;
    }
    Ok(())
}

async fn connections(port: u16) {
    loop {
        join_all((0..AT_ONCE).map(|who| one_request(port, who))).await;
        sleep(BURST_EVERY).await;
    }
}

async fn one_request(port: u16, who: usize) -> Result<(), Failure> {
    let mut stream = connect(port).await?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: here\r\n{}Connection: close\r\n\r\n", address(who));
    stream.write_all(request.as_bytes()).await?;
    stream.read_to_end(&mut Vec::new()).await?;
    Ok(())
}
