//! What fills have taken of the displayed sizes, so that all orders together take no more than a tick displays.
//!
//! On SQLite one server writes, so it remembers this from batch to batch. On PostgreSQL others may fill from the same
//! ticks: a batch keeps them away from its instruments until its commit, and reads what is stored.

use std::collections::BTreeSet;
use std::sync::Arc;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Liquidity, Match, Side, TickName};
use plumbline_core::time::UnixMillis;

use super::context::Context;
use super::job::Job;
use crate::db::{Batch, DbError, Dialect, rows, rows::Rows};
use crate::ids::Ids;
use crate::{fetch_all, statements};

/// Fills of the last minute say what must not be filled again from the ticks that are not stale yet.
const WINDOW: i64 = UnixMillis::MINUTE;

statements! {
    TAKEN_SINCE: "SELECT instrument_id, side, feed, tick_epoch, tick_seq, price, CAST(SUM(quantity) AS BIGINT)
        FROM fills WHERE id >= $1 GROUP BY instrument_id, side, feed, tick_epoch, tick_seq, price
        ORDER BY MIN(id)";
    TAKEN_OF("tiii"): "WITH v(feed, tick_epoch, tick_seq, instrument_id) AS ({rows})
        SELECT f.instrument_id, f.side, f.feed, f.tick_epoch, f.tick_seq, f.price, CAST(SUM(f.quantity) AS BIGINT)
        FROM v JOIN fills f ON f.feed = v.feed AND f.tick_epoch = v.tick_epoch AND f.tick_seq = v.tick_seq
            AND f.instrument_id = v.instrument_id
        GROUP BY f.instrument_id, f.side, f.feed, f.tick_epoch, f.tick_seq, f.price";
    /// Locks row by row in the order of the input, those that are new as well; `WHERE false` locks a row and leaves
    /// it as it is.
    LOCK("i"): "INSERT INTO fill_locks (instrument_id) {rows}
        ON CONFLICT (instrument_id) DO UPDATE SET instrument_id = excluded.instrument_id WHERE false";
}

/// What was taken of one level: instrument, side, feed, epoch and number of the tick, price and quantity.
type Taken = (i64, i64, String, i64, i64, i64, i64);

/// What a server remembers when it starts, or does not know what became of a batch: nothing, where each batch reads it.
pub(super) async fn stored(context: &Context) -> Result<Liquidity, DbError> {
    match context.db.dialect() {
        Dialect::Sqlite => {
            let since = Ids::first_at(context.clock.now().plus(-WINDOW));
            of(fetch_all!(&mut context.db.read().await?, Taken, TAKEN_SINCE, since)?)
        }
        Dialect::Postgres => Ok(Liquidity::default()),
    }
}

/// What was taken before the batch of `jobs`, and what nobody else will add to until its commit. The streams of the
/// accounts must be locked before, so that every server locks in one order.
pub(super) async fn before(batch: &mut Batch, jobs: &[Job], remembered: &mut Liquidity) -> Result<Liquidity, DbError> {
    match batch.dialect() {
        Dialect::Sqlite => Ok(std::mem::take(remembered)),
        Dialect::Postgres => lock_and_read(batch, jobs).await,
    }
}

/// Two statements, because what is read must be as it is once the locks are held.
async fn lock_and_read(batch: &mut Batch, jobs: &[Job]) -> Result<Liquidity, DbError> {
    let ticks: BTreeSet<(InstrumentId, i64, i64, Arc<str>)> = jobs
        .iter()
        .filter_map(|job| job.command.tick())
        .map(|tick| (tick.instrument, tick.epoch, tick.seq, tick.feed.clone()))
        .collect();
    let instruments: BTreeSet<InstrumentId> = ticks.iter().map(|(instrument, ..)| *instrument).collect();
    rows::execute(batch, LOCK, Rows::default().int(instruments.iter().map(|instrument| instrument.0))).await?;
    let input = Rows::default()
        .text(ticks.iter().map(|(.., feed)| feed.to_string()))
        .int(ticks.iter().map(|(_, epoch, ..)| *epoch))
        .int(ticks.iter().map(|(_, _, seq, _)| *seq))
        .int(ticks.iter().map(|(instrument, ..)| instrument.0));
    of(rows::fetch(batch, TAKEN_OF, input).await?)
}

fn of(found: Vec<Taken>) -> Result<Liquidity, DbError> {
    let mut liquidity = Liquidity::default();
    for (instrument, side, feed, epoch, seq, price, quantity) in found {
        let taken = Match { price: Price::from_units(price), quantity: Quantity::from_units(quantity) };
        let side =
            Side::from_code(side).ok_or_else(|| DbError::Corrupt { column: "fills.side", value: side.to_string() })?;
        let tick = TickName { instrument: InstrumentId(instrument), feed: &feed.into(), epoch, seq };
        liquidity.remember(tick, side, taken);
    }
    Ok(liquidity)
}
