//! News of one company: on some days its price jumps, at any moment of the day, up or down with equal odds. The motions
//! alone never move a price by as much in some minutes, so that only jumps can lead an exchange to stop a stock.

use super::days::DAY_STEPS;
use super::noise::below;

/// The average number of days for one jump. News moved the stocks of large companies by more than three hundredths once
/// or twice in a year; most come outside of regular hours, as these do.
const DAYS_APART: i64 = 250;
/// The least jump, in units of 2^-32 of the logarithm: three hundredths.
const LEAST: i64 = (3 << 32) / 100;
/// The greatest jump less the least. Far ones are rare: the span is multiplied by the cube of an even draw.
const SPAN: i64 = (17 << 32) / 100;
const WHOLE: i64 = 1 << 16;

/// A jump of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump {
    /// Steps since midnight.
    pub offset: i64,
    /// The jump of the price's logarithm, in units of 2^-32.
    pub size: i64,
}

impl Jump {
    /// The jump of a day, from three draws: for its occurrence, its moment and its size.
    pub fn of([whether, when, how_far]: [u64; 3]) -> Option<Self> {
        if below(whether, DAYS_APART) != 0 {
            return None;
        }
        let draw = below(how_far, WHOLE);
        let size = LEAST + i64::try_from((i128::from(SPAN) * i128::from(draw).pow(3)) >> 48).unwrap_or(0);
        let falls = how_far & 1 == 1;
        Some(Self { offset: below(when, DAY_STEPS), size: if falls { -size } else { size } })
    }
}
