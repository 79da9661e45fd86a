//! Legs in requests and replies: the take-profit and the stop-loss of an order or of a position.

use plumbline_core::decimal::Price;
use plumbline_core::ids::{GroupId, OrderId};
use plumbline_core::orders::{GroupRef, Legs, OrderRef, StopLoss};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::{ApiError, wire};
use crate::ids::Ids;

/// The limit order that takes a profit.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
pub struct TakeProfitRequest {
    /// The limit, in the instrument's currency.
    pub price: wire::Quantity,
}

/// The stop order that ends a loss.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StopLossRequest {
    /// The price that the order waits for, in the instrument's currency.
    pub stop_price: wire::Quantity,
    /// The limit of a stop limit order; without one the order closes at the market.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<wire::Quantity>,
}

/// A leg of an order.
#[derive(Debug, Serialize, ToSchema)]
pub struct LegReply {
    pub id: wire::Id,
    /// `takeProfit` or `stopLoss`.
    pub kind: wire::LegKind,
}

impl LegReply {
    /// The legs of an order's group; none where it has no group.
    pub fn of(order: &OrderRef) -> Vec<Self> {
        let legs = order.group.iter().flat_map(GroupRef::legs);
        legs.map(|(kind, id)| Self { id: id.into(), kind: kind.into() }).collect()
    }
}

/// Reads the legs of a request.
///
/// # Errors
/// `price_invalid`.
pub fn legs(take_profit: Option<&TakeProfitRequest>, stop_loss: Option<&StopLossRequest>) -> Result<Legs, ApiError> {
    let take_profit = take_profit.map(|leg| price(&leg.price, "takeProfit")).transpose()?;
    let stop_loss = stop_loss.map(|leg| {
        let given = leg.price.as_deref().filter(|text| !text.is_empty());
        let limit = given.map(|text| price(text, "stopLoss")).transpose()?;
        Ok::<_, ApiError>(StopLoss { stop: price(&leg.stop_price, "stopLoss")?, limit })
    });
    Ok(Legs { take_profit, stop_loss: stop_loss.transpose()? })
}

/// Reads a price, which is above zero.
///
/// # Errors
/// `price_invalid`.
pub fn price(text: &str, field: &'static str) -> Result<Price, ApiError> {
    text.parse().ok().filter(|price: &Price| price.is_positive()).ok_or(ApiError::invalid("price_invalid", field))
}

/// New ids for legs, and for their group; `None` where there are no legs.
pub fn group_of(legs: &Legs, entry: Option<OrderId>, ids: &Ids) -> Option<GroupRef> {
    let id = |exists: bool| exists.then(|| OrderId(ids.next()));
    (!legs.is_empty()).then(|| GroupRef {
        id: GroupId(ids.next()),
        entry,
        take_profit: id(legs.take_profit.is_some()),
        stop_loss: id(legs.stop_loss.is_some()),
    })
}
