use serde::{Deserialize, Serialize};

use super::{ChainDeposit, ChainDepositStatus, Output, value};
use crate::decimal::Quantity;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Refusal, Stamp};
use crate::ids::{AccountId, ChainDepositId, JournalId};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet};

/// Records an output that has its confirmations. From the minimum on it is credited to the funding account; less stands
/// in suspense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordOutput {
    pub id: ChainDepositId,
    pub account: AccountId,
    pub output: Output,
    pub currency: String,
    pub amount: Quantity,
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
        needs.ask::<ChainDeposit>(self.id);
        needs.ask_balance(BalanceKey::new(self.account, Wallet::Balance));
    }

    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, ChainDeposit), Refusal> {
        if facts.get::<ChainDeposit>(&self.id)?.is_some() {
            return Err(Refusal::OutputRecorded);
        }
        let booked = value(self.amount, self.rate)?;
        if self.amount <= Quantity::ZERO || booked.minor < 0 {
            return Err(Refusal::AmountInvalid);
        }
        let is_enough = self.amount >= self.minimum && booked.minor > 0;
        let deposit = ChainDeposit {
            id: self.id,
            account: self.account,
            output: self.output.clone(),
            currency: self.currency.clone(),
            amount: self.amount,
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
        let (deposit_id, currency, amount) = (self.id, self.currency.clone(), self.amount.to_string());
        let told = if is_enough {
            NoticeKind::CoinsCredited { deposit: Some(deposit_id), currency, amount, credit: booked }
        } else {
            NoticeKind::CoinsInSuspense { deposit: deposit_id, currency, amount }
        };
        changes.put(deposit.clone());
        changes.put(Notice::new(self.account, told, stamp));
        Ok((changes, deposit))
    }
}

/// To the customer, or to the house's suspense.
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
