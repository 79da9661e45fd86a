use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::{Market as MarketName, Side, Trade};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Market;
use super::detail::StockName;
use crate::http::{ApiError, Envelope, Params, Reply, wire};

/// The time in Unix milliseconds, the price, the quantity, and the side that wanted the trade: buy or sell.
#[derive(Debug, Serialize, ToSchema)]
pub struct TradeRow(pub (i64, wire::Decimal, wire::Decimal, wire::TradeSide));

/// The latest trades, newest first: at most fifty, since this server was started.
#[utoipa::path(get, path = "/market/trades", tag = "market", security(()), params(StockName),
    responses((status = 200, body = Envelope<Vec<TradeRow>>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown")))]
pub async fn trades(
    State(market): State<Arc<Market>>,
    Params(request): Params<StockName>,
) -> Result<Reply<Vec<TradeRow>>, ApiError> {
    rows(&market, request.market.as_deref(), &request.stock_code)
}

/// Names a coin.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CoinName {
    /// The coin's code, such as `BTCUSDT`.
    pub stock_code: wire::StockCode,
}

/// The latest trades of a coin, newest first.
#[utoipa::path(get, path = "/crypto/trades", tag = "market", security(()), params(CoinName),
    responses((status = 200, body = Envelope<Vec<TradeRow>>),
        (status = 404, description = "instrument_unknown")))]
pub async fn coin_trades(
    State(market): State<Arc<Market>>,
    Params(request): Params<CoinName>,
) -> Result<Reply<Vec<TradeRow>>, ApiError> {
    rows(&market, Some(MarketName::Crypto.code()), &request.stock_code)
}

fn rows(market: &Market, named: Option<&str>, code: &str) -> Result<Reply<Vec<TradeRow>>, ApiError> {
    let instrument = market.find(named, code)?;
    let row = |trade: Trade| {
        let side = if trade.side == Side::Buy { "buy" } else { "sell" };
        TradeRow((trade.at.0, instrument.shown(trade.price).into(), trade.quantity.into(), side.into()))
    };
    Ok(Reply(market.trades.newest(instrument.id).into_iter().map(row).collect()))
}
