//! Indicators from daily closes: relative strength, volatility and trend.

use crate::decimal::Price;

/// The number of changes that the relative strength averages.
const RSI_PERIOD: usize = 14;
/// The number of closes that the trend and the volatility use.
const LATELY: usize = 20;
/// The age, in closes, of the average that the newest one is compared with.
const BEFORE: usize = 5;
/// Days in a year of a market that never closes.
const DAYS_A_YEAR: u128 = 365;

/// The direction in which a price moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// Above its average of twenty days, which rises.
    Up,
    /// Below its average of twenty days, which falls.
    Down,
    Sideways,
}

impl Trend {
    pub const ALL: [Trend; 3] = [Self::Up, Self::Down, Self::Sideways];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Sideways => "sideways",
        }
    }

    /// `None` with too few closes.
    pub fn of(closes: &[Price]) -> Option<Self> {
        let (last, earlier) = (closes.last()?, closes.len().checked_sub(BEFORE)?);
        let (now, before) = (average(closes)?, average(&closes[..earlier])?);
        let price = i128::from(last.units());
        Some(match () {
            () if price > now && now > before => Self::Up,
            () if price < now && now < before => Self::Down,
            () => Self::Sideways,
        })
    }
}

/// The average of the newest twenty closes; `None` with fewer.
fn average(closes: &[Price]) -> Option<i128> {
    let newest = &closes[closes.len().checked_sub(LATELY)?..];
    Some(newest.iter().map(|close| i128::from(close.units())).sum::<i128>() / LATELY as i128)
}

/// The relative strength index of fourteen days, in hundredths from 0 to 10,000: the upward part of recent moves (J. W.
/// Wilder 1978, with his smoothing). 50.00 where the price did not move; `None` with too few closes.
pub fn relative_strength(closes: &[Price]) -> Option<i64> {
    let changes = closes.windows(2).map(|pair| i128::from(pair[1].units()) - i128::from(pair[0].units()));
    // Scaled, so that rounding while smoothing has no visible effect.
    let (ups, downs): (Vec<i128>, Vec<i128>) =
        changes.map(|change| (change.max(0) << 16, (-change).max(0) << 16)).unzip();
    let (up, down) = (smoothed(&ups)?, smoothed(&downs)?);
    if up + down == 0 {
        return Some(5_000);
    }
    i64::try_from((up * 10_000 + (up + down) / 2) / (up + down)).ok()
}

fn smoothed(changes: &[i128]) -> Option<i128> {
    let (first, later) = changes.split_at_checked(RSI_PERIOD)?;
    let period = RSI_PERIOD as i128;
    let begun = first.iter().sum::<i128>() / period;
    Some(later.iter().fold(begun, |average, change| (average * (period - 1) + change) / period))
}

/// The annualised deviation of the last twenty daily changes, in basis points; `None` with too few closes.
pub fn volatility(closes: &[Price]) -> Option<i64> {
    let newest = &closes[closes.len().checked_sub(LATELY + 1)?..];
    let squares = newest.windows(2).map(|pair| {
        let (before, after) = (i128::from(pair[0].units()), i128::from(pair[1].units()));
        // In millionths: a close is far above zero, and a day's change far below a million of them.
        let change = (after - before) * 1_000_000 / before.max(1);
        change.unsigned_abs().pow(2)
    });
    let a_day = squares.sum::<u128>() / LATELY as u128;
    i64::try_from((a_day * DAYS_A_YEAR).isqrt() / 100).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::ONE;
    use proptest::prelude::*;

    fn closes(cents: &[i64]) -> Vec<Price> {
        cents.iter().map(|cents| Price::from_units(cents * ONE / 100)).collect()
    }

    /// StockCharts' example of J. W. Wilder's method ("cs-rsi.xls"): 70.53 after fourteen changes, then 66.32, 66.55,
    /// 69.41, 66.36, 57.97.
    #[test]
    fn relative_strength_is_what_its_author_s_table_says() {
        let table = [
            443_389, 440_902, 441_497, 436_124, 443_278, 448_264, 450_955, 454_245, 458_433, 460_826, 458_931, 460_328,
            456_140, 462_820, 462_820, 460_028, 460_328, 464_116, 462_222, 456_439,
        ];
        let closes: Vec<Price> = table.iter().map(|units| Price::from_units(units * ONE / 10_000)).collect();
        let strength = |count: usize| relative_strength(&closes[..count]).unwrap();
        let expected = [7_053, 6_632, 6_655, 6_941, 6_636, 5_797];
        for (count, expected) in (15..).zip(expected) {
            assert!((strength(count) - expected).abs() <= 2, "{count} closes: {}", strength(count));
        }
        assert_eq!(relative_strength(&closes[..14]), None);
    }

    #[test]
    fn a_price_that_only_rises_is_strong_and_one_that_stands_is_neither() {
        let rising: Vec<i64> = (0..30).map(|day| 10_000 + day * 10).collect();
        assert_eq!((relative_strength(&closes(&rising)), Trend::of(&closes(&rising))), (Some(10_000), Some(Trend::Up)));
        let falling: Vec<i64> = rising.iter().rev().copied().collect();
        assert_eq!((relative_strength(&closes(&falling)), Trend::of(&closes(&falling))), (Some(0), Some(Trend::Down)));
        let still = closes(&[5_000; 30]);
        assert_eq!((relative_strength(&still), Trend::of(&still)), (Some(5_000), Some(Trend::Sideways)));
        assert_eq!((volatility(&still), Trend::of(&still[..24]), volatility(&still[..20])), (Some(0), None, None));
    }

    /// A price that goes up and down by a hundredth each day swings by 1 % · √365 = 19.1 % a year.
    #[test]
    fn volatility_is_of_a_year() {
        let swinging: Vec<i64> = (0..21).map(|day| if day % 2 == 0 { 10_000 } else { 10_100 }).collect();
        let found = volatility(&closes(&swinging)).unwrap();
        assert!((1_890..1_920).contains(&found), "{found}");
    }

    proptest! {
        #[test]
        fn strength_lies_between_nothing_and_all(cents in proptest::collection::vec(1i64..10_000_000, 15..60)) {
            let closes = closes(&cents);
            prop_assert!((0..=10_000).contains(&relative_strength(&closes).unwrap()));
            prop_assert!(volatility(&closes).is_none_or(|found| found >= 0));
        }
    }
}
