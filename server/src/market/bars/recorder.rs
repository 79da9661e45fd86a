//! Builds bars from ticks as they come.

use std::sync::{Mutex, PoisonError};

use jiff::ToSpan;
use jiff::tz::TimeZone;
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument, Tick, begin_of, local_date};
use plumbline_core::time::UnixMillis;

use super::{MINUTE, Series};
use crate::market::{Catalog, DaySummary};

/// A bar that is complete, on its way to the database.
#[derive(Clone, Copy, Debug)]
pub struct Finished {
    pub instrument: InstrumentId,
    pub series: Series,
    pub bar: Bar,
}

/// The bars of one instrument that are being built.
#[derive(Clone, Copy, Debug)]
struct Building {
    day: Bar,
    day_ends: UnixMillis,
    minute: Bar,
    previous_close: Price,
    /// The day's volume when the minute began.
    volume_before: Quantity,
}

/// One slot an instrument, indexed by its id.
#[derive(Debug)]
pub struct Recorder {
    slots: Vec<Mutex<Option<Building>>>,
    zones: Vec<Option<TimeZone>>,
    finished: Mutex<Vec<Finished>>,
}

impl Recorder {
    pub fn new(catalog: &Catalog) -> Self {
        let slots = usize::try_from(catalog.greatest().0).unwrap_or(0) + 1;
        let mut zones = vec![None; slots];
        for instrument in catalog.all() {
            if let Some(zone) = usize::try_from(instrument.id.0).ok().and_then(|index| zones.get_mut(index)) {
                *zone = Some(zone_of(instrument));
            }
        }
        Self { slots: (0..slots).map(|_| Mutex::new(None)).collect(), zones, finished: Mutex::default() }
    }

    /// Begins with what is known of the present trading day, so that its open, high and low are whole.
    pub fn seed(&self, instrument: &Instrument, day: Bar, previous_close: Price, last: UnixMillis) {
        let Some(slot) = usize::try_from(instrument.id.0).ok().and_then(|index| self.slots.get(index)) else { return };
        let minute = Bar::begin(minute_of(last), day.close);
        let day_ends = day_end(day.start, &zone_of(instrument));
        let building = Building { day, day_ends, minute, previous_close, volume_before: day.volume };
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(building);
    }

    /// Takes a tick into the bars and gives the day so far.
    pub fn record(&self, tick: &Tick) -> DaySummary {
        let Some(index) = usize::try_from(tick.instrument.0).ok().filter(|index| *index < self.slots.len()) else {
            return DaySummary::default();
        };
        let zone = self.zones[index].clone().unwrap_or(TimeZone::UTC);
        let mut slot = self.slots[index].lock().unwrap_or_else(PoisonError::into_inner);
        let building = slot.get_or_insert_with(|| Building::begin(tick, Price::ZERO, &zone));
        self.roll(building, tick, &zone);
        building.take(tick);
        building.summary()
    }

    /// Hands over the bars that the tick ends.
    fn roll(&self, building: &mut Building, tick: &Tick, zone: &TimeZone) {
        let finish = |series, bar| {
            let finished = Finished { instrument: tick.instrument, series, bar };
            self.finished.lock().unwrap_or_else(PoisonError::into_inner).push(finished);
        };
        if tick.exchange_time >= building.day_ends {
            finish(Series::Minute, building.minute);
            finish(Series::Day, building.day);
            *building = Building::begin(tick, building.day.close, zone);
        } else if minute_of(tick.exchange_time) > building.minute.start {
            finish(Series::Minute, building.minute);
            building.minute = Bar::begin(minute_of(tick.exchange_time), tick.last);
            building.volume_before = building.day.volume;
        }
    }

    /// The bars that were finished since the last call.
    pub fn take_finished(&self) -> Vec<Finished> {
        std::mem::take(&mut *self.finished.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The bars that are being built: the minute's and the day's.
    pub fn building(&self, id: InstrumentId) -> Option<(Bar, Bar)> {
        let slot = usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))?;
        slot.lock().unwrap_or_else(PoisonError::into_inner).map(|building| (building.minute, building.day))
    }

    /// Every bar that is being built, for the stop of the server.
    pub fn unfinished(&self) -> Vec<Finished> {
        let building = self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let building = (*slot.lock().unwrap_or_else(PoisonError::into_inner))?;
            Some((InstrumentId(i64::try_from(index).ok()?), building))
        });
        building.map(|(instrument, b)| Finished { instrument, series: Series::Minute, bar: b.minute }).collect()
    }
}

impl Building {
    fn begin(tick: &Tick, previous_close: Price, zone: &TimeZone) -> Self {
        let day = begin_of(local_date(tick.exchange_time, zone), zone);
        Self {
            day: Bar::begin(day, tick.last),
            day_ends: day_end(day, zone),
            minute: Bar::begin(minute_of(tick.exchange_time), tick.last),
            previous_close,
            volume_before: Quantity::ZERO,
        }
    }

    fn take(&mut self, tick: &Tick) {
        self.day = self.day.with(tick.last);
        self.minute = self.minute.with(tick.last);
        self.day.volume = self.day.volume.max(tick.volume);
        self.minute.volume = self.day.volume.saturating_sub(self.volume_before);
    }

    fn summary(&self) -> DaySummary {
        DaySummary {
            previous_close: self.previous_close,
            open: self.day.open,
            high: self.day.high,
            low: self.day.low,
            volume: self.day.volume,
        }
    }
}

/// The time zone of an instrument's trading day.
pub fn zone_of(instrument: &Instrument) -> TimeZone {
    TimeZone::get(instrument.market.time_zone()).unwrap_or(TimeZone::UTC)
}

/// When the day that begins at `start` ends.
pub fn day_end(start: UnixMillis, zone: &TimeZone) -> UnixMillis {
    let date = local_date(start, zone);
    begin_of(date.checked_add(1.day()).unwrap_or(date), zone)
}

fn minute_of(at: UnixMillis) -> UnixMillis {
    UnixMillis(at.0 - at.0.rem_euclid(MINUTE))
}
