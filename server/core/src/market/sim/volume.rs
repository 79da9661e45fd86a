//! The volume of a day up to a moment of it.

use std::ops::Range;

use super::noise::{below, hash};
use super::shape::Shape;
use crate::time::UnixMillis;

/// The number of halvings of the day. Between two points of the finest division the volume is even.
const HALVINGS: u32 = 11;
/// The unevenness of the halves of an interval: each has at least 1/2 − 0.15 and at most 1/2 + 0.15 of it.
const UNEVEN: i64 = 19_660;
const WHOLE: i64 = 1 << 16;

/// The part of the `total` of a trading day that has been traded by `time`, for days of a shape.
pub fn traded(key: u64, total: i64, shape: &Shape, time: UnixMillis, day: Range<UnixMillis>) -> i64 {
    let [begun, now, over] = [day.start, time, day.end].map(|at| shape.traded(at));
    cascade(key, total, now - begun, over - begun)
}

/// The part of `total` that is traded in the first `elapsed` of `length`, by a random cascade: it never falls, it is
/// `total` at the end, and it can be asked for at any moment.
fn cascade(key: u64, total: i64, elapsed: i64, length: i64) -> i64 {
    if elapsed >= length || length <= 0 {
        return total;
    }
    let position = (i128::from(elapsed.max(0)) << 32) / i128::from(length);
    let (mut done, mut rest, mut place) = (0, i128::from(total), 1u64);
    for halving in 1..=HALVINGS {
        let share = WHOLE / 2 - UNEVEN / 2 + below(hash(key, place), UNEVEN);
        let left = rest * i128::from(share) / i128::from(WHOLE);
        let later = position >> (32 - halving) & 1;
        if later == 1 {
            done += left;
            rest -= left;
        } else {
            rest = left;
        }
        place = place << 1 | later as u64;
    }
    let within = position & ((1 << (32 - HALVINGS)) - 1);
    (done + ((rest * within) >> (32 - HALVINGS))) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn volume_never_falls_and_ends_at_the_total(key in any::<u64>(), a in 0i64..86_400, b in 0i64..86_400) {
            let (early, late) = (a.min(b), a.max(b));
            let at = |t| cascade(key, 50_000_000, t, 86_400);
            prop_assert_eq!(at(0), 0);
            prop_assert!(at(early) <= at(late));
            prop_assert!(at(late) <= 50_000_000);
            prop_assert_eq!(at(86_400), 50_000_000);
        }
    }

    #[test]
    fn minutes_differ() {
        let minute = |m: i64| cascade(3, 50_000_000, (m + 1) * 60, 86_400) - cascade(3, 50_000_000, m * 60, 86_400);
        let minutes: Vec<i64> = (0..1_440).map(minute).collect();
        let (least, most) = (minutes.iter().min().unwrap(), minutes.iter().max().unwrap());
        assert!(*most > *least * 4, "{least} to {most}");
    }
}
