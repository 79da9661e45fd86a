use serde::{Deserialize, Serialize};

use super::Sending;
use crate::decision::{Facts, Record, Refusal, Stamp};
use crate::funds::format_hundredths;
use crate::funds::payout::Destination;
use crate::ids::{AccountId, PayoutAccountId, WithdrawalId};
use crate::inbox::{Notice, NoticeKind, WithdrawalStep};
use crate::kyc::ReviewedBy;
use crate::ledger::{BalanceKey, Hold, HoldOwner, HoldStatus, Wallet};
use crate::money::{Currency, Money, MoneyError};
use crate::time::UnixMillis;

/// Withdrawals of an account that may be open at a time: more than anybody waits for at once.
pub const MAX_OPEN_WITHDRAWALS: i64 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WithdrawalStatus {
    /// The money is set aside and waits for the review. Only now the customer can call it off.
    Requested,
    /// Arrived.
    Settled,
    /// Refused in the review, or returned; the customer has everything again.
    Rejected,
    /// Called off by the customer.
    Cancelled,
    /// Reviewed; the money is still set aside.
    Approved,
    /// Taken from the funding account, and on its way.
    Sent,
}

impl WithdrawalStatus {
    pub const ALL: [WithdrawalStatus; 6] =
        [Self::Requested, Self::Settled, Self::Rejected, Self::Cancelled, Self::Approved, Self::Sent];

    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Self::Requested => 0,
            Self::Settled => 1,
            Self::Rejected => 2,
            Self::Cancelled => 3,
            Self::Approved => 4,
            Self::Sent => 5,
        }
    }

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.code() == code)
    }

    /// Whether something is still to come of it.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Approved | Self::Sent)
    }

    const fn hold(self) -> HoldStatus {
        match self {
            Self::Requested | Self::Approved => HoldStatus::Pending,
            Self::Sent | Self::Settled => HoldStatus::Posted,
            Self::Rejected | Self::Cancelled => HoldStatus::Voided,
        }
    }
}

/// Why a reviewer rejects a withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WithdrawalFailure {
    /// Nothing can be sent to the destination.
    DestinationUnreachable,
    /// The destination belongs to somebody else.
    HolderDiffers,
    /// The customer says that it was not asked for.
    NotAuthorised,
}

impl WithdrawalFailure {
    pub const ALL: [WithdrawalFailure; 3] = [Self::DestinationUnreachable, Self::HolderDiffers, Self::NotAuthorised];

    /// The stable word, which clients translate.
    pub const fn word(self) -> &'static str {
        match self {
            Self::DestinationUnreachable => "destination_unreachable",
            Self::HolderDiffers => "holder_differs",
            Self::NotAuthorised => "not_authorised",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.word() == word)
    }
}

/// What is withdrawn is counted in hundredths of `currency`, what it costs the funding account in cents of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    pub id: WithdrawalId,
    pub account: AccountId,
    /// The saved account that was chosen, which may have changed or gone since.
    pub payout_account: PayoutAccountId,
    /// Where the money goes: the saved account as it was when the withdrawal was asked for.
    pub destination: Destination,
    /// What is sent: a currency code such as `EUR` or `USDT`.
    pub currency: String,
    /// What was asked for, the fee included.
    pub amount: i64,
    /// What is kept of it.
    pub fee: i64,
    /// Units of the funding account for one of `currency`, in 10⁻⁸; `None` within one currency.
    pub rate: Option<i64>,
    /// What the funding account pays for `amount`, the fee included, rounded up to the cent.
    pub debit: Money,
    /// The part of `debit` that pays the fee.
    pub debit_fee: Money,
    pub status: WithdrawalStatus,
    /// Why it was rejected, as a stable word: of [`WithdrawalFailure`] or [`super::Obstacle`], or of [`super::ReturnReason`] once it was sent.
    pub reason: Option<String>,
    pub created_at: UnixMillis,
    /// When it was first approved or rejected, and by whom.
    pub reviewed_at: Option<UnixMillis>,
    pub reviewed_by: Option<ReviewedBy>,
    pub sent_at: Option<UnixMillis>,
    pub sending: Option<Sending>,
    /// When it settled, was rejected or returned, or was called off.
    pub ended_at: Option<UnixMillis>,
    pub updated_at: UnixMillis,
    /// Counts the changes.
    pub version: i64,
}

impl Record for Withdrawal {
    type Key = WithdrawalId;

    const NAME: &'static str = "withdrawal";

    fn key(&self) -> WithdrawalId {
        self.id
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }

    /// All that it will take, until it is sent or ends.
    fn hold(&self) -> Option<Hold> {
        let status = self.status.hold();
        let amount = if status == HoldStatus::Pending { self.debit } else { Money::zero(self.debit.currency) };
        let (owner, key) = (HoldOwner::Withdrawal(self.id), Self::paid_from(self.account));
        Some(Hold { owner, key, amount, status, updated_at: self.updated_at })
    }

    fn open_of(&self) -> Option<(AccountId, bool)> {
        Some((self.account, self.status.is_open()))
    }
}

impl Withdrawal {
    /// The wallet that withdrawals are paid from: the funding account.
    pub const WALLET: Wallet = Wallet::Balance;

    /// The currency of the funding account, in which withdrawals are paid.
    pub const PAID_IN: Currency = Self::WALLET.currency();

    pub const fn paid_from(account: AccountId) -> BalanceKey {
        BalanceKey::new(account, Self::WALLET)
    }

    /// What arrives, in hundredths of its currency.
    pub const fn net(&self) -> i64 {
        self.amount - self.fee
    }

    /// What of the debit pays for what arrives.
    pub fn debit_net(&self) -> Result<Money, MoneyError> {
        self.debit.minus(self.debit_fee)
    }

    /// The account's withdrawal with this id, in its newest state.
    pub(super) fn find(facts: &Facts, id: WithdrawalId, account: AccountId) -> Result<Self, Refusal> {
        let found = facts.get::<Self>(&id)?.filter(|withdrawal| withdrawal.account == account);
        found.cloned().ok_or(Refusal::WithdrawalUnknown)
    }

    /// Tells the customer how far it has come.
    pub(super) fn notice(&self, step: WithdrawalStep, stamp: &mut Stamp) -> Notice {
        let kind = NoticeKind::Withdrawal {
            withdrawal: self.id,
            step,
            currency: self.currency.clone(),
            amount: format_hundredths(self.amount),
            net: format_hundredths(self.net()),
            to: self.destination.number().masked(),
            reason: self.reason.clone(),
        };
        Notice::new(self.account, kind, stamp)
    }

    /// The same in another state, from `now` on.
    pub(super) fn turned(self, status: WithdrawalStatus, now: UnixMillis) -> Self {
        let ended_at = if status.is_open() { None } else { Some(now) };
        Self { status, ended_at, updated_at: now, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_found_by_its_number() {
        for (code, status) in (0..).zip(WithdrawalStatus::ALL) {
            assert_eq!((status.code(), WithdrawalStatus::from_code(code)), (code, Some(status)));
        }
        assert_eq!(WithdrawalStatus::from_code(6), None);
    }
}
