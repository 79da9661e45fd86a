//! The notices that one server sends to its own sockets and to the other servers, and their form on the bus.

use plumbline_core::ids::{AccountId, SessionId};
use serde::{Deserialize, Serialize};

use super::events::AccountEvent;
use crate::identity::Ended;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The events of one commit.
    Events(Vec<AccountEvent>),
    SessionsEnded(AccountId, Ended),
}

/// An event on the bus: account, number, topic, data.
type EventOnBus = (i64, i64, String, String);

/// A notice on the bus. Servers of two versions may share a bus during an upgrade, so names must stay.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum OnBus {
    Events(Vec<EventOnBus>),
    SessionEnded { account: i64, session: i64 },
    OtherSessionsEnded { account: i64, kept: i64 },
    SessionsEnded { account: i64 },
}

impl Notice {
    pub fn to_json(&self) -> Vec<u8> {
        serde_json::to_vec(&OnBus::from(self)).expect("a notice always serialises")
    }

    pub fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice::<OnBus>(json).map(Self::from)
    }
}

impl From<&Notice> for OnBus {
    fn from(notice: &Notice) -> Self {
        let event = |e: &AccountEvent| (e.account_id.0, e.seq, e.topic.to_string(), e.data.clone());
        match notice {
            Notice::Events(events) => OnBus::Events(events.iter().map(event).collect()),
            Notice::SessionsEnded(account, ended) => match ended {
                Ended::One(session) => OnBus::SessionEnded { account: account.0, session: session.0 },
                Ended::AllExcept(kept) => OnBus::OtherSessionsEnded { account: account.0, kept: kept.0 },
                Ended::All => OnBus::SessionsEnded { account: account.0 },
            },
        }
    }
}

impl From<OnBus> for Notice {
    fn from(on_bus: OnBus) -> Self {
        let event = |(account, seq, topic, data): EventOnBus| AccountEvent {
            account_id: AccountId(account),
            seq,
            topic: topic.into(),
            data,
        };
        let ended = |account, ended| Notice::SessionsEnded(AccountId(account), ended);
        match on_bus {
            OnBus::Events(events) => Notice::Events(events.into_iter().map(event).collect()),
            OnBus::SessionEnded { account, session } => ended(account, Ended::One(SessionId(session))),
            OnBus::OtherSessionsEnded { account, kept } => ended(account, Ended::AllExcept(SessionId(kept))),
            OnBus::SessionsEnded { account } => ended(account, Ended::All),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_survive_the_bus() {
        let event =
            AccountEvent { account_id: AccountId(7), seq: 3, topic: "orders".into(), data: r#"{"id":"1"}"#.to_owned() };
        let ended = |ended| Notice::SessionsEnded(AccountId(7), ended);
        let notices = [
            Notice::Events(vec![event]),
            ended(Ended::One(SessionId(5))),
            ended(Ended::AllExcept(SessionId(5))),
            ended(Ended::All),
        ];
        for notice in notices {
            assert_eq!(Notice::from_json(&notice.to_json()).unwrap(), notice);
        }
        assert!(Notice::from_json(b"{\"prices\":[]}").is_err());
    }
}
