//! The worth of an account, and its gains.

use super::Rate;
use crate::decimal::change_basis_points;
use crate::money::{Currency, Money, MoneyError, Rounding};

/// The currency of an account's totals.
pub const REPORTING: Currency = Currency::Usd;

/// An open position with its valuation.
#[derive(Clone, Copy, Debug)]
pub enum Holding {
    Owned {
        /// The cost, fees included.
        cost: Money,
        /// `None` when there is no quote; the position then counts at its cost.
        value: Option<Money>,
    },
    /// The margin stays in its wallet, so the position counts with the profit or loss of closing it now.
    OnMargin { unrealized: Money },
}

/// The parts of an account's worth, in [`REPORTING`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// All wallets, amounts held for open orders included.
    pub cash: Money,
    /// The value of all owned positions, at their marks.
    pub market_value: Money,
    /// The profit or loss of positions on margin.
    pub margin_profit: Money,
    /// The profit or loss of all positions; for an owned one, its value less its cost.
    pub unrealized: Money,
}

/// An account's total at one moment, and the customer's payments in, less those out, until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equity {
    pub total: Money,
    pub contributed: Money,
}

impl Worth {
    /// Sums wallets and positions, each converted at its rate.
    pub fn of(cash: &[Money], holdings: &[Holding], rates: &[Rate]) -> Result<Self, MoneyError> {
        let mut worth = Self { cash: ZERO, market_value: ZERO, margin_profit: ZERO, unrealized: ZERO };
        for money in cash {
            worth.cash = worth.cash.plus(reported(*money, rates)?)?;
        }
        for holding in holdings {
            match *holding {
                Holding::Owned { cost, value } => {
                    let value = reported(value.unwrap_or(cost), rates)?;
                    worth.market_value = worth.market_value.plus(value)?;
                    worth.unrealized = worth.unrealized.plus(value)?.minus(reported(cost, rates)?)?;
                }
                Holding::OnMargin { unrealized } => {
                    let profit = reported(unrealized, rates)?;
                    worth.margin_profit = worth.margin_profit.plus(profit)?;
                    worth.unrealized = worth.unrealized.plus(profit)?;
                }
            }
        }
        Ok(worth)
    }

    pub fn total(&self) -> Result<Money, MoneyError> {
        self.cash.plus(self.market_value)?.plus(self.margin_profit)
    }
}

impl Equity {
    /// The equity before the first deposit.
    pub const NOTHING: Equity = Equity { total: ZERO, contributed: ZERO };

    /// The gain since `earlier`, apart from payments in and out.
    pub fn profit_since(&self, earlier: &Equity) -> Result<Money, MoneyError> {
        self.total.minus(self.contributed)?.minus(earlier.total.minus(earlier.contributed)?)
    }

    /// `profit` in basis points of the invested amount: the total without it. Zero when nothing was invested.
    pub fn profit_basis_points(&self, profit: Money) -> i64 {
        let invested = self.total.minor.saturating_sub(profit.minor);
        change_basis_points(self.total.minor, invested).unwrap_or(0)
    }
}

const ZERO: Money = Money::zero(REPORTING);

fn reported(amount: Money, rates: &[Rate]) -> Result<Money, MoneyError> {
    if amount.currency == REPORTING || amount.minor == 0 {
        return Ok(Money::new(amount.minor, REPORTING));
    }
    let rate = rates.iter().find(|rate| (rate.from, rate.to) == (amount.currency, REPORTING));
    let rate = rate.ok_or(MoneyError::CurrencyMismatch(amount.currency, REPORTING))?;
    rate.convert(amount, Rounding::HalfAway)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::funds::parse_rate;

    fn usd(dollars: i64) -> Money {
        Money::new(dollars * 100, Currency::Usd)
    }

    fn rates() -> [Rate; 1] {
        let rate = parse_rate("0.12820512").unwrap();
        [Rate { from: Currency::Hkd, to: Currency::Usd, rate, source: String::new() }]
    }

    #[test]
    fn wallets_and_positions_are_summed_in_dollars() {
        let holding = |value: Option<i64>| Holding::Owned { cost: usd(1_000), value: value.map(usd) };
        let cash = [usd(500), Money::new(78_000, Currency::Hkd)];
        let losing = Holding::OnMargin { unrealized: usd(-40) };
        let worth = Worth::of(&cash, &[holding(Some(1_105)), holding(None), losing], &rates()).unwrap();
        assert_eq!(worth.cash, usd(600));
        assert_eq!(worth.market_value, usd(2_105));
        assert_eq!((worth.margin_profit, worth.unrealized), (usd(-40), usd(65)));
        assert_eq!(worth.total(), Ok(usd(2_665)));
        assert!(Worth::of(&cash, &[], &[]).is_err(), "a currency without a rate cannot be summed");
    }

    #[test]
    fn profit_leaves_deposits_out() {
        let at = |total, contributed| Equity { total: usd(total), contributed: usd(contributed) };
        let table = [
            (at(1_000, 1_000), Equity::NOTHING, 0, 0),
            (at(1_100, 1_000), at(1_000, 1_000), 100, 1_000),
            (at(2_050, 2_000), at(1_100, 1_000), -50, -238),
            (Equity::NOTHING, Equity::NOTHING, 0, 0),
        ];
        for (now, earlier, profit, basis_points) in table {
            assert_eq!(now.profit_since(&earlier), Ok(usd(profit)));
            assert_eq!(now.profit_basis_points(usd(profit)), basis_points, "{now:?}");
        }
    }
}
