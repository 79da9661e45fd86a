//! The stream messages of an inbox.

use plumbline_core::ids::NoticeId;
use plumbline_core::inbox::Notice;
use plumbline_core::time::UnixMillis;
use serde::Serialize;

/// The data of a message on the topic `messages`; `unread` is the number of unread notices after it.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum InboxEvent {
    /// A new notice, whose sentence is read over HTTP in the reader's language.
    Notice { id: String, notice: &'static str, create_timestamp: String, unread: i64 },
    /// These notices were read; `None` for all.
    Read { ids: Option<Vec<String>>, unread: i64 },
}

impl InboxEvent {
    pub fn of(notice: &Notice, unread: i64) -> Self {
        let Notice { id, kind, created_at: UnixMillis(at), .. } = notice;
        Self::Notice { id: id.to_string(), notice: kind.code(), create_timestamp: at.to_string(), unread }
    }

    pub fn read(ids: Option<&[NoticeId]>, unread: i64) -> Self {
        Self::Read { ids: ids.map(|ids| ids.iter().map(NoticeId::to_string).collect()), unread }
    }
}
