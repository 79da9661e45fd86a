use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::store;
use crate::http::{ApiError, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::watchlist::Watchlists;

/// A group of the watchlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchGroup {
    pub id: wire::Id,
    /// The name that its owner gave it.
    pub name: wire::GroupName,
    /// The entries of the watchlist that are in the group, in the group's own order.
    pub watch_ids: Vec<wire::Id>,
}

/// The groups of the caller's watchlist, in the caller's order. Entries that are in no group are on the watchlist
/// alone.
#[utoipa::path(get, path = "/watchlist/groups", tag = "watchlist",
    responses((status = 200, body = Envelope<Vec<WatchGroup>>)))]
pub async fn list(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
) -> Result<Reply<Vec<WatchGroup>>, ApiError> {
    let mut reader = lists.db.read().await?;
    let groups = store::groups(&mut reader, session.account_id).await?;
    let mut entries: HashMap<i64, Vec<wire::Id>> = HashMap::new();
    for (group, watch) in store::places(&mut reader, session.account_id).await? {
        entries.entry(group).or_default().push(watch.into());
    }
    let groups = groups.into_iter().map(|(id, name)| WatchGroup {
        id: id.into(),
        name: name.into(),
        watch_ids: entries.remove(&id).unwrap_or_default(),
    });
    Ok(Reply(groups.collect()))
}
