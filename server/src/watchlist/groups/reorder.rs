use std::sync::Arc;

use axum::extract::State;

use super::store;
use crate::http::{ApiError, Body, Envelope, Reply};
use crate::identity::CurrentSession;
use crate::watchlist::reorder::{ReorderReply, ReorderRequest, read_order};
use crate::watchlist::{self, Watchlists};

/// Puts the caller's groups in a new order; refused if the caller has other groups by then.
#[utoipa::path(post, path = "/watchlist/groups/reorder", tag = "watchlist", request_body = ReorderRequest,
    responses((status = 200, body = Envelope<ReorderReply>),
        (status = 409, description = "watchlist_changed")))]
pub async fn reorder(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<ReorderRequest>,
) -> Result<Reply<ReorderReply>, ApiError> {
    let account = session.account_id;
    let mut tx = lists.db.begin().await?;
    watchlist::store::lock(&mut tx, account).await?;
    let present = store::groups(&mut tx, account).await?.into_iter().map(|(id, _)| id).collect();
    let ids = read_order(&request.ids, &present)?;
    store::reorder(&mut tx, account, &ids).await?;
    tx.commit().await?;
    Ok(Reply(ReorderReply { ids: request.ids }))
}
