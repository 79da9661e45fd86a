use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::GroupReply;
use super::{read_group, read_name, store, unknown};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::watchlist::{self, Watchlists};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenameGroupRequest {
    pub group_id: wire::Id,
    pub name: wire::GroupName,
}

/// Renames a group; its present name is no error.
#[utoipa::path(post, path = "/watchlist/groups/rename", tag = "watchlist", request_body = RenameGroupRequest,
    responses((status = 200, body = Envelope<GroupReply>),
        (status = 404, description = "group_unknown"),
        (status = 409, description = "group_exists"),
        (status = 422, description = "field_required, text_too_long, text_invalid")))]
pub async fn rename(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<RenameGroupRequest>,
) -> Result<Reply<GroupReply>, ApiError> {
    let (account, group, name) = (session.account_id, read_group(&request.group_id)?, read_name(&request.name)?);
    let mut tx = lists.db.begin().await?;
    watchlist::store::lock(&mut tx, account).await?;
    if !store::exists(&mut tx, account, group).await? {
        return Err(unknown());
    }
    if store::named(&mut tx, account, &name).await?.is_some_and(|other| other != group) {
        return Err(ApiError::conflict("group_exists").on_field("name"));
    }
    store::rename(&mut tx, account, group, &name).await?;
    tx.commit().await?;
    Ok(Reply(GroupReply { id: group.into(), name: name.into() }))
}
