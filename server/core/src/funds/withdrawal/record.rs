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

/// The most withdrawals of an account that may be open at a time: more than a customer waits for at once.
pub const MAX_OPEN_WITHDRAWALS: i64 = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WithdrawalStatus {
    /// The money is set aside and waits for the review. The customer can cancel the withdrawal only in this state.
    Requested,
    /// Arrived.
    Settled,
    /// Refused in the review, or returned; the customer got everything back.
    Rejected,
    /// Cancelled by the customer.
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

    /// True if the withdrawal has not ended.
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

/// The reason for rejecting a withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WithdrawalFailure {
    /// Nothing can be sent to the destination.
    DestinationUnreachable,
    /// The destination belongs to somebody else.
    HolderDiffers,
    /// The customer denies having requested it.
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

/// The amount and the fee are in hundredths of `currency`, the debit in cents of the funding account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    pub id: WithdrawalId,
    pub account: AccountId,
    /// The saved account that was chosen, which may have changed or been deleted since.
    pub payout_account: PayoutAccountId,
    /// The destination of the money: the saved account as it was at the request.
    pub destination: Destination,
    /// The currency that is sent, such as `EUR` or `USDT`.
    pub currency: String,
    /// The amount that was requested, the fee included.
    pub amount: i64,
    /// The part of `amount` that the house keeps.
    pub fee: i64,
    /// Units of the funding account for one of `currency`, in 10⁻⁸; `None` within one currency.
    pub rate: Option<i64>,
    /// The price of `amount` to the funding account, the fee included, rounded up to the cent.
    pub debit: Money,
    /// The part of `debit` that pays the fee.
    pub debit_fee: Money,
    pub status: WithdrawalStatus,
    /// The reason for a rejection or a return: a word of [`WithdrawalFailure`], [`super::Obstacle`] or
    /// [`super::ReturnReason`].
    pub reason: Option<String>,
    pub created_at: UnixMillis,
    /// The moment of the first approval or rejection, and its reviewer.
    pub reviewed_at: Option<UnixMillis>,
    pub reviewed_by: Option<ReviewedBy>,
    pub sent_at: Option<UnixMillis>,
    pub sending: Option<Sending>,
    /// The moment at which it settled, was rejected or returned, or was cancelled.
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

    /// The whole debit, until the withdrawal is sent or ends.
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

    /// The amount that arrives, in hundredths of its currency.
    pub const fn net(&self) -> i64 {
        self.amount - self.fee
    }

    /// The part of the debit that pays for the amount that arrives.
    pub fn debit_net(&self) -> Result<Money, MoneyError> {
        self.debit.minus(self.debit_fee)
    }

    /// The account's withdrawal with this id, in its newest state.
    pub(super) fn find(facts: &Facts, id: WithdrawalId, account: AccountId) -> Result<Self, Refusal> {
        let found = facts.get::<Self>(&id)?.filter(|withdrawal| withdrawal.account == account);
        found.cloned().ok_or(Refusal::WithdrawalUnknown)
    }

    /// The notice to the customer about a step of the withdrawal.
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

    /// The withdrawal in another state, from `now` on.
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
