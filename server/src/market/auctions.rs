//! Auctions as replies show them: those that open the day, and those that reopen a paused stock.

use crate::http::wire;
use jiff::civil::Date;
use plumbline_core::decimal::format_percent;
use plumbline_core::market::sim::AuctionState;
use plumbline_core::market::{AuctionHours, Clearing, Instrument, TradingDay, local_date};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::Market;
use super::rules::AuctionRule;

const OPENING: &str = "opening";
const REOPENING: &str = "reopening";

/// The result of an auction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuctionResult {
    /// The kind of auction: opening or reopening.
    pub kind: wire::AuctionKind,
    /// The day of the auction, where the exchange is.
    pub date: wire::Date,
    pub cleared_timestamp: wire::Timestamp,
    /// The price at which the auction cleared; null where nothing could be traded.
    pub price: Option<wire::Decimal>,
    /// The quantity that was bought, and equally sold.
    pub paired_volume: Option<wire::Decimal>,
    /// The quantity that one side was left with.
    pub imbalance: Option<wire::Decimal>,
    /// The side that was left over: buy or sell; null where nothing was.
    pub imbalance_side: Option<wire::TradeSide>,
}

/// An auction of a stock, either the one that takes orders now or the next opening; and the auction before it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuctionInfo {
    /// opening; or reopening, after the price moved too far too fast.
    pub auction_kind: wire::AuctionKind,
    /// collecting: orders are taken; indicative: the expected price is also published; binding: in addition, no order
    /// can be cancelled; matching: the auction clears at any moment; closed: the next auction has not begun.
    pub auction_phase: wire::AuctionPhase,
    /// The price at which the auction would clear now; null while it is not published, and where nothing could be
    /// traded.
    pub indicative_price: Option<wire::Decimal>,
    /// The change to `indicativePrice`, in percent of the previous close.
    pub indicative_change_ratio: Option<wire::Decimal>,
    pub paired_volume: Option<wire::Decimal>,
    /// The quantity that one side would be left with.
    pub imbalance: Option<wire::Decimal>,
    /// The side that would be left over: buy or sell; null where nothing would be.
    pub imbalance_side: Option<wire::TradeSide>,
    /// The time from which orders are taken; null where no further trading day of the exchange is known.
    pub collects_timestamp: Option<wire::Timestamp>,
    /// The time from which the expected price is published.
    pub indicates_timestamp: Option<wire::Timestamp>,
    /// The time from which no order can be cancelled.
    pub binds_timestamp: Option<wire::Timestamp>,
    /// The time at which the last order is taken.
    pub closes_timestamp: Option<wire::Timestamp>,
    /// The time by which the auction clears: later than `closesTimestamp` where the moment is drawn by lot.
    pub ends_timestamp: Option<wire::Timestamp>,
    pub last_auction: Option<AuctionResult>,
}

/// An auction of a day and its present state.
struct Held {
    kind: &'static str,
    date: Date,
    hours: AuctionHours,
    state: AuctionState,
}

/// The auctions of one stock around a moment.
struct Around<'a> {
    market: &'a Market,
    instrument: &'a Instrument,
    now: UnixMillis,
}

impl AuctionInfo {
    /// The auctions of an instrument at a moment; `None` if it has none. They are held on the exchange's own days and
    /// hours, even where this server keeps the market open around the clock.
    pub fn of(market: &Market, instrument: &Instrument, now: UnixMillis) -> Option<Self> {
        let around = Around { market, instrument, now };
        let (last, running) = match (around.reopening(), around.last_and_running()) {
            (None, None) => return None,
            (None, Some((last, running))) => (Some(last), running),
            (Some(reopened), opening) if reopened.state.cleared_at.is_some() => {
                (Some(reopened), opening.and_then(|(_, running)| running))
            }
            (Some(reopening), opening) => (opening.map(|(last, _)| last), Some(reopening)),
        };
        let hours = running.as_ref().map(|held| held.hours).or_else(|| around.next());
        let told = running.as_ref().filter(|held| now >= held.hours.indicates);
        let clearing = told.and_then(|held| held.state.clearing);
        let phase = hours.map(|hours| hours.phase(now, None));
        let moment = |of: fn(AuctionHours) -> UnixMillis| hours.map(|hours| of(hours).into());
        let shown = around.shown(clearing);
        let day = market.board.day(instrument.id);
        let known = clearing.filter(|_| !day.previous_close.is_zero());
        Some(Self {
            auction_kind: running.as_ref().map_or(OPENING, |held| held.kind).into(),
            auction_phase: phase.map_or("closed", |phase| phase.code()).into(),
            indicative_price: shown.price.map(Into::into),
            indicative_change_ratio: known
                .map(|clearing| format_percent(day.change_basis_points(clearing.price)).into()),
            paired_volume: shown.paired.map(Into::into),
            imbalance: shown.imbalance.map(Into::into),
            imbalance_side: shown.side,
            collects_timestamp: moment(|hours| hours.collects),
            indicates_timestamp: moment(|hours| hours.indicates),
            binds_timestamp: moment(|hours| hours.binds),
            closes_timestamp: moment(|hours| hours.closes),
            ends_timestamp: moment(|hours| hours.ends),
            last_auction: last.and_then(|last| around.result(&last)),
        })
    }
}

/// A clearing as replies show it.
struct Shown {
    price: Option<String>,
    paired: Option<String>,
    imbalance: Option<String>,
    side: Option<wire::TradeSide>,
}

impl Around<'_> {
    fn held(&self, day: &TradingDay) -> Option<Held> {
        let hours = self.hours(day)?;
        let state = self.market.feed_history.auction(self.instrument, &hours, self.now)?;
        Some(Held { kind: OPENING, date: day.date, hours, state })
    }

    /// The auction that ends the day's pause, once that has begun: it collects orders for as long as the pause lasts.
    fn reopening(&self) -> Option<Held> {
        let pause = self.market.pause(self.instrument, self.now).filter(|pause| pause.from <= self.now)?;
        let hours = AuctionHours::reopening(&pause)?;
        let state = self.market.feed_history.auction(self.instrument, &hours, self.now)?;
        Some(Held { kind: REOPENING, date: self.today(), hours, state })
    }

    fn hours(&self, day: &TradingDay) -> Option<AuctionHours> {
        self.rule(day.date)?.on(day.date, self.market.hours(self.instrument).zone())
    }

    fn rule(&self, date: Date) -> Option<&AuctionRule> {
        let stocks = &self.market.auction_stocks;
        let rule = self.market.rules.offers.auction(self.instrument.market, &date.to_string());
        rule.filter(|_| stocks.contains(self.instrument))
    }

    fn today(&self) -> Date {
        local_date(self.now, self.market.hours(self.instrument).zone())
    }

    /// The last opening auction that has cleared, and today's if it has not.
    fn last_and_running(&self) -> Option<(Held, Option<Held>)> {
        let calendar = self.market.hours(self.instrument).calendar()?;
        let of_today = calendar.on(self.today()).and_then(|day| self.held(day));
        match of_today {
            Some(held) if held.state.cleared_at.is_some() => Some((held, None)),
            running => Some((self.held(calendar.before(self.today())?)?, running)),
        }
    }

    /// The hours of the next opening auction that has not begun.
    fn next(&self) -> Option<AuctionHours> {
        let days = self.market.hours(self.instrument).calendar()?.days();
        let from = days.partition_point(|day| day.date < self.today());
        days[from..].iter().filter_map(|day| self.hours(day)).find(|hours| hours.collects > self.now)
    }

    fn shown(&self, clearing: Option<Clearing>) -> Shown {
        let left = clearing.map(|clearing| clearing.imbalance.units()).filter(|left| *left != 0);
        let magnitude = |clearing: Clearing| {
            let left = clearing.imbalance;
            left.to_string().trim_start_matches('-').to_owned()
        };
        Shown {
            price: clearing.map(|clearing| self.instrument.shown(clearing.price)),
            paired: clearing.map(|clearing| clearing.paired.to_string()),
            imbalance: clearing.map(magnitude),
            side: left.map(|left| if left > 0 { "buy" } else { "sell" }.into()),
        }
    }

    fn result(&self, held: &Held) -> Option<AuctionResult> {
        let shown = self.shown(held.state.clearing);
        Some(AuctionResult {
            kind: held.kind.into(),
            date: held.date.into(),
            cleared_timestamp: held.state.cleared_at?.into(),
            price: shown.price.map(Into::into),
            paired_volume: shown.paired.map(Into::into),
            imbalance: shown.imbalance.map(Into::into),
            imbalance_side: shown.side,
        })
    }
}
