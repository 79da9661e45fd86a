use axum::extract::State;

use super::list_working::ListRequest;
use super::{FillRow, queries};
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Language, Paged, Reply};
use crate::identity::CurrentSession;
use crate::market::market_of_source;

/// The caller's fills, newest first.
#[utoipa::path(post, path = "/position/water/pageList", tag = "orders", request_body = ListRequest,
    responses((status = 200, body = Envelope<Paged<FillRow>>)))]
pub async fn list_fills(
    State(app): State<App>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ListRequest>,
) -> Result<Reply<Paged<FillRow>>, ApiError> {
    let market = market_of_source(request.source)?;
    let (fills, total) = queries::fills(&mut app.db.read().await?, session.account_id, market, request.page).await?;
    let rows = fills.iter().map(|fill| FillRow::of(fill, &app.market, language)).collect();
    Ok(Reply(request.page.of(rows, total)))
}
