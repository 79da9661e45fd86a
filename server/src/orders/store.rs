//! Orders, many at a time.

use std::collections::BTreeSet;

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, GroupId, InstrumentId, OrderId, Priority};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::multiplier::Multiplier;
use plumbline_core::orders::{
    CloseReason, Distance, GroupRef, Order, OrderKind, OrderRef, OrderStatus, Side, Stop, TimeInForce, Trail,
};
use plumbline_core::positions::Direction;
use plumbline_core::time::UnixMillis;

use super::OrderRow;
use crate::db::{Batch, DbError, aside::count, aside::money, rows, rows::RowSession, rows::Rows};
use crate::writer::{Listings, Source, StoredRecord, Told};
use crate::{record, statements};

statements! {
    LOAD("i"): "SELECT * FROM orders WHERE id IN ({rows})";
    /// The version of a row that is another account's, or newer, becomes NULL, which the table refuses: then the batch
    /// fails, whatever gave two orders one id.
    STORE("iiitiiiiiiiiittitiiiiiitiitiiiiiiiiii"): "INSERT INTO orders
        (id, account_id, instrument_id, wallet, side, kind, limit_price, quantity, filled, filled_value, fees, hold,
         status, reason, time_in_force, expires_at, fee_version, created_at, updated_at, version, priority, direction, leverage, currency,
         stop_price, triggered_at, client_order_id, trail_amount, trail_percent, trail_number, group_id, group_entry,
         group_take_profit, group_stop_loss, multiplier, extended, maker_value) {rows}
        ON CONFLICT (id) DO UPDATE SET limit_price = excluded.limit_price, quantity = excluded.quantity,
            priority = excluded.priority, filled = excluded.filled, filled_value = excluded.filled_value,
            maker_value = excluded.maker_value, fees = excluded.fees, hold = excluded.hold, status = excluded.status, reason = excluded.reason,
            time_in_force = excluded.time_in_force, expires_at = excluded.expires_at,
            stop_price = excluded.stop_price, triggered_at = excluded.triggered_at,
            trail_amount = excluded.trail_amount, trail_percent = excluded.trail_percent,
            updated_at = excluded.updated_at, version = CASE WHEN orders.account_id = excluded.account_id
                AND orders.version < excluded.version THEN excluded.version END";
    OPEN_OF("i"): "SELECT * FROM orders WHERE account_id IN ({rows}) AND status IN (0, 1, 2)";
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
        stop_price: Option<i64>,
        triggered_at: Option<i64>,
        client_order_id: Option<String>,
        trail_amount: Option<i64>,
        trail_percent: Option<i64>,
        trail_number: Option<i64>,
        group_id: Option<i64>,
        group_entry: Option<i64>,
        group_take_profit: Option<i64>,
        group_stop_loss: Option<i64>,
        multiplier: i64,
        extended: i64,
        maker_value: i64,
    }
}

impl OrderRecord {
    /// How its stop follows the market: as every trailing stop's does, and no other's.
    fn trail(&self) -> Result<Option<Trail>, DbError> {
        let distance = match (self.trail_amount, self.trail_percent) {
            (Some(amount), None) => Some(Distance::Amount(Price::from_units(amount))),
            (None, Some(percent)) => Some(Distance::Percent(percent)),
            (None, None) => None,
            (Some(_), Some(percent)) => return Err(corrupt("orders.trail_percent", &percent)),
        };
        let distance = match distance.map(Distance::checked) {
            Some(checked) => Some(checked.map_err(|_| corrupt("orders.trail_amount", &format!("{distance:?}")))?),
            None => None,
        };
        let is_trailing = self.kind == OrderKind::TrailingStop.code();
        match (is_trailing, distance, self.trail_number, self.stop_price) {
            (true, Some(distance), Some(number), Some(_)) if number > 0 => Ok(Some(Trail { distance, number })),
            (false, None, None, _) => Ok(None),
            (_, _, number, _) => Err(corrupt("orders.trail_number", &format!("{number:?}"))),
        }
    }
}

/// The columns of a group: its id, its entry, its take-profit and its stop-loss.
pub type GroupColumns = (Option<i64>, Option<i64>, Option<i64>, Option<i64>);

/// Reads a group, which has a leg at least.
///
/// # Errors
/// `DbError::Corrupt` for a group without a leg or without an id.
pub fn group((id, entry, take_profit, stop_loss): GroupColumns) -> Result<Option<GroupRef>, DbError> {
    let legs = take_profit.or(stop_loss);
    match (id, legs) {
        (None, None) if entry.is_none() => Ok(None),
        (Some(id), Some(_)) => Ok(Some(GroupRef {
            id: GroupId(id),
            entry: entry.map(OrderId),
            take_profit: take_profit.map(OrderId),
            stop_loss: stop_loss.map(OrderId),
        })),
        _ => Err(corrupt("orders.group_id", &format!("{id:?}"))),
    }
}

fn corrupt(column: &'static str, value: &impl ToString) -> DbError {
    DbError::Corrupt { column, value: value.to_string() }
}

impl TryFrom<OrderRecord> for Order {
    type Error = DbError;

    fn try_from(row: OrderRecord) -> Result<Self, DbError> {
        let (filled_value, fees, hold) = (row.filled_value, row.fees, row.hold);
        let made = row.maker_value;
        money(&[("orders.filled_value", filled_value), ("orders.fees", fees), ("orders.hold", hold)])?;
        // None of them is ever less than nothing.
        for (column, number) in [
            ("orders.limit_price", row.limit_price),
            ("orders.quantity", row.quantity),
            ("orders.filled", row.filled),
            ("orders.hold", row.hold),
            ("orders.leverage", row.leverage),
            ("orders.maker_value", made),
            // Of all that is filled it is a part.
            ("orders.maker_value", filled_value.saturating_sub(made)),
            ("orders.stop_price", row.stop_price.unwrap_or_default()),
        ] {
            count(column, number)?;
        }
        let trail = row.trail()?;
        let multiplier = Multiplier::from_units(row.multiplier);
        let multiplier = multiplier.ok_or_else(|| corrupt("orders.multiplier", &row.multiplier))?;
        let wallet: Wallet = row.wallet.parse().map_err(|_| corrupt("orders.wallet", &row.wallet))?;
        let paid = |minor| Money::new(minor, wallet.currency());
        let currency = row.currency.parse().map_err(|_| corrupt("orders.currency", &row.currency))?;
        let reason = match row.reason {
            Some(code) => Some(CloseReason::from_code(&code).ok_or_else(|| corrupt("orders.reason", &code))?),
            None => None,
        };
        let client_order_id = match row.client_order_id {
            Some(name) => Some(name.parse().map_err(|_| corrupt("orders.client_order_id", &name))?),
            None => None,
        };
        Ok(Order {
            at: OrderRef {
                group: group((row.group_id, row.group_entry, row.group_take_profit, row.group_stop_loss))?,
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
            stop: row
                .stop_price
                .map(|price| Stop { price: Price::from_units(price), triggered_at: row.triggered_at.map(UnixMillis) }),
            trail,
            quantity: Quantity::from_units(row.quantity),
            filled: Quantity::from_units(row.filled),
            filled_value: Money::new(row.filled_value, currency),
            maker_value: Money::new(made, currency),
            multiplier,
            fees: paid(row.fees),
            hold: paid(row.hold),
            leverage: Leverage::from_units(row.leverage),
            status: OrderStatus::from_code(row.status).ok_or_else(|| corrupt("orders.status", &row.status))?,
            reason,
            time_in_force: TimeInForce::from_code(&row.time_in_force)
                .ok_or_else(|| corrupt("orders.time_in_force", &row.time_in_force))?,
            extended: match row.extended {
                0 => false,
                1 => true,
                other => return Err(corrupt("orders.extended", &other)),
            },
            expires_at: row.expires_at.map(UnixMillis),
            client_order_id,
            fee_version: row.fee_version,
            created_at: UnixMillis(row.created_at),
            updated_at: UnixMillis(row.updated_at),
            version: row.version,
        })
    }
}

impl StoredRecord<crate::Here> for Order {
    async fn load(from: &mut Source<'_>, ids: &BTreeSet<OrderId>) -> Result<Vec<Self>, DbError> {
        let input = Rows::default().int(ids.iter().map(|id| id.0));
        rows::read::<OrderRecord, _>(from, Self::NAME, LOAD, input).await
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
            .text(orders.iter().map(|o| o.filled_value.currency.code()))
            .int(orders.iter().map(|o| o.stop.map(|stop| stop.price.units())))
            .int(orders.iter().map(|o| o.stop.and_then(|stop| stop.triggered_at).map(|at| at.0)))
            .text(orders.iter().map(|o| o.client_order_id.as_ref().map(|name| name.as_str())))
            .int(orders.iter().map(|o| match o.trail?.distance {
                Distance::Amount(amount) => Some(amount.units()),
                Distance::Percent(_) => None,
            }))
            .int(orders.iter().map(|o| match o.trail?.distance {
                Distance::Percent(percent) => Some(percent),
                Distance::Amount(_) => None,
            }))
            .int(orders.iter().map(|o| o.trail.map(|trail| trail.number)))
            .int(orders.iter().map(|o| o.at.group.map(|group| group.id.0)))
            .int(orders.iter().map(|o| o.at.group.and_then(|group| group.entry).map(|id| id.0)))
            .int(orders.iter().map(|o| o.at.group.and_then(|group| group.take_profit).map(|id| id.0)))
            .int(orders.iter().map(|o| o.at.group.and_then(|group| group.stop_loss).map(|id| id.0)))
            .int(orders.iter().map(|o| o.multiplier.units()))
            .int(orders.iter().map(|o| i64::from(o.extended)))
            .int(orders.iter().map(|o| o.maker_value.minor));
        rows::store(batch, STORE, input).await
    }

    fn tell(&self, listings: &dyn Listings) -> Option<serde_json::Result<Told>> {
        let data = serde_json::to_string(&OrderRow::of(self, listings));
        Some(data.map(|data| Told { account: self.at.account, topic: "orders", data }))
    }
}

/// The open orders of `accounts`.
pub async fn open_of(on: &mut impl RowSession, accounts: &BTreeSet<AccountId>) -> Result<Vec<Order>, DbError> {
    let input = Rows::default().int(accounts.iter().map(|account| account.0));
    rows::readable::<OrderRecord, _>(on, Order::NAME, OPEN_OF, input).await
}
