//! Ids that sort by time, to the millisecond, and never repeat: only the leader stores ids, and each term begins behind the
//! last id of the term before. Previews on a standby make some and throw them away.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plumbline_core::time::UnixMillis;

use crate::clock::Clock;

/// The greatest time between a record and its id, in either order: after a clock is set back, it is behind the ids.
const MARGIN: i64 = UnixMillis::DAY;
/// 2026-01-01T00:00:00Z: ids count milliseconds from here, which leaves room until 2095.
const EPOCH: UnixMillis = UnixMillis(1_767_225_600_000);
const MILLIS_BITS: u32 = 41;
const TERM_BITS: u32 = 6;
const TERM_MASK: i64 = (1 << TERM_BITS) - 1;
const SEQUENCE_BITS: u32 = 14;

/// Makes 61-bit ids: 41 bits of milliseconds, 6 of the term, 14 of a sequence (the layout of Twitter's Snowflake,
/// with other widths). When a millisecond's sequence is used up it borrows from the next one. The bits of the term keep
/// a leader that was suspended from making an id that its successor makes too.
#[derive(Debug)]
pub struct Ids {
    clock: Clock,
    last: Mutex<Last>,
}

#[derive(Debug)]
struct Last {
    term: i64,
    /// Milliseconds since [`EPOCH`] above a sequence.
    id: i64,
}

impl Ids {
    /// `term`, below 64, identifies the term in ids until [`Ids::begin_term`].
    pub fn new(clock: Clock, term: u8) -> Self {
        Self { clock, last: Mutex::new(Last { term: i64::from(term) & TERM_MASK, id: 0 }) }
    }

    /// Makes ids of the term `token` from now on, later than all ids with the time `until` or less.
    pub fn begin_term(&self, token: i64, until: UnixMillis) {
        let mut last = self.last();
        let before = until.since(EPOCH).max(0).saturating_add(1) << SEQUENCE_BITS;
        *last = Last { term: token & TERM_MASK, id: last.id.max(before) };
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The least id of any term that can be made at `at`; clamped to the range of ids.
    pub fn first_at(at: UnixMillis) -> i64 {
        let millis = at.since(EPOCH).clamp(0, (1 << MILLIS_BITS) - 1);
        millis << (TERM_BITS + SEQUENCE_BITS)
    }

    /// The range of ids of records made from `from` to `until`: an id is made with its record, or a moment later.
    pub fn between(from: UnixMillis, until: UnixMillis) -> (i64, i64) {
        (Self::first_at(from.plus(-MARGIN)), Self::first_at(until.plus(MARGIN)))
    }

    /// The time in the last id, which may be ahead of the clock; the epoch before the first id.
    pub fn last_at(&self) -> UnixMillis {
        EPOCH.plus(self.last().id >> SEQUENCE_BITS)
    }

    /// An id greater than every id made here before.
    pub fn next(&self) -> i64 {
        let sequences = 1 << SEQUENCE_BITS;
        let now = self.clock.now().since(EPOCH).max(0) << SEQUENCE_BITS;
        let mut last = self.last();
        last.id = now.max(last.id + 1);
        let (millis, sequence) = (last.id >> SEQUENCE_BITS, last.id & (sequences - 1));
        (millis << (TERM_BITS + SEQUENCE_BITS)) | (last.term << SEQUENCE_BITS) | sequence
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

    /// The next leader's clock may be behind.
    #[test]
    fn a_term_begins_behind_the_ids_of_the_term_before() {
        let clock = Clock::manual(UnixMillis(EPOCH.0 + 10_000));
        let (first, second) = (Ids::new(clock.clone(), 0), Ids::new(clock.clone(), 0));
        first.begin_term(64, UnixMillis(0));
        let made: Vec<i64> = (0..20_000).map(|_| first.next()).collect();
        clock.advance(-5_000);
        second.begin_term(65, first.last_at());
        assert!(second.next() > made[made.len() - 1]);
        let suspended = (first.next(), Ids::new(clock, 0));
        suspended.1.begin_term(65, UnixMillis(0));
        assert!(
            (0..20_000).all(|_| suspended.1.next() != suspended.0),
            "one that goes on makes none of its successor's"
        );
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
