//! Builds bars from ticks as they come.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Bar, Instrument, Tick};
use plumbline_core::time::UnixMillis;

use super::{MINUTE, Series};
use crate::market::sessions::MarketDay;
use crate::market::{Calendars, Catalog, CorporateActions, DaySummary, Hours};

/// Settlements of a contract that are known: of the trading day before, and of one that goes on.
const SETTLEMENTS_KEPT: usize = 4;

/// A bar on its way to the database.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    pub instrument: InstrumentId,
    pub series: Series,
    pub bar: Bar,
    /// True if the server has seen all of the bar's time.
    pub whole: bool,
}

/// The beginnings of an instrument's bars at the server's start.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The time of the newest tick.
    pub at: UnixMillis,
    pub day: Part,
    /// The minute of the newest tick.
    pub minute: Option<Part>,
    pub previous_close: Price,
}

/// A bar that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub bar: Bar,
    /// True if the server has seen all of the bar's time so far.
    pub whole: bool,
}

/// The bars of one instrument that are being built.
#[derive(Clone, Copy, Debug)]
struct Building {
    day: Part,
    began: UnixMillis,
    ends: UnixMillis,
    minute: Option<Part>,
    previous_close: Price,
    /// The settlement that `previous_close` is the price of.
    settled_at: UnixMillis,
    /// The begin of the trading day before.
    began_before: UnixMillis,
    /// The day's volume when the minute began.
    volume_before: Quantity,
    /// The bars that ended last.
    day_before: Option<Bar>,
    minute_before: Option<Bar>,
}

/// A bar that is being built, and the one that ended when it began, if this server saw that.
#[derive(Clone, Copy, Debug)]
pub struct Growing {
    pub before: Option<Bar>,
    pub present: Bar,
}

/// One slot an instrument, indexed by its id.
#[derive(Debug)]
pub struct Recorder {
    slots: Vec<Mutex<Option<Building>>>,
    /// The trading hours of each instrument, and the price that its first day is measured by, if any.
    hours: Vec<OnceLock<(Arc<Hours>, Price)>>,
    calendars: Arc<Calendars>,
    corporate_actions: Arc<CorporateActions>,
    finished: Mutex<Vec<Recorded>>,
    /// The last settlements of each contract.
    settled: Mutex<BTreeMap<(InstrumentId, UnixMillis), Price>>,
}

impl Recorder {
    pub fn new(catalog: &Catalog, calendars: Arc<Calendars>, corporate_actions: Arc<CorporateActions>) -> Self {
        let slots = usize::try_from(catalog.greatest().0).unwrap_or(0) + 1;
        let hours = (0..slots).map(|_| OnceLock::new()).collect();
        let slots = (0..slots).map(|_| Mutex::new(None)).collect();
        let recorder =
            Self { slots, hours, calendars, corporate_actions, finished: Mutex::default(), settled: Mutex::default() };
        catalog.iter().for_each(|instrument| recorder.learn(instrument));
        recorder
    }

    /// Records an instrument from now on.
    pub fn learn(&self, instrument: &Instrument) {
        if let Some(slot) = usize::try_from(instrument.id.0).ok().and_then(|index| self.hours.get(index)) {
            let issued = instrument.issue_price().unwrap_or(Price::ZERO);
            slot.get_or_init(|| (self.calendars.of(instrument).clone(), issued));
        }
    }

    /// Starts with the known beginnings, so that the bars are whole although this server did not see all of their time.
    pub fn seed(&self, instrument: &Instrument, known: Known) {
        let Some(slot) = usize::try_from(instrument.id.0).ok().and_then(|index| self.slots.get(index)) else { return };
        let Known { at, day, minute, previous_close } = known;
        let MarketDay { began, ends, .. } = self.calendars.of(instrument).trading_day(at);
        let of_minute = minute.map_or(Quantity::ZERO, |minute| minute.bar.volume);
        let volume_before = day.bar.volume.saturating_sub(of_minute);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(Building {
            day,
            began,
            ends,
            minute,
            previous_close,
            settled_at: UnixMillis::default(),
            began_before: self.calendars.of(instrument).trading_day(began.plus(-1)).began,
            volume_before,
            day_before: None,
            minute_before: None,
        });
    }

    /// Takes a recorded settlement of a contract: the change of the trading day that begins after it is measured by it.
    pub fn settle(&self, contract: InstrumentId, at: UnixMillis, price: Price) {
        let mut all = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert((contract, at), price);
        let of_contract = all.range((contract, UnixMillis(i64::MIN))..=(contract, UnixMillis(i64::MAX)));
        let oldest = of_contract.rev().nth(SETTLEMENTS_KEPT).map(|(key, _)| *key);
        oldest.map(|key| all.remove(&key));
        drop(all);
        let Some(slot) = usize::try_from(contract.0).ok().and_then(|index| self.slots.get(index)) else { return };
        if let Some(building) = slot.lock().unwrap_or_else(PoisonError::into_inner).as_mut()
            && building.settled_at.max(building.began_before) <= at
            && at <= building.began
        {
            (building.settled_at, building.previous_close) = (at, price);
        }
    }

    /// The newest settlement of a contract from the begin of a trading day to that of the next one.
    fn settled_within(&self, contract: InstrumentId, day: UnixMillis, next: UnixMillis) -> Option<(UnixMillis, Price)> {
        let all = self.settled.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = all.range((contract, day)..=(contract, next)).next_back();
        newest.map(|((_, at), price)| (*at, *price))
    }

    /// Adds a tick to the bars and gives the day so far.
    pub fn record(&self, tick: &Tick) -> DaySummary {
        let Some(index) = usize::try_from(tick.instrument.0).ok().filter(|index| *index < self.slots.len()) else {
            return DaySummary::default();
        };
        let Some((hours, issued)) = self.hours[index].get() else { return DaySummary::default() };
        let mut slot = self.slots[index].lock().unwrap_or_else(PoisonError::into_inner);
        let day = || hours.trading_day(tick.exchange_time);
        let building = slot.get_or_insert_with(|| self.joined(tick, *issued, hours));
        self.roll(building, tick, day);
        building.take(tick);
        building.summary()
    }

    /// The bars of a contract or another instrument that begin in the middle of a day.
    fn joined(&self, tick: &Tick, issued: Price, hours: &Hours) -> Building {
        let mut building = Building::joined(tick, issued, hours.trading_day(tick.exchange_time));
        building.began_before = hours.trading_day(building.began.plus(-1)).began;
        if let Some(settled) = self.settled_within(tick.instrument, building.began_before, building.began) {
            (building.settled_at, building.previous_close) = settled;
        }
        building
    }

    /// Hands over the bars that the tick ends.
    fn roll(&self, building: &mut Building, tick: &Tick, day: impl Fn() -> MarketDay) {
        let finish = |series, Part { bar, whole }| {
            let recorded = Recorded { instrument: tick.instrument, series, bar, whole };
            self.finished.lock().unwrap_or_else(PoisonError::into_inner).push(recorded);
        };
        let minute = minute_of(tick.exchange_time);
        if tick.exchange_time >= building.ends {
            building.minute.into_iter().for_each(|ended| finish(Series::Minute, ended));
            finish(Series::Day, building.day);
            let (day_before, minute_before) = (Some(building.day.bar), building.minute.map(|minute| minute.bar));
            let (day, close) = (day(), building.day.bar.close);
            let close = self.corporate_actions.previous_close(tick.instrument, day.date, close);
            let began_before = building.began;
            let settled = self.settled_within(tick.instrument, began_before, day.began);
            let (settled_at, close) = settled.unwrap_or((UnixMillis::default(), close));
            let begun = Building::begin(tick, close, day);
            *building = Building { day_before, minute_before, settled_at, began_before, ..begun };
        } else if let Some(ended) = building.minute {
            if ended.bar.start < minute {
                finish(Series::Minute, ended);
                building.minute = Some(Part { bar: Bar::begin(minute, tick.last), whole: true });
                building.minute_before = Some(ended.bar);
                building.volume_before = building.day.bar.volume;
            }
        } else {
            // The day's volume when this minute began is known only if the day has been seen whole.
            let Part { bar: day, whole } = building.day;
            building.minute = Some(Part { bar: Bar::begin(minute, tick.last), whole });
            building.volume_before = if whole { day.volume } else { tick.volume };
        }
    }

    /// The bars that were finished since the last call.
    pub fn take_finished(&self) -> Vec<Recorded> {
        std::mem::take(&mut *self.finished.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The bars that are being built: the minute's, `None` before the first tick, and the day's.
    pub fn building(&self, id: InstrumentId) -> Option<(Option<Bar>, Bar)> {
        let slot = usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))?;
        let building = (*slot.lock().unwrap_or_else(PoisonError::into_inner))?;
        Some((building.minute.map(|part| part.bar), building.day.bar))
    }

    /// The bar of a series that is being built.
    pub fn growing(&self, id: InstrumentId, series: Series) -> Option<Growing> {
        let slot = usize::try_from(id.0).ok().and_then(|index| self.slots.get(index))?;
        let building = (*slot.lock().unwrap_or_else(PoisonError::into_inner))?;
        Some(match series {
            Series::Minute => Growing { before: building.minute_before, present: building.minute?.bar },
            Series::Day => Growing { before: building.day_before, present: building.day.bar },
        })
    }

    /// The bars that are being built, as parts for the server's stop; the next server completes them.
    pub fn unfinished(&self) -> Vec<Recorded> {
        let building = self.slots.iter().enumerate().filter_map(|(index, slot)| {
            let building = (*slot.lock().unwrap_or_else(PoisonError::into_inner))?;
            Some((InstrumentId(i64::try_from(index).ok()?), building))
        });
        let parts = |(instrument, building): (InstrumentId, Building)| {
            let part = move |series, part: Part| Recorded { instrument, series, bar: part.bar, whole: false };
            let minute = building.minute.map(|minute| part(Series::Minute, minute));
            minute.into_iter().chain([part(Series::Day, building.day)])
        };
        building.flat_map(parts).collect()
    }
}

impl Building {
    /// The first tick of a day begins its bars.
    fn begin(tick: &Tick, previous_close: Price, day: MarketDay) -> Self {
        Self {
            day: Part { bar: Bar::begin(day.bar_start, tick.last), whole: true },
            began: day.began,
            ends: day.ends,
            minute: Some(Part { bar: Bar::begin(minute_of(tick.exchange_time), tick.last), whole: true }),
            previous_close,
            settled_at: UnixMillis::default(),
            began_before: day.began,
            volume_before: Quantity::ZERO,
            day_before: None,
            minute_before: None,
        }
    }

    /// Bars that begin at a tick in the middle of a day, with nothing known before it but a new stock's issue price.
    fn joined(tick: &Tick, issued: Price, day: MarketDay) -> Self {
        let mut building = Self { volume_before: tick.volume, ..Self::begin(tick, issued, day) };
        building.day.whole = false;
        building.minute = building.minute.map(|minute| Part { whole: false, ..minute });
        building
    }

    fn take(&mut self, tick: &Tick) {
        let day = &mut self.day.bar;
        *day = day.with(tick.last);
        day.volume = day.volume.max(tick.volume);
        let volume = day.volume.saturating_sub(self.volume_before);
        if let Some(minute) = &mut self.minute {
            minute.bar = Bar { volume, ..minute.bar.with(tick.last) };
        }
    }

    fn summary(&self) -> DaySummary {
        let day = &self.day.bar;
        DaySummary {
            began: self.began,
            previous_close: self.previous_close,
            open: day.open,
            high: day.high,
            low: day.low,
            volume: day.volume,
        }
    }
}

/// The minute that contains a moment.
pub fn minute_of(at: UnixMillis) -> UnixMillis {
    at.plus(-at.0.rem_euclid(MINUTE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use crate::testing;
    use jiff::Timestamp;

    fn at(text: &str) -> UnixMillis {
        UnixMillis(text.parse::<Timestamp>().unwrap().as_millisecond())
    }

    fn tick(instrument: InstrumentId, time: &str, dollars: i64) -> Tick {
        Tick { last: testing::price(dollars * 100), ..testing::tick_at(instrument, at(time)) }
    }

    #[test]
    fn every_time_has_a_minute() {
        let table = [(-1, -60_000), (0, 0), (119_999, 60_000), (i64::MIN, i64::MIN)];
        for (at, minute) in table {
            assert_eq!(minute_of(UnixMillis(at)), UnixMillis(minute));
        }
    }

    #[tokio::test]
    async fn a_contracts_change_is_measured_by_the_settlement_of_the_day_before() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("x.db").display())).await.unwrap();
        let catalog = Catalog::open(&db, &Catalog::seed().unwrap()[..1]).await.unwrap();
        let id = catalog.all()[0].id;
        let recorder = Recorder::new(&catalog, Arc::new(Calendars::load(true).unwrap()), Arc::default());
        let close = |time: &str, dollars| recorder.record(&tick(id, time, dollars)).previous_close;
        let settle = |time: &str, dollars: i64| recorder.settle(id, at(time), testing::price(dollars * 100));
        close("2026-11-20T15:00:00Z", 10);
        settle("2026-11-20T22:00:00Z", 11);
        assert_eq!(close("2026-11-20T23:00:00Z", 12), Price::ZERO, "its own day is not measured by it");
        assert_eq!(close("2026-11-23T15:00:00Z", 13), testing::price(1_100));
        // One that is recorded late, and one that was known already.
        settle("2026-11-21T22:00:00Z", 14);
        settle("2026-11-20T22:00:00Z", 11);
        assert_eq!(close("2026-11-23T16:00:00Z", 13), testing::price(1_400));
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
            let calendars = Arc::new(Calendars::load(around_the_clock).unwrap());
            let recorder = Recorder::new(&catalog, calendars, Arc::default());
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
