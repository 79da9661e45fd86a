//! The simulated market: the core's computed ticks, published as time passes.

pub(super) mod due;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Debug;
use std::sync::{Arc, LazyLock};

use jiff::civil::Date;
use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::sim::{
    Announced, AuctionState, EPOCH, FirstTrade, Planned, Sim, SimDay, Simulated, VERSION, Venue, step_at, time_of,
};
use plumbline_core::market::{
    AuctionHours, Bar, Instrument, Market as MarketName, Restraint, Session, SessionCalendar, Tick, VolatilityRule,
    begin_of,
};
use plumbline_core::time::UnixMillis;
use sha2::{Digest, Sha256};

use super::FeedHistory;
use super::classes::{Classes, Place};
use super::companies;
use super::gate::Gate;
use super::interest::Interest;
use crate::market::{Calendars, Catalog, Rules};

/// Ticks sampled for a bar that was not recorded: enough for its shape, cheap for thousands of bars.
const BAR_SAMPLES: i64 = 16;
/// The rank of a new stock, which does not depend on the others: it takes no other's rank.
const NEW_STOCK_RANK: usize = 120;
/// Steps that are caught up on after a pause of the process.
const CATCH_UP_MAX: i64 = 8;

#[derive(Debug)]
struct Listed {
    instrument: Arc<Instrument>,
    simulated: Simulated,
}

/// The rules and the rank of an instrument at `now`, as parameters of the simulated market.
fn place(i: &Instrument, rank: usize, rules: &Rules, calendars: &Calendars, now: UnixMillis) -> Option<Place> {
    let day = calendars.of(i).at(now).day;
    Some(Place { rank, tick_sizes: rules.tick_sizes(i, &day)?, lot: rules.lot(i, &day) })
}

/// True if the simulated market can quote the instrument.
pub fn brings(instrument: &Instrument) -> bool {
    static CLASSES: LazyLock<Classes> = LazyLock::new(Classes::embedded);
    CLASSES.bring(instrument)
}

/// A fingerprint of all parameters of the ticks besides the public seed and the time. The calendars and the seeds of
/// days are not part of it, because their past does not change; `day_seeds`, the first day that has a seed, is.
pub fn description(
    brought: &[Arc<Instrument>],
    rules: &Rules,
    calendars: &Calendars,
    now: UnixMillis,
    day_seeds: Option<&str>,
) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &dyn Debug| hash.update(format!("{part:?}\n"));
    let classes = Classes::embedded();
    add(&(VERSION, calendars.around_the_clock(), &rules.volatility));
    add(&Rules::OF_NIGHTS);
    day_seeds.iter().for_each(|day_seeds| add(day_seeds));
    for i in brought {
        let place = place(i, 0, rules, calendars, now);
        add(&(
            i.id,
            &i.code,
            &i.industry,
            i.market,
            i.reference_price,
            i.listed_at,
            &i.future,
            place,
            classes.swings(i),
        ));
    }
    hex::encode(&hash.finalize()[..16])
}

/// The catalog in the order of the embedded files, whichever release added an instrument to the database: ranks are the
/// same everywhere.
fn best_known_first(catalog: &Catalog) -> Vec<&Arc<Instrument>> {
    let listed = Catalog::seed().expect("the embedded files are valid, as a test checks");
    let places: HashMap<(&str, &str), usize> =
        listed.iter().enumerate().map(|(place, seed)| ((seed.market.as_str(), seed.code.as_str()), place)).collect();
    let mut all: Vec<&Arc<Instrument>> = catalog.all().iter().collect();
    all.sort_by_key(|i| places.get(&(i.market.code(), i.code.as_str())).copied().unwrap_or(usize::MAX));
    all
}

/// The trading day of an instrument at a moment; `None` on days without quotes.
fn day_on(calendars: &Calendars, instrument: &Instrument, at: UnixMillis) -> Option<SimDay> {
    let hours = calendars.of(instrument);
    companies::sim_day(hours, hours.date(at))
}

/// The exchanges whose half days change the simulated prices, with their calendars.
const CLOSE_EARLY: [(MarketName, &str); 2] = [(MarketName::UsStock, "XNYS"), (MarketName::HongKong, "XHKG")];

/// `sim` with the days on which exchanges close early.
fn with_half_days(sim: Sim, calendars: &Calendars) -> Sim {
    CLOSE_EARLY.into_iter().fold(sim, |sim, (market, calendar)| {
        let days = calendars.named(calendar).calendar().map(SessionCalendar::days).unwrap_or_default();
        sim.with_half_days(market, days.iter().filter(|day| day.half_day).map(|day| day.date))
    })
}

/// The calendars of exchanges, each shared by the instruments that are listed there.
#[derive(Default)]
struct Exchanges<'a>(HashMap<&'a str, Arc<SessionCalendar>>);

impl<'a> Exchanges<'a> {
    /// The exchange that may restrain an instrument; `None` if none does.
    fn venue(&mut self, i: &'a Instrument, rules: Vec<(Date, VolatilityRule)>, calendars: &Calendars) -> Option<Venue> {
        let calendar = calendars.of(i).calendar().filter(|_| !rules.is_empty())?;
        let calendar = self.0.entry(&i.calendar).or_insert_with(|| Arc::new(calendar.clone())).clone();
        Some(Venue { calendar, rules })
    }
}

/// The simulated instruments of the catalog: pairs whose currencies have walks, and others with a reference price.
#[derive(Debug)]
pub struct SimFeed {
    sim: Sim,
    /// The best-known of each market first.
    listed: Vec<Listed>,
    by_id: HashMap<InstrumentId, usize>,
    calendars: Arc<Calendars>,
}

impl SimFeed {
    /// `now` decides the tick sizes and the lots.
    pub fn new(
        sim: Sim,
        brought: &[Arc<Instrument>],
        catalog: &Catalog,
        rules: &Rules,
        calendars: Arc<Calendars>,
        now: UnixMillis,
    ) -> Self {
        let brought: HashSet<InstrumentId> = brought.iter().map(|instrument| instrument.id).collect();
        let sim = with_half_days(sim, &calendars);
        let classes = Classes::embedded();
        let interest = Interest::new(rules, &calendars, catalog.all());
        let mut ranks: BTreeMap<MarketName, usize> = BTreeMap::new();
        let mut listed = Vec::new();
        let mut exchanges = Exchanges::default();
        for i in best_known_first(catalog).into_iter().filter(|instrument| classes.bring(instrument)) {
            let rank = if i.is_new() { NEW_STOCK_RANK } else { ranks.get(&i.market).copied().unwrap_or_default() };
            let Some(place) = place(i, rank, rules, &calendars, now) else { continue };
            let listed_on = || day_on(&calendars, i, i.listed_at);
            let first = if i.is_new() { listed_on().map(|day| FirstTrade { at: i.listed_at, day }) } else { None };
            // If the calendar ends before a new stock's listing, its first day is unknown.
            if i.is_new() && first.is_none() {
                continue;
            }
            // A new company neither pays dividends nor splits: the days of such announcements would begin before its
            // first price.
            let planned = if i.is_new() { Vec::new() } else { companies::planned(&sim, i, calendars.of(i)) };
            let nights = interest.nights(i);
            let Some(simulated) = classes.simulated(&sim, i, &place, first, &planned, &nights) else { continue };
            // A newly listed stock is not among the best-known ones of an exchange.
            let known = if i.is_new() { usize::MAX - 1 } else { rank };
            let venue = exchanges.venue(i, rules.volatility.of(i, known), &calendars);
            let simulated = venue.map_or(simulated.clone(), |venue| simulated.listed_on(venue));
            if !i.is_new() {
                ranks.insert(i.market, rank + 1);
            }
            // Ranks do not depend on the instruments of other feeds.
            if brought.contains(&i.id) {
                listed.push(Listed { instrument: i.clone(), simulated });
            }
        }
        let by_id = listed.iter().enumerate().map(|(index, listed)| (listed.instrument.id, index)).collect();
        Self { sim, listed, by_id, calendars }
    }

    fn simulated(&self, id: InstrumentId) -> Option<&Simulated> {
        self.by_id.get(&id).map(|index| &self.listed[*index].simulated)
    }

    /// The simulation of an instrument whose price has jumped today, and the day.
    fn jumped(&self, instrument: &Instrument, now: UnixMillis) -> Option<(&Simulated, SimDay)> {
        let simulated = self.simulated(instrument.id).filter(|simulated| simulated.has_jumped(now))?;
        let day = self.day_of(instrument, now).filter(|_| now < self.sim.known_until())?;
        Some((simulated, day))
    }

    /// All ticks of an instrument in `[from, to)`.
    pub fn ticks(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> impl Iterator<Item = Tick> {
        let until = step_at(to.min(self.sim.known_until()).plus(-1));
        let steps = self.simulated(instrument.id).into_iter().flat_map(move |simulated| {
            let steps = step_at(from.plus(-1)) + 1..=until;
            steps.filter(|step| simulated.ticks_at(*step)).map(move |step| (simulated, step))
        });
        steps.filter_map(move |(simulated, step)| {
            let at = time_of(step);
            if !instrument.is_listed(at) {
                return None;
            }
            let day = self.day_of(instrument, at).filter(|day| (day.starts..day.ends).contains(&at))?;
            if simulated.is_paused(step, day) {
                return None;
            }
            let session = self.calendars.of(instrument).session(at);
            Some(simulated.tick(&mut self.sim.factors(step), day, session, at))
        })
    }

    /// The bar of the ticks in `[from, to)`, from at most `samples` of them.
    pub fn bar_of(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis, samples: i64) -> Option<Bar> {
        let simulated = self.simulated(instrument.id)?;
        let day = self.day_of(instrument, from)?;
        let first = from.max(day.starts).max(instrument.listed_at);
        if !instrument.is_listed(first) {
            return None;
        }
        let last = to.min(day.ends).min(self.sim.known_until());
        let bar = (first < last).then(|| simulated.bar(&self.sim, day, first, last, samples)).flatten()?;
        Some(Bar { start: from, ..bar })
    }

    /// The trading day of an instrument at a moment; `None` on days without quotes.
    fn day_of(&self, instrument: &Instrument, at: UnixMillis) -> Option<SimDay> {
        day_on(&self.calendars, instrument, at)
    }

    /// Publishes the newest tick of each instrument before `now`, so that there is a quote from the start.
    fn publish_newest(&self, gate: &mut Gate, now: UnixMillis) {
        for Listed { instrument, simulated } in self.listed.iter().filter(|listed| listed.instrument.is_listed(now)) {
            let Some((day, to)) = self.last_day_before(instrument, now.plus(1)) else { continue };
            if let Some(tick) = simulated.last_tick(&self.sim, day, Session::Regular, to) {
                // It may be of the session before the present one.
                let session = self.calendars.of(instrument).session(tick.exchange_time);
                gate.offer(Tick { session, ..tick });
            }
        }
    }

    /// The last day that had quotes before `at`, and the end of the search in it.
    fn last_day_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<(SimDay, UnixMillis)> {
        if let Some(day) = self.day_of(instrument, at.plus(-1)).filter(|day| day.starts < at) {
            return Some((day, at));
        }
        let hours = self.calendars.of(instrument);
        let date = hours.quoted_before(hours.date(at.plus(-1)))?;
        let day = self.day_of(instrument, begin_of(date, hours.zone()))?;
        Some((day, day.ends))
    }

    /// Publishes the steps that are due since `done`. False if the feed does not keep up: the clock was set back to
    /// before `done`, or all due ticks were refused.
    fn publish_due(&self, gate: &mut Gate, done: &mut i64, now: UnixMillis) -> bool {
        let newest = step_at(now);
        let mut keeps_up = newest == *done;
        for step in (*done + 1).max(newest - CATCH_UP_MAX)..=newest {
            // A step that a closed gate would refuse stays due.
            if !gate.is_open() {
                return false;
            }
            keeps_up |= self.publish_step(gate, step, now);
            *done = step;
        }
        *done = newest.max(*done);
        keeps_up
    }

    /// True if a tick was published, or none was due.
    fn publish_step(&self, gate: &mut Gate, step: i64, now: UnixMillis) -> bool {
        let at = time_of(step);
        // A day has no prices until its seed is known: quotes grow stale meanwhile.
        if at >= self.sim.known_until() {
            return false;
        }
        let mut factors = self.sim.factors(step);
        let mut today = HashMap::new();
        let (mut due, mut published) = (false, false);
        for Listed { instrument, simulated } in self.listed.iter().filter(|listed| listed.simulated.ticks_at(step)) {
            if !instrument.is_listed(at) {
                continue;
            }
            let (day, session) = *today
                .entry(instrument.calendar.as_str())
                .or_insert_with(|| (self.day_of(instrument, at), self.calendars.of(instrument).session(at)));
            let day = day.filter(|day| (day.starts..day.ends).contains(&at));
            if let Some(day) = day.filter(|day| !simulated.is_paused(step, *day)) {
                due = true;
                published |= gate.offer(simulated.tick(&mut factors, day, session, now));
            }
        }
        published || !due
    }
}

impl FeedHistory for SimFeed {
    fn bar(&self, instrument: &Instrument, from: UnixMillis, to: UnixMillis) -> Option<Bar> {
        self.bar_of(instrument, from, to, BAR_SAMPLES)
    }

    fn last_before(&self, instrument: &Instrument, at: UnixMillis) -> Option<(UnixMillis, Price)> {
        let simulated = self.simulated(instrument.id)?;
        let (day, to) = self.last_day_before(instrument, at.min(self.sim.known_until()))?;
        let session = self.calendars.of(instrument).session(to);
        simulated.last_tick(&self.sim, day, session, to).map(|tick| (tick.exchange_time, tick.last))
    }

    fn begins(&self, instrument: &Instrument) -> Option<UnixMillis> {
        // The first day that is whole in every time zone.
        let first = EPOCH.plus(UnixMillis::DAY);
        self.simulated(instrument.id).map(|_| instrument.listed_at.max(first))
    }

    fn settled(&self, _: &Instrument, at: UnixMillis) -> bool {
        at <= self.sim.known_until()
    }

    fn announced(&self, instrument: &Instrument, since: UnixMillis, now: UnixMillis) -> Vec<(Planned, Announced)> {
        self.simulated(instrument.id).map(|simulated| simulated.announced(since, now)).unwrap_or_default()
    }

    fn auction(&self, instrument: &Instrument, hours: &AuctionHours, now: UnixMillis) -> Option<AuctionState> {
        let known = hours.ends.plus(UnixMillis::MINUTE) < self.sim.known_until();
        let simulated = self.simulated(instrument.id).filter(|_| known && now >= hours.collects)?;
        let day = self.day_of(instrument, hours.closes)?;
        simulated.auction(&self.sim, &instrument.code, day, hours, now)
    }

    fn restraint(&self, instrument: &Instrument, now: UnixMillis) -> Option<Restraint> {
        let (simulated, day) = self.jumped(instrument, now)?;
        simulated.restraint(day, now)
    }

    fn pause(&self, instrument: &Instrument, now: UnixMillis) -> Option<Restraint> {
        let (simulated, day) = self.jumped(instrument, now)?;
        simulated.pause(day, now)
    }

    fn open_interest(&self, instrument: &Instrument, at: UnixMillis) -> Option<i64> {
        self.simulated(instrument.id)?.open_interest(self.day_of(instrument, at)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::db::Db;
    use crate::testing::{leadership, market};

    /// A Friday, a minute before New York closes.
    const NOW: UnixMillis = UnixMillis(1_795_208_340_000);

    #[tokio::test]
    async fn a_feed_keeps_up_where_nothing_is_due_and_not_where_its_clock_was_set_back() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("t.db").display())).await.unwrap();
        let (market, calendars) = (market(&db, 20).await, Arc::new(Calendars::load(false).unwrap()));
        let all = market.catalog.all();
        let feed = SimFeed::new(Sim::new(7, 1), all, &market.catalog, &market.rules, calendars, NOW);
        let (mut gate, mut done) = (Gate::new(market.clone(), leadership(&db, &Clock::System).await, 1), step_at(NOW));
        let ticked = || market.catalog.all().iter().filter(|i| market.latest(i.id).is_some()).count();
        assert!(feed.publish_due(&mut gate, &mut done, NOW) && ticked() == 0, "the step is not over");
        let later = NOW.plus(10 * UnixMillis::SECOND);
        assert!(feed.publish_due(&mut gate, &mut done, later) && ticked() > 0);
        assert!(!feed.publish_due(&mut gate, &mut done, NOW), "the clock was set back");
        assert_eq!(done, step_at(later));
        let mut again = step_at(NOW.plus(-UnixMillis::MINUTE));
        assert!(!feed.publish_due(&mut gate, &mut again, NOW.plus(-30_000)), "all that is due is refused");
        let weekend = NOW.plus(UnixMillis::DAY);
        assert!(feed.publish_due(&mut gate, &mut done, weekend), "nothing is due");
        assert_eq!(done, step_at(weekend));
        db.close().await;
    }

    #[tokio::test]
    async fn on_the_half_day_of_an_exchange_its_stocks_are_busy_until_the_close() {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open(&format!("sqlite://{}", folder.path().join("t.db").display())).await.unwrap();
        let (market, calendars) = (market(&db, 20).await, Arc::new(Calendars::load(true).unwrap()));
        let all = market.catalog.all();
        let feed = SimFeed::new(Sim::new(7, 1), all, &market.catalog, &market.rules, calendars, NOW);
        let stock = all.iter().find(|i| i.market == MarketName::UsStock).unwrap();
        // From half past nine in New York to one, and from there to four.
        let volumes = |days: i64| {
            let noon = NOW.plus(UnixMillis::MINUTE + days * UnixMillis::DAY - 3 * UnixMillis::HOUR);
            let open = noon.plus(-7 * UnixMillis::HOUR / 2);
            let volume = |from, to| feed.bar_of(stock, from, to, 16).unwrap().volume.units();
            (volume(open, noon), volume(noon, noon.plus(3 * UnixMillis::HOUR)))
        };
        let (friday, monday) = (volumes(7), volumes(10));
        assert!(friday.0 > 8 * friday.1, "the day after Thanksgiving: {friday:?}");
        assert!(monday.0 < 2 * monday.1, "an ordinary day: {monday:?}");
        db.close().await;
    }
}
