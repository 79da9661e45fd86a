use std::sync::Arc;

use axum::extract::State;
use plumbline_core::positions::Position;

use super::{PositionRow, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Paged, Reply};
use crate::identity::CurrentSession;
use crate::market::{Market, market_of_source};
use crate::orders::list_working::ListRequest;

/// The caller's open positions with their value at the newest price.
#[utoipa::path(post, path = "/position/me", tag = "positions", request_body = ListRequest,
    responses((status = 200, body = Envelope<Paged<PositionRow>>),
        (status = 422, description = "market_unknown")))]
pub async fn list(
    State(db): State<Db>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ListRequest>,
) -> Result<Reply<Paged<PositionRow>>, ApiError> {
    let of_market = market_of_source(request.source)?;
    let mut reader = db.read().await?;
    let (positions, total) = queries::open(&mut reader, session.account_id, of_market, request.page).await?;
    // The day that the previous close is about, so that both parts of today's profit are of one day.
    let day_of = |position: &Position| {
        let instrument = position.key.instrument;
        (instrument, market.board.day(instrument).began)
    };
    let mut days: Vec<_> = positions.iter().map(day_of).collect();
    days.sort_unstable();
    days.dedup();
    let traded = queries::traded_since(&mut reader, session.account_id, &days).await?;
    let row = |position: &Position| {
        let today = traded.get(&position.key.instrument).copied().unwrap_or_default();
        PositionRow::of(position, today, &market, language)
    };
    Ok(Reply(request.page.of(positions.iter().map(row).collect(), total)))
}
