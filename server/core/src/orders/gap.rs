//! The payment of a loss that is greater than the margin of a position, before the house bears it.

use crate::decision::{Facts, Refusal};
use crate::market::Tick;
use crate::money::{Money, MoneyError};
use crate::positions::{Margin, Position};
use crate::products::{Accrued, Exchange, Product, TradingRules};
use crate::time::UnixMillis;

/// The sources that pay for a loss beyond the margin of a position, so that a long and a short position together are no free option: the
/// profit in the other direction of its instrument, taken on the day or open, and of a future all of the free cash.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gap {
    /// The most that free cash pays, in the wallet's currency; `None` where all of it does.
    pub most: Option<Money>,
    /// The position in the other direction.
    other: Option<Position>,
    /// True once the position in the other direction has paid or was paid.
    is_changed: bool,
    /// True refuses a loss that the house would bear while the position in the other direction has a profit.
    asks_other: bool,
    /// In a liquidation all that is left of the margin, in the wallet's currency: it pays for a loss as a whole, and what is
    /// not lost stays with the rest of the position.
    pub margin_left: Option<Money>,
    /// The part of losses so far that the house bears, in minor units of the wallet.
    pub borne: i64,
    /// The loss in the other direction that is to be paid at least, in minor units of the wallet.
    wanted: i64,
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
        let most = on_margin.daily.is_none().then_some(taken);
        Ok(Self { most, other, asks_other: true, ..Self::default() })
    }

    /// That of a liquidation, which bears a loss where nobody else pays.
    pub const fn in_liquidation(self, margin: Option<Money>) -> Self {
        Self { asks_other: false, margin_left: margin, ..self }
    }

    /// That of a position that is closed to pay for a loss in the other direction.
    pub const fn paying(self, wanted: i64) -> Self {
        Self { asks_other: false, wanted, ..self }
    }

    /// Takes what free cash pays from the profit of the day.
    pub fn pay(&mut self, amount: Money) -> Result<(), MoneyError> {
        let Some(most) = self.most.filter(|_| amount.minor > 0) else { return Ok(()) };
        self.most = Some(most.minus(amount)?);
        if let Some(margin) = self.other.as_mut().and_then(|other| other.margin.as_mut())
            && let Some(taken) = margin.taken.as_mut()
        {
            taken.profit = taken.profit.minus(amount)?;
            self.is_changed = true;
        }
        Ok(())
    }

    /// Checks that the house bears nothing while the position in the other direction has a profit at the tick.
    ///
    /// # Errors
    /// `margin_exhausted`.
    pub fn check(&self, rules: &TradingRules, exchange: Exchange<'_>, tick: &Tick) -> Result<(), Refusal> {
        if !self.asks_other || self.borne == 0 {
            return Ok(());
        }
        let profit = self.open().and_then(|(other, _)| rules.unrealized(&other, exchange, tick).ok());
        if profit.is_some_and(|profit| profit.minor > 0) { Err(Refusal::MarginExhausted) } else { Ok(()) }
    }

    /// Adds a profit to the margin of the position in the other direction, as far as that has lost more than its margin at the
    /// tick: nobody takes a profit away before it has paid. Gives the part that was added.
    pub fn cover(
        &mut self,
        profit: Money,
        rules: &TradingRules,
        exchange: Exchange<'_>,
        (tick, now): (&Tick, UnixMillis),
    ) -> Result<Money, Refusal> {
        let nothing = Money::zero(profit.currency);
        let Some((other, margin)) = self.open() else { return Ok(nothing) };
        let Ok(unrealized) = rules.unrealized(&other, exchange, tick) else { return Ok(nothing) };
        let lacking = margin.amount.plus(unrealized)?.minor.saturating_neg().max(self.wanted);
        let amount = Money::new(lacking.min(profit.minor).max(0), profit.currency);
        if amount.minor > 0 {
            let margin = margin.with(margin.amount.plus(amount)?);
            self.other = Some(Position { margin: Some(margin), updated_at: now, ..other });
            self.is_changed = true;
        }
        Ok(amount)
    }

    /// The position in the other direction where it has paid or was paid.
    pub fn changed(&self) -> Option<Position> {
        self.other.filter(|_| self.is_changed)
    }

    fn open(&self) -> Option<(Position, Margin)> {
        let other = self.other.filter(|other| other.quantity.is_positive())?;
        Some((other, other.margin?))
    }
}
