//! The table of withdrawals, its reads, and its stream messages.

use std::collections::BTreeSet;
use std::fmt;

use plumbline_core::decision::Record;
use plumbline_core::funds::payout::Destination;
use plumbline_core::funds::{Sending, Withdrawal, WithdrawalStatus};
use plumbline_core::ids::{AccountId, PayoutAccountId, WithdrawalId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::money::Money;
use plumbline_core::time::UnixMillis;
use rusqlite::types::{FromSql, FromSqlResult, ValueRef};
use serde::Serialize;

use super::WithdrawalReply;
use crate::db::queue::{Part, Read};
use crate::db::{Batch, DbError, Session, aside::money, rows, rows::Rows};
use crate::http::{COUNTED_MAX, Page};
use crate::writer::{Listings, Source, StoredRecord, Told};
use crate::{fetch_all, fetch_head, fetch_one, fetch_optional, fetch_part, record, statements};

statements! {
    LOAD("i"): "SELECT * FROM withdrawals WHERE id IN ({rows})";
    /// Status 0 is requested, 4 approved, 5 sent.
    COUNT_OPEN("i"): "SELECT account_id, COUNT(*) FROM withdrawals
        WHERE status IN (0, 4, 5) AND account_id IN ({rows}) GROUP BY account_id";
    /// A row of another account, or a newer one, makes the version NULL and the batch fail.
    STORE("iiittiiiiiitiitittiii"): "INSERT INTO withdrawals
        (id, account_id, payout_account_id, destination, currency, amount, fee, rate, debit, debit_fee, status, reason,
         created_at, reviewed_at, reviewed_by, sent_at, sent_by, reference, ended_at, updated_at, version) {rows}
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, reason = excluded.reason,
            reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by, sent_at = excluded.sent_at,
            sent_by = excluded.sent_by, reference = excluded.reference, ended_at = excluded.ended_at,
            updated_at = excluded.updated_at, version = CASE WHEN withdrawals.account_id = excluded.account_id
                AND withdrawals.version < excluded.version THEN excluded.version END";
    /// A negative status means all.
    PAGE: "SELECT * FROM withdrawals WHERE account_id = $1 AND ($2 < 0 OR status = $2)
        ORDER BY id DESC LIMIT $3 OFFSET $4";
    COUNT: "SELECT COUNT(*) FROM (SELECT 1 FROM withdrawals WHERE account_id = $1 AND ($2 < 0 OR status = $2) LIMIT $3) counted";
    /// Status 0 is requested.
    REQUESTED: "SELECT * FROM withdrawals WHERE status = 0 ORDER BY updated_at, id LIMIT $1 OFFSET $2";
    /// Approved or sent; the third of the open states is requested (0).
    UNDER_WAY: "SELECT * FROM withdrawals WHERE status IN (0, 4, 5) AND status <> 0 ORDER BY updated_at, id
        LIMIT $1 OFFSET $2";
    ONE: "SELECT * FROM withdrawals WHERE id = $1 AND account_id = $2";
    /// Requested withdrawals (0), and with a one for simulated sending the others too. Those that people sent (5) are
    /// for people to settle.
    DUE: "SELECT * FROM withdrawals WHERE status IN (0, 4, 5) AND updated_at <= $1 AND (status = 0 OR CAST($2 AS BIGINT) = 1)
        AND (status <> 5 OR sent_by = 'simulated') ORDER BY updated_at, id LIMIT $3 OFFSET $4";
    /// Of open withdrawals, sent ones (5) hold nothing any more. Positions hold their margin.
    FUNDING: "SELECT b.posted, b.held, (SELECT CAST(COALESCE(SUM(w.debit), 0) AS BIGINT) FROM withdrawals w
            WHERE w.account_id = b.account_id AND w.status IN (0, 4, 5) AND w.status <> 5),
            (SELECT CAST(COALESCE(SUM(p.margin), 0) AS BIGINT) FROM positions p
            WHERE p.account_id = b.account_id AND p.margin_wallet = b.book AND p.quantity <> 0)
        FROM balances b WHERE b.account_id = $1 AND b.book = $2";
}

/// A stored destination: JSON with the whole number. It does not print.
#[derive(sqlx::Type)]
#[sqlx(transparent)]
struct Whole(String);

impl fmt::Debug for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a destination")
    }
}

impl FromSql for Whole {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        String::column_result(value).map(Self)
    }
}

record! {
    /// A row of `withdrawals`.
    pub struct WithdrawalRecord {
        pub id: i64,
        account_id: i64,
        payout_account_id: i64,
        destination: Whole,
        currency: String,
        amount: i64,
        fee: i64,
        rate: Option<i64>,
        debit: i64,
        debit_fee: i64,
        status: i64,
        reason: Option<String>,
        created_at: i64,
        reviewed_at: Option<i64>,
        reviewed_by: Option<String>,
        sent_at: Option<i64>,
        sent_by: Option<String>,
        reference: Option<String>,
        ended_at: Option<i64>,
        updated_at: i64,
        version: i64,
    }
}

impl TryFrom<WithdrawalRecord> for Withdrawal {
    type Error = DbError;

    fn try_from(row: WithdrawalRecord) -> Result<Self, DbError> {
        money(&[
            ("withdrawals.amount", row.amount),
            ("withdrawals.fee", row.fee),
            ("withdrawals.debit", row.debit),
            ("withdrawals.debit_fee", row.debit_fee),
        ])?;
        let status = WithdrawalStatus::from_code(row.status)
            .ok_or(DbError::Corrupt { column: "withdrawals.status", value: row.status.to_string() })?;
        // The error names the row, because the value contains the whole number.
        let destination: Destination = serde_json::from_str(&row.destination.0)
            .map_err(|_| DbError::Corrupt { column: "withdrawals.destination", value: format!("of {}", row.id) })?;
        let by = |code: String| {
            ReviewedBy::from_code(&code).ok_or(DbError::Corrupt { column: "withdrawals.reviewed_by", value: code })
        };
        let sending = |code: String| {
            let read = Sending::read(&code, row.reference);
            read.ok_or(DbError::Corrupt { column: "withdrawals.sent_by", value: code })
        };
        let cents = |minor| Money::new(minor, Self::PAID_IN);
        Ok(Self {
            id: WithdrawalId(row.id),
            account: AccountId(row.account_id),
            payout_account: PayoutAccountId(row.payout_account_id),
            destination,
            currency: row.currency,
            amount: row.amount,
            fee: row.fee,
            rate: row.rate,
            debit: cents(row.debit),
            debit_fee: cents(row.debit_fee),
            status,
            reason: row.reason,
            created_at: UnixMillis(row.created_at),
            reviewed_at: row.reviewed_at.map(UnixMillis),
            reviewed_by: row.reviewed_by.map(by).transpose()?,
            sent_at: row.sent_at.map(UnixMillis),
            sending: row.sent_by.map(sending).transpose()?,
            ended_at: row.ended_at.map(UnixMillis),
            updated_at: UnixMillis(row.updated_at),
            version: row.version,
        })
    }
}

/// The push socket's message of a withdrawal.
#[derive(Debug, Serialize)]
struct WithdrawalMessage {
    kind: &'static str,
    #[serde(flatten)]
    withdrawal: WithdrawalReply,
}

impl StoredRecord for Withdrawal {
    async fn load(from: &mut Source<'_>, ids: &BTreeSet<WithdrawalId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(ids.iter().map(|id| id.0));
        rows::read::<WithdrawalRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn count_open(
        from: &mut Source<'_>,
        accounts: &BTreeSet<AccountId>,
    ) -> Result<Vec<(AccountId, i64)>, DbError> {
        let input = Rows::default().int(accounts.iter().map(|account| account.0));
        let found: Vec<(i64, i64)> = rows::fetch(from, COUNT_OPEN, input).await?;
        Ok(found.into_iter().map(|(account, count)| (AccountId(account), count)).collect())
    }

    async fn store(batch: &mut Batch, withdrawals: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(withdrawals.iter().map(|w| w.id.0))
            .int(withdrawals.iter().map(|w| w.account.0))
            .int(withdrawals.iter().map(|w| w.payout_account.0))
            .text(withdrawals.iter().map(|w| whole(&w.destination)))
            .text(withdrawals.iter().map(|w| w.currency.as_str()))
            .int(withdrawals.iter().map(|w| w.amount))
            .int(withdrawals.iter().map(|w| w.fee))
            .int(withdrawals.iter().map(|w| w.rate))
            .int(withdrawals.iter().map(|w| w.debit.minor))
            .int(withdrawals.iter().map(|w| w.debit_fee.minor))
            .int(withdrawals.iter().map(|w| w.status.code()))
            .text(withdrawals.iter().map(|w| w.reason.as_deref()))
            .int(withdrawals.iter().map(|w| w.created_at.0))
            .int(withdrawals.iter().map(|w| w.reviewed_at.map(|at| at.0)))
            .text(withdrawals.iter().map(|w| w.reviewed_by.map(ReviewedBy::code)))
            .int(withdrawals.iter().map(|w| w.sent_at.map(|at| at.0)))
            .text(withdrawals.iter().map(|w| w.sending.as_ref().map(Sending::code)))
            .text(withdrawals.iter().map(|w| w.sending.as_ref().and_then(Sending::reference)))
            .int(withdrawals.iter().map(|w| w.ended_at.map(|at| at.0)))
            .int(withdrawals.iter().map(|w| w.updated_at.0))
            .int(withdrawals.iter().map(|w| w.version));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, _: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let message = WithdrawalMessage { kind: "withdrawal", withdrawal: WithdrawalReply::from(self) };
        let data = serde_json::to_string(&message);
        Some(data.map(|data| Told { account: self.account, topic: "messages", data }))
    }
}

fn whole(destination: &Destination) -> String {
    serde_json::to_string(destination).expect("a destination is names and texts")
}

/// A page of an account's withdrawals, newest first, and their number, counted up to 10,000; only those of one state if
/// it is given.
pub async fn page(
    on: &mut impl Session,
    account: AccountId,
    status: Option<WithdrawalStatus>,
    page: Page,
) -> Result<(Vec<Withdrawal>, i64), DbError> {
    let status = status.map_or(-1, WithdrawalStatus::code);
    let (total,) = fetch_one!(on, (i64,), COUNT, account.0, status, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let found = fetch_all!(on, WithdrawalRecord, PAGE, account.0, status, page.size(), page.offset())?;
    Ok((found.into_iter().map(Withdrawal::try_from).collect::<Result<_, _>>()?, total))
}

/// Withdrawals of all customers that have waited for review since `until` (Unix ms) or longer, the longest first, and
/// with simulated sending those to be sent or settled; one that cannot be read is left out and does not hold up others.
pub async fn due(
    on: &mut impl Session,
    until: i64,
    is_simulated: bool,
    part: Part,
) -> Result<Read<Withdrawal>, DbError> {
    fetch_part!(on, Withdrawal::NAME, WithdrawalRecord, DUE, part, until, i64::from(is_simulated))
}

/// Withdrawals of all customers that wait for review, the longest first; one that cannot be read is left out and does
/// not hold up others.
pub async fn requested(on: &mut impl Session, at_most: i64) -> Result<Vec<Withdrawal>, DbError> {
    fetch_head!(on, Withdrawal::NAME, WithdrawalRecord, REQUESTED, at_most)
}

/// Withdrawals of all customers that are approved or sent, the longest first.
pub async fn under_way(on: &mut impl Session, at_most: i64) -> Result<Vec<Withdrawal>, DbError> {
    fetch_head!(on, Withdrawal::NAME, WithdrawalRecord, UNDER_WAY, at_most)
}

/// One withdrawal of one customer.
pub async fn one(on: &mut impl Session, account: AccountId, id: WithdrawalId) -> Result<Option<Withdrawal>, DbError> {
    fetch_optional!(on, WithdrawalRecord, ONE, id.0, account.0)?.map(Withdrawal::try_from).transpose()
}

/// The funding account, in cents.
#[derive(Clone, Copy, Debug, Default)]
pub struct Funding {
    pub posted: i64,
    pub held: i64,
    /// The part of `held` that is set aside for withdrawals.
    pub held_for_withdrawals: i64,
    /// The part of `held` that is the margin of positions.
    pub held_for_margin: i64,
}

impl Funding {
    pub const fn available(&self) -> i64 {
        self.posted.saturating_sub(self.held)
    }

    /// The rest of `held` is held for orders.
    pub const fn held_for_orders(&self) -> i64 {
        self.held.saturating_sub(self.held_for_withdrawals).saturating_sub(self.held_for_margin)
    }
}

/// The funding account; zero if it was never used.
pub async fn funding(on: &mut impl Session, account: AccountId) -> Result<Funding, DbError> {
    let found = fetch_optional!(on, (i64, i64, i64, i64), FUNDING, account.0, Withdrawal::WALLET.code())?;
    let of = |(posted, held, held_for_withdrawals, held_for_margin)| Funding {
        posted,
        held,
        held_for_withdrawals,
        held_for_margin,
    };
    Ok(found.map(of).unwrap_or_default())
}
