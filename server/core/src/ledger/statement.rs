use thiserror::Error;

use super::Wallet;
use crate::money::{Currency, Money, MoneyError};

/// A wallet over a period, in one of the currencies that it was ever kept in: opening balance, movements and closing balance, all added up from the postings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    pub opening: Money,
    /// The balance after each movement.
    pub balances: Vec<Money>,
    pub came_in: Money,
    /// Zero or below.
    pub went_out: Money,
    pub closing: Money,
}

/// The figures of a wallet that a statement needs besides the movements of the period, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Around {
    /// The sum of its postings from before the period.
    pub before: i64,
    /// The sum of its postings from after the period.
    pub since: i64,
    /// Its stored balance now.
    pub balance: i64,
}

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum StatementError {
    #[error("what moved in {wallet:?} does not come to its balance")]
    Differs { wallet: Wallet, opening: Money, added: Money, closing: Money },
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl Statement {
    /// The statement of `wallet` in `currency`, whose `movements` are in their order.
    ///
    /// # Errors
    /// `Differs` unless the opening balance and all movements add up to the balance at the period's end, which is
    /// worked out from the stored balance, kept apart from the postings.
    pub fn of(wallet: Wallet, currency: Currency, around: Around, movements: &[i64]) -> Result<Self, StatementError> {
        let money = |minor| Money::new(minor, currency);
        let opening = money(around.before);
        let (mut came_in, mut went_out) = (money(0), money(0));
        let (mut added, mut balances) = (opening, Vec::with_capacity(movements.len()));
        for amount in movements.iter().copied().map(money) {
            let sum = if amount.minor > 0 { &mut came_in } else { &mut went_out };
            *sum = sum.plus(amount)?;
            added = added.plus(amount)?;
            balances.push(added);
        }
        let closing = money(around.balance.checked_sub(around.since).ok_or(MoneyError::Overflow)?);
        if added != closing || opening.plus(came_in)?.plus(went_out)? != closing {
            return Err(StatementError::Differs { wallet, opening, added, closing });
        }
        Ok(Self { opening, balances, came_in, went_out, closing })
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::ids::{AccountId, JournalId, TransferId};
    use crate::ledger::{Book, Cause, House, Journal, JournalKind, Note, Posting};
    use crate::time::UnixMillis;

    const CUSTOMER: AccountId = AccountId(7);
    const WALLETS: [Wallet; 3] = [Wallet::Balance, Wallet::Stock, Wallet::HkStock];

    /// A transfer between two wallets, or with the house: across currencies the exchange is the other side of both.
    fn journal(id: i64, from: Option<Wallet>, to: Wallet, amount: i64, arrives: i64) -> Journal {
        let book = |wallet: Option<Wallet>, minor, currency| match wallet {
            Some(wallet) => Posting::wallet(CUSTOMER, wallet, Money::new(minor, wallet.currency())),
            None => Posting::house(House::Bank, Money::new(minor, currency)),
        };
        let same = from.is_none_or(|from| from.currency() == to.currency());
        let arrives = if same { amount } else { arrives };
        let mut postings = vec![book(from, -amount, to.currency()), book(Some(to), arrives, to.currency())];
        if let (Some(from), false) = (from, same) {
            postings.push(Posting::house(House::Exchange, Money::new(amount, from.currency())));
            postings.push(Posting::house(House::Exchange, Money::new(-arrives, to.currency())));
        }
        let note = Note::Transfer { from: from.unwrap_or(to), to, rate: None };
        let (cause, time) = (Cause::Transfer(TransferId(id)), UnixMillis(id));
        Journal::new(JournalId(id), JournalKind::Transfer, cause, time, note, postings).expect("it balances")
    }

    fn journals() -> impl Strategy<Value = Vec<Journal>> {
        let one = (0..=WALLETS.len(), 0..WALLETS.len(), 1..1_000_000_000_i64, 1..1_000_000_000_i64);
        vec(one, 1..60).prop_map(|all| {
            let of = |(id, (from, to, amount, arrives)): (usize, (usize, usize, i64, i64))| {
                let from = WALLETS.get(from).copied().filter(|from| *from != WALLETS[to]);
                journal(i64::try_from(id).unwrap_or_default(), from, WALLETS[to], amount, arrives)
            };
            all.into_iter().enumerate().map(of).collect()
        })
    }

    fn amounts(journals: &[Journal], wallet: Wallet) -> Vec<i64> {
        let of = |posting: &Posting| (posting.book == Book::Wallet(wallet)).then_some(posting.amount.minor);
        journals.iter().flat_map(Journal::postings).filter_map(of).collect()
    }

    fn cut(len: usize, a: usize, b: usize) -> (usize, usize) {
        let (a, b) = (a % (len + 1), b % (len + 1));
        (a.min(b), a.max(b))
    }

    proptest! {
        #[test]
        fn opening_and_movements_come_to_closing(all in journals(), a: usize, b: usize) {
            let (first, end) = cut(all.len(), a, b);
            for wallet in WALLETS {
                let sum = |journals: &[Journal]| amounts(journals, wallet).iter().sum::<i64>();
                let around = Around { before: sum(&all[..first]), since: sum(&all[end..]), balance: sum(&all) };
                let moved = amounts(&all[first..end], wallet);
                let statement = Statement::of(wallet, wallet.currency(), around, &moved).unwrap();
                prop_assert_eq!(statement.opening.minor, sum(&all[..first]));
                prop_assert_eq!(statement.closing.minor, sum(&all[..end]));
                prop_assert_eq!(*statement.balances.last().unwrap_or(&statement.opening), statement.closing);
                let total = statement.opening.minor + statement.came_in.minor + statement.went_out.minor;
                prop_assert_eq!(total, statement.closing.minor);
                prop_assert!(statement.came_in.minor >= 0 && statement.went_out.minor <= 0);
                // The next period begins with the closing balance of this one.
                let next = Around { before: sum(&all[..end]), since: 0, balance: sum(&all) };
                let next = Statement::of(wallet, wallet.currency(), next, &amounts(&all[end..], wallet)).unwrap();
                prop_assert_eq!(next.opening, statement.closing);
            }
        }

        #[test]
        fn one_wrong_figure_makes_no_statement(all in journals(), a: usize, b: usize, at: usize, wrong in 1..1000_i64) {
            let (first, end) = cut(all.len(), a, b);
            for wallet in WALLETS {
                let sum = |journals: &[Journal]| amounts(journals, wallet).iter().sum::<i64>();
                let around = Around { before: sum(&all[..first]), since: sum(&all[end..]), balance: sum(&all) };
                let moved = amounts(&all[first..end], wallet);
                for around in [
                    Around { before: around.before + wrong, ..around },
                    Around { since: around.since - wrong, ..around },
                    Around { balance: around.balance + wrong, ..around },
                ] {
                    let refused = matches!(Statement::of(wallet, wallet.currency(), around, &moved), Err(StatementError::Differs { .. }));
                    prop_assert!(refused, "{:?}", around);
                }
                if !moved.is_empty() {
                    let mut missing = moved.clone();
                    missing.remove(at % moved.len());
                    prop_assert!(Statement::of(wallet, wallet.currency(), around, &missing).is_err());
                }
            }
        }
    }

    #[test]
    fn sums_beyond_the_range_are_refused() {
        let around = Around { before: i64::MAX, since: 0, balance: i64::MAX };
        assert_eq!(
            Statement::of(Wallet::Stock, Currency::Usd, around, &[1, -1]),
            Err(StatementError::Money(MoneyError::Overflow))
        );
        let around = Around { before: 0, since: 1, balance: i64::MIN };
        assert_eq!(
            Statement::of(Wallet::Stock, Currency::Usd, around, &[]),
            Err(StatementError::Money(MoneyError::Overflow))
        );
    }
}
