//! Bars of one minute and of one trading day: built from ticks (`recorder`), continued after a start (`known`), stored
//! (`keeper`, `store`), and filled from the feed's own history for times without a server (`past`), so that a restart
//! leaves no gap. Charts only read: bars from the feed's history are computed and never stored.

mod keeper;
mod known;
mod past;
#[cfg(test)]
mod properties;
mod recorder;
mod rolled;
pub(super) mod store;
#[cfg(test)]
mod tests;

pub use keeper::start;
pub use past::{Past, lengthened};
pub use recorder::{Growing, Recorder, minute_of};
pub use rolled::Rolled;

use plumbline_core::time::UnixMillis;

/// The length of the short bars.
pub const MINUTE: i64 = UnixMillis::MINUTE;

/// The two stored series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Series {
    Minute,
    Day,
}

impl Series {
    /// The number in the database.
    pub const fn code(self) -> i64 {
        match self {
            Series::Minute => 0,
            Series::Day => 1,
        }
    }
}
