use serde::Deserialize;
use utoipa::IntoParams;

use super::list::{Asker, ids};
use super::named;
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::stock_row::StockRow;
use crate::http::{ApiError, Envelope, PageRequest, Paged, Params, text, wire};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SearchRequest {
    /// A code, the code that all months of a future share, or a name, in any of the three languages, or pinyin or its
    /// initials.
    #[param(max_length = 64)]
    pub keyword: String,
    /// The market to search; all when absent or empty.
    pub market: Option<wire::Market>,
}

/// The instruments that match a keyword, the best match first.
#[utoipa::path(get, path = "/quotes/getStock", tag = "market", security((), ("session" = [])),
    params(SearchRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "market_unknown, page_invalid, keyword_too_long")))]
pub async fn search(
    asker: Asker,
    Params(request): Params<SearchRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    let of = named(request.market.as_deref())?;
    let keyword = text::keyword(Some(&request.keyword))?;
    let found = asker.market.catalog.search(&keyword, &asker.snapshot.main_months, asker.snapshot.taken_at);
    let narrowed = |quoted: &&Quoted| of.is_none_or(|market| quoted.instrument.market == market);
    let found: Vec<&Quoted> = found.into_iter().filter_map(|id| asker.snapshot.get(id)).filter(narrowed).collect();
    let Paged { list: shown, page } = page.checked()?.cut(&found);
    let reply = Shared::write(Paged { list: asker.rows().all(&shown)?, page }, ids(&shown))?;
    Ok(reply.for_watcher(&asker.watched))
}
