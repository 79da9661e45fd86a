use std::collections::HashSet;
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use axum::extract::State;
use plumbline_core::decimal::{ONE, Price};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Instrument, Level, Tick};
use plumbline_core::time::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::auctions::AuctionInfo;
use super::contract_info::ContractInfo;
use super::new_stock_list::Offer;
use super::profile::profile;
use super::quoted::Quoted;
use super::shared::{MAX_AGE_MILLIS, Shared, SharedReply};
use super::stock_row::{Rows, StockRow};
use super::trending::Visitor;
use super::watched::Watched;
use super::{Market, Stats};
use crate::clock::Clock;
use crate::http::{ApiError, Envelope, Language, Params, Reply, wire};

/// Names an instrument.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StockName {
    pub stock_code: wire::StockCode,
    /// The market; needed where several markets have the code.
    pub market: Option<wire::Market>,
}

/// A level of the book.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookLevel {
    pub price: wire::Decimal,
    pub size: wire::Decimal,
}

/// An instrument with everything that its page shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockInfo {
    #[serde(flatten)]
    pub row: StockRow,
    pub profile: String,
    /// The smallest price step at the present price.
    pub tick_size: Option<wire::Decimal>,
    /// The rules for trading the instrument; null where it can only be watched.
    pub contract: Option<ContractInfo>,
    pub week52_high: Option<wire::Decimal>,
    pub week52_low: Option<wire::Decimal>,
    /// The market capitalisation; not known for simulated instruments.
    pub market_cap: Option<wire::Decimal>,
    /// The levels of this side, best first.
    pub bids: Vec<BookLevel>,
    /// The levels of this side, best first.
    pub asks: Vec<BookLevel>,
    /// The zone in which the exchange tells its times, such as `America/New_York`.
    pub time_zone: wire::TimeZone,
    /// The calendar that the instrument trades by; empty if it never closes.
    pub calendar: wire::Calendar,
    /// The next time at which regular hours begin or go on; null while they last.
    pub session_opens_timestamp: Option<wire::Timestamp>,
    /// True during a break of the day, after which trading goes on.
    pub on_break: bool,
    pub session_closes_timestamp: wire::Timestamp,
    pub open_around_the_clock: bool,
    /// The offer of a new stock; null for everything else.
    pub offer: Option<Offer>,
    /// The opening auction of a stock; null where there is none.
    pub auction: Option<AuctionInfo>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockDetail {
    pub stock_info: StockInfo,
    pub self_select_status: bool,
    /// The quote's time where the market is, `YYYY-MM-DD hh:mm:ss`.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$")]
    pub currency_us_datetime: Option<String>,
}

/// An instrument's quote, book and session, by the newest tick; values that the clock alone changes are at most a
/// second old.
#[utoipa::path(get, path = "/m_ft/stock_detail_ft", tag = "market", security((), ("session" = [])), params(StockName),
    responses((status = 200, body = Envelope<StockDetail>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown")))]
pub async fn detail(
    State(quotes): State<Arc<QuoteReplies>>,
    Watched(watched): Watched,
    visitor: Visitor,
    language: Language,
    Params(request): Params<StockName>,
) -> Result<SharedReply, ApiError> {
    quotes.named(request.market.as_deref(), &request.stock_code, &visitor, language, &watched)
}

/// The quotes as they were last sent: a slot for each instrument and language, indexed by the instrument's id.
#[derive(Debug)]
pub struct QuoteReplies {
    market: Arc<Market>,
    clock: Clock,
    slots: Vec<[ArcSwapOption<QuoteReply>; Language::ALL.len()]>,
}

/// A quote as it was sent, and the versions that it was made from.
#[derive(Debug)]
struct QuoteReply {
    version: u64,
    made_at: UnixMillis,
    stats: Option<Arc<Stats>>,
    shared: Shared,
}

impl QuoteReplies {
    /// For the instruments of the market's catalog.
    pub fn new(market: Arc<Market>, clock: Clock) -> Self {
        let slots = usize::try_from(market.catalog.greatest().0).unwrap_or(0) + 1;
        Self { market, clock, slots: (0..slots).map(|_| Default::default()).collect() }
    }

    /// The quote of the instrument of that name; the request counts as a look at it.
    pub(super) fn named(
        &self,
        market: Option<&str>,
        code: &str,
        visitor: &Visitor,
        language: Language,
        watched: &HashSet<InstrumentId>,
    ) -> Result<SharedReply, ApiError> {
        let instrument = self.market.find(market, code)?;
        self.market.trending.note(visitor, instrument.id, self.clock.now());
        self.reply(instrument, language, watched)
    }

    fn reply(
        &self,
        instrument: &Arc<Instrument>,
        language: Language,
        watched: &HashSet<InstrumentId>,
    ) -> Result<SharedReply, ApiError> {
        let slot = usize::try_from(instrument.id.0).ok().and_then(|index| self.slots.get(index));
        let slot = slot.map(|languages| &languages[language as usize]);
        if let Some(told) = slot.map(ArcSwapOption::load).as_deref().and_then(Option::as_deref)
            && told.holds(&self.market, self.clock.now(), instrument.id)
        {
            return Ok(told.shared.for_watcher(watched));
        }
        let made = QuoteReply::make(&self.market, self.clock.now(), instrument, language)?;
        let reply = made.shared.for_watcher(watched);
        if let Some(slot) = slot {
            slot.store(Some(Arc::new(made)));
        }
        Ok(reply)
    }
}

impl QuoteReply {
    fn make(
        market: &Market,
        made_at: UnixMillis,
        instrument: &Arc<Instrument>,
        language: Language,
    ) -> Result<Self, ApiError> {
        // If a tick comes meanwhile, the reply has the older version, and is not sent again.
        let version = market.board.version(instrument.id);
        let quoted = Quoted::of(instrument, &market.board);
        let stats = market.history.known(instrument.id);
        let time = |tick: &Tick| market.hours(instrument).local_time(tick.exchange_time);
        let row = Rows::new(market, language, made_at).row(&quoted);
        let detail = StockDetail {
            self_select_status: row.watched,
            currency_us_datetime: quoted.tick.as_deref().map(time),
            stock_info: info(market, made_at, &quoted, row, language),
        };
        let shared = Shared::write(detail, [instrument.id; 2].into_iter())?;
        Ok(Self { version, made_at, stats, shared })
    }

    fn holds(&self, market: &Market, now: UnixMillis, id: InstrumentId) -> bool {
        let same_stats = match (&self.stats, &market.history.known(id)) {
            (Some(told), Some(known)) => Arc::ptr_eq(told, known),
            (None, None) => true,
            _ => false,
        };
        same_stats && self.version == market.board.version(id) && (0..MAX_AGE_MILLIS).contains(&now.since(self.made_at))
    }
}

fn info(market: &Market, now: UnixMillis, quoted: &Quoted, row: StockRow, language: Language) -> StockInfo {
    let (instrument, tick, day) = (&quoted.instrument, quoted.tick.as_deref(), &quoted.day);
    let session = market.session(instrument, now);
    let rules = market.rules.in_force(instrument, &session.day);
    let steps = market.rules.tick_sizes(instrument, &session.day);
    let shown = |price: Price| instrument.shown(price);
    let stats = market.history.stats(instrument.id, day.began);
    StockInfo {
        row,
        profile: profile(instrument, language),
        tick_size: steps.zip(tick).map(|(steps, tick)| steps.at(tick.last).into()),
        contract: rules.filter(|_| instrument.tradable).map(|rules| ContractInfo::of(market, now, instrument, &rules)),
        week52_high: stats.as_ref().map(|s| shown(s.week52_high.max(day.high)).into()),
        week52_low: stats.as_ref().map(|s| shown(least(s.week52_low, day.low)).into()),
        market_cap: None,
        bids: tick.map(|t| levels(instrument, &t.bids)).unwrap_or_default(),
        asks: tick.map(|t| levels(instrument, &t.asks)).unwrap_or_default(),
        time_zone: market.hours(instrument).zone_name().into(),
        calendar: instrument.calendar.clone().into(),
        session_opens_timestamp: session.opens.map(Into::into),
        on_break: session.on_break,
        session_closes_timestamp: session.day_ends.into(),
        open_around_the_clock: market.calendars.around_the_clock(),
        offer: Offer::of(market, instrument, now),
        auction: AuctionInfo::of(market, instrument, now),
    }
}

/// The lower of two prices, where zero means unknown.
fn least(a: Price, b: Price) -> Price {
    if a.is_zero() || (!b.is_zero() && b < a) { b } else { a }
}

pub(super) fn levels(instrument: &Instrument, levels: &[Level]) -> Vec<BookLevel> {
    let displayed = levels.iter().filter(|level| level.size.is_positive());
    displayed.map(|level| BookLevel { price: instrument.shown(level.price).into(), size: level.size.into() }).collect()
}

/// The least quantity of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MinimumReply {
    pub min_count: wire::Decimal,
    pub lot_size: wire::Decimal,
    /// The step of market and limit day orders for fractions of a lot; null where only whole lots are traded.
    pub fraction_step: Option<wire::Decimal>,
    /// True if limit orders may also be filled before and after regular hours (`extendedHours`).
    pub extended_hours: bool,
    pub tick_size: Option<wire::Decimal>,
}

/// The instrument that is asked about.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MinimumRequest {
    pub stock_code: wire::StockCode,
    /// The market; needed where several markets have the code.
    pub market: Option<wire::Market>,
}

/// The least quantity, the lot and the price step of an instrument.
#[utoipa::path(post, path = "/stocka_config/getMinCount", tag = "market", security(()), request_body = MinimumRequest,
    responses((status = 200, body = Envelope<MinimumReply>),
        (status = 404, description = "instrument_unknown"),
        (status = 422, description = "market_unknown")))]
pub async fn minimum(
    State(market): State<Arc<Market>>,
    State(clock): State<Clock>,
    crate::http::Body(request): crate::http::Body<MinimumRequest>,
) -> Result<Reply<MinimumReply>, ApiError> {
    let instrument = market.find(request.market.as_deref(), &request.stock_code)?;
    let session = market.session(instrument, clock.now());
    let lot = market.rules.lot(instrument, &session.day).to_string();
    let steps = market.rules.tick_sizes(instrument, &session.day);
    let price = market.latest(instrument.id).map_or(Price::from_units(ONE), |tick| tick.last);
    Ok(Reply(MinimumReply {
        min_count: lot.clone().into(),
        lot_size: lot.into(),
        extended_hours: market.rules.extended_hours(instrument, &session.day),
        fraction_step: market.rules.fraction_step(instrument, &session.day).map(Into::into),
        tick_size: steps.map(|steps| steps.at(price).into()),
    }))
}
