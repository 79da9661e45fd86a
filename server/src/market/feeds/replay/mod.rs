//! Recorded history, played as if it happened now. Bars before the start are history; then each bar is played as its
//! open, its low and high, and its close.

mod files;
mod rate;
mod series;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::civil::Date;
use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument, Market, Tick, TickSizes, begin_of};
use plumbline_core::time::UnixMillis;
use sha2::{Digest, Sha256};

pub use files::{Problem, ReplayError, Series, read};
pub use rate::ReplayRate;
use series::Played;

use super::FeedHistory;
use super::gate::{Gate, SILENT_MAX};
use crate::clock::Clock;
use crate::market::calendars::zone_of;
use crate::market::{Catalog, InstrumentSeed};
use crate::supervision::Supervisor;

const QUARTERS: i64 = 4;
const PLAY_EVERY: Duration = Duration::from_millis(20);
/// Bars that are played when no start is given.
const PLAYED_BY_DEFAULT: usize = 100;

/// The start and the speed of a recording's playback.
#[derive(Clone, Copy, Debug)]
pub struct Playback {
    pub start: Option<Date>,
    pub rate: ReplayRate,
}

#[derive(Debug)]
pub struct ReplayFeed {
    name: Arc<str>,
    series: HashMap<InstrumentId, Played>,
    /// The starts of the played bars, of all instruments together.
    frames: Vec<UnixMillis>,
    rate: ReplayRate,
    /// The initial values of `present` and `visible`.
    begins_at: (UnixMillis, UnixMillis),
    /// The exchange time of the last tick.
    present: AtomicI64,
    /// Bars that start before this are history, or have been played.
    visible: AtomicI64,
}

/// Instruments of a recording that the catalog lacks, described by their code alone.
pub fn new_instruments(recorded: &[Series], known: &[InstrumentSeed]) -> Vec<InstrumentSeed> {
    let is_known =
        |series: &&Series| known.iter().any(|seed| seed.code == series.code && seed.market == series.market.code());
    recorded.iter().filter(|series| !is_known(series)).map(|s| InstrumentSeed::bare(s.market, &s.code)).collect()
}

impl ReplayFeed {
    /// `steps` are the tick sizes of an instrument.
    pub fn new(
        folder: &Path,
        recorded: Vec<Series>,
        playback: Playback,
        catalog: &Catalog,
        steps: impl Fn(&Instrument) -> Option<Arc<TickSizes>>,
    ) -> Result<Self, ReplayError> {
        let feed: Arc<str> = name(folder, &recorded).into();
        // A date begins earlier in Hong Kong than in New York.
        let markets: BTreeSet<Market> = recorded.iter().map(|series| series.market).collect();
        let played = |s: Series| {
            let instrument = catalog.find(s.market, &s.code)?;
            let (tick_sizes, instrument) = (steps(instrument)?, instrument.id);
            let interval = s.bars.windows(2).map(|pair| pair[1].start.since(pair[0].start)).min();
            let interval = interval.unwrap_or(UnixMillis::MINUTE);
            Some((
                instrument,
                Played { instrument, feed: feed.clone(), bars: s.bars, daily: s.daily, interval, tick_sizes },
            ))
        };
        let series: HashMap<InstrumentId, Played> = recorded.into_iter().filter_map(played).collect();
        let starts: BTreeSet<UnixMillis> = series.values().flat_map(|s| s.bars.iter().map(|bar| bar.start)).collect();
        let starts: Vec<UnixMillis> = starts.into_iter().collect();
        let first = match playback.start.and_then(|date| markets.iter().map(|m| begins(date, *m)).min()) {
            Some(begin) => starts.partition_point(|start| *start < begin),
            None => starts.len().saturating_sub(PLAYED_BY_DEFAULT),
        };
        let (history, frames) = starts.split_at(first);
        let begin = *frames.first().ok_or_else(|| ReplayError::NothingToPlay(folder.to_owned()))?;
        let present = history.last().copied().unwrap_or(begin);
        Ok(Self {
            name: feed.clone(),
            frames: frames.to_vec(),
            rate: playback.rate,
            begins_at: (present, begin),
            present: AtomicI64::new(present.0),
            visible: AtomicI64::new(begin.0),
            series,
        })
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Restarts the replay, as each term of a leader does.
    fn rewind(&self) {
        let (present, visible) = self.begins_at;
        self.present.store(present.0, Ordering::Relaxed);
        self.visible.store(visible.0, Ordering::Relaxed);
    }

    /// Publishes the last quote of the history, so that there is one from the start.
    fn publish_history(&self, gate: &mut Gate, now: UnixMillis) {
        for series in self.series.values() {
            let last = series.bars.iter().rev().find(|bar| bar.start.0 < self.visible.load(Ordering::Relaxed));
            if let Some(tick) = last.and_then(|bar| series.tick(bar.start, QUARTERS - 1, now)) {
                self.publish(gate, tick);
            }
        }
    }

    /// Plays one quarter of a bar, counted from the start of the replay.
    fn publish_quarter(&self, gate: &mut Gate, number: i64, now: UnixMillis) {
        let frame = usize::try_from(number / QUARTERS).ok().and_then(|index| self.frames.get(index));
        let Some(&frame) = frame else { return };
        for tick in self.series.values().filter_map(|series| series.tick(frame, number % QUARTERS, now)) {
            self.publish(gate, tick);
        }
        if number % QUARTERS == QUARTERS - 1 {
            self.visible.store(frame.0 + 1, Ordering::Relaxed);
        }
    }

    fn publish(&self, gate: &mut Gate, tick: Tick) {
        self.present.fetch_max(tick.exchange_time.0, Ordering::Relaxed);
        gate.offer(tick);
    }

    /// The number of quarters of all played bars.
    fn quarters(&self) -> i64 {
        i64::try_from(self.frames.len()).unwrap_or(i64::MAX / QUARTERS) * QUARTERS
    }

    /// Plays the quarters that are due since `done`, `after` milliseconds from the start. False if the feed does not
    /// keep up: the clock was set back to before `done`. After the end of a replay, nothing is due.
    fn publish_due(&self, gate: &mut Gate, done: &mut i64, after: i64, now: UnixMillis) -> bool {
        let until = self.rate.quarters(after).min(self.quarters());
        let before = *done;
        for number in before..until {
            self.publish_quarter(gate, number, now);
            // A quarter that a closed gate refused stays due.
            if !gate.is_open() {
                return false;
            }
            *done = number + 1;
        }
        if until > before && until == self.quarters() {
            tracing::info!("the replay has ended; its last quotes grow stale");
        }
        let keeps_up = until >= *done || *done == self.quarters();
        *done = until.max(*done);
        keeps_up
    }
}

/// What a term plays.
#[derive(Debug)]
struct Playing {
    gate: Gate,
    /// Since when; `None` until the last quotes of the history are published.
    since: Option<UnixMillis>,
    /// Quarters of bars that are played.
    done: i64,
}

impl Playing {
    /// Plays what is due; what a closed gate would refuse waits. False if the feed does not keep up.
    fn publish(&mut self, feed: &ReplayFeed, now: UnixMillis) -> bool {
        if !self.gate.is_open() {
            return false;
        }
        let since = self.since.unwrap_or_else(|| {
            feed.publish_history(&mut self.gate, now);
            now
        });
        self.since = self.gate.is_open().then_some(since).or(self.since);
        feed.publish_due(&mut self.gate, &mut self.done, now.since(since), now)
    }

    async fn run(mut self, part: &'static str, feed: &ReplayFeed, clock: &Clock, supervisor: &Supervisor) {
        let mut due = tokio::time::interval(PLAY_EVERY);
        due.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let pulse = supervisor.pulse(part, SILENT_MAX);
        while supervisor.stopping().run_until_cancelled(due.tick()).await.is_some() {
            if self.publish(feed, clock.now()) {
                pulse.beat();
            }
        }
    }
}

impl FeedHistory for ReplayFeed {
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar> {
        self.series.get(&instrument.id)?.bar(from, to, UnixMillis(self.visible.load(Ordering::Relaxed)))
    }

    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<(UnixMillis, Price)> {
        let visible = UnixMillis(self.visible.load(Ordering::Relaxed));
        self.series.get(&instrument.id)?.last_before(at.min(visible))
    }

    fn begins(&self, instrument: &Instrument) -> Option<UnixMillis> {
        self.series.get(&instrument.id)?.bars.first().map(|bar| bar.start)
    }

    fn settled(&self, _: &Instrument, at: UnixMillis) -> bool {
        at.0 <= self.visible.load(Ordering::Relaxed)
    }

    fn now(&self, _: &Instrument, _: UnixMillis) -> UnixMillis {
        UnixMillis(self.present.load(Ordering::Relaxed))
    }
}

fn begins(date: Date, market: Market) -> UnixMillis {
    begin_of(date, &zone_of(market.calendar()))
}

/// The folder's name and a fingerprint of the bars, so that ticks of another recording are not mistaken for this one's.
pub fn name(folder: &Path, recorded: &[Series]) -> String {
    let mut hash = Sha256::new();
    for series in recorded {
        hash.update(series.code.as_bytes());
        for bar in &series.bars {
            let figures = [bar.start.0, bar.open.units(), bar.high.units(), bar.low.units(), bar.close.units()];
            figures.iter().for_each(|figure| hash.update(figure.to_le_bytes()));
        }
    }
    let digest = hash.finalize();
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    format!("replay:{name}-{}", hex::encode(&digest[..4]))
}

/// Publishes the last quotes of the history at once, and plays in a task until the term ends.
pub fn start(part: &'static str, feed: Arc<ReplayFeed>, gate: Gate, clock: Clock, supervisor: &Supervisor) {
    feed.rewind();
    let mut playing = Playing { gate, since: None, done: 0 };
    playing.publish(&feed, clock.now());
    let watching = supervisor.clone();
    supervisor.spawn(part, async move { playing.run(part, &feed, &clock, &watching).await });
}
