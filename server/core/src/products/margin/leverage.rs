//! A customer changes the leverage of an open position: more leverage frees margin, less asks for more.

use serde::{Deserialize, Serialize};

use super::Marked;
use crate::decimal::Leverage;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::positions::{Margin, Position, PositionRef};
use crate::products::{Product, Terms};

/// Sets the leverage of an open position. What was added to its margin stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetLeverage {
    pub at: PositionRef,
    pub leverage: Leverage,
    pub terms: Terms,
}

impl Action for SetLeverage {
    type Done = Position;

    const NAME: &'static str = "set_leverage";

    fn actor(&self) -> Actor {
        Actor::Customer(self.at.key.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.at.key.account]
    }

    fn needs(&self, needs: &mut Needs) {
        self.at.needs(needs);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Position, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl SetLeverage {
    /// Decides without applying what is decided.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Position), Refusal> {
        let (mut position, before) = self.at.on_margin(facts)?;
        let within = |cap| (Leverage::ONE..=cap).contains(&self.leverage);
        let Product::Margin(rules) = self.terms.rules.product else { return Err(Refusal::PositionUnknown) };
        // What is settled each day has no leverage to choose.
        if !within(rules.leverage_cap) || rules.daily.is_some() {
            return Err(Refusal::LeverageUnavailable);
        }
        if !self.terms.is_fresh(stamp.now) {
            return Err(Refusal::StaleQuote);
        }
        let initial = self.terms.exchange().margin(position.cost, self.leverage)?;
        let amount = before.amount.plus(initial)?.minus(before.initial)?;
        position.margin = Some(Margin { amount, initial, leverage: self.leverage, ..before });
        position.updated_at = stamp.now;
        let frees = amount.minor < before.amount.minor;
        let covered = amount.minor.min(Marked::of(&position, &self.terms)?.equity()?.minor);
        if frees && covered < initial.minor {
            return Err(Refusal::MarginTooLow);
        }
        let mut changes = Changes::default();
        changes.put(position);
        Ok((changes, position))
    }
}
