//! Exact decimals: prices and quantities as integers in units of 10⁻⁸.
//!
//! Eight decimals hold a share, a forex pip and a satoshi alike; the range is ± 92 billion units. Products of
//! two such numbers are taken in `i128`, so they cannot overflow before they are rounded to money.

use std::fmt;
use std::iter::repeat_n;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Units in one: 10⁸.
pub const ONE: i64 = 100_000_000;
const DECIMALS: usize = 8;

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum DecimalError {
    #[error("not a decimal number")]
    Malformed,
    #[error("more decimals than the unit has")]
    TooPrecise,
    #[error("outside the range of the unit")]
    OutOfRange,
}

/// Reads `text` as an integer count of 10^-`decimals` units. Accepts `12`, `12.5`, `-3`; refuses a point without digits
/// on both sides, signs other than a minus, exponents, spaces, and more than `decimals` digits behind the
/// point.
pub fn parse_units(text: &str, decimals: usize) -> Result<i64, DecimalError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = match digits.split_once('.') {
        Some((_, "")) => return Err(DecimalError::Malformed),
        Some(parts) => parts,
        None => (digits, ""),
    };
    if whole.is_empty() {
        return Err(DecimalError::Malformed);
    }
    if !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
        return Err(DecimalError::Malformed);
    }
    let padding = decimals.checked_sub(fraction.len()).ok_or(DecimalError::TooPrecise)?;
    let padding = std::iter::repeat_n(b'0', padding);
    let mut units: i64 = 0;
    for digit in whole.bytes().chain(fraction.bytes()).chain(padding) {
        let next = units.checked_mul(10).and_then(|u| u.checked_add(i64::from(digit - b'0')));
        units = next.ok_or(DecimalError::OutOfRange)?;
    }
    Ok(if negative { -units } else { units })
}

/// Writes `units` of 10^-`decimals` with `shown` decimals, or with more where `shown` would drop a digit other than
/// zero.
pub fn format_units(units: i64, decimals: u32, shown: u32) -> String {
    let (decimals, shown) = (decimals as usize, shown as usize);
    let digits = units.unsigned_abs().to_string();
    let (whole, fraction) = digits.split_at(digits.len().saturating_sub(decimals));
    let zeros_before = decimals - fraction.len();
    let fraction = fraction.trim_end_matches('0');
    let zeros_before = if fraction.is_empty() { 0 } else { zeros_before };
    let zeros_after = shown.saturating_sub(zeros_before + fraction.len());
    let mut text = String::with_capacity(digits.len() + shown + 3);
    text += if units < 0 { "-" } else { "" };
    text += if whole.is_empty() { "0" } else { whole };
    text += if fraction.is_empty() && shown == 0 { "" } else { "." };
    text.extend(repeat_n('0', zeros_before));
    text += fraction;
    text.extend(repeat_n('0', zeros_after));
    text
}

macro_rules! fixed {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(i64);

        impl $name {
            pub const ZERO: $name = $name(0);
            pub const MAX: $name = $name(i64::MAX);

            /// From a count of 10⁻⁸ units.
            pub const fn from_units(units: i64) -> Self {
                Self(units)
            }

            /// The count of 10⁻⁸ units.
            pub const fn units(self) -> i64 {
                self.0
            }

            /// From a whole number; `None` beyond ± 92 billion.
            pub fn from_whole(whole: i64) -> Option<Self> {
                whole.checked_mul(ONE).map(Self)
            }

            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }

            pub const fn is_positive(self) -> bool {
                self.0 > 0
            }

            pub fn checked_add(self, other: Self) -> Option<Self> {
                self.0.checked_add(other.0).map(Self)
            }

            pub fn checked_sub(self, other: Self) -> Option<Self> {
                self.0.checked_sub(other.0).map(Self)
            }

            /// The difference, at least the smallest representable number.
            pub const fn saturating_sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }

            /// True when this is a whole multiple of `step`; a step of zero divides nothing.
            pub const fn is_multiple_of(self, step: Self) -> bool {
                step.0 > 0 && self.0 % step.0 == 0
            }

            /// The greatest multiple of `step` that is not above this number (for numbers from zero up).
            pub const fn round_down_to(self, step: Self) -> Self {
                if step.0 <= 0 { self } else { Self(self.0 - self.0.rem_euclid(step.0)) }
            }

            /// Writes the number with at least `shown` decimals, and more where the number has them.
            pub fn display(self, shown: u32) -> String {
                format_units(self.0, DECIMALS as u32, shown)
            }
        }

        impl FromStr for $name {
            type Err = DecimalError;

            fn from_str(text: &str) -> Result<Self, DecimalError> {
                parse_units(text, DECIMALS).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.display(0))
            }
        }
    };
}

fixed! {
    /// A price: 10⁻⁸ units of the instrument's currency for one unit of the instrument.
    Price
}

fixed! {
    /// A quantity: 10⁻⁸ units of the instrument (shares, coins, contracts).
    Quantity
}

fixed! {
    /// The value of a position in multiples of its margin, counted in 10⁻⁸.
    Leverage
}

impl Leverage {
    /// The leverage of a position without borrowing.
    pub const ONE: Leverage = Leverage(ONE);
}

impl Quantity {
    /// Half of the quantity, rounded up to a multiple of `step`; never more than all of it.
    pub fn half(self, step: Self) -> Self {
        let down = Self(self.0 / 2).round_down_to(step);
        if down.0 * 2 < self.0 { Self((down.0 + step.0).min(self.0)) } else { down }
    }
}

/// `part / whole − 1` in hundredths of a percent (basis points), rounded half away from zero; `None` when
/// `whole` is zero or the result leaves the range of `i64`.
pub fn change_basis_points(part: i64, whole: i64) -> Option<i64> {
    if whole == 0 {
        return None;
    }
    let scaled = (i128::from(part) - i128::from(whole)) * 10_000;
    i64::try_from(divide_half_away(scaled, i128::from(whole))).ok()
}

/// `numerator / denominator`, a half rounded away from zero. The denominator must not be zero.
pub fn divide_half_away(numerator: i128, denominator: i128) -> i128 {
    let (n, d) = (numerator.unsigned_abs(), denominator.unsigned_abs());
    let magnitude = ((n + d / 2) / d) as i128;
    if (numerator < 0) == (denominator < 0) { magnitude } else { -magnitude }
}

/// Basis points as a percentage with two decimals: 184 is `1.84`.
pub fn format_percent(basis_points: i64) -> String {
    format_units(basis_points, 2, 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_and_refuses() {
        let table: &[(&str, Result<i64, DecimalError>)] = &[
            ("227.52", Ok(22_752_000_000)),
            ("0.5", Ok(50_000_000)),
            (".5", Err(DecimalError::Malformed)),
            ("5.", Err(DecimalError::Malformed)),
            ("-.5", Err(DecimalError::Malformed)),
            ("-3", Ok(-300_000_000)),
            ("0.00000001", Ok(1)),
            ("1.00000000", Ok(100_000_000)),
            ("1.000000000", Err(DecimalError::TooPrecise)),
            ("0.000000001", Err(DecimalError::TooPrecise)),
            ("", Err(DecimalError::Malformed)),
            (".", Err(DecimalError::Malformed)),
            ("+1", Err(DecimalError::Malformed)),
            ("1e3", Err(DecimalError::Malformed)),
            (" 1", Err(DecimalError::Malformed)),
            ("1.2.3", Err(DecimalError::Malformed)),
            ("92233720369", Err(DecimalError::OutOfRange)),
        ];
        for (text, expected) in table {
            assert_eq!(parse_units(text, 8), *expected, "{text}");
        }
    }

    #[test]
    fn percentages_round_half_away_from_zero() {
        let table = [(102, 100, "2.00"), (1_000_005, 1_000_000, "0.00"), (10_001, 20_000, "-50.00"), (3, 7, "-57.14")];
        for (part, whole, expected) in table {
            assert_eq!(format_percent(change_basis_points(part, whole).unwrap()), expected, "{part}/{whole}");
        }
        assert_eq!(change_basis_points(200_010, 200_000), Some(1), "half rounds away from zero");
        assert_eq!(change_basis_points(199_990, 200_000), Some(-1));
        assert_eq!(change_basis_points(1, 0), None);
    }

    proptest! {
        #[test]
        fn writing_and_reading_give_the_same_number(units in any::<i64>(), shown in 0u32..8) {
            prop_assume!(units != i64::MIN);
            let text = Price::from_units(units).display(shown);
            prop_assert_eq!(text.parse::<Price>().unwrap(), Price::from_units(units));
        }

        #[test]
        fn no_text_panics(text in ".{0,40}") {
            let _ = parse_units(&text, 2);
        }
    }
}
