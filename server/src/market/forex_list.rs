use plumbline_core::market::Market as MarketName;

use super::list::Asker;
use super::list_request::{ListRequest, Wanted};
use super::shared::SharedReply;
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params};

/// The class of pairs that the page of all markets shows.
const MAJOR: &str = "major";

/// All pairs of currencies, in the catalog's order unless another one is asked for.
#[utoipa::path(get, path = "/m_ft/forex_list", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn forex_pairs(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&Wanted::of(MarketName::Forex, request)?, page.checked()?)
}

/// The major pairs of currencies, for the top of a market's page; or the pairs of another class.
#[utoipa::path(get, path = "/m_ft/forex_index", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn forex_index(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    let class = request.classify.filter(|class| !class.is_empty()).unwrap_or_else(|| MAJOR.to_owned());
    let wanted = Wanted::of(MarketName::Forex, ListRequest { classify: Some(class), ..request })?;
    asker.page(&wanted, page.checked()?)
}
