//! A customer sets more aside for a position, so that it is closed later or never.

use serde::{Deserialize, Serialize};

use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::money::Money;
use crate::positions::{Position, PositionRef};

/// Adds to the margin of an open position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddMargin {
    pub at: PositionRef,
    /// In the wallet's currency.
    pub amount: Money,
}

impl Action for AddMargin {
    type Done = Position;

    const NAME: &'static str = "add_margin";

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

impl AddMargin {
    /// Decides without applying what is decided.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Position), Refusal> {
        let (mut position, margin) = self.at.on_margin(facts)?;
        if self.amount.minor <= 0 || self.amount.currency != margin.amount.currency {
            return Err(Refusal::AmountInvalid);
        }
        let amount = margin.amount.plus(self.amount)?;
        position.margin = Some(margin.with(amount));
        position.updated_at = stamp.now;
        let mut changes = Changes::default();
        changes.put(position);
        Ok((changes, position))
    }
}
