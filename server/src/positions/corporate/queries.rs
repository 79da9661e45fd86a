//! Whom a corporate action concerns.

use plumbline_core::decimal::Quantity;
use plumbline_core::ids::{AccountId, CorporateActionId, InstrumentId, OrderId};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::CorporateAction;
use plumbline_core::orders::OrderRef;
use plumbline_core::positions::{Direction, PositionKey};
use plumbline_core::time::UnixMillis;

use crate::db::{DbError, Session};
use crate::ids::Ids;
use crate::{fetch_all, fetch_one, statements};

statements! {
    /// Orders that can still be filled: accepted, triggered and partially filled.
    OPEN_ORDERS: "SELECT id, account_id, wallet, direction FROM orders
        WHERE instrument_id = $1 AND status IN (0, 1, 2) ORDER BY id";
    /// What is owned since before a moment, and was not adjusted for a split.
    UNSPLIT: "SELECT p.account_id, p.direction FROM positions p
        WHERE p.instrument_id = $1 AND p.quantity <> 0 AND p.margin_wallet IS NULL AND p.opened_at < $3
          AND NOT EXISTS (SELECT 1 FROM share_splits s WHERE s.corporate_action_id = $2 AND s.account_id = p.account_id
              AND s.instrument_id = p.instrument_id AND s.direction = p.direction)
        ORDER BY p.account_id";
    /// What was owned at a moment: what is owned now, less what was bought since, with what was sold. Ids of fills sort by
    /// time: $2 is the least one of the moment.
    HELD_BEFORE: "SELECT p.account_id, p.quantity - COALESCE(f.traded, 0) FROM positions p
        LEFT JOIN (SELECT position_id, CAST(SUM(CASE WHEN side = 0 THEN quantity ELSE -quantity END) AS BIGINT) AS traded
            FROM fills WHERE id >= $2 AND created_at >= $3 AND instrument_id = $1 GROUP BY position_id) f
            ON f.position_id = p.id
        WHERE p.instrument_id = $1 AND p.margin_wallet IS NULL AND p.direction = 0
          AND p.quantity - COALESCE(f.traded, 0) > 0
        ORDER BY p.account_id";
    APPLIED: "SELECT COUNT(*) FROM corporate_actions WHERE id = $1 AND applied_at IS NOT NULL";
    /// As this server knows it: one may have been withdrawn, and another have its number.
    STANDS: "SELECT COUNT(*) FROM corporate_actions WHERE id = $1 AND instrument_id = $2 AND ex_date = $3";
    DUE: "SELECT corporate_action_id, account_id, wallet FROM dividends WHERE status = 0 AND pays_at <= $1 ORDER BY id";
}

fn wallet_of(column: &'static str, code: &str) -> Result<Wallet, DbError> {
    code.parse().map_err(|_| DbError::Corrupt { column, value: code.to_owned() })
}

fn direction_of(column: &'static str, code: i64) -> Result<Direction, DbError> {
    Direction::from_code(code).ok_or_else(|| DbError::Corrupt { column, value: code.to_string() })
}

pub async fn open_orders(on: &mut impl Session, instrument: InstrumentId) -> Result<Vec<OrderRef>, DbError> {
    let found = fetch_all!(on, (i64, i64, String, i64), OPEN_ORDERS, instrument.0)?;
    let order = |(id, account, wallet, direction): (i64, i64, String, i64)| {
        Ok(OrderRef {
            id: OrderId(id),
            account: AccountId(account),
            instrument,
            wallet: wallet_of("orders.wallet", &wallet)?,
            direction: direction_of("orders.direction", direction)?,
        })
    };
    found.into_iter().map(order).collect()
}

/// The positions that a split has not reached.
pub async fn unsplit(on: &mut impl Session, split: &CorporateAction) -> Result<Vec<PositionKey>, DbError> {
    let (instrument, id, at) = (split.instrument, split.id.0, split.ex_at.0);
    let found = fetch_all!(on, (i64, i64), UNSPLIT, instrument.0, id, at)?;
    let key = |(account, direction): (i64, i64)| {
        let direction = direction_of("positions.direction", direction)?;
        Ok(PositionKey { account: AccountId(account), instrument, direction })
    };
    found.into_iter().map(key).collect()
}

/// Who held how many shares as an ex date began.
pub async fn held_before(
    on: &mut impl Session,
    action: &CorporateAction,
) -> Result<Vec<(AccountId, Quantity)>, DbError> {
    let (instrument, at) = (action.instrument.0, action.ex_at);
    let found = fetch_all!(on, (i64, i64), HELD_BEFORE, instrument, Ids::first_at(at), at.0)?;
    Ok(found.into_iter().map(|(account, quantity)| (AccountId(account), Quantity::from_units(quantity))).collect())
}

/// Whether an action is in the database as this server knows it.
pub async fn stands(on: &mut impl Session, action: &CorporateAction) -> Result<bool, DbError> {
    let ex_date = action.ex_date.to_string();
    Ok(fetch_one!(on, (i64,), STANDS, action.id.0, action.instrument.0, &ex_date)?.0 > 0)
}

/// Whether all that an action does on its ex date was done, by whichever server.
pub async fn is_applied(on: &mut impl Session, action: CorporateActionId) -> Result<bool, DbError> {
    Ok(fetch_one!(on, (i64,), APPLIED, action.0)?.0 > 0)
}

/// Dividends that are to be paid by `now`.
pub async fn due(
    on: &mut impl Session,
    now: UnixMillis,
) -> Result<Vec<(CorporateActionId, AccountId, Wallet)>, DbError> {
    let found = fetch_all!(on, (i64, i64, String), DUE, now.0)?;
    let due = |(dividend, account, wallet): (i64, i64, String)| {
        Ok((CorporateActionId(dividend), AccountId(account), wallet_of("dividends.wallet", &wallet)?))
    };
    found.into_iter().map(due).collect()
}
