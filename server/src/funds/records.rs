//! Deposits and transfers as the write path loads and stores them, many at a time.

use std::collections::BTreeSet;

use plumbline_core::funds::{Deposit, DepositChannel, DepositStatus, Transfer};
use plumbline_core::ids::{AccountId, DepositId, TransferId};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::time::UnixMillis;

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::{record, statements};

statements! {
    LOAD_DEPOSITS("i"): "SELECT * FROM deposits WHERE id IN ({rows})";
    /// Status 0 is pending.
    COUNT_PENDING_DEPOSITS("i"): "SELECT account_id, COUNT(*) FROM deposits
        WHERE status = 0 AND account_id IN ({rows}) GROUP BY account_id";
    /// Another deposit of that id makes the status NULL and the batch fail.
    STORE_DEPOSITS("iitttiititii"): "INSERT INTO deposits
        (id, account_id, channel, sent_currency, sent_amount, credit, rate, proof_url, status, reason, created_at,
         reviewed_at) {rows}
        ON CONFLICT (id) DO UPDATE SET status = CASE WHEN deposits.account_id = excluded.account_id
            AND deposits.created_at = excluded.created_at THEN excluded.status END, reason = excluded.reason,
            reviewed_at = excluded.reviewed_at";
    STORE_TRANSFERS("iittiiii"): "INSERT INTO transfers
        (id, account_id, from_wallet, to_wallet, debited, credited, rate, created_at) {rows}";
}

record! {
    /// A row of `deposits`.
    pub struct DepositRecord {
        id: i64,
        account_id: i64,
        channel: String,
        sent_currency: String,
        sent_amount: String,
        credit: i64,
        rate: Option<i64>,
        proof_url: Option<String>,
        status: i64,
        reason: Option<String>,
        created_at: i64,
        reviewed_at: Option<i64>,
    }
}

impl TryFrom<DepositRecord> for Deposit {
    type Error = DbError;

    fn try_from(row: DepositRecord) -> Result<Self, DbError> {
        let channel = DepositChannel::from_code(&row.channel)
            .ok_or(DbError::Corrupt { column: "deposits.channel", value: row.channel })?;
        let status = DepositStatus::from_code(row.status)
            .ok_or(DbError::Corrupt { column: "deposits.status", value: row.status.to_string() })?;
        Ok(Deposit {
            id: DepositId(row.id),
            account: AccountId(row.account_id),
            channel,
            sent_currency: row.sent_currency,
            sent_amount: row.sent_amount,
            credit: Money::new(row.credit, Wallet::Balance.currency()),
            rate: row.rate,
            proof_url: row.proof_url,
            status,
            reason: row.reason,
            created_at: UnixMillis(row.created_at),
            reviewed_at: row.reviewed_at.map(UnixMillis),
        })
    }
}

/// A row of `transfers`.
#[derive(Debug, sqlx::FromRow)]
pub struct TransferRecord {
    id: i64,
    account_id: i64,
    from_wallet: String,
    to_wallet: String,
    debited: i64,
    credited: i64,
    rate: Option<i64>,
    created_at: i64,
}

impl TryFrom<TransferRecord> for Transfer {
    type Error = DbError;

    fn try_from(row: TransferRecord) -> Result<Self, DbError> {
        let wallet = |code: String| -> Result<Wallet, DbError> {
            code.parse().map_err(|_| DbError::Corrupt { column: "transfers.wallet", value: code })
        };
        let (from, to) = (wallet(row.from_wallet)?, wallet(row.to_wallet)?);
        Ok(Transfer {
            id: TransferId(row.id),
            account: AccountId(row.account_id),
            from,
            to,
            debited: Money::new(row.debited, from.currency()),
            credited: Money::new(row.credited, to.currency()),
            rate: row.rate,
            created_at: UnixMillis(row.created_at),
        })
    }
}

pub async fn load_deposits(batch: &mut Batch, ids: &BTreeSet<DepositId>) -> Result<Vec<Deposit>, DbError> {
    let input = Rows::default().int(ids.iter().map(|id| id.0));
    let found: Vec<DepositRecord> = rows::fetch(batch, LOAD_DEPOSITS, input).await?;
    found.into_iter().map(Deposit::try_from).collect()
}

/// How many deposits of each account wait for their review; an account that is not named has none.
pub async fn pending_deposits(
    batch: &mut Batch,
    accounts: &BTreeSet<AccountId>,
) -> Result<Vec<(AccountId, i64)>, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let found: Vec<(i64, i64)> = rows::fetch(batch, COUNT_PENDING_DEPOSITS, input).await?;
    Ok(found.into_iter().map(|(account, count)| (AccountId(account), count)).collect())
}

pub async fn store_deposits(
    batch: &mut Batch,
    deposits: impl Iterator<Item = &Deposit> + Clone,
) -> Result<(), DbError> {
    let input = Rows::default()
        .int(deposits.clone().map(|d| d.id.0))
        .int(deposits.clone().map(|d| d.account.0))
        .text(deposits.clone().map(|d| d.channel.code()))
        .text(deposits.clone().map(|d| d.sent_currency.as_str()))
        .text(deposits.clone().map(|d| d.sent_amount.as_str()))
        .int(deposits.clone().map(|d| d.credit.minor))
        .int(deposits.clone().map(|d| d.rate))
        .text(deposits.clone().map(|d| d.proof_url.as_deref()))
        .int(deposits.clone().map(|d| d.status.code()))
        .text(deposits.clone().map(|d| d.reason.as_deref()))
        .int(deposits.clone().map(|d| d.created_at.0))
        .int(deposits.map(|d| d.reviewed_at.map(|at| at.0)));
    rows::store(batch, STORE_DEPOSITS, input).await
}

pub async fn store_transfers(batch: &mut Batch, transfers: &[Transfer]) -> Result<(), DbError> {
    let input = Rows::default()
        .int(transfers.iter().map(|t| t.id.0))
        .int(transfers.iter().map(|t| t.account.0))
        .text(transfers.iter().map(|t| t.from.code()))
        .text(transfers.iter().map(|t| t.to.code()))
        .int(transfers.iter().map(|t| t.debited.minor))
        .int(transfers.iter().map(|t| t.credited.minor))
        .int(transfers.iter().map(|t| t.rate))
        .int(transfers.iter().map(|t| t.created_at.0));
    rows::store(batch, STORE_TRANSFERS, input).await
}
