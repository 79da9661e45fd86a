use serde::{Deserialize, Serialize};

use super::{ChainDeposit, ChainDepositStatus, SeenOutput, value};
use crate::decimal::Quantity;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, ChainDepositId, JournalId};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet};

/// Records a confirmed output in its present state on the chain. An amount from the minimum on is credited to the
/// funding account; a smaller one stays in suspense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordOutput {
    pub id: ChainDepositId,
    pub account: AccountId,
    /// Units of the funding account's currency for one, in 10⁻⁸.
    pub rate: i64,
    pub minimum: Quantity,
}

impl Action for RecordOutput {
    type Done = ChainDeposit;

    const NAME: &'static str = "record_output";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<SeenOutput>(self.id);
        needs.ask::<ChainDeposit>(self.id);
        needs.ask_balance(BalanceKey::new(self.account, Wallet::Balance));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<ChainDeposit, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl RecordOutput {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, ChainDeposit), Refusal> {
        let seen = facts.get::<SeenOutput>(&self.id)?;
        if facts.get::<ChainDeposit>(&self.id)?.is_some() || seen.is_some_and(|seen| seen.recorded) {
            return Err(Refusal::OutputRecorded);
        }
        let seen = seen.filter(|seen| seen.stands && seen.account == self.account).ok_or(Refusal::OutputOffChain)?;
        let booked = value(seen.amount, self.rate)?;
        if seen.amount <= Quantity::ZERO || booked.minor < 0 {
            return Err(Refusal::AmountInvalid);
        }
        let is_enough = seen.amount >= self.minimum && booked.minor > 0;
        let deposit = ChainDeposit {
            id: self.id,
            account: self.account,
            output: seen.output.clone(),
            currency: seen.currency.clone(),
            amount: seen.amount,
            rate: self.rate,
            booked,
            status: if is_enough { ChainDepositStatus::Credited } else { ChainDepositStatus::InSuspense },
            created_at: stamp.now,
            updated_at: stamp.now,
            version: 0,
        };
        let mut changes = Changes::default();
        if booked.minor > 0 {
            changes.journals.push(journal(&deposit, is_enough, stamp)?);
        }
        let (deposit_id, currency, amount) = (self.id, seen.currency.clone(), seen.amount.to_string());
        let told = if is_enough {
            NoticeKind::CoinsCredited { deposit: Some(deposit_id), currency, amount, credit: booked }
        } else {
            NoticeKind::CoinsInSuspense { deposit: deposit_id, currency, amount }
        };
        changes.put(seen.clone());
        changes.put(deposit.clone());
        changes.put(Notice::new(self.account, told, stamp));
        Ok((changes, deposit))
    }
}

/// Pays the customer, or the house's suspense.
fn journal(deposit: &ChainDeposit, is_credit: bool, stamp: &mut Stamp) -> Result<Journal, Refusal> {
    let (kind, to) = if is_credit {
        (JournalKind::ChainDeposit, Posting::wallet(deposit.account, Wallet::Balance, deposit.booked))
    } else {
        (JournalKind::Suspense, Posting::house(House::Suspense, deposit.booked))
    };
    let postings = [Posting::house(House::Bank, deposit.booked.negated()), to];
    let note = Note::Deposit { currency: deposit.currency.clone(), amount: deposit.amount.to_string() };
    let id = JournalId(stamp.next_id());
    Ok(Journal::new(id, kind, Cause::ChainDeposit(deposit.id), stamp.now, note, postings)?)
}
