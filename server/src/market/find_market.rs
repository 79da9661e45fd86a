use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Market, ambiguous};
use crate::http::{ApiError, Body, Envelope, Reply, wire};

/// An instrument whose market is asked for.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MarketRequest {
    #[serde(rename = "stkName")]
    pub name: Option<String>,
    #[serde(rename = "stkcode")]
    pub code: wire::StockCode,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct MarketsRequest {
    #[schema(max_items = 100)]
    pub list: Vec<MarketRequest>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketReply {
    pub market: wire::Market,
    /// The exchange of the instrument.
    pub market_type: wire::Exchange,
    /// The industry of the instrument.
    pub classify: wire::Industry,
}

const LIST_MAX: usize = 100;

/// The market of an instrument.
#[utoipa::path(post, path = "/market/getMaket", tag = "market", security(()), request_body = MarketRequest,
    responses((status = 200, body = Envelope<MarketReply>),
        (status = 404, description = "instrument_unknown")))]
pub async fn find_market(
    State(market): State<Arc<Market>>,
    Body(request): Body<MarketRequest>,
) -> Result<Reply<MarketReply>, ApiError> {
    look_up(&market, &request).map(Reply)
}

/// The markets of up to 100 instruments, in the order asked.
#[utoipa::path(post, path = "/market/getMakets", tag = "market", security(()), request_body = MarketsRequest,
    responses((status = 200, body = Envelope<Vec<MarketReply>>),
        (status = 404, description = "instrument_unknown")))]
pub async fn find_markets(
    State(market): State<Arc<Market>>,
    Body(request): Body<MarketsRequest>,
) -> Result<Reply<Vec<MarketReply>>, ApiError> {
    if request.list.len() > LIST_MAX {
        return Err(ApiError::invalid("body_invalid", "list"));
    }
    request.list.iter().map(|one| look_up(&market, one)).collect::<Result<_, _>>().map(Reply)
}

/// Finds an instrument by code; where several markets use the code, the one whose name fits.
fn look_up(on: &Market, request: &MarketRequest) -> Result<MarketReply, ApiError> {
    let candidates = on.with_code(&request.code);
    let named = candidates.iter().find(|i| {
        request.name.as_deref().is_some_and(|name| {
            [&i.names.english, &i.names.simplified, &i.names.traditional].iter().any(|n| n.as_str() == name)
        })
    });
    let found = match (named, candidates.as_slice()) {
        (Some(found), _) | (None, [found]) => found,
        (None, []) => return Err(ApiError::not_found("instrument_unknown").on_field("stkcode")),
        (None, several) => return Err(ambiguous(several)),
    };
    Ok(MarketReply {
        market: found.market.into(),
        market_type: found.exchange.clone().into(),
        classify: found.industry.clone().into(),
    })
}
