//! Where a request comes from.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;

use crate::app::App;

/// The address of the client: the peer's, or what a trusted proxy says of it (`--trusted-proxy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// What one customer can be counted by: an IPv4 address, or the /64 network that IPv6 gives to one line.
    pub fn network(self) -> IpAddr {
        match self.0.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        }
    }

    /// What guesses at a secret are counted by: an IPv4 address, or the /48 network that IPv6 gives to one site
    /// (RFC 6177), of which its owner can use any of 65,536 /64 networks.
    pub fn site(self) -> IpAddr {
        match self.network() {
            IpAddr::V6(address) => {
                let [a, b, c, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
            }
            address @ IpAddr::V4(_) => address,
        }
    }

    /// The address of the request with these parts.
    pub fn of(parts: &Parts, trusted: &[IpAddr]) -> Self {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip().to_canonical());
        let said = parts.headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
        Self(behind_proxies(peer, said.flat_map(|list| list.split(',')), trusted))
    }
}

/// The nearest address that no trusted proxy has; what is written further away, anybody may have written.
fn behind_proxies<'a>(peer: IpAddr, said: impl Iterator<Item = &'a str>, trusted: &[IpAddr]) -> IpAddr {
    let hops: Vec<&str> = said.map(str::trim).collect();
    let mut address = peer;
    for hop in hops.into_iter().rev() {
        if !trusted.contains(&address) {
            break;
        }
        match hop.parse::<IpAddr>() {
            Ok(nearer) => address = nearer.to_canonical(),
            Err(_) => break,
        }
    }
    address
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_canonical().fmt(f)
    }
}

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(parts, &app.config.trusted_proxies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let table = [
            ("192.0.2.7", "", "192.0.2.7"),
            ("192.0.2.7", "203.0.113.9", "192.0.2.7"),
            ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
            ("10.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"),
            ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
            ("10.0.0.1", "nonsense", "10.0.0.1"),
        ];
        let trusted: Vec<IpAddr> = vec!["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        for (peer, said, expected) in table {
            let said_list = said.split(',').filter(|hop| !hop.is_empty());
            let address = behind_proxies(peer.parse().unwrap(), said_list, &trusted);
            assert_eq!(address.to_string(), expected, "{peer} {said}");
        }
    }

    #[test]
    fn one_line_counts_once() {
        let network = |text: &str| ClientAddress(text.parse().unwrap()).network().to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        let site = |text: &str| ClientAddress(text.parse().unwrap()).site().to_string();
        assert_eq!(site("2001:db8:1:2:3:4:5:6"), "2001:db8:1::");
        assert_eq!(site("::ffff:192.0.2.7"), "192.0.2.7");
    }
}
