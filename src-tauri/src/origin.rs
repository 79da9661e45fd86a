//! Reads the address of a server: an origin that is safe to send a token to. The build script reads with it too.

use std::net::IpAddr;

use url::{Host, Url};

/// The reason why a text is no address of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginError {
    /// No address, or more than an origin.
    Invalid,
    /// Without TLS beyond this machine and a private network.
    Insecure,
}

/// Reads an origin, with `https` where the text names no scheme.
///
/// # Errors
/// [`OriginError`] for a text that is no origin, or one that is not safe.
pub fn origin(text: &str) -> Result<Url, OriginError> {
    let text = text.trim();
    let text = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let url = Url::parse(&text).map_err(|_| OriginError::Invalid)?;
    let bare = url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    match url.scheme() {
        "https" | "http" if !bare => Err(OriginError::Invalid),
        "https" => Ok(url),
        "http" if is_nearby(&url) => Ok(url),
        "http" => Err(OriginError::Insecure),
        _ => Err(OriginError::Invalid),
    }
}

/// True if a connection without TLS stays on this machine or inside the customer's own network.
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
