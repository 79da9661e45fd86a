//! The clients: a thread that reads a thousand sockets and does little else, because it shares the machine.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use memchr::memmem;

use super::ticks::{Dice, now};
use super::{CLIENTS, INSTRUMENTS, TOPICS, topic};
use crate::Failure;
use crate::stats::quantile;

/// The rest of the reading thread between two passes over the sockets; ages are exact to this.
const PASS: Duration = Duration::from_millis(5);

/// The messages that the clients received.
#[derive(Default)]
pub struct Received {
    pub deliveries: u64,
    pub bytes: u64,
    /// Ages of quotes on arrival in milliseconds, one a frame.
    ages: Vec<u32>,
}

impl Received {
    pub fn latency(&self, share: f64) -> u32 {
        let mut ages = self.ages.clone();
        ages.sort_unstable();
        quantile(&ages, share)
    }
}

/// The running clients.
pub struct Load {
    received: Arc<Mutex<Received>>,
}

impl Load {
    pub fn start(port: u16) -> Result<Self, Failure> {
        let mut dice = Dice::new(11);
        let sockets = (0..CLIENTS).map(|_| connect(port, &mut dice)).collect::<Result<Vec<_>, _>>()?;
        let received = Arc::new(Mutex::new(Received::default()));
        let counted = Arc::clone(&received);
        thread::spawn(move || read_forever(sockets, &counted));
        Ok(Self { received })
    }

    pub fn reset(&self) {
        drop(self.take());
    }

    pub fn take(&self) -> Received {
        std::mem::take(&mut *self.received.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }
}

/// A socket that is subscribed to its instruments. A client's mask may be zero, which leaves the payload as it is.
fn connect(port: u16, dice: &mut Dice) -> Result<TcpStream, Failure> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_nodelay(true)?;
    write!(
        stream,
        "GET /push HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        answer.push(byte[0]);
    }
    let topics = (0..TOPICS).map(topic).map(|(kind, length)| {
        let instrument = dice.roll(INSTRUMENTS);
        format!("{kind}:UsStock:{instrument}{length}")
    });
    let topics: Vec<String> = topics.collect();
    let subscribe = serde_json::json!({"op": "subscribe", "topics": topics}).to_string();
    let mut frame = vec![0x81, 0x80 | 126];
    frame.extend_from_slice(&u16::try_from(subscribe.len())?.to_be_bytes());
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(subscribe.as_bytes());
    stream.write_all(&frame)?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

fn read_forever(mut sockets: Vec<TcpStream>, received: &Mutex<Received>) {
    let topic = memmem::Finder::new(b"{\"topic\":");
    let time = memmem::Finder::new(b"\"quoteTimestamp\":\"");
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let mut pass = Received::default();
        for socket in &mut sockets {
            let length = match socket.read(&mut buffer) {
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
                Err(_) => return,
            };
            let bytes = &buffer[..length];
            pass.bytes += length as u64;
            pass.deliveries += topic.find_iter(bytes).count() as u64;
            pass.ages.extend(time.find(bytes).and_then(|at| age(&bytes[at + 18..])));
        }
        let mut all = received.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        all.bytes += pass.bytes;
        all.deliveries += pass.deliveries;
        all.ages.append(&mut pass.ages);
        drop(all);
        thread::sleep(PASS);
    }
}

/// Milliseconds since the time at the start of `text`.
fn age(text: &[u8]) -> Option<u32> {
    let digits = text.split(|byte| *byte == b'"').next()?;
    let then: i64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    u32::try_from(now().0 - then).ok()
}
