//! What accounts get of dividends, many at a time.

use std::collections::BTreeSet;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, CorporateActionId, DividendId, InstrumentId, JournalId};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::products::{Dividend, DividendStatus};
use plumbline_core::time::UnixMillis;

use crate::db::{Batch, DbError, aside::money, rows, rows::Rows};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

statements! {
    LOAD("ii"): "SELECT * FROM dividends WHERE (corporate_action_id, account_id) IN ({rows})";
    /// Another account's row, or a newer one, makes the version NULL and the batch fail.
    STORE("iiiiiitiiiiiii"): "INSERT INTO dividends (id, corporate_action_id, account_id, instrument_id, quantity, per_share,
        wallet, amount, pays_at, status, journal_id, created_at, updated_at, version) {rows}
        ON CONFLICT (id) DO UPDATE SET status = excluded.status, journal_id = excluded.journal_id,
            updated_at = excluded.updated_at, version = CASE WHEN dividends.account_id = excluded.account_id
                AND dividends.version < excluded.version THEN excluded.version END";
}

record! {
    /// A row of `dividends`.
    pub struct DividendRecord {
        id: i64,
        corporate_action_id: i64,
        account_id: i64,
        instrument_id: i64,
        quantity: i64,
        per_share: i64,
        wallet: String,
        amount: i64,
        pays_at: i64,
        status: i64,
        journal_id: Option<i64>,
        created_at: i64,
        updated_at: i64,
        version: i64,
    }
}

impl TryFrom<DividendRecord> for Dividend {
    type Error = DbError;

    fn try_from(row: DividendRecord) -> Result<Self, DbError> {
        money(&[("dividends.amount", row.amount)])?;
        let corrupt = |column, value: &dyn ToString| DbError::Corrupt { column, value: value.to_string() };
        let wallet: Wallet = row.wallet.parse().map_err(|_| corrupt("dividends.wallet", &row.wallet))?;
        let status = match (row.status, row.journal_id) {
            (0, None) => DividendStatus::Due,
            (1, Some(journal)) => DividendStatus::Paid(JournalId(journal)),
            _ => return Err(corrupt("dividends.status", &row.status)),
        };
        Ok(Self {
            id: DividendId(row.id),
            dividend: CorporateActionId(row.corporate_action_id),
            account: AccountId(row.account_id),
            instrument: InstrumentId(row.instrument_id),
            quantity: Quantity::from_units(row.quantity),
            per_share: Price::from_units(row.per_share),
            wallet,
            amount: Money::new(row.amount, wallet.currency()),
            pays_at: UnixMillis(row.pays_at),
            status,
            created_at: UnixMillis(row.created_at),
            updated_at: UnixMillis(row.updated_at),
            version: row.version,
        })
    }
}

/// The status in the database, and the journal of what is paid.
fn status(dividend: &Dividend) -> (i64, Option<i64>) {
    match dividend.status {
        DividendStatus::Due => (0, None),
        DividendStatus::Paid(journal) => (1, Some(journal.0)),
    }
}

impl StoredRecord<crate::Here> for Dividend {
    async fn load(
        from: &mut Source<'_>,
        keys: &BTreeSet<(CorporateActionId, AccountId)>,
    ) -> Result<Vec<Self>, DbError> {
        let input =
            Rows::default().int(keys.iter().map(|(dividend, _)| dividend.0)).int(keys.iter().map(|(_, of)| of.0));
        rows::read::<DividendRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, dividends: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(dividends.iter().map(|d| d.id.0))
            .int(dividends.iter().map(|d| d.dividend.0))
            .int(dividends.iter().map(|d| d.account.0))
            .int(dividends.iter().map(|d| d.instrument.0))
            .int(dividends.iter().map(|d| d.quantity.units()))
            .int(dividends.iter().map(|d| d.per_share.units()))
            .text(dividends.iter().map(|d| d.wallet.code()))
            .int(dividends.iter().map(|d| d.amount.minor))
            .int(dividends.iter().map(|d| d.pays_at.0))
            .int(dividends.iter().map(|d| status(d).0))
            .int(dividends.iter().map(|d| status(d).1))
            .int(dividends.iter().map(|d| d.created_at.0))
            .int(dividends.iter().map(|d| d.updated_at.0))
            .int(dividends.iter().map(|d| d.version));
        rows::store(batch, STORE, input).await
    }
}
