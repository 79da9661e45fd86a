use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{FillRow, queries};
use crate::http::{ApiError, Body, Envelope, Histories, Language, PageRequest, Paged, Reply, wire};
use crate::identity::CurrentSession;
use crate::market::{Market, market_of};

/// A page of fills, of one asset source, of one instrument, or of all.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FillsRequest {
    /// The asset source, 0 for US stocks; all when absent.
    pub source: Option<wire::Source>,
    /// Only the fills of this instrument.
    pub stock_code: Option<wire::StockCode>,
    /// Only this market; that of `stockCode` is `UsStock` when absent.
    pub market: Option<wire::Market>,
    #[serde(flatten)]
    pub page: PageRequest,
}

/// The caller's fills, newest first.
#[utoipa::path(post, path = "/position/water/pageList", tag = "orders", request_body = FillsRequest,
    responses((status = 200, body = Envelope<Paged<FillRow>>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, page_invalid")))]
pub async fn list_fills(
    State(histories): State<Histories>,
    State(market): State<Arc<Market>>,
    session: CurrentSession,
    language: Language,
    Body(request): Body<FillsRequest>,
) -> Result<Reply<Paged<FillRow>>, ApiError> {
    let page = request.page.checked()?;
    let of_market = market_of(request.source.map(i64::from), request.market.as_deref())?;
    let find = |code: &wire::StockCode| market.find(request.market.as_deref(), code).map(|instrument| instrument.id);
    let only = request.stock_code.as_ref().map(find).transpose()?;
    let mut reader = histories.read(session.account_id).await?;
    let (fills, total) = queries::fills(&mut reader, session.account_id, of_market, only, page).await?;
    let rows = fills.iter().map(|fill| FillRow::of(fill, &market, language)).collect();
    Ok(Reply(page.of(rows, total)))
}
