//! Ids that sort by time, to the millisecond, and never repeat: across servers because no two have a number at a time,
//! and across restarts because a number is taken only by a clock that has passed its last lease.

use std::sync::Mutex;

use plumbline_core::time::UnixMillis;

use crate::clock::Clock;

/// How long after a record its id may be made, and the other way round: a clock that was set back goes behind the ids.
const MARGIN: i64 = UnixMillis::DAY;
/// 2026-01-01T00:00:00Z: ids count milliseconds from here, which leaves room until 2095.
const EPOCH: UnixMillis = UnixMillis(1_767_225_600_000);
const MILLIS_BITS: u32 = 41;
const NODE_BITS: u32 = 6;
/// How many servers may make ids at a time.
pub const NODES: u8 = 1 << NODE_BITS;
const SEQUENCE_BITS: u32 = 14;

/// Makes 61-bit ids: 41 bits of milliseconds, 6 of the node, 14 of a sequence (the layout of Twitter's Snowflake,
/// with other widths). When a millisecond's sequence is used up it borrows from the next one.
#[derive(Debug)]
pub struct Ids {
    clock: Clock,
    node: i64,
    last: Mutex<i64>,
}

impl Ids {
    /// `node`, below [`NODES`], is this server's alone among those that share a database: see `NodeLease`.
    pub fn new(clock: Clock, node: u8) -> Self {
        debug_assert!(node < NODES);
        Self { clock, node: i64::from(node), last: Mutex::new(0) }
    }

    /// The least id that any server can make at `at`; within the range of ids for moments beyond it.
    pub fn first_at(at: UnixMillis) -> i64 {
        let millis = at.since(EPOCH).clamp(0, (1 << MILLIS_BITS) - 1);
        millis << (NODE_BITS + SEQUENCE_BITS)
    }

    /// The least and the greatest id that what was made from `from` to `until` can have: an id is made when its record is,
    /// or a moment later.
    pub fn between(from: UnixMillis, until: UnixMillis) -> (i64, i64) {
        (Self::first_at(from.plus(-MARGIN)), Self::first_at(until.plus(MARGIN)))
    }

    /// The moment that the last id carries, which may be ahead of the clock; the first moment of all before one is made.
    pub fn last_at(&self) -> UnixMillis {
        let last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        EPOCH.plus(*last >> SEQUENCE_BITS)
    }

    /// Greater than every id that was made here before.
    pub fn next(&self) -> i64 {
        let sequences = 1 << SEQUENCE_BITS;
        let now = self.clock.now().since(EPOCH).max(0) << SEQUENCE_BITS;
        let mut last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *last = now.max(*last + 1);
        let (millis, sequence) = (*last >> SEQUENCE_BITS, *last & (sequences - 1));
        (millis << (NODE_BITS + SEQUENCE_BITS)) | (self.node << SEQUENCE_BITS) | sequence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_rise_and_do_not_repeat_within_one_millisecond() {
        let ids = Ids::new(Clock::manual(UnixMillis(EPOCH.0 + 5)), 3);
        let made: Vec<i64> = (0..40_000).map(|_| ids.next()).collect();
        assert!(made.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(made.iter().all(|id| (id >> SEQUENCE_BITS) & 63 == 3));
    }

    #[test]
    fn ids_of_a_moment_lie_between_the_first_of_it_and_of_the_next() {
        let at = UnixMillis(EPOCH.0 + 86_400_000);
        let id = Ids::new(Clock::manual(at), 63).next();
        assert!(Ids::first_at(at) <= id && id < Ids::first_at(at.plus(1)));
        assert_eq!(Ids::first_at(UnixMillis(0)), 0);
        assert!(Ids::first_at(UnixMillis(i64::MAX)) > id, "moments beyond the range do not wrap around");
    }
}
