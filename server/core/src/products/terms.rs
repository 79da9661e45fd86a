//! The terms on which something is traded: the rules of the day and the quote of the moment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Conversion, Exchange, TradingRules};
use crate::decimal::Price;
use crate::decision::Refusal;
use crate::market::{Session, Tick};
use crate::time::UnixMillis;

/// What the calendar says of an instrument at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hours {
    /// When the session ends in which orders are filled; `None` outside of one.
    pub closes: Option<UnixMillis>,
    /// When a day order that is accepted now expires.
    pub day_ends: UnixMillis,
    /// Those of orders that are also filled before and after regular hours; `None` if nobody looked them up.
    #[serde(default)]
    pub extended: Option<ExtendedHours>,
    /// When what is bought or sold now has settled; `None` when it has at once.
    pub settles_at: Option<UnixMillis>,
    /// When a share becomes another number of shares: nothing that was asked for before is carried out from then on.
    #[serde(default)]
    pub splits_at: Option<UnixMillis>,
    /// The next ex moment of the instrument, or one that has just passed: a price from before it is of shares with a claim
    /// that those which are bought now do not have.
    #[serde(default)]
    pub ex_at: Option<UnixMillis>,
    /// From when on it is halted, as far as is known: `closes` is no later. Orders that ask for a price wait until it resumes.
    #[serde(default)]
    pub halts_at: Option<UnixMillis>,
    /// The end of a contract; `None` for what has no end.
    #[serde(default)]
    pub contract_end: Option<ContractEnd>,
    /// When the newest halt ended: a price from before it is none at which anybody could trade.
    #[serde(default)]
    pub resumed_at: Option<UnixMillis>,
}

/// The end of a contract, as its customers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractEnd {
    /// From when on no position is opened.
    pub opens_until: UnixMillis,
    /// The last settlement, at which all positions are closed.
    pub closes_at: UnixMillis,
}

/// The hours before and after regular ones at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtendedHours {
    /// When the session ends that is before or after regular hours; `None` outside of one.
    pub closes: Option<UnixMillis>,
    /// When a day order expires that is accepted now and is also filled in such a session.
    pub day_ends: UnixMillis,
}

impl Hours {
    /// Hours in which nothing is due.
    pub const fn ordinary(closes: Option<UnixMillis>, day_ends: UnixMillis) -> Self {
        let (settles_at, splits_at, ex_at, halts_at, resumed_at) = (None, None, None, None, None);
        let (extended, contract_end) = (None, None);
        Self { closes, day_ends, extended, settles_at, splits_at, ex_at, halts_at, contract_end, resumed_at }
    }

    /// True if all orders are filled at `now`, as in regular hours.
    pub fn is_open(&self, now: UnixMillis) -> bool {
        self.is_open_for(Session::Regular, now)
    }

    /// True if orders are filled at `now` on quotes of a session.
    pub fn is_open_for(&self, session: Session, now: UnixMillis) -> bool {
        self.closes_of(session).is_some_and(|closes| now < closes) && !self.is_split(now)
    }

    /// When the filling of orders ends that takes from quotes of a session; `None` outside of that session.
    fn closes_of(&self, session: Session) -> Option<UnixMillis> {
        match session {
            Session::Regular => self.closes,
            Session::Pre | Session::After => self.extended.and_then(|extended| extended.closes),
            Session::Closed => None,
        }
    }

    /// Whether its shares are no longer those that it was asked for in.
    pub fn is_split(&self, now: UnixMillis) -> bool {
        self.splits_at.is_some_and(|splits_at| now >= splits_at)
    }

    /// Checks that an order may still be placed in a contract that ends: one that opens a position until its last day, one that
    /// closes a position until its end.
    ///
    /// # Errors
    /// `contract_ending`.
    pub fn check_contract(&self, opens: bool, now: UnixMillis) -> Result<(), Refusal> {
        let until = |end: ContractEnd| if opens { end.opens_until } else { end.closes_at };
        if self.contract_end.is_some_and(|end| now >= until(end)) { Err(Refusal::ContractEnding) } else { Ok(()) }
    }

    /// Whether it is halted.
    pub fn is_halted(&self, now: UnixMillis) -> bool {
        self.halts_at.is_some_and(|halts_at| now >= halts_at)
    }

    /// Whether an ex moment or the end of a halt lies between a tick and `now`: nothing is traded on it any more.
    pub fn has_outlived(&self, tick: &Tick, now: UnixMillis) -> bool {
        let is_before_ex = self.ex_at.is_some_and(|ex_at| tick.exchange_time < ex_at && ex_at <= now);
        // A halt ends by our clock, and so is told when a tick has come: a replay's exchange was in the past.
        is_before_ex || self.resumed_at.is_some_and(|resumed_at| tick.received_time < resumed_at)
    }
}

/// What a command is judged by, and the quote that it may take from at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    #[serde(with = "crate::shared", alias = "contract")]
    pub rules: Arc<TradingRules>,
    pub hours: Hours,
    /// The newest tick; `None` before the first one.
    #[serde(with = "crate::shared::option")]
    pub tick: Option<Arc<Tick>>,
    /// Needed where the contract's currency is not its wallet's.
    pub conversion: Option<Conversion>,
    /// True for an order that is also filled before and after regular hours.
    #[serde(default)]
    pub extended: bool,
    /// A tick that is older than so many milliseconds when the command is decided is not traded on.
    pub stale_after: i64,
}

impl Terms {
    /// The tick that may be taken from, if the command is decided in time.
    pub fn quote(&self) -> Option<&Arc<Tick>> {
        let is_open = |session| self.hours.closes_of(session).is_some() && session.fills(self.extended);
        self.tick.as_ref().filter(|tick| is_open(tick.session))
    }

    /// The tick that may be taken from at `now`.
    pub fn tradable_tick(&self, now: UnixMillis) -> Option<&Arc<Tick>> {
        self.quote().filter(|tick| self.hours.is_open_for(tick.session, now) && self.is_fresh(now))
    }

    /// When a day order that is accepted now expires.
    pub fn day_ends(&self) -> UnixMillis {
        let extended = self.hours.extended.filter(|_| self.extended);
        extended.map_or(self.hours.day_ends, |extended| extended.day_ends)
    }

    /// Whether there is a quote that may be traded on at `now`, and so is what converts it.
    pub fn is_fresh(&self, now: UnixMillis) -> bool {
        let stale = |tick: &Arc<Tick>| tick.is_stale(now, self.stale_after);
        let conversion = self.conversion.as_ref().map(|conversion| &conversion.tick);
        let fresh = |tick: &Arc<Tick>| !stale(tick) && !self.hours.has_outlived(tick, now);
        self.tick.as_ref().is_some_and(fresh) && !conversion.is_some_and(stale)
    }

    /// The quotes that they have: of what is traded, and of the pair that converts.
    pub fn ticks(&self) -> impl Iterator<Item = &Arc<Tick>> {
        self.tick.iter().chain(self.conversion.as_ref().map(|conversion| &conversion.tick))
    }

    /// How amounts of the contract become those of its wallet.
    pub fn exchange(&self) -> Exchange<'_> {
        Exchange { to: self.rules.wallet.currency(), by: self.conversion.as_ref() }
    }

    /// Whether an order may have this limit: a price that the tick sizes allow, within the band around the last one.
    ///
    /// # Errors
    /// `tick_size`, `no_quote` or `price_band`.
    pub fn check_limit(&self, limit: Price) -> Result<(), Refusal> {
        if !self.rules.tick_sizes.allows(limit) {
            return Err(Refusal::TickSize);
        }
        let tick = self.tick.as_ref().ok_or(Refusal::NoQuote)?;
        if self.rules.in_band(limit, tick.last) { Ok(()) } else { Err(Refusal::PriceBand) }
    }

    /// Checks that an order can be filled at once. While an instrument is halted the price at which it reopens is unknown, so
    /// that only orders which can wait with a limit are taken.
    ///
    /// # Errors
    /// `instrument_halted`, `session_closed`, `no_quote` or `stale_quote`.
    pub fn check_open(&self, now: UnixMillis) -> Result<(), Refusal> {
        if self.hours.is_halted(now) {
            Err(Refusal::InstrumentHalted)
        } else if !self.hours.is_open(now) {
            Err(Refusal::SessionClosed)
        } else if self.tick.is_none() {
            Err(Refusal::NoQuote)
        } else if self.is_fresh(now) {
            Ok(())
        } else {
            Err(Refusal::StaleQuote)
        }
    }
}
