use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Reply};
use crate::identity::CurrentSession;
use crate::market::Market;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindRequest {
    pub stock_code: String,
    pub market: Option<String>,
    /// The direction of the order that is about to be written; shares are held long either way.
    #[allow(dead_code)]
    pub direction: Option<i64>,
}

/// What the caller holds of an instrument; zeros and a null id when nothing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holding {
    pub id: Option<String>,
    pub position_num: String,
    pub available_num: String,
    /// What the open quantity cost.
    pub isolated_position: String,
    pub avg_price: Option<String>,
}

/// The caller's position in one instrument.
#[utoipa::path(post, path = "/position/getByStock", tag = "positions", request_body = FindRequest,
    responses((status = 200, body = Envelope<Holding>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown")))]
pub async fn find(
    State(db): State<Db>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    Body(request): Body<FindRequest>,
) -> Result<Reply<Holding>, ApiError> {
    let instrument = market.find(request.market.as_deref(), &request.stock_code)?;
    let found = queries::of_instrument(&mut db.read().await?, session.account_id, instrument.id).await?;
    let open = found.filter(|position| position.quantity.is_positive());
    Ok(Reply(Holding {
        id: open.as_ref().map(|position| position.id.to_string()),
        position_num: open.as_ref().map_or("0".to_owned(), |position| position.quantity.to_string()),
        available_num: open.as_ref().map_or("0".to_owned(), |position| position.available().to_string()),
        isolated_position: open.as_ref().map_or("0.00".to_owned(), |position| position.cost.amount()),
        avg_price: open.as_ref().map(|position| position.average_price().display(2)),
    }))
}
