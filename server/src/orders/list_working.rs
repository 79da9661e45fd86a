use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::Price;
use plumbline_core::ids::OrderId;
use plumbline_core::orders::Order;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{OrderRow, Pricing, best_prices, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, PageRequest, Paged, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::{Market, market_of_source};

/// A paged list, of one asset source or of all.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ListRequest {
    /// The asset source, 0 for US stocks; all when absent.
    pub source: Option<wire::Source>,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// An order with the instrument's name in the caller's language.
#[derive(Debug, Serialize, ToSchema)]
pub struct NamedOrder {
    pub name: String,
    #[serde(flatten)]
    pub row: OrderRow,
}

impl NamedOrder {
    /// The row of an order. Its trailing stop stands where `stands` says, or else where it stood at first.
    pub fn of(order: &Order, market: &Market, language: Language, stands: &HashMap<OrderId, Price>) -> Self {
        let row = OrderRow::of(order, market);
        let reply = row.order.standing(stands.get(&order.at.id).copied());
        Self { name: market.name(order.at.instrument, language), row: OrderRow { order: reply, ..row } }
    }
}

/// The caller's orders that can still be filled, newest first.
#[utoipa::path(post, path = "/position/consignList", tag = "orders", request_body = ListRequest,
    responses((status = 200, body = Envelope<Paged<NamedOrder>>),
        (status = 422, description = "market_unknown, page_invalid")))]
pub async fn list_working(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ListRequest>,
) -> Result<Reply<Paged<NamedOrder>>, ApiError> {
    let (page, of_market) = (request.page.checked()?, market_of_source(request.source.map(i64::from))?);
    let mut reader = db.read().await?;
    let (orders, total) = queries::working(&mut reader, session.account_id, of_market, page).await?;
    let stands = best_prices::stands(&mut reader, &pricing, &orders).await?;
    let named = |order: &Order| NamedOrder::of(order, &pricing.market, language, &stands);
    Ok(Reply(page.of(orders.iter().map(named).collect(), total)))
}
