use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Inbox, NoticeRow, store};
use crate::http::{ApiError, Envelope, Histories, Language, PageInfo, PageRequest, Params, Reply};
use crate::identity::CurrentSession;

#[derive(Debug, Serialize, ToSchema)]
pub struct InboxReply {
    pub list: Vec<NoticeRow>,
    pub page: PageInfo,
    /// The number of unread notices.
    #[schema(minimum = 0)]
    pub unread: i64,
}

/// The customer's notices, newest first.
#[utoipa::path(get, path = "/userMessage/getMessage", tag = "inbox", params(PageRequest),
    responses((status = 200, body = Envelope<InboxReply>),
        (status = 422, description = "page_invalid")))]
pub async fn list(
    State(inbox): State<Arc<Inbox>>,
    State(histories): State<Histories>,
    session: CurrentSession,
    language: Language,
    Params(page): Params<PageRequest>,
) -> Result<Reply<InboxReply>, ApiError> {
    let page = page.checked()?;
    let mut reader = histories.read(session.account_id).await?;
    let (found, total) = store::page(&mut reader, session.account_id, page).await?;
    let unread = store::unread(&mut reader, session.account_id).await?;
    let rows = found.iter().map(|kept| NoticeRow::of(kept, &inbox.market, language)).collect();
    let paged = page.of(rows, total);
    Ok(Reply(InboxReply { list: paged.list, page: paged.page, unread }))
}
