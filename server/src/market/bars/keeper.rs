//! The background work of bars: starts them from stored bars and the feed's history, stores finished ones, and computes
//! the figures that rows show.

use std::sync::Arc;
use std::time::Duration;

use jiff::ToSpan;
use plumbline_core::decimal::Price;
use plumbline_core::market::Instrument;
use plumbline_core::time::UnixMillis;
use tokio_util::sync::CancellationToken;

use super::recorder::Recorded;
use super::{known, store};
use crate::db::DbError;
use crate::leader::Leadership;
use crate::market::Stats;
use crate::market::chart::Charts;
use crate::market::history::SPARKLINE_POINTS;
use crate::supervision::{Every, Supervisor};

const FLUSH_EVERY: Duration = Duration::from_secs(2);
/// Bars that wait while the database does not take them; beyond that the oldest are dropped, and charts fill them from
/// the feed.
const WAITING_MAX: usize = 100_000;
/// One-minute bars are kept for a week.
const KEEP_MINUTES: i64 = 7 * UnixMillis::DAY;
const PURGE_EVERY_FLUSHES: u32 = 1_800;
const YEAR_DAYS: i32 = 366;

/// Starts building bars, and storing them while this server leads, until it stops.
pub async fn start(charts: Charts, leadership: Leadership, supervisor: &Supervisor) -> Result<(), DbError> {
    known::seed(&charts.db, &charts.market, charts.clock.now()).await?;
    supervisor.spawn_storing("bars", flush(charts.clone(), leadership, supervisor.every(FLUSH_EVERY)));
    supervisor.spawn("figures", figures(charts, supervisor.stopping().clone()));
    Ok(())
}

/// Stores finished bars every two seconds, and those being built when the server stops.
async fn flush(charts: Charts, leadership: Leadership, every: Every) {
    let mut flushes: u32 = 0;
    let mut waiting: Vec<Recorded> = Vec::new();
    loop {
        let running = every.next().await;
        waiting.extend(charts.market.recorder.take_finished());
        if !running {
            waiting.extend(charts.market.recorder.unfinished());
        }
        // The leader stores the bars of the ticks that it sends to its standbys.
        if !leadership.leads() {
            waiting.clear();
        }
        match store::store(&charts.db, &mut waiting).await {
            Ok(()) => waiting.clear(),
            Err(error) => {
                tracing::error!(%error, bars = waiting.len(), "bars could not be stored; they wait for the next time");
                waiting.drain(..waiting.len().saturating_sub(WAITING_MAX));
            }
        }
        flushes = flushes.wrapping_add(1);
        if flushes.is_multiple_of(PURGE_EVERY_FLUSHES)
            && leadership.leads()
            && let Err(error) = store::purge(&charts.db, charts.clock.now().plus(-KEEP_MINUTES)).await
        {
            tracing::warn!(%error, "old minutes could not be removed");
        }
        if !running {
            return;
        }
    }
}

/// Computes 52-week ranges and sparklines for the instruments that were shown without those of their trading day.
async fn figures(charts: Charts, stopping: CancellationToken) {
    while let Some((id, day)) = stopping.run_until_cancelled(charts.market.history.next_wanted()).await {
        let Some(instrument) = charts.market.catalog.get(id).cloned() else { continue };
        match stats(&charts, &instrument, day).await {
            Ok(stats) => charts.market.history.set_stats(id, stats),
            Err(error) => tracing::warn!(%error, code = instrument.code, "the year's figures could not be worked out"),
        }
    }
}

async fn stats(charts: &Charts, instrument: &Arc<Instrument>, day: UnixMillis) -> Result<Stats, DbError> {
    let now = charts.market.now_of(instrument, charts.clock.now());
    let today = charts.market.hours(instrument).trading_day(now).date;
    let first = today.checked_sub(YEAR_DAYS.days()).unwrap_or(today);
    let mut days = charts.market.past.days(&charts.db, instrument, first, today).await?;
    charts.market.corporate_actions.adjust(instrument, charts.market.hours(instrument), now, &mut days);
    let newest = days.len().saturating_sub(SPARKLINE_POINTS - 1);
    Ok(Stats {
        day,
        week52_high: days.iter().map(|bar| bar.high).max().unwrap_or(Price::ZERO),
        week52_low: days.iter().map(|bar| bar.low).min().unwrap_or(Price::ZERO),
        closes: days[newest..].iter().map(|bar| bar.close).collect(),
    })
}
