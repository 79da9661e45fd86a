//! The price of a currency that its issuer keeps within a zone.
//!
//! The price is the expectation over an evenly drawn motion that decides between the two edges when its time is over:
//! the least price and the width of the zone times Φ of the motion, scaled by the root of the time that is left. So the
//! price expected of any later moment is the present one, wherever in the zone it is, and waiting gains nothing on
//! average: near an edge the price moves less, rather than turning back. A motion that is turned back at an edge would
//! be expected to move away from it.
//!
//! Such a price nears one of the edges in the end. The time is so long that at the anchor a year moves the price by the
//! deviation given for its currency.

use super::exp::{self, exp};
use super::steps::STEP_MILLIS;
use super::{ANCHOR, step_at};
use crate::time::UnixMillis;

const ONE: i128 = exp::ONE as i128;
/// Steps of a year of 365 days.
const YEAR: i128 = (365 * UnixMillis::DAY / STEP_MILLIS) as i128;
/// 1/√2π in units of 2^-32.
const PEAK: i128 = 1_713_444_047;
/// Beyond so many deviations Φ is taken to be 0 or 1.
const FAR: i128 = 7 * ONE;
/// M. Abramowitz, I. Stegun 1964, 26.2.17: Φ within 7.5 · 10⁻⁸. The first scales the argument, the others are the terms, in
/// units of 2^-32.
const SCALE: i128 = 994_894_385;
const TERMS: [i128; 5] = [1_371_733_226, -1_531_429_783, 7_651_389_478, -7_822_234_863, 5_713_485_167];

/// The zone of a currency, in units of it for a dollar.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zone {
    /// In 10⁻⁸ · 2⁻³².
    least: i128,
    width: i128,
    /// The argument at which Φ is the place in the zone at the anchor.
    anchor: i128,
    /// The part of the undecided motion at the anchor that a relative move makes up, in units of 2^-32.
    reach: i128,
    /// The number of steps from the anchor until the time is over.
    lasts: i128,
}

impl Zone {
    /// The zone of a price that is `units` at the anchor, and moves there by so many basis points a year.
    pub fn new((least, most): (i64, i64), units: i64, deviation: i64) -> Self {
        let (least, width) = (i128::from(least), i128::from(most - least).max(1));
        let anchor = quantile((i128::from(units) - least) * ONE / width);
        // The move of the price for each part that the scaled motion moves.
        let slope = (width * density(anchor) / i128::from(units.max(1))).max(1);
        // The deviation of the whole time, over that of a year: its square is the number of years.
        let years_root = slope * 10_000 / i128::from(deviation.max(1));
        let lasts = (years_root * years_root / ONE * YEAR / ONE).max(1);
        Self { least: least * ONE, width, anchor, reach: ONE * ONE / slope, lasts }
    }

    /// The price at a step, in 10⁻⁸ · 2⁻³², after the logarithm moved by `moved` since the anchor, in 2^-32.
    pub fn price(&self, moved: i64, step: i64) -> i128 {
        let left = self.lasts - i128::from(step - step_at(ANCHOR));
        let root = (left.max(1) * ONE / self.lasts * ONE).max(1).isqrt().max(1);
        let scaled = (self.anchor + i128::from(moved) * self.reach / ONE) * ONE / root;
        self.least + self.width * cumulative(scaled)
    }
}

/// The density of the Gaussian distribution.
fn density(at: i128) -> i128 {
    let half_square = at.clamp(-FAR, FAR).pow(2) / (2 * ONE);
    PEAK * i128::from(exp(i64::try_from(-half_square).unwrap_or(i64::MIN))) / ONE
}

/// Φ, the share of a Gaussian distribution below `at`.
fn cumulative(at: i128) -> i128 {
    let distance = at.abs();
    if distance >= FAR {
        return if at < 0 { 0 } else { ONE };
    }
    let t = ONE * ONE / (ONE + SCALE * distance / ONE);
    let terms = TERMS.iter().rev().fold(0, |sum, term| (sum + term) * t / ONE);
    let beyond = (density(distance) * terms / ONE).clamp(0, ONE / 2);
    if at < 0 { beyond } else { ONE - beyond }
}

/// The inverse of Φ.
fn quantile(share: i128) -> i128 {
    let (mut low, mut high) = (-FAR, FAR);
    while high - low > 1 {
        let middle = (low + high).div_euclid(2);
        if cumulative(middle) < share { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HONG_KONG: (i64, i64) = (775_000_000, 785_000_000);
    const DEVIATION: i64 = 3;

    fn zone(units: i64) -> Zone {
        Zone::new(HONG_KONG, units, DEVIATION)
    }

    /// The move of the logarithm by one deviation of a motion of so many steps, in units of 2^-32.
    fn deviation(steps: i64) -> i128 {
        let parts = (i128::from(steps) * ONE / YEAR * ONE).isqrt();
        parts * i128::from(DEVIATION) / 10_000
    }

    /// The price expected at `later` after a move by `moved` so far: the sum over sixteenths of deviations.
    fn expected(zone: &Zone, moved: i64, later: i64, steps: i64) -> i128 {
        let (mut sum, mut weights) = (0, 0);
        for place in -96..=96 {
            let at = place * ONE / 16;
            let moved = moved + i64::try_from(deviation(steps) * at / ONE).unwrap();
            sum += zone.price(moved, later) / ONE * density(at);
            weights += density(at);
        }
        sum / weights
    }

    proptest! {
        #[test]
        fn nobody_gains_by_waiting_near_an_edge(
            units in prop_oneof![775_000_100_i64..775_200_000, 775_000_100_i64..784_999_900, 784_800_000_i64..784_999_900],
            since in 0_i64..100_000_000,
            steps in prop_oneof![1_i64..1_000, 1_000_i64..1_000_000, 1_000_000_i64..100_000_000],
            moved in -1_i64..=1,
        ) {
            let zone = zone(units);
            let (now, moved) = (step_at(ANCHOR) + since, moved * i64::try_from(deviation(since)).unwrap());
            prop_assume!(i128::from(since + steps) < zone.lasts);
            let (today, expected) = (zone.price(moved, now) / ONE, expected(&zone, moved, now + steps, steps));
            // In 10⁻⁸: a hundredth of the distance of bid and ask is 500.
            prop_assert!((today - expected).abs() <= 50, "{today} now, {expected} after {steps} steps");
        }
    }

    #[test]
    fn a_year_moves_it_by_its_deviation_at_the_anchor() {
        let (zone, day) = (zone(784_569_000), 345_600);
        let moved = i64::try_from(deviation(day)).unwrap();
        let up = zone.price(moved, step_at(ANCHOR)) - zone.price(-moved, step_at(ANCHOR));
        // 0.03 % of 7.84569 over √365, both ways.
        assert!((24_500..24_800).contains(&(up / ONE)), "{}", up / ONE);
        assert!(zone.lasts > 10 * YEAR, "{}", zone.lasts);
    }

    #[test]
    fn known_values_of_the_distribution() {
        // Argument and value as decimal fractions of 10^9.
        let table = [
            (0, 500_000_000),
            (1_000_000_000, 841_344_746),
            (-1_000_000_000, 158_655_254),
            (1_717_000_000, 957_010_414),
            (-3_000_000_000, 1_349_898),
            (8_000_000_000, 1_000_000_000),
        ];
        for (argument, value) in table {
            let found = cumulative(argument * ONE / 1_000_000_000) * 1_000_000_000 / ONE;
            assert!((found - value).abs() <= 100, "Φ({argument}): {found}, not {value}");
        }
    }
}
