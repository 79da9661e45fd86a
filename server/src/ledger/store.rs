//! The books: balances, journals and holds, many at a time.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use futures_util::future::BoxFuture;
use plumbline_core::decision::{Facts, HouseSums, Kind, Needs};
use plumbline_core::ids::AccountId;
use plumbline_core::ledger::{Balance, BalanceKey, Book, Hold, Journal, Note, Posting, Unsettled, Wallet};
use plumbline_core::money::Currency;
use plumbline_core::time::UnixMillis;

use super::WalletEvent;
use crate::db::{Batch, DbError, aside::money, rows, rows::RowSession, rows::Rows};
use crate::ids::Ids;
use crate::writer::{Listings, Source, Stored, Told};
use crate::{record, statements};

/// The longest time from a trade to its settlement, over any holidays.
const SETTLES_WITHIN: i64 = 30 * UnixMillis::DAY;

statements! {
    LOAD_BALANCES("it"): "SELECT account_id, book, currency, posted, held, version FROM balances
        WHERE (account_id, book) IN ({rows})";
    STORE_BALANCES("ittiii"): "INSERT INTO balances (account_id, book, currency, posted, held, version) {rows}
        ON CONFLICT (account_id, book, currency)
        DO UPDATE SET posted = excluded.posted, held = excluded.held, version = excluded.version";
    /// The house's books are added to and never set, so that no batch has to load them.
    ADD_TO_HOUSE("ittiii"): "INSERT INTO balances (account_id, book, currency, posted, held, version) {rows}
        ON CONFLICT (account_id, book, currency)
        DO UPDATE SET posted = balances.posted + excluded.posted, version = balances.version + 1";
    /// The amounts that settle in a wallet after a given time, of journals from `first_id` on.
    LOAD_UNSETTLED("itii"): "WITH v(account_id, book, after, first_id) AS ({rows})
        SELECT v.account_id, v.book, j.settles_at, CAST(SUM(p.amount) AS BIGINT) FROM v
        JOIN postings p ON p.account_id = v.account_id AND p.balance_after IS NOT NULL AND p.journal_id >= v.first_id
            AND p.book = v.book
        JOIN journals j ON j.id = p.journal_id AND j.settles_at > v.after
        GROUP BY v.account_id, v.book, j.settles_at ORDER BY j.settles_at";
    STORE_JOURNALS("itiiti"): "INSERT INTO journals (id, kind, cause_id, created_at, note, settles_at) {rows}";
    STORE_POSTINGS("iiittii"): "INSERT INTO postings
        (journal_id, line, account_id, book, currency, amount, balance_after) {rows}";
    /// A hold of another account or another owner makes the amount NULL and the batch fail.
    STORE_HOLDS("itittiii"): "INSERT INTO holds (id, owner, account_id, book, currency, amount, status, updated_at) {rows}
        ON CONFLICT (id) DO UPDATE
        SET amount = CASE WHEN holds.account_id = excluded.account_id AND holds.book = excluded.book
                AND holds.owner = excluded.owner THEN excluded.amount END,
            status = excluded.status, updated_at = excluded.updated_at";
}

/// The books, as one of the records that the write path stores.
#[derive(Debug)]
pub struct Books;

impl Stored for Books {
    fn kind(&self) -> Option<Kind> {
        None
    }

    fn load<'a>(
        &'a self,
        from: &'a mut Source<'_>,
        needs: &'a Needs,
        facts: &'a mut Facts,
    ) -> BoxFuture<'a, Result<(), DbError>> {
        Box::pin(async move {
            let balances = load_balances(from, needs.balances()).await?;
            balances.into_iter().for_each(|(key, balance)| facts.load_balance(key, balance));
            let unsettled = load_unsettled(from, needs.unsettled()).await?;
            unsettled.into_iter().for_each(|(key, unsettled)| facts.load_unsettled(key, unsettled));
            Ok(())
        })
    }

    fn store<'a>(&'a self, batch: &'a mut Batch, facts: &'a Facts) -> BoxFuture<'a, Result<(), DbError>> {
        Box::pin(async move {
            store_journals(batch, facts).await?;
            store_balances(batch, facts).await?;
            store_house(batch, facts.house()).await?;
            store_holds(batch, facts.holds()).await
        })
    }

    fn tell(&self, facts: &Facts, _: &dyn Listings, told: &mut Vec<Told>) -> serde_json::Result<()> {
        for (key, balance) in facts.balances_written() {
            let data = serde_json::to_string(&WalletEvent::of(*key, *balance))?;
            told.push(Told { account: key.account, topic: "wallets", data });
        }
        Ok(())
    }
}

/// The balances of `keys`; a wallet that was never used has none.
pub async fn load_balances(
    on: &mut (impl RowSession + ?Sized),
    keys: &BTreeSet<BalanceKey>,
) -> Result<Vec<(BalanceKey, Balance)>, DbError> {
    let input =
        Rows::default().int(keys.iter().map(|key| key.account.0)).text(keys.iter().map(|key| key.wallet.code()));
    let found = rows::read::<BalanceRow, _>(on, "balance", LOAD_BALANCES, input).await?;
    Ok(found.into_iter().map(|WalletBalance(key, balance)| (key, balance)).collect())
}

record! {
    /// A row of `balances`.
    pub struct BalanceRow {
        account_id: i64,
        book: String,
        currency: String,
        posted: i64,
        held: i64,
        version: i64,
    }
}

/// The balance of a customer's wallet.
#[derive(Debug)]
pub struct WalletBalance(BalanceKey, Balance);

impl TryFrom<BalanceRow> for WalletBalance {
    type Error = DbError;

    fn try_from(BalanceRow { account_id, book, currency, posted, held, version }: BalanceRow) -> Result<Self, DbError> {
        let corrupt = |column, value: &str| DbError::Corrupt { column, value: value.to_owned() };
        let wallet: Wallet = book.parse().map_err(|_| corrupt("balances.book", &book))?;
        money(&[("balances.posted", posted), ("balances.held", held)])?;
        if wallet.currency().code() != currency {
            return Err(corrupt("balances.currency", &currency));
        }
        Ok(Self(BalanceKey::new(AccountId(account_id), wallet), Balance { posted, held, version }))
    }
}

/// The amounts that settle in wallets after the given times, the earliest first.
pub async fn load_unsettled(
    on: &mut (impl RowSession + ?Sized),
    after: &BTreeMap<BalanceKey, UnixMillis>,
) -> Result<BTreeMap<BalanceKey, Vec<Unsettled>>, DbError> {
    let input = Rows::default()
        .int(after.keys().map(|key| key.account.0))
        .text(after.keys().map(|key| key.wallet.code()))
        .int(after.values().map(|after| after.0))
        .int(after.values().map(|after| Ids::first_at(after.plus(-SETTLES_WITHIN))));
    let found: Vec<(i64, String, i64, i64)> = rows::fetch(on, LOAD_UNSETTLED, input).await?;
    let mut unsettled: BTreeMap<BalanceKey, Vec<Unsettled>> = BTreeMap::new();
    for (account, book, at, amount) in found {
        let wallet: Wallet =
            book.parse().map_err(|_| DbError::Corrupt { column: "postings.book", value: book.clone() })?;
        let key = BalanceKey::new(AccountId(account), wallet);
        unsettled.entry(key).or_default().push(Unsettled { at: UnixMillis(at), amount });
    }
    Ok(unsettled)
}

async fn store_balances(batch: &mut Batch, facts: &Facts) -> Result<(), DbError> {
    let written: Vec<_> = facts.balances_written().collect();
    let input = Rows::default()
        .int(written.iter().map(|(key, _)| key.account.0))
        .text(written.iter().map(|(key, _)| key.wallet.code()))
        .text(written.iter().map(|(key, _)| key.currency().code()))
        .int(written.iter().map(|(_, balance)| balance.posted))
        .int(written.iter().map(|(_, balance)| balance.held))
        .int(written.iter().map(|(_, balance)| balance.version));
    rows::store(batch, STORE_BALANCES, input).await
}

/// Adds to the house's books, in sorted order so that two servers cannot deadlock.
async fn store_house(batch: &mut Batch, sums: &HouseSums) -> Result<(), DbError> {
    let input = Rows::default()
        .int(sums.keys().map(|_| AccountId::HOUSE.0))
        .text(sums.keys().map(|(house, _)| house.code()))
        .text(sums.keys().map(|(_, currency)| currency.code()))
        .int(sums.values().copied())
        .int(sums.values().map(|_| 0))
        .int(sums.values().map(|_| 1));
    rows::store(batch, ADD_TO_HOUSE, input).await
}

async fn store_journals(batch: &mut Batch, facts: &Facts) -> Result<(), DbError> {
    let journals = facts.journals();
    let input = Rows::default()
        .int(journals.iter().map(|j| j.id.0))
        .text(journals.iter().map(|j| j.kind.code()))
        .int(journals.iter().map(|j| j.cause.id()))
        .int(journals.iter().map(|j| j.time.0))
        .text(journals.iter().map(|j| written_note(&j.note)))
        .int(journals.iter().map(|j| j.settles_at.map(|at| at.0)));
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

fn written_note(note: &Note) -> String {
    serde_json::to_string(note).expect("a note is names, texts and integers")
}

/// The currency of a row.
///
/// # Errors
/// `Corrupt` for one that is not known.
pub fn read_currency(column: &'static str, code: &str) -> Result<Currency, DbError> {
    code.parse().map_err(|_| DbError::Corrupt { column, value: code.to_owned() })
}

/// The stored note of a journal; [`None`] if none was stored.
pub fn read_note(note: Option<&str>) -> Result<Option<Note>, DbError> {
    let corrupt = |text: &str| DbError::Corrupt { column: "journals.note", value: text.to_owned() };
    note.map(|text| serde_json::from_str(text).map_err(|_| corrupt(text))).transpose()
}

/// A posting with the wallet's balance after its journal's line.
struct Line {
    journal: i64,
    line: i64,
    posting: Posting,
    balance_after: Option<i64>,
}

/// The postings of a batch in order. The running balances start with the wallets' balances before the batch: those
/// after it less all its postings.
fn lines(facts: &Facts) -> Vec<Line> {
    let journals = facts.journals();
    let mut running: HashMap<BalanceKey, i64> =
        facts.balances_written().map(|(key, balance)| (*key, balance.posted)).collect();
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

async fn store_holds(batch: &mut Batch, holds: impl Iterator<Item = &Hold> + Clone) -> Result<(), DbError> {
    let input = Rows::default()
        .int(holds.clone().map(|h| h.owner.id()))
        .text(holds.clone().map(|h| h.owner.kind()))
        .int(holds.clone().map(|h| h.key.account.0))
        .text(holds.clone().map(|h| h.key.wallet.code()))
        .text(holds.clone().map(|h| h.amount.currency.code()))
        .int(holds.clone().map(|h| h.amount.minor))
        .int(holds.clone().map(|h| h.status.code()))
        .int(holds.map(|h| h.updated_at.0));
    rows::store(batch, STORE_HOLDS, input).await
}
