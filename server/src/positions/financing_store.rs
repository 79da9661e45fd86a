//! What nights cost or brought positions, many at a time.

use std::collections::BTreeSet;

use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, FinancingId, InstrumentId, JournalId};
use plumbline_core::money::{Currency, Money};
use plumbline_core::positions::{Direction, PositionKey};
use plumbline_core::products::{Financing, FinancingRates};
use plumbline_core::time::UnixMillis;

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

statements! {
    LOAD("iiii"): "SELECT * FROM financing WHERE (account_id, instrument_id, direction, night) IN ({rows})";
    STORE("iiiiiiiiiititii"): "INSERT INTO financing
        (id, account_id, instrument_id, direction, night, nights, base_rate, quote_rate, markup, value, value_currency,
         amount, currency, journal_id, created_at) {rows}";
}

record! {
    /// A row of `financing`.
    pub struct FinancingRecord {
        id: i64,
        account_id: i64,
        instrument_id: i64,
        direction: i64,
        night: i64,
        nights: i64,
        base_rate: i64,
        quote_rate: i64,
        markup: i64,
        value: i64,
        value_currency: String,
        amount: i64,
        currency: String,
        journal_id: i64,
        created_at: i64,
    }
}

impl TryFrom<FinancingRecord> for Financing {
    type Error = DbError;

    fn try_from(row: FinancingRecord) -> Result<Self, DbError> {
        let corrupt = |column, value: &dyn ToString| DbError::Corrupt { column, value: value.to_string() };
        let currency = |column, code: &String| code.parse::<Currency>().map_err(|_| corrupt(column, code));
        let direction =
            Direction::from_code(row.direction).ok_or_else(|| corrupt("financing.direction", &row.direction))?;
        Ok(Self {
            id: FinancingId(row.id),
            position: PositionKey {
                account: AccountId(row.account_id),
                instrument: InstrumentId(row.instrument_id),
                direction,
            },
            night: UnixMillis(row.night),
            nights: row.nights,
            rates: FinancingRates { base: row.base_rate, quote: row.quote_rate, markup: row.markup },
            value: Money::new(row.value, currency("financing.value_currency", &row.value_currency)?),
            amount: Money::new(row.amount, currency("financing.currency", &row.currency)?),
            journal: JournalId(row.journal_id),
            created_at: UnixMillis(row.created_at),
        })
    }
}

impl StoredRecord for Financing {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<(PositionKey, UnixMillis)>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default()
            .int(keys.iter().map(|(position, _)| position.account.0))
            .int(keys.iter().map(|(position, _)| position.instrument.0))
            .int(keys.iter().map(|(position, _)| position.direction.code()))
            .int(keys.iter().map(|(_, night)| night.0));
        rows::read::<FinancingRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, charges: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(charges.iter().map(|c| c.id.0))
            .int(charges.iter().map(|c| c.position.account.0))
            .int(charges.iter().map(|c| c.position.instrument.0))
            .int(charges.iter().map(|c| c.position.direction.code()))
            .int(charges.iter().map(|c| c.night.0))
            .int(charges.iter().map(|c| c.nights))
            .int(charges.iter().map(|c| c.rates.base))
            .int(charges.iter().map(|c| c.rates.quote))
            .int(charges.iter().map(|c| c.rates.markup))
            .int(charges.iter().map(|c| c.value.minor))
            .text(charges.iter().map(|c| c.value.currency.code()))
            .int(charges.iter().map(|c| c.amount.minor))
            .text(charges.iter().map(|c| c.amount.currency.code()))
            .int(charges.iter().map(|c| c.journal.0))
            .int(charges.iter().map(|c| c.created_at.0));
        rows::store(batch, STORE, input).await
    }
}
