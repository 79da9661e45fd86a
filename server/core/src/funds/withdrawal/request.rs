use serde::{Deserialize, Serialize};

use super::{MAX_OPEN_WITHDRAWALS, StandingKey, Withdrawal, WithdrawalPolicy, WithdrawalStatus};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::funds::RATE_ONE;
use crate::funds::payout::Destination;
use crate::ids::{AccountId, PayoutAccountId, WithdrawalId};
use crate::ledger::transferable;
use crate::money::{Money, Rounding};
use crate::time::UnixMillis;

/// A customer's request to send money to a saved account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestWithdrawal {
    pub account: AccountId,
    pub payout_account: PayoutAccountId,
    /// The saved account at the moment of the request.
    pub destination: Destination,
    pub currency: String,
    /// In hundredths of `currency`, the fee included.
    pub amount: i64,
    /// In hundredths of `currency`.
    pub fee: i64,
    /// Units of the funding account for one of `currency`, in 10⁻⁸; `None` within one currency.
    pub rate: Option<i64>,
    pub policy: WithdrawalPolicy,
    /// The moment of the request; only later settlements have to be read.
    pub asked_at: UnixMillis,
}

/// Sets aside the debit of the funding account.
impl Action for RequestWithdrawal {
    type Done = Withdrawal;

    const NAME: &'static str = "request_withdrawal";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask_open::<Withdrawal>(self.account);
        needs.ask_balance(Withdrawal::paid_from(self.account));
        needs.ask_unsettled(Withdrawal::paid_from(self.account), self.asked_at);
        self.policy.ask(needs, self.standing());
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Withdrawal, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl RequestWithdrawal {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Withdrawal), Refusal> {
        if self.amount <= 0 || self.fee < 0 {
            return Err(Refusal::AmountInvalid);
        }
        if self.fee >= self.amount {
            return Err(Refusal::FeeExceedsAmount);
        }
        if !self.destination.takes(&self.currency) {
            return Err(Refusal::CurrencyMismatch);
        }
        if facts.count_open::<Withdrawal>(self.account)? >= MAX_OPEN_WITHDRAWALS {
            return Err(Refusal::TooManyOpenWithdrawals);
        }
        if let Some(obstacle) = self.policy.obstacle(facts, self.standing(), None, stamp.now)? {
            return Err(obstacle.refusal());
        }
        let debit = self.paid_for(self.amount)?;
        self.check_free(facts, debit.minor, stamp.now)?;
        let withdrawal = Withdrawal {
            id: WithdrawalId(stamp.next_id()),
            account: self.account,
            payout_account: self.payout_account,
            destination: self.destination.clone(),
            currency: self.currency.clone(),
            amount: self.amount,
            fee: self.fee,
            rate: self.rate,
            debit,
            debit_fee: debit.minus(self.paid_for(self.amount - self.fee)?)?,
            status: WithdrawalStatus::Requested,
            reason: None,
            created_at: stamp.now,
            reviewed_at: None,
            reviewed_by: None,
            sent_at: None,
            sending: None,
            ended_at: None,
            updated_at: stamp.now,
            version: 0,
        };
        let mut changes = Changes::default();
        changes.put(withdrawal.clone());
        Ok((changes, withdrawal))
    }

    fn standing(&self) -> StandingKey {
        StandingKey::at(self.account, self.payout_account, &self.policy, self.asked_at)
    }

    /// Keeps money back that has not settled or has just been paid in. A balance that does not suffice is refused with
    /// the sums.
    fn check_free(&self, facts: &Facts, cents: i64, now: UnixMillis) -> Result<(), Refusal> {
        let from = Withdrawal::paid_from(self.account);
        let available = facts.balance(&from)?.map_or(0, |balance| balance.available());
        let settled = transferable(available, facts.unsettled(&from)?, now);
        let free = settled.saturating_sub(self.policy.held_credit(facts, self.standing())?);
        match cents {
            cents if cents > available || cents <= free => Ok(()),
            cents if cents > settled => Err(Refusal::Unsettled),
            _ => Err(Refusal::CreditHeld),
        }
    }

    /// The debit for a number of hundredths: rounded up, so that the bank can always pay the amount that arrives.
    fn paid_for(&self, hundredths: i64) -> Result<Money, Refusal> {
        // Minor units of the funding account are cents, so the rate holds between hundredths as well.
        let nominal = Money::new(hundredths, Withdrawal::PAID_IN);
        match self.rate {
            None if self.currency == Withdrawal::PAID_IN.code() => Ok(nominal),
            Some(rate) if rate > 0 && self.currency != Withdrawal::PAID_IN.code() => {
                nominal.scaled(rate, RATE_ONE, Rounding::Up).map_err(|_| Refusal::AmountInvalid)
            }
            _ => Err(Refusal::CurrencyUnsupported),
        }
    }
}
