use serde::{Deserialize, Serialize};

use super::{Obstacle, StandingKey, Withdrawal, WithdrawalFailure, WithdrawalPolicy, WithdrawalStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, PayoutAccountId, WithdrawalId};
use crate::inbox::WithdrawalStep;
use crate::kyc::ReviewedBy;

/// A reviewer's decision. An approved withdrawal can still be rejected until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewWithdrawal {
    pub withdrawal: WithdrawalId,
    pub account: AccountId,
    /// The saved account that it goes to.
    pub payout_account: PayoutAccountId,
    pub decision: Result<(), WithdrawalFailure>,
    pub by: ReviewedBy,
    pub policy: WithdrawalPolicy,
}

/// Approves a requested withdrawal, or rejects it and frees the amount set aside. A guard that would refuse a request
/// now rejects it, whatever was decided: the request may date from before somebody else changed the password, or from
/// before the operator's rule.
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
        if self.decision.is_ok() {
            self.policy.ask(needs, StandingKey::of(self.account, self.payout_account));
        }
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Withdrawal, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl ReviewWithdrawal {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Withdrawal), Refusal> {
        let mut found = Withdrawal::find(facts, self.withdrawal, self.account)?;
        found.reason = match (found.status, self.decision) {
            (WithdrawalStatus::Requested, Ok(())) => self.obstacle(facts, &found, stamp)?.map(Obstacle::word),
            (WithdrawalStatus::Requested | WithdrawalStatus::Approved, Err(failure)) => Some(failure.word()),
            (WithdrawalStatus::Cancelled, _) => return Err(Refusal::WithdrawalCancelled),
            _ => return Err(Refusal::WithdrawalReviewed),
        }
        .map(str::to_owned);
        found.reviewed_at = found.reviewed_at.or(Some(stamp.now));
        found.reviewed_by = Some(self.by);
        let (status, step) = match found.reason {
            None => (WithdrawalStatus::Approved, WithdrawalStep::Approved),
            Some(_) => (WithdrawalStatus::Rejected, WithdrawalStep::Rejected),
        };
        let reviewed = found.turned(status, stamp.now);
        let mut changes = Changes::default();
        changes.put(reviewed.clone());
        changes.put(reviewed.notice(step, stamp));
        Ok((changes, reviewed))
    }

    fn obstacle(&self, facts: &Facts, found: &Withdrawal, stamp: &Stamp) -> Result<Option<Obstacle>, Refusal> {
        if found.payout_account != self.payout_account {
            return Err(Refusal::WithdrawalUnknown);
        }
        let key = StandingKey::of(self.account, self.payout_account);
        self.policy.obstacle(facts, key, Some(found.created_at), stamp.now)
    }
}
