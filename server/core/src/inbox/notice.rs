use crate::decision::{Record, Stamp};
use crate::ids::{AccountId, NoticeId};
use crate::time::UnixMillis;

use super::NoticeKind;

/// One entry of an inbox. It is written once; the inbox stores whether it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub id: NoticeId,
    pub account: AccountId,
    pub kind: NoticeKind,
    pub created_at: UnixMillis,
}

impl Notice {
    /// A notice to an account about the action that `stamp` belongs to.
    pub fn new(account: AccountId, kind: NoticeKind, stamp: &mut Stamp) -> Self {
        Self { id: NoticeId(stamp.next_id()), account, kind, created_at: stamp.now }
    }
}

impl Record for Notice {
    type Key = NoticeId;

    const NAME: &'static str = "notice";

    fn key(&self) -> NoticeId {
        self.id
    }

    /// A new notice is unread. The server counts an account's unread notices and sends the number with each.
    fn open_of(&self) -> Option<(AccountId, bool)> {
        Some((self.account, true))
    }
}
