//! Ids that sort by time and never repeat, across restarts and across nodes.

use std::sync::Mutex;

use plumbline_core::time::UnixMillis;

use crate::clock::Clock;

/// 2026-01-01T00:00:00Z: ids count milliseconds from here, which leaves room until 2095.
const EPOCH: UnixMillis = UnixMillis(1_767_225_600_000);
const MILLIS_BITS: u32 = 41;
const NODE_BITS: u32 = 6;
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
    /// `node` from 0 to 63 must differ between servers that share a database.
    pub fn new(clock: Clock, node: u8) -> Self {
        Self { clock, node: i64::from(node) % (1 << NODE_BITS), last: Mutex::new(0) }
    }

    /// The least id that any server can make at `at`; within the range of ids for moments beyond it.
    pub fn first_at(at: UnixMillis) -> i64 {
        let millis = at.since(EPOCH).clamp(0, (1 << MILLIS_BITS) - 1);
        millis << (NODE_BITS + SEQUENCE_BITS)
    }

    pub fn next(&self) -> i64 {
        self.block(1)
    }

    /// The first of `count` ids in a row, at most 2^14: all of one millisecond, so that they are consecutive.
    pub fn block(&self, count: i64) -> i64 {
        let sequences = 1 << SEQUENCE_BITS;
        debug_assert!((1..=sequences).contains(&count));
        let now = self.clock.now().since(EPOCH).max(0) << SEQUENCE_BITS;
        let mut last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut first = now.max(*last + 1);
        if (first & (sequences - 1)) + count > sequences {
            first = ((first >> SEQUENCE_BITS) + 1) << SEQUENCE_BITS;
        }
        *last = first + count - 1;
        let (millis, sequence) = (first >> SEQUENCE_BITS, first & (sequences - 1));
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

    #[test]
    fn blocks_do_not_overlap_and_stay_within_a_millisecond() {
        let ids = Ids::new(Clock::manual(UnixMillis(EPOCH.0 + 5)), 1);
        let firsts: Vec<i64> = (0..5_000).map(|i| ids.block(1 + i % 16)).collect();
        for (i, pair) in firsts.windows(2).enumerate() {
            let last = pair[0] + (i as i64) % 16;
            assert!(last < pair[1]);
            assert_eq!(last >> SEQUENCE_BITS, pair[0] >> SEQUENCE_BITS);
        }
    }
}
