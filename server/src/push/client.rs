//! One connected socket, as everything that writes to it sees it. Writes never wait: what the kernel does not take
//! at once stays in a small bounded queue, which the socket's own task drains.

use std::collections::VecDeque;
use std::io;
use std::sync::Mutex;
use std::sync::MutexGuard;

use bytes::Bytes;
use metrics::counter;
use tokio::net::TcpStream;
use tokio::sync::Notify;

use super::frame;

/// Bytes that may wait for a client beyond the kernel's buffer. An account's events are a few hundred bytes each,
/// so a client that lets this much pile up has stopped reading.
const PENDING_BYTES_MAX: usize = 128 * 1024;

/// Close codes: RFC 6455, section 7.4, and the IANA registry for 1012 and 1013.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The client did not read fast enough; it may come back and resume.
    SlowConsumer,
    /// Nothing was heard from the client for too long.
    IdleTimeout,
    /// Too many frames, or too many failed attempts to authenticate.
    PolicyViolation,
    /// The server is stopping; connect again.
    ServerRestart,
}

impl Reason {
    pub const fn word(self) -> &'static str {
        match self {
            Reason::SlowConsumer => "slow_consumer",
            Reason::IdleTimeout => "idle_timeout",
            Reason::PolicyViolation => "policy_violation",
            Reason::ServerRestart => "server_restart",
        }
    }

    const fn code(self) -> u16 {
        match self {
            Reason::SlowConsumer => 1013,
            Reason::IdleTimeout => 1001,
            Reason::PolicyViolation => 1008,
            Reason::ServerRestart => 1012,
        }
    }
}

/// What became of a frame that may be skipped.
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
    outbound: Mutex<Outbound>,
    /// Wakes the socket's task when there is something to drain or the socket is to close.
    pub attention: Notify,
}

/// Frames on their way, and whether more may follow.
#[derive(Debug, Default)]
struct Outbound {
    /// Frames that the kernel has not taken, oldest first; the front one may be partly gone.
    pending: VecDeque<Bytes>,
    pending_bytes: usize,
    /// True when the front frame has begun to go out, so that it must be finished.
    front_begun: bool,
    closing: bool,
}

impl Client {
    pub fn new(stream: TcpStream) -> Self {
        Self { stream, outbound: Mutex::default(), attention: Notify::new() }
    }

    fn outbound(&self) -> MutexGuard<'_, Outbound> {
        self.outbound.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Sends a frame that a newer one will replace, unless the socket is blocked.
    pub fn send_latest(&self, frame: &[u8]) -> Sent {
        let mut outbound = self.outbound();
        if outbound.closing || !outbound.pending.is_empty() {
            return Sent::Skipped;
        }
        match self.write(frame) {
            None => {
                self.give_up(&mut outbound);
                Sent::Skipped
            }
            Some(0) => Sent::Skipped,
            Some(taken) if taken == frame.len() => Sent::Taken,
            Some(taken) => {
                outbound.queue(Bytes::copy_from_slice(&frame[taken..]));
                outbound.front_begun = true;
                self.attention.notify_one();
                Sent::Taken
            }
        }
    }

    /// Sends a frame that must not be lost: all of it goes out, in order, or the socket is closed.
    pub fn send(&self, frame: &[u8]) {
        let mut outbound = self.outbound();
        if outbound.closing {
            return;
        }
        let taken = if outbound.pending.is_empty() { self.write(frame) } else { Some(0) };
        let Some(taken) = taken else { return self.give_up(&mut outbound) };
        if taken == frame.len() {
            return;
        }
        outbound.front_begun |= taken > 0;
        outbound.queue(Bytes::copy_from_slice(&frame[taken..]));
        if outbound.pending_bytes > PENDING_BYTES_MAX {
            outbound.close(Reason::SlowConsumer);
        }
        self.attention.notify_one();
    }

    /// Ends the conversation: the frame under way is finished, the rest is dropped, a close frame follows.
    pub fn close(&self, reason: Reason) {
        self.outbound().close(reason);
        self.attention.notify_one();
    }

    /// The socket's task has ended: nothing will be read or drained any more.
    pub fn abandon(&self) {
        self.give_up(&mut self.outbound());
    }

    /// Drops what waits, and lets the socket's task end. Kept, it would be tried again without end: a broken socket
    /// always counts as writable.
    fn give_up(&self, outbound: &mut Outbound) {
        *outbound = Outbound { closing: true, ..Outbound::default() };
        self.attention.notify_one();
    }

    pub fn is_closing(&self) -> bool {
        self.outbound().closing
    }

    pub fn has_pending(&self) -> bool {
        !self.outbound().pending.is_empty()
    }

    /// Gives the kernel what it takes of the pending frames.
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
    }

    /// Bytes that the kernel took: 0 of a full socket, `None` of a broken one.
    fn write(&self, bytes: &[u8]) -> Option<usize> {
        match self.stream.try_write(bytes) {
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

/// The protocol crate reads through this, and answers pings and close frames through it. Its writes are whole frames.
#[derive(Debug)]
pub struct Wire<'a>(pub &'a Client);

impl io::Read for Wire<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.stream.try_read(buffer)
    }
}

impl io::Write for Wire<'_> {
    fn write(&mut self, frame: &[u8]) -> io::Result<usize> {
        self.0.send(frame);
        Ok(frame.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
