use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{read_group, store};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::watchlist::delete::DeletedReply;
use crate::watchlist::{self, Watchlists};

/// Names a group.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupRequest {
    pub group_id: wire::Id,
}

/// Deletes a group; its entries stay on the watchlist. Deleting it again is no error.
#[utoipa::path(post, path = "/watchlist/groups/delete", tag = "watchlist", request_body = GroupRequest,
    responses((status = 200, body = Envelope<DeletedReply>),
        (status = 404, description = "group_unknown")))]
pub async fn delete(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<GroupRequest>,
) -> Result<Reply<DeletedReply>, ApiError> {
    let group = read_group(&request.group_id)?;
    let mut tx = lists.db.begin().await?;
    watchlist::store::lock(&mut tx, session.account_id).await?;
    let deleted = store::delete(&mut tx, session.account_id, group).await?;
    tx.commit().await?;
    Ok(Reply(DeletedReply { deleted }))
}
