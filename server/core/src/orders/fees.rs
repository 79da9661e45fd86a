//! Fees: effective-dated tables of rules, and what they come to for one fill.

use super::Side;
use crate::decimal::{ONE, Quantity};
use crate::money::{Money, MoneyError, Rounding};

/// Rates are counted in 10⁻¹² (of the value, or of one major unit of currency a share).
pub const RATE_SCALE: i64 = 1_000_000_000_000;

/// What a rate is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeeBasis {
    /// The value of the fill.
    Value,
    /// The quantity of the fill; the rate is in major units of currency a unit.
    Quantity,
}

/// One fee of a table. Fees are rounded up to the minor unit.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Whether a fee above zero is rounded up to a whole major unit (Hong Kong's stamp duty).
    pub whole_units: bool,
    /// The rule's text for the receipt: the rate as its source states it.
    pub rule: String,
}

/// The rules of one market from one day on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeTable {
    pub name: String,
    /// The first day on which the table is in force, `YYYY-MM-DD`.
    pub version: String,
    pub rules: Vec<FeeRule>,
}

/// One fee that was charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeeLine {
    pub name: String,
    pub amount: Money,
    pub rule: String,
}

impl FeeTable {
    /// The fee lines of a fill: one for every rule that applies to the side, zero amounts included, so that the
    /// receipt shows what was looked at.
    pub fn lines(&self, side: Side, value: Money, quantity: Quantity) -> Result<Vec<FeeLine>, MoneyError> {
        let applies = self.rules.iter().filter(|rule| rule.side.is_none_or(|s| s == side));
        applies.map(|rule| rule.line(value, quantity)).collect()
    }

    /// The sum of [`FeeTable::lines`].
    pub fn total(&self, side: Side, value: Money, quantity: Quantity) -> Result<Money, MoneyError> {
        let lines = self.lines(side, value, quantity)?;
        lines.iter().try_fold(Money::zero(value.currency), |sum, line| sum.plus(line.amount))
    }
}

impl FeeRule {
    fn line(&self, value: Money, quantity: Quantity) -> Result<FeeLine, MoneyError> {
        let amount = Money::new(self.amount(value, quantity)?, value.currency);
        Ok(FeeLine { name: self.name.clone(), amount, rule: self.rule.clone() })
    }

    fn amount(&self, value: Money, quantity: Quantity) -> Result<i64, MoneyError> {
        let scale = i128::from(value.currency.scale());
        let (exact, denominator) = match self.basis {
            FeeBasis::Value => (i128::from(value.minor) * i128::from(self.rate), i128::from(RATE_SCALE)),
            FeeBasis::Quantity => {
                // quantity (10⁻⁸) × rate (10⁻¹²) × minor units, divided before it can leave the range.
                let rate = i128::from(self.rate) * scale;
                (i128::from(quantity.units()) * rate, i128::from(ONE) * i128::from(RATE_SCALE))
            }
        };
        if exact == 0 {
            return Ok(0);
        }
        let mut minor = -((-exact).div_euclid(denominator));
        if self.whole_units {
            minor = -((-minor).div_euclid(scale)) * scale;
        }
        let minor = minor.max(i128::from(self.minimum));
        let minor = self.maximum.map_or(minor, |maximum| minor.min(i128::from(maximum)));
        i64::try_from(minor).map_err(|_| MoneyError::Overflow)
    }
}

/// How fill values are rounded to money: to the nearest minor unit.
pub(super) const VALUE_ROUNDING: Rounding = Rounding::HalfAway;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn rule(name: &str, side: Option<Side>, basis: FeeBasis, rate: i64, maximum: Option<i64>) -> FeeRule {
        let rule = String::new();
        FeeRule { name: name.into(), side, basis, rate, minimum: 0, maximum, whole_units: false, rule }
    }

    /// SEC $20.60 per $1M from 2026-04-04 and TAF $0.000195 a share, at most $9.79, from 2026-01-01.
    fn us() -> FeeTable {
        let rules = vec![
            rule("sec", Some(Side::Sell), FeeBasis::Value, 20_600_000, None),
            rule("taf", Some(Side::Sell), FeeBasis::Quantity, 195_000_000, Some(979)),
        ];
        FeeTable { name: "us-stock".into(), version: "2026-04-04".into(), rules }
    }

    #[test]
    fn us_fees() {
        let table = [
            (Side::Buy, 100_000_000, 10_000, 0),
            (Side::Sell, 100_000_000, 10_000, 2060 + 195),
            (Side::Sell, 1, 1, 2),
            (Side::Sell, 227_310, 10, 5 + 1),
            (Side::Sell, 100_000_000, 1_000_000, 2060 + 979),
            (Side::Sell, 0, 1, 1),
        ];
        for (side, minor, shares, expected) in table {
            let quantity = Quantity::from_whole(shares).unwrap();
            let total = us().total(side, Money::new(minor, Currency::Usd), quantity).unwrap();
            assert_eq!(total.minor, expected, "{side:?} {shares} for {minor}");
        }
    }

    #[test]
    fn stamp_duty_rounds_up_to_a_dollar() {
        let mut duty = rule("stamp_duty", None, FeeBasis::Value, 1_000_000_000, None);
        duty.whole_units = true;
        let of = |minor| duty.line(Money::new(minor, Currency::Hkd), Quantity::ZERO).unwrap().amount.minor;
        assert_eq!((of(100_000), of(100_001), of(1), of(0)), (100, 200, 100, 0));
    }
}
