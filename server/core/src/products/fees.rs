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
    /// The value that was traded by orders that rested before.
    MakerValue,
    /// The value that was traded by orders that took what was displayed as they came.
    TakerValue,
    /// The quantity that was traded; the rate is in major units of currency a unit.
    Quantity,
}

impl FeeBasis {
    pub const ALL: [Self; 4] = [Self::Value, Self::MakerValue, Self::TakerValue, Self::Quantity];

    /// The word in rows and on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::MakerValue => "makerValue",
            Self::TakerValue => "takerValue",
            Self::Quantity => "quantity",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|basis| basis.code() == code)
    }
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
    /// The part of the value that was filled while the order rested.
    pub maker_value: Money,
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
    /// side, zero amounts included, so that the receipt shows what was looked at. Of the fees of makers and of takers only
    /// that of the fill is a line.
    ///
    /// # Errors
    /// `CurrencyMismatch` for a value in another currency than fees are charged in; `Overflow`.
    pub fn lines(&self, side: Side, before: Filled, after: Filled) -> Result<Vec<FeeLine>, MoneyError> {
        let is_looked_at = |rule: &&FeeRule| match rule.basis {
            FeeBasis::Value | FeeBasis::Quantity => true,
            FeeBasis::MakerValue => after.maker_value != before.maker_value,
            FeeBasis::TakerValue => after.taker_value() != before.taker_value(),
        };
        let line = |rule: &FeeRule| {
            let amount = rule.fee(after)?.minus(rule.fee(before)?)?;
            Ok(FeeLine { name: rule.name.clone(), amount, rule: rule.rule.clone() })
        };
        self.applying(side).filter(is_looked_at).map(line).collect()
    }

    /// The fees of all that is filled of an order.
    pub fn total(&self, side: Side, filled: Filled) -> Result<Money, MoneyError> {
        self.applying(side).try_fold(Money::zero(filled.charged_in), |sum, rule| sum.plus(rule.fee(filled)?))
    }

    /// The most that the fees of an order come to when what is filled of it, `filled`, becomes `whole`, whichever part of
    /// the rest is filled as a maker. It does not rise with a fill that is worth no more than what was expected of it.
    ///
    /// # Errors
    /// Those of [`Self::lines`].
    pub fn most(&self, side: Side, filled: Filled, whole: Filled) -> Result<Money, MoneyError> {
        let rest = i128::from(whole.value.minus(filled.value)?.minor);
        let (mut sum, mut exact, mut greatest) = (Money::zero(whole.charged_in), 0, 0);
        for rule in self.applying(side) {
            let by_part = match rule.basis {
                FeeBasis::Value | FeeBasis::Quantity => {
                    sum = sum.plus(rule.fee(whole)?)?;
                    continue;
                }
                FeeBasis::MakerValue => filled.maker_value,
                FeeBasis::TakerValue => filled.taker_value(),
            };
            greatest = greatest.max(rule.rate);
            exact += i128::from(by_part.minor) * i128::from(rule.rate);
        }
        if greatest == 0 {
            return Ok(sum);
        }
        // Each of the two fees is rounded by itself, by less than a minor unit.
        let both = Rounding::Up.divide(exact + rest * i128::from(greatest), i128::from(RATE_SCALE)) + 1;
        sum.plus(Money::from_wide(both, whole.charged_in)?)
    }

    fn applying(&self, side: Side) -> impl Iterator<Item = &FeeRule> {
        self.rules.iter().filter(move |rule| rule.side.is_none_or(|s| s == side))
    }
}

/// The sum of fee lines.
pub fn sum_of(lines: &[FeeLine], currency: Currency) -> Result<Money, MoneyError> {
    lines.iter().try_fold(Money::zero(currency), |sum, line| sum.plus(line.amount))
}

impl Filled {
    /// Nothing is filled yet of an order whose values are in `currency`.
    pub const fn nothing(currency: Currency, charged_in: Currency) -> Self {
        let zero = Money::zero(currency);
        Self { value: zero, maker_value: zero, quantity: Quantity::ZERO, charged_in }
    }

    /// The part of the value that took what was displayed.
    const fn taker_value(&self) -> Money {
        Money::new(self.value.minor.saturating_sub(self.maker_value.minor), self.value.currency)
    }
}

impl FeeRule {
    /// The value that the rate is multiplied with; `None` for a fee by quantity.
    const fn base(&self, filled: Filled) -> Option<Money> {
        match self.basis {
            FeeBasis::Value => Some(filled.value),
            FeeBasis::MakerValue => Some(filled.maker_value),
            FeeBasis::TakerValue => Some(filled.taker_value()),
            FeeBasis::Quantity => None,
        }
    }

    /// The fee for all that is filled of an order. It never falls as more is filled.
    fn fee(&self, filled: Filled) -> Result<Money, MoneyError> {
        let Filled { quantity, charged_in, .. } = filled;
        let scale = i128::from(charged_in.scale());
        let (exact, denominator) = match self.base(filled) {
            Some(base) if base.currency != charged_in => {
                return Err(MoneyError::CurrencyMismatch(base.currency, charged_in));
            }
            Some(base) => (i128::from(base.minor) * i128::from(self.rate), i128::from(RATE_SCALE)),
            None => {
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
