//! The bus between servers that share a database. Without `--bus` there is one server, and no messages;
//! `nats://HOST:PORT[/PREFIX]` names a NATS server, and optionally a prefix for the product's subjects there.
//!
//! The bus may lose messages. Only speed depends on it: the account streams find gaps in the database, and a standby
//! that misses ticks asks the leader for all of them.
//!
//! Others may write on it too. Every message is signed with a key made from the servers' common one and from the
//! database that they share; any other is dropped before it is read.

use std::sync::Arc;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use thiserror::Error;
use tokio::time::Instant;

use crate::logging::Seldom;
use crate::server_key::{MessageKey, ServerKey};

/// The subjects' prefix if the URI has none.
const PREFIX_DEFAULT: &str = "plumbline";
/// The purpose of the key that signs messages.
const PURPOSE: &str = "bus message";
/// Time that a starting server waits for the bus before it starts without.
const FIRST_WAIT: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(20);

#[derive(Debug, Error)]
pub enum BusError {
    #[error("the bus URI is not of the form nats://[USER:PASSWORD@]HOST:PORT[/PREFIX]")]
    InvalidUri,
    #[error("the bus cannot be used: {0}")]
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
    key: MessageKey,
    refusals: Arc<Seldom>,
}

impl Bus {
    /// Connects. While the bus cannot be reached, at the start and later, it is tried again in the background.
    ///
    /// `key` and `database` are what the servers have in common: messages of others are dropped.
    ///
    /// # Errors
    /// The URI is not of that form.
    pub async fn connect(uri: Option<&str>, key: &ServerKey, database: &str) -> Result<Self, BusError> {
        let Some(uri) = uri else { return Ok(Self(None)) };
        let (address, prefix) = parse(uri).ok_or(BusError::InvalidUri)?;
        // A server does not receive its own messages: its sockets have been notified already.
        let options = ConnectOptions::new().name("plumbline").no_echo().retry_on_initial_connect();
        let client = options.connect(address).await?;
        let (prefix, key) = (prefix.to_owned(), key.for_messages(&[PURPOSE, database]));
        let bus = Self(Some(Connected { client, prefix, key, refusals: Arc::default() }));
        let since = Instant::now();
        while !bus.is_connected() && since.elapsed() < FIRST_WAIT {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        if !bus.is_connected() {
            tracing::warn!("the bus cannot be reached: this server starts without it, and goes on trying");
        }
        Ok(bus)
    }

    /// True also if there are no other servers.
    pub fn is_connected(&self) -> bool {
        self.0.as_ref().is_none_or(|bus| bus.client.connection_state() == State::Connected)
    }

    /// The sender to the other servers for a topic; `None` if there are none.
    pub fn outgoing(&self, topic: &str) -> Option<Outgoing> {
        let Connected { client, prefix, key, .. } = self.0.as_ref()?;
        Some(Outgoing { client: client.clone(), key: key.clone(), subject: format!("{prefix}.{topic}") })
    }

    /// The messages of the other servers on a topic; `None` if there are none.
    ///
    /// # Errors
    /// The bus refuses the subscription.
    pub async fn subscribe(&self, topic: &str) -> Result<Option<Incoming>, BusError> {
        let Some(Connected { client, prefix, key, refusals }) = &self.0 else { return Ok(None) };
        let subject = format!("{prefix}.{topic}");
        let subscriber = client.subscribe(subject.clone()).await?;
        Ok(Some(Incoming { subscriber, key: key.clone(), subject, refusals: refusals.clone() }))
    }
}

/// Sends to the other servers on one topic.
#[derive(Clone, Debug)]
pub struct Outgoing {
    client: Client,
    key: MessageKey,
    subject: String,
}

impl Outgoing {
    /// Waits as long as the bus is blocked.
    pub async fn send(&self, message: &[u8]) {
        let signed = Bytes::from(self.key.sign(&self.subject, message));
        if let Err(error) = self.client.publish(self.subject.clone(), signed).await {
            tracing::warn!(%error, subject = self.subject, "the other servers were not told; they find out by themselves");
        }
    }
}

/// Receives from the other servers on one topic.
#[derive(Debug)]
pub struct Incoming {
    subscriber: Subscriber,
    key: MessageKey,
    subject: String,
    refusals: Arc<Seldom>,
}

impl Incoming {
    /// The content of the next message that a server of this database has sent; `None` once the bus is closed.
    pub async fn next(&mut self) -> Option<Bytes> {
        loop {
            let message = self.subscriber.next().await?.payload;
            if let Some(content) = self.key.open(&self.subject, &message) {
                return Some(message.slice_ref(content));
            }
            self.refuse("unsigned", &"its signature is not that of a server of this database");
        }
    }

    /// Counts a message that cannot be read although one of our servers sent it.
    pub fn unreadable(&self, error: &dyn std::fmt::Display) {
        self.refuse("unreadable", error);
    }

    fn refuse(&self, reason: &'static str, error: &dyn std::fmt::Display) {
        metrics::counter!("plumbline_bus_messages_refused_total", "reason" => reason).increment(1);
        if let Some(count) = self.refusals.due() {
            tracing::warn!(count, subject = self.subject, %error, "messages on the bus were dropped");
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
