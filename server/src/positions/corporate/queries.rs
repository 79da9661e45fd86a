//! Whom a corporate action concerns.

use std::collections::{BTreeSet, HashMap};

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, CorporateActionId, InstrumentId, OrderId};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::CorporateAction;
use plumbline_core::orders::{Fill, Order, OrderRef, Side};
use plumbline_core::positions::{Direction, Position, PositionKey};
use plumbline_core::products::Dividend;
use plumbline_core::time::UnixMillis;

use crate::db::{DbError, Session, UnreadRow};
use crate::ids::Ids;
use crate::orders::store::group;
use crate::positions::store::PositionRecord;
use crate::{fetch_each, fetch_one, fetch_readable, statements};

statements! {
    /// Orders that can still be filled: accepted, triggered and partially filled.
    OPEN_ORDERS: "SELECT id, account_id, instrument_id, wallet, direction, group_id, group_entry, group_take_profit, group_stop_loss
        FROM orders
        WHERE instrument_id = $1 AND status IN (0, 1, 2) AND created_at < $2 ORDER BY id";
    /// What is owned since before a moment, and was not adjusted for a split.
    UNSPLIT: "SELECT p.id, p.account_id, p.instrument_id, p.direction FROM positions p
        WHERE p.instrument_id = $1 AND p.quantity <> 0 AND p.margin_wallet IS NULL AND p.opened_at < $3
          AND NOT EXISTS (SELECT 1 FROM share_splits s WHERE s.corporate_action_id = $2 AND s.account_id = p.account_id
              AND s.instrument_id = p.instrument_id AND s.direction = p.direction)
        ORDER BY p.account_id";
    /// What was owned at a moment is what is owned now, less what was bought since, with what was sold. Ids of fills sort by
    /// time: $2 is the least one of the moment.
    OWNED: "SELECT * FROM positions
        WHERE instrument_id = $1 AND margin_wallet IS NULL AND direction = 0 ORDER BY account_id";
    TRADED_SINCE: "SELECT id, account_id, position_id, side, quantity FROM fills
        WHERE id >= $2 AND created_at >= $3 AND instrument_id = $1";
    APPLIED: "SELECT COUNT(*) FROM corporate_actions WHERE id = $1 AND applied_at IS NOT NULL";
    /// As this server knows it: one may have been withdrawn, and another have its number.
    STANDS: "SELECT COUNT(*) FROM corporate_actions WHERE id = $1 AND instrument_id = $2 AND ex_date = $3";
    DUE: "SELECT id, corporate_action_id, account_id, wallet FROM dividends WHERE status = 0 AND pays_at <= $1 ORDER BY id";
}

fn wallet_of(column: &'static str, code: &str) -> Result<Wallet, DbError> {
    code.parse().map_err(|_| DbError::Corrupt { column, value: code.to_owned() })
}

fn direction_of(column: &'static str, code: i64) -> Result<Direction, DbError> {
    Direction::from_code(code).ok_or_else(|| DbError::Corrupt { column, value: code.to_string() })
}

/// What was found, and the accounts of which something could not be read, which are put aside.
type Found<T> = (Vec<T>, BTreeSet<AccountId>);

fn put_aside(on: &impl Session, unread: &[UnreadRow]) -> BTreeSet<AccountId> {
    on.aside().put_all(unread).into_iter().filter_map(|name| name.account).collect()
}

/// The orders of an instrument that wait since before a moment.
pub async fn open_orders(
    on: &mut impl Session,
    instrument: InstrumentId,
    before: UnixMillis,
) -> Result<Found<OrderRef>, DbError> {
    let (found, unread) = fetch_each!(on, Order::NAME, OrderRow, OPEN_ORDERS, instrument.0, before.0)?;
    Ok((found, put_aside(on, &unread)))
}

#[derive(Debug, sqlx::FromRow)]
struct OrderRow {
    id: i64,
    account_id: i64,
    instrument_id: i64,
    wallet: String,
    direction: i64,
    group_id: Option<i64>,
    group_entry: Option<i64>,
    group_take_profit: Option<i64>,
    group_stop_loss: Option<i64>,
}

impl TryFrom<OrderRow> for OrderRef {
    type Error = DbError;

    fn try_from(row: OrderRow) -> Result<Self, DbError> {
        Ok(OrderRef {
            id: OrderId(row.id),
            account: AccountId(row.account_id),
            instrument: InstrumentId(row.instrument_id),
            wallet: wallet_of("orders.wallet", &row.wallet)?,
            direction: direction_of("orders.direction", row.direction)?,
            group: group((row.group_id, row.group_entry, row.group_take_profit, row.group_stop_loss))?,
        })
    }
}

/// The positions that a split has not reached.
pub async fn unsplit(on: &mut impl Session, split: &CorporateAction) -> Result<Found<PositionKey>, DbError> {
    let (instrument, id, at) = (split.instrument, split.id.0, split.ex_at.0);
    let (found, unread) = fetch_each!(on, Position::NAME, PositionRow, UNSPLIT, instrument.0, id, at)?;
    Ok((found, put_aside(on, &unread)))
}

#[derive(Debug, sqlx::FromRow)]
struct PositionRow {
    account_id: i64,
    instrument_id: i64,
    direction: i64,
}

impl TryFrom<PositionRow> for PositionKey {
    type Error = DbError;

    fn try_from(row: PositionRow) -> Result<Self, DbError> {
        let direction = direction_of("positions.direction", row.direction)?;
        Ok(Self { account: AccountId(row.account_id), instrument: InstrumentId(row.instrument_id), direction })
    }
}

#[derive(Debug, sqlx::FromRow)]
struct TradedRow {
    position_id: i64,
    side: i64,
    quantity: i64,
}

/// What a fill added to a position.
struct Traded {
    position: i64,
    units: i64,
}

impl TryFrom<TradedRow> for Traded {
    type Error = DbError;

    fn try_from(row: TradedRow) -> Result<Self, DbError> {
        let corrupt = |column, value: i64| DbError::Corrupt { column, value: value.to_string() };
        let side = Side::from_code(row.side).ok_or_else(|| corrupt("fills.side", row.side))?;
        let sold = row.quantity.checked_neg().ok_or_else(|| corrupt("fills.quantity", row.quantity))?;
        let units = if side == Side::Buy { row.quantity } else { sold };
        Ok(Self { position: row.position_id, units })
    }
}

/// Who held how many shares as an ex date began.
pub async fn held_before(
    on: &mut impl Session,
    action: &CorporateAction,
) -> Result<Found<(AccountId, Quantity)>, DbError> {
    let (instrument, at) = (action.instrument.0, action.ex_at);
    let (traded, unread): (Vec<Traded>, _) =
        fetch_each!(on, Fill::NAME, TradedRow, TRADED_SINCE, instrument, Ids::first_at(at), at.0)?;
    let mut since: HashMap<i64, i128> = HashMap::new();
    for Traded { position, units } in &traded {
        *since.entry(*position).or_default() += i128::from(*units);
    }
    // Who has a fill that cannot be read has held nobody knows how much.
    let mut unknown = put_aside(on, &unread);
    let (owned, unread): (Vec<Position>, _) = fetch_each!(on, Position::NAME, PositionRecord, OWNED, instrument)?;
    unknown.extend(put_aside(on, &unread));
    let held = |position: Position| {
        let account = position.key.account;
        let units = i128::from(position.quantity.units()) - since.get(&position.id.0).copied().unwrap_or_default();
        let quantity = Quantity::from_units(i64::try_from(units).unwrap_or_default());
        (quantity.is_positive() && !unknown.contains(&account)).then_some((account, quantity))
    };
    Ok((owned.into_iter().filter_map(held).collect(), unknown))
}

/// Whether an action is in the database as this server knows it.
pub async fn stands(on: &mut impl Session, action: &CorporateAction) -> Result<bool, DbError> {
    let ex_date = action.ex_date.to_string();
    Ok(fetch_one!(on, (i64,), STANDS, action.id.0, action.instrument.0, &ex_date)?.0 > 0)
}

/// Dividends that are to be paid by `now`.
pub async fn due(on: &mut impl Session, now: UnixMillis) -> Result<Vec<Due>, DbError> {
    fetch_readable!(on, Dividend::NAME, DueRow, DUE, now.0)
}

/// A dividend that is to be paid.
#[derive(Clone, Copy, Debug)]
pub struct Due {
    pub dividend: CorporateActionId,
    pub account: AccountId,
    pub wallet: Wallet,
}

#[derive(Debug, sqlx::FromRow)]
struct DueRow {
    corporate_action_id: i64,
    account_id: i64,
    wallet: String,
}

impl TryFrom<DueRow> for Due {
    type Error = DbError;

    fn try_from(row: DueRow) -> Result<Self, DbError> {
        let wallet = wallet_of("dividends.wallet", &row.wallet)?;
        Ok(Self { dividend: CorporateActionId(row.corporate_action_id), account: AccountId(row.account_id), wallet })
    }
}
