//! Coins under call names of their own: their quotes and charts are those of all markets.

use std::sync::Arc;

use axum::extract::State;
use plumbline_core::decimal::{Price, format_percent};
use plumbline_core::market::{Market as MarketName, Trend, relative_strength, volatility};
use serde::Serialize;
use utoipa::ToSchema;

use super::Market;
use super::detail::{QuoteReplies, StockDetail};
use super::kline::{Candle, ChartReplies, KlineRequest};
use super::list::{Asker, ids};
use super::list_request::{ListRequest, Wanted};
use super::list_trades::CoinName;
use super::quoted::Quoted;
use super::shared::{Shared, SharedReply};
use super::snapshot::Form;
use super::stock_row::{Rows, StockRow};
use super::trending::Visitor;
use super::watched::Watched;
use crate::http::{ApiError, Envelope, Language, Origin, PageRequest, Paged, Params, TrustedProxies, wire};

/// A coin's quote, book and rules.
#[utoipa::path(get, path = "/crypto/stock_detail_ft", tag = "market", security((), ("session" = [])), params(CoinName),
    responses((status = 200, body = Envelope<StockDetail>),
        (status = 404, description = "instrument_unknown")))]
pub async fn detail(
    State(quotes): State<Arc<QuoteReplies>>,
    Watched(watched): Watched,
    visitor: Visitor,
    language: Language,
    Params(request): Params<CoinName>,
) -> Result<SharedReply, ApiError> {
    quotes.named(Some(MarketName::Crypto.code()), &request.stock_code, &visitor, language, &watched)
}

/// The bars of a coin's chart, as of any instrument; the market need not be given.
#[utoipa::path(get, path = "/crypto/kline", tag = "market", security(()), params(KlineRequest),
    responses((status = 200, body = Envelope<Vec<Candle>>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "type_invalid, timestamp_invalid, count_invalid")))]
pub async fn kline(
    State(replies): State<Arc<ChartReplies>>,
    State(proxies): State<TrustedProxies>,
    origin: Origin,
    Params(request): Params<KlineRequest>,
) -> Result<SharedReply, ApiError> {
    let request = KlineRequest { market: Some(MarketName::Crypto.into()), ..request };
    replies.named(origin.counted_by(&proxies), request).await
}

/// A coin with indicators from its daily closes.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuantRow {
    #[serde(flatten)]
    pub row: StockRow,
    /// up: the price is above its average of twenty days, which rises; down: the opposite; sideways. Null where too
    /// little is known.
    pub trend: Option<wire::Trend>,
    /// The relative strength index of fourteen days, 0 to 100.
    pub rsi: Option<wire::Decimal>,
    /// The deviation of twenty days' changes, annualised, in percent.
    pub volatility: Option<wire::Decimal>,
}

/// The coins with trend, relative strength and volatility, worked out from their newest daily closes and the present price.
#[utoipa::path(get, path = "/crypto/quantify_page", tag = "market", security((), ("session" = [])),
    params(ListRequest, PageRequest),
    responses((status = 200, body = Envelope<Paged<QuantRow>>),
        (status = 422, description = "type_invalid, sort_invalid, page_invalid, keyword_too_long, exchange_unknown, classify_unknown")))]
pub async fn quantify_page(
    asker: Asker,
    Params(request): Params<ListRequest>,
    Params(page): Params<PageRequest>,
) -> Result<SharedReply, ApiError> {
    let wanted = Wanted::of(MarketName::Crypto, request)?;
    asker.written(&wanted, page.checked()?, Form::Readings, |rows, shown, page| {
        let list: Vec<QuantRow> = shown.iter().map(|quoted| quant(&asker.market, rows, quoted)).collect();
        Shared::write(Paged { list, page }, ids(shown))
    })
}

fn quant(market: &Market, rows: &Rows<'_>, quoted: &Quoted) -> QuantRow {
    let stats = market.history.stats(quoted.instrument.id, quoted.day.began);
    let past = stats.as_ref().map(|stats| stats.closes.as_slice()).unwrap_or_default();
    let closes: Vec<Price> = past.iter().copied().chain(quoted.tick.as_ref().map(|tick| tick.last)).collect();
    QuantRow {
        row: rows.row(quoted),
        trend: Trend::of(&closes).map(Into::into),
        rsi: relative_strength(&closes).map(format_percent).map(Into::into),
        volatility: volatility(&closes).map(format_percent).map(Into::into),
    }
}
