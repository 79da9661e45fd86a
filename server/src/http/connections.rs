//! The open connections, and the choice of the one that makes room when there are too many.
//!
//! A connection without a request costs its owner nothing, so one client may open all that the server can have. A new
//! one then takes the place of the one that has waited longest: a customer sends a request at once and is answered,
//! even if all places are taken.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clap::Args;
use ipnet::IpNet;
use metrics::counter;
use tokio_util::sync::CancellationToken;

use super::ApiError;
use super::client_address::Origin;
use super::places::{Full, Place, Places};

/// Files that the server needs besides its connections: databases, mail, the bus.
const FILES_KEPT: u64 = 256;

/// Connections and push sockets at once; 0 lifts a limit. This machine and trusted proxies count only among all.
#[derive(Args, Clone, Copy, Debug)]
pub struct ConnectionFlags {
    /// Connections at once, push sockets among them; at most what the system lets the process open. 0 for no limit.
    #[arg(long, env = "PLUMBLINE_CONNECTIONS_MAX", default_value_t = 16_384, value_name = "COUNT")]
    pub connections_max: u32,

    /// Connections at once from one address (an IPv6 /64 counts as one, and a /48 may have four times as many); 0 for no
    /// limit.
    #[arg(long, env = "PLUMBLINE_CONNECTIONS_PER_ADDRESS", default_value_t = 1_024, value_name = "COUNT")]
    pub connections_per_address: u32,

    /// Push sockets at once; 0 for no limit.
    #[arg(long, env = "PLUMBLINE_SOCKETS_MAX", default_value_t = 10_000, value_name = "COUNT")]
    pub sockets_max: u32,

    /// Push sockets at once from one address (an IPv6 /64 counts as one, and a /48 may have four times as many); 0 for no
    /// limit.
    #[arg(long, env = "PLUMBLINE_SOCKETS_PER_ADDRESS", default_value_t = 256, value_name = "COUNT")]
    pub sockets_per_address: u32,
}

impl ConnectionFlags {
    /// Raises the limit of open files as far as the system allows, and reduces the flags to it.
    pub fn within_the_systems_limit(mut self) -> Self {
        // If the limit cannot be read, accepting fails later, and is tried again.
        let Ok(files) = rlimit::increase_nofile_limit(u64::MAX) else { return self };
        let possible = u32::try_from(files.saturating_sub(FILES_KEPT)).unwrap_or(u32::MAX).max(1);
        if possible < self.connections_max || self.connections_max == 0 {
            if self.connections_max > 0 {
                tracing::warn!(
                    files,
                    connections = possible,
                    "the system's limit of open files is below --connections-max"
                );
            }
            self.connections_max = possible;
        }
        self
    }
}

/// One open connection.
#[derive(Debug)]
pub struct Seat {
    _place: Place,
    waiting: Arc<Waiting>,
    using: Mutex<Using>,
    /// Answers whose last part the kernel has not taken yet.
    unwritten: AtomicUsize,
    /// Cancelled when the connection has to make room.
    pub leave: CancellationToken,
}

#[derive(Debug)]
struct Using {
    /// Requests that are being answered, and the push socket that the connection may have become.
    busy: usize,
    /// Its place among the waiting connections, while `busy` is 0.
    since: u64,
}

/// Held while a connection must not make room for another one.
#[derive(Debug)]
pub struct Busy(Arc<Seat>);

/// Held while a request is answered. The connection stays busy until the kernel has all of the answer, or until
/// [`super::Patient`] gives up on its peer.
#[derive(Debug)]
pub struct Answering(Busy);

impl Seat {
    fn new(place: Place, waiting: Arc<Waiting>) -> Arc<Self> {
        let leave = CancellationToken::new();
        let since = waiting.add(leave.clone());
        let using = Mutex::new(Using { busy: 0, since });
        Arc::new(Self { _place: place, waiting, using, unwritten: AtomicUsize::new(0), leave })
    }

    pub fn busy(self: &Arc<Self>) -> Busy {
        self.begin();
        Busy(Arc::clone(self))
    }

    /// Marks that a request has arrived.
    pub fn answering(self: &Arc<Self>) -> Answering {
        Answering(self.busy())
    }

    /// Marks that the kernel has all that was written to the connection.
    pub fn written(&self) {
        if self.unwritten.load(Ordering::Acquire) > 0 {
            (0..self.unwritten.swap(0, Ordering::AcqRel)).for_each(|_| self.end());
        }
    }

    fn begin(&self) {
        let mut using = self.using();
        if using.busy == 0 {
            self.waiting.remove(using.since);
        }
        using.busy += 1;
    }

    fn end(&self) {
        let mut using = self.using();
        using.busy -= 1;
        if using.busy == 0 {
            using.since = self.waiting.add(self.leave.clone());
        }
    }

    fn using(&self) -> MutexGuard<'_, Using> {
        self.using.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let since = self.using().since;
        self.waiting.remove(since);
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        let seat = &self.0.0;
        seat.begin();
        seat.unwritten.fetch_add(1, Ordering::AcqRel);
    }
}

/// The connections without a request, those that have waited longest first.
#[derive(Debug, Default)]
struct Waiting(Mutex<Line>);

#[derive(Debug, Default)]
struct Line {
    next: u64,
    /// The tokens that make each of them leave.
    seats: BTreeMap<u64, CancellationToken>,
}

impl Waiting {
    /// Adds a connection at the end of the line; gives its place there.
    fn add(&self, leave: CancellationToken) -> u64 {
        let mut line = self.line();
        line.next += 1;
        let place = line.next;
        line.seats.insert(place, leave);
        place
    }

    fn remove(&self, place: u64) {
        self.line().seats.remove(&place);
    }

    fn pop(&self) -> Option<CancellationToken> {
        self.line().seats.pop_first().map(|(_, leave)| leave)
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The open connections.
#[derive(Debug)]
pub struct Connections {
    places: Arc<Places>,
    trusted: Vec<IpNet>,
    waiting: Arc<Waiting>,
}

impl Connections {
    pub fn new(flags: ConnectionFlags, trusted: &[IpNet]) -> Self {
        let places = Places::new(flags.connections_max, flags.connections_per_address);
        Self { places, trusted: trusted.to_vec(), waiting: Arc::default() }
    }

    pub fn unlimited() -> Self {
        Self { places: Places::new(0, 0), trusted: Vec::new(), waiting: Arc::default() }
    }

    /// A seat for a new connection. `None` if its network or its site has too many, or if every other one is busy.
    pub fn admit(&self, peer: IpAddr) -> Option<Arc<Seat>> {
        let client = Origin::peer(peer).counted_by(&self.trusted);
        let place = match self.places.take(client) {
            Ok(place) => place,
            Err(Full::Everywhere) if self.make_room() => self.places.take_over(client),
            Err(Full::Everywhere) => return refuse("all"),
            Err(Full::Network) => return refuse("address"),
        };
        Some(Seat::new(place, Arc::clone(&self.waiting)))
    }

    /// Ends all connections that wait for a request or for the rest of its head.
    pub fn end_waiting(&self) {
        while let Some(leave) = self.waiting.pop() {
            leave.cancel();
        }
    }

    /// Ends the connection that has waited longest without a request.
    fn make_room(&self) -> bool {
        let Some(leave) = self.waiting.pop() else { return false };
        leave.cancel();
        counter!("http_connections_evicted_total").increment(1);
        true
    }
}

fn refuse(limit: &'static str) -> Option<Arc<Seat>> {
    counter!("http_connections_refused_total", "limit" => limit).increment(1);
    None
}

impl From<Full> for ApiError {
    fn from(full: Full) -> Self {
        use axum::http::StatusCode;
        match full {
            Full::Network => Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_sockets"),
            Full::Everywhere => Self::new(StatusCode::SERVICE_UNAVAILABLE, "overloaded"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(all: u32, one_address: u32) -> Connections {
        let flags = ConnectionFlags {
            connections_max: all,
            connections_per_address: one_address,
            sockets_max: 0,
            sockets_per_address: 0,
        };
        Connections::new(flags, &["10.0.0.0/8".parse().unwrap()])
    }

    const STRANGER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    #[test]
    fn one_address_cannot_have_all_connections() {
        let connections = connections(100, 3);
        let seats: Vec<_> = (0..5).map_while(|_| connections.admit(STRANGER)).collect();
        assert_eq!(seats.len(), 3);
        assert!(connections.admit([192, 0, 2, 2].into()).is_some(), "others have places of their own");
        for shared in [[127, 0, 0, 1], [10, 0, 0, 1]] {
            let many: Vec<_> = (0..10).map_while(|_| connections.admit(shared.into())).collect();
            assert_eq!(many.len(), 10, "this machine and trusted proxies speak for many");
        }
    }

    #[test]
    fn who_waits_longest_makes_room_and_who_is_answered_stays() {
        let connections = connections(3, 0);
        let seats: Vec<_> = (0..3).map_while(|_| connections.admit(STRANGER)).collect();
        let answering = seats[0].busy();
        let new = connections.admit(STRANGER).expect("a waiting connection makes room");
        let left: Vec<bool> = seats.iter().map(|seat| seat.leave.is_cancelled()).collect();
        assert_eq!(left, [false, true, false]);
        let _busy = [seats[2].busy(), new.busy()];
        assert!(connections.admit(STRANGER).is_none(), "all others are being answered");
        drop(answering);
        assert!(connections.admit(STRANGER).is_some() && seats[0].leave.is_cancelled());
    }

    #[test]
    fn who_was_answered_last_makes_room_last() {
        let connections = connections(3, 0);
        let seats: Vec<_> = (0..3).map_while(|_| connections.admit(STRANGER)).collect();
        drop(seats[0].busy());
        let left = || seats.iter().map(|seat| seat.leave.is_cancelled()).collect::<Vec<bool>>();
        let _new = connections.admit(STRANGER).unwrap();
        assert_eq!(left(), [false, true, false]);
        let _newer = connections.admit(STRANGER).unwrap();
        assert_eq!(left(), [false, true, true]);
    }

    #[test]
    fn an_answer_keeps_its_place_until_all_of_it_is_written() {
        let connections = connections(1, 0);
        let seat = connections.admit(STRANGER).unwrap();
        let answering = seat.answering();
        seat.written();
        assert!(connections.admit(STRANGER).is_none(), "what went before is written, and the answer is not made");
        drop(answering);
        assert!(connections.admit(STRANGER).is_none(), "the answer is made and not written");
        seat.written();
        assert!(connections.admit(STRANGER).is_some() && seat.leave.is_cancelled());
    }

    #[test]
    fn who_has_left_is_forgotten() {
        let connections = connections(0, 0);
        for _ in 0..1_000 {
            let seat = connections.admit(STRANGER).unwrap();
            drop(seat.busy());
            let _socket = seat.busy();
        }
        assert!(connections.waiting.line().seats.is_empty());
    }
}
