//! What settlements credited for positions, or debited, many at a time.

use plumbline_core::products::Variation;

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::statements;
use crate::writer::StoredRecord;

statements! {
    STORE("iiiiiiiiititii"): "INSERT INTO variations
        (id, account_id, instrument_id, direction, settled_at, quantity, price, value, basis, value_currency, amount,
         currency, journal_id, created_at) {rows}";
}

impl StoredRecord<crate::Here> for Variation {
    async fn store(batch: &mut Batch, variations: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(variations.iter().map(|v| v.id.0))
            .int(variations.iter().map(|v| v.position.account.0))
            .int(variations.iter().map(|v| v.position.instrument.0))
            .int(variations.iter().map(|v| v.position.direction.code()))
            .int(variations.iter().map(|v| v.settlement.0))
            .int(variations.iter().map(|v| v.quantity.units()))
            .int(variations.iter().map(|v| v.price.units()))
            .int(variations.iter().map(|v| v.value.minor))
            .int(variations.iter().map(|v| v.basis.minor))
            .text(variations.iter().map(|v| v.value.currency.code()))
            .int(variations.iter().map(|v| v.amount.minor))
            .text(variations.iter().map(|v| v.amount.currency.code()))
            .int(variations.iter().map(|v| v.journal.0))
            .int(variations.iter().map(|v| v.created_at.0));
        rows::store(batch, STORE, input).await
    }
}
