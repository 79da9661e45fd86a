//! The writing side of one connected socket. Writes never wait: bytes that the kernel does not take at once stay in a
//! small bounded queue, which the socket's own task drains.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::MutexGuard;

use bytes::Bytes;
use metrics::counter;
use socket2::SockRef;
use tokio::net::TcpStream;
use tokio::sync::Notify;

use super::frame;
use super::inbound::Inbound;

/// Bytes that may wait for a client beyond the kernel's buffer. An account's events are a few hundred bytes each,
/// so a client that lets this much pile up has stopped reading.
const PENDING_BYTES_MAX: usize = 128 * 1024;

/// Close codes: RFC 6455, section 7.4, and the IANA registry for 1012 and 1013.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The client did not read fast enough; it may come back and resume.
    SlowConsumer,
    /// Nothing was received from the client for too long, or it has neither a session nor a topic.
    IdleTimeout,
    /// Too many frames or bytes, or too many failed attempts to authenticate.
    PolicyViolation,
    /// Bytes that are not a frame, or a frame that is not allowed at that point.
    ProtocolError,
    /// A text frame that is not UTF-8.
    TextInvalid,
    /// A frame larger than any valid request.
    FrameTooLarge,
    /// The server is stopping; connect again.
    ServerRestart,
}

impl Reason {
    pub const fn word(self) -> &'static str {
        match self {
            Reason::SlowConsumer => "slow_consumer",
            Reason::IdleTimeout => "idle_timeout",
            Reason::PolicyViolation => "policy_violation",
            Reason::ProtocolError => "protocol_error",
            Reason::TextInvalid => "text_invalid",
            Reason::FrameTooLarge => "frame_too_large",
            Reason::ServerRestart => "server_restart",
        }
    }

    const fn code(self) -> u16 {
        match self {
            Reason::SlowConsumer => 1013,
            Reason::IdleTimeout => 1001,
            Reason::PolicyViolation => 1008,
            Reason::ProtocolError => 1002,
            Reason::TextInvalid => 1007,
            Reason::FrameTooLarge => 1009,
            Reason::ServerRestart => 1012,
        }
    }
}

/// The outcome of sending a frame that may be skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// The kernel has it, or will get the rest of it before anything else.
    Taken,
    /// The socket is blocked or closing; the frame was not begun.
    Skipped,
}

/// A socket that many tasks write to.
#[derive(Debug)]
pub struct Client {
    pub stream: TcpStream,
    /// The site that its look-ups count for; `None` if they count towards the total only.
    pub site: Option<IpAddr>,
    outbound: Mutex<Outbound>,
    /// Wakes the socket's task when there is something to drain or the socket is to close.
    pub attention: Notify,
}

/// Frames that are to be sent, and whether more are accepted.
#[derive(Debug, Default)]
struct Outbound {
    /// True from when the kernel did not take all of a frame until the socket's task has drained the pending frames.
    blocked: bool,
    /// Frames that the kernel has not taken, oldest first; the front one may be partly gone.
    pending: VecDeque<Bytes>,
    pending_bytes: usize,
    /// True when the front frame has begun to go out, so that it must be finished.
    front_begun: bool,
    closing: bool,
}

impl Client {
    pub fn new(stream: TcpStream, site: Option<IpAddr>) -> Self {
        Self { stream, site, outbound: Mutex::default(), attention: Notify::new() }
    }

    fn outbound(&self) -> MutexGuard<'_, Outbound> {
        self.outbound.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Sends a frame that a newer one will replace, unless the socket is blocked.
    pub fn send_latest(&self, frame: &[u8]) -> Sent {
        let mut outbound = self.outbound();
        if outbound.closing || outbound.blocked {
            return Sent::Skipped;
        }
        match self.write(frame) {
            None => {
                self.give_up(&mut outbound);
                Sent::Skipped
            }
            Some(taken) if taken == frame.len() => Sent::Taken,
            Some(taken) => {
                self.block(&mut outbound);
                if taken == 0 {
                    return Sent::Skipped;
                }
                outbound.queue(Bytes::copy_from_slice(&frame[taken..]));
                outbound.front_begun = true;
                Sent::Taken
            }
        }
    }

    /// The kernel's buffer is full: the socket's task waits until it has room.
    fn block(&self, outbound: &mut Outbound) {
        outbound.blocked = true;
        self.attention.notify_one();
    }

    /// Sends a frame that must not be lost: all of it goes out, in order, or the socket is closed.
    pub fn send(&self, frame: &[u8]) {
        let mut outbound = self.outbound();
        if outbound.closing {
            return;
        }
        let taken = if outbound.blocked { Some(0) } else { self.write(frame) };
        let Some(taken) = taken else { return self.give_up(&mut outbound) };
        if taken == frame.len() {
            return;
        }
        outbound.front_begun |= taken > 0;
        outbound.queue(Bytes::copy_from_slice(&frame[taken..]));
        if outbound.pending_bytes > PENDING_BYTES_MAX {
            outbound.close(Reason::SlowConsumer);
        }
        self.block(&mut outbound);
    }

    /// Ends the conversation: the frame under way is finished, the rest is dropped, a close frame follows.
    pub fn close(&self, reason: Reason) {
        let mut outbound = self.outbound();
        outbound.close(reason);
        self.block(&mut outbound);
    }

    /// The socket's task has ended: nothing will be read or drained any more.
    pub fn abandon(&self) {
        self.give_up(&mut self.outbound());
    }

    /// Drops the pending frames, and lets the socket's task end. Kept frames would be tried again without end, because
    /// a broken socket always counts as writable.
    fn give_up(&self, outbound: &mut Outbound) {
        *outbound = Outbound { closing: true, ..Outbound::default() };
        self.attention.notify_one();
    }

    pub fn is_closing(&self) -> bool {
        self.outbound().closing
    }

    /// False when [`Self::send_latest`] would skip any frame, so that none need be made for it.
    pub fn takes_latest(&self) -> bool {
        let outbound = self.outbound();
        !outbound.closing && !outbound.blocked
    }

    /// True while the kernel's buffer is full.
    pub fn is_blocked(&self) -> bool {
        self.outbound().blocked
    }

    /// Gives the kernel as much as it takes of the pending frames.
    pub fn drain(&self) {
        let mut outbound = self.outbound();
        while let Some(front) = outbound.pending.front() {
            let (written, length) = (self.write(front), front.len());
            let Some(taken) = written else { return self.give_up(&mut outbound) };
            if taken == length {
                outbound.pending.pop_front();
                outbound.front_begun = false;
            } else if let Some(front) = outbound.pending.front_mut() {
                let _ = front.split_to(taken);
                outbound.front_begun |= taken > 0;
            }
            outbound.pending_bytes -= taken;
            if taken < length {
                return;
            }
        }
        outbound.pending = VecDeque::new();
        outbound.blocked = false;
    }

    /// The number of bytes that the kernel took: 0 if the socket's buffer is full, `None` if the socket is broken.
    fn write(&self, bytes: &[u8]) -> Option<usize> {
        // The runtime caches whether a socket is writable. When a thousand sockets are written to in a row, reading
        // that cache costs more than it saves; the runtime is only asked to write when the kernel's buffer is full.
        let written = match SockRef::from(&self.stream).send(bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.stream.try_write(bytes),
            written => written,
        };
        match written {
            Ok(taken) => Some(taken),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Some(0),
            Err(_) => None,
        }
    }
}

impl Outbound {
    fn queue(&mut self, bytes: Bytes) {
        self.pending_bytes += bytes.len();
        self.pending.push_back(bytes);
    }

    fn close(&mut self, reason: Reason) {
        if self.closing {
            return;
        }
        self.closing = true;
        self.pending.truncate(usize::from(self.front_begun));
        self.pending_bytes = self.pending.iter().map(Bytes::len).sum();
        self.queue(frame::close(reason.code(), reason.word()).into());
        counter!("push_disconnects_total", "reason" => reason.word()).increment(1);
    }
}

/// The protocol crate reads through this, and answers pings and close frames through it. It writes whole frames.
#[derive(Debug)]
pub struct Wire<'a> {
    pub client: &'a Client,
    /// Counts what the client sends.
    pub inbound: &'a mut Inbound,
}

impl io::Read for Wire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inbound.read(buffer, |buffer| self.client.stream.try_read(buffer))
    }
}

impl io::Write for Wire<'_> {
    fn write(&mut self, frame: &[u8]) -> io::Result<usize> {
        self.client.send(frame);
        Ok(frame.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpSocket};

    /// A client whose kernel buffers are small, and the peer's end of its socket.
    async fn pair() -> (Client, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let address = listener.local_addr().unwrap();
        let (peer, accepted) = tokio::join!(socket.connect(address), listener.accept());
        let stream = accepted.unwrap().0;
        SockRef::from(&stream).set_send_buffer_size(4096).unwrap();
        (Client::new(stream, None), peer.unwrap())
    }

    /// Drains the client, as its task does, until it is not blocked; gives the bytes that the peer reads meanwhile.
    async fn drained(client: &Client, peer: &mut TcpStream, bytes: usize) -> Vec<u8> {
        let mut received = vec![0; bytes];
        let drain = async {
            while client.is_blocked() {
                client.stream.writable().await.unwrap();
                client.drain();
            }
        };
        let (read, ()) = tokio::join!(peer.read_exact(&mut received), drain);
        read.unwrap();
        received
    }

    #[tokio::test]
    async fn a_frame_that_was_begun_is_finished_and_what_is_newer_waits_or_is_skipped() {
        let (client, mut peer) = pair().await;
        for round in 0..3 {
            let (long, event, next) = (vec![b'a' + round; 100_000], [b'e'; 10], [b'n'; 10]);
            assert!(client.takes_latest());
            assert_eq!(client.send_latest(&long), Sent::Taken, "the rest of it will follow");
            assert!(client.is_blocked() && !client.takes_latest());
            assert_eq!(client.send_latest(b"skipped"), Sent::Skipped);
            client.send(&event);
            let received = drained(&client, &mut peer, long.len() + event.len()).await;
            assert_eq!(received, [&long[..], &event].concat());
            assert_eq!(client.send_latest(&next), Sent::Taken);
            assert_eq!(drained(&client, &mut peer, next.len()).await, next);
        }
    }

    #[tokio::test]
    async fn a_full_kernel_blocks_the_client_before_a_frame_is_begun() {
        let (client, mut peer) = pair().await;
        let mut taken = 0;
        // A single byte is either taken or not, never in part.
        while client.send_latest(b"x") == Sent::Taken {
            taken += 1;
        }
        assert!(client.is_blocked() && !client.is_closing());
        assert_eq!(drained(&client, &mut peer, taken).await, vec![b'x'; taken]);
        assert!(client.takes_latest());
    }

    #[tokio::test]
    async fn nothing_follows_a_close_frame_and_nothing_is_cut_by_it() {
        let (client, mut peer) = pair().await;
        let long = vec![b'a'; 100_000];
        client.send_latest(&long);
        client.send(b"dropped");
        client.close(Reason::ServerRestart);
        client.send(b"too late");
        assert_eq!(client.send_latest(b"too late"), Sent::Skipped);
        let close = frame::close(1012, "server_restart");
        let received = drained(&client, &mut peer, long.len() + close.len()).await;
        assert_eq!(received, [long, close].concat());
        assert!(!client.takes_latest());
    }
}
