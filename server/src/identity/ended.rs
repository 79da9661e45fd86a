//! The end of sessions, for parts that have resources open for them.

use std::fmt::Debug;

use plumbline_core::ids::{AccountId, SessionId};

/// The sessions of an account that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    One(SessionId),
    /// All except the calling session.
    AllExcept(SessionId),
    /// All, as after a password reset.
    All,
}

impl Ended {
    pub fn includes(self, session: SessionId) -> bool {
        match self {
            Ended::One(ended) => ended == session,
            Ended::AllExcept(kept) => kept != session,
            Ended::All => true,
        }
    }
}

/// Notified at once when sessions end, such as the push sockets that were opened with them.
pub trait SessionListener: Debug + Send + Sync {
    /// Called after the end of the sessions is committed.
    fn sessions_ended(&self, account: AccountId, ended: Ended);
}
