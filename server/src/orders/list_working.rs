use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{OrderRow, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, PageRequest, Paged, Reply};
use crate::identity::CurrentSession;
use crate::market::{Market, market_of_source};

/// A paged list, of one asset source or of all.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ListRequest {
    /// The asset source, 0 for US stocks; all when absent.
    pub source: Option<i64>,
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

/// The caller's orders that can still be filled, newest first.
#[utoipa::path(post, path = "/position/consignList", tag = "orders", request_body = ListRequest,
    responses((status = 200, body = Envelope<Paged<NamedOrder>>),
        (status = 422, description = "market_unknown, page_invalid")))]
pub async fn list_working(
    State(db): State<Db>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ListRequest>,
) -> Result<Reply<Paged<NamedOrder>>, ApiError> {
    let (page, of_market) = (request.page.checked()?, market_of_source(request.source)?);
    let (orders, total) = queries::working(&mut db.read().await?, session.account_id, of_market, page).await?;
    let named = |order: &plumbline_core::orders::Order| NamedOrder {
        name: market.name(order.at.instrument, language),
        row: OrderRow::of(order, market.as_ref()),
    };
    Ok(Reply(page.of(orders.iter().map(named).collect(), total)))
}
