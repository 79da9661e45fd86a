//! The server that this window talks to: an origin, chosen by the customer and kept in the settings.

use std::{fmt, net::IpAddr, str::FromStr};

use tauri::AppHandle;
use url::{Host, Url};

use crate::{error::ShellError, settings};

/// The default address of `plumbline serve`.
const DEFAULT_ADDRESS: &str = "http://127.0.0.1:8080";

/// The origin of a server, without path, user or query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ServerAddress(Url);

impl ServerAddress {
    /// The address in the settings, or this machine.
    pub fn current(app: &AppHandle) -> Self {
        settings::get(app, settings::SERVER_ADDRESS)
            .and_then(|value| value.as_str()?.parse().ok())
            .unwrap_or_else(Self::local)
    }

    fn local() -> Self {
        DEFAULT_ADDRESS.parse().expect("the default address is a valid one")
    }

    /// The URL of a call. Only a path below this origin can be named.
    ///
    /// # Errors
    /// [`ShellError::RequestInvalid`] for anything else, such as `//other.example/`.
    pub fn url(&self, path: &str) -> Result<Url, ShellError> {
        let refused = || ShellError::RequestInvalid(path.to_owned());
        let url = self.0.join(path).map_err(|_| refused())?;
        let inside = path.starts_with('/') && url.origin() == self.0.origin();
        if inside { Ok(url) } else { Err(refused()) }
    }
}

impl FromStr for ServerAddress {
    type Err = ShellError;

    fn from_str(text: &str) -> Result<Self, ShellError> {
        let text = text.trim();
        let text = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
        let url = Url::parse(&text).map_err(|_| ShellError::AddressInvalid)?;
        let bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        match url.scheme() {
            "https" | "http" if !bare => Err(ShellError::AddressInvalid),
            "https" => Ok(Self(url)),
            "http" if is_nearby(&url) => Ok(Self(url)),
            "http" => Err(ShellError::AddressInsecure),
            _ => Err(ShellError::AddressInvalid),
        }
    }
}

/// The origin, as the customer sees it, and as the keychain's entry is named.
impl fmt::Display for ServerAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.origin().ascii_serialization())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_origins_and_safe_to_send_a_token_to() {
        for (text, expected) in [
            ("https://trade.example.org", "https://trade.example.org"),
            (" trade.example.org ", "https://trade.example.org"),
            ("https://trade.example.org:8443/", "https://trade.example.org:8443"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            ("http://192.168.1.20:8080", "http://192.168.1.20:8080"),
            ("http://nas.local", "http://nas.local"),
            ("http://trade.example.org", "address_insecure"),
            ("http://8.8.8.8", "address_insecure"),
            ("https://trade.example.org/app", "address_invalid"),
            ("https://me@trade.example.org", "address_invalid"),
            ("https://trade.example.org/?a=b", "address_invalid"),
            ("ftp://trade.example.org", "address_invalid"),
            ("", "address_invalid"),
        ] {
            let found = match text.parse::<ServerAddress>() {
                Ok(address) => address.to_string(),
                Err(error) => serde_json::to_value(error).expect("json")["error"].as_str().expect("a word").to_owned(),
            };
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn a_call_cannot_leave_the_server() {
        let server: ServerAddress = "https://trade.example.org".parse().expect("address");
        for (path, expected) in [
            ("/position/me", Some("https://trade.example.org/position/me")),
            (
                "/quotes/getStock?keyword=AA&pageNum=1",
                Some("https://trade.example.org/quotes/getStock?keyword=AA&pageNum=1"),
            ),
            ("/../a", Some("https://trade.example.org/a")),
            ("//other.example/steal", None),
            ("/\\other.example/steal", None),
            ("https://other.example/steal", None),
            ("position/me", None),
            ("", None),
        ] {
            let url = server.url(path).ok().map(String::from);
            assert_eq!(url.as_deref(), expected, "{path:?}");
        }
    }
}
