//! A currency's interest beyond the dollar's, by which its price falls.
//!
//! A position is charged or credited with the difference of its currencies' interest at the moment a night begins. At
//! that moment the price steps by as much the other way, as the forward price of the new value date says (covered
//! interest parity): a holder of a pair, long or short, gains by the night what the price loses, and only the markup is
//! left. The steps follow from the calendar and the dated rates, and are public.

use super::exp;
use super::{ANCHOR, step_at};
use crate::time::UnixMillis;

/// The unit of interest: one in 10¹² parts.
const PARTS: i128 = 1_000_000_000_000;

/// The start of a night of a pair, and the interest of its currencies beyond the dollar's up to the new value date, in
/// 10⁻¹². Pairs that settle sooner than others have their nights over weekends at other moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Night {
    pub at: UnixMillis,
    pub base: i64,
    pub quote: i64,
}

/// The interest that one currency has borne by each night.
#[derive(Clone, Debug, Default)]
pub(super) struct Borne {
    /// The steps at which nights begin, each with the sum up to it, in units of 2^-32.
    sums: Vec<(i64, i64)>,
    /// The sum at the anchor, where everything has its reference price.
    anchor: i64,
}

impl Borne {
    pub fn new(nights: impl Iterator<Item = (UnixMillis, i64)>) -> Self {
        let mut sum = 0;
        let sums = nights.map(|(at, interest)| {
            sum += i64::try_from(i128::from(interest) * i128::from(exp::ONE) / PARTS).unwrap_or(0);
            (step_at(at), sum)
        });
        let mut borne = Self { sums: sums.collect(), anchor: 0 };
        borne.anchor = borne.by(step_at(ANCHOR));
        borne
    }

    /// The logarithm by which the currency has fallen against the dollar since the anchor, in units of 2^-32.
    pub fn by(&self, step: i64) -> i64 {
        let passed = self.sums.partition_point(|(begins, _)| *begins <= step);
        passed.checked_sub(1).map_or(0, |last| self.sums[last].1) - self.anchor
    }
}
