//! The settlements of contracts, and which of them positions owe.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::decimal::Price;
use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::positions::{Direction, PositionKey};
use plumbline_core::products::{OwedSettlements, Settlement, SettlementMethod};
use plumbline_core::time::UnixMillis;

use super::rate_columns::RateColumns;
use crate::db::rows::{self, Rows};
use crate::db::{Batch, DbError, RowName, UnreadRow, aside::count};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

statements! {
    LOAD("ii"): "SELECT CAST(NULL AS BIGINT) AS account_id, CAST(NULL AS BIGINT) AS direction, s.* FROM settlements s
        WHERE (s.instrument_id, s.settled_at) IN ({rows})";
    STORE("iiitiittiii"): "INSERT INTO settlements
        (instrument_id, settled_at, price, method, closes, days_left, rate_from, rate_to, rate_bid, rate_ask,
         rate_inverse) {rows}";
    OWED("iii"): "WITH v(account_id, instrument_id, direction) AS ({rows})
        SELECT p.account_id, p.instrument_id AS id, p.direction, s.* FROM v
        JOIN positions p ON p.account_id = v.account_id AND p.instrument_id = v.instrument_id
            AND p.direction = v.direction AND p.basis IS NOT NULL AND p.quantity <> 0
        JOIN settlements s ON s.instrument_id = p.instrument_id AND s.settled_at > p.charged_until";
}

record! {
    /// A row of `settlements`, and the position that owes it, if the statement asks for that.
    pub struct SettlementRecord {
        account_id: Option<i64>,
        direction: Option<i64>,
        instrument_id: i64,
        settled_at: i64,
        price: i64,
        method: String,
        closes: i64,
        days_left: i64,
        rate_from: Option<String>,
        rate_to: Option<String>,
        rate_bid: Option<i64>,
        rate_ask: Option<i64>,
        rate_inverse: Option<i64>,
    }
}

impl TryFrom<SettlementRecord> for Settlement {
    type Error = DbError;

    fn try_from(row: SettlementRecord) -> Result<Self, DbError> {
        count("settlements.settled_at", row.settled_at)?;
        count("settlements.days_left", row.days_left)?;
        if row.price <= 0 {
            return Err(DbError::Corrupt { column: "settlements.price", value: row.price.to_string() });
        }
        let method = SettlementMethod::from_code(&row.method);
        let method =
            method.ok_or_else(|| DbError::Corrupt { column: "settlements.method", value: row.method.clone() })?;
        let rate = RateColumns {
            from: row.rate_from.as_deref(),
            to: row.rate_to.as_deref(),
            bid: row.rate_bid,
            ask: row.rate_ask,
            inverse: row.rate_inverse,
        };
        Ok(Self {
            instrument: InstrumentId(row.instrument_id),
            at: UnixMillis(row.settled_at),
            price: Price::from_units(row.price),
            method,
            closes: row.closes != 0,
            days_left: row.days_left,
            rate: rate.read(["settlements.rate_from", "settlements.rate_to", "settlements.rate_bid"])?,
        })
    }
}

/// A settlement with the position that owes it.
struct Owed(PositionKey, Settlement);

impl TryFrom<SettlementRecord> for Owed {
    type Error = DbError;

    fn try_from(row: SettlementRecord) -> Result<Self, DbError> {
        let corrupt = || DbError::Corrupt { column: "positions.direction", value: format!("{:?}", row.direction) };
        let direction = row.direction.and_then(Direction::from_code).ok_or_else(corrupt)?;
        let (account, instrument) = (AccountId(row.account_id.unwrap_or_default()), InstrumentId(row.instrument_id));
        Ok(Self(PositionKey { account, instrument, direction }, row.try_into()?))
    }
}

impl StoredRecord<crate::Here> for Settlement {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<(InstrumentId, UnixMillis)>) -> Result<Vec<Self>, DbError> {
        let input =
            Rows::default().int(keys.iter().map(|(instrument, _)| instrument.0)).int(keys.iter().map(|(_, at)| at.0));
        rows::read::<SettlementRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, settlements: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(settlements.iter().map(|s| s.instrument.0))
            .int(settlements.iter().map(|s| s.at.0))
            .int(settlements.iter().map(|s| s.price.units()))
            .text(settlements.iter().map(|s| s.method.code()))
            .int(settlements.iter().map(|s| i64::from(s.closes)))
            .int(settlements.iter().map(|s| s.days_left))
            .text(settlements.iter().map(|s| s.rate.map(|rate| rate.from.code())))
            .text(settlements.iter().map(|s| s.rate.map(|rate| rate.to.code())))
            .int(settlements.iter().map(|s| s.rate.map(|rate| rate.bid.units())))
            .int(settlements.iter().map(|s| s.rate.map(|rate| rate.ask.units())))
            .int(settlements.iter().map(|s| s.rate.map(|rate| i64::from(rate.inverse))));
        rows::store(batch, STORE, input).await
    }
}

impl StoredRecord<crate::Here> for OwedSettlements {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<PositionKey>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default()
            .int(keys.iter().map(|key| key.account.0))
            .int(keys.iter().map(|key| key.instrument.0))
            .int(keys.iter().map(|key| key.direction.code()));
        let (found, unread) = rows::each::<SettlementRecord, Owed>(from, Self::NAME, OWED, input).await?;
        let mut owed: BTreeMap<PositionKey, Vec<Settlement>> = BTreeMap::new();
        for Owed(position, settlement) in found {
            owed.entry(position).or_default().push(settlement);
        }
        let in_order = |(position, mut settlements): (PositionKey, Vec<Settlement>)| {
            settlements.sort_by_key(|settlement| settlement.at);
            Self { position, settlements: Some(settlements) }
        };
        let mut all: BTreeMap<PositionKey, Self> = owed.into_iter().map(in_order).map(|it| (it.position, it)).collect();
        // Such a settlement is nobody's row: its positions wait for it, and their accounts have all else.
        for UnreadRow { name, why } in unread {
            let of_account = keys.iter().filter(|key| Some(key.account) == name.account);
            for key in of_account.filter(|key| name.id.is_none_or(|contract| key.instrument.0 == contract)) {
                all.insert(*key, Self { position: *key, settlements: None });
            }
            from.put_aside().put(&UnreadRow { name: RowName { account: None, ..name }, why });
        }
        Ok(all.into_values().collect())
    }

    /// Settlements are stored as [`Settlement`].
    async fn store(_: &mut Batch, _: &[&Self]) -> Result<(), DbError> {
        Err(DbError::NoStore(Self::NAME))
    }
}
