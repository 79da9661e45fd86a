//! The table `suspense_releases`, which is only ever added to.

use plumbline_core::funds::chains::SuspenseRelease;

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::statements;
use crate::writer::StoredRecord;

statements! {
    STORE("iitiiii"): "INSERT INTO suspense_releases
        (id, account_id, currency, amount, rate, credit, created_at) {rows}";
}

impl StoredRecord for SuspenseRelease {
    async fn store(batch: &mut Batch, releases: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(releases.iter().map(|r| r.id.0))
            .int(releases.iter().map(|r| r.account.0))
            .text(releases.iter().map(|r| r.currency.as_str()))
            .int(releases.iter().map(|r| r.amount.units()))
            .int(releases.iter().map(|r| r.rate))
            .int(releases.iter().map(|r| r.credit.minor))
            .int(releases.iter().map(|r| r.created_at.0));
        rows::store(batch, STORE, input).await
    }
}
