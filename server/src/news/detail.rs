use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::reports::sentences;
use super::store::{self, Found, Origin};
use super::{ArticleRow, Block, markdown};
use crate::db::Db;
use crate::http::{ApiError, Envelope, Language, Segment, revalidated, wire};
use crate::market::Market;

/// An article with its text.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArticleDetail {
    #[serde(flatten)]
    pub row: ArticleRow,
    /// The text of the article, part by part.
    pub content: Vec<Block>,
}

/// One article. A caller that has it already sends its `ETag`, and learns whether it has changed.
#[utoipa::path(get, path = "/article/{id}", tag = "news", security(()),
    params(("id" = wire::Id, Path, description = "The article's id")),
    responses((status = 200, body = Envelope<ArticleDetail>),
        (status = 304, description = "Unchanged since the caller read it."),
        (status = 404, description = "article_unknown, article_withdrawn")))]
pub async fn detail(
    State(db): State<Db>,
    State(market): State<Arc<Market>>,
    language: Language,
    asked: HeaderMap,
    Segment(id): Segment,
) -> Result<Response, ApiError> {
    let refused = |word| ApiError::not_found(word).on_field("id");
    let id = id.parse().map_err(|_| refused("article_unknown"))?;
    let mut reader = db.read().await?;
    let article = match store::find(&mut reader, id).await? {
        Found::Article(article) => article,
        Found::Withdrawn => return Err(refused("article_withdrawn")),
        Found::Unknown => return Err(refused("article_unknown")),
    };
    let row = ArticleRow::of(&article, &market, language);
    let content = match &article.origin {
        Origin::Server(report) => sentences::write(report, &market, language),
        Origin::Operator { .. } => {
            let written = Language::ALL.into_iter().find(|known| row.language == known.tag()).unwrap_or(language);
            markdown::blocks(&store::body(&mut reader, id, written).await?)
        }
    };
    revalidated(&asked, &ArticleDetail { row, content })
}
