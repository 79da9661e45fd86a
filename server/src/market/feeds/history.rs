use std::fmt::Debug;

use plumbline_core::decimal::Price;
use plumbline_core::market::sim::{Announced, AuctionState, Planned};
use plumbline_core::market::{AuctionHours, Bar, Instrument, Restraint};
use plumbline_core::time::UnixMillis;

/// What a feed knows of the past.
pub trait FeedHistory: Debug + Send + Sync {
    /// What happened in `[from, to)`; `None` when the feed has nothing there.
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar>;

    /// The last tick before `at`: its time and its price.
    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<(UnixMillis, Price)>;

    /// When the past begins; `None` when the feed knows none.
    fn begins(&self, instrument: &Instrument) -> Option<UnixMillis>;

    /// Whether what happened before `at` is known for ever as it is now.
    fn settled(&self, instrument: &Instrument, at: UnixMillis) -> bool;

    /// Contracts of a future that are open after the day that `at` lies in; `None` where nobody knows.
    fn open_interest(&self, _instrument: &Instrument, _at: UnixMillis) -> Option<i64> {
        None
    }

    /// What the company of a simulated stock has announced after `since` and by `now`, in order.
    fn announced(&self, _: &Instrument, _since: UnixMillis, _now: UnixMillis) -> Vec<(Planned, Announced)> {
        Vec::new()
    }

    /// What the auction of those hours has come to by `now`, from the moment on at which orders collect; `None` where there
    /// is none.
    fn auction(&self, _instrument: &Instrument, _hours: &AuctionHours, _now: UnixMillis) -> Option<AuctionState> {
        None
    }

    /// What an exchange of the simulated market does to an instrument at a moment because its price jumped.
    fn restraint(&self, _: &Instrument, _now: UnixMillis) -> Option<Restraint> {
        None
    }

    /// The pause of the instrument's day, once the jump that leads to it has come: ahead, lasting, or over.
    fn pause(&self, _: &Instrument, _now: UnixMillis) -> Option<Restraint> {
        None
    }

    /// The feed's present when the wall clock says `now`: a replay begins in the past.
    fn now(&self, _instrument: &Instrument, now: UnixMillis) -> UnixMillis {
        now
    }
}
