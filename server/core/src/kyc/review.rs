use serde::{Deserialize, Serialize};

use super::{CheckFailure, CheckStatus, DocumentClaim, DocumentTag, IdentityCheck, ReviewedBy};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, IdentityCheckId};
use crate::inbox::{Notice, NoticeKind};

/// A decision on a customer's submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewIdentity {
    pub account: AccountId,
    /// The submission that was reviewed: the decision does not count for a later one.
    pub check: IdentityCheckId,
    pub tag: DocumentTag,
    /// One reason or several.
    pub decision: Result<(), Vec<CheckFailure>>,
    pub by: ReviewedBy,
}

/// Verifies the customer, or records the reasons against it. A document verifies one account: for a second one the
/// review is unsuccessful, whatever was decided, and the first account is not revealed.
impl Action for ReviewIdentity {
    type Done = IdentityCheck;

    const NAME: &'static str = "review_identity";

    fn actor(&self) -> Actor {
        Actor::Reviewer
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<IdentityCheck>(self.account);
        needs.ask::<DocumentClaim>(self.tag);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<IdentityCheck, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl ReviewIdentity {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, IdentityCheck), Refusal> {
        let found = facts.get::<IdentityCheck>(&self.account)?;
        let found = found.filter(|check| check.id == self.check && check.tag == self.tag);
        let mut check = found.cloned().ok_or(Refusal::IdentityUnknown)?;
        if check.status != CheckStatus::UnderReview {
            return Err(Refusal::IdentityReviewed);
        }
        let is_taken = facts.get::<DocumentClaim>(&self.tag)?.is_some_and(|claim| claim.account != self.account);
        check.reasons = match &self.decision {
            Ok(()) if is_taken => vec![CheckFailure::DocumentInUse],
            Ok(()) => Vec::new(),
            Err(reasons) if reasons.is_empty() => return Err(Refusal::ReasonRequired),
            Err(reasons) => reasons.clone(),
        };
        check.reasons.sort_unstable();
        check.reasons.dedup();
        let is_verified = check.reasons.is_empty();
        check.status = if is_verified { CheckStatus::Verified } else { CheckStatus::Unsuccessful };
        check.reviewed_at = Some(stamp.now);
        check.reviewed_by = Some(self.by);
        let mut changes = Changes::default();
        if is_verified {
            changes.put(DocumentClaim { tag: self.tag, account: self.account });
        }
        let reasons = check.reasons.iter().map(|reason| reason.word().to_owned()).collect();
        changes.put(Notice::new(self.account, NoticeKind::IdentityReviewed { check: check.id, reasons }, stamp));
        changes.put(check.clone());
        Ok((changes, check))
    }
}
