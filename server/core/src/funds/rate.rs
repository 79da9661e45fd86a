//! Rates between currencies.

use serde::{Deserialize, Serialize};

use crate::decimal::{DecimalError, format_units, parse_units};
use crate::money::{Currency, Money, MoneyError, Rounding};

const DECIMALS: u32 = 8;
const HUNDREDTHS: u32 = 2;

/// A rate of one, in the unit that rates are counted in: 10⁻⁸.
pub const RATE_ONE: i64 = 10i64.pow(DECIMALS);

/// A rate between two currencies, from a dated rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    pub from: Currency,
    pub to: Currency,
    /// Units of `to` for one of `from`, in 10⁻⁸.
    pub rate: i64,
    /// The source of the rate: a stable word, which clients translate.
    pub source: String,
}

impl Rate {
    /// `amount` in the other currency; refused when it is not in `from`.
    pub fn convert(&self, amount: Money, rounding: Rounding) -> Result<Money, MoneyError> {
        if amount.currency != self.from {
            return Err(MoneyError::CurrencyMismatch(amount.currency, self.from));
        }
        let exact = i128::from(amount.minor) * i128::from(self.rate) * i128::from(self.to.scale());
        Money::from_wide(rounding.divide(exact, i128::from(RATE_ONE) * i128::from(self.from.scale())), self.to)
    }
}

/// Reads a rate such as `7.8` as a count of 10⁻⁸.
pub fn parse_rate(text: &str) -> Result<i64, DecimalError> {
    parse_units(text, DECIMALS as usize)
}

/// Writes a count of 10⁻⁸ with at least four decimals: `7.8000`, `0.12820512`.
pub fn format_rate(rate: i64) -> String {
    format_units(rate, DECIMALS, 4)
}

/// Reads an amount of a currency that no wallet holds, such as `12.50`, as a count of hundredths, the unit in which
/// every currency is sent to customers.
pub fn parse_hundredths(text: &str) -> Result<i64, DecimalError> {
    parse_units(text, HUNDREDTHS as usize)
}

/// Writes a count of hundredths with two decimals: `12.50`.
pub fn format_hundredths(hundredths: i64) -> String {
    format_units(hundredths, HUNDREDTHS, HUNDREDTHS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rate(from: Currency, to: Currency, text: &str) -> Rate {
        Rate { from, to, rate: parse_rate(text).unwrap(), source: String::new() }
    }

    #[test]
    fn rates_are_read_written_and_applied() {
        let to_hkd = rate(Currency::Usd, Currency::Hkd, "7.8");
        assert_eq!(to_hkd.convert(Money::new(10_001, Currency::Usd), Rounding::Down).unwrap().amount(), "780.07");
        assert_eq!(format_rate(to_hkd.rate), "7.8000");
        assert_eq!(parse_rate("0.1282051282"), Err(DecimalError::TooPrecise));
        assert!(to_hkd.convert(Money::new(1, Currency::Hkd), Rounding::Down).is_err());
    }

    proptest! {
        #[test]
        fn a_round_trip_never_gains(minor in 0i64..1_000_000_000_000_000) {
            let there = rate(Currency::Usd, Currency::Hkd, "7.8");
            let back = rate(Currency::Hkd, Currency::Usd, "0.12820512");
            let hkd = there.convert(Money::new(minor, Currency::Usd), Rounding::Down).unwrap();
            prop_assert!(back.convert(hkd, Rounding::Down).unwrap().minor <= minor);
        }
    }
}
