use std::sync::Arc;

use axum::extract::State;
use plumbline_core::ids::OrderId;
use serde::Serialize;
use utoipa::ToSchema;

use super::cancel::OrderName;
use super::list_working::NamedOrder;
use super::{FillRow, OrderRow, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Reply};
use crate::identity::CurrentSession;
use crate::market::Market;

/// An order with its fills.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderDetail {
    #[serde(flatten)]
    pub order: NamedOrder,
    pub fills: Vec<FillRow>,
}

/// One of the caller's orders, in any state.
#[utoipa::path(post, path = "/orders/detail", tag = "orders", request_body = OrderName,
    responses((status = 200, body = Envelope<OrderDetail>),
        (status = 404, description = "order_unknown")))]
pub async fn detail(
    State(db): State<Db>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<OrderName>,
) -> Result<Reply<OrderDetail>, ApiError> {
    let unknown = || ApiError::not_found("order_unknown").on_field("id");
    let id: OrderId = request.id.parse().map_err(|_| unknown())?;
    let mut reader = db.read().await?;
    let order = queries::find(&mut reader, session.account_id, id).await?.ok_or_else(unknown)?;
    let fills = queries::fills_of(&mut reader, session.account_id, id.0).await?;
    let name = market.name(order.at.instrument, language);
    let order = NamedOrder { name, row: OrderRow::of(&order, market.as_ref()) };
    Ok(Reply(OrderDetail { order, fills: fills.iter().map(|f| FillRow::of(f, &market, language)).collect() }))
}
