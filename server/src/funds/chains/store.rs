//! The table `chain_deposits`: recorded outputs.

use std::collections::BTreeSet;

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Record;
use plumbline_core::funds::REPORTING;
use plumbline_core::funds::chains::{ChainDeposit, ChainDepositStatus, Output};
use plumbline_core::ids::{AccountId, ChainDepositId, SuspenseReleaseId};
use plumbline_core::money::Money;
use plumbline_core::time::UnixMillis;

use crate::db::queue::{Part, Read};
use crate::db::{Batch, DbError, Session, aside::money, rows, rows::OfAccount, rows::Rows};
use crate::funds::recharge_reply::DepositMessage;
use crate::writer::{Listings, Source, StoredRecord, Told};
use crate::{fetch_all, fetch_part, record, statements};

/// Most deposits that are credited out of suspense at once.
const RELEASED_AT_ONCE: i64 = 500;

statements! {
    LOAD("i"): "SELECT * FROM chain_deposits WHERE id IN ({rows})";
    /// A row of another account, or a newer one, makes the version NULL and the batch fail.
    STORE("iitttitiiiiiiii"): "INSERT INTO chain_deposits
        (id, account_id, chain, transaction_id, contract, output, currency, amount, rate, booked, status, release_id, created_at,
         updated_at, version) {rows}
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, release_id = excluded.release_id,
            updated_at = excluded.updated_at, version = CASE WHEN chain_deposits.account_id = excluded.account_id
                AND chain_deposits.version < excluded.version THEN excluded.version END";
    /// Status 4 is in suspense. The greatest first, so that dust does not hold up larger amounts.
    SUSPENDED: "SELECT id FROM chain_deposits WHERE account_id = $1 AND currency = $2 AND status = 4
        ORDER BY amount DESC, id LIMIT $3";
    /// Accounts whose suspended deposits sum to the minimum, or that got a sufficient deposit since. The sums need not
    /// be exact, and cannot overflow.
    ENOUGH: "SELECT s.account_id FROM (SELECT account_id, SUM(amount * 1.0) AS amount, MIN(created_at) AS since
            FROM chain_deposits WHERE currency = $1 AND status = 4 GROUP BY account_id) s
        WHERE s.amount >= $2 OR EXISTS (SELECT 1 FROM chain_deposits d WHERE d.account_id = s.account_id
            AND d.currency = $1 AND d.status = 1 AND d.release_id IS NULL AND d.created_at >= s.since)
        ORDER BY s.amount DESC, s.account_id LIMIT $3 OFFSET $4";
    IN_SUSPENSE: "SELECT currency, CAST(SUM(amount) AS BIGINT), CAST(SUM(booked) AS BIGINT) FROM chain_deposits
        WHERE account_id = $1 AND status = 4 GROUP BY currency ORDER BY currency";
}

record! {
    /// A row of `chain_deposits`.
    pub struct ChainDepositRow {
        id: i64,
        account_id: i64,
        chain: String,
        transaction_id: String,
        contract: String,
        output: i64,
        currency: String,
        amount: i64,
        rate: i64,
        booked: i64,
        status: i64,
        release_id: Option<i64>,
        created_at: i64,
        updated_at: i64,
        version: i64,
    }
}

impl TryFrom<ChainDepositRow> for ChainDeposit {
    type Error = DbError;

    fn try_from(row: ChainDepositRow) -> Result<Self, DbError> {
        money(&[("chain_deposits.booked", row.booked)])?;
        let status = match (row.status, row.release_id) {
            (ChainDepositStatus::IN_SUSPENSE, None) => ChainDepositStatus::InSuspense,
            (ChainDepositStatus::CREDITED, None) => ChainDepositStatus::Credited,
            (ChainDepositStatus::CREDITED, Some(release)) => ChainDepositStatus::Released(SuspenseReleaseId(release)),
            (status, _) => {
                return Err(DbError::Corrupt { column: "chain_deposits.status", value: status.to_string() });
            }
        };
        Ok(ChainDeposit {
            id: ChainDepositId(row.id),
            account: AccountId(row.account_id),
            output: Output {
                chain: row.chain,
                transaction: row.transaction_id,
                contract: row.contract,
                index: row.output,
            },
            currency: row.currency,
            amount: Quantity::from_units(row.amount),
            rate: row.rate,
            booked: Money::new(row.booked, REPORTING),
            status,
            created_at: UnixMillis(row.created_at),
            updated_at: UnixMillis(row.updated_at),
            version: row.version,
        })
    }
}

impl StoredRecord for ChainDeposit {
    async fn load(from: &mut Source<'_>, ids: &BTreeSet<ChainDepositId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(ids.iter().map(|id| id.0));
        rows::read::<ChainDepositRow, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, deposits: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(deposits.iter().map(|d| d.id.0))
            .int(deposits.iter().map(|d| d.account.0))
            .text(deposits.iter().map(|d| d.output.chain.as_str()))
            .text(deposits.iter().map(|d| d.output.transaction.as_str()))
            .text(deposits.iter().map(|d| d.output.contract.as_str()))
            .int(deposits.iter().map(|d| d.output.index))
            .text(deposits.iter().map(|d| d.currency.as_str()))
            .int(deposits.iter().map(|d| d.amount.units()))
            .int(deposits.iter().map(|d| d.rate))
            .int(deposits.iter().map(|d| d.booked.minor))
            .int(deposits.iter().map(|d| d.status.code()))
            .int(deposits.iter().map(|d| d.status.release().map(|release| release.0)))
            .int(deposits.iter().map(|d| d.created_at.0))
            .int(deposits.iter().map(|d| d.updated_at.0))
            .int(deposits.iter().map(|d| d.version));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, _: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let data = serde_json::to_string(&DepositMessage::new(self.into()));
        Some(data.map(|data| Told { account: self.account, topic: "messages", data }))
    }
}

/// A customer's suspended deposits in a currency, the greatest first, as many as are credited at once.
pub async fn suspended(
    on: &mut impl Session,
    account: AccountId,
    currency: &str,
) -> Result<Vec<ChainDepositId>, DbError> {
    let found = fetch_all!(on, (i64,), SUSPENDED, account.0, currency, RELEASED_AT_ONCE)?;
    Ok(found.into_iter().map(|(id,)| ChainDepositId(id)).collect())
}

/// Accounts whose suspended deposits in a currency are to be credited.
pub async fn enough_in_suspense(
    on: &mut impl Session,
    currency: &str,
    minimum: Quantity,
    part: Part,
) -> Result<Read<AccountId>, DbError> {
    fetch_part!(on, ChainDeposit::NAME, OfAccount, ENOUGH, part, currency, minimum.units())
}

/// A customer's suspense: of each currency the amount, and its value on arrival.
pub async fn in_suspense(on: &mut impl Session, account: AccountId) -> Result<Vec<(String, Quantity, Money)>, DbError> {
    let found = fetch_all!(on, (String, i64, i64), IN_SUSPENSE, account.0)?;
    let of = |(currency, amount, booked)| (currency, Quantity::from_units(amount), Money::new(booked, REPORTING));
    Ok(found.into_iter().map(of).collect())
}
