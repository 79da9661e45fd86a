use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{read_group, store, unknown};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::watchlist::Watchlists;
use crate::watchlist::delete::DeletedReply;

/// An entry of the watchlist, and the group to take it out of.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeRequest {
    pub group_id: wire::Id,
    pub watch_id: wire::Id,
}

/// Takes an entry out of a group; it stays on the watchlist. An entry that is not in the group is no error.
#[utoipa::path(post, path = "/watchlist/groups/take", tag = "watchlist", request_body = TakeRequest,
    responses((status = 200, body = Envelope<DeletedReply>),
        (status = 404, description = "group_unknown, watch_unknown")))]
pub async fn take(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<TakeRequest>,
) -> Result<Reply<DeletedReply>, ApiError> {
    let (account, group) = (session.account_id, read_group(&request.group_id)?);
    let watch = ids::parse(&request.watch_id).map_err(|_| ApiError::not_found("watch_unknown").on_field("watchId"))?;
    let mut tx = lists.db.begin().await?;
    if !store::exists(&mut tx, account, group).await? {
        return Err(unknown());
    }
    let deleted = store::take(&mut tx, account, group, watch).await?;
    tx.commit().await?;
    Ok(Reply(DeletedReply { deleted }))
}
