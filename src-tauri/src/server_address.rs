//! The server that this window talks to: an origin, chosen by the customer and kept in the settings.

use std::{fmt, str::FromStr};

use tauri::AppHandle;
use url::Url;

use crate::{
    error::ShellError,
    origin::{OriginError, origin},
    settings,
};

/// The server that this build was made for. The build script has checked it.
const BUILT_FOR: Option<&str> = option_env!("PLUMBLINE_SERVER");

/// The origin of a server, without path, user or query.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ServerAddress(Url);

impl ServerAddress {
    /// The customer's choice, or the server that this build was made for.
    ///
    /// # Errors
    /// [`ShellError::ServerUnset`] while there is neither: the customer names a server first.
    pub fn current(app: &AppHandle) -> Result<Self, ShellError> {
        let chosen = settings::get(app, settings::SERVER_ADDRESS);
        Self::known(chosen.as_ref().and_then(|value| value.as_str()), BUILT_FOR)
    }

    fn known(chosen: Option<&str>, built_for: Option<&str>) -> Result<Self, ShellError> {
        [chosen, built_for].into_iter().flatten().find_map(|text| text.parse().ok()).ok_or(ShellError::ServerUnset)
    }

    /// True if what is sent to this server is encrypted.
    pub fn is_secure(&self) -> bool {
        self.0.scheme() == "https"
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
        origin(text).map(Self).map_err(|error| match error {
            OriginError::Invalid => ShellError::AddressInvalid,
            OriginError::Insecure => ShellError::AddressInsecure,
        })
    }
}

/// The origin, as the customer sees it, and as the keychain's entry is named.
impl fmt::Display for ServerAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.origin().ascii_serialization())
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
    fn a_choice_goes_before_the_server_of_the_build_and_without_either_there_is_none() {
        let built = Some("https://built.example");
        for (chosen, built_for, expected) in [
            (Some("https://chosen.example"), built, Some("https://chosen.example")),
            (Some("spoiled"), built, Some("https://spoiled")),
            (Some("http://8.8.8.8"), built, Some("https://built.example")),
            (None, built, Some("https://built.example")),
            (None, None, None),
            (None, Some(""), None),
        ] {
            let known = ServerAddress::known(chosen, built_for).ok().map(|address| address.to_string());
            assert_eq!(known.as_deref(), expected, "{chosen:?} {built_for:?}");
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
