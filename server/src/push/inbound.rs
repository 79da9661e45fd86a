//! Limits of the frames and bytes that a client may send, each by a token bucket, and of its database reads.

use std::io;
use std::time::Duration;

use tokio::time::Instant;

use super::pieces::Pieces;

/// Frames that a client may send at once, and then how many a second. Control frames and the pieces of a message count.
const FRAMES: Rate = Rate { burst: 60.0, per_second: 20.0 };
/// Bytes: four of the largest frames at once.
const BYTES: Rate = Rate { burst: 256.0 * 1024.0, per_second: 32.0 * 1024.0 };
/// Frames that read the database: a browser that connects sends two or three, and then one with a new screen.
const READS: Rate = Rate { burst: 10.0, per_second: 2.0 };
/// Bytes that are taken in one turn, before other sockets have theirs.
const TURN_BYTES: usize = 16 * 1024;

#[derive(Clone, Copy, Debug)]
struct Rate {
    burst: f64,
    per_second: f64,
}

/// A token bucket.
#[derive(Debug)]
struct Bucket {
    rate: Rate,
    left: f64,
    counted: Instant,
}

impl Bucket {
    fn full(rate: Rate, now: Instant) -> Self {
        Self { rate, left: rate.burst, counted: now }
    }

    /// False when less than `amount` was left.
    fn take(&mut self, amount: f64, now: Instant) -> bool {
        let gained = now.duration_since(self.counted).as_secs_f64() * self.rate.per_second;
        self.counted = now;
        self.left = (self.left + gained).min(self.rate.burst) - amount;
        self.left >= 0.0
    }

    /// The time until the bucket is no longer overdrawn.
    fn debt(&self) -> Duration {
        Duration::from_secs_f64((-self.left).max(0.0) / self.rate.per_second)
    }
}

/// The limit of database reads by a client's frames: those that come faster wait.
#[derive(Debug)]
pub struct Reads(Bucket);

impl Reads {
    pub fn new() -> Self {
        Self(Bucket::full(READS, Instant::now()))
    }

    /// Waits until one more frame may read the database.
    pub async fn turn(&mut self) {
        if !self.0.take(1.0, Instant::now()) {
            tokio::time::sleep(self.0.debt()).await;
        }
    }
}

/// Counts the frames and bytes that a client has sent lately.
#[derive(Debug)]
pub struct Inbound {
    frames: Bucket,
    bytes: Bucket,
    pieces: Pieces,
    turn: usize,
}

impl Inbound {
    pub fn new() -> Self {
        let now = Instant::now();
        let (frames, bytes) = (Bucket::full(FRAMES, now), Bucket::full(BYTES, now));
        Self { frames, bytes, pieces: Pieces::default(), turn: TURN_BYTES }
    }

    pub const fn begin_turn(&mut self) {
        self.turn = TURN_BYTES;
    }

    /// Counts received bytes; false when they are too many.
    pub fn allows(&mut self, bytes: &[u8]) -> bool {
        let (frames, now) = (self.pieces.count(bytes), Instant::now());
        let few = self.frames.take(f64::from(frames), now);
        self.bytes.take(bytes.len() as f64, now) && few
    }

    /// Reads into `buffer` by `read`, and counts the bytes. At the end of a turn it answers as if there were nothing to
    /// read; a client that has sent too much gets `QuotaExceeded`.
    pub fn read(&mut self, buffer: &mut [u8], read: impl FnOnce(&mut [u8]) -> io::Result<usize>) -> io::Result<usize> {
        if self.turn == 0 {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let count = read(buffer)?;
        self.turn = self.turn.saturating_sub(count);
        if self.allows(&buffer[..count]) { Ok(count) } else { Err(io::ErrorKind::QuotaExceeded.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let start = Instant::now();
        let mut bucket = Bucket::full(Rate { burst: 3.0, per_second: 2.0 }, start);
        let allowed = (0..5).filter(|_| bucket.take(1.0, start)).count();
        assert_eq!(allowed, 3);
        let mut bucket = Bucket::full(Rate { burst: 3.0, per_second: 2.0 }, start);
        assert!(bucket.take(3.0, start) && bucket.take(2.0, start + Duration::from_secs(1)));
        assert!(!bucket.take(1.0, start + Duration::from_secs(1)));
        let mut bucket = Bucket::full(Rate { burst: 3.0, per_second: 2.0 }, start);
        assert!(!bucket.take(4.0, start + Duration::from_secs(60)), "what is not used does not pile up");
    }

    #[tokio::test(start_paused = true)]
    async fn frames_that_read_the_database_are_paced() {
        let (mut reads, start) = (Reads::new(), Instant::now());
        for _ in 0..10 {
            reads.turn().await;
        }
        assert_eq!(start.elapsed(), Duration::ZERO);
        for _ in 0..10 {
            reads.turn().await;
        }
        assert!((4_990..5_100).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    }

    #[test]
    fn a_turn_ends_and_the_next_one_goes_on_until_the_bytes_are_used_up() {
        let mut inbound = Inbound::new();
        let kind = |result: io::Result<usize>| result.map_err(|error| error.kind());
        let (mut turns, mut taken, mut buffer) = (0, 0, [0; 1024]);
        // One frame whose payload never ends.
        assert!(inbound.allows(&[0x82, 0x7f, 0x7f, 0, 0, 0, 0, 0, 0, 0]));
        loop {
            match kind(inbound.read(&mut buffer, |buffer| Ok(buffer.len()))) {
                Ok(count) => taken += count,
                Err(io::ErrorKind::WouldBlock) => {
                    turns += 1;
                    inbound.begin_turn();
                }
                Err(kind) => break assert_eq!(kind, io::ErrorKind::QuotaExceeded),
            }
        }
        assert!(taken >= 255 * 1024 && turns >= taken / TURN_BYTES - 1, "{taken} in {turns} turns");
        inbound.begin_turn();
        assert_eq!(kind(inbound.read(&mut buffer, |_| Ok(0))), Err(io::ErrorKind::QuotaExceeded), "it stays used up");
    }

    #[test]
    fn what_cannot_be_read_is_passed_on() {
        let blocked = |_: &mut [u8]| Err(io::ErrorKind::WouldBlock.into());
        assert_eq!(Inbound::new().read(&mut [], blocked).unwrap_err().kind(), io::ErrorKind::WouldBlock);
    }
}
