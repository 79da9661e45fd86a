//! Which connections are open, and which of them makes room when there is none left.
//!
//! A connection without a request costs its owner nothing, so somebody may open all that the server can have. A new
//! one then takes the place of the one that has waited longest: a customer sends a request at once and is answered,
//! whoever else sits there.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use clap::Args;
use ipnet::IpNet;
use metrics::counter;
use tokio_util::sync::CancellationToken;

use super::ApiError;
use super::client_address::ClientAddress;
use super::places::{Full, Place, Places};

/// Files that the server needs besides its connections: databases, mail, the bus.
const FILES_KEPT: u64 = 256;

/// Connections and push sockets at once; 0 lifts a limit. This machine and trusted proxies count only among all.
#[derive(Args, Clone, Copy, Debug)]
pub struct ConnectionFlags {
    /// Connections at once, push sockets among them; at most what the system lets the process open. 0 for no limit.
    #[arg(long, env = "PLUMBLINE_CONNECTIONS_MAX", default_value_t = 16_384, value_name = "COUNT")]
    pub connections_max: u32,

    /// Connections at once from one address (an IPv6 /64 counts as one); 0 for no limit.
    #[arg(long, env = "PLUMBLINE_CONNECTIONS_PER_ADDRESS", default_value_t = 1_024, value_name = "COUNT")]
    pub connections_per_address: u32,

    /// Push sockets at once; 0 for no limit.
    #[arg(long, env = "PLUMBLINE_SOCKETS_MAX", default_value_t = 10_000, value_name = "COUNT")]
    pub sockets_max: u32,

    /// Push sockets at once from one address (an IPv6 /64 counts as one); 0 for no limit.
    #[arg(long, env = "PLUMBLINE_SOCKETS_PER_ADDRESS", default_value_t = 256, value_name = "COUNT")]
    pub sockets_per_address: u32,
}

impl ConnectionFlags {
    /// Asks the system for as many open files as it gives, and keeps to them.
    pub fn within_the_systems_limit(mut self) -> Self {
        // Where it cannot be asked, accepting fails later, and is tried again.
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

/// How a connection is counted: by its network, or among all only, as this machine and trusted proxies are, since
/// many customers' requests may come from there.
pub fn counted_by(address: IpAddr, trusted: &[IpNet]) -> Option<IpAddr> {
    let address = address.to_canonical();
    let shared = address.is_loopback() || trusted.iter().any(|network| network.contains(&address));
    (!shared).then(|| ClientAddress(address).network())
}

/// One open connection.
#[derive(Debug)]
pub struct Seat {
    _place: Place,
    /// Requests that are being answered, and the push socket that the connection may have become.
    busy: AtomicUsize,
    /// Cancelled when the connection has to make room.
    pub leave: CancellationToken,
}

/// Held while a connection must not make room for another one.
#[derive(Debug)]
pub struct Busy(Arc<Seat>);

impl Seat {
    fn new(place: Place) -> Arc<Self> {
        Arc::new(Self { _place: place, busy: AtomicUsize::new(0), leave: CancellationToken::new() })
    }

    pub fn busy(self: &Arc<Self>) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(Arc::clone(self))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The open connections, in the order in which they came.
#[derive(Debug)]
pub struct Connections {
    places: Arc<Places>,
    trusted: Vec<IpNet>,
    seats: VecDeque<Weak<Seat>>,
    /// How long the list may become before those that have left are looked for, so that this is linear work.
    tidy_at: usize,
}

impl Connections {
    pub fn new(flags: ConnectionFlags, trusted: &[IpNet]) -> Self {
        let places = Places::new(flags.connections_max, flags.connections_per_address);
        Self { places, trusted: trusted.to_vec(), seats: VecDeque::new(), tidy_at: 64 }
    }

    pub fn unlimited() -> Self {
        Self { places: Places::new(0, 0), trusted: Vec::new(), seats: VecDeque::new(), tidy_at: 64 }
    }

    /// A seat for a new connection. `None` when its network has too many, or when every other one is busy.
    pub fn admit(&mut self, peer: IpAddr) -> Option<Arc<Seat>> {
        let network = counted_by(peer, &self.trusted);
        let place = match self.places.take(network) {
            Ok(place) => place,
            Err(Full::Everywhere) if self.make_room() => self.places.take_over(network),
            Err(Full::Everywhere) => return refuse("all"),
            Err(Full::Network) => return refuse("address"),
        };
        let seat = Seat::new(place);
        self.remember(&seat);
        Some(seat)
    }

    /// Ends the connection that has waited longest without a request.
    fn make_room(&mut self) -> bool {
        for _ in 0..self.seats.len() {
            let Some(seat) = self.seats.pop_front() else { return false };
            match seat.upgrade() {
                Some(open) if open.busy.load(Ordering::Relaxed) == 0 => {
                    open.leave.cancel();
                    counter!("http_connections_evicted_total").increment(1);
                    return true;
                }
                Some(_) => self.seats.push_back(seat),
                None => {}
            }
        }
        false
    }

    fn remember(&mut self, seat: &Arc<Seat>) {
        if self.seats.len() >= self.tidy_at {
            self.seats.retain(|seat| seat.strong_count() > 0);
            self.tidy_at = (self.seats.len() * 2).max(64);
        }
        self.seats.push_back(Arc::downgrade(seat));
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
        let mut connections = connections(100, 3);
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
        let mut connections = connections(3, 0);
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
    fn who_has_left_is_forgotten() {
        let mut connections = connections(0, 0);
        for _ in 0..10_000 {
            drop(connections.admit(STRANGER));
        }
        assert!(connections.seats.len() <= 64, "{}", connections.seats.len());
    }
}
