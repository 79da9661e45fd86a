//! Money: an integer count of minor units together with its currency. Sums across currencies are refused.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::decimal::{DecimalError, format_units, parse_units};

macro_rules! currencies {
    ($($name:ident $code:literal $decimals:literal,)*) => {
        /// A currency of wallets or of prices.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Currency {
            $($name,)*
        }

        impl Currency {
            pub const ALL: &'static [Currency] = &[$(Self::$name),*];

            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// Decimals of the minor unit.
            pub const fn decimals(self) -> u32 {
                match self {
                    $(Self::$name => $decimals,)*
                }
            }
        }
    };
}

// The name, the code, and the decimals of the minor unit. CNH, the yuan outside of mainland China, is not in ISO 4217, nor
// is USDT, Tether's token of a dollar, which is counted in the six decimals of its contract.
currencies! {
    Usd "USD" 2,
    Usdt "USDT" 6,
    Hkd "HKD" 2,
    Aud "AUD" 2,
    Brl "BRL" 2,
    Cad "CAD" 2,
    Chf "CHF" 2,
    Cnh "CNH" 2,
    Cny "CNY" 2,
    Czk "CZK" 2,
    Dkk "DKK" 2,
    Eur "EUR" 2,
    Gbp "GBP" 2,
    Huf "HUF" 2,
    Ils "ILS" 2,
    Inr "INR" 2,
    Jpy "JPY" 0,
    Krw "KRW" 0,
    Mxn "MXN" 2,
    Nok "NOK" 2,
    Nzd "NZD" 2,
    Pln "PLN" 2,
    Sek "SEK" 2,
    Sgd "SGD" 2,
    Thb "THB" 2,
    Try "TRY" 2,
    Twd "TWD" 2,
    Zar "ZAR" 2,
}

impl Currency {
    /// Minor units in one major unit.
    pub const fn scale(self) -> i64 {
        10i64.pow(self.decimals())
    }
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("unknown currency")]
pub struct UnknownCurrency;

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(code: &str) -> Result<Self, UnknownCurrency> {
        Self::ALL.iter().copied().find(|c| c.code() == code).ok_or(UnknownCurrency)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The treatment of the part of a minor unit that cannot be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rounding {
    /// Towards more money: fees, holds, and what a buyer pays.
    Up,
    /// Towards less money: what a balance can buy, and what a seller gets.
    Down,
    /// To the nearest, a half away from zero.
    HalfAway,
}

impl Rounding {
    pub(crate) fn divide(self, numerator: i128, denominator: i128) -> i128 {
        match self {
            Rounding::Down => numerator.div_euclid(denominator),
            Rounding::Up => -((-numerator).div_euclid(denominator)),
            Rounding::HalfAway => crate::decimal::divide_half_away(numerator, denominator),
        }
    }
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum MoneyError {
    #[error("{0} and {1} cannot be added")]
    CurrencyMismatch(Currency, Currency),
    #[error("amount outside the range of money")]
    Overflow,
}

/// An amount in the minor unit of `currency`. Negative amounts are debits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    pub minor: i64,
    pub currency: Currency,
}

impl Money {
    pub const fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    pub const fn zero(currency: Currency) -> Self {
        Self::new(0, currency)
    }

    /// Reads `12.34`; digits beyond the minor unit are refused, not rounded.
    pub fn parse(text: &str, currency: Currency) -> Result<Self, DecimalError> {
        parse_units(text, currency.decimals() as usize).map(|minor| Self::new(minor, currency))
    }

    /// `self × numerator / denominator`, for rates and shares of an amount. The denominator must be positive.
    pub fn scaled(self, numerator: i64, denominator: i64, rounding: Rounding) -> Result<Self, MoneyError> {
        debug_assert!(denominator > 0);
        let exact = i128::from(self.minor) * i128::from(numerator);
        Self::from_wide(rounding.divide(exact, i128::from(denominator)), self.currency)
    }

    pub(crate) fn from_wide(minor: i128, currency: Currency) -> Result<Self, MoneyError> {
        i64::try_from(minor).map(|minor| Self::new(minor, currency)).map_err(|_| MoneyError::Overflow)
    }

    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::CurrencyMismatch(self.currency, other.currency));
        }
        let minor = self.minor.checked_add(other.minor).ok_or(MoneyError::Overflow)?;
        Ok(Self::new(minor, self.currency))
    }

    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.plus(other.negated())
    }

    pub const fn negated(self) -> Self {
        Self::new(-self.minor, self.currency)
    }

    /// The decimal text without the currency: `-1234.50`.
    pub fn amount(self) -> String {
        format_units(self.minor, self.currency.decimals(), self.currency.decimals())
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.amount(), self.currency)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn currencies_do_not_mix() {
        let sum = Money::new(1, Currency::Usd).plus(Money::new(1, Currency::Hkd));
        assert_eq!(sum, Err(MoneyError::CurrencyMismatch(Currency::Usd, Currency::Hkd)));
    }

    #[test]
    fn a_third_decimal_of_a_cent_is_refused() {
        assert_eq!(Money::parse("1.005", Currency::Usd), Err(DecimalError::TooPrecise));
        assert_eq!(Money::parse("500", Currency::Jpy), Ok(Money::new(500, Currency::Jpy)));
        assert_eq!(Money::parse("500.0", Currency::Jpy), Err(DecimalError::TooPrecise));
        assert_eq!(Money::parse("-1.5", Currency::Usd), Ok(Money::new(-150, Currency::Usd)));
    }

    proptest! {
        #[test]
        fn amounts_survive_writing_and_reading(minor in -1_000_000_000_000i64..1_000_000_000_000) {
            let money = Money::new(minor, Currency::Hkd);
            prop_assert_eq!(Money::parse(&money.amount(), Currency::Hkd), Ok(money));
        }
    }
}
