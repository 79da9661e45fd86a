//! Measures of an exchange when a stock's price moves too far too fast. New York has bands around the mean of the last
//! minutes, and stops trading where the price stays at one; Hong Kong lets a stock trade in a band for a while.

use crate::decimal::Price;
use crate::time::UnixMillis;

/// The rule of one stock, with the figures in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VolatilityRule {
    LimitUpLimitDown(LimitUpLimitDown),
    VolatilityControl(VolatilityControl),
}

/// The bands of the plan "limit up, limit down" of the United States. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitUpLimitDown {
    /// The distances of the bands from the reference price, in basis points, each up to a greatest price, in order.
    pub widths: Vec<(Price, i64)>,
    /// The greatest distance at the lowest prices, as an amount.
    pub lowest_at_most: Price,
    /// The span that the reference price is the mean of, and the least time for which a reference price holds.
    pub mean_of: i64,
    pub holds: i64,
    /// The least move of the mean that makes it the reference price, in basis points.
    pub moves_by: i64,
    /// The time that a price may stay at a band before trading pauses, and the length of the pause.
    pub limit_state: i64,
    pub pause: i64,
    /// The time before the close in which bands are twice as wide, and the greatest price for which they are.
    pub late: i64,
    pub late_up_to: Price,
    /// The time before the close in which a pause lasts until the close.
    pub last: i64,
}

/// The volatility control mechanism of Hong Kong. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VolatilityControl {
    /// The distance from the reference price beyond which nothing is traded, in basis points.
    pub width: i64,
    /// The age of the trade that the reference price comes from.
    pub ago: i64,
    /// The time for which a stock trades within its band.
    pub cooling: i64,
    /// The times after each opening, and before the day's close, in which the stock is not watched.
    pub opening: i64,
    pub closing: i64,
}

/// The range of prices in which a stock may trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceBand {
    pub lower: Price,
    pub upper: Price,
}

/// A measure of an exchange against a stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RestraintKind {
    /// The price is at a band: the stock trades there and not beyond, and is paused unless the price returns.
    LimitState,
    /// Nothing is traded, and an auction ends the pause.
    Pause,
    /// The stock trades within a band.
    CoolingOff,
}

impl RestraintKind {
    pub const ALL: [Self; 3] = [Self::LimitState, Self::Pause, Self::CoolingOff];

    pub const fn code(self) -> &'static str {
        match self {
            Self::LimitState => "limitState",
            Self::Pause => "volatilityPause",
            Self::CoolingOff => "coolingOff",
        }
    }
}

/// A measure with its time and its band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restraint {
    pub kind: RestraintKind,
    pub from: UnixMillis,
    pub until: UnixMillis,
    pub band: PriceBand,
}

impl Restraint {
    pub fn holds_at(&self, time: UnixMillis) -> bool {
        (self.from..self.until).contains(&time)
    }

    /// The last pause that has begun by `time`, of restraints in order; the first pause if none has.
    pub fn pause_around(restraints: &[Self], time: UnixMillis) -> Option<Self> {
        let mut pauses = restraints.iter().filter(|one| one.kind == RestraintKind::Pause);
        let begun = pauses.clone().rfind(|pause| pause.from <= time);
        begun.or_else(|| pauses.next()).copied()
    }
}

impl LimitUpLimitDown {
    /// The band around a reference price; `late` in the last minutes of the day.
    pub fn band(&self, reference: i64, late: bool) -> PriceBand {
        let at = Price::from_units(reference);
        let place = self.widths.iter().position(|(up_to, _)| at <= *up_to).unwrap_or(self.widths.len().max(1) - 1);
        let basis_points = self.widths.get(place).map_or(0, |(_, width)| *width);
        let width = share(reference, basis_points);
        let lowest = place == 0 && self.widths.len() > 1;
        let width = if lowest { width.min(self.lowest_at_most.units()) } else { width };
        around(reference, if late && at <= self.late_up_to { 2 * width } else { width })
    }
}

impl VolatilityControl {
    /// The band around a reference price.
    pub fn band(&self, reference: i64) -> PriceBand {
        around(reference, share(reference, self.width))
    }
}

/// Basis points of a price.
pub(super) fn share(price: i64, basis_points: i64) -> i64 {
    i64::try_from(i128::from(price) * i128::from(basis_points) / 10_000).unwrap_or(i64::MAX / 4)
}

fn around(reference: i64, width: i64) -> PriceBand {
    let lower = Price::from_units((reference - width).max(1));
    PriceBand { lower, upper: Price::from_units(reference.saturating_add(width)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tier(basis_points: i64, late_up_to: &str) -> LimitUpLimitDown {
        let price = |text: &str| text.parse::<Price>().unwrap();
        LimitUpLimitDown {
            widths: vec![(price("0.74999999"), 7_500), (price("3"), 2_000), (Price::MAX, basis_points)],
            lowest_at_most: price("0.15"),
            mean_of: 5 * UnixMillis::MINUTE,
            holds: 30 * UnixMillis::SECOND,
            moves_by: 100,
            limit_state: 15 * UnixMillis::SECOND,
            pause: 5 * UnixMillis::MINUTE,
            late: 25 * UnixMillis::MINUTE,
            late_up_to: if late_up_to.is_empty() { Price::MAX } else { price(late_up_to) },
            last: 10 * UnixMillis::MINUTE,
        }
    }

    #[test]
    fn of_two_pauses_the_one_is_told_that_began_last_or_comes_first() {
        let band = PriceBand { lower: Price::ZERO, upper: Price::MAX };
        let one = |kind, from, until| Restraint { kind, from: UnixMillis(from), until: UnixMillis(until), band };
        use RestraintKind::{LimitState, Pause};
        let day = [one(LimitState, 5, 10), one(Pause, 10, 20), one(LimitState, 25, 30), one(Pause, 30, 40)];
        let told = |time| Restraint::pause_around(&day, UnixMillis(time)).map(|pause| pause.from.0);
        assert_eq!([9, 10, 20, 29, 30, 50].map(told), [10, 10, 10, 10, 30, 30].map(Some));
        assert_eq!(Restraint::pause_around(&day[..1], UnixMillis(7)), None);
    }

    #[test]
    fn bands_are_those_of_the_plan() {
        let table = [
            (500, "", "100", false, "95", "105"),
            (1_000, "3", "100", false, "90", "110"),
            (500, "", "100", true, "90", "110"),
            (1_000, "3", "100", true, "90", "110"),
            (1_000, "3", "3", false, "2.4", "3.6"),
            (1_000, "3", "3", true, "1.8", "4.2"),
            // The lesser of fifteen cents and three quarters.
            (500, "", "0.5", false, "0.35", "0.65"),
            (500, "", "0.1", false, "0.025", "0.175"),
            (500, "", "0.5", true, "0.2", "0.8"),
        ];
        for (width, late_up_to, reference, late, lower, upper) in table {
            let reference: Price = reference.parse().unwrap();
            let band = tier(width, late_up_to).band(reference.units(), late);
            let expected = PriceBand { lower: lower.parse().unwrap(), upper: upper.parse().unwrap() };
            assert_eq!(band, expected, "{reference} {width} {late}");
        }
    }
}
