use serde::{Deserialize, Serialize};

use super::{Withdrawal, WithdrawalFailure, WithdrawalStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, WithdrawalId};
use crate::inbox::WithdrawalStep;
use crate::kyc::ReviewedBy;

/// A reviewer's decision. An approved withdrawal can still be rejected until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewWithdrawal {
    pub withdrawal: WithdrawalId,
    pub account: AccountId,
    pub decision: Result<(), WithdrawalFailure>,
    pub by: ReviewedBy,
}

/// Approves a requested withdrawal, or rejects it and frees what was set aside.
impl Action for ReviewWithdrawal {
    type Done = Withdrawal;

    const NAME: &'static str = "review_withdrawal";

    fn actor(&self) -> Actor {
        Actor::Reviewer
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Withdrawal>(self.withdrawal);
        needs.ask_balance(Withdrawal::paid_from(self.account));
    }

    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Withdrawal), Refusal> {
        let mut found = Withdrawal::find(facts, self.withdrawal, self.account)?;
        let status = match (found.status, self.decision) {
            (WithdrawalStatus::Requested, Ok(())) => WithdrawalStatus::Approved,
            (WithdrawalStatus::Requested | WithdrawalStatus::Approved, Err(failure)) => {
                found.reason = Some(failure.word().to_owned());
                WithdrawalStatus::Rejected
            }
            (WithdrawalStatus::Cancelled, _) => return Err(Refusal::WithdrawalCancelled),
            _ => return Err(Refusal::WithdrawalReviewed),
        };
        found.reviewed_at = found.reviewed_at.or(Some(stamp.now));
        found.reviewed_by = Some(self.by);
        let reviewed = found.turned(status, stamp.now);
        let mut changes = Changes::default();
        changes.put(reviewed.clone());
        let step = if self.decision.is_ok() { WithdrawalStep::Approved } else { WithdrawalStep::Rejected };
        changes.put(reviewed.notice(step, stamp));
        Ok((changes, reviewed))
    }
}
