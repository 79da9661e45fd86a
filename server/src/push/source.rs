//! Where the lanes read what they tell everyone.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use plumbline_core::market::{Bar, Trade};
use plumbline_core::time::UnixMillis;

use super::book::Book;
use super::broadcast::Broadcast;
use super::quote::Quote;

/// The market's boards of latest values. What reads an instrument's state is called for every watched one at every flush,
/// in the order of their numbers, so it must be cheap.
pub trait MarketSource: Send + Sync {
    /// The number of the instrument that a topic names, or `None` when there is no such instrument.
    fn find(&self, market: &str, code: &str) -> Option<u32>;

    /// The number of a length of bars, such as `5m`.
    fn period(&self, code: &str) -> Option<u8>;

    /// The number of a calendar.
    fn calendar(&self, code: &str) -> Option<u16>;

    /// The name of a calendar that [`Self::calendar`] has numbered.
    fn calendar_code(&self, number: u16) -> Arc<str>;

    /// The least decimals that the instrument's prices are shown with.
    fn decimals(&self, instrument: u32) -> u8;

    /// Reads the newest quote of an instrument into `quote`; false before its first tick.
    fn read(&self, instrument: u32, now: UnixMillis, quote: &mut Quote) -> bool;

    /// Reads the newest book of an instrument into `book`; false before its first tick.
    fn read_book(&self, instrument: u32, now: UnixMillis, book: &mut Book) -> bool;

    /// How many trades of an instrument there were so far. Where they are more than `known`, `newer` becomes those of them
    /// that came later and are kept, newest first.
    fn read_trades(&self, instrument: u32, known: u64, newer: &mut Vec<Trade>) -> u64;

    /// Follows the bar of a length that is being built.
    fn follow_bar(&self, instrument: u32, period: u8) -> Box<dyn LiveBar>;
}

/// The bar of a chart that is being built. It may look up what it does not know, and knows it later.
pub trait LiveBar: Send {
    /// One more of a site watches it. What is looked up counts for a site that does; `None` stands for those that count
    /// among all only.
    fn join(&mut self, _: Option<IpAddr>) {}

    /// One of those of a site watches it no more.
    fn leave(&mut self, _: Option<IpAddr>) {}

    /// The bar as it is now, and the one before it where that is known; `None` while nothing is.
    fn read(&mut self) -> Option<(Option<Bar>, Bar)>;
}

/// All that lanes tell of.
#[derive(Clone)]
pub struct Sources {
    pub market: Arc<dyn MarketSource>,
    pub status: Arc<Broadcast>,
    pub news: Arc<Broadcast>,
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sources").finish_non_exhaustive()
    }
}
