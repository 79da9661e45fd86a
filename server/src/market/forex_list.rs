use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Market as MarketName;

use super::Market;
use super::list_request::{MarketListRequest, Wanted};
use super::shared::SharedReply;
use super::stock_list::list;
use super::stock_row::StockRow;
use super::watched::Watched;
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language, Paged, Params};

/// The class of the pairs that a page of all markets shows.
const MAJOR: &str = "major";

/// All pairs of currencies, in the catalog's order or ranked.
#[utoipa::path(get, path = "/m_ft/forex_list", tag = "market", security((), ("session" = [])),
    params(MarketListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn forex_pairs(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<MarketListRequest>,
) -> Result<SharedReply, ApiError> {
    let (shown, wanted) = (request.list()?, Wanted::of(MarketName::Forex, request));
    list(&market, &market.snapshot(clock.now()), &watched, language, &wanted, shown)
}

/// The pairs that a market's page begins with: the major ones, or those of another class.
#[utoipa::path(get, path = "/m_ft/forex_index", tag = "market", security((), ("session" = [])),
    params(MarketListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn forex_index(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<MarketListRequest>,
) -> Result<SharedReply, ApiError> {
    let class = request.classify.clone().filter(|class| !class.is_empty()).unwrap_or_else(|| MAJOR.to_owned());
    let (shown, request) = (request.list()?, MarketListRequest { classify: Some(class), ..request });
    let wanted = Wanted::of(MarketName::Forex, request);
    list(&market, &market.snapshot(clock.now()), &watched, language, &wanted, shown)
}
