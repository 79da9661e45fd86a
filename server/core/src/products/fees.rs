//! Fees: effective-dated tables of rules, and what they come to.
//!
//! Fees are worked out on all that is filled of an order, and a fill pays what they rose by: the order pays its minimums
//! and its rounding once, into however many fills the market cuts it.

use serde::{Deserialize, Serialize};

use crate::decimal::{ONE, Quantity};
use crate::market::Side;
use crate::money::{Currency, Money, MoneyError, Rounding};

/// Rates are counted in 10⁻¹² (of the value, or of one major unit of currency a share).
pub const RATE_SCALE: i64 = 1_000_000_000_000;

/// What a rate is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FeeBasis {
    /// The value that was traded.
    Value,
    /// The quantity that was traded; the rate is in major units of currency a unit.
    Quantity,
}

/// One fee of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeRule {
    /// The stable name, such as `sec`; clients translate it.
    pub name: String,
    /// The side that pays; both when `None`.
    pub side: Option<Side>,
    pub basis: FeeBasis,
    /// In 10⁻¹².
    pub rate: i64,
    /// Least amount in minor units.
    pub minimum: i64,
    /// Greatest amount in minor units.
    pub maximum: Option<i64>,
    /// How the fee is rounded to the minor unit.
    pub rounding: Rounding,
    /// Whether a fee above zero is then rounded up to a whole major unit (Hong Kong's stamp duty).
    pub whole_units: bool,
    /// The rule's text for the receipt: the rate as its source states it.
    pub rule: String,
}

/// The rules of one market from one day on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeTable {
    pub name: String,
    /// The first day on which the table is in force, `YYYY-MM-DD`.
    pub version: String,
    pub rules: Vec<FeeRule>,
}

/// What is filled of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The sum of the fills' values.
    pub value: Money,
    pub quantity: Quantity,
    /// What fees are charged in. A value in another currency is charged by quantity alone.
    pub charged_in: Currency,
}

/// One fee that was charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeLine {
    pub name: String,
    pub amount: Money,
    pub rule: String,
}

impl FeeTable {
    /// The fee lines of a fill that takes an order from `before` to `after`: one for every rule that applies to the
    /// side, zero amounts included, so that the receipt shows what was looked at.
    pub fn lines(&self, side: Side, before: Filled, after: Filled) -> Result<Vec<FeeLine>, MoneyError> {
        let line = |rule: &FeeRule| {
            let amount = rule.fee(after)?.minus(rule.fee(before)?)?;
            Ok(FeeLine { name: rule.name.clone(), amount, rule: rule.rule.clone() })
        };
        self.applying(side).map(line).collect()
    }

    /// The fees of all that is filled of an order.
    pub fn total(&self, side: Side, filled: Filled) -> Result<Money, MoneyError> {
        self.applying(side).try_fold(Money::zero(filled.charged_in), |sum, rule| sum.plus(rule.fee(filled)?))
    }

    fn applying(&self, side: Side) -> impl Iterator<Item = &FeeRule> {
        self.rules.iter().filter(move |rule| rule.side.is_none_or(|s| s == side))
    }
}

/// The sum of fee lines.
pub fn sum_of(lines: &[FeeLine], currency: Currency) -> Result<Money, MoneyError> {
    lines.iter().try_fold(Money::zero(currency), |sum, line| sum.plus(line.amount))
}

impl FeeRule {
    /// The fee for all that is filled of an order. It never falls as more is filled.
    fn fee(&self, Filled { value, quantity, charged_in }: Filled) -> Result<Money, MoneyError> {
        let scale = i128::from(charged_in.scale());
        let (exact, denominator) = match self.basis {
            FeeBasis::Value if value.currency != charged_in => {
                return Err(MoneyError::CurrencyMismatch(value.currency, charged_in));
            }
            FeeBasis::Value => (i128::from(value.minor) * i128::from(self.rate), i128::from(RATE_SCALE)),
            FeeBasis::Quantity => {
                // quantity (10⁻⁸) × rate (10⁻¹²) × minor units, divided before it can leave the range.
                let rate = i128::from(self.rate) * scale;
                (i128::from(quantity.units()) * rate, i128::from(ONE) * i128::from(RATE_SCALE))
            }
        };
        if exact == 0 {
            return Ok(Money::zero(charged_in));
        }
        let mut minor = self.rounding.divide(exact, denominator);
        if self.whole_units {
            minor = -((-minor).div_euclid(scale)) * scale;
        }
        let minor = minor.max(i128::from(self.minimum));
        let minor = self.maximum.map_or(minor, |maximum| minor.min(i128::from(maximum)));
        Money::from_wide(minor, charged_in)
    }
}

#[cfg(test)]
mod tests;
