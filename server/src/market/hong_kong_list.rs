use plumbline_core::market::Market as MarketName;

use super::list::Asker;
use super::list_request::{ListRequest, Wanted};
use super::shared::SharedReply;
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params};

/// All securities of Hong Kong, in the catalog's order unless another one is asked for.
#[utoipa::path(get, path = "/hk_st/all_stock_list", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn hong_kong_stocks(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&Wanted::of(MarketName::HongKong, request)?, page.checked()?)
}
