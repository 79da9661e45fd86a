//! Bars of the past: what is stored, and from the feed's own history what is missing.

use std::collections::HashSet;

use jiff::ToSpan;
use plumbline_core::market::{Bar, Instrument, begin_of};
use plumbline_core::time::UnixMillis;

use super::recorder::{Finished, zone_of};
use super::{MINUTE, Series, store};
use crate::db::{Db, DbError};
use crate::market::Market;
use crate::market::feeds::FeedHistory;

/// The daily bars of the `days` days before the trading day of `now`, oldest first. Days on which the feed has
/// nothing are left out.
pub async fn days(
    db: &Db,
    market: &Market,
    instrument: &Instrument,
    days: i32,
    now: UnixMillis,
) -> Result<Vec<Bar>, DbError> {
    let zone = zone_of(instrument);
    let today = market.hours.trading_day(instrument.market, now).date;
    let first = today.checked_sub(days.days()).unwrap_or(today);
    let (from, to) = (begin_of(first, &zone), begin_of(today, &zone));
    let starts = first.series(1.day()).take_while(|date| *date < today).map(|date| {
        let next = date.checked_add(1.day()).unwrap_or(date);
        (begin_of(date, &zone), begin_of(next, &zone))
    });
    filled(db, market.feed_history.as_ref(), instrument, Series::Day, (from, to), starts).await
}

/// The one-minute bars from `from` to the minute of `now`, oldest first.
pub async fn minutes(
    db: &Db,
    market: &Market,
    instrument: &Instrument,
    from: UnixMillis,
    now: UnixMillis,
) -> Result<Vec<Bar>, DbError> {
    let to = UnixMillis(now.0 - now.0.rem_euclid(MINUTE));
    let starts = (0..)
        .map(|minute| from.plus(minute * MINUTE))
        .take_while(|start| *start < to)
        .map(|start| (start, start.plus(MINUTE)));
    filled(db, market.feed_history.as_ref(), instrument, Series::Minute, (from, to), starts).await
}

async fn filled(
    db: &Db,
    feed: &dyn FeedHistory,
    instrument: &Instrument,
    series: Series,
    (from, to): (UnixMillis, UnixMillis),
    spans: impl Iterator<Item = (UnixMillis, UnixMillis)>,
) -> Result<Vec<Bar>, DbError> {
    let mut bars = store::range(&mut db.read().await?, instrument.id, series, from, to).await?;
    let known: HashSet<UnixMillis> = bars.iter().map(|bar| bar.start).collect();
    let missing = spans.filter(|(start, _)| !known.contains(start));
    let found: Vec<Bar> = missing.filter_map(|(start, end)| feed.bar(instrument, start, end)).collect();
    if !found.is_empty() {
        let finished: Vec<Finished> =
            found.iter().map(|bar| Finished { instrument: instrument.id, series, bar: *bar }).collect();
        store::store(db, &finished).await?;
        bars.extend(found);
        bars.sort_by_key(|bar| bar.start);
    }
    Ok(bars)
}
