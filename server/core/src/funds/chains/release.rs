use serde::{Deserialize, Serialize};

use super::{ChainDeposit, ChainDepositStatus, value};
use crate::decimal::Quantity;
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::funds::REPORTING;
use crate::ids::{AccountId, ChainDepositId, JournalId, SuspenseReleaseId};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet};
use crate::money::{Money, MoneyError};
use crate::time::UnixMillis;

/// Credits coins of one currency from suspense, at the rate of the day. Coins no longer in suspense are left out, so
/// that none are credited twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseSuspense {
    pub account: AccountId,
    pub currency: String,
    pub deposits: Vec<ChainDepositId>,
    /// Units of the funding account's currency for one, in 10⁻⁸.
    pub rate: i64,
    /// True if the customer asks; otherwise the release is due, and the customer is notified.
    pub asked: bool,
}

/// A credit from suspense. It is written once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuspenseRelease {
    pub id: SuspenseReleaseId,
    pub account: AccountId,
    pub currency: String,
    /// The sum of the outputs, and the credit for it: rounded down once, so that small outputs lose no fractions.
    pub amount: Quantity,
    pub rate: i64,
    pub credit: Money,
    pub created_at: UnixMillis,
}

impl Record for SuspenseRelease {
    type Key = SuspenseReleaseId;

    const NAME: &'static str = "suspense release";

    fn key(&self) -> SuspenseReleaseId {
        self.id
    }
}

impl Action for ReleaseSuspense {
    type Done = SuspenseRelease;

    const NAME: &'static str = "release_suspense";

    fn actor(&self) -> Actor {
        if self.asked { Actor::Customer(self.account) } else { Actor::House }
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        for id in &self.deposits {
            needs.ask::<ChainDeposit>(*id);
        }
        needs.ask_balance(BalanceKey::new(self.account, Wallet::Balance));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<SuspenseRelease, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl ReleaseSuspense {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, SuspenseRelease), Refusal> {
        let mut freed = std::collections::BTreeMap::new();
        for id in &self.deposits {
            let found = facts.get::<ChainDeposit>(id)?;
            let is_ours = |d: &&ChainDeposit| d.account == self.account && d.currency == self.currency;
            if let Some(deposit) = found.filter(is_ours).filter(|d| d.status == ChainDepositStatus::InSuspense) {
                freed.insert(deposit.id, deposit.clone());
            }
        }
        let amount = freed.values().try_fold(0i64, |sum, deposit| sum.checked_add(deposit.amount.units()));
        let amount = Quantity::from_units(amount.ok_or(MoneyError::Overflow)?);
        let credit = value(amount, self.rate)?;
        if credit.minor <= 0 {
            return Err(Refusal::NothingInSuspense);
        }
        let release = SuspenseRelease {
            id: SuspenseReleaseId(stamp.next_id()),
            account: self.account,
            currency: self.currency.clone(),
            amount,
            rate: self.rate,
            credit,
            created_at: stamp.now,
        };
        let booked = freed.values().try_fold(Money::zero(REPORTING), |sum, deposit| sum.plus(deposit.booked))?;
        let mut changes = Changes::default();
        changes.journals.push(journal(&release, booked, stamp)?);
        for deposit in freed.into_values() {
            let status = ChainDepositStatus::Released(release.id);
            changes.put(ChainDeposit { status, updated_at: stamp.now, ..deposit });
        }
        changes.put(release.clone());
        if !self.asked {
            let (currency, amount) = (release.currency.clone(), amount.to_string());
            let told = NoticeKind::CoinsCredited { deposit: None, currency, amount, credit };
            changes.put(Notice::new(self.account, told, stamp));
        }
        Ok((changes, release))
    }
}

/// The value booked for the outputs leaves suspense; the difference due to rates and rounding goes to the bank.
fn journal(release: &SuspenseRelease, booked: Money, stamp: &mut Stamp) -> Result<Journal, Refusal> {
    let postings = [
        Posting::house(House::Suspense, booked.negated()),
        Posting::house(House::Bank, booked.minus(release.credit)?),
        Posting::wallet(release.account, Wallet::Balance, release.credit),
    ];
    let note = Note::Deposit { currency: release.currency.clone(), amount: release.amount.to_string() };
    let (id, cause) = (JournalId(stamp.next_id()), Cause::SuspenseRelease(release.id));
    Ok(Journal::new(id, JournalKind::SuspenseRelease, cause, stamp.now, note, postings)?)
}
