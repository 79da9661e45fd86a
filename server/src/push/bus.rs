//! How servers that share a database tell each other what happened. Without `--bus` there is one server, and nothing
//! to tell; `nats://HOST:PORT[/PREFIX]` names a NATS server, and optionally a prefix for our subject there.
//!
//! The bus may lose messages. Nothing depends on it but speed: the account streams find gaps, and the sweep finds
//! what is missing at the end.

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use thiserror::Error;

use super::notice::Notice;

/// The subject's prefix where the URI names none.
const PREFIX_DEFAULT: &str = "plumbline";

#[derive(Debug, Error)]
pub enum BusError {
    #[error("the bus URI {0:?} is not of the form nats://HOST:PORT[/PREFIX]")]
    InvalidUri(String),
    #[error("the bus cannot be reached: {0}")]
    Connect(#[from] async_nats::ConnectError),
    #[error("the bus refused a subscription: {0}")]
    Subscribe(#[from] async_nats::SubscribeError),
}

/// The connection to the other servers, if there are any.
#[derive(Debug)]
pub enum Bus {
    /// This server is alone.
    Local,
    Nats {
        outgoing: Outgoing,
        received: Box<Subscriber>,
    },
}

impl Bus {
    /// Connects, and fails when the bus cannot be reached. Later losses of the connection heal by themselves.
    pub async fn connect(uri: Option<&str>) -> Result<Self, BusError> {
        let Some(uri) = uri else { return Ok(Bus::Local) };
        let (address, prefix) = parse(uri).ok_or_else(|| BusError::InvalidUri(uri.to_owned()))?;
        // A server does not hear itself: its own sockets have been told already.
        let client = ConnectOptions::new().name("plumbline").no_echo().connect(address).await?;
        let subject = format!("{prefix}.push");
        let received = Box::new(client.subscribe(subject.clone()).await?);
        Ok(Bus::Nats { outgoing: Outgoing { client, subject }, received })
    }

    /// The way to the other servers, if there are any.
    pub fn outgoing(&self) -> Option<Outgoing> {
        match self {
            Bus::Local => None,
            Bus::Nats { outgoing, .. } => Some(outgoing.clone()),
        }
    }

    /// The next notice of another server. Never returns when there is none.
    pub async fn receive(&mut self) -> Notice {
        let Bus::Nats { received, .. } = self else { return std::future::pending().await };
        while let Some(message) = received.next().await {
            match Notice::from_json(&message.payload) {
                Ok(notice) => return notice,
                Err(error) => tracing::warn!(%error, "a message on the bus is not one of ours"),
            }
        }
        std::future::pending().await
    }
}

/// Sends notices to the other servers.
#[derive(Clone, Debug)]
pub struct Outgoing {
    client: Client,
    subject: String,
}

impl Outgoing {
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Waits for as long as the bus takes nothing.
    pub async fn send(&self, notice: Bytes) {
        if let Err(error) = self.client.publish(self.subject.clone(), notice).await {
            tracing::warn!(%error, "the other servers were not told; they will find out at their next sweep");
        }
    }
}

/// The server's address and the prefix of our subject.
fn parse(uri: &str) -> Option<(String, &str)> {
    let (scheme, rest) = uri.split_once("://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let prefix = if path.is_empty() { PREFIX_DEFAULT } else { path };
    let plain = prefix.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'));
    let valid = matches!(scheme, "nats" | "tls") && !host.is_empty() && plain;
    valid.then(|| (format!("{scheme}://{host}"), prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_name_a_server_and_a_prefix() {
        let table = [
            ("nats://127.0.0.1:4222", Some(("nats://127.0.0.1:4222", "plumbline"))),
            ("nats://127.0.0.1:4222/", Some(("nats://127.0.0.1:4222", "plumbline"))),
            ("tls://user:secret@bus:4222/demo-2", Some(("tls://user:secret@bus:4222", "demo-2"))),
            ("nats://bus/a b", None),
            ("nats://", None),
            ("redis://bus", None),
            ("bus:4222", None),
        ];
        for (uri, expected) in table {
            let parsed = parse(uri);
            assert_eq!(parsed.as_ref().map(|(address, prefix)| (address.as_str(), *prefix)), expected, "{uri}");
        }
    }
}
