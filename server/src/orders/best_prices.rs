//! The best prices that trailing stops have seen, by instrument and side, and where those stops stand.

use std::collections::{BTreeSet, HashMap};

use plumbline_core::decimal::Price;
use plumbline_core::decision::Record;
use plumbline_core::ids::{InstrumentId, OrderId};
use plumbline_core::orders::{BestPrice, BestPrices, Order, Side};

use super::Pricing;
use crate::db::rows::{RowSession, Rows};
use crate::db::{Batch, DbError, Session, aside::count, rows};
use crate::writer::{Source, StoredRecord};
use crate::{fetch_readable, record, statements};

statements! {
    LOAD("i"): "SELECT * FROM best_prices WHERE id IN ({rows})";
    ALL: "SELECT * FROM best_prices";
    STORE("iiiiti"): "INSERT INTO best_prices (id, instrument_id, side, accepted, levels, version) {rows}
        ON CONFLICT (id) DO UPDATE SET accepted = excluded.accepted, levels = excluded.levels,
            version = CASE WHEN best_prices.version < excluded.version THEN excluded.version END";
}

record! {
    /// A row of `best_prices`.
    pub struct BestPricesRecord {
        pub id: i64,
        instrument_id: i64,
        side: i64,
        accepted: i64,
        levels: String,
        version: i64,
    }
}

/// The row of an instrument's side.
const fn id_of((instrument, side): (InstrumentId, Side)) -> i64 {
    instrument.0 * 2 + side.code()
}

impl TryFrom<BestPricesRecord> for BestPrices {
    type Error = DbError;

    fn try_from(row: BestPricesRecord) -> Result<Self, DbError> {
        let corrupt = |column, value: &dyn ToString| DbError::Corrupt { column, value: value.to_string() };
        count("best_prices.accepted", row.accepted)?;
        let instrument = InstrumentId(row.instrument_id);
        let side = Side::from_code(row.side).ok_or_else(|| corrupt("best_prices.side", &row.side))?;
        if row.id != id_of((instrument, side)) {
            return Err(corrupt("best_prices.id", &row.id));
        }
        let levels = read(&row.levels).ok_or_else(|| corrupt("best_prices.levels", &row.levels))?;
        if levels.last().is_none_or(|last| last.from > row.accepted) {
            return Err(corrupt("best_prices.levels", &row.levels));
        }
        Ok(Self { instrument, side, accepted: row.accepted, levels, version: row.version })
    }
}

/// Writes levels as `1:10200000000,5:10150000000`: each is the number of its first order and the price in 10⁻⁸.
fn written(levels: &[BestPrice]) -> String {
    let level = |BestPrice { from, price }: &BestPrice| format!("{from}:{}", price.units());
    levels.iter().map(level).collect::<Vec<_>>().join(",")
}

/// Reads levels, which begin at rising numbers and have prices above zero.
fn read(text: &str) -> Option<Vec<BestPrice>> {
    let level = |text: &str| {
        let (from, price) = text.split_once(':')?;
        let level = BestPrice { from: from.parse().ok()?, price: Price::from_units(price.parse().ok()?) };
        (level.from > 0 && level.price.is_positive()).then_some(level)
    };
    let levels: Vec<BestPrice> = text.split(',').map(level).collect::<Option<_>>()?;
    levels.windows(2).all(|two| two[0].from < two[1].from).then_some(levels)
}

impl StoredRecord<crate::Here> for BestPrices {
    /// A row that cannot be read is named in the log: orders of the instrument are filled without it.
    async fn load(from: &mut Source<'_>, keys: &BTreeSet<(InstrumentId, Side)>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(keys.iter().copied().map(id_of));
        let (mut found, unread) = rows::each::<BestPricesRecord, Self>(from, Self::NAME, LOAD, input).await?;
        for row in unread {
            let lost = keys.iter().find(|key| Some(id_of(**key)) == row.name.id);
            found.extend(lost.map(|key| Self::unreadable(*key)));
            from.put_aside().put(&row);
        }
        Ok(found)
    }

    async fn store(batch: &mut Batch, best: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(best.iter().map(|best| id_of(best.key())))
            .int(best.iter().map(|best| best.instrument.0))
            .int(best.iter().map(|best| best.side.code()))
            .int(best.iter().map(|best| best.accepted))
            .text(best.iter().map(|best| written(&best.levels)))
            .int(best.iter().map(|best| best.version));
        rows::store(batch, STORE, input).await
    }
}

/// All that are stored and can be read.
///
/// # Errors
/// When the database cannot be read.
pub async fn all(on: &mut impl Session) -> Result<Vec<BestPrices>, DbError> {
    fetch_readable!(on, BestPrices::NAME, BestPricesRecord, ALL)
}

/// Where the trailing stops among `orders` stand that wait.
///
/// # Errors
/// When the database cannot be read.
pub async fn stands(
    on: &mut impl RowSession,
    pricing: &Pricing,
    orders: &[Order],
) -> Result<HashMap<OrderId, Price>, DbError> {
    let waiting: Vec<&Order> = orders.iter().filter(|order| order.trail.is_some() && order.waits()).collect();
    let keys: BTreeSet<i64> = waiting.iter().map(|order| id_of((order.at.instrument, order.side))).collect();
    let input = Rows::default().int(keys);
    let best: Vec<BestPrices> = rows::readable::<BestPricesRecord, _>(on, BestPrices::NAME, LOAD, input).await?;
    let stands = |order: &&Order| {
        let instrument = pricing.market.catalog.get(order.at.instrument)?;
        let rules = pricing.rule_sets.accepted(instrument, &order.fee_version)?;
        let best = best.iter().find(|best| best.key() == (order.at.instrument, order.side));
        Some((order.at.id, order.stop_price(best, &rules.tick_sizes)?))
    };
    Ok(waiting.iter().filter_map(stands).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_back_and_nothing_else_is() {
        let level = |from, units| BestPrice { from, price: Price::from_units(units) };
        for levels in [vec![level(1, 1)], vec![level(1, 300), level(2, 200), level(9, i64::MAX)]] {
            assert_eq!(read(&written(&levels)), Some(levels));
        }
        for bad in ["", "1", "1:", "1:0", "0:1", "1:-1", "2:1,1:1", "1:1,1:2", "1:1,", "x:1", "1:1;2:2"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
