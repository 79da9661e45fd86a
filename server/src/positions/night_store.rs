//! The nights of pairs, and which of them positions owe.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use plumbline_core::decimal::Price;
use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::positions::{Direction, PositionKey};
use plumbline_core::products::{FinancingRates, Night, OwedNights};
use plumbline_core::time::UnixMillis;

use super::rate_columns::RateColumns;
use crate::db::rows::{self, Rows};
use crate::db::{Batch, DbError, RowName, UnreadRow, aside::count};
use crate::writer::{Source, StoredRecord};
use crate::{record, statements};

/// Nights that are charged at once, with those of holidays: beyond them a row is corrupt.
const NIGHTS: RangeInclusive<i64> = 1..=31;
/// Yearly rates in 10⁻¹², up to ±1,000 %: beyond them a row is corrupt.
const RATES: RangeInclusive<i64> = -10_000_000_000_000..=10_000_000_000_000;

statements! {
    LOAD("ii"): "SELECT CAST(NULL AS BIGINT) AS account_id, CAST(NULL AS BIGINT) AS direction, n.* FROM nights n
        WHERE (n.instrument_id, n.night) IN ({rows})";
    STORE("iiiiiiiittiii"): "INSERT INTO nights
        (instrument_id, night, nights, base_rate, quote_rate, markup, bid, ask, rate_from, rate_to, rate_bid, rate_ask,
         rate_inverse) {rows}";
    OWED("iii"): "WITH v(account_id, instrument_id, direction) AS ({rows})
        SELECT p.account_id, p.instrument_id AS id, p.direction, n.* FROM v
        JOIN positions p ON p.account_id = v.account_id AND p.instrument_id = v.instrument_id
            AND p.direction = v.direction AND p.margin_wallet IS NOT NULL AND p.quantity <> 0
        JOIN nights n ON n.instrument_id = p.instrument_id AND n.night > p.charged_until";
}

record! {
    /// A row of `nights`, and the position that owes it, if the statement asks for that.
    struct NightRecord {
        account_id: Option<i64>,
        direction: Option<i64>,
        instrument_id: i64,
        night: i64,
        nights: i64,
        base_rate: i64,
        quote_rate: i64,
        markup: i64,
        bid: i64,
        ask: i64,
        rate_from: Option<String>,
        rate_to: Option<String>,
        rate_bid: Option<i64>,
        rate_ask: Option<i64>,
        rate_inverse: Option<i64>,
    }
}

impl TryFrom<NightRecord> for Night {
    type Error = DbError;

    fn try_from(row: NightRecord) -> Result<Self, DbError> {
        for (column, number, of) in [
            ("nights.nights", row.nights, NIGHTS),
            ("nights.base_rate", row.base_rate, RATES),
            ("nights.quote_rate", row.quote_rate, RATES),
            ("nights.markup", row.markup, RATES),
        ] {
            if !of.contains(&number) {
                return Err(DbError::Corrupt { column, value: number.to_string() });
            }
        }
        for (column, number) in [
            ("nights.night", row.night),
            ("nights.bid", row.bid),
            ("nights.ask", row.ask),
            ("nights.rate_bid", row.rate_bid.unwrap_or_default()),
            ("nights.rate_ask", row.rate_ask.unwrap_or_default()),
        ] {
            count(column, number)?;
        }
        let rate = RateColumns {
            from: row.rate_from.as_deref(),
            to: row.rate_to.as_deref(),
            bid: row.rate_bid,
            ask: row.rate_ask,
            inverse: row.rate_inverse,
        };
        let rate = rate.read(["nights.rate_from", "nights.rate_to", "nights.rate_bid"])?;
        Ok(Self {
            instrument: InstrumentId(row.instrument_id),
            at: UnixMillis(row.night),
            nights: row.nights,
            rates: FinancingRates { base: row.base_rate, quote: row.quote_rate, markup: row.markup },
            bid: Price::from_units(row.bid),
            ask: Price::from_units(row.ask),
            rate,
        })
    }
}

/// A night with the position that owes it.
struct Owed(PositionKey, Night);

impl TryFrom<NightRecord> for Owed {
    type Error = DbError;

    fn try_from(row: NightRecord) -> Result<Self, DbError> {
        let corrupt = || DbError::Corrupt { column: "positions.direction", value: format!("{:?}", row.direction) };
        let direction = row.direction.and_then(Direction::from_code).ok_or_else(corrupt)?;
        let (account, instrument) = (AccountId(row.account_id.unwrap_or_default()), InstrumentId(row.instrument_id));
        Ok(Self(PositionKey { account, instrument, direction }, row.try_into()?))
    }
}

impl StoredRecord<crate::Here> for Night {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<(InstrumentId, UnixMillis)>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default()
            .int(keys.iter().map(|(instrument, _)| instrument.0))
            .int(keys.iter().map(|(_, night)| night.0));
        rows::read::<NightRecord, _>(from, Self::NAME, LOAD, input).await
    }

    async fn store(batch: &mut Batch, nights: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(nights.iter().map(|n| n.instrument.0))
            .int(nights.iter().map(|n| n.at.0))
            .int(nights.iter().map(|n| n.nights))
            .int(nights.iter().map(|n| n.rates.base))
            .int(nights.iter().map(|n| n.rates.quote))
            .int(nights.iter().map(|n| n.rates.markup))
            .int(nights.iter().map(|n| n.bid.units()))
            .int(nights.iter().map(|n| n.ask.units()))
            .text(nights.iter().map(|n| n.rate.map(|rate| rate.from.code())))
            .text(nights.iter().map(|n| n.rate.map(|rate| rate.to.code())))
            .int(nights.iter().map(|n| n.rate.map(|rate| rate.bid.units())))
            .int(nights.iter().map(|n| n.rate.map(|rate| rate.ask.units())))
            .int(nights.iter().map(|n| n.rate.map(|rate| i64::from(rate.inverse))));
        rows::store(batch, STORE, input).await
    }
}

impl StoredRecord<crate::Here> for OwedNights {
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<PositionKey>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default()
            .int(keys.iter().map(|key| key.account.0))
            .int(keys.iter().map(|key| key.instrument.0))
            .int(keys.iter().map(|key| key.direction.code()));
        let (found, unread) = rows::each::<NightRecord, Owed>(from, Self::NAME, OWED, input).await?;
        let mut owed: BTreeMap<PositionKey, Vec<Night>> = BTreeMap::new();
        for Owed(position, night) in found {
            owed.entry(position).or_default().push(night);
        }
        let in_order = |(position, mut nights): (PositionKey, Vec<Night>)| {
            nights.sort_by_key(|night| night.at);
            Self { position, nights: Some(nights) }
        };
        let mut all: BTreeMap<PositionKey, Self> = owed.into_iter().map(in_order).map(|it| (it.position, it)).collect();
        // Such a night is nobody's row: its positions wait for it, and their accounts have all else.
        for UnreadRow { name, why } in unread {
            let of_account = keys.iter().filter(|key| Some(key.account) == name.account);
            for key in of_account.filter(|key| name.id.is_none_or(|pair| key.instrument.0 == pair)) {
                all.insert(*key, Self { position: *key, nights: None });
            }
            from.put_aside().put(&UnreadRow { name: RowName { account: None, ..name }, why });
        }
        Ok(all.into_values().collect())
    }

    /// Nights are stored as [`Night`].
    async fn store(_: &mut Batch, _: &[&Self]) -> Result<(), DbError> {
        Err(DbError::NoStore(Self::NAME))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::{Db, Dialect};
    use crate::testing::databases;
    use crate::{execute, fetch_all};

    statements! {
        OPENED: "INSERT INTO positions (id, account_id, instrument_id, direction, quantity, held, cost, currency, fees,
                realized, opened_at, updated_at, version, margin_wallet)
            VALUES ($1, $1, 4, 0, 1, 0, 0, 'USD', 0, 0, $2, $2, 1, $3)";
        CHARGED: "INSERT INTO financing (id, account_id, instrument_id, direction, night, nights, base_rate, quote_rate,
                markup, value, value_currency, amount, currency, journal_id, created_at)
            VALUES ($1, $2, 4, 0, $1, 1, 0, 0, 0, 0, 'USD', 0, 'USD', 0, 0)";
        UNTIL: "SELECT id, charged_until FROM positions ORDER BY id";
    }

    /// What the migration writes into rows of before it.
    fn updates(dialect: Dialect) -> impl Iterator<Item = &'static str> {
        let migration = match dialect {
            Dialect::Sqlite => include_str!("../../migrations/sqlite/0120_nights.sql"),
            Dialect::Postgres => include_str!("../../migrations/postgres/0120_nights.sql"),
        };
        migration.split(';').map(str::trim).filter(|statement| statement.starts_with("UPDATE"))
    }

    #[tokio::test]
    async fn older_positions_have_been_charged_until_their_last_night_or_their_opening() {
        for (uri, _folder) in databases("nights").await {
            let db = Db::open(&uri).await.unwrap();
            let mut tx = db.begin().await.unwrap();
            for (id, opened_at, wallet) in
                [(1_i64, 5_i64, Some("FOREX")), (2, 10, Some("FOREX")), (3, 3, Some("FOREX")), (4, 5, None)]
            {
                execute!(&mut tx, OPENED, id, opened_at, wallet).unwrap();
            }
            for (night, account) in [(7_i64, 1_i64), (9, 1), (8, 2)] {
                execute!(&mut tx, CHARGED, night, account).unwrap();
            }
            tx.commit().await.unwrap();
            let mut updated = 0;
            for update in updates(db.dialect()) {
                let changed = match &db {
                    Db::Sqlite { writer, .. } => {
                        sqlx::query(update).execute(writer).await.map(|done| done.rows_affected())
                    }
                    Db::Postgres { pool, .. } => {
                        sqlx::query(update).execute(pool).await.map(|done| done.rows_affected())
                    }
                };
                updated += changed.unwrap();
            }
            assert!(updated > 0);
            let until = fetch_all!(&mut db.read().await.unwrap(), (i64, Option<i64>), UNTIL).unwrap();
            assert_eq!(until, [(1, Some(9)), (2, Some(10)), (3, Some(3)), (4, None)], "{uri}");
        }
    }
}
