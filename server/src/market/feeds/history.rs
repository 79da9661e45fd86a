use std::fmt::Debug;

use plumbline_core::decimal::Price;
use plumbline_core::market::sim::{Announced, AuctionState, Planned};
use plumbline_core::market::{AuctionHours, Bar, Instrument, Restraint};
use plumbline_core::time::UnixMillis;

/// A feed's own past data.
pub trait FeedHistory: Debug + Send + Sync {
    /// The bar of `[from, to)`; `None` if the feed has none.
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar>;

    /// The last tick before `at`: its time and its price.
    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<(UnixMillis, Price)>;

    /// The begin of the past; `None` if the feed has none.
    fn begins(&self, instrument: &Instrument) -> Option<UnixMillis>;

    /// True if the past before `at` will not change any more.
    fn settled(&self, instrument: &Instrument, at: UnixMillis) -> bool;

    /// Open contracts of a future after the day that contains `at`; `None` if unknown.
    fn open_interest(&self, _instrument: &Instrument, _at: UnixMillis) -> Option<i64> {
        None
    }

    /// The announcements by the company of a simulated stock after `since` and by `now`, in order.
    fn announced(&self, _: &Instrument, _since: UnixMillis, _now: UnixMillis) -> Vec<(Planned, Announced)> {
        Vec::new()
    }

    /// The state of the auction of those hours at `now`, from the time at which it collects orders; `None` if there is
    /// none.
    fn auction(&self, _instrument: &Instrument, _hours: &AuctionHours, _now: UnixMillis) -> Option<AuctionState> {
        None
    }

    /// The restraint of an instrument at a moment, by an exchange of the simulated market, because its price jumped.
    fn restraint(&self, _: &Instrument, _now: UnixMillis) -> Option<Restraint> {
        None
    }

    /// The pause of the instrument's day, once the jump that causes it has come: ahead, lasting, or over.
    fn pause(&self, _: &Instrument, _now: UnixMillis) -> Option<Restraint> {
        None
    }

    /// The feed's present when the wall clock says `now`: a replay begins in the past.
    fn now(&self, _instrument: &Instrument, now: UnixMillis) -> UnixMillis {
        now
    }
}
