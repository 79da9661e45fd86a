use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Watchlists, store};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;

/// All entries of the list in their new order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReorderRequest {
    pub ids: Vec<wire::Id>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReorderReply {
    pub ids: Vec<wire::Id>,
}

/// Puts the caller's watchlist in a new order; refused when the list has changed in the meantime.
#[utoipa::path(post, path = "/userSelfSecurity/reorder", tag = "watchlist", request_body = ReorderRequest,
    responses((status = 200, body = Envelope<ReorderReply>),
        (status = 409, description = "watchlist_changed")))]
pub async fn reorder(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<ReorderRequest>,
) -> Result<Reply<ReorderReply>, ApiError> {
    let mut tx = lists.db.begin().await?;
    store::lock(&mut tx, session.account_id).await?;
    let present = store::all(&mut tx, session.account_id).await?.into_iter().map(|(id, _)| id).collect();
    let ids = read_order(&request.ids, &present)?;
    store::reorder(&mut tx, session.account_id, &ids).await?;
    tx.commit().await?;
    Ok(Reply(ReorderReply { ids: request.ids }))
}

/// The ids in their new order, checked against those `present`.
///
/// # Errors
/// `body_invalid`; `watchlist_changed` when the two are not equal.
pub(super) fn read_order(wanted: &[wire::Id], present: &BTreeSet<i64>) -> Result<Vec<i64>, ApiError> {
    let ids: Result<Vec<i64>, _> = wanted.iter().map(|id| ids::parse(id)).collect();
    let ids = ids.map_err(|_| ApiError::invalid("body_invalid", "ids"))?;
    if present.len() != ids.len() || ids.iter().copied().collect::<BTreeSet<_>>() != *present {
        return Err(ApiError::conflict("watchlist_changed"));
    }
    Ok(ids)
}
