//! Bars in the database.

use std::collections::BTreeMap;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::Bar;
use plumbline_core::time::UnixMillis;

use super::Series;
use super::recorder::Recorded;
use crate::db::{Db, DbError, Session, rows, rows::Rows};
use crate::{execute, fetch_all, fetch_one, statements};

/// Rows that one statement stores.
const CHUNK: usize = 256;

statements! {
    /// The rule of [`Bar::merged`]: a restarted server, or another one, has seen a part of the bar.
    STORE("iiiiiiiii"): "INSERT INTO bars (instrument_id, series, start_at, open, high, low, close, volume, whole) {rows}
        ON CONFLICT (instrument_id, series, start_at) DO UPDATE SET
            open = CASE WHEN excluded.volume > bars.volume THEN excluded.open ELSE bars.open END,
            high = CASE WHEN excluded.high > bars.high THEN excluded.high ELSE bars.high END,
            low = CASE WHEN excluded.low < bars.low THEN excluded.low ELSE bars.low END,
            close = CASE WHEN excluded.volume >= bars.volume THEN excluded.close ELSE bars.close END,
            volume = CASE WHEN excluded.volume > bars.volume THEN excluded.volume ELSE bars.volume END,
            whole = CASE WHEN excluded.whole > bars.whole THEN excluded.whole ELSE bars.whole END";
    RANGE: "SELECT start_at, open, high, low, close, volume, whole FROM bars
        WHERE instrument_id = $1 AND series = $2 AND start_at >= $3 AND start_at < $4 ORDER BY start_at";
    OLDEST: "SELECT MIN(start_at) FROM bars WHERE instrument_id = $1 AND series = $2";
    /// The bars of all instruments that begin at one moment.
    AT: "SELECT instrument_id, open, high, low, close, volume FROM bars WHERE series = $1 AND start_at = $2";
    /// The extremes of the minutes since a moment.
    EXTREMES: "SELECT instrument_id, MAX(high), MIN(low) FROM bars
        WHERE series = 0 AND start_at >= $1 GROUP BY instrument_id";
    PURGE: "DELETE FROM bars WHERE series = 0 AND start_at < $1";
}

/// A stored bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    pub bar: Bar,
    /// False if a part of the bar's time may be missing in it.
    pub whole: bool,
}

/// Stores bars, each merged with the stored one of its span. All servers store in one order, so that they cannot
/// deadlock.
pub async fn store(db: &Db, bars: &mut [Recorded]) -> Result<(), DbError> {
    bars.sort_unstable_by_key(|recorded| (recorded.instrument, recorded.series, recorded.bar.start));
    for chunk in bars.chunks(CHUNK) {
        let mut tx = db.begin().await?;
        let input = Rows::default()
            .int(chunk.iter().map(|r| r.instrument.0))
            .int(chunk.iter().map(|r| r.series.code()))
            .int(chunk.iter().map(|r| r.bar.start.0))
            .int(chunk.iter().map(|r| r.bar.open.units()))
            .int(chunk.iter().map(|r| r.bar.high.units()))
            .int(chunk.iter().map(|r| r.bar.low.units()))
            .int(chunk.iter().map(|r| r.bar.close.units()))
            .int(chunk.iter().map(|r| r.bar.volume.units()))
            .int(chunk.iter().map(|r| i64::from(r.whole)));
        rows::execute(&mut tx, STORE, input).await?;
        tx.commit().await?;
    }
    Ok(())
}

fn bar(start: i64, [open, high, low, close]: [i64; 4], volume: i64) -> Bar {
    let [open, high, low, close] = [open, high, low, close].map(Price::from_units);
    Bar { start: UnixMillis(start), open, high, low, close, volume: Quantity::from_units(volume) }
}

/// The stored bars that begin in `[from, to)`, by their begin.
pub async fn range(
    on: &mut impl Session,
    instrument: InstrumentId,
    series: Series,
    from: UnixMillis,
    to: UnixMillis,
) -> Result<BTreeMap<UnixMillis, Stored>, DbError> {
    let found = fetch_all!(on, (i64, i64, i64, i64, i64, i64, i64), RANGE, instrument.0, series.code(), from.0, to.0)?;
    let stored = |(start, open, high, low, close, volume, whole)| {
        (UnixMillis(start), Stored { bar: bar(start, [open, high, low, close], volume), whole: whole == 1 })
    };
    Ok(found.into_iter().map(stored).collect())
}

/// The begin of an instrument's oldest stored bar.
pub async fn oldest(
    on: &mut impl Session,
    instrument: InstrumentId,
    series: Series,
) -> Result<Option<UnixMillis>, DbError> {
    let (oldest,) = fetch_one!(on, (Option<i64>,), OLDEST, instrument.0, series.code())?;
    Ok(oldest.map(UnixMillis))
}

/// The bars of all instruments that begin at `start`.
pub async fn at(
    on: &mut impl Session,
    series: Series,
    start: UnixMillis,
) -> Result<BTreeMap<InstrumentId, Bar>, DbError> {
    let found = fetch_all!(on, (i64, i64, i64, i64, i64, i64), AT, series.code(), start.0)?;
    let row = |(id, open, high, low, close, volume)| (InstrumentId(id), bar(start.0, [open, high, low, close], volume));
    Ok(found.into_iter().map(row).collect())
}

/// Highest and lowest price of each instrument in the stored minutes since `from`.
pub async fn extremes(
    on: &mut impl Session,
    from: UnixMillis,
) -> Result<BTreeMap<InstrumentId, (Price, Price)>, DbError> {
    let found = fetch_all!(on, (i64, i64, i64), EXTREMES, from.0)?;
    let row = |(id, high, low)| (InstrumentId(id), (Price::from_units(high), Price::from_units(low)));
    Ok(found.into_iter().map(row).collect())
}

/// Removes minutes that charts do not show any more.
pub async fn purge(db: &Db, before: UnixMillis) -> Result<u64, DbError> {
    let mut tx = db.begin().await?;
    let removed = execute!(&mut tx, PURGE, before.0)?;
    tx.commit().await?;
    Ok(removed)
}
