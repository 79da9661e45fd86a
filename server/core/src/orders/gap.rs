//! The payment of a loss that is greater than the margin of a position, before the house bears it.

use crate::decision::{Facts, Refusal};
use crate::market::Tick;
use crate::money::{Money, MoneyError};
use crate::positions::Position;
use crate::products::{Accrued, Exchange, Product, TradingRules};
use crate::time::UnixMillis;

/// What pays for a loss beyond the margin of a position, so that a long and a short position together are no free option: the
/// profit in the other direction of its instrument, taken on the day or open, and of a future all of the free cash.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    /// The most that free cash pays, in the wallet's currency; `None` where all of it does.
    pub most: Option<Money>,
    /// The position in the other direction.
    other: Option<Position>,
    /// The part of that profit that has paid.
    paid: i64,
}

impl Gap {
    /// # Errors
    /// `internal` where the position in the other direction was not asked for.
    pub fn of(
        rules: &TradingRules,
        accrued: Accrued,
        position: &Position,
        facts: &Facts,
        now: UnixMillis,
    ) -> Result<Self, Refusal> {
        let Product::Margin(on_margin) = rules.product else { return Ok(Self::default()) };
        let other = match accrued.is_with_other() {
            true => facts.get::<Position>(&position.key.opposite())?.copied(),
            false => None,
        };
        let nothing = Money::zero(rules.wallet.currency());
        let taken = other.and_then(|other| other.margin?.taken).map_or(nothing, |taken| taken.on(now));
        Ok(Self { most: on_margin.daily.is_none().then_some(taken), other, paid: 0 })
    }

    /// Takes what free cash pays from the profit of the day.
    pub fn pay(&mut self, amount: Money) -> Result<(), MoneyError> {
        let Some(most) = self.most.filter(|_| amount.minor > 0) else { return Ok(()) };
        self.most = Some(most.minus(amount)?);
        if let Some(margin) = self.other.as_mut().and_then(|other| other.margin.as_mut())
            && let Some(taken) = margin.taken.as_mut()
        {
            taken.profit = taken.profit.minus(amount)?;
            self.paid = self.paid.saturating_add(amount.minor);
        }
        Ok(())
    }

    /// The part of the day's profit in the other direction that has paid, in minor units of the wallet.
    pub const fn paid(&self) -> i64 {
        self.paid
    }

    /// The position in the other direction whose profit of the day has paid.
    pub fn paid_by(&self) -> Option<Position> {
        self.other.filter(|_| self.paid != 0)
    }

    /// True while the position in the other direction has a profit at the tick.
    pub fn is_payable(&self, rules: &TradingRules, exchange: Exchange<'_>, tick: &Tick) -> Result<bool, Refusal> {
        let open = self.other.filter(|other| other.quantity.is_positive());
        let profit = open.map(|other| rules.unrealized(&other, exchange, tick)).transpose()?;
        Ok(profit.is_some_and(|profit| profit.minor > 0))
    }
}
