//! Bars in the database.

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Bar;
use plumbline_core::time::UnixMillis;

use super::Series;
use super::recorder::Finished;
use crate::db::{Db, DbError, Session, rows, rows::Rows};
use crate::{execute, fetch_all, statements};

/// Rows that one statement stores.
const CHUNK: usize = 256;

statements! {
    STORE("iiiiiiii"): "INSERT INTO bars (instrument_id, series, start_at, open, high, low, close, volume) {rows}
        ON CONFLICT (instrument_id, series, start_at) DO UPDATE SET open = excluded.open, high = excluded.high,
            low = excluded.low, close = excluded.close, volume = excluded.volume";
    RANGE: "SELECT start_at, open, high, low, close, volume FROM bars
        WHERE instrument_id = $1 AND series = $2 AND start_at >= $3 AND start_at < $4 ORDER BY start_at";
    /// The extremes of the minutes since a moment.
    EXTREMES: "SELECT instrument_id, MAX(high), MIN(low) FROM bars
        WHERE series = 0 AND start_at >= $1 GROUP BY instrument_id";
    PURGE: "DELETE FROM bars WHERE series = 0 AND start_at < $1";
}

/// Stores bars, in place of what was stored for the same spans.
pub async fn store(db: &Db, bars: &[Finished]) -> Result<(), DbError> {
    for chunk in bars.chunks(CHUNK) {
        let mut tx = db.begin().await?;
        let input = Rows::default()
            .int(chunk.iter().map(|f| f.instrument.0))
            .int(chunk.iter().map(|f| f.series.code()))
            .int(chunk.iter().map(|f| f.bar.start.0))
            .int(chunk.iter().map(|f| f.bar.open.units()))
            .int(chunk.iter().map(|f| f.bar.high.units()))
            .int(chunk.iter().map(|f| f.bar.low.units()))
            .int(chunk.iter().map(|f| f.bar.close.units()))
            .int(chunk.iter().map(|f| f.bar.volume.units()));
        rows::execute(&mut tx, STORE, input).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The stored bars that begin in `[from, to)`, oldest first.
pub async fn range(
    on: &mut impl Session,
    instrument: InstrumentId,
    series: Series,
    from: UnixMillis,
    to: UnixMillis,
) -> Result<Vec<Bar>, DbError> {
    let found = fetch_all!(on, (i64, i64, i64, i64, i64, i64), RANGE, instrument.0, series.code(), from.0, to.0)?;
    let bar = |(start, open, high, low, close, volume)| Bar {
        start: UnixMillis(start),
        open: Price::from_units(open),
        high: Price::from_units(high),
        low: Price::from_units(low),
        close: Price::from_units(close),
        volume: Quantity::from_units(volume),
    };
    Ok(found.into_iter().map(bar).collect())
}

/// Highest and lowest price of each instrument in the stored minutes since `from`.
pub async fn extremes(on: &mut impl Session, from: UnixMillis) -> Result<Vec<(InstrumentId, Price, Price)>, DbError> {
    let found = fetch_all!(on, (i64, i64, i64), EXTREMES, from.0)?;
    let row = |(id, high, low)| (InstrumentId(id), Price::from_units(high), Price::from_units(low));
    Ok(found.into_iter().map(row).collect())
}

/// Removes minutes that no chart shows any more.
pub async fn purge(db: &Db, before: UnixMillis) -> Result<u64, DbError> {
    let mut tx = db.begin().await?;
    let removed = execute!(&mut tx, PURGE, before.0)?;
    tx.commit().await?;
    Ok(removed)
}
