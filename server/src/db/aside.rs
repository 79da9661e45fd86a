//! The rule for rows that cannot be read: such a row stops the service of its own account and of no other.
//!
//! Code that reads rows of many accounts reads each row by itself ([`fetch_readable!`], [`rows::readable`]). A row that
//! this version cannot read is left out, and its account is put aside here. The write path must know the account that a
//! row stops, so its loads fail with the row ([`rows::read`]). `crate::unreadable` reads such rows again and takes
//! accounts back.
//!
//! [`fetch_readable!`]: crate::fetch_readable
//! [`rows::readable`]: super::rows::readable
//! [`rows::read`]: super::rows::read

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use plumbline_core::ids::AccountId;
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::error::{DbError, RowName, UnreadRow};

/// The kind of a corporate action's amounts owed to an account.
pub const OWED: &str = "corporate action owed";
/// The kind, in operators' messages, of figures that follow from several rows of an account.
pub const SUM: &str = "books";

/// True for a kind that is no single row. Reading the account's rows again does not settle it: the work that named it does.
pub fn is_settled_by_work(kind: &str) -> bool {
    [OWED, SUM].contains(&kind)
}

/// A row as the database gives it: single columns may be readable where the whole is not.
pub trait RawRow {
    fn int(&self, column: &str) -> Option<i64>;
}

/// Checks a counter that is counted on from: one that is negative or too large to be true is corrupt.
pub fn count(column: &'static str, counted: i64) -> Result<(), DbError> {
    if (0..=i64::MAX / 2).contains(&counted) {
        return Ok(());
    }
    Err(DbError::Corrupt { column, value: counted.to_string() })
}

/// More than any account has, in the smallest unit of any currency: a larger amount would overflow the sums of the
/// house.
const MONEY_MAX: u64 = 1 << 53;

/// Checks amounts of money in the smallest unit of their currency, by their columns.
pub fn money(amounts: &[(&'static str, i64)]) -> Result<(), DbError> {
    match amounts.iter().find(|(_, amount)| amount.unsigned_abs() > MONEY_MAX) {
        Some((column, amount)) => Err(DbError::Corrupt { column, value: amount.to_string() }),
        None => Ok(()),
    }
}

/// Reads a row that the database gave as `raw`. A record's version is counted on from, so it is checked.
pub fn read_row<R, T>(kind: &'static str, raw: &impl RawRow, row: Result<R, DbError>) -> Result<T, UnreadRow>
where
    T: TryFrom<R>,
    DbError: From<T::Error>,
{
    let read = row.and_then(|row| {
        raw.int("version").map_or(Ok(()), |version| count("version", version))?;
        Ok(T::try_from(row)?)
    });
    read.map_err(|why| UnreadRow::of(kind, raw, why))
}

impl RawRow for SqliteRow {
    fn int(&self, column: &str) -> Option<i64> {
        self.try_get(column).ok()
    }
}

impl RawRow for PgRow {
    fn int(&self, column: &str) -> Option<i64> {
        self.try_get(column).ok()
    }
}

impl RawRow for rusqlite::Row<'_> {
    fn int(&self, column: &str) -> Option<i64> {
        self.get(column).ok()
    }
}

impl UnreadRow {
    /// Names a row by its columns `account_id` and `id`.
    pub fn of(kind: &'static str, row: &impl RawRow, why: DbError) -> Self {
        let name = RowName { account: row.int("account_id").map(AccountId), kind, id: row.int("id") };
        Self { name, why: Box::new(why) }
    }

    /// Work that the house does for every account was refused for this one: its books do not add up.
    pub fn refused(account: AccountId, why: impl fmt::Display) -> Self {
        Self::of_account(SUM, account, DbError::Corrupt { column: "books", value: why.to_string() })
    }

    /// A calculation over an account's rows in the database, which failed there.
    pub fn of_account(kind: &'static str, account: AccountId, why: DbError) -> Self {
        Self { name: RowName { account: Some(account), kind, id: None }, why: Box::new(why) }
    }
}

/// The accounts that are put aside, with the rows of them that cannot be read. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct PutAside(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    rows: Mutex<Rows>,
    /// The accounts of `rows`, for the check of each order.
    accounts: ArcSwap<BTreeSet<AccountId>>,
}

#[derive(Debug, Default)]
struct Rows {
    unread: BTreeSet<RowName>,
    /// The rows that were logged: some are read twice a second.
    logged: BTreeSet<RowName>,
}

impl PutAside {
    /// Puts aside the account of a row that cannot be read. The log names the row once while the process runs.
    pub fn put(&self, UnreadRow { name, why }: &UnreadRow) {
        let mut rows = self.rows();
        if rows.logged.insert(*name) {
            tracing::error!(error = %why, row = %name, "a row cannot be read; its account is put aside");
        }
        if rows.unread.insert(*name) {
            self.tell(&rows);
        }
    }

    /// Puts aside the accounts of rows that cannot be read, and gives the rows' names.
    pub fn put_all(&self, unread: &[UnreadRow]) -> Vec<RowName> {
        unread.iter().for_each(|row| self.put(row));
        unread.iter().map(|row| row.name).collect()
    }

    pub fn has(&self, account: AccountId) -> bool {
        self.0.accounts.load().contains(&account)
    }

    /// True if the account is put aside for a row of this kind.
    pub fn has_for(&self, account: AccountId, kind: &str) -> bool {
        let is_it = |name: &RowName| name.account == Some(account) && name.kind == kind;
        self.has(account) && self.rows().unread.iter().any(is_it)
    }

    /// The accounts that are put aside.
    pub fn accounts(&self) -> Arc<BTreeSet<AccountId>> {
        self.0.accounts.load_full()
    }

    /// The accounts with rows that cannot be read, but for those on which only work is left.
    pub fn unreadable(&self) -> BTreeSet<AccountId> {
        let rows = self.rows();
        let single = rows.unread.iter().filter(|name| !is_settled_by_work(name.kind));
        single.filter_map(|name| name.account).collect()
    }

    /// True if all rows of the account can be read that were looked at, though work on it may be left.
    pub fn is_readable(&self, account: AccountId) -> bool {
        self.rows().unread.iter().all(|name| name.account != Some(account) || is_settled_by_work(name.kind))
    }

    /// The names of this kind.
    pub fn named_as(&self, kind: &str) -> Vec<RowName> {
        self.rows().unread.iter().copied().filter(|name| name.kind == kind).collect()
    }

    /// Forgets names, as their work is done. Gives those of their accounts that are put aside no more.
    pub fn settle(&self, names: &[RowName]) -> BTreeSet<AccountId> {
        let mut rows = self.rows();
        for name in names {
            rows.unread.remove(name);
        }
        self.tell(&rows);
        let left = self.accounts();
        names.iter().filter_map(|name| name.account).filter(|account| !left.contains(account)).collect()
    }

    /// Forgets all of a kind: the work of a leader names it anew when its term begins.
    pub fn forget(&self, kind: &str) {
        let mut rows = self.rows();
        rows.unread.retain(|name| name.kind != kind);
        self.tell(&rows);
    }

    /// The rows that cannot be read, those of an account together.
    pub fn named(&self) -> Vec<RowName> {
        self.rows().unread.iter().copied().collect()
    }

    /// Takes what was found when an account was looked at again: its rows of the kinds that `are_looked_at` are forgotten but
    /// for those. True when the account is put aside no more.
    pub fn looked_again(&self, account: AccountId, are_looked_at: impl Fn(&str) -> bool, found: &[UnreadRow]) -> bool {
        let mut rows = self.rows();
        rows.unread.retain(|name| name.account != Some(account) || !are_looked_at(name.kind));
        rows.unread.extend(found.iter().map(|row| row.name));
        self.tell(&rows);
        !self.has(account)
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, rows: &Rows) {
        let accounts: BTreeSet<AccountId> = rows.unread.iter().filter_map(|name| name.account).collect();
        metrics::gauge!("plumbline_accounts_put_aside").set(u32::try_from(accounts.len()).unwrap_or(u32::MAX));
        self.0.accounts.store(Arc::new(accounts));
    }
}

/// Reads one row.
pub fn read_raw<R, Row, T>(kind: &'static str, raw: &R) -> Result<T, UnreadRow>
where
    R: RawRow + sqlx::Row,
    Row: for<'r> sqlx::FromRow<'r, R>,
    T: TryFrom<Row>,
    DbError: From<T::Error>,
{
    read_row(kind, raw, Row::from_row(raw).map_err(DbError::Sqlx))
}

/// Reads each row by itself: gives the records, and the rows that cannot be read.
pub fn read_each<R, Row, T>(kind: &'static str, rows: &[R]) -> (Vec<T>, Vec<UnreadRow>)
where
    R: RawRow + sqlx::Row,
    Row: for<'r> sqlx::FromRow<'r, R>,
    T: TryFrom<Row>,
    DbError: From<T::Error>,
{
    let (mut found, mut unread) = (Vec::with_capacity(rows.len()), Vec::new());
    for raw in rows {
        match read_raw::<R, Row, T>(kind, raw) {
            Ok(read) => found.push(read),
            Err(row) => unread.push(row),
        }
    }
    (found, unread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unread(account: i64, kind: &'static str) -> UnreadRow {
        UnreadRow::of_account(kind, AccountId(account), DbError::Corrupt { column: "a.b", value: "x".to_owned() })
    }

    #[test]
    fn an_account_is_put_aside_until_all_of_it_can_be_read() {
        let aside = PutAside::default();
        for row in [unread(7, "order"), unread(7, "books"), unread(8, "order")] {
            aside.put(&row);
        }
        let named: Vec<String> = aside.named().iter().map(RowName::to_string).collect();
        assert_eq!(named, ["books of account 7", "order of account 7", "order of account 8"]);
        let of_orders = |kind: &str| kind == "order";
        assert!(!aside.looked_again(AccountId(7), of_orders, &[]), "nobody has looked at its books again");
        assert!(!aside.looked_again(AccountId(7), |_| true, &[unread(7, "order")]));
        assert!(aside.has(AccountId(7)));
        assert!(aside.looked_again(AccountId(7), |_| true, &[]));
        assert_eq!(aside.accounts().iter().collect::<Vec<_>>(), [&AccountId(8)]);
    }
}
