//! The address under which customers reach this server: an origin, which a link into an app carries.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use thiserror::Error;
use url::{Host, Url};

/// `https://trade.example.org`, without path, user or query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicAddress(String);

#[derive(Debug, Error, PartialEq, Eq)]
#[error("it is an address like https://trade.example.org, without a path")]
pub struct PublicAddressError;

impl PublicAddress {
    /// The address that a request names. The header does not say whether TLS ends at a proxy in front; an app accepts
    /// an address beyond the customer's own network with https only.
    pub fn of(headers: &HeaderMap) -> Option<Self> {
        let host = headers.get(HOST)?.to_str().ok()?;
        let secure = format!("https://{host}");
        let nearby = Url::parse(&secure).is_ok_and(|url| is_nearby(&url));
        if nearby { format!("http://{host}").parse().ok() } else { secure.parse().ok() }
    }
}

impl FromStr for PublicAddress {
    type Err = PublicAddressError;

    fn from_str(text: &str) -> Result<Self, PublicAddressError> {
        let url = Url::parse(text).map_err(|_| PublicAddressError)?;
        let bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        let web = matches!(url.scheme(), "https" | "http") && url.has_host();
        if bare && web { Ok(Self(url.origin().ascii_serialization())) } else { Err(PublicAddressError) }
    }
}

impl fmt::Display for PublicAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// True for this machine and a private network, where servers are tried without TLS.
fn is_nearby(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".local"),
        Some(Host::Ipv4(address)) => is_nearby_address(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => is_nearby_address(IpAddr::V6(address)),
        None => false,
    }
}

fn is_nearby_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn a_request_names_the_address_that_it_was_sent_to() {
        for (host, expected) in [
            ("trade.example.org", Some("https://trade.example.org")),
            ("trade.example.org:8443", Some("https://trade.example.org:8443")),
            ("TRADE.example.org", Some("https://trade.example.org")),
            ("127.0.0.1:8080", Some("http://127.0.0.1:8080")),
            ("localhost:8080", Some("http://localhost:8080")),
            ("192.168.1.20", Some("http://192.168.1.20")),
            ("[::1]:8080", Some("http://[::1]:8080")),
            ("8.8.8.8", Some("https://8.8.8.8")),
            ("trade.example.org/x", None),
            ("me@trade.example.org", None),
            ("trade.example.org?x", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            assert_eq!(PublicAddress::of(&headers).map(|address| address.to_string()).as_deref(), expected, "{host}");
        }
        assert_eq!(PublicAddress::of(&HeaderMap::new()), None);
    }

    #[test]
    fn the_setting_is_an_origin() {
        let address = "https://trade.example.org/".parse::<PublicAddress>().map(|address| address.to_string());
        assert_eq!(address.as_deref(), Ok("https://trade.example.org"));
        for bad in ["", "trade.example.org", "https://trade.example.org/app", "ftp://trade.example.org", "https:"] {
            assert_eq!(bad.parse::<PublicAddress>(), Err(PublicAddressError), "{bad}");
        }
    }
}
