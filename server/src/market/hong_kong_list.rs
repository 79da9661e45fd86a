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

/// All securities of Hong Kong, in the catalog's order or ranked.
#[utoipa::path(get, path = "/hk_st/all_stock_list", tag = "market", security((), ("session" = [])),
    params(MarketListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn hong_kong_stocks(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<MarketListRequest>,
) -> Result<SharedReply, ApiError> {
    let (shown, wanted) = (request.list()?, Wanted::of(MarketName::HongKong, request));
    list(&market, &market.snapshot(clock.now()), &watched, language, &wanted, shown)
}
