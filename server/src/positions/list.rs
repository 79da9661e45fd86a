use std::collections::HashMap;

use axum::extract::State;

use super::{PositionRow, queries};
use crate::app::App;
use crate::http::{ApiError, Body, Envelope, Language, Paged, Reply};
use crate::identity::CurrentSession;
use crate::market::market_of_source;
use crate::orders::list_working::ListRequest;

/// The caller's open positions with their value at the newest price.
#[utoipa::path(post, path = "/position/me", tag = "positions", request_body = ListRequest,
    responses((status = 200, body = Envelope<Paged<PositionRow>>)))]
pub async fn list(
    State(app): State<App>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ListRequest>,
) -> Result<Reply<Paged<PositionRow>>, ApiError> {
    let market = market_of_source(request.source)?;
    let mut reader = app.db.read().await?;
    let (positions, total) = queries::open(&mut reader, session.account_id, market, request.page).await?;
    let since = app.market.day_began(app.clock.now());
    let traded: HashMap<_, _> =
        queries::traded_since(&mut reader, session.account_id, since).await?.into_iter().collect();
    let row = |position: &plumbline_core::positions::Position| {
        let today = traded.get(&position.key.instrument).copied().unwrap_or_default();
        PositionRow::of(position, today, &app.market, language)
    };
    Ok(Reply(request.page.of(positions.iter().map(row).collect(), total)))
}
