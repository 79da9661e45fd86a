use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::shared::{Shared, SharedReply};
use super::snapshot::Quoted;
use super::stock_row::{Rows, StockRow, snapshot, watched};
use crate::app::App;
use crate::http::{ApiError, Envelope, Language, Page, Paged, Params};
use crate::identity::MaybeSession;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct SearchRequest {
    /// A code or a name, in any of the three languages, or pinyin or its initials.
    pub keyword: String,
    /// From 1.
    pub page_num: Option<i64>,
    /// 1 to 100; 20 when absent.
    pub page_size: Option<i64>,
}

/// Instruments that a keyword finds, the best match first.
#[utoipa::path(get, path = "/quotes/getStock", tag = "market", params(SearchRequest),
    responses((status = 200, body = Envelope<Paged<StockRow>>)))]
pub async fn search(
    State(app): State<App>,
    session: MaybeSession,
    language: Language,
    Params(request): Params<SearchRequest>,
) -> Result<SharedReply, ApiError> {
    let found = app.market.catalog.search(request.keyword.trim());
    let (snapshot, watched) = (snapshot(&app), watched(&app, session).await?);
    let found: Vec<&Quoted> = found.into_iter().filter_map(|id| snapshot.get(id)).collect();
    let Paged { list: shown, page } = Page { page_num: request.page_num, page_size: request.page_size }.cut(&found);
    let list = Rows::new(&app.market, language, snapshot.taken_at).all(&shown)?;
    let reply = Shared::write(Paged { list, page }, shown.iter().map(|quoted| quoted.instrument.id))?;
    Ok(reply.for_watcher(&watched))
}
