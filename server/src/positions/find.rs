use std::sync::Arc;

use axum::extract::State;
use plumbline_core::money::Money;
use plumbline_core::positions::{Direction, Position};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::queries;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::Market;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindRequest {
    pub stock_code: wire::StockCode,
    pub market: Option<wire::Market>,
    /// The direction of a position on margin: 0 long (when absent) or 1 short. An owned instrument is held long either
    /// way.
    pub direction: Option<wire::Direction>,
}

/// The caller's holding of an instrument; zeros and a null id if there is none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Holding {
    pub id: Option<wire::Id>,
    pub position_num: wire::Decimal,
    pub available_num: wire::Decimal,
    /// The cost of the open quantity; for a position on margin the money set aside for it.
    pub isolated_position: wire::Decimal,
    pub avg_price: Option<wire::Decimal>,
    /// The leverage; null for an owned instrument.
    pub leverage: Option<wire::Decimal>,
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
    let invalid = || ApiError::invalid("body_invalid", "direction");
    let asked = request.direction.map(|code| Direction::from_code(code.0).ok_or_else(invalid)).transpose()?;
    let asked = asked.unwrap_or(Direction::Long);
    let found = queries::of_instrument(&mut db.read().await?, session.account_id, instrument.id).await?;
    let open = found.into_iter().filter(|position| position.quantity.is_positive());
    let open = open.into_iter().find(|position| position.margin.is_none() || position.key.direction == asked);
    let none = || Money::zero(instrument.currency);
    Ok(Reply(Holding {
        id: open.as_ref().map(|position| position.id.into()),
        position_num: open.as_ref().map_or("0".into(), |position| position.quantity.into()),
        available_num: open.as_ref().map_or("0".into(), |position| position.available().into()),
        isolated_position: open.as_ref().map_or_else(none, Position::stake).into(),
        avg_price: open.as_ref().map(|position| position.average_price().display(2).into()),
        leverage: open.as_ref().and_then(Position::leverage).map(Into::into),
    }))
}
