//! What customers read of their positions.

use std::collections::HashMap;

use plumbline_core::ids::{AccountId, InstrumentId, PositionId};
use plumbline_core::positions::Position;
use plumbline_core::time::UnixMillis;

use super::store::PositionRecord;
use crate::db::{DbError, Session, rows, rows::Rows};
use crate::http::Page;
use crate::ids::Ids;
use crate::{fetch_all, fetch_one, fetch_optional, statements};

statements! {
    OPEN: "SELECT p.* FROM positions p JOIN instruments i ON i.id = p.instrument_id
        WHERE p.account_id = $1 AND p.quantity <> 0 AND ($2 = '' OR i.market = $2)
        ORDER BY p.opened_at DESC, p.id DESC LIMIT $3 OFFSET $4";
    COUNT_OPEN: "SELECT COUNT(*) FROM positions p JOIN instruments i ON i.id = p.instrument_id
        WHERE p.account_id = $1 AND p.quantity <> 0 AND ($2 = '' OR i.market = $2)";
    FIND: "SELECT * FROM positions WHERE id = $1 AND account_id = $2";
    OF_INSTRUMENT: "SELECT * FROM positions WHERE account_id = $1 AND instrument_id = $2 AND direction = 0";
    /// What was bought less what was sold at ticks of a trading day, in quantity and in money paid (negative:
    /// received). A fill is made after its tick, so the ticks of earlier fills need not be looked up: `first_id` is the
    /// least id of that time.
    TRADED("iiii"): "WITH v(account_id, instrument_id, began, first_id) AS ({rows})
        SELECT f.instrument_id,
               CAST(SUM(CASE WHEN f.side = 0 THEN f.quantity ELSE -f.quantity END) AS BIGINT),
               CAST(SUM(CASE WHEN f.side = 0 THEN f.value + f.fees ELSE f.fees - f.value END) AS BIGINT)
        FROM v
        JOIN postings p ON p.account_id = v.account_id AND p.balance_after IS NOT NULL AND p.line = 0
             AND p.journal_id >= v.first_id
        JOIN journals j ON j.id = p.journal_id
        JOIN fills f ON f.id = j.cause_id AND f.journal_id = j.id AND f.instrument_id = v.instrument_id AND f.created_at >= v.began
        JOIN ticks t ON t.feed = f.feed AND t.seq = f.tick_seq AND t.instrument_id = f.instrument_id
        WHERE t.exchange_time >= v.began GROUP BY f.instrument_id";
}

/// Open positions, newest first; an empty `market` means all.
pub async fn open(
    on: &mut impl Session,
    account: AccountId,
    market: &str,
    page: Page,
) -> Result<(Vec<Position>, i64), DbError> {
    let found = fetch_all!(on, PositionRecord, OPEN, account.0, market, page.size(), page.offset())?;
    let total: (i64,) = fetch_one!(on, (i64,), COUNT_OPEN, account.0, market)?;
    Ok((found.into_iter().map(Position::try_from).collect::<Result<_, _>>()?, total.0))
}

pub async fn find(on: &mut impl Session, account: AccountId, id: PositionId) -> Result<Option<Position>, DbError> {
    fetch_optional!(on, PositionRecord, FIND, id.0, account.0)?.map(Position::try_from).transpose()
}

pub async fn of_instrument(
    on: &mut impl Session,
    account: AccountId,
    instrument: InstrumentId,
) -> Result<Option<Position>, DbError> {
    fetch_optional!(on, PositionRecord, OF_INSTRUMENT, account.0, instrument.0)?.map(Position::try_from).transpose()
}

/// What an account traded of an instrument in a trading day.
#[derive(Clone, Copy, Debug, Default)]
pub struct Traded {
    /// Bought less sold, in units of 10⁻⁸.
    pub quantity: i64,
    /// Paid less received, fees included, in minor units.
    pub paid: i64,
}

/// By instrument, each since its trading day began; what was not traded is absent.
pub async fn traded_since(
    on: &mut impl Session,
    account: AccountId,
    began: &[(InstrumentId, UnixMillis)],
) -> Result<HashMap<InstrumentId, Traded>, DbError> {
    let input = Rows::default()
        .int(began.iter().map(|_| account.0))
        .int(began.iter().map(|(instrument, _)| instrument.0))
        .int(began.iter().map(|(_, began)| began.0))
        .int(began.iter().map(|(_, began)| Ids::first_at(*began)));
    let found: Vec<(i64, i64, i64)> = rows::fetch(on, TRADED, input).await?;
    Ok(found.into_iter().map(|(id, quantity, paid)| (InstrumentId(id), Traded { quantity, paid })).collect())
}
