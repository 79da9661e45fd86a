use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::shared::{Shared, SharedReply};
use super::snapshot::Quoted;
use super::stock_row::{Rows, StockRow};
use super::watched::Watched;
use super::{Market, named};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language, Page, Paged, Params};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SearchRequest {
    /// A code, the code that all months of a future share, or a name, in any of the three languages, or pinyin or its
    /// initials.
    pub keyword: String,
    /// Of which market; of all when absent or empty.
    pub market: Option<String>,
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

/// Instruments that a keyword finds, the best match first.
#[utoipa::path(get, path = "/quotes/getStock", tag = "market", security((), ("session" = [])), params(SearchRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>),
        (status = 422, description = "market_unknown")))]
pub async fn search(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Watched(watched): Watched,
    language: Language,
    Params(request): Params<SearchRequest>,
) -> Result<SharedReply, ApiError> {
    let of = named(request.market.as_deref())?;
    let snapshot = market.snapshot(clock.now());
    let found = market.catalog.search(request.keyword.trim(), snapshot.taken_at);
    let narrowed = |quoted: &&Quoted| of.is_none_or(|market| quoted.instrument.market == market);
    let found: Vec<&Quoted> = found.into_iter().filter_map(|id| snapshot.get(id)).filter(narrowed).collect();
    let Paged { list: shown, page } = Page { page_num: request.page_num, page_size: request.page_size }.cut(&found);
    let list = Rows::new(&market, language, snapshot.taken_at).all(&shown)?;
    let reply = Shared::write(Paged { list, page }, shown.iter().map(|quoted| quoted.instrument.id))?;
    Ok(reply.for_watcher(&watched))
}
