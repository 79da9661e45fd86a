use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Inbox, NoticeRow, store};
use crate::http::{ApiError, Envelope, Histories, Language, Page, PageInfo, Params, Reply};
use crate::identity::CurrentSession;

/// A page of the inbox.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct InboxRequest {
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct InboxReply {
    pub list: Vec<NoticeRow>,
    pub page: PageInfo,
    /// All notices that are not read.
    #[schema(minimum = 0)]
    pub unread: i64,
}

/// What the customer was told, newest first.
#[utoipa::path(get, path = "/userMessage/getMessage", tag = "inbox", params(InboxRequest),
    responses((status = 200, body = Envelope<InboxReply>)))]
pub async fn list(
    State(inbox): State<Arc<Inbox>>,
    State(histories): State<Histories>,
    session: CurrentSession,
    language: Language,
    Params(InboxRequest { page_num, page_size }): Params<InboxRequest>,
) -> Result<Reply<InboxReply>, ApiError> {
    let page = Page { page_num, page_size };
    let mut reader = histories.read(session.account_id).await?;
    let (found, total) = store::page(&mut reader, session.account_id, page).await?;
    let unread = store::unread(&mut reader, session.account_id).await?;
    let rows = found.iter().map(|kept| NoticeRow::of(kept, &inbox.market, language)).collect();
    let paged = page.of(rows, total);
    Ok(Reply(InboxReply { list: paged.list, page: paged.page, unread }))
}
