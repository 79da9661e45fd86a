//! A customer takes back what was set aside for a position beyond what it needs.

use serde::{Deserialize, Serialize};

use super::Marked;
use super::warn::WARNED_AT;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::money::{Money, Rounding};
use crate::positions::{Margin, Position, PositionRef};
use crate::products::{Directions, Terms};

/// Takes from the margin of an open position. What is left, and what is left with the profit or the loss, is no less than the
/// initial margin at the mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoveMargin {
    pub at: PositionRef,
    /// In the wallet's currency.
    pub amount: Money,
    pub terms: Terms,
}

impl Action for RemoveMargin {
    type Done = Position;

    const NAME: &'static str = "remove_margin";

    fn actor(&self) -> Actor {
        Actor::Customer(self.at.key.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.at.key.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.at.needs(needs);
        self.terms.rules.accrual_needs(self.at.key, Directions::Both, needs);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Position, Refusal> {
        // Charge nights and settlements first, which may come out of the margin.
        self.terms.rules.accrue(self.at.key, Directions::Both, facts, stamp)?;
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl RemoveMargin {
    /// Decides without applying what is decided.
    ///
    /// # Errors
    /// `position_unknown`, `amount_invalid`, `stale_quote`, `no_quote`, `margin_called`, `margin_too_low`.
    pub fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Position), Refusal> {
        let (mut position, margin) = self.at.on_margin(facts)?;
        if self.amount.minor <= 0 || self.amount.currency != margin.amount.currency {
            return Err(Refusal::AmountInvalid);
        }
        if position.called_at().is_some() {
            return Err(Refusal::MarginCalled);
        }
        if !self.terms.is_fresh(stamp.now) {
            return Err(Refusal::StaleQuote);
        }
        if self.amount.minor > Marked::of(&position, &self.terms)?.removable()?.minor {
            return Err(Refusal::MarginTooLow);
        }
        position.margin = Some(Margin { amount: margin.amount.minus(self.amount)?, ..margin });
        position.updated_at = stamp.now;
        let mut changes = Changes::default();
        changes.put(position);
        Ok((changes, position))
    }
}

impl Marked<'_> {
    /// The part of its margin that can be taken back, in the wallet's currency: what the margin, and its equity, are more than
    /// the initial margin at the mark. Nobody is warned of what is left.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn removable(&self) -> Result<Money, Refusal> {
        let amount = self.margin.amount;
        let value = self.rules.value(self.mark, self.position.quantity, Rounding::Up)?;
        let initial = self.rules.stake(value, self.margin.leverage, self.exchange)?;
        let equity = self.equity()?.minor;
        let spare = amount.minor.min(equity).saturating_sub(initial.minor);
        let calm = equity.saturating_sub(self.margin.initial.scaled(WARNED_AT + 1, 10_000, Rounding::Up)?.minor);
        Ok(Money::new(spare.min(calm).max(0), amount.currency))
    }
}
