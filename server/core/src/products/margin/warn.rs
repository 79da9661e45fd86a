//! A customer is warned before a position is closed: once each time that it comes near.

use serde::{Deserialize, Serialize};

use super::Marked;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::AccountId;
use crate::inbox::{Notice, NoticeKind};
use crate::money::Money;
use crate::positions::{Margin, Position, PositionRef};
use crate::products::Terms;

/// Shares of the initial margin that are left, in basis points: at the first its customer is warned, and from the second
/// on again when it falls anew. It is closed at half.
pub(super) const WARNED_AT: i64 = 8_000;
const CALM_FROM: i64 = 9_000;

/// Notes on a position that its customer is warned, or that it is out of danger again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarnMargin {
    pub at: PositionRef,
    pub terms: Terms,
}

impl Marked<'_> {
    /// True if its customer is to be warned, false if it no longer counts as warned; `None` where all is as it was.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn warning(&self) -> Result<Option<bool>, Refusal> {
        self.warning_at(self.equity()?)
    }

    pub(super) fn warning_at(&self, equity: Money) -> Result<Option<bool>, Refusal> {
        let level = self.level_of(equity)?;
        Ok(match self.margin.warned {
            false if level <= WARNED_AT => Some(true),
            true if level >= CALM_FROM => Some(false),
            _ => None,
        })
    }

    /// What the customer is told; `None` where no price is so bad that it would be closed.
    fn warning_notice(&self) -> Option<NoticeKind> {
        let Position { id, key, .. } = *self.position;
        Some(NoticeKind::MarginWarning {
            position: id,
            instrument: key.instrument,
            direction: key.direction,
            mark: self.mark,
            liquidation: self.liquidation_price()?,
        })
    }
}

impl Action for WarnMargin {
    type Done = Position;

    const NAME: &'static str = "warn_margin";

    fn actor(&self) -> Actor {
        Actor::House
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

impl WarnMargin {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Position), Refusal> {
        let (mut position, margin) = self.at.on_margin(facts)?;
        if !self.terms.is_fresh(stamp.now) {
            return Err(Refusal::StaleQuote);
        }
        let marked = Marked::of(&position, &self.terms)?;
        let warned = marked.warning()?.ok_or(Refusal::MarginSuffices)?;
        let told = marked.warning_notice().filter(|_| warned);
        position.margin = Some(Margin { warned, ..margin });
        position.updated_at = stamp.now;
        let mut changes = Changes::default();
        changes.put(position);
        if let Some(told) = told {
            changes.put(Notice::new(position.key.account, told, stamp));
        }
        Ok((changes, position))
    }
}
