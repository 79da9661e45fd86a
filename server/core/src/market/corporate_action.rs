//! Corporate actions, which change the value of a share without a trade: dividends and splits.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::Bar;
use crate::decimal::{Price, Quantity, divide_half_away};
use crate::ids::{CorporateActionId, InstrumentId};
use crate::money::Currency;
use crate::time::UnixMillis;

/// The most shares on either side of a split.
const RATIO_MAX: i64 = 1_000;

/// `new` shares for every `old` ones: 10 for 1 divides the price by ten, 1 for 10 makes it ten times as high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SplitRatio {
    new: i64,
    old: i64,
}

impl SplitRatio {
    /// `None` unless both numbers are from 1 to 1,000 and differ.
    pub fn new(new: i64, old: i64) -> Option<Self> {
        let sound = (1..=RATIO_MAX).contains(&new) && (1..=RATIO_MAX).contains(&old) && new != old;
        sound.then_some(Self { new, old })
    }

    pub const fn new_shares(self) -> i64 {
        self.new
    }

    pub const fn old_shares(self) -> i64 {
        self.old
    }

    /// The ratio that undoes this one.
    pub const fn inverse(self) -> Self {
        Self { new: self.old, old: self.new }
    }

    /// The shares that `before` becomes, rounded down to 10⁻⁸ of a share, but to no less than that for any position;
    /// `None` on overflow.
    pub fn shares(self, before: Quantity) -> Option<Quantity> {
        let after = i128::from(before.units()) * i128::from(self.new) / i128::from(self.old);
        let least = i128::from(before.is_positive());
        i64::try_from(after.max(least)).ok().map(Quantity::from_units)
    }

    /// A price from before the split as one from after it, to the nearest 10⁻⁸.
    pub fn price(self, before: Price) -> Price {
        let after = divide_half_away(i128::from(before.units()) * i128::from(self.old), i128::from(self.new));
        Price::from_units(i64::try_from(after).unwrap_or(i64::MAX))
    }

    /// A bar from before the split, counted in shares from after it.
    pub fn bar(self, before: Bar) -> Bar {
        Bar {
            start: before.start,
            open: self.price(before.open),
            high: self.price(before.high),
            low: self.price(before.low),
            close: self.price(before.close),
            volume: self.shares(before.volume).unwrap_or(Quantity::MAX),
        }
    }
}

/// The effect of an action on the ex date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionTerms {
    /// An amount of money for each share.
    Dividend {
        amount: Price,
        currency: Currency,
    },
    Split(SplitRatio),
}

impl ActionTerms {
    pub const DIVIDEND: &str = "dividend";
    pub const SPLIT: &str = "split";

    /// The name on the wire and in the database.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Dividend { .. } => Self::DIVIDEND,
            Self::Split(_) => Self::SPLIT,
        }
    }

    /// The close of the day before, adjusted so that prices of the ex date can be compared with it.
    pub fn previous_close(&self, close: Price) -> Price {
        match self {
            // A close of zero is an unknown one.
            _ if close.is_zero() => close,
            Self::Dividend { amount, .. } => close.saturating_sub(*amount).max(Price::from_units(1)),
            Self::Split(ratio) => ratio.price(close),
        }
    }

    /// True if the action is paid in the wallet's currency; a split is not paid.
    pub fn is_paid_in(&self, wallet: Currency) -> bool {
        match self {
            Self::Dividend { currency, .. } => *currency == wallet,
            Self::Split(_) => false,
        }
    }

    pub const fn split(&self) -> Option<SplitRatio> {
        match self {
            Self::Split(ratio) => Some(*ratio),
            Self::Dividend { .. } => None,
        }
    }
}

/// One row of `corporate_actions`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorporateAction {
    pub id: CorporateActionId,
    pub instrument: InstrumentId,
    pub terms: ActionTerms,
    pub announced_at: UnixMillis,
    /// The first day, at the exchange, on which a buyer no longer takes part in it.
    pub ex_date: Date,
    /// The day at whose end the company determines the holders of its shares.
    pub record_date: Date,
    /// The day on which a dividend is paid; the ex date of a split.
    pub pay_date: Date,
    /// The start of the ex date's trading day.
    pub ex_at: UnixMillis,
    /// The start of the pay date.
    pub pays_at: UnixMillis,
    /// The source of the announcement.
    pub source: String,
    /// The moment at which all effects of the ex date were complete; `None` before.
    pub applied_at: Option<UnixMillis>,
}

impl CorporateAction {
    /// True if a split halts trading at `now` until every position has been adjusted.
    pub fn holds_up(&self, now: UnixMillis) -> bool {
        self.terms.split().is_some() && self.applied_at.is_none() && now >= self.ex_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::ONE;
    use crate::money::Rounding;
    use crate::multiplier::Multiplier;
    use proptest::prelude::*;

    fn ratio(new: i64, old: i64) -> SplitRatio {
        SplitRatio::new(new, old).unwrap()
    }

    #[test]
    fn a_ratio_is_of_two_different_small_numbers() {
        for (new, old) in [(0, 1), (1, 0), (-2, 1), (2, 2), (1_001, 1), (1, 1_001), (i64::MAX, 1)] {
            assert_eq!(SplitRatio::new(new, old), None, "{new}:{old}");
        }
    }

    #[test]
    fn shares_and_prices_of_splits() {
        let table = [
            ((10, 1), 7 * ONE, 70 * ONE, "1000", "100"),
            ((3, 2), 5 * ONE, 7 * ONE + ONE / 2, "30", "20"),
            ((1, 10), 25 * ONE, 2 * ONE + ONE / 2, "0.5", "5"),
            ((1, 3), ONE, 33_333_333, "1", "3"),
            ((3, 1), ONE, 3 * ONE, "1", "0.33333333"),
            ((7, 1), ONE, 7 * ONE, "1", "0.14285714"),
            ((1, 1_000), 1, 1, "0.001", "1"),
        ];
        for ((new, old), before, after, price, adjusted) in table {
            let ratio = ratio(new, old);
            assert_eq!(ratio.shares(Quantity::from_units(before)), Some(Quantity::from_units(after)), "{new}:{old}");
            assert_eq!(ratio.price(price.parse().unwrap()), adjusted.parse().unwrap(), "{new}:{old}");
        }
        assert_eq!(ratio(2, 1).shares(Quantity::MAX), None);
        assert_eq!(ratio(1, 2).shares(Quantity::ZERO), Some(Quantity::ZERO));
    }

    #[test]
    fn the_close_before_is_told_as_the_ex_date_is_compared_with_it() {
        let dividend = ActionTerms::Dividend { amount: "0.24".parse().unwrap(), currency: Currency::Usd };
        assert_eq!(dividend.previous_close("100".parse().unwrap()), "99.76".parse().unwrap());
        assert_eq!(dividend.previous_close("0.10".parse().unwrap()), Price::from_units(1), "never nothing");
        assert_eq!(dividend.previous_close(Price::ZERO), Price::ZERO, "not known");
        let split = ActionTerms::Split(ratio(10, 1));
        assert_eq!(split.previous_close("1234.50".parse().unwrap()), "123.45".parse().unwrap());
    }

    proptest! {
        /// A position keeps its value to the cent, but for less than 10⁻⁸ of a share, and the rounding of the price,
        /// which is half of 10⁻⁸ for each share.
        #[test]
        fn a_split_changes_no_value(new in 1i64..=1_000, old in 1i64..=1_000, shares in 1i64..1_000_000, cents in 1i64..1_000_000) {
            prop_assume!(new != old);
            let (ratio, before) = (ratio(new, old), Quantity::from_units(shares * ONE));
            let price = Price::from_units(cents * ONE / 100);
            let (after, adjusted) = (ratio.shares(before).unwrap(), ratio.price(price));
            let value = |price: Price, quantity| {
                Multiplier::ONE.value(price, quantity, Currency::Usd, Rounding::HalfAway).unwrap().minor
            };
            let of_rounding = i128::from(after.units()) / i128::from(2 * ONE) * 100 / i128::from(ONE) + 1;
            let of_fraction = i128::from(adjusted.units()) * 100 / i128::from(ONE) / i128::from(ONE) + 1;
            let moved = i128::from((value(price, before) - value(adjusted, after)).abs());
            prop_assert!(moved <= of_rounding + of_fraction, "{moved}");
        }

        /// A split and its inverse give back the number of whole shares.
        #[test]
        fn whole_shares_come_back(times in 2i64..=1_000, shares in 1i64..1_000_000) {
            let before = Quantity::from_units(shares * ONE);
            let there = ratio(times, 1).shares(before).unwrap();
            prop_assert_eq!(ratio(1, times).shares(there), Some(before));
        }
    }
}
