//! The facts that the guards of withdrawals check. They are read from tables that other actions write: nothing is
//! stored here.

use std::collections::BTreeSet;

use plumbline_core::decision::Record;
use plumbline_core::funds::{Standing, StandingKey};
use plumbline_core::ids::{AccountId, PayoutAccountId};
use plumbline_core::time::UnixMillis;

use crate::db::rows::RowSession;
use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

statements! {
    /// Status 1 of deposits is credited.
    LOAD("iii"): "WITH v(account_id, payout_account_id, credits_since) AS ({rows})
        SELECT v.account_id, v.payout_account_id, v.credits_since, a.credentials_changed_at, p.destination_since,
            CAST(CASE WHEN p.deleted_at IS NULL THEN 0 ELSE 1 END AS BIGINT) AS destination_deleted,
            CAST((SELECT COALESCE(SUM(d.credit), 0) FROM deposits d
                    WHERE d.account_id = v.account_id AND d.status = 1 AND d.reviewed_at > v.credits_since)
                + (SELECT COALESCE(SUM(c.booked), 0) FROM chain_deposits c WHERE c.account_id = v.account_id
                    AND c.status = 1 AND c.release_id IS NULL AND c.updated_at > v.credits_since)
                + (SELECT COALESCE(SUM(r.credit), 0) FROM suspense_releases r
                    WHERE r.account_id = v.account_id AND r.created_at > v.credits_since) AS BIGINT) AS new_credit
        FROM v JOIN accounts a ON a.id = v.account_id
            LEFT JOIN payout_accounts p ON p.id = v.payout_account_id AND p.account_id = v.account_id";
}

record! {
    struct StandingRow {
        account_id: i64,
        payout_account_id: i64,
        credits_since: i64,
        credentials_changed_at: Option<i64>,
        destination_since: Option<i64>,
        destination_deleted: i64,
        new_credit: i64,
    }
}

impl From<StandingRow> for Standing {
    fn from(row: StandingRow) -> Self {
        let key = StandingKey {
            account: AccountId(row.account_id),
            payout_account: PayoutAccountId(row.payout_account_id),
            credits_since: UnixMillis(row.credits_since),
        };
        Self {
            key,
            credentials_changed_at: row.credentials_changed_at.map(UnixMillis),
            destination_since: row.destination_since.map(UnixMillis),
            is_destination_deleted: row.destination_deleted == 1,
            new_credit: row.new_credit,
        }
    }
}

async fn load(
    on: &mut (impl RowSession + ?Sized),
    keys: impl Iterator<Item = StandingKey> + Clone,
) -> Result<Vec<Standing>, DbError> {
    let input = Rows::default()
        .int(keys.clone().map(|key| key.account.0))
        .int(keys.clone().map(|key| key.payout_account.0))
        .int(keys.map(|key| key.credits_since.0));
    rows::read::<StandingRow, _>(on, Standing::NAME, LOAD, input).await
}

/// The standing of a customer, and of a saved account if there is one.
pub async fn find(on: &mut (impl RowSession + ?Sized), key: StandingKey) -> Result<Standing, DbError> {
    Ok(load(on, std::iter::once(key)).await?.pop().unwrap_or(Standing::unknown(key)))
}

impl StoredRecord for Standing {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<StandingKey>) -> Result<Vec<Self>, DbError> {
        load(from, keys.iter().copied()).await
    }

    /// No action writes a standing.
    async fn store(_: &mut Batch, _: &[&Self]) -> Result<(), DbError> {
        Err(DbError::NoStore("standing"))
    }
}
