use serde::{Deserialize, Serialize};

use super::{Deposit, DepositStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, DepositId};

/// A customer's cancellation of a deposit before its review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CancelDeposit {
    pub deposit: DepositId,
    pub account: AccountId,
}

/// Takes a deposit out of the review, for good.
impl Action for CancelDeposit {
    type Done = Deposit;

    const NAME: &'static str = "cancel_deposit";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Deposit>(self.deposit);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Deposit, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl CancelDeposit {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Deposit), Refusal> {
        let mut deposit = Deposit::pending(facts, self.deposit, self.account)?;
        deposit.status = DepositStatus::Cancelled;
        deposit.cancelled_at = Some(stamp.now);
        let mut changes = Changes::default();
        changes.put(deposit.clone());
        Ok((changes, deposit))
    }
}
