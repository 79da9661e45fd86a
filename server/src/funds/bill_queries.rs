//! The lines of the wallet bill: the postings of an account with the notes of their journals.

use plumbline_core::ids::AccountId;
use plumbline_core::time::UnixMillis;

use crate::db::{DbError, Session};
use crate::http::{COUNTED_MAX, Page};
use crate::ids::Ids;
use crate::{fetch_all, fetch_one, statements};

statements! {
    /// The posting before one of the house's fee account is the fee that the customer paid.
    LINES: "SELECT p.journal_id, p.line, p.book, p.amount, p.balance_after, j.kind, j.created_at,
               j.note, fee.book AS fee_book
        FROM postings p JOIN journals j ON j.id = p.journal_id
        LEFT JOIN postings fee
          ON fee.journal_id = p.journal_id AND fee.line = p.line + 1 AND fee.book = 'house:fees'
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id BETWEEN $2 AND $3 AND j.created_at >= $4 AND j.created_at < $5
          AND ($6 = '' OR p.book = $6)
        ORDER BY p.journal_id DESC, p.line DESC LIMIT $7 OFFSET $8";
    /// Without a period and a wallet it reads nothing but the index.
    COUNT: "SELECT COUNT(*) FROM (SELECT 1 FROM postings p
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.journal_id BETWEEN $2 AND $3
          AND ($6 = '' OR p.book = $6)
          AND (($4 <= 0 AND $5 = 9223372036854775807) OR EXISTS
              (SELECT 1 FROM journals j WHERE j.id = p.journal_id AND j.created_at >= $4 AND j.created_at < $5))
        LIMIT $7) counted";
}

/// A posting to a customer's wallet, and its journal.
#[derive(Debug, sqlx::FromRow)]
pub struct BillLine {
    pub journal_id: i64,
    pub line: i64,
    pub book: String,
    pub amount: i64,
    pub balance_after: Option<i64>,
    pub kind: String,
    pub created_at: i64,
    /// Set when the line is the fee of a trade or a withdrawal.
    pub fee_book: Option<String>,
    /// JSON; none for a journal of which no more is known.
    pub note: Option<String>,
}

/// Which lines are asked for: of one wallet (all when empty), from a moment on, and before another.
#[derive(Clone, Debug)]
pub struct BillFilter {
    pub book: &'static str,
    pub from: UnixMillis,
    pub until: UnixMillis,
}

/// A page of lines, newest first, and how many there are, of which 10,000 are counted. Ids sort by time, so the index on account and journal
/// finds the period.
pub async fn lines(
    on: &mut impl Session,
    account: AccountId,
    filter: &BillFilter,
    page: Page,
) -> Result<(Vec<BillLine>, i64), DbError> {
    let BillFilter { book, from, until } = filter;
    let (first, last) = Ids::between(*from, *until);
    let (total,) = fetch_one!(on, (i64,), COUNT, account.0, first, last, from.0, until.0, *book, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let lines =
        fetch_all!(on, BillLine, LINES, account.0, first, last, from.0, until.0, *book, page.size(), page.offset(),)?;
    Ok((lines, total))
}
