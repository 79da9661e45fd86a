use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{PLACES_MAX, read_group, store, unknown};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::trending::Visitor;
use crate::watchlist::save::EntryReply;
use crate::watchlist::{self, Watchlists};

/// An instrument, and the group to put it into.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PutRequest {
    pub group_id: wire::Id,
    pub secu_code: wire::StockCode,
    pub market: Option<wire::Market>,
    /// The group that the instrument moves from; without one it also stays in its other groups.
    pub from_group_id: Option<wire::Id>,
}

/// Puts an instrument at the top of a group, and on the watchlist if it is not there; an instrument that is in the
/// group already stays where it is.
#[utoipa::path(post, path = "/watchlist/groups/put", tag = "watchlist", request_body = PutRequest,
    responses((status = 200, body = Envelope<EntryReply>),
        (status = 404, description = "group_unknown, instrument_unknown"),
        (status = 409, description = "watchlist_full"),
        (status = 422, description = "market_unknown")))]
pub async fn put(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    visitor: Visitor,
    Body(request): Body<PutRequest>,
) -> Result<Reply<EntryReply>, ApiError> {
    let (account, group) = (session.account_id, read_group(&request.group_id)?);
    let from = request.from_group_id.as_deref().map(read_group).transpose()?.filter(|from| *from != group);
    let instrument = lists.market.find(request.market.as_deref(), &request.secu_code)?;
    let mut tx = lists.db.begin().await?;
    watchlist::store::lock(&mut tx, account).await?;
    if !store::exists(&mut tx, account, group).await? {
        return Err(unknown());
    }
    let watch = lists.watch(&mut tx, account, instrument.id).await?;
    if let Some(from) = from {
        store::take(&mut tx, account, from, watch).await?;
    }
    if !store::holds(&mut tx, account, group, watch).await? {
        if store::count_places(&mut tx, account).await? >= PLACES_MAX {
            return Err(ApiError::conflict("watchlist_full"));
        }
        store::put(&mut tx, account, group, watch).await?;
    }
    tx.commit().await?;
    lists.market.trending.note(&visitor, instrument.id, lists.clock.now());
    Ok(Reply(EntryReply { id: watch.into() }))
}
