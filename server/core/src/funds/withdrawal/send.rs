use serde::{Deserialize, Serialize};

use super::{Obstacle, Payout, ReturnReason, Sending, StandingKey, Withdrawal, WithdrawalPolicy, WithdrawalStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::funds::format_hundredths;
use crate::ids::{AccountId, JournalId, PayoutAccountId, WithdrawalId};
use crate::inbox::WithdrawalStep;
use crate::ledger::{Cause, House, Journal, JournalKind, Note, Posting};

/// The house sends an approved withdrawal, or has sent it by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendWithdrawal {
    pub withdrawal: WithdrawalId,
    pub account: AccountId,
    /// The saved account that it goes to.
    pub payout_account: PayoutAccountId,
    pub sending: Sending,
    pub policy: WithdrawalPolicy,
}

/// The return of a withdrawal that was on its way, or had arrived, by the bank or the chain: a bank may take days to
/// find that it does not accept it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnWithdrawal {
    pub withdrawal: WithdrawalId,
    pub account: AccountId,
    pub reason: ReturnReason,
}

/// Takes the amount set aside from the funding account, and records that it is to be paid out. A guard that would
/// reject it in a review rejects it even now, and frees the amount: somebody may have changed the password since. Money
/// sent by hand is gone, and only recorded.
impl Action for SendWithdrawal {
    type Done = Withdrawal;

    const NAME: &'static str = "send_withdrawal";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Withdrawal>(self.withdrawal);
        needs.ask_balance(Withdrawal::paid_from(self.account));
        if self.is_to_leave() {
            self.policy.ask(needs, self.standing());
        }
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Withdrawal, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl SendWithdrawal {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Withdrawal), Refusal> {
        let found = Withdrawal::find(facts, self.withdrawal, self.account)?;
        if found.status != WithdrawalStatus::Approved {
            return Err(Refusal::WithdrawalNotApproved);
        }
        if let Some(obstacle) = self.obstacle(facts, &found, stamp)? {
            let reason = Some(obstacle.word().to_owned());
            let rejected = Withdrawal { reason, ..found.turned(WithdrawalStatus::Rejected, stamp.now) };
            let mut changes = Changes::default();
            changes.put(rejected.clone());
            changes.put(rejected.notice(WithdrawalStep::Rejected, stamp));
            return Ok((changes, rejected));
        }
        let (sent_at, sending) = (Some(stamp.now), Some(self.sending.clone()));
        let sent = Withdrawal { sent_at, sending, ..found.turned(WithdrawalStatus::Sent, stamp.now) };
        let (withdrawal, account) = (self.withdrawal, self.account);
        let mut changes = Changes::default();
        changes.put(Payout { withdrawal, account, sending: self.sending.clone(), created_at: stamp.now });
        changes.journals.push(journal(&sent, JournalKind::Withdrawal, stamp)?);
        changes.put(sent.clone());
        changes.put(sent.notice(WithdrawalStep::Sent, stamp));
        Ok((changes, sent))
    }

    /// True if the money has still to leave the house.
    const fn is_to_leave(&self) -> bool {
        !matches!(self.sending, Sending::ByHand { .. })
    }

    const fn standing(&self) -> StandingKey {
        StandingKey::of(self.account, self.payout_account)
    }

    fn obstacle(&self, facts: &Facts, found: &Withdrawal, stamp: &Stamp) -> Result<Option<Obstacle>, Refusal> {
        if found.payout_account != self.payout_account {
            return Err(Refusal::WithdrawalUnknown);
        }
        if !self.is_to_leave() {
            return Ok(None);
        }
        self.policy.obstacle(facts, self.standing(), Some(found.created_at), stamp.now)
    }
}

/// Gives everything back, the fee included.
impl Action for ReturnWithdrawal {
    type Done = Withdrawal;

    const NAME: &'static str = "return_withdrawal";

    fn actor(&self) -> Actor {
        Actor::House
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

impl ReturnWithdrawal {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Withdrawal), Refusal> {
        let found = Withdrawal::find(facts, self.withdrawal, self.account)?;
        if !matches!(found.status, WithdrawalStatus::Sent | WithdrawalStatus::Settled) {
            return Err(Refusal::WithdrawalNotSent);
        }
        let reason = Some(self.reason.word().to_owned());
        let returned = Withdrawal { reason, ..found.turned(WithdrawalStatus::Rejected, stamp.now) };
        let mut changes = Changes::default();
        changes.journals.push(journal(&returned, JournalKind::WithdrawalReturn, stamp)?);
        changes.put(returned.clone());
        changes.put(returned.notice(WithdrawalStep::Returned, stamp));
        Ok((changes, returned))
    }
}

/// The amount that arrives against the bank, the fee against the house's fee account; a return has the opposite signs.
/// The books of both are in the currency of the funding account, as for deposits.
fn journal(withdrawal: &Withdrawal, kind: JournalKind, stamp: &mut Stamp) -> Result<Journal, Refusal> {
    let (account, wallet) = (withdrawal.account, Withdrawal::WALLET);
    let (mut net, mut fee) = (withdrawal.debit_net()?, withdrawal.debit_fee);
    if kind == JournalKind::WithdrawalReturn {
        (net, fee) = (net.negated(), fee.negated());
    }
    let postings = [
        Posting::wallet(account, wallet, net.negated()),
        Posting::house(House::Bank, net),
        Posting::wallet(account, wallet, fee.negated()),
        Posting::house(House::Fees, fee),
    ];
    let note = Note::Withdrawal {
        currency: withdrawal.currency.clone(),
        amount: format_hundredths(withdrawal.net()),
        to: withdrawal.destination.number().masked(),
    };
    let id = JournalId(stamp.next_id());
    Ok(Journal::new(id, kind, Cause::Withdrawal(withdrawal.id), stamp.now, note, postings)?)
}
