use std::sync::Arc;

use axum::extract::State;

use super::{Inbox, NoticeRow, store, unknown};
use crate::http::{ApiError, Envelope, Language, Reply, Segment, wire};
use crate::identity::CurrentSession;

/// One notice. Showing it does not mark it as read.
#[utoipa::path(get, path = "/userMessage/{id}", tag = "inbox",
    params(("id" = wire::Id, Path, description = "The notice's id")),
    responses((status = 200, body = Envelope<NoticeRow>), (status = 404, description = "notice_unknown")))]
pub async fn detail(
    State(inbox): State<Arc<Inbox>>,
    session: CurrentSession,
    language: Language,
    Segment(id): Segment,
) -> Result<Reply<NoticeRow>, ApiError> {
    let id = id.parse().map_err(|_| unknown("id"))?;
    let found = store::find(&mut inbox.db.read().await?, session.account_id, id).await?;
    let kept = found.ok_or(unknown("id"))?;
    Ok(Reply(NoticeRow::of(&kept, &inbox.market, language)))
}
