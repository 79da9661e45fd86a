//! The background work of bars: knows the present day at the start, writes what is finished, and works out the
//! figures that rows show.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument};
use plumbline_core::time::UnixMillis;

use super::{backfill, store};
use crate::app::App;
use crate::db::DbError;
use crate::market::Stats;
use crate::market::history::SPARKLINE_POINTS;

const FLUSH_EVERY: Duration = Duration::from_secs(2);
/// One-minute bars are kept for a week.
const KEEP_MINUTES: i64 = 7 * UnixMillis::DAY;
const PURGE_EVERY_FLUSHES: u32 = 1_800;
const YEAR_DAYS: i32 = 366;

/// Begins to keep bars, until the server stops.
pub async fn start(app: &App) -> Result<(), DbError> {
    seed_days(app).await?;
    app.tasks.spawn(app.supervisor.watched("bars", flush(app.clone())));
    app.supervisor.spawn("figures", figures(app.clone()));
    Ok(())
}

/// What the feed and the stored minutes know of the present day of each instrument.
async fn seed_days(app: &App) -> Result<(), DbError> {
    let now = app.clock.now();
    let mut extremes: HashMap<InstrumentId, (Price, Price)> = HashMap::new();
    for instrument in app.market.catalog.all() {
        let at = app.market.feed_history.now(now);
        let start = app.market.hours.trading_day(instrument.market, at).bar_start;
        if extremes.is_empty() {
            let found = store::extremes(&mut app.db.read().await?, start).await?;
            extremes = found.into_iter().map(|(id, high, low)| (id, (high, low))).collect();
        }
        seed_day(app, instrument, start, at, extremes.get(&instrument.id).copied());
    }
    Ok(())
}

fn seed_day(app: &App, instrument: &Instrument, start: UnixMillis, now: UnixMillis, extremes: Option<(Price, Price)>) {
    let feed = &app.market.feed_history;
    let previous_close = feed.last_before(instrument, start).unwrap_or(Price::ZERO);
    let today = feed.bar(instrument, start, now);
    let Some(mut day) = today.or((!previous_close.is_zero()).then(|| Bar::begin(start, previous_close))) else {
        return;
    };
    if let Some((high, low)) = extremes {
        (day.high, day.low) = (day.high.max(high), day.low.min(low));
    }
    app.market.recorder.seed(instrument, day, previous_close, now);
}

/// Writes finished bars every two seconds, and those that are being built when the server stops.
async fn flush(app: App) {
    let mut flushes: u32 = 0;
    loop {
        let running = app.stopping.run_until_cancelled(tokio::time::sleep(FLUSH_EVERY)).await.is_some();
        let mut bars = app.market.recorder.take_finished();
        if !running {
            bars.extend(app.market.recorder.unfinished());
        }
        if let Err(error) = store::store(&app.db, &bars).await {
            tracing::error!(%error, "bars could not be stored; charts will fill them from the feed");
        }
        flushes = flushes.wrapping_add(1);
        if flushes.is_multiple_of(PURGE_EVERY_FLUSHES)
            && let Err(error) = store::purge(&app.db, app.clock.now().plus(-KEEP_MINUTES)).await
        {
            tracing::warn!(%error, "old minutes could not be removed");
        }
        if !running {
            return;
        }
    }
}

/// Works out 52-week ranges and sparklines for the instruments that lists have shown without them.
async fn figures(app: App) {
    while let Some(id) = app.stopping.run_until_cancelled(app.market.history.next_wanted()).await {
        let Some(instrument) = app.market.catalog.get(id).cloned() else { continue };
        match stats(&app, &instrument).await {
            Ok(stats) => app.market.history.set_stats(id, stats),
            Err(error) => tracing::warn!(%error, code = instrument.code, "the year's figures could not be worked out"),
        }
    }
}

async fn stats(app: &App, instrument: &Arc<Instrument>) -> Result<Stats, DbError> {
    let now = app.market.now_of(instrument, app.clock.now());
    let days = backfill::days(&app.db, &app.market, instrument, YEAR_DAYS, now).await?;
    let newest = days.len().saturating_sub(SPARKLINE_POINTS - 1);
    Ok(Stats {
        week52_high: days.iter().map(|bar| bar.high).max().unwrap_or(Price::ZERO),
        week52_low: days.iter().map(|bar| bar.low).min().unwrap_or(Price::ZERO),
        closes: days[newest..].iter().map(|bar| bar.close).collect(),
    })
}
