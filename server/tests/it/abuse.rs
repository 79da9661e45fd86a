//! Clients that flood or stall are cut off, and customers are answered meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::{Database, TestServer};
use plumbline::clock::Clock;

/// Longer than any step takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const HANDSHAKE: &str = "GET /push HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
/// The mask of a client's frame; all zero, so that the payload is sent as it is.
const MASK: [u8; 4] = [0; 4];

/// An empty frame of a client: its first byte is the kind.
fn empty(first: u8) -> Vec<u8> {
    [&[first, 0x80][..], &MASK].concat()
}

async fn connect(server: &TestServer) -> TcpStream {
    TcpStream::connect(server.base.trim_start_matches("http://")).await.unwrap()
}

/// A push socket, as bare bytes.
async fn open_push(server: &TestServer) -> TcpStream {
    let mut stream = connect(server).await;
    stream.write_all(HANDSHAKE.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// The code and the reason of the close frame with which the server ends a socket.
async fn end(mut stream: OwnedReadHalf) -> (u16, String) {
    let mut heard = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut heard)).await.expect("the socket is ended");
    let mut rest = &heard[..];
    while let [first, length, payload @ ..] = rest {
        let (payload, next) = payload.split_at(usize::from(*length));
        if *first == 0x88 {
            return (u16::from_be_bytes([payload[0], payload[1]]), String::from_utf8_lossy(&payload[2..]).into_owned());
        }
        rest = next;
    }
    panic!("no close frame in {heard:?}");
}

/// Sends `first` and then `again` without a pause, on one socket after the other, until `stop`. Counts the ends of
/// sockets.
async fn flood(server: &TestServer, first: &[u8], again: &[u8], stop: &AtomicBool, ends: &AtomicUsize) {
    let block = again.repeat(1_000);
    while !stop.load(Ordering::Relaxed) {
        let (reading, mut writing) = open_push(server).await.into_split();
        let write = async {
            writing.write_all(first).await?;
            loop {
                writing.write_all(&block).await?;
            }
        };
        tokio::select! {
            ended = end(reading) => assert_eq!(ended, (1008, "policy_violation".to_owned())),
            // The socket was cut off while something was on its way.
            Err::<(), std::io::Error>(_) = write => {}
        }
        ends.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_frames_are_cut_off_while_a_customer_trades() {
    let server = Arc::new(TestServer::start(Database::Sqlite).await);
    let customer = server.funded(900_000).await;
    let buy = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    let kinds = [
        ("text", vec![], empty(0x81)),
        ("binary", vec![], empty(0x82)),
        ("ping", vec![], empty(0x89)),
        ("pong", vec![], empty(0x8a)),
        ("continuation", empty(0x01), empty(0x00)),
    ];
    for (kind, first, again) in kinds {
        let (stop, ends) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let flooding = {
            let (server, stop, ends) = (server.clone(), stop.clone(), ends.clone());
            tokio::spawn(async move { flood(&server, &first, &again, &stop, &ends).await })
        };
        let trade = async {
            // Orders before, while and after a socket is cut off.
            while ends.load(Ordering::Relaxed) < 3 {
                customer.call("POST /stock/create", buy.clone()).await.ok();
                assert!(!flooding.is_finished(), "a {kind} flood failed");
            }
        };
        timeout(PATIENCE, trade).await.unwrap_or_else(|_| panic!("a flood of {kind} frames is cut off"));
        stop.store(true, Ordering::Relaxed);
        flooding.await.unwrap();
    }
}

/// They are a thousand bytes, so that only their number ends the socket.
#[tokio::test]
async fn the_pieces_of_a_message_count_as_frames() {
    let server = TestServer::start(Database::Sqlite).await;
    let (reading, mut writing) = open_push(&server).await.into_split();
    writing.write_all(&[empty(0x01), empty(0x00).repeat(200)].concat()).await.unwrap();
    assert_eq!(end(reading).await, (1008, "policy_violation".to_owned()));
}

#[tokio::test]
async fn frames_too_large_to_make_sense_end_the_socket() {
    let server = TestServer::start(Database::Sqlite).await;
    let (reading, mut writing) = open_push(&server).await.into_split();
    let length = (1_u64 << 40).to_be_bytes();
    writing.write_all(&[&[0x81, 0xff][..], &length, &MASK, b"the beginning of a terabyte"].concat()).await.unwrap();
    assert_eq!(end(reading).await, (1009, "frame_too_large".to_owned()));
}

#[tokio::test]
async fn broken_frames_end_the_socket_with_a_word() {
    let server = TestServer::start(Database::Sqlite).await;
    let masked = |byte: u8| [&[byte, 0x81][..], &MASK, &[0xff ^ MASK[0]]].concat();
    let table = [
        // An unknown kind of frame, a continuation without a start, an unmasked frame, and text that is not UTF-8.
        (masked(0x83), (1002, "protocol_error")),
        (masked(0x80), (1002, "protocol_error")),
        (vec![0x81, 0x01, b'x'], (1002, "protocol_error")),
        (masked(0x81), (1007, "text_invalid")),
    ];
    for (frame, (code, word)) in table {
        let (reading, mut writing) = open_push(&server).await.into_split();
        writing.write_all(&frame).await.unwrap();
        assert_eq!(end(reading).await, (code, word.to_owned()), "{frame:02x?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn customers_are_answered_while_halves_of_everything_lie_open() {
    let server = TestServer::start(Database::Sqlite).await;
    let customer = server.funded(900_000).await;
    let mut open = Vec::new();
    for _ in 0..50 {
        for half in ["GET / HTT", "POST /loginByUsername HTTP/1.1\r\nHost: here\r\nContent-Length: 900\r\n\r\n{"] {
            let mut stream = connect(&server).await;
            stream.write_all(half.as_bytes()).await.unwrap();
            open.push(stream);
        }
        let mut frame = open_push(&server).await;
        frame.write_all(&[0x81, 0xff, 0, 0]).await.unwrap();
        open.push(frame);
        // It sends many requests and reads nothing.
        let mut reader = connect(&server).await;
        let requests = "GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n".repeat(50);
        reader.write_all(requests.as_bytes()).await.unwrap();
        open.push(reader);
    }
    let buy = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    for _ in 0..5 {
        customer.call("POST /stock/create", buy.clone()).await.ok();
    }
    assert_eq!(server.call("GET /healthz", Value::Null).await.status, 200);
}

/// The status of a handshake whose client a trusted proxy gives this address.
async fn handshake(server: &TestServer, client: &str) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, u16> {
    let mut request = format!("{}/push", server.base.replace("http", "ws")).into_client_request().unwrap();
    let forwarded_for = HeaderValue::from_bytes(client.as_bytes()).unwrap();
    request.headers_mut().insert("x-forwarded-for", forwarded_for);
    match connect_async(request).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn sockets_are_bounded_by_address_and_in_total() {
    let flags = ["--trusted-proxy", "127.0.0.0/8", "--sockets-per-address", "2", "--sockets-max", "3"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    let first = handshake(&server, "203.0.113.1").await.unwrap();
    let _second = handshake(&server, "203.0.113.1").await.unwrap();
    assert_eq!(handshake(&server, "203.0.113.1").await.err(), Some(429), "one address has its share");
    let _other = handshake(&server, "203.0.113.2").await.unwrap();
    assert_eq!(handshake(&server, "203.0.113.3").await.err(), Some(503), "the server has no more");
    drop(first);
    let place = async {
        while handshake(&server, "203.0.113.3").await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    timeout(PATIENCE, place).await.expect("a socket that ended gives its place back");
}

#[tokio::test]
async fn a_header_that_is_no_text_makes_nobody_the_proxy() {
    let flags = ["--trusted-proxy", "127.0.0.0/8", "--sockets-per-address", "2"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    for said in ["é, 203.0.113.1", "203.0.113.2, é"] {
        let first = handshake(&server, said).await.unwrap();
        let second = handshake(&server, said).await.unwrap();
        assert_eq!(handshake(&server, said).await.err(), Some(429), "{said}");
        drop((first, second));
    }
    let shown = json!({ "email": "ann@plumbline.example", "scene": "register" });
    server.call("POST /getEmailCode", shown).await.ok();
    let body = json!({ "email": "ann@plumbline.example", "code": server.code_for("ann@plumbline.example"),
        "password": "correct horse" });
    let forwarded = [("X-Forwarded-For", "é, 203.0.113.1")];
    let answer = server.send("POST /register/email", &body, None, &forwarded).await;
    let token = answer.ok()["token"].as_str().unwrap().to_owned();
    let sessions = server.send("POST /api/user/sessions", &json!({}), Some(&token), &[]).await;
    assert_eq!(sessions.ok()[0]["address"], "203.0.113.1", "the list of sessions names the customer's address");
}

#[tokio::test]
async fn the_networks_of_one_site_share_its_sockets() {
    let flags = ["--trusted-proxy", "127.0.0.0/8", "--sockets-per-address", "1"];
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &flags).await;
    let mut sockets = Vec::new();
    for line in 0..4 {
        sockets.push(handshake(&server, &format!("2001:db8:1:{line:x}::1")).await.unwrap());
    }
    assert_eq!(handshake(&server, "2001:db8:1:4::1").await.err(), Some(429));
    assert!(handshake(&server, "2001:db8:2::1").await.is_ok(), "another site has its own");
}
