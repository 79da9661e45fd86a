//! Orders, many at a time.

use std::collections::{BTreeMap, BTreeSet};

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::orders::{CloseReason, Order, OrderKind, OrderRef, OrderStatus, Side, TimeInForce};
use plumbline_core::positions::Direction;
use plumbline_core::time::UnixMillis;

use super::OrderRow;
use crate::db::{Batch, DbError, readable, rows, rows::Rows};
use crate::writer::{Left, Listings, Source, StoredRecord, Told};
use crate::{record, statements};

statements! {
    LOAD("i"): "SELECT * FROM orders WHERE id IN ({rows})";
    /// The version of a row that is another account's, or newer, becomes NULL, which the table refuses: then the batch
    /// fails, whatever gave two orders one id.
    STORE("iiitiiiiiiiiittitiiiiiit"): "INSERT INTO orders
        (id, account_id, instrument_id, wallet, side, kind, limit_price, quantity, filled, filled_value, fees, hold,
         status, reason, time_in_force, expires_at, fee_version, created_at, updated_at, version, priority, direction, leverage, currency) {rows}
        ON CONFLICT (id) DO UPDATE SET limit_price = excluded.limit_price, quantity = excluded.quantity,
            priority = excluded.priority, filled = excluded.filled, filled_value = excluded.filled_value,
            fees = excluded.fees, hold = excluded.hold, status = excluded.status, reason = excluded.reason,
            updated_at = excluded.updated_at, version = CASE WHEN orders.account_id = excluded.account_id
                AND orders.version < excluded.version THEN excluded.version END";
    OPEN_OF("i"): "SELECT * FROM orders WHERE account_id IN ({rows}) AND status IN (0, 1, 2)";
    /// Open orders whose limits lie between two prices, and that other servers gave their place in time: it has 6 bits
    /// of its server's number above 14 of a sequence (`ids.rs`).
    CROSSING("iiiii"): "WITH v(instrument_id, side, low, high, node) AS ({rows})
        SELECT o.id, o.priority FROM v JOIN orders o ON o.instrument_id = v.instrument_id AND o.side = v.side
            AND o.limit_price BETWEEN v.low AND v.high AND (o.priority >> 14) & 63 <> v.node
        WHERE o.status IN (0, 1, 2)";
}

record! {
    /// A row of `orders`.
    pub struct OrderRecord {
        pub id: i64,
        account_id: i64,
        instrument_id: i64,
        wallet: String,
        side: i64,
        kind: i64,
        limit_price: i64,
        quantity: i64,
        filled: i64,
        filled_value: i64,
        fees: i64,
        hold: i64,
        status: i64,
        reason: Option<String>,
        time_in_force: String,
        expires_at: Option<i64>,
        fee_version: String,
        created_at: i64,
        updated_at: i64,
        version: i64,
        priority: i64,
        direction: i64,
        leverage: i64,
        currency: String,
    }
}

impl TryFrom<OrderRecord> for Order {
    type Error = DbError;

    fn try_from(row: OrderRecord) -> Result<Self, DbError> {
        let corrupt = |column, value: &dyn ToString| DbError::Corrupt { column, value: value.to_string() };
        let wallet: Wallet = row.wallet.parse().map_err(|_| corrupt("orders.wallet", &row.wallet))?;
        let money = |minor| Money::new(minor, wallet.currency());
        let currency = row.currency.parse().map_err(|_| corrupt("orders.currency", &row.currency))?;
        let reason = match row.reason {
            Some(code) => Some(CloseReason::from_code(&code).ok_or_else(|| corrupt("orders.reason", &code))?),
            None => None,
        };
        Ok(Order {
            at: OrderRef {
                id: OrderId(row.id),
                account: AccountId(row.account_id),
                instrument: InstrumentId(row.instrument_id),
                wallet,
                direction: Direction::from_code(row.direction)
                    .ok_or_else(|| corrupt("orders.direction", &row.direction))?,
            },
            priority: Priority(row.priority),
            side: Side::from_code(row.side).ok_or_else(|| corrupt("orders.side", &row.side))?,
            kind: OrderKind::from_code(row.kind).ok_or_else(|| corrupt("orders.kind", &row.kind))?,
            limit: Price::from_units(row.limit_price),
            quantity: Quantity::from_units(row.quantity),
            filled: Quantity::from_units(row.filled),
            filled_value: Money::new(row.filled_value, currency),
            fees: money(row.fees),
            hold: money(row.hold),
            leverage: Leverage::from_units(row.leverage),
            status: OrderStatus::from_code(row.status).ok_or_else(|| corrupt("orders.status", &row.status))?,
            reason,
            time_in_force: TimeInForce::from_code(&row.time_in_force)
                .ok_or_else(|| corrupt("orders.time_in_force", &row.time_in_force))?,
            expires_at: row.expires_at.map(UnixMillis),
            fee_version: row.fee_version,
            created_at: UnixMillis(row.created_at),
            updated_at: UnixMillis(row.updated_at),
            version: row.version,
        })
    }
}

impl StoredRecord for Order {
    /// One that cannot be read is not known: it neither fills nor keeps the others of its instrument from it.
    async fn load(from: &mut Source<'_>, ids: &BTreeSet<OrderId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(ids.iter().map(|id| id.0));
        let found: Vec<OrderRecord> = rows::fetch(from, LOAD, input).await?;
        Ok(readable("order", found, |row| row.id))
    }

    async fn store(batch: &mut Batch, orders: &[&Self]) -> Result<(), DbError> {
        let input = Rows::default()
            .int(orders.iter().map(|o| o.at.id.0))
            .int(orders.iter().map(|o| o.at.account.0))
            .int(orders.iter().map(|o| o.at.instrument.0))
            .text(orders.iter().map(|o| o.at.wallet.code()))
            .int(orders.iter().map(|o| o.side.code()))
            .int(orders.iter().map(|o| o.kind.code()))
            .int(orders.iter().map(|o| o.limit.units()))
            .int(orders.iter().map(|o| o.quantity.units()))
            .int(orders.iter().map(|o| o.filled.units()))
            .int(orders.iter().map(|o| o.filled_value.minor))
            .int(orders.iter().map(|o| o.fees.minor))
            .int(orders.iter().map(|o| o.hold.minor))
            .int(orders.iter().map(|o| o.status.code()))
            .text(orders.iter().map(|o| o.reason.map(|reason| reason.code())))
            .text(orders.iter().map(|o| o.time_in_force.code()))
            .int(orders.iter().map(|o| o.expires_at.map(|at| at.0)))
            .text(orders.iter().map(|o| o.fee_version.as_str()))
            .int(orders.iter().map(|o| o.created_at.0))
            .int(orders.iter().map(|o| o.updated_at.0))
            .int(orders.iter().map(|o| o.version))
            .int(orders.iter().map(|o| o.priority.0))
            .int(orders.iter().map(|o| o.at.direction.code()))
            .int(orders.iter().map(|o| o.leverage.units()))
            .text(orders.iter().map(|o| o.filled_value.currency.code()));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, listings: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let data = serde_json::to_string(&OrderRow::of(self, listings));
        Some(data.map(|data| Told { account: self.at.account, topic: "orders", data }))
    }
}

/// The open orders of `accounts`.
pub async fn open_of(batch: &mut Batch, accounts: &BTreeSet<AccountId>) -> Result<Vec<Order>, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    let found: Vec<OrderRecord> = rows::fetch(batch, OPEN_OF, input).await?;
    Ok(readable("order", found, |row| row.id))
}

/// Open orders that want what is `left` of ticks, and whose place in time they have from servers other than `node`.
pub async fn crossing(
    batch: &mut Batch,
    node: u8,
    left: &BTreeSet<Left>,
) -> Result<BTreeMap<OrderId, Priority>, DbError> {
    let limits = |(_, side, price): &Left| match side {
        Side::Buy => (price.units(), i64::MAX),
        Side::Sell => (0, price.units()),
    };
    let input = Rows::default()
        .int(left.iter().map(|(instrument, ..)| instrument.0))
        .int(left.iter().map(|(_, side, _)| side.code()))
        .int(left.iter().map(|left| limits(left).0))
        .int(left.iter().map(|left| limits(left).1))
        .int(left.iter().map(|_| i64::from(node)));
    let found: Vec<(i64, i64)> = rows::fetch(batch, CROSSING, input).await?;
    Ok(found.into_iter().map(|(id, priority)| (OrderId(id), Priority(priority))).collect())
}
