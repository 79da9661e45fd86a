//! Instruments, and their market data.
//!
//! `catalog` has the instruments, `board` the newest tick of each, `history` its past, `rules` the venue's requirements
//! of an order. The other files are the calls, one each.

mod auction_stocks;
mod auctions;
pub mod bars;
pub mod block_list;
pub mod board;
pub mod calendars;
pub mod catalog;
pub mod chart;
mod contract_info;
pub mod corporate_actions;
pub mod crypto;
pub mod day_seeds;
pub mod depth;
pub mod detail;
pub mod events;
pub mod feeds;
pub mod find_market;
pub mod forex_list;
pub mod futures;
pub mod futures_list;
pub mod global_index;
pub mod halts;
pub mod history;
mod holidays;
pub mod home_lists;
pub mod hong_kong_list;
mod industries;
pub mod kline;
pub mod list;
mod list_order;
mod list_request;
pub mod list_trades;
mod list_turns;
mod live_bars;
mod live_market;
mod main_months;
pub mod new_stock_list;
pub mod new_stocks;
mod open_interest;
pub mod operators;
pub mod pre_market_list;
mod profile;
mod quoted;
mod recorded_nights;
pub mod rules;
pub mod search;
mod search_index;
pub mod sectors;
mod seeds;
pub mod sessions;
pub mod settled;
mod settlements;
mod shared;
mod snapshot;
pub mod states;
pub mod status;
pub mod stock_list;
pub mod stock_row;
pub mod summary;
pub mod top_list;
pub mod trades;
pub mod trading_days;
pub mod trending;
pub mod trending_list;
mod value_dates;
mod watched;

use std::sync::Arc;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Instrument, Market as MarketName, Tick};
use plumbline_core::money::Currency;
use plumbline_core::products::{ContractEnd, Conversion, ExtendedHours, Hours as TradingHours};
use plumbline_core::time::UnixMillis;

pub use auction_stocks::AuctionStocks;
pub use bars::{Past, Recorder};
pub use board::{Board, DaySummary, TickListener};
pub use calendars::Calendars;
pub use catalog::{Catalog, CatalogError};
pub use corporate_actions::CorporateActions;
pub use detail::QuoteReplies;
pub use feeds::FeedHistory;
pub use halts::{Halt, HaltInfo, HaltedInstrument};
pub use history::{History, Stats};
pub use kline::ChartReplies;
pub use live_bars::LiveBars;
pub use live_market::{LiveMarket, show, show_book};
pub use new_stocks::NewStocks;
pub use quoted::Quoted;
pub use recorded_nights::RecordedNights;
pub use rules::{NightRates, OrderRules, PolicyRate, Rules, RulesError};
pub use seeds::InstrumentSeed;
pub use sessions::{Hours, SessionNow, is_weekday};
pub use settlements::DueSettlement;
pub use snapshot::{Snapshot, Snapshots};
pub use states::{State, States};
pub use status::Statuses;
pub use trades::Trades;
pub use trending::Trending;
pub use value_dates::Night;

use crate::clock::Clock;
use crate::http::{ApiError, Language};
use crate::listings::Listings;

/// Ticks older than this cannot be traded on.
pub const STALE_AFTER_MILLIS: i64 = 30_000;

/// The market as the rest of the server uses it.
#[derive(Debug)]
pub struct Market {
    pub catalog: Catalog,
    pub board: Arc<Board>,
    /// Builds bars from the ticks.
    pub recorder: Recorder,
    pub history: History,
    /// The feed's own past data.
    pub feed_history: Arc<dyn FeedHistory>,
    /// The bars for charts that were computed from it.
    pub past: bars::Past,
    pub rules: Rules,
    /// The instruments that operators have halted or retired.
    pub states: States,
    /// Dividends and splits.
    pub corporate_actions: Arc<CorporateActions>,
    pub snapshots: Snapshots,
    /// The newest trades of each instrument.
    pub trades: Trades,
    pub calendars: Arc<Calendars>,
    pub recorded_nights: RecordedNights,
    /// Counts which instruments customers look at.
    pub trending: Trending,
    /// The clock that decides when a new stock is announced.
    pub clock: Clock,
    /// The stocks that open with an auction.
    pub auction_stocks: AuctionStocks,
    pub new_stocks: NewStocks,
}

impl Market {
    /// The instrument that a request names by its code and, where several markets have that, by its market.
    ///
    /// # Errors
    /// `market_unknown`, `instrument_unknown`; `market_ambiguous`, which has the markets to choose from.
    pub fn find(&self, market: Option<&str>, code: &str) -> Result<&Arc<Instrument>, ApiError> {
        let unknown = || ApiError::not_found("instrument_unknown").on_field("stockCode");
        if let Some(market) = named(market)? {
            return self.find_in(market, code).ok_or_else(unknown);
        }
        match *self.with_code(code) {
            [] => Err(unknown()),
            [found] => Ok(found),
            ref several => Err(ambiguous(several)),
        }
    }

    /// The instrument of a market that has a code, if it is announced.
    pub fn find_in(&self, market: MarketName, code: &str) -> Option<&Arc<Instrument>> {
        self.catalog.find(market, code).filter(|found| self.is_announced(found))
    }

    /// The instruments of all markets that have a code.
    pub fn with_code(&self, code: &str) -> Vec<&Arc<Instrument>> {
        MarketName::ALL.into_iter().filter_map(|market| self.find_in(market, code)).collect()
    }

    /// False for a new stock before its prospectus: until then requests do not find its code.
    fn is_announced(&self, instrument: &Instrument) -> bool {
        let now = self.clock.now();
        !instrument.is_new() || instrument.is_listed(now) || self.new_stocks.of(instrument, now).is_some()
    }

    /// Accepts a tick that has passed the feed's fence: into the bars, onto the board, to all listeners.
    pub fn publish(&self, tick: &Tick) {
        let day = self.recorder.record(tick);
        self.trades.record(tick);
        self.board.publish(tick, day);
    }

    /// The present of an instrument's charts: the time of its newest tick, which a replay sets in the past.
    pub fn now_of(&self, instrument: &Instrument, now: UnixMillis) -> UnixMillis {
        self.latest(instrument.id).map_or_else(|| self.feed_history.now(instrument, now), |tick| tick.exchange_time)
    }

    pub fn latest(&self, id: InstrumentId) -> Option<Arc<Tick>> {
        self.board.latest(id)
    }

    /// True if a tick is too old to trade on, or if no newer one could be received.
    pub fn is_stale(&self, tick: &Tick, now: UnixMillis) -> bool {
        self.board.is_silent() || is_stale(tick, now)
    }
}

impl Market {
    /// The instrument's name in a language; empty for an unknown id.
    pub fn name(&self, id: InstrumentId, language: Language) -> String {
        self.catalog.get(id).map(|instrument| language.name(&instrument.names).to_owned()).unwrap_or_default()
    }

    /// The beginning of the present trading day of US stocks, which the figures of today of a whole account are for.
    pub fn day_began(&self, now: UnixMillis) -> UnixMillis {
        self.calendars.named(MarketName::UsStock.calendar()).trading_day(now).began
    }

    /// All quotes at one moment, at most a second ago: lists are made from it.
    pub fn snapshot(&self, now: UnixMillis) -> Arc<Snapshot> {
        self.snapshots.get(&self.catalog, &self.board, &self.states, || self.main_months(now), now)
    }

    /// The state of an instrument: an operator or its exchange may have halted it, and it is not traded from the moment
    /// of a split until every position is adjusted.
    pub fn state(&self, id: InstrumentId, now: UnixMillis) -> State {
        match self.states.of(id) {
            State::Retired => State::Retired,
            _ if self.halt(id, now).is_some() => State::Halted,
            _ => State::Trading,
        }
    }

    /// The hours that an instrument trades in.
    pub fn hours(&self, instrument: &Instrument) -> &Hours {
        self.calendars.of(instrument)
    }

    /// The session of an instrument at `now`.
    pub fn session(&self, instrument: &Instrument, now: UnixMillis) -> SessionNow {
        self.hours(instrument).at(now)
    }
}

impl Market {
    /// The hours and dates that the calendar and the rules set for a trade at `now`.
    pub fn trading_hours(&self, instrument: &Instrument, session: &SessionNow, now: UnixMillis) -> TradingHours {
        let days = self.rules.settlement_lag(instrument, &session.day);
        let settles_at = self.hours(instrument).settles_at(now, days);
        let splits_at = self.corporate_actions.splits_at(instrument.id);
        let has_nights = matches!(instrument.market, MarketName::Forex | MarketName::Future);
        let (ordinary, ex_at) = if has_nights {
            self.hours(instrument).around_night(session.closes, now, self.recorded_nights.until(instrument.id))
        } else {
            (session.closes, self.corporate_actions.ex_at(instrument.id, now))
        };
        let halts_at = self.halts_at(instrument.id, now);
        let resumed_at = self.resumed_at(instrument.id, now);
        // In a halt as in a closed session, limit orders are accepted and wait.
        let until_halt = |closes: Option<UnixMillis>| match (closes, halts_at) {
            (_, Some(at)) if at <= now => None,
            (Some(closes), Some(at)) => Some(closes.min(at)),
            (closes, None) => closes,
            (None, _) => None,
        };
        // A contract that ends within a session is filled no more from then on.
        let end = instrument.future.as_ref().map(|future| future.closes_at);
        let until_end = |closes: UnixMillis| end.map_or(Some(closes), |end| (now < end).then(|| closes.min(end)));
        let closes = until_halt(ordinary).and_then(until_end);
        let extended = Some(ExtendedHours { closes: until_halt(session.extended.closes), ..session.extended });
        TradingHours {
            closes,
            day_ends: session.day_ends,
            extended,
            settles_at,
            splits_at,
            ex_at,
            halts_at,
            contract_end: instrument
                .future
                .as_ref()
                .map(|future| ContractEnd { opens_until: future.opens_until, closes_at: future.closes_at }),
            resumed_at,
        }
    }

    /// The rate from an instrument's currency to that of the wallet that pays for it: the newest quote of the pair of
    /// the two. `None` if they are one currency, or if there is no such quote.
    pub fn conversion(&self, from: Currency, to: Currency) -> Option<Conversion> {
        let (pair, inverse) = self.pair_of(from, to)?;
        Some(Conversion { from, to, tick: self.latest(pair.id)?, inverse })
    }

    /// The pair of two currencies; true beside it if it is quoted the other way round. `None` for one currency.
    pub fn pair_of(&self, from: Currency, to: Currency) -> Option<(&Arc<Instrument>, bool)> {
        let pair = |base: Currency, quote: Currency| self.catalog.find(MarketName::Forex, &format!("{base}{quote}"));
        let direct = || pair(from, to).map(|pair| (pair, false));
        if from == to { None } else { direct().or_else(|| Some((pair(to, from)?, true))) }
    }

    /// True while the pair of two currencies, either way round, is halted, and after a halt until its next quote. An
    /// operator who halts a pair mistrusts its price: no money is exchanged at any rate of it meanwhile.
    pub fn is_mistrusted(&self, from: Currency, to: Currency, now: UnixMillis) -> bool {
        self.pair_of(from, to).is_some_and(|(pair, _)| self.state(pair.id, now) == State::Halted)
            || self.conversion(from, to).is_some_and(|by| !self.converts(&by, now))
    }

    /// True if trades may be converted at this quote: its pair is not halted, and it is not from before the halt ended.
    pub fn converts(&self, by: &Conversion, now: UnixMillis) -> bool {
        self.converts_at(by.tick.instrument, by.tick.received_time, now)
    }

    /// True if trades may be converted at a quote of the pair `id` that was received at `received_at`.
    pub fn converts_at(&self, id: InstrumentId, received_at: UnixMillis, now: UnixMillis) -> bool {
        let is_outlived = self.resumed_at(id, now).is_some_and(|resumed_at| received_at < resumed_at);
        self.state(id, now) == State::Trading && !is_outlived
    }
}

impl Listings for Market {
    fn describe(&self, id: InstrumentId) -> Option<(String, &'static str, i64)> {
        let instrument = self.catalog.get(id)?;
        Some((instrument.code.clone(), instrument.market.code(), instrument.market.source()))
    }
}

/// The error for a code that several markets have, without the market.
fn ambiguous(instruments: &[&Arc<Instrument>]) -> ApiError {
    let choices: Vec<&str> = instruments.iter().map(|instrument| instrument.market.code()).collect();
    ApiError::invalid("market_ambiguous", "market").with_detail(serde_json::json!({ "choices": choices }))
}

/// True when the tick is too old to trade on, or has a time in the future, on a board that is not silent.
fn is_stale(tick: &Tick, now: UnixMillis) -> bool {
    tick.is_stale(now, STALE_AFTER_MILLIS)
}

/// The market that narrows a list, by its asset source, by its name, or by both: its code, or an empty one for all.
///
/// # Errors
/// `market_unknown`, also if the two name different ones.
pub fn market_of(source: Option<i64>, name: Option<&str>) -> Result<&'static str, ApiError> {
    let of_source = market_of_source(source)?;
    match named(name)?.map(MarketName::code) {
        Some(code) if of_source.is_empty() || of_source == code => Ok(code),
        Some(_) => Err(ApiError::invalid("market_unknown", "market")),
        None => Ok(of_source),
    }
}

/// The market of that name; `None` for an empty one.
fn named(name: Option<&str>) -> Result<Option<MarketName>, ApiError> {
    let read = |name| MarketName::from_code(name).ok_or(ApiError::invalid("market_unknown", "market"));
    name.filter(|name| !name.is_empty()).map(read).transpose()
}

/// The market that an asset source code of a list names; empty for all.
pub fn market_of_source(source: Option<i64>) -> Result<&'static str, ApiError> {
    match source {
        None => Ok(""),
        Some(source) => {
            let market = MarketName::ALL.into_iter().find(|market| market.source() == source);
            market.map(MarketName::code).ok_or(ApiError::invalid("market_unknown", "source"))
        }
    }
}
