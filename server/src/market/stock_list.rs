//! Lists of US stocks.

use plumbline_core::market::Market as MarketName;

use super::list::Asker;
use super::list_request::{ListRequest, Wanted};
use super::shared::SharedReply;
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params};

/// Gainers, losers or most actives, of one exchange or of all.
#[utoipa::path(get, path = "/m_ft/stock_list", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn stock_list(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&Wanted::ranked(request, "gainers")?, page.checked()?)
}

/// The stocks with the greatest traded value of the day.
#[utoipa::path(get, path = "/m_ft/hot_stock", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn hot_stocks(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&Wanted::ranked(request, "actives")?, page.checked()?)
}

/// All US stocks, in the catalog's order unless another one is asked for.
#[utoipa::path(get, path = "/m_ft/all_stock_list", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn all_stocks(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&Wanted::of(MarketName::UsStock, request)?, page.checked()?)
}
