use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Watchlists, groups, store};
use crate::http::{ApiError, Envelope, Params, Reply, Segment, wire};
use crate::identity::CurrentSession;

/// The number of entries that were removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeletedReply {
    pub deleted: u64,
}

/// Removes an entry of the caller's watchlist; one that is gone already is no error.
#[utoipa::path(post, path = "/userSelfSecurity/delete/{id}", tag = "watchlist",
    params(("id" = wire::Id, Path, description = "The entry's id")),
    responses((status = 200, body = Envelope<DeletedReply>),
        (status = 404, description = "watch_unknown")))]
pub async fn delete(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Segment(id): Segment,
) -> Result<Reply<DeletedReply>, ApiError> {
    let id = ids::parse(&id).map_err(|_| ApiError::not_found("watch_unknown").on_field("id"))?;
    let mut tx = lists.db.begin().await?;
    store::lock(&mut tx, session.account_id).await?;
    groups::store::forget(&mut tx, session.account_id, id).await?;
    let deleted = store::delete(&mut tx, session.account_id, id).await?;
    tx.commit().await?;
    Ok(Reply(DeletedReply { deleted }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MarketParam {
    /// The market of the instrument; `UsStock` when absent.
    pub market: Option<wire::Market>,
}

/// Stops watching an instrument.
#[utoipa::path(post, path = "/userSelfSecurity/deleteByStockCode/{stockCode}", tag = "watchlist",
    params(("stockCode" = wire::StockCode, Path, description = "The instrument's code"), MarketParam),
    responses((status = 200, body = Envelope<DeletedReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown")))]
pub async fn delete_by_code(
    State(lists): State<Arc<Watchlists>>,
    session: CurrentSession,
    Segment(code): Segment,
    Params(param): Params<MarketParam>,
) -> Result<Reply<DeletedReply>, ApiError> {
    let instrument = lists.market.find(param.market.as_deref(), &code)?;
    let mut tx = lists.db.begin().await?;
    store::lock(&mut tx, session.account_id).await?;
    let Some(id) = store::find(&mut tx, session.account_id, instrument.id).await? else {
        return Ok(Reply(DeletedReply { deleted: 0 }));
    };
    groups::store::forget(&mut tx, session.account_id, id).await?;
    let deleted = store::delete(&mut tx, session.account_id, id).await?;
    tx.commit().await?;
    Ok(Reply(DeletedReply { deleted }))
}
