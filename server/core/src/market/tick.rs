//! One state of the market as a feed reported it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;
use crate::time::UnixMillis;

/// The greatest believed lead of a tick's receipt over the clock, in milliseconds: a tick further ahead came before the
/// clock was set back, and its age is unknown. Less is the jitter of a clock that is being adjusted.
const AHEAD_MAX: i64 = 2 * UnixMillis::SECOND;

/// Levels of the book that a tick carries on each side.
pub const DEPTH_LEVELS: usize = 10;

/// The part of the trading day that a tick belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Session {
    Pre,
    #[default]
    Regular,
    After,
    Closed,
}

impl Session {
    pub const ALL: [Session; 4] = [Self::Pre, Self::Regular, Self::After, Self::Closed];

    pub const fn code(self) -> &'static str {
        match self {
            Session::Pre => "pre",
            Session::Regular => "regular",
            Session::After => "after",
            Session::Closed => "closed",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|session| session.code() == code)
    }

    /// True if orders take from quotes of the session: all of them in regular hours, and those that are `extended` also
    /// before and after.
    pub const fn fills(self, extended: bool) -> bool {
        match self {
            Session::Regular => true,
            Session::Pre | Session::After => extended,
            Session::Closed => false,
        }
    }
}

/// A price with the size displayed at it. An absent level has size zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Level {
    pub price: Price,
    pub size: Quantity,
}

/// A quote of one instrument. `(feed, epoch, seq, instrument)` identifies it for ever: everything that shows or uses a
/// price names its tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    pub instrument: InstrumentId,
    /// The feed's name, such as `sim:7`.
    #[serde(with = "crate::shared")]
    pub feed: Arc<str>,
    /// The run of the feed: a feed that reuses numbers does so in another epoch. Zero for ticks from before epochs were
    /// kept.
    pub epoch: i64,
    pub seq: i64,
    /// The moment of the quote according to the feed.
    pub exchange_time: UnixMillis,
    /// The moment at which the tick was received here.
    pub received_time: UnixMillis,
    /// Best first.
    pub bids: [Level; DEPTH_LEVELS],
    /// Best first.
    pub asks: [Level; DEPTH_LEVELS],
    pub last: Price,
    /// Units traded since the session's start.
    pub volume: Quantity,
    pub session: Session,
}

impl Tick {
    /// True if this tick is newer than `other`, of one feed's run or of an earlier run.
    pub fn is_newer_than(&self, other: &Tick) -> bool {
        (self.epoch, self.seq) > (other.epoch, other.seq)
    }

    /// True if the tick is too old for trading at `now`: it was received more than `after` milliseconds ago, or at a
    /// moment too far ahead of the clock.
    pub fn is_stale(&self, now: UnixMillis, after: i64) -> bool {
        let age = now.since(self.received_time);
        age > after || age < -AHEAD_MAX
    }

    pub const fn bid(&self) -> Price {
        self.bids[0].price
    }

    pub const fn ask(&self) -> Price {
        self.asks[0].price
    }

    pub const fn bid_size(&self) -> Quantity {
        self.bids[0].size
    }

    pub const fn ask_size(&self) -> Quantity {
        self.asks[0].size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn a_tick_is_stale_when_it_is_old_or_from_a_time_to_come() {
        let tick = testing::tick_at(InstrumentId(1), UnixMillis(100_000));
        let table = [(97_999, true), (98_000, false), (100_000, false), (130_000, false), (130_001, true)];
        for (now, stale) in table {
            assert_eq!(tick.is_stale(UnixMillis(now), 30_000), stale, "{now}");
        }
    }
}
