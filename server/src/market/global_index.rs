use plumbline_core::market::Market as MarketName;

use super::list::Asker;
use super::list_request::{ListRequest, Wanted};
use super::shared::SharedReply;
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params};

/// The indices of the world; `classify` is america, europe or asia.
#[utoipa::path(get, path = "/m_ft/global_index", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn global_index(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    asker.page(&Wanted::of(MarketName::Index, request)?, page.checked()?)
}
