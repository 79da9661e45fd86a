//! Deposits: requested by the customer, reviewed, and credited to the funding account.

use serde::{Deserialize, Serialize};

use crate::decision::{Action, Actor, Changes, Facts, Needs, Record, Refusal, Stamp};
use crate::ids::{AccountId, DepositId, JournalId};
use crate::inbox::{Notice, NoticeKind};
use crate::kyc::ReviewedBy;
use crate::ledger::{BalanceKey, Cause, House, Journal, JournalKind, Note, Posting, Wallet};
use crate::money::Money;
use crate::time::UnixMillis;

/// The most deposits of an account that may wait for review at a time: more than a customer sends at once.
pub const MAX_PENDING_DEPOSITS: i64 = 20;

/// The way in which the money comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DepositChannel {
    /// A crypto wallet.
    Wallet,
    /// A bank transfer.
    Fiat,
    /// A bank transfer that the customer's bank has confirmed in writing.
    Certificate,
}

impl DepositChannel {
    pub const ALL: [DepositChannel; 3] = [Self::Wallet, Self::Fiat, Self::Certificate];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Fiat => "fiat",
            Self::Certificate => "certificate",
        }
    }

    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.code() == code)
    }

    /// True if a deposit must be announced with a picture.
    pub const fn needs_proof(self) -> bool {
        match self {
            Self::Wallet | Self::Fiat => false,
            Self::Certificate => true,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DepositStatus {
    Pending,
    Completed,
    Failed,
    /// Called off by the customer before the review.
    Cancelled,
}

impl DepositStatus {
    pub const ALL: [DepositStatus; 4] = [Self::Pending, Self::Completed, Self::Failed, Self::Cancelled];

    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::Pending => 0,
            Self::Completed => 1,
            Self::Failed => 2,
            Self::Cancelled => 3,
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }
}

/// The reason for not completing a deposit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DepositFailure {
    /// Nothing came in.
    NotReceived,
    /// The amount received differs from the announced one.
    AmountDiffers,
    /// The money came from somebody else.
    SenderDiffers,
    /// The proof of payment cannot be read.
    ProofUnreadable,
}

impl DepositFailure {
    pub const ALL: [DepositFailure; 4] =
        [Self::NotReceived, Self::AmountDiffers, Self::SenderDiffers, Self::ProofUnreadable];

    /// The stable word, which clients translate.
    pub const fn word(self) -> &'static str {
        match self {
            Self::NotReceived => "not_received",
            Self::AmountDiffers => "amount_differs",
            Self::SenderDiffers => "sender_differs",
            Self::ProofUnreadable => "proof_unreadable",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deposit {
    pub id: DepositId,
    pub account: AccountId,
    pub channel: DepositChannel,
    /// The currency that is sent, such as `USD` or `USDT`, and the amount as the customer wrote it.
    pub sent_currency: String,
    pub sent_amount: String,
    /// The amount credited; before the review, and if nothing is credited, the value at the announcement.
    pub credit: Money,
    /// Units credited for one that is sent, in 10⁻⁸, from which `credit` was worked out; `None` within one currency.
    pub rate: Option<i64>,
    pub proof_url: Option<String>,
    pub status: DepositStatus,
    /// The reason for failure, as a stable word.
    pub reason: Option<String>,
    pub created_at: UnixMillis,
    pub reviewed_at: Option<UnixMillis>,
    pub reviewed_by: Option<ReviewedBy>,
    /// The moment at which the customer cancelled it.
    pub cancelled_at: Option<UnixMillis>,
    /// Counts the changes.
    pub version: i64,
}

impl Record for Deposit {
    type Key = DepositId;

    const NAME: &'static str = "deposit";

    fn key(&self) -> DepositId {
        self.id
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }

    /// Open while it waits for its review.
    fn open_of(&self) -> Option<(AccountId, bool)> {
        Some((self.account, self.status == DepositStatus::Pending))
    }
}

impl Deposit {
    /// The account's deposit with this id, if it still waits for its review.
    pub(super) fn pending(facts: &Facts, id: DepositId, account: AccountId) -> Result<Self, Refusal> {
        let found = facts.get::<Self>(&id)?.filter(|deposit| deposit.account == account);
        let deposit = found.cloned().ok_or(Refusal::DepositUnknown)?;
        match deposit.status {
            DepositStatus::Pending => Ok(deposit),
            DepositStatus::Cancelled => Err(Refusal::DepositCancelled),
            DepositStatus::Completed | DepositStatus::Failed => Err(Refusal::DepositReviewed),
        }
    }
}

/// A customer's announcement that money is on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestDeposit {
    pub account: AccountId,
    pub channel: DepositChannel,
    pub sent_currency: String,
    pub sent_amount: String,
    pub credit: Money,
    /// The rate, in 10⁻⁸, that turned the sent amount into `credit`; `None` within one currency.
    pub rate: Option<i64>,
    pub proof_url: Option<String>,
}

/// A reviewer's decision on a deposit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewDeposit {
    pub deposit: DepositId,
    pub account: AccountId,
    pub decision: Result<(), DepositFailure>,
    /// The credit of a deposit in another currency. `None` within one currency, and where nothing is credited.
    pub converted: Option<Converted>,
    pub by: ReviewedBy,
}

/// The value of a deposit in another currency at its review. If the rate of the announcement were open too, the
/// customer would choose the better of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Converted {
    /// In the funding account's currency.
    pub credit: Money,
    /// Units credited for one that is sent, in 10⁻⁸.
    pub rate: i64,
}

/// Announces a deposit, which then waits for its review.
impl Action for RequestDeposit {
    type Done = Deposit;

    const NAME: &'static str = "request_deposit";

    fn actor(&self) -> Actor {
        Actor::Customer(self.account)
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask_open::<Deposit>(self.account);
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Deposit, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl RequestDeposit {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Deposit), Refusal> {
        if self.credit.minor <= 0 || self.credit.currency != Wallet::Balance.currency() {
            return Err(Refusal::AmountInvalid);
        }
        if facts.count_open::<Deposit>(self.account)? >= MAX_PENDING_DEPOSITS {
            return Err(Refusal::TooManyPendingDeposits);
        }
        let deposit = Deposit {
            id: DepositId(stamp.next_id()),
            account: self.account,
            channel: self.channel,
            sent_currency: self.sent_currency.clone(),
            sent_amount: self.sent_amount.clone(),
            credit: self.credit,
            rate: self.rate,
            proof_url: self.proof_url.clone(),
            status: DepositStatus::Pending,
            reason: None,
            created_at: stamp.now,
            reviewed_at: None,
            reviewed_by: None,
            cancelled_at: None,
            version: 0,
        };
        let mut changes = Changes::default();
        changes.put(deposit.clone());
        Ok((changes, deposit))
    }
}

/// Completes or fails a pending deposit; each deposit is reviewed once.
impl Action for ReviewDeposit {
    type Done = Deposit;

    const NAME: &'static str = "review_deposit";

    fn actor(&self) -> Actor {
        Actor::Reviewer
    }

    fn accounts(&self) -> Vec<AccountId> {
        vec![self.account]
    }

    fn needs(&self, needs: &mut Needs) {
        needs.ask::<Deposit>(self.deposit);
        needs.ask_balance(BalanceKey::new(self.account, Wallet::Balance));
    }

    fn carry_out(&self, facts: &mut Facts, stamp: &mut Stamp) -> Result<Deposit, Refusal> {
        facts.stored(self.decide(facts, stamp)?)
    }
}

impl ReviewDeposit {
    fn decide(&self, facts: &Facts, stamp: &mut Stamp) -> Result<(Changes, Deposit), Refusal> {
        let mut deposit = Deposit::pending(facts, self.deposit, self.account)?;
        deposit.reviewed_at = Some(stamp.now);
        deposit.reviewed_by = Some(self.by);
        let mut changes = Changes::default();
        match &self.decision {
            Ok(()) => {
                deposit.status = DepositStatus::Completed;
                self.credit_as_reviewed(&mut deposit)?;
                changes.journals.push(credit_journal(&deposit, stamp)?);
            }
            Err(failure) => {
                deposit.status = DepositStatus::Failed;
                deposit.reason = Some(failure.word().to_owned());
            }
        }
        changes.put(deposit.clone());
        changes.put(Notice::new(deposit.account, review_notice(&deposit), stamp));
        Ok((changes, deposit))
    }

    fn credit_as_reviewed(&self, deposit: &mut Deposit) -> Result<(), Refusal> {
        match (deposit.rate, self.converted) {
            (None, None) => Ok(()),
            (Some(_), None) => Err(Refusal::NoQuote),
            (Some(_), Some(Converted { credit, rate })) if credit.minor > 0 && rate > 0 => {
                if credit.currency != deposit.credit.currency {
                    return Err(Refusal::CurrencyUnsupported);
                }
                (deposit.credit, deposit.rate) = (credit, Some(rate));
                Ok(())
            }
            _ => Err(Refusal::AmountInvalid),
        }
    }
}

/// The notice to the customer about the review.
fn review_notice(deposit: &Deposit) -> NoticeKind {
    let Deposit { id, sent_currency, sent_amount, credit, .. } = deposit.clone();
    match deposit.reason.clone() {
        None => NoticeKind::DepositCredited { deposit: id, currency: sent_currency, amount: sent_amount, credit },
        Some(reason) => {
            NoticeKind::DepositRejected { deposit: id, currency: sent_currency, amount: sent_amount, reason }
        }
    }
}

fn credit_journal(deposit: &Deposit, stamp: &mut Stamp) -> Result<Journal, Refusal> {
    let postings = [
        Posting::house(House::Bank, deposit.credit.negated()),
        Posting::wallet(deposit.account, Wallet::Balance, deposit.credit),
    ];
    let id = JournalId(stamp.next_id());
    let note = Note::Deposit { currency: deposit.sent_currency.clone(), amount: deposit.sent_amount.clone() };
    Ok(Journal::new(id, JournalKind::Deposit, Cause::Deposit(deposit.id), stamp.now, note, postings)?)
}
