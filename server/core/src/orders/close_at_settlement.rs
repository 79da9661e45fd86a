//! The end of positions at a settlement, with that of their contract.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::closing::{Closing, free_of_fees, profit_of};
use super::execution::Execution;
use super::{CloseReason, FillSource};
use crate::decimal::Quantity;
use crate::decision::{Action, Actor, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, OrderId};
use crate::inbox::{Notice, NoticeKind};
use crate::positions::{Position, PositionRef};
use crate::products::parts;
use crate::products::{Directions, Exchange, NightsCharged, Settlement, TradingRules};
use crate::time::UnixMillis;

/// Closes positions at the recorded settlement with which their contract has ended, each on its own. Each pays its last
/// variation first, so that nothing more is gained or lost, and it costs no fees. The orders of the contract have been ended
/// before. What is closed stays closed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CloseAtSettlement {
    #[serde(with = "crate::shared")]
    pub rules: Arc<TradingRules>,
    /// The moment of the settlement.
    pub settled_at: UnixMillis,
    pub positions: Vec<PositionRef>,
    #[serde(default)]
    pub directions: Directions,
}

impl Action for CloseAtSettlement {
    type Done = NightsCharged;

    const NAME: &'static str = "close_at_settlement";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        self.positions.iter().map(|at| at.key.account).collect()
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Settlement>((self.rules.instrument, self.settled_at));
        for at in &self.positions {
            at.needs(needs);
            self.rules.accrual_needs(at.key, self.directions, needs);
        }
    }

    /// Refused as a whole unless the contract has ended with the settlement.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<NightsCharged, Refusal> {
        let settlement = facts.get::<Settlement>(&(self.rules.instrument, self.settled_at))?.copied();
        let settlement = settlement.filter(|settlement| settlement.closes && settlement.at <= stamp.now);
        let settlement = settlement.ok_or(Refusal::SessionClosed)?;
        let mut closed = NightsCharged::default();
        for at in &self.positions {
            match self.close(at, &settlement, facts, stamp) {
                // It is closed already.
                Ok(()) | Err(Refusal::PositionUnknown) => {}
                // A fact that was not asked for is refused before anything is decided.
                Err(unsound @ Refusal::Unsound(_)) if self.positions.len() == 1 => return Err(unsound),
                Err(refusal) => closed.refused.push((*at, refusal)),
            }
        }
        Ok(closed)
    }
}

impl CloseAtSettlement {
    /// Commands for parts of the positions, where it could not be carried out as a whole; none where nothing can be split.
    pub fn parts(&self) -> Vec<Self> {
        let parts = parts(&self.positions, self.directions).into_iter();
        parts.map(|(positions, directions)| Self { positions, directions, ..self.clone() }).collect()
    }

    fn close(
        &self,
        at: &PositionRef,
        settlement: &Settlement,
        facts: &mut Facts,
        stamp: &mut Stamp,
    ) -> Result<(), Refusal> {
        let accrued = self.rules.accrue(at.key, self.directions, facts, stamp)?;
        let (position, margin) = at.on_margin(facts)?;
        let (quantity, id, reason) = (position.quantity, OrderId(stamp.next_id()), CloseReason::ContractEnded);
        let rules = free_of_fees(&self.rules);
        let order = Closing { at: *at, id, quantity, limit: settlement.price, reason }.order(&position, &rules, stamp);
        // Where an order could not be ended, because it cannot be read, it holds nothing of what is gone.
        let position = Position { held: quantity, ..position };
        let exchange = Exchange { to: margin.wallet.currency(), by: None };
        let mut execution = Execution::at_settlement(&rules, exchange, order, position, accrued);
        let value = position.basis();
        execution.fill_from(
            FillSource::Settlement(*settlement),
            settlement.price,
            (quantity, value),
            Quantity::ZERO,
            stamp,
        )?;
        let after = execution.position;
        let (mut changes, order) = execution.finish(stamp)?;
        let told = NoticeKind::ContractEnded {
            position: after.id,
            order: order.at.id,
            instrument: order.at.instrument,
            direction: order.at.direction,
            quantity: order.filled,
            price: settlement.price,
            profit: profit_of(&order, &changes)?,
        };
        changes.put(Notice::new(order.at.account, told, stamp));
        facts.apply(changes)
    }
}
