//! What customers read of their orders and fills.

use plumbline_core::decision::Record;
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::orders::{Order, OrderRef};
use plumbline_core::positions::PositionKey;

use super::store::OrderRecord;
use crate::db::{DbError, Session, rows, rows::Rows};
use crate::http::{COUNTED_MAX, Page};
use crate::{fetch_all, fetch_one, fetch_optional, fetch_readable, statements};

statements! {
    FIND: "SELECT * FROM orders WHERE id = $1 AND account_id = $2";
    FIND_NAMED: "SELECT * FROM orders WHERE client_order_id = $1 AND account_id = $2";
    /// Every order that can still be filled: statuses accepted, triggered and partially filled.
    ALL_OPEN: "SELECT * FROM orders WHERE status IN (0, 1, 2) ORDER BY priority";
    OPEN_IN("i"): "SELECT * FROM orders WHERE instrument_id IN ({rows}) AND status IN (0, 1, 2) ORDER BY id";
    LEGS: "SELECT * FROM orders
        WHERE account_id = $1 AND group_id IS NOT NULL AND status IN (0, 1, 2, 7) ORDER BY id";
    WORKING: "SELECT o.* FROM orders o JOIN instruments i ON i.id = o.instrument_id
        WHERE o.account_id = $1 AND o.status IN (0, 1, 2) AND ($2 = '' OR i.market = $2)
        ORDER BY o.id DESC LIMIT $3 OFFSET $4";
    COUNT_WORKING: "SELECT COUNT(*) FROM orders o JOIN instruments i ON i.id = o.instrument_id
        WHERE o.account_id = $1 AND o.status IN (0, 1, 2) AND ($2 = '' OR i.market = $2)";
    /// An account's fills are found by the first posting of their journals, which is the account's, and whose cause they
    /// are; those that moved nothing by an index of their own. Journals' ids sort by time.
    FILLS: "SELECT f.id, f.order_id, f.instrument_id, f.wallet, f.side, f.price, f.quantity, f.value, f.fees, f.profit,
               f.cost, f.created_at, f.currency, q.direction, f.journal_id, q.margin_wallet, f.multiplier, f.liquidity
        FROM postings p JOIN journals j ON j.id = p.journal_id
            JOIN fills f ON f.id = j.cause_id AND f.journal_id = j.id JOIN positions q ON q.id = f.position_id
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.line = 0
          AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2)) AND ($3 = 0 OR f.instrument_id = $3)
        UNION ALL
        SELECT f.id, f.order_id, f.instrument_id, f.wallet, f.side, f.price, f.quantity, f.value, f.fees, f.profit,
               f.cost, f.created_at, f.currency, q.direction, f.journal_id, q.margin_wallet, f.multiplier, f.liquidity
        FROM fills f JOIN positions q ON q.id = f.position_id
        WHERE f.account_id = $1 AND f.received = 0 AND f.fees = 0
          AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2)) AND ($3 = 0 OR f.instrument_id = $3)
        ORDER BY 15 DESC LIMIT $4 OFFSET $5";
    COUNT_FILLS: "SELECT COUNT(*) FROM (SELECT 1
        FROM postings p JOIN journals j ON j.id = p.journal_id
            JOIN fills f ON f.id = j.cause_id AND f.journal_id = j.id
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.line = 0
          AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2)) AND ($3 = 0 OR f.instrument_id = $3)
        UNION ALL SELECT 1 FROM fills f WHERE f.account_id = $1 AND f.received = 0 AND f.fees = 0
          AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2)) AND ($3 = 0 OR f.instrument_id = $3)
        LIMIT $4) counted";
    /// Fills that took a profit or a loss, if only of nothing.
    CLOSED: "SELECT f.id, f.order_id, f.instrument_id, f.wallet, f.side, f.price, f.quantity, f.value, f.fees, f.profit,
               f.cost, f.created_at, f.currency, q.direction, f.journal_id, q.margin_wallet, f.multiplier, f.liquidity
        FROM postings p JOIN journals j ON j.id = p.journal_id
            JOIN fills f ON f.id = j.cause_id AND f.journal_id = j.id JOIN positions q ON q.id = f.position_id
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.line = 0
          AND f.profit IS NOT NULL AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2))
        UNION ALL
        SELECT f.id, f.order_id, f.instrument_id, f.wallet, f.side, f.price, f.quantity, f.value, f.fees, f.profit,
               f.cost, f.created_at, f.currency, q.direction, f.journal_id, q.margin_wallet, f.multiplier, f.liquidity
        FROM fills f JOIN positions q ON q.id = f.position_id
        WHERE f.account_id = $1 AND f.received = 0 AND f.fees = 0
          AND f.profit IS NOT NULL AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2))
        ORDER BY 15 DESC LIMIT $3 OFFSET $4";
    COUNT_CLOSED: "SELECT COUNT(*) FROM (SELECT 1
        FROM postings p JOIN journals j ON j.id = p.journal_id
            JOIN fills f ON f.id = j.cause_id AND f.journal_id = j.id
        WHERE p.account_id = $1 AND p.balance_after IS NOT NULL AND p.line = 0
          AND f.profit IS NOT NULL AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2))
        UNION ALL SELECT 1 FROM fills f WHERE f.account_id = $1 AND f.received = 0 AND f.fees = 0
          AND f.profit IS NOT NULL AND ($2 = '' OR f.instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $2))
        LIMIT $3) counted";
    OF_ORDER: "SELECT f.id, f.order_id, f.instrument_id, f.wallet, f.side, f.price, f.quantity, f.value, f.fees, f.profit,
               f.cost, f.created_at, f.currency, q.direction, q.margin_wallet, f.multiplier, f.liquidity
        FROM fills f JOIN positions q ON q.id = f.position_id WHERE f.order_id = $1 AND f.account_id = $2 ORDER BY f.id";
    FILL: "SELECT f.id, f.order_id, f.instrument_id, f.wallet, f.side, f.price, f.quantity, f.value, f.fees, f.profit,
               f.cost, f.created_at, f.currency, q.direction, q.margin_wallet, f.multiplier, f.liquidity
        FROM fills f JOIN positions q ON q.id = f.position_id WHERE f.id = $1 AND f.account_id = $2";
    OPEN_ORDERS: "SELECT open_orders FROM account_streams WHERE account_id = $1";
    /// What of its order was filled before a fill: quantity, value and fees.
    FILLED_BEFORE: "SELECT CAST(COALESCE(SUM(quantity), 0) AS BIGINT), CAST(COALESCE(SUM(value), 0) AS BIGINT),
               CAST(COALESCE(SUM(CASE WHEN liquidity = 'maker' THEN value ELSE 0 END), 0) AS BIGINT),
               CAST(COALESCE(SUM(fees), 0) AS BIGINT)
        FROM fills WHERE order_id = $1 AND id < $2";
    PROOF: "SELECT f.journal_id, f.fee_version, f.limit_price, f.source, f.conversion_instrument_id, f.conversion_feed,
               f.conversion_epoch, f.conversion_seq, t.feed, t.epoch, t.seq, t.exchange_time, t.received_time, t.bids, t.asks,
               t.last, t.session, s.settled_at, s.price AS settlement_price, s.method, s.rate_from, s.rate_to,
               s.rate_bid, s.rate_ask, s.rate_inverse,
               CASE WHEN q.basis IS NULL THEN NULL ELSE f.profit + f.fees - f.received END AS settled_profit
        FROM fills f JOIN positions q ON q.id = f.position_id LEFT JOIN ticks t ON t.feed = f.feed AND t.epoch = f.tick_epoch AND t.seq = f.tick_seq
            AND t.instrument_id = f.instrument_id
        LEFT JOIN settlements s ON f.source = 'settlement' AND s.instrument_id = f.instrument_id
            AND s.settled_at = f.priced_at
        WHERE f.id = $1";
    /// The best prices of a tick stand first in its levels.
    CONVERSION: "SELECT bids, asks, exchange_time FROM ticks
        WHERE feed = $1 AND epoch = $2 AND seq = $3 AND instrument_id = $4";
    FEES: "SELECT name, amount, rule FROM fill_fees WHERE fill_id = $1 ORDER BY line";
    JOURNAL: "SELECT kind, created_at FROM journals WHERE id = $1";
    POSTINGS: "SELECT account_id, book, currency, amount FROM postings WHERE journal_id = $1 ORDER BY line";
}

/// A row of `fills` as lists show it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct FillRecord {
    pub id: i64,
    pub order_id: i64,
    pub instrument_id: i64,
    pub wallet: String,
    pub side: i64,
    pub price: i64,
    pub quantity: i64,
    pub value: i64,
    pub fees: i64,
    pub profit: Option<i64>,
    pub cost: Option<i64>,
    pub created_at: i64,
    /// Of the price and the value; profit and fees are in the wallet's.
    pub currency: String,
    /// That of the position: 0 long, 1 short.
    pub direction: i64,
    /// `None` for what is owned.
    pub margin_wallet: Option<String>,
    pub multiplier: i64,
    /// `None` for a fill from before that was stored.
    pub liquidity: Option<String>,
}

/// The tick of a fill, and where its rules and its journal are.
#[derive(Debug, sqlx::FromRow)]
pub struct ProofRecord {
    pub journal_id: i64,
    pub fee_version: String,
    pub limit_price: i64,
    pub source: String,
    pub conversion_instrument_id: Option<i64>,
    pub conversion_feed: Option<String>,
    pub conversion_epoch: Option<i64>,
    pub conversion_seq: Option<i64>,
    pub feed: Option<String>,
    pub epoch: Option<i64>,
    pub seq: Option<i64>,
    pub exchange_time: Option<i64>,
    pub received_time: Option<i64>,
    pub bids: Option<String>,
    pub asks: Option<String>,
    pub last: Option<i64>,
    pub session: Option<String>,
    pub settled_at: Option<i64>,
    pub settlement_price: Option<i64>,
    pub method: Option<String>,
    pub rate_from: Option<String>,
    pub rate_to: Option<String>,
    pub rate_bid: Option<i64>,
    pub rate_ask: Option<i64>,
    pub rate_inverse: Option<i64>,
    /// The part of the profit that settlements had paid, in minor units of the wallet's currency.
    pub settled_profit: Option<i64>,
}

/// One order of one customer.
pub async fn find(on: &mut impl Session, account: AccountId, id: OrderId) -> Result<Option<Order>, DbError> {
    fetch_optional!(on, OrderRecord, FIND, id.0, account.0)?.map(Order::try_from).transpose()
}

/// The order of a customer that has this client order id.
pub async fn find_named(on: &mut impl Session, account: AccountId, name: &str) -> Result<Option<Order>, DbError> {
    fetch_optional!(on, OrderRecord, FIND_NAMED, name, account.0)?.map(Order::try_from).transpose()
}

/// Every open order of the venue, in the order of their places in time.
pub async fn all_open(on: &mut impl Session) -> Result<Vec<Order>, DbError> {
    fetch_readable!(on, Order::NAME, OrderRecord, ALL_OPEN)
}

/// The open orders in some instruments that can be read, the oldest first.
pub async fn open_in(on: &mut impl Session, instruments: &[InstrumentId]) -> Result<Vec<Order>, DbError> {
    let input = Rows::default().int(instruments.iter().map(|instrument| instrument.0));
    let (found, unread) = rows::each::<OrderRecord, _>(on, Order::NAME, OPEN_IN, input).await?;
    on.aside().put_all(&unread);
    Ok(found)
}

/// Open orders, newest first; an empty `market` means all.
pub async fn working(
    on: &mut impl Session,
    account: AccountId,
    market: &str,
    page: Page,
) -> Result<(Vec<Order>, i64), DbError> {
    let found = fetch_all!(on, OrderRecord, WORKING, account.0, market, page.size(), page.offset())?;
    let total: (i64,) = fetch_one!(on, (i64,), COUNT_WORKING, account.0, market)?;
    Ok((found.into_iter().map(Order::try_from).collect::<Result<_, _>>()?, total.0))
}

/// Fills, newest first, and how many there are, of which 10,000 are counted; an empty `market` and no `instrument` mean
/// all.
pub async fn fills(
    on: &mut impl Session,
    account: AccountId,
    market: &str,
    instrument: Option<InstrumentId>,
    page: Page,
) -> Result<(Vec<FillRecord>, i64), DbError> {
    // Instruments are numbered from 1.
    let only = instrument.map_or(0, |id| id.0);
    let (total,) = fetch_one!(on, (i64,), COUNT_FILLS, account.0, market, only, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let found = fetch_all!(on, FillRecord, FILLS, account.0, market, only, page.size(), page.offset())?;
    Ok((found, total))
}

/// Fills that took a profit or a loss, in the same way.
pub async fn closed(
    on: &mut impl Session,
    account: AccountId,
    market: &str,
    page: Page,
) -> Result<(Vec<FillRecord>, i64), DbError> {
    let (total,) = fetch_one!(on, (i64,), COUNT_CLOSED, account.0, market, COUNTED_MAX)?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let found = fetch_all!(on, FillRecord, CLOSED, account.0, market, page.size(), page.offset())?;
    Ok((found, total))
}

pub async fn fills_of(on: &mut impl Session, account: AccountId, order: i64) -> Result<Vec<FillRecord>, DbError> {
    fetch_all!(on, FillRecord, OF_ORDER, order, account.0)
}

pub async fn fill(on: &mut impl Session, account: AccountId, id: i64) -> Result<Option<FillRecord>, DbError> {
    fetch_optional!(on, FillRecord, FILL, id, account.0)
}

pub async fn proof(on: &mut impl Session, fill: i64) -> Result<ProofRecord, DbError> {
    fetch_one!(on, ProofRecord, PROOF, fill)
}

/// Bids, asks and time of the tick that converted a fill's amounts, where one did.
pub async fn conversion(on: &mut impl Session, proof: &ProofRecord) -> Result<Option<(String, String, i64)>, DbError> {
    let ProofRecord { conversion_feed, conversion_epoch, conversion_seq, conversion_instrument_id, .. } = proof;
    let Some(feed) = conversion_feed else { return Ok(None) };
    fetch_optional!(
        on,
        (String, String, i64),
        CONVERSION,
        feed,
        *conversion_epoch,
        *conversion_seq,
        *conversion_instrument_id
    )
}

/// The open and pending legs of an account that can be read, the oldest first.
pub async fn legs(on: &mut impl Session, account: AccountId) -> Result<Vec<Order>, DbError> {
    let found = fetch_readable!(on, Order::NAME, OrderRecord, LEGS, account.0)?;
    Ok(found.into_iter().filter(|order: &Order| order.at.leg().is_some()).collect())
}

/// The open and pending legs of a position.
pub async fn legs_of(on: &mut impl Session, position: PositionKey) -> Result<Vec<OrderRef>, DbError> {
    let legs = legs(on, position.account).await?;
    Ok(legs.into_iter().map(|leg| leg.at).filter(|at| at.position() == position).collect())
}

/// The number of orders that an account has open or pending.
pub async fn open_orders(on: &mut impl Session, account: AccountId) -> Result<i64, DbError> {
    Ok(fetch_optional!(on, (i64,), OPEN_ORDERS, account.0)?.map_or(0, |(count,)| count))
}

/// Quantity, value and fees of what was filled of an order before a fill.
pub async fn filled_before(on: &mut impl Session, order: i64, fill: i64) -> Result<(i64, i64, i64, i64), DbError> {
    fetch_one!(on, (i64, i64, i64, i64), FILLED_BEFORE, order, fill)
}

/// Name, amount and rule of each fee of a fill.
pub async fn fees(on: &mut impl Session, fill: i64) -> Result<Vec<(String, i64, String)>, DbError> {
    fetch_all!(on, (String, i64, String), FEES, fill)
}

/// Kind and time of a journal, and account, book, currency and amount of its postings.
#[allow(clippy::type_complexity)]
pub async fn journal(
    on: &mut impl Session,
    id: i64,
) -> Result<((String, i64), Vec<(i64, String, String, i64)>), DbError> {
    let journal = fetch_one!(on, (String, i64), JOURNAL, id)?;
    Ok((journal, fetch_all!(on, (i64, String, String, i64), POSTINGS, id)?))
}
