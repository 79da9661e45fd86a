use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GROUPS_MAX, read_name, store};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::watchlist::{self, Watchlists};

#[derive(Debug, Deserialize, ToSchema)]
pub struct CreateGroupRequest {
    pub name: wire::GroupName,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct GroupReply {
    pub id: wire::Id,
    pub name: wire::GroupName,
}

/// Creates a group behind the others. If a group has the name already, the answer is that group.
#[utoipa::path(post, path = "/watchlist/groups/create", tag = "watchlist", request_body = CreateGroupRequest,
    responses((status = 200, body = Envelope<GroupReply>),
        (status = 409, description = "too_many_groups"),
        (status = 422, description = "field_required, text_too_long, text_invalid")))]
pub async fn create(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<CreateGroupRequest>,
) -> Result<Reply<GroupReply>, ApiError> {
    let (account, name) = (session.account_id, read_name(&request.name)?);
    let mut tx = lists.db.begin().await?;
    watchlist::store::lock(&mut tx, account).await?;
    let id = match store::named(&mut tx, account, &name).await? {
        Some(id) => id,
        None if store::count_groups(&mut tx, account).await? >= GROUPS_MAX => {
            let detail = serde_json::json!({ "maximum": GROUPS_MAX });
            return Err(ApiError::conflict("too_many_groups").with_detail(detail));
        }
        None => {
            let id = lists.ids.next();
            store::create(&mut tx, id, account, &name, lists.clock.now()).await?;
            id
        }
    };
    tx.commit().await?;
    Ok(Reply(GroupReply { id: id.into(), name: name.into() }))
}
