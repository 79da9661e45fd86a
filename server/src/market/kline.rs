use std::sync::Arc;

use axum::extract::State;
use plumbline_core::market::{Bar, Instrument, Period, roll_up};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::bars;
use crate::app::App;
use crate::db::DbError;
use crate::http::{ApiError, Envelope, Params, Reply};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct KlineRequest {
    pub stock_code: String,
    /// `intraday` (one-minute bars of the trading day), `1D` (days of half a year), `1W` (weeks of two years), `1M`
    /// (months of five years), `3M` (quarters of ten years), `1Y` (years of ten years).
    #[param(pattern = "^(intraday|1D|1W|1M|3M|1Y)$")]
    pub r#type: String,
    /// `UsStock` when absent.
    pub market: Option<String>,
}

/// Start in Unix milliseconds, open, high, low, close, volume.
#[derive(Debug, Serialize, ToSchema)]
pub struct Candle(pub (i64, String, String, String, String, String));

impl From<&Bar> for Candle {
    fn from(bar: &Bar) -> Self {
        let price = |price: plumbline_core::decimal::Price| price.display(2);
        Self((
            bar.start.0,
            price(bar.open),
            price(bar.high),
            price(bar.low),
            price(bar.close),
            bar.volume.round_down_to(plumbline_core::decimal::Quantity::from_units(1)).to_string(),
        ))
    }
}

/// The charts that can be asked for.
enum Chart {
    Intraday,
    /// Bars of a period over so many days.
    Days(Period, i32),
}

impl Chart {
    fn from_code(code: &str) -> Option<Self> {
        Some(match code {
            "intraday" => Chart::Intraday,
            "1D" => Chart::Days(Period::Day, 183),
            "1W" => Chart::Days(Period::Week, 2 * 366),
            "1M" => Chart::Days(Period::Month, 5 * 366),
            "3M" => Chart::Days(Period::Quarter, 10 * 366),
            "1Y" => Chart::Days(Period::Year, 10 * 366),
            _ => return None,
        })
    }
}

/// The bars of a chart, oldest first; the last one is still being built.
#[utoipa::path(get, path = "/m_ft/kline", tag = "market", security(()), params(KlineRequest),
    responses((status = 200, body = Envelope<Vec<Candle>>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, type_invalid")))]
pub async fn kline(
    State(app): State<App>,
    Params(request): Params<KlineRequest>,
) -> Result<Reply<Vec<Candle>>, ApiError> {
    let instrument = app.market.find(request.market.as_deref(), &request.stock_code)?.clone();
    let bars = match Chart::from_code(&request.r#type).ok_or(ApiError::invalid("type_invalid", "type"))? {
        Chart::Intraday => intraday(&app, &instrument).await?,
        Chart::Days(period, days) => by_days(&app, &instrument, period, days).await?,
    };
    Ok(Reply(bars.iter().map(Candle::from).collect()))
}

async fn intraday(app: &App, instrument: &Arc<Instrument>) -> Result<Vec<Bar>, DbError> {
    let now = app.market.now_of(instrument, app.clock.now());
    let day = app.market.hours.trading_day(instrument.market, now);
    let mut minutes = bars::minutes(&app.db, &app.market, instrument, day.bar_start, now).await?;
    if let Some((minute, _)) = app.market.recorder.building(instrument.id) {
        minutes.retain(|bar| bar.start < minute.start);
        minutes.push(minute);
    }
    Ok(minutes)
}

async fn by_days(app: &App, instrument: &Arc<Instrument>, period: Period, days: i32) -> Result<Vec<Bar>, DbError> {
    let now = app.market.now_of(instrument, app.clock.now());
    let mut all = bars::days(&app.db, &app.market, instrument, days, now).await?;
    if let Some((_, day)) = app.market.recorder.building(instrument.id) {
        all.retain(|bar| bar.start < day.start);
        all.push(day);
    }
    Ok(roll_up(&all, period, &bars::zone_of(instrument)))
}
