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

/// The indices of the world, in the catalog's order or ranked; `classify` is america, europe or asia.
#[utoipa::path(get, path = "/m_ft/global_index", tag = "market", security((), ("session" = [])),
    params(MarketListRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid")))]
pub async fn global_index(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<MarketListRequest>,
) -> Result<SharedReply, ApiError> {
    let (shown, wanted) = (request.list()?, Wanted::of(MarketName::Index, request));
    list(&market, &market.snapshot(clock.now()), &watched, language, &wanted, shown)
}
