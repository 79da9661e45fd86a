//! A dividend: who holds shares as the ex date begins is entitled to it, whatever is traded afterwards, and is paid on the
//! pay date. Taxes are not withheld.

use serde::{Deserialize, Serialize};

use crate::decimal::{Price, Quantity};
use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, CorporateActionId, DividendId, InstrumentId, JournalId};
use crate::inbox::{Notice, NoticeKind};
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet};
use crate::money::{Money, Rounding};
use crate::multiplier::Multiplier;
use crate::time::UnixMillis;

/// Records what an account gets of a dividend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntitleDividend {
    pub dividend: CorporateActionId,
    pub account: AccountId,
    pub instrument: InstrumentId,
    /// What was held as the ex date began.
    pub quantity: Quantity,
    /// For each share, in the wallet's currency.
    pub amount: Price,
    pub wallet: Wallet,
    pub pays_at: UnixMillis,
}

/// Pays it, once it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayDividend {
    pub dividend: CorporateActionId,
    pub account: AccountId,
    pub wallet: Wallet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DividendStatus {
    Due,
    /// By this journal.
    Paid(JournalId),
}

/// What an account gets of a dividend: at most one record an account and dividend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dividend {
    pub id: DividendId,
    pub dividend: CorporateActionId,
    pub account: AccountId,
    pub instrument: InstrumentId,
    pub quantity: Quantity,
    pub per_share: Price,
    pub wallet: Wallet,
    pub amount: Money,
    pub pays_at: UnixMillis,
    pub status: DividendStatus,
    pub created_at: UnixMillis,
    pub updated_at: UnixMillis,
    pub version: i64,
}

impl Record for Dividend {
    type Key = (CorporateActionId, AccountId);

    const NAME: &'static str = "dividend";
    const HAS_ID: bool = false;

    fn key(&self) -> Self::Key {
        (self.dividend, self.account)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }
}

impl Action for EntitleDividend {
    type Done = Dividend;

    const NAME: &'static str = "entitle_dividend";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Dividend>((self.dividend, self.account));
    }

    /// The amount is rounded down to a minor unit; of less than one there is no record.
    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Dividend, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl EntitleDividend {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Dividend), Refusal> {
        if facts.get::<Dividend>(&(self.dividend, self.account))?.is_some() {
            return Err(Refusal::DividendEntitled);
        }
        let amount = Multiplier::ONE.value(self.amount, self.quantity, self.wallet.currency(), Rounding::Down)?;
        if amount.minor <= 0 {
            return Err(Refusal::QuantityInvalid);
        }
        let dividend = Dividend {
            id: DividendId(stamp.next_id()),
            dividend: self.dividend,
            account: self.account,
            instrument: self.instrument,
            quantity: self.quantity,
            per_share: self.amount,
            wallet: self.wallet,
            amount,
            pays_at: self.pays_at,
            status: DividendStatus::Due,
            created_at: stamp.now,
            updated_at: stamp.now,
            version: 0,
        };
        let mut changes = Changes::default();
        changes.put(dividend.clone());
        Ok((changes, dividend))
    }
}

impl Action for PayDividend {
    type Done = Dividend;

    const NAME: &'static str = "pay_dividend";

    fn actor(&self) -> Actor {
        Actor::House
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask_balance(BalanceKey::new(self.account, self.wallet));
        needs.ask::<Dividend>((self.dividend, self.account));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Dividend, Refusal> {
        facts.applied(self.decide(facts, stamp)?)
    }
}

impl PayDividend {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Dividend), Refusal> {
        let entitled = facts.get::<Dividend>(&(self.dividend, self.account))?;
        let mut dividend =
            entitled.filter(|found| found.wallet == self.wallet).ok_or(Refusal::DividendUnknown)?.clone();
        if dividend.status != DividendStatus::Due {
            return Err(Refusal::DividendPaid);
        }
        if stamp.now < dividend.pays_at {
            return Err(Refusal::DividendNotDue);
        }
        let journal = JournalId(stamp.next_id());
        dividend.status = DividendStatus::Paid(journal);
        dividend.updated_at = stamp.now;
        let Dividend { id, instrument, quantity, per_share: amount, .. } = dividend;
        let postings = [
            Posting::wallet(self.account, self.wallet, dividend.amount),
            Posting::house(House::Dividends, dividend.amount.negated()),
        ];
        let (cause, note) = (Cause::Dividend(id), Note::Dividend { instrument, quantity, amount });
        let mut changes = Changes::default();
        changes.journals.push(Journal::new(journal, JournalKind::Dividend, cause, stamp.now, note, postings)?);
        changes.put(dividend.clone());
        let told = NoticeKind::DividendPaid { instrument, quantity, per_share: amount, amount: dividend.amount };
        changes.put(Notice::new(self.account, told, stamp));
        Ok((changes, dividend))
    }
}
