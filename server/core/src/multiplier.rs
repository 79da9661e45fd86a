//! The money value of a quantity at a price: price × quantity × multiplier. It is worked out here and nowhere else, both
//! ways.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::decimal::{DecimalError, ONE, Price, Quantity, divide_half_away};
use crate::money::{Currency, Money, MoneyError, Rounding};

/// The value of one unit of quantity at a price of one, in the currency of the price: 1 for a share, a coin and a unit of a
/// currency, 50 for a future of which a point is worth 50 dollars. Counted in 10⁻⁸, and always above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Multiplier(i64);

impl Multiplier {
    pub const ONE: Multiplier = Multiplier(ONE);

    /// From a count of 10⁻⁸ units; `None` unless it is above zero.
    pub const fn from_units(units: i64) -> Option<Self> {
        if units > 0 { Some(Self(units)) } else { None }
    }

    /// The count of 10⁻⁸ units.
    pub const fn units(self) -> i64 {
        self.0
    }

    /// The value of `quantity` at `price`.
    ///
    /// # Errors
    /// `Overflow` for a value that money cannot count.
    pub fn value(
        self,
        price: Price,
        quantity: Quantity,
        currency: Currency,
        rounding: Rounding,
    ) -> Result<Money, MoneyError> {
        let (times, parts) = self.ratio();
        let exact = i128::from(price.units()) * i128::from(quantity.units());
        let exact = exact.checked_mul(times).ok_or(MoneyError::Overflow)?;
        Money::from_wide(rounding.divide(exact, unit(currency) * parts), currency)
    }

    /// The price at which `quantity` is worth `value`, to the nearest 10⁻⁸; zero when there is no quantity.
    pub fn average_price(self, value: Money, quantity: Quantity) -> Price {
        if quantity.is_zero() {
            return Price::ZERO;
        }
        let (times, parts) = self.ratio();
        let exact = i128::from(value.minor).checked_mul(unit(value.currency) * parts);
        let units = exact.map(|exact| divide_half_away(exact, i128::from(quantity.units()) * times));
        Price::from_units(units.and_then(|units| i64::try_from(units).ok()).unwrap_or(i64::MAX))
    }

    /// The least quantity that is worth a major unit of currency at `price`, to the next 10⁻⁸; the greatest quantity where
    /// none is.
    pub fn least_quantity(self, price: Price) -> Quantity {
        let (times, parts) = self.ratio();
        let (one, per_unit) = (i128::from(ONE) * i128::from(ONE) * parts, i128::from(price.units().max(1)) * times);
        let units = Rounding::Up.divide(one, per_unit);
        Quantity::from_units(i64::try_from(units).unwrap_or(i64::MAX))
    }

    /// The multiplier as a fraction in lowest terms: a whole one is divided by one, so that products stay small.
    pub(crate) fn ratio(self) -> (i128, i128) {
        let common = greatest_common_divisor(self.0, ONE);
        (i128::from(self.0 / common), i128::from(ONE / common))
    }
}

/// A minor unit of currency in units of a price times those of a quantity.
fn unit(currency: Currency) -> i128 {
    i128::from(ONE) * i128::from(ONE) / i128::from(currency.scale())
}

/// Of two numbers above zero.
const fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Default for Multiplier {
    fn default() -> Self {
        Self::ONE
    }
}

impl TryFrom<i64> for Multiplier {
    type Error = DecimalError;

    fn try_from(units: i64) -> Result<Self, DecimalError> {
        Self::from_units(units).ok_or(DecimalError::OutOfRange)
    }
}

impl From<Multiplier> for i64 {
    fn from(multiplier: Multiplier) -> Self {
        multiplier.0
    }
}

impl FromStr for Multiplier {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        text.parse::<Quantity>()?.units().try_into()
    }
}

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Quantity::from_units(self.0).display(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn multiplier(text: &str) -> Multiplier {
        text.parse().unwrap()
    }

    #[test]
    fn a_fill_is_worth_price_times_quantity_times_multiplier() {
        let table = [
            ("227.31", "10", "1", Rounding::HalfAway, 227_310),
            ("0.1234", "1", "1", Rounding::HalfAway, 12),
            ("0.1234", "1", "1", Rounding::Up, 13),
            ("0.1250", "1", "1", Rounding::HalfAway, 13),
            ("0.1250", "1", "1", Rounding::Down, 12),
            ("0.0001", "1", "1", Rounding::Down, 0),
            ("7706.25", "3", "50", Rounding::HalfAway, 115_593_750),
            ("71.43", "2", "1000", Rounding::HalfAway, 14_286_000),
            ("32.125", "1", "5000", Rounding::HalfAway, 16_062_500),
            ("0.0001", "1", "50", Rounding::Up, 1),
            ("227.35", "1", "0.1", Rounding::Down, 2_273),
            ("227.35", "1", "0.1", Rounding::Up, 2_274),
        ];
        for (price, quantity, multiplier, rounding, minor) in table {
            let (p, q) = (price.parse().unwrap(), quantity.parse().unwrap());
            let money = multiplier.parse::<Multiplier>().unwrap().value(p, q, Currency::Usd, rounding).unwrap();
            assert_eq!(money, Money::new(minor, Currency::Usd), "{price} x {quantity} x {multiplier} {rounding:?}");
        }
    }

    #[test]
    fn a_multiplier_is_above_zero() {
        for text in ["0", "-1", "x", ""] {
            assert!(text.parse::<Multiplier>().is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Multiplier>("0").is_err());
        assert_eq!(serde_json::from_str::<Multiplier>("5000000000").unwrap(), multiplier("50"));
        assert_eq!((Multiplier::default(), multiplier("0.1").to_string()), (multiplier("1"), "0.1".to_owned()));
    }

    #[test]
    fn a_value_beyond_money_is_refused() {
        for text in ["0.1", "1", "50", "92233720368"] {
            let value = multiplier(text).value(Price::MAX, Quantity::MAX, Currency::Usd, Rounding::Up);
            assert_eq!(value, Err(MoneyError::Overflow), "{text}");
        }
    }

    /// Multipliers of contracts that are traded, and finer ones.
    fn multipliers() -> impl Strategy<Value = Multiplier> {
        let known = ["1", "2", "10", "50", "100", "1000", "5000", "50000", "0.1", "0.01", "2.5", "0.00000001"];
        proptest::sample::select(known.map(multiplier).to_vec())
    }

    proptest! {
        #[test]
        fn rounding_up_and_down_enclose_the_exact_value(
            p in 1i64..1_000_000_000_000, q in 1i64..100_000_000_000, of in multipliers(),
        ) {
            let (p, q) = (Price::from_units(p), Quantity::from_units(q));
            let value = |r| of.value(p, q, Currency::Usd, r).unwrap().minor;
            let exact = i128::from(p.units()) * i128::from(q.units()) * i128::from(of.units());
            let cent = i128::from(ONE) * i128::from(ONE) * i128::from(ONE) / 100;
            prop_assert!(i128::from(value(Rounding::Down)) * cent <= exact);
            prop_assert!(i128::from(value(Rounding::Up)) * cent >= exact);
            prop_assert!(value(Rounding::Up) - value(Rounding::Down) <= 1);
            prop_assert!((value(Rounding::Down)..=value(Rounding::Up)).contains(&value(Rounding::HalfAway)));
        }

        /// Each part is rounded by less than a minor unit.
        #[test]
        fn parts_are_worth_what_the_whole_is(
            p in 1i64..1_000_000_000, parts in proptest::collection::vec(1i64..1_000, 1..8), of in multipliers(),
        ) {
            let value = |q: i64, r| of.value(Price::from_units(p * 1_000), Quantity::from_units(q * ONE), Currency::Usd, r);
            let sum = |r| parts.iter().map(|q| value(*q, r).unwrap().minor).sum::<i64>();
            let whole = |r| value(parts.iter().sum(), r).unwrap().minor;
            let count = i64::try_from(parts.len()).unwrap();
            prop_assert!((0..count).contains(&(sum(Rounding::Up) - whole(Rounding::Up))));
            prop_assert!((0..count).contains(&(whole(Rounding::Down) - sum(Rounding::Down))));
        }

        /// A value in whole minor units gives its price back.
        #[test]
        fn the_price_of_a_value_is_the_one_that_it_has(
            cents in 1i64..10_000_000, q in 1i64..1_000, whole in proptest::sample::select(vec![1i64, 10, 50, 1_000, 5_000]),
        ) {
            let of = Multiplier::from_units(whole * ONE).unwrap();
            let (price, quantity) = (Price::from_units(cents * ONE / 100), Quantity::from_units(q * ONE));
            let value = of.value(price, quantity, Currency::Usd, Rounding::Down).unwrap();
            prop_assert_eq!(value.minor, cents * q * whole);
            prop_assert_eq!(of.average_price(value, quantity), price);
        }

        #[test]
        fn the_least_quantity_is_the_first_that_is_worth_one(p in 1i64..10_000_000_000_000, of in multipliers()) {
            let (price, least) = (Price::from_units(p), of.least_quantity(Price::from_units(p)));
            prop_assume!(least < Quantity::MAX);
            let worth = |q: i64| of.value(price, Quantity::from_units(q), Currency::Usd, Rounding::Down).unwrap().minor;
            prop_assert!(worth(least.units()) >= 100 && worth(least.units() - 1) < 100);
        }
    }
}
