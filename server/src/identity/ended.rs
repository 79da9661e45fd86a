//! The end of sessions, for whoever holds something open on their behalf.

use std::fmt::Debug;

use plumbline_core::ids::{AccountId, SessionId};

/// Which of an account's sessions came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    One(SessionId),
    /// All but the one that asked for it.
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

/// Must know at once when sessions end, as the push sockets that were opened with them.
pub trait SessionListener: Debug + Send + Sync {
    /// The sessions are over: the end is committed.
    fn sessions_ended(&self, account: AccountId, ended: Ended);
}
