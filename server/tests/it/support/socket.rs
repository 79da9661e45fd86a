//! A client of the push socket.

use std::collections::VecDeque;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Customer, TestServer};

/// The paper autopilot takes a few seconds to review a deposit.
const PATIENCE: Duration = Duration::from_secs(30);

/// A push socket of a server.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    messages: VecDeque<Value>,
}

impl Socket {
    pub async fn open(server: &TestServer) -> Self {
        Self::at(&server.base).await
    }

    /// A socket of the server at an address.
    pub async fn at(base: &str) -> Self {
        let (stream, _) = connect_async(format!("{}/push", base.replace("http", "ws"))).await.unwrap();
        Self { stream, messages: VecDeque::new() }
    }

    pub async fn open_for(customer: &Customer<'_>, subscribe: Value) -> Self {
        let mut socket = Self::open(customer.server).await;
        socket.send(json!({"op": "auth", "token": customer.token})).await;
        assert_eq!(socket.next().await, json!({"op": "authenticated"}));
        socket.send(subscribe).await;
        assert_eq!(socket.next().await["op"], "subscribed");
        socket
    }

    pub async fn send(&mut self, frame: Value) {
        self.stream.send(Message::text(frame.to_string())).await.unwrap();
    }

    pub async fn next(&mut self) -> Value {
        timeout(PATIENCE, self.read()).await.expect("a message in time")
    }

    async fn read(&mut self) -> Value {
        while self.messages.is_empty() {
            match self.stream.next().await.expect("an open socket").unwrap() {
                Message::Text(text) => self.messages.extend(serde_json::from_str::<Vec<Value>>(&text).unwrap()),
                Message::Close(reason) => panic!("the server closed the socket: {reason:?}"),
                _ => {}
            }
        }
        self.messages.pop_front().unwrap()
    }

    /// Messages up to the first that `last` holds for.
    pub async fn until(&mut self, last: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut messages = vec![self.next().await];
        while !last(&messages[messages.len() - 1]) {
            messages.push(self.next().await);
        }
        messages
    }
}
