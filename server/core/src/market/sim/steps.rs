//! The steps that time is counted in.

use crate::time::UnixMillis;

/// The moment from which steps are counted: 2000-01-01T00:00:00Z.
pub const EPOCH: UnixMillis = UnixMillis(946_684_800_000);
/// The length of a step. A tick's number is the step that it was made at.
pub const STEP_MILLIS: i64 = 250;

/// The last step that began at or before `time`.
pub const fn step_at(time: UnixMillis) -> i64 {
    (time.0 - EPOCH.0).div_euclid(STEP_MILLIS)
}

/// The moment at which `step` begins.
pub const fn time_of(step: i64) -> UnixMillis {
    UnixMillis(EPOCH.0 + step * STEP_MILLIS)
}
