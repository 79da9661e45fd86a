use plumbline_core::decimal::{Price, format_percent};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use super::quoted::Quoted;
use super::{HaltInfo, Market, State};
use crate::http::{ApiError, Language, wire};

/// The asset source of a stock before its listing.
const NEW_STOCK: wire::AssetSource = wire::AssetSource(5);

/// An instrument with its newest quote. Prices are null before the first tick.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StockRow {
    pub id: wire::Id,
    pub name: String,
    pub stock_code: wire::StockCode,
    pub market: wire::Market,
    /// The asset source: 0 for US stocks, 11 for those of Hong Kong, 2 for forex, 3 for futures, 7 for crypto, 99 for indices;
    /// 5 for a stock before it is listed, 8 in the list of auctions, and 4 in that of blocks.
    pub source: wire::AssetSource,
    /// The industry; of a pair, an index, a future or a coin its class.
    pub classify: wire::Industry,
    pub exchange: wire::Exchange,
    /// The currency of prices.
    pub currency: wire::Currency,
    /// The currency that a pair of currencies buys and sells; null for everything else.
    #[serde(rename = "baseCurrency")]
    pub base_currency: Option<wire::Currency>,
    /// The fewest decimals that prices have.
    #[serde(rename = "priceDigits")]
    pub price_decimals: u32,
    /// The decimal that is a pip; null for an instrument that is not counted in pips.
    #[serde(rename = "pipDecimals")]
    pub pip_decimals: Option<u32>,
    /// The step of quantities, but for orders that may be for fractions of it.
    #[serde(rename = "lotSize")]
    pub lot_size: wire::Decimal,
    pub price_nominal: Option<wire::Decimal>,
    /// The change since the previous close.
    pub change: Option<wire::Decimal>,
    /// The change since the previous close, in percent.
    pub change_ratio: Option<wire::Decimal>,
    pub open: Option<wire::Decimal>,
    pub high: Option<wire::Decimal>,
    pub low: Option<wire::Decimal>,
    #[serde(rename = "prevClose")]
    pub previous_close: Option<wire::Decimal>,
    pub bid: Option<wire::Decimal>,
    pub ask: Option<wire::Decimal>,
    #[serde(rename = "bidSize")]
    pub bid_size: Option<wire::Decimal>,
    #[serde(rename = "askSize")]
    pub ask_size: Option<wire::Decimal>,
    pub volume: Option<wire::Decimal>,
    /// The value of the day's volume at the present price; null for an instrument that is not traded.
    pub turnover: Option<wire::Decimal>,
    /// The day's range in percent of the previous close.
    pub amplitude: Option<wire::Decimal>,
    /// True when the price is below the previous close.
    pub fall: bool,
    /// The newest daily closes and the present price, oldest first.
    #[serde(rename = "indicatorsQuoteClose")]
    pub closes: Vec<wire::Decimal>,
    #[serde(rename = "localLogoUrl")]
    pub local_logo_url: Option<wire::WebLink>,
    #[serde(rename = "selfSelectStatus")]
    pub watched: bool,
    pub feed: Option<wire::FeedName>,
    #[serde(rename = "tickSeq")]
    pub tick_seq: Option<wire::FeedNumber>,
    #[serde(rename = "quoteTimestamp")]
    pub quote_timestamp: Option<wire::Timestamp>,
    /// True when the quote is too old to trade on.
    pub stale: bool,
    /// pre, regular, after or closed.
    pub session: wire::MarketSession,
    /// True if the instrument is traded: false where it can only be watched, and while it is halted. `halt` says which
    /// orders are taken then.
    pub tradable: bool,
    /// trading, halted or retired.
    pub state: wire::InstrumentState,
    /// The time at which the halt began; only while the instrument is halted.
    #[serde(rename = "haltedTimestamp", skip_serializing_if = "Option::is_none")]
    pub halted_timestamp: Option<wire::Timestamp>,
    /// The reason and the end of the halt; only while the instrument is halted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub halt: Option<HaltInfo>,
    /// The last day on which a future trades, where its exchange is; only of futures.
    #[serde(rename = "lastTradeDate", skip_serializing_if = "Option::is_none")]
    pub last_trade_date: Option<wire::Date>,
    /// The day on which a future expires, which is its last trading day; only of futures.
    #[serde(rename = "expiryDate", skip_serializing_if = "Option::is_none")]
    pub expiry_date: Option<wire::Date>,
    /// The day from which a long position may have to take delivery; only of futures that are delivered.
    #[serde(rename = "firstNoticeDate", skip_serializing_if = "Option::is_none")]
    pub first_notice_date: Option<wire::Date>,
    /// The day at whose settlement all positions are closed: the last trading day of what is settled in cash, and
    /// otherwise a day before anybody would be asked to take delivery, from whose begin on nobody opens one; only of
    /// futures.
    #[serde(rename = "lastOpenDate", skip_serializing_if = "Option::is_none")]
    pub last_open_date: Option<wire::Date>,
    /// The value of a point of the price; only of futures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub multiplier: Option<wire::Decimal>,
    /// True if the difference is paid at the end and nothing is delivered; only of futures.
    #[serde(rename = "cashSettled", skip_serializing_if = "Option::is_none")]
    pub cash_settled: Option<bool>,
    /// The price at which the day before ended; only of futures.
    #[serde(rename = "previousSettle", skip_serializing_if = "Option::is_none")]
    pub previous_settle: Option<wire::Decimal>,
    /// Contracts that were open at the end of the day before; only of futures.
    #[serde(rename = "openInterest", skip_serializing_if = "Option::is_none")]
    pub open_interest: Option<wire::Decimal>,
    /// The change of `openInterest` from the day before that.
    #[serde(rename = "openInterestChange", skip_serializing_if = "Option::is_none")]
    pub open_interest_change: Option<wire::Decimal>,
    /// True for the month of a future in which most contracts are open; only of futures.
    #[serde(rename = "mainMonth", skip_serializing_if = "Option::is_none")]
    pub main_month: Option<bool>,
}

/// Writes rows in a language, as for a caller who watches none of them.
pub struct Rows<'a> {
    market: &'a Market,
    language: Language,
    now: UnixMillis,
}

impl<'a> Rows<'a> {
    pub const fn new(market: &'a Market, language: Language, now: UnixMillis) -> Self {
        Self { market, language, now }
    }

    /// The row of an instrument of a snapshot, which is written once and shared.
    pub fn shared<'q>(&self, quoted: &'q Quoted) -> Result<&'q RawValue, ApiError> {
        quoted.row(self.language, || to_raw_value(&self.row(quoted)).map_err(ApiError::internal))
    }

    pub fn all<'q>(&self, quoted: &[&'q Quoted]) -> Result<Vec<&'q RawValue>, ApiError> {
        quoted.iter().map(|quoted| self.shared(quoted)).collect()
    }

    pub fn row(&self, quoted: &Quoted) -> StockRow {
        let (instrument, tick, day) = (&quoted.instrument, quoted.tick.as_deref(), &quoted.day);
        let shown = |price: Price| (!price.is_zero()).then(|| wire::Decimal::from(instrument.shown(price)));
        let session = self.market.session(instrument, self.now);
        let (state, halt) = (self.market.state(instrument.id, self.now), self.market.halt(instrument.id, self.now));
        let is_listed = instrument.is_listed(self.now);
        let (future, open) = (instrument.future.as_ref(), self.market.open_interest(instrument, self.now));
        StockRow {
            id: instrument.id.into(),
            name: self.language.name(&instrument.names).to_owned(),
            stock_code: instrument.code.clone().into(),
            market: instrument.market.into(),
            source: if is_listed || !instrument.is_new() { instrument.market.source().into() } else { NEW_STOCK },
            classify: instrument.industry.clone().into(),
            exchange: instrument.exchange.clone().into(),
            currency: instrument.currency.into(),
            base_currency: instrument.base.map(Into::into),
            price_decimals: instrument.price_decimals,
            pip_decimals: instrument.pip_decimals,
            lot_size: self.market.rules.lot(instrument, &session.day).into(),
            price_nominal: tick.map(|t| instrument.shown(t.last).into()),
            change: tick.map(|t| instrument.shown(day.change(t.last)).into()),
            change_ratio: tick.map(|t| format_percent(day.change_basis_points(t.last)).into()),
            open: shown(day.open),
            high: shown(day.high),
            low: shown(day.low),
            previous_close: shown(day.previous_close),
            bid: tick.and_then(|t| shown(t.bid())),
            ask: tick.and_then(|t| shown(t.ask())),
            bid_size: tick.map(|t| t.bid_size().into()),
            ask_size: tick.map(|t| t.ask_size().into()),
            volume: tick.map(|t| t.volume.into()),
            turnover: quoted.turnover().map(Into::into),
            amplitude: quoted.amplitude_basis_points().map(format_percent).map(Into::into),
            fall: tick.is_some_and(|t| day.change(t.last).units() < 0),
            closes: self.closes(quoted),
            local_logo_url: None,
            watched: false,
            feed: tick.map(|t| (*t.feed).into()),
            tick_seq: tick.map(|t| t.seq.into()),
            quote_timestamp: tick.map(|t| t.exchange_time.into()),
            stale: tick.is_none_or(|t| self.market.is_stale(t, self.now)),
            session: session.session.into(),
            tradable: instrument.tradable && is_listed && state == State::Trading,
            state: state.code().into(),
            halted_timestamp: halt.map(|halt| halt.since.into()),
            halt: halt.map(HaltInfo::from),
            last_trade_date: future.map(|future| future.last_trade.into()),
            expiry_date: future.map(|future| future.last_trade.into()),
            last_open_date: self.market.last_open_day(instrument).map(Into::into),
            first_notice_date: future.and_then(|future| future.first_notice).map(Into::into),
            multiplier: future.map(|future| future.multiplier.into()),
            cash_settled: future.map(|future| future.cash_settled),
            previous_settle: future.and_then(|_| shown(day.previous_close)),
            open_interest: open.map(|(after, _)| after.to_string().into()),
            open_interest_change: open.map(|(after, before)| (after - before).to_string().into()),
            main_month: future.map(|_| open.is_some() && self.market.main_months(self.now).contains(&instrument.id)),
        }
    }

    fn closes(&self, quoted: &Quoted) -> Vec<wire::Decimal> {
        let stats = self.market.history.stats(quoted.instrument.id, quoted.day.began);
        let past = stats.as_ref().map(|stats| stats.closes.as_slice()).unwrap_or_default();
        let newest = quoted.tick.as_ref().map(|tick| tick.last);
        past.iter().copied().chain(newest).map(|price| quoted.instrument.shown(price).into()).collect()
    }
}
