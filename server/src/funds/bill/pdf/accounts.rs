//! The movements of each wallet, with their proof. All is read in one state of the database.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::ids::AccountId;
use plumbline_core::ledger::{Around, Statement, StatementError, Wallet};
use plumbline_core::money::Currency;
use thiserror::Error;

use crate::db::{DbError, Session};
use crate::funds::bill::filter::BillFilter;
use crate::funds::bill::queries::{self, BillLine, Of};
use crate::funds::bill::search::Reading;
use crate::ledger::store::read_currency;
use crate::{fetch_all, fetch_one, statements};

/// Movements of one paper: some 300 pages, which take half a second to draw, some twenty megabytes of memory and one of
/// file.
pub const ROWS_MAX: i64 = 10_000;

statements! {
    /// The sums of each wallet's postings before the period, and of those after it. The index alone finds those far
    /// from it; ids are made within a day of their journals.
    AROUND: "SELECT book, currency, CAST(SUM(earlier) AS BIGINT), CAST(SUM(later) AS BIGINT) FROM (
            SELECT p.book, p.currency, p.amount AS earlier, 0 AS later FROM postings p
            WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id < $2
            UNION ALL SELECT p.book, p.currency, 0, p.amount FROM postings p
            WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id > $3
            UNION ALL SELECT p.book, p.currency, CASE WHEN j.created_at < $4 THEN p.amount ELSE 0 END,
                CASE WHEN j.created_at < $4 THEN 0 ELSE p.amount END
            FROM postings p JOIN journals j ON j.id = p.journal_id
            WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id BETWEEN $2 AND $3
              AND (j.created_at < $4 OR j.created_at >= $5)) around
        GROUP BY book, currency";
    EMAIL: "SELECT email FROM accounts WHERE id = $1";
    BALANCES: "SELECT book, currency, posted FROM balances WHERE account_id = $1";
}

/// The requested movements of one wallet in one currency. A wallet whose currency has changed has several.
#[derive(Debug)]
pub struct Account {
    pub wallet: Wallet,
    pub currency: Currency,
    /// `None` if only some of the movements are requested.
    pub statement: Option<Statement>,
    /// The oldest first.
    pub lines: Vec<BillLine>,
}

#[derive(Debug, Error)]
pub enum AccountsError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// The books contradict each other, so that no paper can be right. The audit has the figures.
    #[error("account {0}: {1}")]
    Statement(AccountId, StatementError),
}

/// The e-mail address of the account.
pub async fn email(on: &mut impl Session, account: AccountId) -> Result<String, DbError> {
    Ok(fetch_one!(on, (String,), EMAIL, account.0)?.0)
}

/// The wallets with movements or an opening balance, in the order in which customers see them; on a statement of one
/// wallet, that one always.
pub async fn read(
    on: &mut impl Session,
    of: Of,
    filter: &BillFilter,
    reading: Reading<'_>,
) -> Result<Vec<Account>, AccountsError> {
    let mut lines = lines(on, of, filter, reading).await?;
    let around = if filter.is_whole() { Some(around(on, of, filter).await?) } else { None };
    let mut accounts = Vec::new();
    let known = lines.keys().chain(around.iter().flat_map(BTreeMap::keys)).copied();
    let own = Wallet::ALL.map(|wallet| (wallet, wallet.currency()));
    for (wallet, currency) in known.chain(own).collect::<BTreeSet<Kept>>() {
        let lines = lines.remove(&(wallet, currency)).unwrap_or_default();
        let asked = filter.book.is_empty() || filter.book == wallet.code();
        let statement = match &around {
            Some(around) if asked => {
                let amounts: Vec<i64> = lines.iter().map(|line| line.amount).collect();
                let around = around.get(&(wallet, currency)).copied().unwrap_or(NOTHING);
                let statement = Statement::of(wallet, currency, around, &amounts);
                Some(statement.map_err(|error| AccountsError::Statement(of.account, error))?)
            }
            Some(_) | None => None,
        };
        let has_balance = statement.as_ref().is_some_and(|statement| statement.opening.minor != 0);
        let is_asked_for = filter.book == wallet.code() && currency == wallet.currency();
        if !lines.is_empty() || has_balance || (statement.is_some() && is_asked_for) {
            accounts.push(Account { wallet, currency, statement, lines });
        }
    }
    Ok(accounts)
}

/// A wallet, and a currency that it is or was kept in. They sort in the order in which customers see wallets.
type Kept = (Wallet, Currency);

const NOTHING: Around = Around { before: 0, since: 0, balance: 0 };

async fn lines(
    on: &mut impl Session,
    of: Of,
    filter: &BillFilter,
    reading: Reading<'_>,
) -> Result<BTreeMap<Kept, Vec<BillLine>>, DbError> {
    let (mut lines, mut read) = (BTreeMap::<Kept, Vec<BillLine>>::new(), Ok(()));
    queries::each(on, of, filter, ROWS_MAX, |line| {
        if read.is_ok() {
            read = reading.finds(filter, &line).and_then(|found| {
                let kept = (line.wallet()?, line.currency()?);
                if found {
                    lines.entry(kept).or_default().push(line);
                }
                Ok(())
            });
        }
    })
    .await?;
    read?;
    lines.values_mut().for_each(|lines| lines.reverse());
    Ok(lines)
}

async fn around(on: &mut impl Session, of: Of, filter: &BillFilter) -> Result<BTreeMap<Kept, Around>, DbError> {
    let (first, last) = of.between(filter);
    let (account, from, until) = (of.account.0, filter.from.0, filter.until.0);
    let mut all = BTreeMap::<Kept, Around>::new();
    for (book, code, before, since) in
        fetch_all!(on, (String, String, i64, i64), AROUND, account, first, last, from, until)?
    {
        let kept = (wallet("postings.book", &book)?, read_currency("postings.currency", &code)?);
        let around = all.entry(kept).or_insert(NOTHING);
        (around.before, around.since) = (before, since);
    }
    for (book, code, balance) in fetch_all!(on, (String, String, i64), BALANCES, account)? {
        let kept = (wallet("balances.book", &book)?, read_currency("balances.currency", &code)?);
        all.entry(kept).or_insert(NOTHING).balance = balance;
    }
    Ok(all)
}

fn wallet(column: &'static str, book: &str) -> Result<Wallet, DbError> {
    book.parse().map_err(|_| DbError::Corrupt { column, value: book.to_owned() })
}
