use serde::{Deserialize, Serialize};

use super::{Withdrawal, WithdrawalStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, WithdrawalId};
use crate::inbox::WithdrawalStep;

/// The report of the bank or the chain that a withdrawal has arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettleWithdrawal {
    pub withdrawal: WithdrawalId,
    pub account: AccountId,
}

/// Ends a withdrawal that was sent; its money has moved already.
impl Action for SettleWithdrawal {
    type Done = Withdrawal;

    const NAME: &'static str = "settle_withdrawal";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Withdrawal>(self.withdrawal);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Withdrawal, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl SettleWithdrawal {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Withdrawal), Refusal> {
        let found = Withdrawal::find(facts, self.withdrawal, self.account)?;
        if found.status != WithdrawalStatus::Sent {
            return Err(Refusal::WithdrawalNotSent);
        }
        let settled = found.turned(WithdrawalStatus::Settled, stamp.now);
        let mut changes = Changes::default();
        changes.put(settled.clone());
        changes.put(settled.notice(WithdrawalStep::Settled, stamp));
        Ok((changes, settled))
    }
}
