//! The bus between servers that share a database. Without `--bus` there is one server, and no messages;
//! `nats://HOST:PORT[/PREFIX]` names a NATS server, and optionally a prefix for the product's subjects there.
//!
//! The bus may lose messages. Only speed depends on it: the account streams find gaps in the database, and a standby
//! that misses ticks asks the leader for all of them.

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Subscriber};
use bytes::Bytes;
use thiserror::Error;

/// The subjects' prefix if the URI has none.
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

/// The connection to the other servers, if there are any. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Bus(Option<Connected>);

#[derive(Clone, Debug)]
struct Connected {
    client: Client,
    prefix: String,
}

impl Bus {
    /// Connects, and fails if the bus cannot be reached. Later losses of the connection are repaired automatically.
    ///
    /// # Errors
    /// The URI is not of that form, or the bus cannot be reached.
    pub async fn connect(uri: Option<&str>) -> Result<Self, BusError> {
        let Some(uri) = uri else { return Ok(Self(None)) };
        let (address, prefix) = parse(uri).ok_or_else(|| BusError::InvalidUri(uri.to_owned()))?;
        // A server does not receive its own messages: its sockets have been notified already.
        let client = ConnectOptions::new().name("plumbline").no_echo().connect(address).await?;
        Ok(Self(Some(Connected { client, prefix: prefix.to_owned() })))
    }

    /// True also if there are no other servers.
    pub fn is_connected(&self) -> bool {
        self.0.as_ref().is_none_or(|bus| bus.client.connection_state() == State::Connected)
    }

    /// The sender to the other servers for a topic; `None` if there are none.
    pub fn outgoing(&self, topic: &str) -> Option<Outgoing> {
        let Connected { client, prefix } = self.0.as_ref()?;
        Some(Outgoing { client: client.clone(), subject: format!("{prefix}.{topic}") })
    }

    /// The messages of the other servers on a topic; `None` if there are none.
    ///
    /// # Errors
    /// The bus refuses the subscription.
    pub async fn subscribe(&self, topic: &str) -> Result<Option<Subscriber>, BusError> {
        let Some(Connected { client, prefix }) = &self.0 else { return Ok(None) };
        Ok(Some(client.subscribe(format!("{prefix}.{topic}")).await?))
    }
}

/// Sends to the other servers on one topic.
#[derive(Clone, Debug)]
pub struct Outgoing {
    client: Client,
    subject: String,
}

impl Outgoing {
    /// Waits as long as the bus is blocked.
    pub async fn send(&self, message: Bytes) {
        if let Err(error) = self.client.publish(self.subject.clone(), message).await {
            tracing::warn!(%error, subject = self.subject, "the other servers were not told; they find out by themselves");
        }
    }
}

/// The server's address and the prefix of the product's subjects.
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
