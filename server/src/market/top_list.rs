use plumbline_core::market::Market as MarketName;

use super::list::{Asker, ids};
use super::list_request::{ListRequest, Wanted};
use super::shared::{Shared, SharedReply};
use super::snapshot::Form;
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, PageRequest, Params};

/// The largest companies first: the catalog's own order.
#[utoipa::path(get, path = "/m_ft/topList", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Vec<StockRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn top_list(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    let wanted = Wanted::of(MarketName::UsStock, request)?;
    asker.written(&wanted, page.checked()?, Form::Rows, |rows, shown, _| Shared::write(rows.all(shown)?, ids(shown)))
}
