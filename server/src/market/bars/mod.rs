//! Bars of one minute and of one trading day: built from ticks (`recorder`), stored (`store`), and filled from the
//! feed's own history where the server was not there (`backfill`), so that a restart leaves no hole.

mod backfill;
mod keeper;
mod recorder;
mod store;

pub use backfill::{days, minutes};
pub use keeper::start;
pub use recorder::{Recorder, zone_of};

/// The length of the short bars.
pub const MINUTE: i64 = 60_000;

/// The two stored series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
