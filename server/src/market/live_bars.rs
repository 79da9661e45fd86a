//! The bar of an open chart that is being built, for the push socket. The recorder builds minutes and days; the earlier
//! parts of a longer bar are read once, as the chart reads them, and then grow with each minute or day that ends.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use plumbline_core::market::{Bar, Instrument, begin_of, local_date};
use plumbline_core::time::UnixMillis;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio_util::task::AbortOnDropHandle;

use super::bars::{Growing, MINUTE, Series, minute_of};
use super::chart::{Charts, Scale};
use crate::db::DbError;
use crate::http::ClientAddress;
use crate::http::places::{Full, Place, Places};
use crate::push::LiveBar;

/// Beginnings of bars that are read at a time: they must not keep others from the database.
const READ_AT_ONCE: usize = 2;
/// Bars whose beginnings are being read or queued, of all watchers together and of one site. A bar without a place
/// tries again when the socket reads it next, a few times a second.
const PLACES: u32 = 256;
const PLACES_OF_A_SITE: u32 = 32;
/// The delay before a failed read is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// Reads the beginnings of bars.
#[derive(Clone, Debug)]
pub struct LiveBars {
    charts: Charts,
    runtime: Handle,
    turns: Arc<Semaphore>,
    places: Arc<Places>,
}

impl LiveBars {
    /// Reads on `runtime`.
    pub fn new(charts: Charts, runtime: Handle) -> Self {
        let (turns, places) = (Arc::new(Semaphore::new(READ_AT_ONCE)), Places::new(PLACES, PLACES_OF_A_SITE));
        Self { charts, runtime, turns, places }
    }

    pub fn follow(&self, instrument: Arc<Instrument>, scale: Scale) -> Following {
        let watchers = HashMap::new();
        Following { bars: self.clone(), instrument, scale, watchers, begun: Arc::default(), reading: None }
    }

    fn now_of(&self, instrument: &Instrument) -> UnixMillis {
        self.charts.market.now_of(instrument, self.charts.clock.now())
    }

    /// The earlier parts of the bar, before the present minute or day.
    async fn begin(&self, instrument: &Arc<Instrument>, scale: Scale) -> Result<Option<Begun>, DbError> {
        let Charts { db, market, .. } = &self.charts;
        let now = self.now_of(instrument);
        let Some(growing) = market.recorder.growing(instrument.id, series(scale)) else { return Ok(None) };
        let part = growing.present.start;
        let zone = market.hours(instrument).zone();
        let first = span_of(scale, part, zone);
        let mut bars = match scale {
            Scale::Days(_) => {
                let (from, to) = (local_date(first, zone), local_date(part, zone));
                market.past.days(db, instrument, from, to).await?
            }
            _ => market.past.minutes(db, instrument, 1, first..part, minute_of(part)).await?,
        };
        market.corporate_actions.adjust(instrument, market.hours(instrument), now, &mut bars);
        let earlier = bars.into_iter().filter(|bar| bar.start < part).reduce(|whole, bar| whole.then(&bar));
        let start = if is_on_grid(scale) { first } else { earlier.map_or(part, |earlier| earlier.start) };
        Ok(Some(Begun { start, earlier, part, before: None }))
    }
}

/// A watched bar.
#[derive(Debug)]
pub struct Following {
    bars: LiveBars,
    instrument: Arc<Instrument>,
    scale: Scale,
    /// The number of watchers of each site. A read counts for one of these sites: a site whose share is used up keeps
    /// no others from the bar that they watch together.
    watchers: HashMap<Option<IpAddr>, usize>,
    begun: Arc<Mutex<Beginning>>,
    /// The read for these watchers; it is aborted when the last one leaves.
    reading: Option<AbortOnDropHandle<()>>,
}

/// The state of reading the earlier parts.
#[derive(Clone, Copy, Debug, Default)]
enum Beginning {
    #[default]
    Unknown,
    BeingRead,
    Known(Begun),
}

/// A bar without the minute or the day that is being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Begun {
    start: UnixMillis,
    /// The earlier minutes or days of the bar.
    earlier: Option<Bar>,
    /// The beginning of the minute or day that is being built.
    part: UnixMillis,
    /// The whole previous bar, if it was seen to end.
    before: Option<Bar>,
}

impl Begun {
    /// Moves on to the part that is being built now; false if a part between is unknown. `is_on_grid` is true if bars
    /// begin with their span, false if with the first part in it.
    fn follow(&mut self, growing: &Growing, span_of: impl Fn(UnixMillis) -> UnixMillis, is_on_grid: bool) -> bool {
        let present = growing.present.start;
        if self.part == present {
            return true;
        }
        let Some(ended) = growing.before.filter(|ended| ended.start == self.part) else { return false };
        let whole = self.with(&ended);
        if span_of(present) == span_of(self.part) {
            self.earlier = Some(whole);
        } else {
            let start = if is_on_grid { span_of(present) } else { present };
            *self = Self { start, earlier: None, part: present, before: Some(whole) };
        }
        self.part = present;
        true
    }

    /// The bar with the minute or day that is being built.
    fn with(&self, part: &Bar) -> Bar {
        let whole = self.earlier.map_or(*part, |earlier| earlier.then(part));
        Bar { start: self.start, ..whole }
    }
}

impl Following {
    fn begun(&self) -> MutexGuard<'_, Beginning> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place among the reads, for any site that watches. Only a few sites can have their whole share at a time, so
    /// that few are tried before one has a place or all places are taken.
    fn place(&self) -> Option<Place> {
        for site in self.watchers.keys() {
            // The site counts as one network, from any of its addresses.
            match self.bars.places.take(site.map(ClientAddress)) {
                Ok(place) => return Some(place),
                Err(Full::Everywhere) => return None,
                Err(Full::Network) => {}
            }
        }
        None
    }

    /// Reads the earlier parts, off the calling thread, unless too many reads wait.
    fn look_up(&mut self) {
        let Some(place) = self.place() else { return };
        *self.begun() = Beginning::BeingRead;
        let (bars, instrument, scale, begun) =
            (self.bars.clone(), self.instrument.clone(), self.scale, self.begun.clone());
        let reading = self.bars.runtime.spawn(async move {
            let turn = bars.turns.acquire().await;
            let found = bars.begin(&instrument, scale).await.unwrap_or_else(|error| {
                tracing::warn!(%error, code = instrument.code, "the beginning of a bar could not be read");
                None
            });
            // The place is free while the retry waits.
            drop((turn, place));
            if found.is_none() {
                tokio::time::sleep(RETRY_AFTER).await;
            }
            let mut begun = begun.lock().unwrap_or_else(PoisonError::into_inner);
            *begun = found.map_or(Beginning::Unknown, Beginning::Known);
        });
        self.reading = Some(AbortOnDropHandle::new(reading));
    }

    fn span_of(&self, at: UnixMillis) -> UnixMillis {
        span_of(self.scale, at, self.bars.charts.market.hours(&self.instrument).zone())
    }
}

impl LiveBar for Following {
    fn join(&mut self, site: Option<IpAddr>) {
        if !is_one_part(self.scale) {
            *self.watchers.entry(site).or_default() += 1;
        }
    }

    fn leave(&mut self, site: Option<IpAddr>) {
        if let Some(watchers) = self.watchers.get_mut(&site) {
            *watchers -= 1;
            if *watchers == 0 {
                self.watchers.remove(&site);
            }
        }
    }

    fn read(&mut self) -> Option<(Option<Bar>, Bar)> {
        let market = &self.bars.charts.market;
        let growing = market.recorder.growing(self.instrument.id, series(self.scale))?;
        let (hours, now) = (market.hours(&self.instrument), self.bars.now_of(&self.instrument));
        let mut before = growing.before;
        if let Some(before) = &mut before {
            market.corporate_actions.adjust(&self.instrument, hours, now, std::slice::from_mut(before));
        }
        if is_one_part(self.scale) {
            return Some((before, growing.present));
        }
        let mut beginning = self.begun();
        // There was a split between: all earlier parts are in other numbers of shares now.
        if before != growing.before
            && matches!(&*beginning, Beginning::Known(begun) if begun.part != growing.present.start)
        {
            *beginning = Beginning::Unknown;
        }
        match &mut *beginning {
            Beginning::BeingRead => return None,
            Beginning::Known(begun) => {
                if begun.follow(&growing, |at| self.span_of(at), is_on_grid(self.scale)) {
                    return Some((begun.before, begun.with(&growing.present)));
                }
            }
            Beginning::Unknown => {}
        }
        drop(beginning);
        self.look_up();
        None
    }
}

/// The recorder's series that such bars are built from.
const fn series(scale: Scale) -> Series {
    match scale {
        Scale::Days(_) => Series::Day,
        Scale::Intraday | Scale::Minutes(_) => Series::Minute,
    }
}

/// True if a bar is one part that the recorder builds.
const fn is_one_part(scale: Scale) -> bool {
    use plumbline_core::market::Period;
    matches!(scale, Scale::Intraday | Scale::Minutes(1) | Scale::Days(Period::Day))
}

/// True if bars begin with their span. Bars of days begin with the first day in it that has quotes.
const fn is_on_grid(scale: Scale) -> bool {
    !matches!(scale, Scale::Days(_))
}

/// The beginning of the span that contains a moment.
fn span_of(scale: Scale, at: UnixMillis, zone: &jiff::tz::TimeZone) -> UnixMillis {
    match scale {
        Scale::Days(period) => begin_of(period.first_day(local_date(at, zone)), zone),
        Scale::Minutes(minutes) => UnixMillis(at.0 - at.0.rem_euclid(minutes * MINUTE)),
        Scale::Intraday => minute_of(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::db::Db;
    use crate::testing;
    use plumbline_core::decimal::{Price, Quantity};
    use plumbline_core::market::Tick;
    use tokio::sync::OwnedSemaphorePermit;

    fn bar(minute: i64, close: i64) -> Bar {
        let volume = Quantity::from_units(1);
        Bar { volume, ..Bar::begin(UnixMillis(minute * MINUTE), Price::from_units(close)) }
    }

    fn five(at: UnixMillis) -> UnixMillis {
        UnixMillis(at.0 - at.0.rem_euclid(5 * MINUTE))
    }

    #[test]
    fn a_bar_grows_with_what_ends_and_a_new_one_begins() {
        let start = UnixMillis(5 * MINUTE);
        let mut begun = Begun { start, earlier: Some(bar(5, 10)), part: UnixMillis(6 * MINUTE), before: None };
        let mut follow = |before: Bar, present: Bar| {
            let growing = Growing { before: Some(before), present };
            begun.follow(&growing, five, true).then(|| (begun.before, begun.with(&present)))
        };
        let price = Price::from_units;
        let (before, known) = follow(bar(5, 10), bar(6, 12)).unwrap();
        assert_eq!((before, known.start, known.open, known.close), (None, start, price(10), price(12)));
        // There is a minute without a tick between.
        let (_, grown) = follow(bar(6, 14), bar(8, 9)).unwrap();
        assert_eq!((grown.start, grown.high, grown.low, grown.close), (start, price(14), price(9), price(9)));
        assert_eq!(grown.volume, Quantity::from_units(3));
        let (before, next) = follow(bar(8, 8), bar(11, 20)).unwrap();
        assert_eq!((next.start, next.open, next.low), (UnixMillis(10 * MINUTE), price(20), price(20)), "on the grid");
        let before = before.unwrap();
        assert_eq!((before.start, before.close, before.low), (start, price(8), price(8)), "as it ended");
        assert_eq!(follow(bar(13, 1), bar(14, 1)), None, "a minute that nobody saw");
    }

    #[test]
    fn a_bar_of_days_begins_with_the_first_of_them() {
        let day = |number: i64| Bar::begin(UnixMillis(number * UnixMillis::DAY), Price::from_units(number));
        let weeks = |at: UnixMillis| UnixMillis(at.0 - at.0.rem_euclid(7 * UnixMillis::DAY));
        let mut begun = Begun { start: day(6).start, earlier: None, part: day(6).start, before: None };
        // The next week begins with a holiday.
        let growing = Growing { before: Some(day(6)), present: day(8) };
        assert!(begun.follow(&growing, weeks, false));
        assert_eq!((begun.with(&day(8)).start, begun.before), (day(8).start, Some(day(6))));
    }

    /// Watchers of a long bar of an instrument with ticks; none is read while the turns are held.
    struct Venue {
        bars: LiveBars,
        instrument: Arc<Instrument>,
        held: Option<OwnedSemaphorePermit>,
        _folder: tempfile::TempDir,
    }

    impl Venue {
        async fn open() -> Self {
            let now = UnixMillis(1_795_446_000_000);
            let (uri, folder) = testing::databases("live_bars").await.remove(0);
            let db = Db::open(&uri).await.unwrap();
            let market = testing::market(&db, 1).await;
            let instrument = market.catalog.all()[0].clone();
            market.publish(&Tick { last: Price::from_units(7), ..testing::tick_at(instrument.id, now) });
            let bars = LiveBars::new(Charts { db, market, clock: Clock::manual(now) }, Handle::current());
            let held = bars.turns.clone().acquire_many_owned(READ_AT_ONCE as u32).await.unwrap();
            Self { bars, instrument, held: Some(held), _folder: folder }
        }

        /// A watcher that has read once.
        fn follow(&self, site: Option<IpAddr>) -> Following {
            let mut following = self.bars.follow(self.instrument.clone(), Scale::Minutes(5));
            following.join(site);
            assert!(following.read().is_none());
            following
        }

        fn free(&self) -> u32 {
            let taken: Vec<Place> = std::iter::from_fn(|| self.bars.places.take(None).ok()).collect();
            taken.len() as u32
        }
    }

    fn waiting(following: &[Following]) -> u32 {
        following.iter().filter(|following| matches!(*following.begun(), Beginning::BeingRead)).count() as u32
    }

    fn site(host: u8) -> Option<IpAddr> {
        Some([192, 0, 2, host].into())
    }

    /// Thousands subscribe to long bars and leave at once; a watcher that stays gets its bar.
    #[tokio::test]
    async fn what_nobody_waits_for_is_not_read() {
        let mut venue = Venue::open().await;
        let gone: Vec<Following> = (0..3 * PLACES).map(|_| venue.follow(None)).collect();
        assert_eq!(venue.free(), 0);
        assert_eq!(waiting(&gone), PLACES, "the others ask again");
        drop(gone);
        while venue.free() < PLACES {
            tokio::task::yield_now().await;
        }
        let mut stays = venue.follow(None);
        assert_eq!(venue.free(), PLACES - 1);
        venue.held = None;
        while venue.free() < PLACES {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(stays.read().map(|(_, bar)| bar.close), Some(Price::from_units(7)));
    }

    #[tokio::test]
    async fn a_site_has_its_share_of_what_is_read_and_keeps_nobody_from_a_bar() {
        let venue = Venue::open().await;
        let many: Vec<Following> = (0..3 * PLACES).map(|_| venue.follow(site(1))).collect();
        assert_eq!(waiting(&many), PLACES_OF_A_SITE);
        assert_eq!(waiting(&[venue.follow(site(2))]), 1, "another site finds its place");
        // A bar that waits for its site's share is watched by another site too.
        let mut shared = venue.follow(site(1));
        shared.join(site(1));
        assert_eq!(waiting(std::slice::from_ref(&shared)), 0);
        shared.join(site(3));
        assert!(shared.read().is_none());
        assert_eq!(waiting(std::slice::from_ref(&shared)), 1);
        // A read counts for its site until it is done, even if that has left; later reads do not.
        let mut left = venue.follow(site(1));
        left.join(site(4));
        left.leave(site(4));
        assert!(left.read().is_none());
        assert_eq!((waiting(std::slice::from_ref(&left)), left.watchers.len()), (0, 1));
    }
}
