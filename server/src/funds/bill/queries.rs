//! The lines of the bill: the postings of an account with the notes of their journals.

use plumbline_core::ids::AccountId;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Currency;

use super::filter::BillFilter;
use crate::db::{DbError, Session};
use crate::http::{COUNTED_MAX, Page};
use crate::ids::Ids;
use crate::ledger::store::read_currency;
use crate::{fetch_all, fetch_one, for_each_row, statements};

/// A quarter of an hour: all zones' offsets from UTC have been multiples of it since 1972, so that days are made of
/// them.
pub const QUARTER_MILLIS: i64 = 900_000;

statements! {
    /// The posting before a posting to the house's fee account is the fee that the customer paid.
    LINES: "SELECT p.journal_id, p.line, p.book, p.currency, p.amount, p.balance_after, j.kind, j.created_at,
               j.note, fee.book AS fee_book
        FROM postings p JOIN journals j ON j.id = p.journal_id
        LEFT JOIN postings fee
          ON fee.journal_id = p.journal_id AND fee.line = p.line + 1 AND fee.book = 'house:fees'
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id BETWEEN $2 AND $3 AND j.created_at >= $4 AND j.created_at < $5
          AND ($6 = '' OR p.book = $6) AND p.amount * $7 >= 0
          AND ($8 = '' OR $8 LIKE '%,' || CASE WHEN fee.book IS NULL THEN j.kind ELSE 'fee' END || ',%')
        ORDER BY p.journal_id DESC, p.line DESC LIMIT $9 OFFSET $10";
    /// Without a period, kinds and a wallet it reads only the index.
    COUNT: "SELECT COUNT(*) FROM (SELECT 1 FROM postings p
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id BETWEEN $2 AND $3
          AND ($6 = '' OR p.book = $6) AND p.amount * $7 >= 0
          AND (($4 <= 0 AND $5 = 9223372036854775807) OR EXISTS
              (SELECT 1 FROM journals j WHERE j.id = p.journal_id AND j.created_at >= $4 AND j.created_at < $5))
          AND ($8 = '' OR $8 LIKE '%,' || CASE
              WHEN EXISTS (SELECT 1 FROM postings fee
                  WHERE fee.journal_id = p.journal_id AND fee.line = p.line + 1 AND fee.book = 'house:fees') THEN 'fee'
              ELSE (SELECT j.kind FROM journals j WHERE j.id = p.journal_id) END || ',%')
        LIMIT $9) counted";
    /// The sums of these lines, by currency and quarter of an hour.
    SUMS: "SELECT currency, quarter, CAST(SUM(CASE WHEN amount > 0 THEN amount ELSE 0 END) AS BIGINT),
            CAST(SUM(CASE WHEN amount < 0 THEN amount ELSE 0 END) AS BIGINT), COUNT(*) FROM
        (SELECT p.currency, p.amount, j.created_at / 900000 AS quarter
            FROM postings p JOIN journals j ON j.id = p.journal_id
            LEFT JOIN postings fee
              ON fee.journal_id = p.journal_id AND fee.line = p.line + 1 AND fee.book = 'house:fees'
            WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id BETWEEN $2 AND $3 AND j.created_at >= $4 AND j.created_at < $5
              AND ($6 = '' OR p.book = $6) AND p.amount * $7 >= 0
              AND ($8 = '' OR $8 LIKE '%,' || CASE WHEN fee.book IS NULL THEN j.kind ELSE 'fee' END || ',%')
            ORDER BY p.journal_id DESC, p.line DESC LIMIT $9) lines
        GROUP BY currency, quarter";
}

/// A posting to a customer's wallet, and its journal.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct BillLine {
    pub journal_id: i64,
    pub line: i64,
    pub book: String,
    pub currency: String,
    pub amount: i64,
    pub balance_after: Option<i64>,
    pub kind: String,
    pub created_at: i64,
    /// Set if the line is the fee of a trade or a withdrawal.
    pub fee_book: Option<String>,
    /// JSON; `None` for a journal without a note.
    pub note: Option<String>,
}

impl BillLine {
    /// The wallet of the posting.
    ///
    /// # Errors
    /// `Corrupt` for a book that is no wallet.
    pub fn wallet(&self) -> Result<Wallet, DbError> {
        self.book.parse().map_err(|_| DbError::Corrupt { column: "postings.book", value: self.book.clone() })
    }

    /// The currency of the posting: the one that the wallet was kept in then.
    ///
    /// # Errors
    /// `Corrupt` for a currency that is not known.
    pub fn currency(&self) -> Result<Currency, DbError> {
        read_currency("postings.currency", &self.currency)
    }
}

/// A currency, a quarter of an hour, the amounts in and out of it, and the number of lines.
pub type Sums = (String, i64, i64, i64, i64);

/// The account, and the last journal: later ones are left out, so that pages continue where they began.
#[derive(Clone, Copy, Debug)]
pub struct Of {
    pub account: AccountId,
    pub up_to: i64,
}

impl Of {
    /// Ids sort by time, so the index on account and journal finds the period.
    pub fn between(self, filter: &BillFilter) -> (i64, i64) {
        let (first, last) = Ids::between(filter.from, filter.until);
        (first, last.min(self.up_to))
    }
}

/// The number of lines, counted up to `at_most`.
pub async fn count(on: &mut impl Session, of: Of, filter: &BillFilter, at_most: i64) -> Result<i64, DbError> {
    let BillFilter { book, kinds, from, until, .. } = filter;
    let ((first, last), sign) = (of.between(filter), filter.sign());
    let account = of.account.0;
    let (total,) =
        fetch_one!(on, (i64,), COUNT, account, first, last, from.0, until.0, *book, sign, kinds.as_str(), at_most)?;
    Ok(total)
}

/// A page of lines, newest first, and their number, counted up to 10,000.
pub async fn lines(
    on: &mut impl Session,
    of: Of,
    filter: &BillFilter,
    page: Page,
) -> Result<(Vec<BillLine>, i64), DbError> {
    let BillFilter { book, kinds, from, until, .. } = filter;
    let ((first, last), sign) = (of.between(filter), filter.sign());
    let total = count(on, of, filter, COUNTED_MAX).await?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let (size, offset, account) = (page.size(), page.offset(), of.account.0);
    let kinds = kinds.as_str();
    let lines =
        fetch_all!(on, BillLine, LINES, account, first, last, from.0, until.0, *book, sign, kinds, size, offset)?;
    Ok((lines, total))
}

/// Passes the newest lines to `each` one by one, at most `at_most`.
pub async fn each(
    on: &mut impl Session,
    of: Of,
    filter: &BillFilter,
    at_most: i64,
    each: impl FnMut(BillLine) + Send,
) -> Result<(), DbError> {
    let BillFilter { book, kinds, from, until, .. } = filter;
    let ((first, last), sign) = (of.between(filter), filter.sign());
    let (account, kinds) = (of.account.0, kinds.as_str());
    for_each_row!(
        on, BillLine, LINES, account, first, last, from.0, until.0, *book, sign, kinds, at_most, 0_i64; each
    )
}

/// The sums of the newest lines, at most `at_most`.
pub async fn sums(on: &mut impl Session, of: Of, filter: &BillFilter, at_most: i64) -> Result<Vec<Sums>, DbError> {
    let BillFilter { book, kinds, from, until, .. } = filter;
    let ((first, last), sign) = (of.between(filter), filter.sign());
    let (account, kinds) = (of.account.0, kinds.as_str());
    fetch_all!(on, Sums, SUMS, account, first, last, from.0, until.0, *book, sign, kinds, at_most)
}
