use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Watchlists, store};
use crate::http::{ApiError, Body, Envelope, Reply};
use crate::identity::CurrentSession;

/// The instrument to watch. Only the code and the market decide; the rest is what the wire also sends.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveRequest {
    pub secu_code: String,
    pub market: Option<String>,
    pub security_name: Option<String>,
    pub classify: Option<String>,
    pub assettype: Option<String>,
}

/// An entry of the watchlist.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryReply {
    pub id: String,
}

/// Watches an instrument; watching it again changes nothing.
#[utoipa::path(post, path = "/userSelfSecurity/save", tag = "watchlist", request_body = SaveRequest,
    responses((status = 200, body = Envelope<EntryReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 409, description = "watchlist_full"),
        (status = 422, description = "market_unknown")))]
pub async fn save(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Body(request): Body<SaveRequest>,
) -> Result<Reply<EntryReply>, ApiError> {
    let instrument = lists.market.find(request.market.as_deref(), &request.secu_code)?;
    let mut tx = lists.db.begin().await?;
    if store::count(&mut tx, session.account_id).await? >= store::MAX
        && store::find(&mut tx, session.account_id, instrument.id).await?.is_none()
    {
        return Err(ApiError::conflict("watchlist_full"));
    }
    let id = store::add(&mut tx, lists.ids.next(), session.account_id, instrument.id, lists.clock.now()).await?;
    tx.commit().await?;
    Ok(Reply(EntryReply { id: id.to_string() }))
}
