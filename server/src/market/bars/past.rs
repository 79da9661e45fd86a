//! Bars of the past: the stored ones, and the missing ones from the feed's own history. The latter are computed on
//! request, off the threads that answer, and kept in memory for a while; a reader writes nothing.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use hashlink::LruCache;
use jiff::ToSpan;
use jiff::civil::Date;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument, begin_of};
use plumbline_core::time::UnixMillis;
use tokio::sync::Semaphore;

use super::rolled::RolledBars;
use super::store::Stored;
use super::{MINUTE, Series, store};
use crate::db::{Db, DbError};
use crate::market::{Calendars, FeedHistory};

/// Bars that are computed in one turn, of some ten microseconds each: a larger request waits again, behind the others.
const BARS_A_TURN: usize = 256;
/// Bars kept in memory, of about a hundred bytes each: a year of days of 350 instruments.
const COMPUTED_MAX: usize = 131_072;

/// By the instrument and the span; `None` if there was no tick.
type Computed = LruCache<(InstrumentId, UnixMillis, UnixMillis), Option<Bar>>;

/// The bars that were computed from the feed's history.
#[derive(Debug)]
pub struct Past {
    feed: Arc<dyn FeedHistory>,
    calendars: Arc<Calendars>,
    computed: Arc<Mutex<Computed>>,
    /// One part of one chart is computed at a time, for all callers: the processor belongs to orders and quotes.
    /// Waiting callers take turns.
    turn: Arc<Semaphore>,
    /// Long bars that were rolled up from days.
    pub rolled: RolledBars,
}

impl Past {
    /// The past of `feed`, in the days of `calendars`.
    pub fn new(feed: Arc<dyn FeedHistory>, calendars: Arc<Calendars>) -> Self {
        let (computed, turn) = (Arc::new(Mutex::new(LruCache::new(COMPUTED_MAX))), Arc::new(Semaphore::new(1)));
        Self { feed, calendars, computed, turn, rolled: RolledBars::default() }
    }

    /// The bars of spans; the feed may have none for some.
    async fn bars(&self, instrument: &Arc<Instrument>, spans: impl Iterator<Item = Range<UnixMillis>>) -> Vec<Bar> {
        let (mut found, unknown) = self.look_up(instrument.id, spans);
        for part in unknown.chunks(BARS_A_TURN) {
            // The turn ends with the work and not with the caller, who may hang up.
            let Ok(turn) = self.turn.clone().acquire_owned().await else { return found };
            let (feed, instrument, computed) = (self.feed.clone(), instrument.clone(), self.computed.clone());
            let part = part.to_vec();
            let work = move || {
                let _kept = turn;
                work_out(feed.as_ref(), &instrument, &computed, part)
            };
            let worked_out = tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| {
                tracing::error!(%error, "bars of the past could not be worked out");
                Vec::new()
            });
            found.extend(worked_out);
        }
        found
    }
}

fn work_out(
    feed: &dyn FeedHistory,
    instrument: &Instrument,
    computed: &Mutex<Computed>,
    spans: Vec<Range<UnixMillis>>,
) -> Vec<Bar> {
    let bars = spans.into_iter().filter_map(|span| {
        let bar = feed.bar(instrument, span.start, span.end);
        if feed.settled(instrument, span.end) {
            lock(computed).insert((instrument.id, span.start, span.end), bar);
        }
        bar
    });
    bars.collect()
}

impl Past {
    /// The bars that are in memory, and the spans that are not.
    fn look_up(
        &self,
        id: InstrumentId,
        spans: impl Iterator<Item = Range<UnixMillis>>,
    ) -> (Vec<Bar>, Vec<Range<UnixMillis>>) {
        let (mut found, mut unknown) = (Vec::new(), Vec::new());
        let mut computed = lock(&self.computed);
        for span in spans {
            match computed.get(&(id, span.start, span.end)) {
                Some(bar) => found.extend(*bar),
                None => unknown.push(span),
            }
        }
        (found, unknown)
    }
}

fn lock(computed: &Mutex<Computed>) -> std::sync::MutexGuard<'_, Computed> {
    computed.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Past {
    /// The begin of the oldest day that can be charted, stored or in the feed's history.
    pub async fn oldest_day(&self, db: &Db, instrument: &Instrument) -> Result<Option<UnixMillis>, DbError> {
        let stored = store::oldest(&mut db.read().await?, instrument.id, Series::Day).await?;
        Ok(stored.into_iter().chain(self.feed.begins(instrument)).min())
    }

    /// The daily bars of the dates from `first` up to `end`, oldest first. Days without data are left out.
    pub async fn days(
        &self,
        db: &Db,
        instrument: &Arc<Instrument>,
        first: Date,
        end: Date,
    ) -> Result<Vec<Bar>, DbError> {
        let hours = self.calendars.of(instrument);
        let zone = hours.zone();
        let span = begin_of(first, zone)..begin_of(end, zone);
        let stored = store::range(&mut db.read().await?, instrument.id, Series::Day, span.start, span.end).await?;
        let missing = first.series(1.day()).take_while(|date| *date < end).filter_map(|date| {
            let known = stored.get(&begin_of(date, zone)).is_some_and(|stored| stored.whole);
            (!known).then(|| hours.span(date))
        });
        let found = self.bars(instrument, missing).await.into_iter();
        let start = |bar: &Bar| begin_of(hours.date(bar.start), zone);
        let found = found.map(|bar| Bar { start: start(&bar), ..bar }).collect();
        Ok(joined(stored, found))
    }

    /// The bars of `minutes` minutes that begin in `span`, oldest first, from stored minutes where there are any. They
    /// end before the minute `now`, which is being built.
    pub async fn minutes(
        &self,
        db: &Db,
        instrument: &Arc<Instrument>,
        minutes: i64,
        span: Range<UnixMillis>,
        now: UnixMillis,
    ) -> Result<Vec<Bar>, DbError> {
        let length = minutes * MINUTE;
        let end = span.end.min(now);
        let stored = store::range(&mut db.read().await?, instrument.id, Series::Minute, span.start, end).await?;
        let mut missing = Vec::new();
        for start in steps(span.start..end, length) {
            let over = start.plus(length).min(end);
            // A long bar without stored minutes is computed as a whole and not from its minutes.
            if stored.range(start..over).next().is_none() {
                missing.push(start..over);
                continue;
            }
            let lacking =
                steps(start..over, MINUTE).filter(|minute| !stored.get(minute).is_some_and(|found| found.whole));
            missing.extend(lacking.map(|minute| minute..minute.plus(MINUTE)));
        }
        let found = self.bars(instrument, missing.into_iter()).await;
        Ok(lengthened(&joined(stored, found), length))
    }
}

/// The starts of the steps in a span.
fn steps(span: Range<UnixMillis>, length: i64) -> impl Iterator<Item = UnixMillis> {
    (0..).map(move |step| span.start.plus(step * length)).take_while(move |start| *start < span.end)
}

/// Stored bars merged with found ones; for a bar that was stored in part there are both.
fn joined(stored: BTreeMap<UnixMillis, Stored>, found: Vec<Bar>) -> Vec<Bar> {
    let mut bars: BTreeMap<UnixMillis, Bar> = stored.into_iter().map(|(start, stored)| (start, stored.bar)).collect();
    for bar in found {
        bars.entry(bar.start).and_modify(|known| *known = known.merged(&bar)).or_insert(bar);
    }
    bars.into_values().collect()
}

/// Rolls up bars to `length`; the long bars begin at its multiples.
pub fn lengthened(bars: &[Bar], length: i64) -> Vec<Bar> {
    let mut long: Vec<Bar> = Vec::new();
    for bar in bars {
        let start = UnixMillis(bar.start.0 - bar.start.0.rem_euclid(length));
        match long.last_mut() {
            Some(last) if last.start == start => *last = last.then(bar),
            _ => long.push(Bar { start, ..*bar }),
        }
    }
    long
}
