use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::store::{self, Filter};
use super::{ArticleRow, tags};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, PageRequest, Paged, Reply, text, wire};
use crate::market::Market;

/// The articles to list.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticlesRequest {
    /// Only articles with this tag.
    pub tag: Option<wire::Word>,
    /// Only articles about this instrument.
    pub stock_code: Option<wire::StockCode>,
    /// The market of `stockCode`, needed where several markets have the code.
    pub market: Option<wire::Market>,
    /// Only articles with this text in their titles, instruments or markets, in any language. At most 64 letters.
    #[schema(max_length = 64)]
    pub keyword: Option<String>,
    /// Only articles published before the one with this id. A reader who goes on by it misses none that are published
    /// meanwhile.
    pub before: Option<wire::Id>,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// Articles, the newest first.
#[utoipa::path(post, path = "/article/pageList", tag = "news", security(()), request_body = ArticlesRequest,
    responses((status = 200, body = Envelope<Paged<ArticleRow>>),
        (status = 404, description = "instrument_unknown, article_unknown"),
        (status = 422, description = "tag_unknown, market_unknown, market_ambiguous, keyword_too_long, page_invalid")))]
pub async fn list(
    State(db): State<Db>,
    State(market): State<Arc<Market>>,
    language: Language,
    Body(request): Body<ArticlesRequest>,
) -> Result<Reply<Paged<ArticleRow>>, ApiError> {
    let filter = request.filter(&market)?;
    let page = request.page.checked()?;
    let (found, total) = store::page(&mut db.read().await?, &filter, page).await?;
    let rows = found.iter().map(|article| ArticleRow::of(article, &market, language)).collect();
    Ok(Reply(page.of(rows, total)))
}

impl ArticlesRequest {
    fn filter(&self, market: &Market) -> Result<Filter, ApiError> {
        let keyword = text::keyword(self.keyword.as_deref())?;
        let tag = given(self.tag.as_deref()).unwrap_or_default();
        if !tag.is_empty() && !tags::is_tag(tag) {
            return Err(ApiError::invalid("tag_unknown", "tag"));
        }
        let instrument = match given(self.stock_code.as_deref()) {
            Some(code) => Some(market.find(self.market.as_deref(), code)?.id),
            None => None,
        };
        let unknown = |_| ApiError::not_found("article_unknown").on_field("before");
        let before = given(self.before.as_deref()).map(|id| id.parse().map_err(unknown)).transpose()?;
        Ok(Filter { tag: tag.to_owned(), instrument, keyword, before })
    }
}

/// The trimmed text; `None` if it is empty.
fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}
