use serde::Deserialize;
use utoipa::IntoParams;

use super::list::{Asker, ids};
use super::list_request::ListPage;
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, Paged, Params};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SearchRequest {
    /// A code or a name, in any of the three languages, or pinyin or its initials.
    pub keyword: String,
}

/// Instruments that a keyword finds, the best match first.
#[utoipa::path(get, path = "/quotes/getStock", tag = "market", security((), ("session" = [])),
    params(SearchRequest, ListPage),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "page_invalid")))]
pub async fn search(
    asker: Asker,
    Params(request): Params<SearchRequest>,
    Params(page): Params<ListPage>,
) -> Result<SharedReply, ApiError> {
    let found = asker.market.catalog.search(request.keyword.trim());
    let found: Vec<&Quoted> = found.into_iter().filter_map(|id| asker.snapshot.get(id)).collect();
    let Paged { list: shown, page } = page.checked()?.cut(&found);
    let reply = Shared::write(Paged { list: asker.rows().all(&shown)?, page }, ids(&shown))?;
    Ok(reply.for_watcher(&asker.watched))
}
