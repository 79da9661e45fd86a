//! A customer chooses whether free cash may be added to the margin of a future before it is closed.

use serde::{Deserialize, Serialize};

use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::positions::{Margin, Position, PositionRef, Settled};

/// Switches the refill of a position's margin on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetRefill {
    pub at: PositionRef,
    pub refills: bool,
}

impl Action for SetRefill {
    type Done = Position;

    const NAME: &'static str = "set_refill";

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
        let (mut position, margin) = self.at.on_margin(facts)?;
        let settled = margin.settled.ok_or(Refusal::WrongProduct)?;
        position.margin = Some(Margin { settled: Some(Settled { refills: self.refills, ..settled }), ..margin });
        position.updated_at = stamp.now;
        let mut changes = Changes::default();
        changes.put(position);
        facts.stored((changes, position))
    }
}
