use serde::{Deserialize, Serialize};

use super::{Withdrawal, WithdrawalStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, WithdrawalId};

/// A customer's cancellation of a withdrawal before its review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelWithdrawal {
    pub withdrawal: WithdrawalId,
    pub account: AccountId,
}

/// Frees the amount that was set aside.
impl Action for CancelWithdrawal {
    type Done = Withdrawal;

    const NAME: &'static str = "cancel_withdrawal";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Withdrawal>(self.withdrawal);
        needs.ask_balance(Withdrawal::paid_from(self.account));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Withdrawal, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl CancelWithdrawal {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Withdrawal), Refusal> {
        let found = Withdrawal::find(facts, self.withdrawal, self.account)?;
        match found.status {
            WithdrawalStatus::Requested => {}
            WithdrawalStatus::Cancelled => return Err(Refusal::WithdrawalCancelled),
            _ => return Err(Refusal::WithdrawalReviewed),
        }
        let cancelled = found.turned(WithdrawalStatus::Cancelled, stamp.now);
        let mut changes = Changes::default();
        changes.put(cancelled.clone());
        Ok((changes, cancelled))
    }
}
