//! The frames that clients send, and the server's answers other than topic messages.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::frame::Frame;
use super::topic::Kind;

/// One frame of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Request {
    Auth {
        token: String,
    },
    Subscribe {
        topics: Vec<String>,
        #[serde(default)]
        rate: Rate,
        /// The number of the last event of each user topic that the client has received.
        #[serde(default)]
        since: HashMap<String, i64>,
    },
    Unsubscribe {
        topics: Vec<String>,
    },
    Ping,
}

/// The rate at which public topics are flushed to a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rate {
    /// Every 100 ms: as much as the eye follows in a list.
    #[default]
    Normal,
    /// Every 10 ms: an open chart or ticket.
    Fast,
}

/// An answer of the server.
#[derive(Debug, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Answer<'a> {
    Authenticated,
    /// The user topics that are on from now, and the number of the account's newest event, to resume from later.
    Subscribed {
        topics: Vec<&'a str>,
        seq: i64,
    },
    Pong,
    /// Events were missed that are no longer kept: read these topics again over HTTP.
    Resync {
        topics: Vec<&'a str>,
    },
    /// The server is about to stop: connect again.
    Reconnect,
    Error {
        /// A stable word.
        error: &'a str,
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        topics: &'a [String],
        /// The kind of topics that there are too many of, and the most that a client may have.
        #[serde(flatten)]
        limit: Option<Limit>,
    },
}

/// The most topics of a kind that a client may have.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Limit {
    pub kind: &'static str,
    pub limit: usize,
}

impl Answer<'_> {
    pub const fn error(word: &'static str) -> Self {
        Answer::Error { error: word, topics: &[], limit: None }
    }

    pub const fn too_many(kind: Kind) -> Self {
        let limit = Some(Limit { kind: kind.code(), limit: kind.most() });
        Answer::Error { error: "too_many_topics", topics: &[], limit }
    }

    /// The finished frame.
    pub fn frame(&self) -> Vec<u8> {
        Frame::of(&serde_json::to_vec(self).expect("an answer always serialises"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_clients_are_read() {
        let subscribe =
            r#"{"op":"subscribe","topics":["quote:UsStock:AAPL","orders"],"rate":"fast","since":{"orders":12}}"#;
        match serde_json::from_str(subscribe).unwrap() {
            Request::Subscribe { topics, rate, since } => {
                assert_eq!((topics.len(), rate, since["orders"]), (2, Rate::Fast, 12));
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(serde_json::from_str(r#"{"op":"ping"}"#), Ok(Request::Ping)));
        for bad in ["", "{}", "[]", r#"{"op":"sell"}"#, r#"{"op":"auth"}"#, r#"{"op":"subscribe","topics":"orders"}"#] {
            assert!(serde_json::from_str::<Request>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn answers_are_written() {
        let table = [
            (Answer::Authenticated, r#"{"op":"authenticated"}"#),
            (Answer::error("token_invalid"), r#"{"op":"error","error":"token_invalid"}"#),
            (Answer::too_many(Kind::Depth), r#"{"op":"error","error":"too_many_topics","kind":"depth","limit":20}"#),
            (
                Answer::Subscribed { topics: vec!["orders"], seq: 3 },
                r#"{"op":"subscribed","topics":["orders"],"seq":3}"#,
            ),
        ];
        for (answer, expected) in table {
            assert_eq!(serde_json::to_string(&answer).unwrap(), expected);
        }
    }
}
