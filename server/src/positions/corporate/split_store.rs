//! Positions that were adjusted for splits, many at a time.

use std::collections::BTreeSet;

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, CorporateActionId, InstrumentId, PositionId};
use plumbline_core::positions::{Direction, PositionKey};
use plumbline_core::products::ShareSplit;
use plumbline_core::time::UnixMillis;

use crate::db::{Batch, DbError, rows, rows::Rows};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

statements! {
    LOAD("iiii"): "SELECT * FROM share_splits
        WHERE (corporate_action_id, account_id, instrument_id, direction) IN ({rows})";
    STORE("iiiiiiii"): "INSERT INTO share_splits (corporate_action_id, account_id, instrument_id, direction, position_id,
        quantity_before, quantity_after, created_at) {rows}";
}

record! {
    /// A row of `share_splits`.
    pub struct SplitRecord {
        corporate_action_id: i64,
        account_id: i64,
        instrument_id: i64,
        direction: i64,
        position_id: i64,
        quantity_before: i64,
        quantity_after: i64,
        created_at: i64,
    }
}

impl TryFrom<SplitRecord> for ShareSplit {
    type Error = DbError;

    fn try_from(row: SplitRecord) -> Result<Self, DbError> {
        let corrupt = || DbError::Corrupt { column: "share_splits.direction", value: row.direction.to_string() };
        let (account, instrument) = (AccountId(row.account_id), InstrumentId(row.instrument_id));
        let direction = Direction::from_code(row.direction).ok_or_else(corrupt)?;
        Ok(Self {
            split: CorporateActionId(row.corporate_action_id),
            key: PositionKey { account, instrument, direction },
            position: PositionId(row.position_id),
            before: Quantity::from_units(row.quantity_before),
            after: Quantity::from_units(row.quantity_after),
            created_at: UnixMillis(row.created_at),
        })
    }
}

impl StoredRecord<crate::Here> for ShareSplit {
    async fn load(
        from: &mut Source<'_>,
        keys: &BTreeSet<(CorporateActionId, PositionKey)>,
    ) -> Result<Vec<Self>, DbError> {
        let input = Rows::default()
            .int(keys.iter().map(|(split, _)| split.0))
            .int(keys.iter().map(|(_, key)| key.account.0))
            .int(keys.iter().map(|(_, key)| key.instrument.0))
            .int(keys.iter().map(|(_, key)| key.direction.code()));
        rows::read::<SplitRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, splits: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(splits.iter().map(|s| s.split.0))
            .int(splits.iter().map(|s| s.key.account.0))
            .int(splits.iter().map(|s| s.key.instrument.0))
            .int(splits.iter().map(|s| s.key.direction.code()))
            .int(splits.iter().map(|s| s.position.0))
            .int(splits.iter().map(|s| s.before.units()))
            .int(splits.iter().map(|s| s.after.units()))
            .int(splits.iter().map(|s| s.created_at.0));
        rows::store(batch, STORE, input).await
    }
}
