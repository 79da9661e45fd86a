//! Balances, journals and holds, many at a time.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use plumbline_core::command::Facts;
use plumbline_core::ids::AccountId;
use plumbline_core::ledger::{Balance, BalanceKey, Book, Hold, House, Journal, Posting, Wallet};
use plumbline_core::money::Currency;

use crate::db::{Batch, DbError, rows, rows::RowSession, rows::Rows};
use crate::statements;

statements! {
    LOAD_BALANCES("it"): "SELECT account_id, book, posted, held, version FROM balances
        WHERE (account_id, book) IN ({rows})";
    STORE_BALANCES("ittiii"): "INSERT INTO balances (account_id, book, currency, posted, held, version) {rows}
        ON CONFLICT (account_id, book, currency)
        DO UPDATE SET posted = excluded.posted, held = excluded.held, version = excluded.version";
    /// The house's books are written by every server at once, so they are added to and never set.
    ADD_TO_HOUSE("ittiii"): "INSERT INTO balances (account_id, book, currency, posted, held, version) {rows}
        ON CONFLICT (account_id, book, currency)
        DO UPDATE SET posted = balances.posted + excluded.posted, version = balances.version + 1";
    STORE_JOURNALS("itii"): "INSERT INTO journals (id, kind, cause_id, created_at) {rows}";
    STORE_POSTINGS("iiittii"): "INSERT INTO postings
        (journal_id, line, account_id, book, currency, amount, balance_after) {rows}";
    /// Another account's hold makes the amount NULL and the batch fail.
    STORE_HOLDS("iittiii"): "INSERT INTO holds (id, account_id, book, currency, amount, status, updated_at) {rows}
        ON CONFLICT (id) DO UPDATE
        SET amount = CASE WHEN holds.account_id = excluded.account_id AND holds.book = excluded.book THEN excluded.amount END,
            status = excluded.status, updated_at = excluded.updated_at";
}

/// The balances of `keys`; a wallet that was never used has none.
pub async fn load_balances(
    on: &mut impl RowSession,
    keys: &BTreeSet<BalanceKey>,
) -> Result<Vec<(BalanceKey, Balance)>, DbError> {
    let input =
        Rows::default().int(keys.iter().map(|key| key.account.0)).text(keys.iter().map(|key| key.wallet.code()));
    let found: Vec<(i64, String, i64, i64, i64)> = rows::fetch(on, LOAD_BALANCES, input).await?;
    found
        .into_iter()
        .map(|(account, book, posted, held, version)| {
            let wallet: Wallet =
                book.parse().map_err(|_| DbError::Corrupt { column: "balances.book", value: book.clone() })?;
            Ok((BalanceKey::new(AccountId(account), wallet), Balance { posted, held, version }))
        })
        .collect()
}

pub async fn store_balances(batch: &mut Batch, facts: &Facts) -> Result<(), DbError> {
    let written = facts.written_balances();
    let input = Rows::default()
        .int(written.clone().map(|(key, _)| key.account.0))
        .text(written.clone().map(|(key, _)| key.wallet.code()))
        .text(written.clone().map(|(key, _)| key.currency().code()))
        .int(written.clone().map(|(_, balance)| balance.posted))
        .int(written.clone().map(|(_, balance)| balance.held))
        .int(written.map(|(_, balance)| balance.version));
    rows::store(batch, STORE_BALANCES, input).await
}

/// Adds to the house's books, in sorted order so that two servers cannot wait for each other.
pub async fn store_house(batch: &mut Batch, sums: &BTreeMap<(House, Currency), i64>) -> Result<(), DbError> {
    let input = Rows::default()
        .int(sums.keys().map(|_| AccountId::HOUSE.0))
        .text(sums.keys().map(|(house, _)| house.code()))
        .text(sums.keys().map(|(_, currency)| currency.code()))
        .int(sums.values().copied())
        .int(sums.values().map(|_| 0))
        .int(sums.values().map(|_| 1));
    rows::store(batch, ADD_TO_HOUSE, input).await
}

pub async fn store_journals(batch: &mut Batch, facts: &Facts) -> Result<(), DbError> {
    let journals = &facts.written().journals;
    let input = Rows::default()
        .int(journals.iter().map(|j| j.id.0))
        .text(journals.iter().map(|j| j.kind.code()))
        .int(journals.iter().map(|j| j.cause.id()))
        .int(journals.iter().map(|j| j.time.0));
    rows::store(batch, STORE_JOURNALS, input).await?;
    let lines = lines(facts);
    let input = Rows::default()
        .int(lines.iter().map(|l| l.journal))
        .int(lines.iter().map(|l| l.line))
        .int(lines.iter().map(|l| l.posting.account.0))
        .text(lines.iter().map(|l| l.posting.book.code()))
        .text(lines.iter().map(|l| l.posting.amount.currency.code()))
        .int(lines.iter().map(|l| l.posting.amount.minor))
        .int(lines.iter().map(|l| l.balance_after));
    rows::store(batch, STORE_POSTINGS, input).await
}

/// A posting with the wallet's balance after its journal's line.
struct Line {
    journal: i64,
    line: i64,
    posting: Posting,
    balance_after: Option<i64>,
}

/// The postings of a batch in order. The running balances begin with what the wallets had before the batch: what
/// they have now less all that the batch posted.
fn lines(facts: &Facts) -> Vec<Line> {
    let journals = &facts.written().journals;
    let mut running: HashMap<BalanceKey, i64> =
        facts.written_balances().map(|(key, balance)| (*key, balance.posted)).collect();
    for posting in journals.iter().flat_map(Journal::postings) {
        if let Some(balance) = wallet(posting).and_then(|key| running.get_mut(&key)) {
            *balance -= posting.amount.minor;
        }
    }
    let mut lines = Vec::new();
    for journal in journals {
        for (line, posting) in (0..).zip(journal.postings()) {
            let balance = wallet(posting).and_then(|key| running.get_mut(&key));
            let balance_after = balance.map(|balance| {
                *balance += posting.amount.minor;
                *balance
            });
            lines.push(Line { journal: journal.id.0, line, posting: *posting, balance_after });
        }
    }
    lines
}

fn wallet(posting: &Posting) -> Option<BalanceKey> {
    match posting.book {
        Book::Wallet(wallet) => Some(BalanceKey::new(posting.account, wallet)),
        Book::House(_) => None,
    }
}

pub async fn store_holds(batch: &mut Batch, holds: impl Iterator<Item = &Hold> + Clone) -> Result<(), DbError> {
    let input = Rows::default()
        .int(holds.clone().map(|h| h.id))
        .int(holds.clone().map(|h| h.key.account.0))
        .text(holds.clone().map(|h| h.key.wallet.code()))
        .text(holds.clone().map(|h| h.amount.currency.code()))
        .int(holds.clone().map(|h| h.amount.minor))
        .int(holds.clone().map(|h| h.status.code()))
        .int(holds.map(|h| h.updated_at.0));
    rows::store(batch, STORE_HOLDS, input).await
}
