//! Journals and postings.

use thiserror::Error;

use super::{Book, House, Note, Wallet};
use crate::ids::{
    AccountId, ChainDepositId, DepositId, DividendId, FillId, FinancingId, JournalId, SuspenseReleaseId, TransferId,
    VariationId, WithdrawalId,
};
use crate::money::{Currency, Money};
use crate::time::UnixMillis;

/// The reason for which money moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JournalKind {
    Deposit,
    Transfer,
    Buy,
    Sell,
    Withdrawal,
    /// The return of a withdrawal.
    WithdrawalReturn,
    /// The cost or the income of holding a position overnight.
    Financing,
    /// The gain or the loss of a position since its last settlement.
    Variation,
    /// A payment for shares that were held before an ex date.
    Dividend,
    /// Coins received on a chain.
    ChainDeposit,
    /// Coins of less than the minimum, not credited to their owner yet.
    Suspense,
    /// The credit of coins from suspense.
    SuspenseRelease,
}

impl JournalKind {
    pub const ALL: [JournalKind; 12] = [
        Self::Deposit,
        Self::Transfer,
        Self::Buy,
        Self::Sell,
        Self::Withdrawal,
        Self::WithdrawalReturn,
        Self::Financing,
        Self::Variation,
        Self::Dividend,
        Self::ChainDeposit,
        Self::Suspense,
        Self::SuspenseRelease,
    ];

    pub const fn code(self) -> &'static str {
        match self {
            Self::Deposit => "deposit",
            Self::Transfer => "transfer",
            Self::Buy => "trade_buy",
            Self::Sell => "trade_sell",
            Self::Withdrawal => "withdrawal",
            Self::WithdrawalReturn => "withdrawal_return",
            Self::Financing => "financing",
            Self::Variation => "variation",
            Self::Dividend => "dividend",
            Self::ChainDeposit => "chain_deposit",
            Self::Suspense => "suspense",
            Self::SuspenseRelease => "suspense_release",
        }
    }
}

/// The record that caused a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    Deposit(DepositId),
    Transfer(TransferId),
    Fill(FillId),
    Withdrawal(WithdrawalId),
    Financing(FinancingId),
    Variation(VariationId),
    Dividend(DividendId),
    ChainDeposit(ChainDepositId),
    SuspenseRelease(SuspenseReleaseId),
}

impl Cause {
    pub const fn id(self) -> i64 {
        match self {
            Cause::Deposit(DepositId(id))
            | Cause::Transfer(TransferId(id))
            | Cause::Fill(FillId(id))
            | Cause::Withdrawal(WithdrawalId(id))
            | Cause::Financing(FinancingId(id))
            | Cause::Variation(VariationId(id))
            | Cause::Dividend(DividendId(id))
            | Cause::ChainDeposit(ChainDepositId(id))
            | Cause::SuspenseRelease(SuspenseReleaseId(id)) => id,
        }
    }
}

/// One line of a journal: a positive amount is credited to the book, a negative one debited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// `AccountId::HOUSE` for the house's books.
    pub account: AccountId,
    pub book: Book,
    pub amount: Money,
}

impl Posting {
    pub const fn wallet(account: AccountId, wallet: Wallet, amount: Money) -> Self {
        Self { account, book: Book::Wallet(wallet), amount }
    }

    pub const fn house(house: House, amount: Money) -> Self {
        Self { account: AccountId::HOUSE, book: Book::House(house), amount }
    }
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum LedgerError {
    #[error("the postings in {0} do not sum to zero")]
    Unbalanced(Currency),
    #[error("a wallet was posted in a currency that is not its own")]
    WrongCurrency,
    #[error("amount outside the range of money")]
    Overflow,
}

/// A set of postings that happen together or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    pub id: JournalId,
    pub kind: JournalKind,
    pub cause: Cause,
    pub time: UnixMillis,
    pub note: Note,
    /// The moment at which its postings to wallets settle; `None` if they settle at once.
    pub settles_at: Option<UnixMillis>,
    postings: Vec<Posting>,
}

impl Journal {
    /// A journal of the postings that are not zero. Refused unless they sum to zero in every currency and every
    /// wallet is posted in its own currency.
    pub fn new(
        id: JournalId,
        kind: JournalKind,
        cause: Cause,
        time: UnixMillis,
        note: Note,
        postings: impl IntoIterator<Item = Posting>,
    ) -> Result<Self, LedgerError> {
        let postings: Vec<Posting> = postings.into_iter().filter(|p| p.amount.minor != 0).collect();
        check_currencies(&postings)?;
        check_zero_sums(&postings)?;
        Ok(Self { id, kind, cause, time, note, settles_at: None, postings })
    }

    /// Sets the moment at which the journal settles.
    pub fn settling(self, at: Option<UnixMillis>) -> Self {
        Self { settles_at: at, ..self }
    }

    pub fn postings(&self) -> &[Posting] {
        &self.postings
    }
}

fn check_currencies(postings: &[Posting]) -> Result<(), LedgerError> {
    let own = |p: &Posting| match p.book {
        Book::Wallet(wallet) => wallet.currency() == p.amount.currency,
        Book::House(_) => p.account == AccountId::HOUSE,
    };
    if postings.iter().all(own) { Ok(()) } else { Err(LedgerError::WrongCurrency) }
}

fn check_zero_sums(postings: &[Posting]) -> Result<(), LedgerError> {
    let sum = |currency: Currency| {
        let amounts = postings.iter().filter(|p| p.amount.currency == currency).map(|p| i128::from(p.amount.minor));
        amounts.sum::<i128>()
    };
    let unbalanced = postings.iter().map(|p| p.amount.currency).find(|currency| sum(*currency) != 0);
    unbalanced.map_or(Ok(()), |currency| Err(LedgerError::Unbalanced(currency)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUSTOMER: AccountId = AccountId(7);

    fn journal(postings: &[Posting]) -> Result<Journal, LedgerError> {
        let cause = Cause::Transfer(TransferId(1));
        let note = Note::Transfer { from: Wallet::Balance, to: Wallet::Stock, rate: None };
        Journal::new(JournalId(1), JournalKind::Transfer, cause, UnixMillis(0), note, postings.to_vec())
    }

    #[test]
    fn journals_balance_in_each_currency() {
        let usd = |minor| Money::new(minor, Currency::Usd);
        let hkd = |minor| Money::new(minor, Currency::Hkd);
        let wallet = |wallet, amount| Posting::wallet(CUSTOMER, wallet, amount);
        let table: &[(&str, Vec<Posting>, Result<usize, LedgerError>)] = &[
            ("move", vec![wallet(Wallet::Balance, usd(-5)), wallet(Wallet::Stock, usd(5))], Ok(2)),
            ("zero lines vanish", vec![wallet(Wallet::Balance, usd(0)), Posting::house(House::Fees, usd(0))], Ok(0)),
            ("one side", vec![wallet(Wallet::Balance, usd(5))], Err(LedgerError::Unbalanced(Currency::Usd))),
            (
                "two currencies do not cancel out",
                vec![wallet(Wallet::Balance, usd(-5)), wallet(Wallet::HkStock, hkd(5))],
                Err(LedgerError::Unbalanced(Currency::Usd)),
            ),
            (
                "a wallet in another currency",
                vec![wallet(Wallet::Balance, hkd(-5)), Posting::house(House::Bank, hkd(5))],
                Err(LedgerError::WrongCurrency),
            ),
            (
                "large amounts do not wrap around",
                vec![wallet(Wallet::Balance, usd(i64::MAX)), wallet(Wallet::Stock, usd(i64::MAX))],
                Err(LedgerError::Unbalanced(Currency::Usd)),
            ),
        ];
        for (name, postings, expected) in table {
            assert_eq!(journal(postings).map(|j| j.postings().len()), *expected, "{name}");
        }
    }
}
