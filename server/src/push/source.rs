//! The sources of the topics that are open to everyone.

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use plumbline_core::market::{Bar, Trade};
use plumbline_core::time::UnixMillis;

use super::book::Book;
use super::broadcast::Broadcast;
use super::quote::Quote;

/// The market's boards of latest values. `read` and `read_book` are called for every watched instrument at every flush,
/// in the order of their numbers, so they must be cheap.
pub trait MarketSource: Send + Sync {
    /// The number of the instrument that a topic names, or `None` when there is no such instrument.
    fn find(&self, market: &str, code: &str) -> Option<u32>;

    /// The number of a bar length, such as `5m`.
    fn period(&self, code: &str) -> Option<u8>;

    /// The number of a calendar.
    fn calendar(&self, code: &str) -> Option<u16>;

    /// The name of a calendar that has a number of [`Self::calendar`].
    fn calendar_code(&self, number: u16) -> Arc<str>;

    /// The least decimals that the instrument's prices are shown with.
    fn decimals(&self, instrument: u32) -> u8;

    /// Reads the newest quote of an instrument into `quote`; false before its first tick.
    fn read(&self, instrument: u32, now: UnixMillis, quote: &mut Quote) -> bool;

    /// Reads the newest book of an instrument into `book`; false before its first tick.
    fn read_book(&self, instrument: u32, now: UnixMillis, book: &mut Book) -> bool;

    /// The number of trades of an instrument so far. If they are more than `known`, `newer` becomes the later ones that
    /// are kept, newest first.
    fn read_trades(&self, instrument: u32, known: u64, newer: &mut Vec<Trade>) -> u64;

    /// Follows the bar of a length that is being built.
    fn follow_bar(&self, instrument: u32, period: u8) -> Box<dyn LiveBar>;
}

/// The chart bar that is being built. It may have to look up earlier bars, so it is known only after a while.
pub trait LiveBar: Send {
    /// Counts one more watcher of a site. Look-ups count for a site that watches; `None` stands for clients that count
    /// towards the total only.
    fn join(&mut self, _: Option<IpAddr>) {}

    /// Counts one watcher of a site less.
    fn leave(&mut self, _: Option<IpAddr>) {}

    /// The present bar, and the one before it where that is known; `None` while there is none.
    fn read(&mut self) -> Option<(Option<Bar>, Bar)>;
}

/// All sources of public topics.
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
