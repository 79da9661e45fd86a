//! A customer says where a position is to be closed: at a loss, at a profit, or both.

use serde::{Deserialize, Serialize};

use super::Marked;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::positions::{Position, PositionRef, Protected, Protection};
use crate::products::Terms;

/// Sets the stop-loss and the take-profit of an open position, and clears what is not given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protect {
    pub at: PositionRef,
    pub protection: Protection,
    pub terms: Terms,
}

impl Action for Protect {
    type Done = Position;

    const NAME: &'static str = "protect";

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
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl Protect {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Position), Refusal> {
        let (mut position, _) = self.at.on_margin(facts)?;
        if !self.protection.is_empty() {
            self.check(&position, stamp)?;
        }
        position.protection = self.protection;
        position.updated_at = stamp.now;
        let mut changes = Changes::default();
        changes.put(position);
        Ok((changes, position))
    }

    /// Prices that the tick sizes allow, and that the mark has not reached.
    fn check(&self, position: &Position, stamp: &Stamp) -> Result<(), Refusal> {
        if !self.protection.prices().all(|price| self.terms.rules.tick_sizes.allows(price)) {
            return Err(Refusal::TickSize);
        }
        if !self.terms.is_fresh(stamp.now) {
            return Err(Refusal::StaleQuote);
        }
        let mark = Marked::of(position, &self.terms)?.mark;
        match self.protection.reached(position.key.direction, mark) {
            Some(Protected::StopLoss) => Err(Refusal::StopLossReached),
            Some(Protected::TakeProfit) => Err(Refusal::TakeProfitReached),
            None => Ok(()),
        }
    }
}
