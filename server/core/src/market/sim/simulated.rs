//! One instrument of the simulated market: its ticks and bars, and their times. Its price and its volume depend on its
//! kind.

use std::sync::Arc;

use super::actions::{Announced, Planned};
use super::auction::{Auction, AuctionState};
use super::book::Book;
use super::coin::{self, CoinListing};
use super::future::{self, FutureListing};
use super::index::{self, IndexListing};
use super::pair::{PairListing, SimPair};
use super::quoted::Quoted;
use super::stock::{self, StockListing};
use super::venue::{Episode, Seen, Venue, Watched};
use super::{Factors, Sim, SimDay, noise, step_at, time_of};
use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{AuctionHours, Bar, Restraint, Session, Tick};
use crate::time::UnixMillis;

#[derive(Clone, Debug)]
enum Kind {
    Quoted(Box<Quoted>),
    Pair(Box<SimPair>),
}

/// An instrument that ticks.
#[derive(Clone, Debug)]
pub struct Simulated {
    instrument: InstrumentId,
    feed: Arc<str>,
    epoch: i64,
    /// Steps between two ticks, and the offset of the first.
    pace: i64,
    phase: i64,
    kind: Kind,
    /// The exchange that stops it when its price jumps.
    watched: Option<Arc<Watched>>,
}

impl Simulated {
    pub fn stock(sim: &Sim, listing: &StockListing<'_>) -> Self {
        Self::quoted(sim, listing.instrument, stock::stock(sim, listing))
    }

    pub fn index(sim: &Sim, listing: &IndexListing<'_>) -> Self {
        Self::quoted(sim, listing.instrument, index::index(sim, listing))
    }

    pub fn coin(sim: &Sim, listing: &CoinListing<'_>) -> Self {
        Self::quoted(sim, listing.instrument, coin::coin(sim, listing))
    }

    pub fn future(sim: &Sim, listing: &FutureListing<'_>) -> Self {
        Self::quoted(sim, listing.instrument, future::future(sim, listing))
    }

    fn quoted(sim: &Sim, instrument: InstrumentId, quoted: Quoted) -> Self {
        Self::new(sim, instrument, quoted.rhythm(), Kind::Quoted(Box::new(quoted)))
    }

    pub fn pair(sim: &Sim, listing: &PairListing<'_>) -> Self {
        let pair = SimPair::new(sim, listing);
        Self::new(sim, listing.instrument, SimPair::RHYTHM, Kind::Pair(Box::new(pair)))
    }

    fn new(sim: &Sim, instrument: InstrumentId, (pace, phase): (i64, i64), kind: Kind) -> Self {
        Self { instrument, feed: sim.feed.clone(), epoch: sim.epoch, pace, phase, kind, watched: None }
    }

    /// Lists the instrument on an exchange that stops it when its price jumps.
    pub fn listed_on(self, venue: Venue) -> Self {
        Self { watched: Some(Arc::new(Watched::new(venue))), ..self }
    }

    pub const fn instrument(&self) -> InstrumentId {
        self.instrument
    }

    /// True if it ticks at `step`.
    pub const fn ticks_at(&self, step: i64) -> bool {
        (step + self.phase).rem_euclid(self.pace) == 0
    }

    /// The last step at or before `step` at which it ticks.
    pub const fn last_tick_step(&self, step: i64) -> i64 {
        step - (step + self.phase).rem_euclid(self.pace)
    }

    fn book(&self, factors: &mut Factors, day: SimDay) -> Book {
        match &self.kind {
            Kind::Quoted(quoted) => {
                match self.episode(factors.step, day).and_then(|episode| episode.band(factors.step)) {
                    Some(band) => quoted.book_within(band, factors, day),
                    None => quoted.book(factors, day),
                }
            }
            Kind::Pair(pair) => pair.book(factors),
        }
    }

    /// The last trade of the book that [`Self::book`] gives.
    fn last(&self, factors: &mut Factors, day: SimDay) -> Price {
        match &self.kind {
            Kind::Quoted(quoted) => {
                let last = quoted.last(factors, day);
                let band = self.episode(factors.step, day).and_then(|episode| episode.band(factors.step));
                band.map_or(last, |band| last.clamp(band.lower, band.upper))
            }
            Kind::Pair(pair) => pair.last(factors),
        }
    }

    /// The result of the jump of a step's day; `None` until the jump comes, and on most days.
    fn episode(&self, step: i64, day: SimDay) -> Option<Arc<Episode>> {
        let (Some(watched), Kind::Quoted(quoted)) = (&self.watched, &self.kind) else { return None };
        // Jumps belong to days of UTC: a day in Hong Kong begins in the middle of one, after some of its jumps.
        let jump = quoted.path.jump_before(step).filter(|jump| time_of(*jump) >= day.starts)?;
        let seen = |step| {
            let book = quoted.book(&mut Factors::at(step), day);
            Seen { bid: book.bids[0].price, ask: book.asks[0].price, last: book.last }
        };
        watched.episode(jump, &quoted.tick_sizes, |step| quoted.next_tick_step(step), self.pace, seen)
    }

    /// The restraint of its exchange at a moment of a day.
    pub fn restraint(&self, day: SimDay, time: UnixMillis) -> Option<Restraint> {
        let episode = self.episode(step_at(time), day)?;
        episode.restraints.iter().find(|one| one.holds_at(time)).copied()
    }

    /// The newest pause of a day, lasting or over, once its jump has come; before any pause, the next one.
    pub fn pause(&self, day: SimDay, time: UnixMillis) -> Option<Restraint> {
        Restraint::pause_around(&self.episode(step_at(time), day)?.restraints, time)
    }

    /// All restraints of its exchange on a day.
    pub fn restraints(&self, day: SimDay) -> Vec<Restraint> {
        self.episode(step_at(day.ends.plus(-1)), day).map(|episode| episode.restraints.clone()).unwrap_or_default()
    }

    /// True if its price has jumped on the day of a moment, and an exchange watches it.
    pub fn has_jumped(&self, time: UnixMillis) -> bool {
        let (Some(_), Kind::Quoted(quoted)) = (&self.watched, &self.kind) else { return false };
        quoted.path.jump_before(step_at(time)).is_some()
    }

    /// True if trading pauses at a step, so that it does not tick.
    pub fn is_paused(&self, step: i64, day: SimDay) -> bool {
        self.episode(step, day).is_some_and(|episode| episode.pause(step).is_some())
    }

    /// The last step at or before `step` at which it ticked on a day.
    fn last_ticked(&self, step: i64, day: SimDay) -> i64 {
        let last = self.last_tick_step(step);
        let paused = self.episode(last, day).and_then(|episode| episode.pause(last).copied());
        paused.map_or(last, |pause| self.last_tick_step(step_at(pause.from.plus(-1))))
    }

    /// Units traded from the day's start to `time`.
    pub fn volume(&self, day: SimDay, time: UnixMillis) -> Quantity {
        match &self.kind {
            Kind::Quoted(quoted) => quoted.volume(day, time),
            Kind::Pair(pair) => pair.volume(day, time),
        }
    }

    /// The moment of the first quote of a day.
    fn begins(&self, day: SimDay) -> UnixMillis {
        match &self.kind {
            Kind::Quoted(quoted) => quoted.begins(day),
            Kind::Pair(_) => day.starts,
        }
    }

    /// The auction of a day of the stock called `code`, at a moment that has come; `None` without a book.
    pub fn auction(
        &self,
        sim: &Sim,
        code: &str,
        day: SimDay,
        hours: &AuctionHours,
        now: UnixMillis,
    ) -> Option<AuctionState> {
        let Kind::Quoted(stock) = &self.kind else { return None };
        stock.depth?;
        // The auction after a pause differs from the opening auction of that day.
        let reopens = self.pause(day, hours.collects).is_some_and(|pause| pause.from == hours.collects);
        let name = if reopens { format!("reopening:{code}") } else { format!("auction:{code}") };
        let (stream, public) = (sim.stream(&name), noise::key(sim.seed, &name));
        Some(Auction { sim, stock, day, hours, stream: &stream, public }.at(now))
    }

    /// Contracts that are open after a day; `None` for an instrument that is no future.
    pub fn open_interest(&self, day: SimDay) -> Option<i64> {
        match &self.kind {
            Kind::Quoted(quoted) => quoted.open_interest(day),
            Kind::Pair(_) => None,
        }
    }

    /// The announcements of its company after `since` and by `now`, in order.
    pub fn announced(&self, since: UnixMillis, now: UnixMillis) -> Vec<(Planned, Announced)> {
        match &self.kind {
            Kind::Quoted(quoted) => quoted.announced(since, now),
            Kind::Pair(_) => Vec::new(),
        }
    }

    /// A bar of its ticks from one moment up to another, from at most `samples` of those ticks; `None` if it did not
    /// tick. Few samples may miss an extreme.
    pub fn bar(&self, sim: &Sim, day: SimDay, from: UnixMillis, to: UnixMillis, samples: i64) -> Option<Bar> {
        let first = self.last_tick_step(step_at(from.plus(-1))) + self.pace;
        let last = self.last_tick_step(step_at(to.plus(-1)));
        if last < first {
            return None;
        }
        let stride = (last - first) / samples.max(1) / self.pace * self.pace + self.pace;
        let inner = (first..last).step_by(usize::try_from(stride).unwrap_or(1));
        let mut ticked = inner.chain([last]).filter(|step| !self.is_paused(*step, day));
        let opening = ticked.next()?;
        // Volume up to the tick before belongs to the bar before, as it does for a subscriber to the ticks.
        let heard = time_of(self.last_ticked(first - self.pace, day));
        let before = if heard >= day.starts { self.volume(day, heard) } else { Quantity::ZERO };
        let price = |step: i64| self.last(&mut sim.factors(step), day);
        let closing = self.last_ticked(last, day);
        let volume = Quantity::from_units(self.volume(day, time_of(closing)).units() - before.units());
        let bar = Bar { volume, ..Bar::begin(from, price(opening)) };
        let closing = Some(closing).filter(|step| *step != last);
        Some(ticked.chain(closing).fold(bar, |bar, step| bar.with(price(step))))
    }

    /// The newest tick of the day before `to`; `None` when the day had none by then.
    pub fn last_tick(&self, sim: &Sim, day: SimDay, session: Session, to: UnixMillis) -> Option<Tick> {
        let step = self.last_ticked(step_at(to.min(day.ends).plus(-1)), day);
        let time = time_of(step);
        (time >= self.begins(day)).then(|| self.tick(&mut sim.factors(step), day, session, time))
    }

    /// The tick at the step of `factors`, which does not depend on the time of the call.
    pub fn tick(&self, factors: &mut Factors, day: SimDay, session: Session, received_time: UnixMillis) -> Tick {
        let step = factors.step;
        let time = time_of(step);
        let book = self.book(factors, day);
        Tick {
            instrument: self.instrument,
            feed: self.feed.clone(),
            epoch: self.epoch,
            seq: step,
            exchange_time: time,
            received_time,
            bids: book.bids,
            asks: book.asks,
            last: book.last,
            volume: self.volume(day, time),
            session,
        }
    }
}
