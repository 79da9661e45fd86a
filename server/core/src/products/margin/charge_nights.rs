//! The nights of many positions in one pair, each charged on its own.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::positions::{Margin, Position, PositionRef};
use crate::products::futures::parts;
use crate::products::{Directions, TradingRules};
use crate::time::UnixMillis;

/// Charges or credits open positions for the recorded nights that they owe. What was charged before, by whatever command,
/// is not charged again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChargeNights {
    #[serde(with = "crate::shared")]
    pub rules: Arc<TradingRules>,
    pub positions: Vec<PositionRef>,
    #[serde(default)]
    pub directions: Directions,
    /// All nights until this moment are recorded, but for those without rates.
    pub until: UnixMillis,
}

/// The positions that could not be charged, which is a fault of ours; all others have been.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NightsCharged {
    pub refused: Vec<(PositionRef, Refusal)>,
}

impl Action for ChargeNights {
    type Done = NightsCharged;

    const NAME: &'static str = "charge_nights";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        self.positions.iter().map(|at| at.key.account).collect()
    }

    fn needs(&self, needs: &mut Needs) {
        for at in &self.positions {
            at.needs(needs);
            self.rules.accrual_needs(at.key, self.directions, needs);
        }
    }

    /// Refused as a whole before `until`.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<NightsCharged, Refusal> {
        if stamp.now < self.until {
            return Err(Refusal::SessionClosed);
        }
        let mut charged = NightsCharged::default();
        for at in &self.positions {
            match self.charge(at, facts, stamp) {
                // It was closed meanwhile, and charged before that.
                Ok(()) | Err(Refusal::PositionUnknown) => {}
                // A fact that was not asked for is refused before anything is decided.
                Err(unsound @ Refusal::Unsound(_)) if self.positions.len() == 1 => return Err(unsound),
                Err(refusal) => charged.refused.push((*at, refusal)),
            }
        }
        Ok(charged)
    }
}

impl ChargeNights {
    /// Commands for parts of the positions, where it could not be carried out as a whole; none where nothing can be split.
    pub fn parts(&self) -> Vec<Self> {
        let parts = parts(&self.positions, self.directions).into_iter();
        parts.map(|(positions, directions)| Self { positions, directions, ..self.clone() }).collect()
    }

    fn charge(&self, at: &PositionRef, facts: &mut Facts, stamp: &mut Stamp) -> Result<(), Refusal> {
        self.rules.accrue(at.key, self.directions, facts, stamp)?;
        let (position, margin) = at.on_margin(facts)?;
        if margin.charged_until >= self.until {
            return Ok(());
        }
        // Nights without rates cost nothing.
        let mut changes = Changes::default();
        changes.put(Position { margin: Some(Margin { charged_until: self.until, ..margin }), ..position });
        facts.apply(changes)
    }
}
