use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{read_group, store, unknown};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::watchlist::reorder::{ReorderReply, read_order};
use crate::watchlist::{self, Watchlists};

/// All entries of a group in their new order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReorderRowsRequest {
    pub group_id: wire::Id,
    pub ids: Vec<wire::Id>,
}

/// Puts the entries of a group in a new order; refused if the group has other entries by then.
#[utoipa::path(post, path = "/watchlist/groups/reorderRows", tag = "watchlist", request_body = ReorderRowsRequest,
    responses((status = 200, body = Envelope<ReorderReply>),
        (status = 404, description = "group_unknown"),
        (status = 409, description = "watchlist_changed")))]
pub async fn reorder_rows(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<ReorderRowsRequest>,
) -> Result<Reply<ReorderReply>, ApiError> {
    let (account, group) = (session.account_id, read_group(&request.group_id)?);
    let mut tx = lists.db.begin().await?;
    watchlist::store::lock(&mut tx, account).await?;
    if !store::exists(&mut tx, account, group).await? {
        return Err(unknown());
    }
    let places = store::places(&mut tx, account).await?.into_iter();
    let present = places.filter(|(of, _)| *of == group).map(|(_, watch)| watch).collect();
    let ids = read_order(&request.ids, &present)?;
    store::reorder_places(&mut tx, account, group, &ids).await?;
    tx.commit().await?;
    Ok(Reply(ReorderReply { ids: request.ids }))
}
