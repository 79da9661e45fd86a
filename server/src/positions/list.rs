use std::sync::Arc;

use axum::extract::State;
use plumbline_core::positions::Position;

use super::protection::Protection;
use super::valuation::traded_today;
use super::{PositionRow, queries};
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, Page, Paged, Reply};
use crate::identity::CurrentSession;
use crate::market::market_of_source;
use crate::orders::list_working::ListRequest;
use crate::orders::{Pricing, queries as orders};

/// The caller's open positions with their value at the newest price.
#[utoipa::path(post, path = "/position/me", tag = "positions", request_body = ListRequest,
    responses((status = 200, body = Envelope<Paged<PositionRow>>),
        (status = 422, description = "market_unknown, page_invalid")))]
pub async fn list(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<ListRequest>,
) -> Result<Reply<Paged<PositionRow>>, ApiError> {
    let of_market = market_of_source(request.source.map(i64::from))?;
    page((&db, &pricing), (session, language), of_market, request.page.checked()?).await
}

/// A page of the caller's open positions in a market, or in all when it is empty.
pub(super) async fn page(
    (db, pricing): (&Db, &Pricing),
    (session, language): (CurrentSession, Language),
    of_market: &str,
    page: Page,
) -> Result<Reply<Paged<PositionRow>>, ApiError> {
    let mut reader = db.read().await?;
    let (positions, total) = queries::open(&mut reader, session.account_id, of_market, page).await?;
    let traded = traded_today(&mut reader, session.account_id, &positions, &pricing.market).await?;
    let protections = Protection::of_each(&orders::legs(&mut reader, session.account_id).await?);
    let row = |position: &Position| {
        let today = traded.get(&position.id).copied().unwrap_or_default();
        let protection = protections.get(&position.key).copied().unwrap_or_default();
        PositionRow::of(position, today, protection, pricing, language)
    };
    Ok(Reply(page.of(positions.iter().map(row).collect(), total)))
}
