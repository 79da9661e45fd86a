//! What nights cost or brought positions, many at a time.

use plumbline_core::products::Financing;

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::statements;
use crate::writer::StoredRecord;

statements! {
    STORE("iiiiiiiiiititii"): "INSERT INTO financing
        (id, account_id, instrument_id, direction, night, nights, base_rate, quote_rate, markup, value, value_currency,
         amount, currency, journal_id, created_at) {rows}";
}

impl StoredRecord<crate::Here> for Financing {
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
