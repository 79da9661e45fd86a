use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Watchlists, store};
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::trending::Visitor;

/// The instrument to watch. Only the code and the market matter; the other fields are those that the wire also sends.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveRequest {
    pub secu_code: wire::StockCode,
    pub market: Option<wire::Market>,
    pub security_name: Option<String>,
    pub classify: Option<String>,
    pub assettype: Option<String>,
}

/// An entry of the watchlist.
#[derive(Debug, Serialize, ToSchema)]
pub struct EntryReply {
    pub id: wire::Id,
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
    visitor: Visitor,
    Body(request): Body<SaveRequest>,
) -> Result<Reply<EntryReply>, ApiError> {
    let instrument = lists.market.find(request.market.as_deref(), &request.secu_code)?;
    let mut tx = lists.db.begin().await?;
    store::lock(&mut tx, session.account_id).await?;
    let id = lists.watch(&mut tx, session.account_id, instrument.id).await?;
    tx.commit().await?;
    lists.market.trending.note(&visitor, instrument.id, lists.clock.now());
    Ok(Reply(EntryReply { id: id.into() }))
}
