use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwapOption;
use axum::extract::State;
use hashlink::LruCache;
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument};
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::chart::{Chart, Charts, Scale};
use super::shared::{MAX_AGE_MILLIS, Shared, SharedReply};
use crate::http::{ApiError, ClientAddress, Envelope, Origin, Params, TrustedProxies, wire};
use crate::turns::{Held, Turns};

/// Charts kept in memory, of 80 kB at most and mostly of 10.
const CHARTS_MAX: usize = 256;
const COUNT_MAX: i64 = 1_000;
/// Seconds after which a client with too many charts waiting should try again.
const RETRY_AFTER: u64 = 2;
/// The end of the year 9999.
const TIMESTAMP_MAX: i64 = 253_402_300_799_999;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct KlineRequest {
    pub stock_code: wire::StockCode,
    /// `1m`, `5m`, `15m`, `60m` (500 bars unless `count` says otherwise; as far back as 10,080 bars), `1D` (183), `1W`
    /// (105), `1M` (60), `3M` (40), `1Y` (10); `intraday`: the minutes of the trading day, and with `before` or
    /// `count` as `1m`.
    #[param(pattern = "^(intraday|1m|5m|15m|60m|1D|1W|1M|3M|1Y)$")]
    pub r#type: String,
    /// The market; needed where several markets have the code.
    pub market: Option<wire::Market>,
    /// Only bars that begin before this moment, in Unix milliseconds; the newest bars when absent.
    #[param(minimum = 1, maximum = 253_402_300_799_999_i64)]
    pub before: Option<i64>,
    /// The number of bars; there are fewer where the history begins.
    #[param(minimum = 1, maximum = 1000)]
    pub count: Option<i64>,
}

impl KlineRequest {
    fn chart(&self) -> Result<Chart, ApiError> {
        let scale = Scale::from_code(&self.r#type).ok_or(ApiError::invalid("type_invalid", "type"))?;
        let before = within(self.before, TIMESTAMP_MAX).ok_or(ApiError::invalid("timestamp_invalid", "before"))?;
        let count = within(self.count, COUNT_MAX).ok_or(ApiError::invalid("count_invalid", "count"))?;
        let count = count.and_then(|count| usize::try_from(count).ok());
        Ok(Chart { scale, before: before.map(UnixMillis), count })
    }
}

/// The given number if it is absent or from 1 to `most`; `None` otherwise.
fn within(number: Option<i64>, most: i64) -> Option<Option<i64>> {
    number.is_none_or(|number| (1..=most).contains(&number)).then_some(number)
}

/// The start in Unix milliseconds, open, high, low, close, volume.
#[derive(Debug, Serialize, ToSchema)]
pub struct Candle(pub (i64, wire::Decimal, wire::Decimal, wire::Decimal, wire::Decimal, wire::Decimal));

impl Candle {
    fn of(instrument: &Instrument, bar: &Bar) -> Self {
        let price = |price: Price| wire::Decimal::from(instrument.shown(price));
        Self((
            bar.start.0,
            price(bar.open),
            price(bar.high),
            price(bar.low),
            price(bar.close),
            bar.volume.round_down_to(Quantity::from_units(1)).into(),
        ))
    }
}

/// The bars of a chart, oldest first, at most a second old. Unless `before` is given, the last one is still being
/// built.
#[utoipa::path(get, path = "/m_ft/kline", tag = "market", security(()), params(KlineRequest),
    responses((status = 200, body = Envelope<Vec<Candle>>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown, type_invalid, timestamp_invalid, count_invalid")))]
pub async fn kline(
    State(replies): State<Arc<ChartReplies>>,
    State(proxies): State<TrustedProxies>,
    origin: Origin,
    Params(request): Params<KlineRequest>,
) -> Result<SharedReply, ApiError> {
    replies.named(origin.counted_by(&proxies), request).await
}

/// Charts as they were last sent. Each is made by one caller at a time; the others wait for it and get that one.
#[derive(Debug)]
pub struct ChartReplies {
    charts: Charts,
    replies: Mutex<LruCache<(InstrumentId, Chart), Arc<ChartReply>>>,
    /// A client has one chart made at a time, so that a client that requests all of them waits for itself only.
    turns: Arc<Turns<IpAddr>>,
}

#[derive(Debug, Default)]
struct ChartReply {
    newest: ArcSwapOption<(UnixMillis, Shared)>,
    making: tokio::sync::Mutex<()>,
}

impl ChartReplies {
    pub fn new(charts: Charts) -> Self {
        Self { charts, replies: Mutex::new(LruCache::new(CHARTS_MAX)), turns: Arc::default() }
    }

    fn known(&self, id: InstrumentId, chart: Chart) -> Arc<ChartReply> {
        let mut replies = self.replies.lock().unwrap_or_else(PoisonError::into_inner);
        replies.entry((id, chart)).or_insert_with(Arc::default).clone()
    }

    /// Waits until no other chart of this client is being made; `None` stands for callers whose charts are not counted.
    async fn turn(&self, client: Option<ClientAddress>) -> Result<Option<Held<IpAddr>>, ApiError> {
        let Some(client) = client else { return Ok(None) };
        let seat = self.turns.seat(client.site()).ok_or(ApiError::rate_limited(RETRY_AFTER))?;
        Ok(Some(seat.turn().await))
    }

    /// The chart that a request names.
    pub(super) async fn named(
        &self,
        client: Option<ClientAddress>,
        request: KlineRequest,
    ) -> Result<SharedReply, ApiError> {
        let instrument = self.charts.market.find(request.market.as_deref(), &request.stock_code)?;
        self.reply(client, instrument, request.chart()?).await
    }

    async fn reply(
        &self,
        client: Option<ClientAddress>,
        instrument: &Arc<Instrument>,
        chart: Chart,
    ) -> Result<SharedReply, ApiError> {
        let fresh = |reply: &ChartReply| {
            let newest = reply.newest.load();
            let (made_at, shared) = newest.as_deref()?;
            let age = self.charts.clock.now().since(*made_at);
            (0..MAX_AGE_MILLIS).contains(&age).then(|| shared.for_all())
        };
        let reply = self.known(instrument.id, chart);
        if let Some(reply) = fresh(&reply) {
            return Ok(reply);
        }
        // In this order, a client that waits for its turn does not keep others from making the chart.
        let _turn = self.turn(client).await?;
        let _making = reply.making.lock().await;
        if let Some(reply) = fresh(&reply) {
            return Ok(reply);
        }
        let now = self.charts.clock.now();
        let bars = chart.bars(&self.charts, instrument).await?;
        let candles: Vec<Candle> = bars.iter().map(|bar| Candle::of(instrument, bar)).collect();
        let shared = Shared::write(candles, std::iter::empty())?;
        let told = shared.for_all();
        reply.newest.store(Some(Arc::new((now, shared))));
        Ok(told)
    }
}
