use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::NoticeId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Inbox, unknown};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;

/// Notices that may be named at a time: a page of them.
const NAMED_MAX: usize = 100;

/// The notices that were read: one, several, or with neither field all of them.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReadRequest {
    pub id: Option<wire::Id>,
    /// The ids of the notices, at most 100.
    #[schema(max_items = 100)]
    pub ids: Option<Vec<wire::Id>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReadReply {
    /// The number of notices that were unread before.
    #[schema(minimum = 0)]
    pub changed: i64,
    /// The number of notices in the inbox that are unread now.
    #[schema(minimum = 0)]
    pub unread: i64,
}

/// Marks notices as read; notices that are read already stay so.
#[utoipa::path(post, path = "/userMessage/updateRead", tag = "inbox", request_body = ReadRequest,
    responses((status = 200, body = Envelope<ReadReply>), (status = 404, description = "notice_unknown"),
        (status = 422, description = "too_many_notices")))]
pub async fn update_read(
    State(inbox): State<Arc<Inbox>>,
    session: CurrentSession,
    Body(request): Body<ReadRequest>,
) -> Result<Reply<ReadReply>, ApiError> {
    let ids = request.ids()?;
    let (changed, unread) = inbox.mark_read(session.account_id, ids.as_deref()).await?;
    Ok(Reply(ReadReply { changed, unread }))
}

impl ReadRequest {
    /// `None` for all.
    fn ids(&self) -> Result<Option<Vec<NoticeId>>, ApiError> {
        if self.id.is_none() && self.ids.is_none() {
            return Ok(None);
        }
        if self.ids.as_ref().is_some_and(|ids| ids.len() > NAMED_MAX) {
            return Err(ApiError::invalid("too_many_notices", "ids"));
        }
        let named = self.id.iter().chain(self.ids.iter().flatten());
        let ids: Result<Vec<NoticeId>, _> = named.map(|id| id.parse().map_err(|_| unknown("ids"))).collect();
        ids.map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_several_or_all_are_named() {
        let read = |json: &str| serde_json::from_str::<ReadRequest>(json).unwrap().ids().map_err(|error| error.word);
        assert_eq!(read("{}"), Ok(None));
        assert_eq!(read(r#"{"id":"7"}"#), Ok(Some(vec![NoticeId(7)])));
        assert_eq!(read(r#"{"ids":["7","8"]}"#), Ok(Some(vec![NoticeId(7), NoticeId(8)])));
        assert_eq!(read(r#"{"ids":[]}"#), Ok(Some(Vec::new())), "nothing is not all");
        assert_eq!(read(r#"{"id":""}"#), Err("notice_unknown"), "an empty name is not all");
        let many = serde_json::json!({ "ids": vec!["7"; 101] }).to_string();
        assert_eq!(read(&many), Err("too_many_notices"));
    }
}
