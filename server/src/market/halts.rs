//! The reason and the end of an instrument's halt: by an operator, by a split, or by its exchange's rule. During a halt
//! no order is filled and no position is closed by the house; limit orders are accepted and wait, except during a
//! split.

use crate::http::wire;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{HaltKind, Instrument, Restraint, RestraintKind};
use plumbline_core::time::UnixMillis;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Market, State};

/// A halt of an instrument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halt {
    pub kind: HaltKind,
    pub since: UnixMillis,
    /// `None` if unknown.
    pub resumes: Option<UnixMillis>,
}

/// A halt of an instrument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HaltInfo {
    /// `operator`; `split`; `volatilityPause`: the price moved too far too fast.
    pub kind: wire::HaltKind,
    pub since_timestamp: wire::Timestamp,
    /// The time at which trading goes on, with an auction; null while it is unknown.
    pub resumes_timestamp: Option<wire::Timestamp>,
    /// True if orders with a limit are taken, and wait.
    pub takes_limit_orders: bool,
}

/// An instrument that is halted, or that its exchange lets trade within a band.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HaltedInstrument {
    pub market: wire::Market,
    pub stock_code: wire::StockCode,
    /// `operator`, `split` or `volatilityPause`: nothing is traded. `limitState`: the instrument trades at the edge of
    /// its band and not beyond, and will be paused unless the price returns; `coolingOff`: it trades within the band.
    pub kind: wire::HaltOrRestraint,
    pub since_timestamp: wire::Timestamp,
    /// The time at which the halt or the band ends; null while it is unknown.
    pub resumes_timestamp: Option<wire::Timestamp>,
    /// The lower end of the band; null where nothing is traded.
    pub lower_price: Option<wire::Decimal>,
    pub upper_price: Option<wire::Decimal>,
}

impl From<Halt> for HaltInfo {
    fn from(halt: Halt) -> Self {
        Self {
            kind: halt.kind.into(),
            since_timestamp: halt.since.into(),
            resumes_timestamp: halt.resumes.map(Into::into),
            takes_limit_orders: halt.kind.takes_orders(),
        }
    }
}

impl Market {
    /// The halt of an instrument at a moment; `None` if it is not halted.
    pub fn halt(&self, id: InstrumentId, now: UnixMillis) -> Option<Halt> {
        if let Some(since) = self.corporate_actions.held_up_since(id, now) {
            return Some(Halt { kind: HaltKind::Split, since, resumes: None });
        }
        if let Some(since) = self.states.halted_since(id) {
            // The operator's clock may be ahead of this server's: the halt counts at once.
            return Some(Halt { kind: HaltKind::Operator, since: since.min(now), resumes: None });
        }
        let pause = self.pause(self.catalog.get(id)?, now).filter(|pause| pause.holds_at(now))?;
        Some(Halt { kind: HaltKind::VolatilityPause, since: pause.from, resumes: Some(pause.until) })
    }

    /// The begin of an instrument's halt as far as it is known at `now`: a pause is known some seconds ahead.
    pub(super) fn halts_at(&self, id: InstrumentId, now: UnixMillis) -> Option<UnixMillis> {
        let ahead = || self.pause(self.catalog.get(id)?, now).filter(|pause| now < pause.from);
        self.halt(id, now).map(|halt| halt.since).or_else(|| ahead().map(|pause| pause.from))
    }

    /// The end of its newest halt that is over: from then on it is traded on ticks that come later only.
    pub(super) fn resumed_at(&self, id: InstrumentId, now: UnixMillis) -> Option<UnixMillis> {
        let paused = || self.pause(self.catalog.get(id)?, now).map(|pause| pause.until).filter(|until| *until <= now);
        self.states.resumed_at(id).max(paused())
    }

    /// The newest pause of an instrument's day, once the jump that causes it has come; before any, the next one.
    pub(super) fn pause(&self, instrument: &Instrument, now: UnixMillis) -> Option<Restraint> {
        self.feed_history.pause(instrument, now)
    }

    /// All instruments that are halted or trade within a band, in the catalog's order.
    pub(super) fn halted(&self, now: UnixMillis) -> Vec<(String, HaltedInstrument)> {
        let all = self.catalog.all();
        let stopped = all.iter().filter_map(|instrument| {
            if self.states.of(instrument.id) == State::Retired {
                return None;
            }
            let halted = match self.halt(instrument.id, now) {
                Some(halt) => halted(instrument, halt),
                None => restrained(instrument, &self.feed_history.restraint(instrument, now)?),
            };
            Some((instrument.calendar.clone(), halted))
        });
        stopped.collect()
    }
}

fn halted(instrument: &Instrument, halt: Halt) -> HaltedInstrument {
    HaltedInstrument {
        market: instrument.market.into(),
        stock_code: instrument.code.clone().into(),
        kind: halt.kind.into(),
        since_timestamp: halt.since.into(),
        resumes_timestamp: halt.resumes.map(Into::into),
        lower_price: None,
        upper_price: None,
    }
}

fn restrained(instrument: &Instrument, by: &Restraint) -> HaltedInstrument {
    HaltedInstrument {
        market: instrument.market.into(),
        stock_code: instrument.code.clone().into(),
        kind: by.kind.into(),
        since_timestamp: by.from.into(),
        // A price that is at a band may return from it at any moment.
        resumes_timestamp: (by.kind != RestraintKind::LimitState).then(|| by.until.into()),
        lower_price: Some(instrument.shown(by.band.lower).into()),
        upper_price: Some(instrument.shown(by.band.upper).into()),
    }
}
