//! The floor: no market, no subscriptions; every client gets a fixed frame every 100 ms, with one write. The frames
//! have as many messages, of as many bytes, as Plumbline's have on average.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use plumbline_core::market::DEPTH_LEVELS;

use super::{FLUSH, TOPICS, topic};
use crate::Failure;

/// The share of a client's topics that have ticked since the last flush, at ten ticks a second each: 1 − 1/e.
const CHANGED: f64 = 0.632;

/// Changes as Plumbline sends them; in a book all levels change, and those before are removed.
const QUOTE: &str = r#"{"topic":"quote:UsStock:1234","seq":123,"data":{"change":"1.23","price_nominal":"227.52","bid":"227.51","ask":"227.53","bidSize":"312","askSize":"312","volume":"1123456","change_ratio":"0.54","tickSeq":"123456","quoteTimestamp":"0000000000000"}}"#;
const TRADES: &str = r#"{"topic":"trades:UsStock:1234","seq":123,"data":{"trades":[[1795446000000,"227.52","5012","buy"],[1795446000000,"227.52","5012","buy"]],"count":123}}"#;
const BARS: &str = r#"{"topic":"bars:UsStock:1234:1D","seq":123,"data":{"bars":[[1795446000000,"227.52","229.52","227.52","228.52","1123456"]]}}"#;

/// The message of the topic at a place among a client's topics.
fn message(place: usize) -> String {
    match topic(place).0 {
        "depth" => {
            let side = |size: &str| vec![format!(r#"["227.52","{size}"]"#); DEPTH_LEVELS].join(",");
            let side = format!("[{},{}]", side("312"), side("0"));
            let book = format!(r#""bids":{side},"asks":{side},"tickSeq":"123456","quoteTimestamp":"0000000000000""#);
            format!(r#"{{"topic":"depth:UsStock:1234","seq":123,"data":{{{book}}}}}"#)
        }
        "trades" => TRADES.to_owned(),
        "bars" => BARS.to_owned(),
        _ => QUOTE.to_owned(),
    }
}

pub fn serve() -> Result<(), Failure> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("{}", listener.local_addr()?.port());
    let clients: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
    let flushed = Arc::clone(&clients);
    thread::spawn(move || flush_forever(&flushed));
    for stream in listener.incoming() {
        let mut stream = stream?;
        shake_hands(&mut stream)?;
        stream.set_nonblocking(true)?;
        clients.lock().map_err(|_| "the flush thread has died")?.push(stream);
    }
    Ok(())
}

fn flush_forever(clients: &Mutex<Vec<TcpStream>>) {
    let mean = TOPICS as f64 * CHANGED;
    // One frame for each first topic, so that all topics are sent equally often.
    let frames: Vec<[Vec<u8>; 2]> =
        (0..TOPICS).map(|first| [mean as usize, mean as usize + 1].map(|messages| frame(first, messages))).collect();
    let (mut due, mut owed, mut first) = (Instant::now(), 0.0, 0);
    loop {
        due += FLUSH;
        thread::sleep(due.saturating_duration_since(Instant::now()));
        let Ok(mut clients) = clients.lock() else { return };
        for client in clients.iter_mut() {
            owed += mean.fract();
            first = (first + 1) % TOPICS;
            let [few, many] = &frames[first];
            let frame = if owed < 1.0 { few } else { many };
            owed %= 1.0;
            // A full socket misses a frame, as it would in the product.
            let _ = client.write(frame);
        }
    }
}

fn frame(first: usize, messages: usize) -> Vec<u8> {
    let messages: Vec<String> = (first..first + messages).map(|place| message(place % TOPICS)).collect();
    let payload = format!("[{}]", messages.join(","));
    let mut frame = vec![0x81, 126];
    frame.extend_from_slice(&(payload.len() as u16).to_be_bytes());
    frame.extend_from_slice(payload.as_bytes());
    frame
}

fn shake_hands(stream: &mut TcpStream) -> Result<(), Failure> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        request.push(byte[0]);
    }
    let request = String::from_utf8(request)?;
    let key = request
        .lines()
        .find_map(|line| line.split_once(": ").filter(|(name, _)| name.eq_ignore_ascii_case("sec-websocket-key")))
        .ok_or("the client sent no key")?
        .1;
    let accept = tungstenite::handshake::derive_accept_key(key.as_bytes());
    write!(
        stream,
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    )?;
    stream.set_nodelay(true)?;
    Ok(())
}
