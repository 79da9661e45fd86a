//! Orders that have ended.

use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::orders::{Order, OrderStatus, Side};
use plumbline_core::time::UnixMillis;

use super::store::OrderRecord;
use crate::db::{DbError, Session};
use crate::http::{COUNTED_MAX, Page};
use crate::ids::Ids;
use crate::{fetch_all, fetch_one, for_each_row, statements};

statements! {
    /// Statuses filled, cancelled, rejected and expired, as in the index `orders_ended`. Ids sort by time.
    ENDED: "SELECT * FROM orders
        WHERE account_id = $1 AND status IN (3, 4, 5, 6) AND id BETWEEN $2 AND $3
          AND created_at >= $4 AND created_at < $5
          AND ($6 = '' OR instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $6))
          AND ($7 = 0 OR instrument_id = $7) AND ($8 < 0 OR side = $8) AND ($9 < 0 OR status = $9)
        ORDER BY id DESC LIMIT $10 OFFSET $11";
    /// The index has all that this reads.
    COUNT_ENDED: "SELECT COUNT(*) FROM (SELECT 1 FROM orders
        WHERE account_id = $1 AND status IN (3, 4, 5, 6) AND id BETWEEN $2 AND $3
          AND created_at >= $4 AND created_at < $5
          AND ($6 = '' OR instrument_id IN (SELECT i.id FROM instruments i WHERE i.market = $6))
          AND ($7 = 0 OR instrument_id = $7) AND ($8 < 0 OR side = $8) AND ($9 < 0 OR status = $9)
        LIMIT $10) counted";
}

/// Which orders are asked for: of one market (all when empty), of one instrument, of one side, of one end; placed from a
/// moment on and before another.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    pub market: &'static str,
    pub instrument: Option<InstrumentId>,
    pub side: Option<Side>,
    pub status: Option<OrderStatus>,
    pub from: UnixMillis,
    pub until: UnixMillis,
}

impl Ended {
    /// As the statements want them: instruments are numbered from 1, sides and statuses from 0.
    fn codes(&self) -> (i64, i64, i64) {
        (
            self.instrument.map_or(0, |id| id.0),
            self.side.map_or(-1, Side::code),
            self.status.map_or(-1, OrderStatus::code),
        )
    }
}

/// A page of orders, the newest first, and how many there are, of which 10,000 are counted: who looks for older ones says
/// until when.
pub async fn page(
    on: &mut impl Session,
    account: AccountId,
    wanted: &Ended,
    page: Page,
) -> Result<(Vec<Order>, i64), DbError> {
    let (first, last) = Ids::between(wanted.from, wanted.until);
    let (instrument, side, status) = wanted.codes();
    let (from, until) = (wanted.from.0, wanted.until.0);
    let total = count(on, account, wanted, COUNTED_MAX).await?;
    if !page.is_within(total) {
        return Ok((Vec::new(), total));
    }
    let found = fetch_all!(
        on,
        OrderRecord,
        ENDED,
        account.0,
        first,
        last,
        from,
        until,
        wanted.market,
        instrument,
        side,
        status,
        page.size(),
        page.offset()
    )?;
    let orders = found.into_iter().map(Order::try_from).collect::<Result<_, _>>()?;
    Ok((orders, total))
}

/// How many orders there are, of which `at_most` are counted.
pub async fn count(on: &mut impl Session, account: AccountId, wanted: &Ended, at_most: i64) -> Result<i64, DbError> {
    let (first, last) = Ids::between(wanted.from, wanted.until);
    let (instrument, side, status) = wanted.codes();
    let (from, until, market) = (wanted.from.0, wanted.until.0, wanted.market);
    let (count,) = fetch_one!(
        on,
        (i64,),
        COUNT_ENDED,
        account.0,
        first,
        last,
        from,
        until,
        market,
        instrument,
        side,
        status,
        at_most
    )?;
    Ok(count)
}

/// Hands the newest orders to `each` one by one, `at_most` of them.
pub async fn each(
    on: &mut impl Session,
    account: AccountId,
    wanted: &Ended,
    at_most: i64,
    mut each: impl FnMut(Result<Order, DbError>) + Send,
) -> Result<(), DbError> {
    let (first, last) = Ids::between(wanted.from, wanted.until);
    let (instrument, side, status) = wanted.codes();
    let (from, until, market) = (wanted.from.0, wanted.until.0, wanted.market);
    for_each_row!(
        on, OrderRecord, ENDED, account.0, first, last, from, until, market, instrument, side, status, at_most, 0_i64;
        |row| each(Order::try_from(row))
    )
}
