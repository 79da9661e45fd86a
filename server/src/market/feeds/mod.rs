//! Where prices come from. A feed publishes ticks through [`super::Market::publish`], and knows its own past.

use std::fmt::Debug;

use plumbline_core::decimal::Price;
use plumbline_core::market::{Bar, Instrument};
use plumbline_core::time::UnixMillis;

/// What a feed knows of the past.
pub trait FeedHistory: Debug + Send + Sync {
    /// What happened in `[from, to)`; `None` when the feed has nothing there.
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar>;

    /// The last price before `at`.
    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<Price>;

    /// The feed's present when the wall clock says `now`: a replay begins in the past.
    fn now(&self, now: UnixMillis) -> UnixMillis {
        now
    }
}

/// A feed without a past.
#[derive(Debug)]
pub struct NoHistory;

impl FeedHistory for NoHistory {
    fn bar(&self, _: &Instrument, _: UnixMillis, _: UnixMillis) -> Option<Bar> {
        None
    }

    fn last_before(&self, _: &Instrument, _: UnixMillis) -> Option<Price> {
        None
    }
}
