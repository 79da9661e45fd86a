use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::Tick;
use serde::Serialize;
use utoipa::ToSchema;

use super::Market;
use super::detail::{BookLevel, StockName, levels};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Params, Reply, wire};

/// The book of an instrument, as displayed by its newest tick; empty where nothing is displayed, and before the first
/// tick.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepthReply {
    /// The levels of this side, best first.
    pub bids: Vec<BookLevel>,
    /// The levels of this side, best first.
    pub asks: Vec<BookLevel>,
    /// The number of the feed's tick that the book comes from.
    pub tick_seq: Option<wire::FeedNumber>,
    pub feed: Option<wire::FeedName>,
    pub quote_timestamp: Option<wire::Timestamp>,
    /// True if the tick is too old to trade on.
    pub stale: bool,
}

/// Up to ten levels a side of an instrument's book.
#[utoipa::path(get, path = "/market/depth", tag = "market", security(()), params(StockName),
    responses((status = 200, body = Envelope<DepthReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, market_ambiguous")))]
pub async fn depth(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    Params(request): Params<StockName>,
) -> Result<Reply<DepthReply>, ApiError> {
    let instrument = market.find(request.market.as_deref(), &request.stock_code)?;
    let tick = market.latest(instrument.id);
    let tick = tick.as_deref();
    let side = |side: fn(&Tick) -> &[_]| tick.map(|tick| levels(instrument, side(tick))).unwrap_or_default();
    Ok(Reply(DepthReply {
        bids: side(|tick| &tick.bids),
        asks: side(|tick| &tick.asks),
        tick_seq: tick.map(|tick| tick.seq.into()),
        feed: tick.map(|tick| (*tick.feed).into()),
        quote_timestamp: tick.map(|tick| tick.exchange_time.into()),
        stale: tick.is_none_or(|tick| market.is_stale(tick, clock.now())),
    }))
}
