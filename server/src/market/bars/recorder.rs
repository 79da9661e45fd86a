//! Builds bars from ticks as they come.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::tz::TimeZone;
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument, Market, Tick};
use plumbline_core::time::UnixMillis;

use super::{MINUTE, Series};
use crate::market::sessions::MarketDay;
use crate::market::{Catalog, DaySummary, Hours};

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
    began: UnixMillis,
    ends: UnixMillis,
    minute: Bar,
    previous_close: Price,
    /// The day's volume when the minute began.
    volume_before: Quantity,
}

/// One slot an instrument, indexed by its id.
#[derive(Debug)]
pub struct Recorder {
    slots: Vec<Mutex<Option<Building>>>,
    markets: Vec<Option<Market>>,
    hours: Arc<Hours>,
    finished: Mutex<Vec<Finished>>,
}

impl Recorder {
    pub fn new(catalog: &Catalog, hours: Arc<Hours>) -> Self {
        let slots = usize::try_from(catalog.greatest().0).unwrap_or(0) + 1;
        let mut markets = vec![None; slots];
        for instrument in catalog.all() {
            if let Some(market) = usize::try_from(instrument.id.0).ok().and_then(|index| markets.get_mut(index)) {
                *market = Some(instrument.market);
            }
        }
        Self { slots: (0..slots).map(|_| Mutex::new(None)).collect(), markets, hours, finished: Mutex::default() }
    }

    /// Begins with what is known of the trading day of `last`, so that its open, high and low are whole.
    pub fn seed(&self, instrument: &Instrument, day: Bar, previous_close: Price, last: UnixMillis) {
        let Some(slot) = usize::try_from(instrument.id.0).ok().and_then(|index| self.slots.get(index)) else { return };
        let minute = Bar::begin(minute_of(last), day.close);
        let MarketDay { began, ends, .. } = self.hours.trading_day(instrument.market, last);
        let building = Building { day, began, ends, minute, previous_close, volume_before: day.volume };
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(building);
    }

    /// Takes a tick into the bars and gives the day so far.
    pub fn record(&self, tick: &Tick) -> DaySummary {
        let Some(index) = usize::try_from(tick.instrument.0).ok().filter(|index| *index < self.slots.len()) else {
            return DaySummary::default();
        };
        let Some(market) = self.markets[index] else { return DaySummary::default() };
        let mut slot = self.slots[index].lock().unwrap_or_else(PoisonError::into_inner);
        let day = || self.hours.trading_day(market, tick.exchange_time);
        let building = slot.get_or_insert_with(|| Building::begin(tick, Price::ZERO, day()));
        self.roll(building, tick, day);
        building.take(tick);
        building.summary()
    }

    /// Hands over the bars that the tick ends.
    fn roll(&self, building: &mut Building, tick: &Tick, day: impl Fn() -> MarketDay) {
        let finish = |series, bar| {
            let finished = Finished { instrument: tick.instrument, series, bar };
            self.finished.lock().unwrap_or_else(PoisonError::into_inner).push(finished);
        };
        if tick.exchange_time >= building.ends {
            finish(Series::Minute, building.minute);
            finish(Series::Day, building.day);
            *building = Building::begin(tick, building.day.close, day());
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
    fn begin(tick: &Tick, previous_close: Price, day: MarketDay) -> Self {
        Self {
            day: Bar::begin(day.bar_start, tick.last),
            began: day.began,
            ends: day.ends,
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
            began: self.began,
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

fn minute_of(at: UnixMillis) -> UnixMillis {
    UnixMillis(at.0 - at.0.rem_euclid(MINUTE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use jiff::Timestamp;
    use plumbline_core::decimal::ONE;
    use plumbline_core::market::{DEPTH_LEVELS, Level, Session};

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    fn tick(instrument: InstrumentId, time: &str, dollars: i64) -> Tick {
        Tick {
            instrument,
            feed: "test".into(),
            epoch: 1,
            seq: at(time).0,
            exchange_time: at(time),
            received_time: at(time),
            bids: [Level::default(); DEPTH_LEVELS],
            asks: [Level::default(); DEPTH_LEVELS],
            last: Price::from_units(dollars * ONE),
            volume: Quantity::ZERO,
            session: Session::Regular,
        }
    }

    #[tokio::test]
    async fn a_day_ends_when_the_next_one_begins() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("x.db").display())).await.unwrap();
        let catalog = Catalog::open(&db, &Catalog::seed().unwrap()[..1]).await.unwrap();
        let id = catalog.all()[0].id;
        // Friday at the open, Friday before midnight in New York, the night to Monday, Monday's first quote.
        let ticks = [
            ("2026-11-20T09:00:00Z", 10),
            ("2026-11-21T04:59:00Z", 12),
            ("2026-11-23T08:59:00Z", 11),
            ("2026-11-23T09:00:00Z", 13),
        ];
        let finished = |around_the_clock: bool| {
            let recorder = Recorder::new(&catalog, Arc::new(Hours::load(around_the_clock).unwrap()));
            let days = ticks.map(|(time, dollars)| recorder.record(&tick(id, time, dollars)).began);
            let finished = recorder.take_finished().into_iter().filter(|finished| finished.series == Series::Day);
            let bars: Vec<_> = finished.map(|day| (day.bar.start, day.bar.close.display(0))).collect();
            (days, bars)
        };
        let (friday, monday) = (at("2026-11-20T05:00:00Z"), at("2026-11-23T05:00:00Z"));
        let (opened, reopened) = (at("2026-11-20T09:00:00Z"), at("2026-11-23T09:00:00Z"));
        let bars = |closes: &[(UnixMillis, &str)]| {
            closes.iter().map(|(start, close)| (*start, (*close).to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(finished(false), ([opened, opened, opened, reopened], bars(&[(friday, "11")])));
        assert_eq!(finished(true), ([friday, friday, monday, monday], bars(&[(friday, "12")])));
    }
}
