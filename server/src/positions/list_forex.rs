use std::sync::Arc;

use axum::extract::State;

use super::PositionRow;
use super::list::page;
use crate::db::Db;
use crate::http::{ApiError, Body, Envelope, Language, PageRequest, Paged, Reply};
use crate::identity::CurrentSession;
use crate::orders::Pricing;
use crate::orders::forex::FOREX;

/// The caller's open positions in pairs of currencies, each with its mark, its margin and the price at which it would
/// be closed.
#[utoipa::path(post, path = "/position/forex/pageList", tag = "positions", request_body = PageRequest,
    responses((status = 200, body = Envelope<Paged<PositionRow>>),
        (status = 422, description = "page_invalid")))]
pub async fn list_forex(
    State(db): State<Db>,
    State(pricing): State<Arc<Pricing>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<PageRequest>,
) -> Result<Reply<Paged<PositionRow>>, ApiError> {
    page((&db, &pricing), (session, language), FOREX, request.checked()?).await
}
