use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::list_working::NamedOrder;
use super::order_request::present;
use super::{FillRow, Pricing, best_prices, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Reply, wire};
use crate::identity::CurrentSession;

/// An order with its fills.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderDetail {
    #[serde(flatten)]
    pub order: NamedOrder,
    pub fills: Vec<FillRow>,
}

/// Names one of the caller's orders, by its id or by the caller's own name of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DetailRequest {
    pub id: Option<wire::Id>,
    /// The caller's own name of the order, used where there is no `id`.
    pub client_order_id: Option<wire::ClientOrderId>,
}

/// One of the caller's orders, in any state.
#[utoipa::path(post, path = "/orders/detail", tag = "orders", request_body = DetailRequest,
    responses((status = 200, body = Envelope<OrderDetail>),
        (status = 404, description = "order_unknown")))]
pub async fn detail(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<DetailRequest>,
) -> Result<Reply<OrderDetail>, ApiError> {
    let unknown = || ApiError::not_found("order_unknown").on_field("id");
    let (account, mut reader) = (session.account_id, db.read().await?);
    let order = match (present(&request.id), present(&request.client_order_id)) {
        (Some(id), _) => queries::find(&mut reader, account, id.parse().map_err(|_| unknown())?).await?,
        (None, Some(name)) => queries::find_named(&mut reader, account, name).await?,
        (None, None) => return Err(ApiError::invalid("body_invalid", "id")),
    };
    let order = order.ok_or_else(unknown)?;
    let fills = queries::fills_of(&mut reader, account, order.at.id.0).await?;
    let stands = best_prices::stands(&mut reader, &pricing, std::slice::from_ref(&order)).await?;
    let market = &pricing.market;
    let order = NamedOrder::of(&order, market, language, &stands);
    Ok(Reply(OrderDetail { order, fills: fills.iter().map(|f| FillRow::of(f, market, language)).collect() }))
}
