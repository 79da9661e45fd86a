//! What fills have taken of the displayed sizes, so that all orders together take no more than a tick displays. The one
//! writer remembers it from batch to batch.

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Liquidity, Match, Side, TickName};
use plumbline_core::time::UnixMillis;

use crate::clock::Clock;
use crate::db::{Db, DbError, aside::count};
use crate::ids::Ids;
use crate::{fetch_readable, statements};

/// Fills of the last minute say what must not be filled again from the ticks that are not stale yet.
const WINDOW: i64 = UnixMillis::MINUTE;

statements! {
    TAKEN_SINCE: "SELECT id, account_id, instrument_id, side, feed, tick_epoch, tick_seq, price, quantity
        FROM fills WHERE id >= $1 ORDER BY id";
}

#[derive(Debug, sqlx::FromRow)]
struct FilledRow {
    instrument_id: i64,
    side: i64,
    feed: String,
    tick_epoch: i64,
    tick_seq: i64,
    price: i64,
    quantity: i64,
}

/// What a fill has taken.
struct Filled {
    side: Side,
    taken: Match,
    row: FilledRow,
}

impl TryFrom<FilledRow> for Filled {
    type Error = DbError;

    fn try_from(row: FilledRow) -> Result<Self, DbError> {
        count("fills.quantity", row.quantity)?;
        let taken = Match { price: Price::from_units(row.price), quantity: Quantity::from_units(row.quantity) };
        let side = Side::from_code(row.side)
            .ok_or_else(|| DbError::Corrupt { column: "fills.side", value: row.side.to_string() })?;
        Ok(Self { side, taken, row })
    }
}

/// What a writer remembers when it starts, or does not know what became of a batch.
pub(super) async fn stored(db: &Db, clock: &Clock) -> Result<Liquidity, DbError> {
    let since = Ids::first_at(clock.now().plus(-WINDOW));
    let fills: Vec<Filled> = fetch_readable!(&mut db.read().await?, "fill", FilledRow, TAKEN_SINCE, since)?;
    let mut liquidity = Liquidity::default();
    for Filled { side, row, taken } in fills {
        let FilledRow { instrument_id, feed, tick_epoch: epoch, tick_seq: seq, .. } = row;
        let tick = TickName { instrument: InstrumentId(instrument_id), feed: &feed.into(), epoch, seq };
        liquidity.remember(tick, side, taken);
    }
    Ok(liquidity)
}
