//! The one HTTP client, shared by API calls and the push socket.

use std::time::Duration;

use reqwest::{Client, ClientBuilder, redirect::Policy};

use crate::error::ShellError;

/// The longest time that one call may take: the server gives up a request after as long.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Builds the client. Redirects are not followed: they could carry the token to another host.
///
/// # Errors
/// [`ShellError::ServerUnreachable`] when the system's certificates cannot be used.
pub fn build() -> Result<Client, ShellError> {
    // A second call finds the provider installed already, which is just as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(Policy::none())
        .user_agent(concat!("plumbline-shell/", env!("CARGO_PKG_VERSION")));
    Ok(with_roots(builder).build()?)
}

#[cfg(not(target_os = "android"))]
fn with_roots(builder: ClientBuilder) -> ClientBuilder {
    builder
}

/// Android's own verifier needs a Java class that a Rust library cannot bring along.
#[cfg(target_os = "android")]
fn with_roots(builder: ClientBuilder) -> ClientBuilder {
    let roots =
        webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().filter_map(|root| reqwest::Certificate::from_der(root).ok());
    builder.tls_certs_only(roots)
}
