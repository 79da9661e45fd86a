//! The origin of a request.

use std::convert::Infallible;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::ops::Deref;
use std::sync::{Arc, Once};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use ipnet::IpNet;

/// The header that is accepted from trusted proxies.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// The headers that show that a proxy passed a request on.
const PROXY_HEADERS: [&str; 4] = [FORWARDED_FOR, "forwarded", "x-real-ip", "via"];

/// The reverse proxies that are trusted (`--trusted-proxy`). Cheap to clone.
#[derive(Clone, Debug)]
pub struct TrustedProxies(Arc<[IpNet]>);

impl TrustedProxies {
    pub fn new(networks: &[IpNet]) -> Self {
        Self(networks.into())
    }
}

impl Deref for TrustedProxies {
    type Target = [IpNet];

    fn deref(&self) -> &[IpNet] {
        &self.0
    }
}
/// The share of an IPv6 /48, in shares of /64 networks: it may belong to one sender or to a few of a provider's
/// customers.
pub const NETWORKS_A_SITE: u32 = 4;

/// The address of the client: the peer's, or the one that a trusted proxy gives (`--trusted-proxy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The unit that one customer is counted by: an IPv4 address, or the /64 network that IPv6 gives to one line.
    pub fn network(self) -> IpAddr {
        match self.0.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        }
    }

    /// The larger unit that attempts at secrets, and a client's total, are counted by too: an IPv4 address, or the /48
    /// network that IPv6 gives to one site (RFC 6177), whose owner can use any of 65,536 /64 networks.
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
    pub fn of(parts: &Parts, trusted: &[IpNet]) -> Self {
        Origin::of(parts, trusted).address
    }
}

/// The origin of a request that another server on the database has forwarded.
#[derive(Clone, Copy, Debug)]
pub struct Forwarded(pub Origin);

/// The client's address, and the certainty that it is the client's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    pub address: ClientAddress,
    /// False when a proxy that is not trusted, or that did not name the client, passed the request on, so that the
    /// address is only that proxy's.
    pub certain: bool,
}

impl Origin {
    /// The origin of a connection that carries no request yet.
    pub const fn peer(address: IpAddr) -> Self {
        Self { address: ClientAddress(address), certain: true }
    }

    /// The address that one customer's share is counted by. `None` for this machine and trusted proxies if that is
    /// certain: many customers' requests come from there, and count towards the total only.
    pub fn counted_by(self, trusted: &[IpNet]) -> Option<ClientAddress> {
        let address = self.address.0.to_canonical();
        let shared = address.is_loopback() || trusted.iter().any(|network| network.contains(&address));
        (!(shared && self.certain)).then_some(self.address)
    }

    pub fn of(parts: &Parts, trusted: &[IpNet]) -> Self {
        // The origin that another server of the database gave and signed when it forwarded the request.
        if let Some(Forwarded(origin)) = parts.extensions.get() {
            return *origin;
        }
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(address)| address.ip().to_canonical());
        Self::behind_proxies(peer, &parts.headers, trusted)
    }

    /// The nearest address that is not a trusted proxy's; addresses further away may be forged.
    fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> Self {
        let trusts = |address: &IpAddr| trusted.iter().any(|network| network.contains(address));
        let forwarded = PROXY_HEADERS.iter().any(|name| headers.contains_key(*name));
        if !trusts(&peer) {
            if forwarded {
                warn_of_unknown_proxy(peer);
            }
            return Self { address: ClientAddress(peer), certain: !forwarded };
        }
        let mut address = peer;
        let mut certain = !forwarded || headers.contains_key(FORWARDED_FOR);
        // Each hop is read by itself: a client's own text at the left does not affect the hop that its proxy added.
        let lines = headers.get_all(FORWARDED_FOR).iter().rev().map(HeaderValue::as_bytes);
        for hop in lines.flat_map(|line| line.rsplit(|byte| *byte == b',')) {
            if !trusts(&address) {
                break;
            }
            let Some(nearer) = read_hop(hop) else {
                certain = false;
                break;
            };
            address = nearer;
        }
        Self { address: ClientAddress(address), certain }
    }
}

/// Reads an address; some proxies write the port behind it.
fn read_hop(hop: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(hop).ok()?.trim();
    let address = text.parse().or_else(|_| text.parse::<SocketAddr>().map(|address| address.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

fn warn_of_unknown_proxy(peer: IpAddr) {
    static WARNED: Once = Once::new();
    WARNED.call_once(|| {
        tracing::warn!(
            %peer,
            "a request was passed on by a proxy that --trusted-proxy does not name: all its customers share the \
             limits of one address"
        );
    });
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.to_canonical().fmt(f)
    }
}

impl<S: Sync> FromRequestParts<S> for ClientAddress
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts, &TrustedProxies::from_ref(state)))
    }
}

impl<S: Sync> FromRequestParts<S> for Origin
where
    TrustedProxies: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self::of(parts, &TrustedProxies::from_ref(state)))
    }
}

/// Reads an address, or a network as in 10.0.0.0/8.
pub fn parse_network(text: &str) -> Result<IpNet, String> {
    let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
    network.map_err(|_| format!("{text:?} is neither an address nor a network such as 10.0.0.0/8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(peer: &str, headers: &[(&'static str, &str)]) -> (String, bool) {
        let trusted: Vec<IpNet> = ["10.0.0.0/30", "2001:db8::1"].map(|text| parse_network(text).unwrap()).to_vec();
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        let found = Origin::behind_proxies(peer.parse().unwrap(), &map, &trusted);
        (found.address.to_string(), found.certain)
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        let table = [
            ("192.0.2.7", "", "192.0.2.7", true),
            ("192.0.2.7", "203.0.113.9", "192.0.2.7", false),
            ("10.0.0.1", "", "10.0.0.1", true),
            ("10.0.0.1", "203.0.113.9", "203.0.113.9", true),
            ("10.0.0.1", "203.0.113.9:4711", "203.0.113.9", true),
            ("2001:db8::1", "[2001:db8::9]:4711", "2001:db8::9", true),
            ("10.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9", true),
            ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9", true),
            ("10.0.0.1", "127.0.0.1, 203.0.113.9, ::ffff:10.0.0.2", "203.0.113.9", true),
            ("10.0.0.1", "nonsense", "10.0.0.1", false),
            ("10.0.0.1", "127.0.0.1, nonsense", "10.0.0.1", false),
            // The client may begin the header with any bytes; its proxy's own part stands at the end.
            ("10.0.0.1", "é, 203.0.113.9", "203.0.113.9", true),
            ("10.0.0.1", "198.51.100.1é, 203.0.113.9,10.0.0.2", "203.0.113.9", true),
            ("10.0.0.1", "203.0.113.9, é", "10.0.0.1", false),
            ("10.0.0.4", "203.0.113.9", "10.0.0.4", false),
        ];
        for (peer, said, address, certain) in table {
            let headers: Vec<_> = Some((FORWARDED_FOR, said)).filter(|_| !said.is_empty()).into_iter().collect();
            assert_eq!(origin(peer, &headers), (address.to_owned(), certain), "{peer} {said}");
        }
    }

    #[test]
    fn lines_of_the_header_are_one_list() {
        let lines = [(FORWARDED_FOR, "198.51.100.1"), (FORWARDED_FOR, "203.0.113.9, 10.0.0.2")];
        assert_eq!(origin("10.0.0.1", &lines), ("203.0.113.9".to_owned(), true));
    }

    #[test]
    fn a_proxy_that_does_not_say_for_whom_leaves_the_client_unknown() {
        for header in ["forwarded", "x-real-ip", "via"] {
            assert!(!origin("10.0.0.1", &[(header, "192.0.2.1")]).1, "{header}");
            assert!(!origin("127.0.0.1", &[(header, "192.0.2.1")]).1, "{header}");
        }
    }

    #[test]
    fn nobody_is_uncounted_behind_what_is_shared() {
        let trusted = [parse_network("10.0.0.0/8").unwrap()];
        let table = [
            ("127.0.0.1", true, false),
            ("::1", true, false),
            ("10.0.0.1", true, false),
            ("::ffff:10.0.0.1", true, false),
            ("192.0.2.7", true, true),
            ("192.0.2.7", false, true),
            ("127.0.0.1", false, true),
            ("10.0.0.1", false, true),
        ];
        for (address, certain, counted) in table {
            let origin = Origin { address: ClientAddress(address.parse().unwrap()), certain };
            assert_eq!(origin.counted_by(&trusted).is_some(), counted, "{address} {certain}");
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

    #[test]
    fn networks_are_read_from_flags() {
        for (text, read) in [("10.0.0.1", "10.0.0.1/32"), ("fd00::/8", "fd00::/8"), ("::1", "::1/128")] {
            assert_eq!(parse_network(text).unwrap().to_string(), read);
        }
        assert!(parse_network("proxy.example").is_err() && parse_network("10.0.0.0/33").is_err());
    }
}
