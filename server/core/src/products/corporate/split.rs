//! A split: what is owned becomes so many other shares, and costs what it cost.

use serde::{Deserialize, Serialize};

use crate::decimal::Quantity;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, CorporateActionId, PositionId};
use crate::inbox::{Notice, NoticeKind};
use crate::market::SplitRatio;
use crate::positions::{Position, PositionKey};
use crate::time::UnixMillis;

/// Adjusts one position. Nobody may trade in its instrument until all of them are adjusted, and no order may hold any of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitShares {
    pub split: CorporateActionId,
    pub position: PositionKey,
    pub ratio: SplitRatio,
}

/// An adjustment that was made: at most one a split and position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShareSplit {
    pub split: CorporateActionId,
    pub key: PositionKey,
    pub position: PositionId,
    pub before: Quantity,
    pub after: Quantity,
    pub created_at: UnixMillis,
}

impl Record for ShareSplit {
    type Key = (CorporateActionId, PositionKey);

    const NAME: &'static str = "share split";
    const HAS_ID: bool = false;

    fn key(&self) -> Self::Key {
        (self.split, self.key)
    }
}

impl Action for SplitShares {
    type Done = ShareSplit;

    const NAME: &'static str = "split_shares";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.position.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Position>(self.position);
        needs.ask::<ShareSplit>((self.split, self.position));
    }

    /// The whole of it is split at once, so that a fraction stays part of it: it is sold with the last of the position.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<ShareSplit, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl SplitShares {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, ShareSplit), Refusal> {
        if facts.get::<ShareSplit>(&(self.split, self.position))?.is_some() {
            return Err(Refusal::SplitApplied);
        }
        let owned = |position: &&Position| position.quantity.is_positive() && position.margin.is_none();
        let before = *facts.get::<Position>(&self.position)?.filter(owned).ok_or(Refusal::PositionUnknown)?;
        if !before.held.is_zero() {
            return Err(Refusal::PositionHeld);
        }
        let quantity = self.ratio.shares(before.quantity).ok_or(Refusal::OutOfRange)?;
        let split = ShareSplit {
            split: self.split,
            key: self.position,
            position: before.id,
            before: before.quantity,
            after: quantity,
            created_at: stamp.now,
        };
        let mut changes = Changes::default();
        changes.put(Position { quantity, updated_at: stamp.now, ..before });
        changes.put(split.clone());
        let told = NoticeKind::SharesSplit {
            position: before.id,
            instrument: self.position.instrument,
            new: self.ratio.new_shares(),
            old: self.ratio.old_shares(),
            before: split.before,
            after: split.after,
        };
        changes.put(Notice::new(self.position.account, told, stamp));
        Ok((changes, split))
    }
}
