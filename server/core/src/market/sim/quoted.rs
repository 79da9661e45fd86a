//! Quotes around a moving price: a book on the grid of price steps, or none where nothing is traded.

use std::sync::Arc;

use super::actions::{Actions, Announced, Planned};
use super::book::{Book, Depth, book, book_within, last};
use super::noise::{below, gaussian, hash};
use super::path::Path;
use super::shape::Shape;
use super::{Factors, SimDay};
use crate::decimal::{ONE, Price, Quantity};
use crate::market::{DEPTH_LEVELS, Level, PriceBand, TickSizes};
use crate::time::UnixMillis;

/// An instrument whose price moves along a path.
#[derive(Clone, Debug)]
pub(super) struct Quoted {
    pub path: Path,
    /// The actions of its company; `None` for an instrument that is no share.
    pub actions: Option<Arc<Actions>>,
    pub tick_sizes: Arc<TickSizes>,
    /// `None` for an instrument that is not traded: an index has a price and no book.
    pub depth: Option<Depth>,
    /// For a month of a future: its volume is smaller the further its end.
    pub fades: Option<Fades>,
    /// Steps between two ticks, and the offset of the first.
    pub pace: i64,
    pub phase: i64,
    /// The public key of its books.
    pub quotes: u64,
    /// The public key of its daily turnover.
    pub turnover: u64,
    /// Units traded on an average day, in parts of `unit`.
    pub volume: i64,
    /// The unit of volumes; whole units where it is one.
    pub unit: Quantity,
    /// The spread of its volume over a day.
    pub shape: Shape,
}

/// The move of trading from one month of a future to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fades {
    pub until: UnixMillis,
    /// Days between two months.
    pub days_apart: i64,
}

impl Fades {
    /// The number of months that are nearer at a moment.
    fn nearer(self, at: UnixMillis) -> i64 {
        (self.until.since(at) / UnixMillis::DAY / self.days_apart).clamp(0, 6)
    }
}

/// Days of average volume that are held open in the nearest month.
const OPEN_DAYS: i64 = 3;
/// In the last days of a month its open interest falls to nothing.
const LAST_DAYS: i64 = 15;

impl Quoted {
    pub const fn rhythm(&self) -> (i64, i64) {
        (self.pace, self.phase)
    }

    /// The middle of the book at a step: far enough from zero for the levels of a book.
    pub fn mid(&self, factors: &mut Factors, day: SimDay) -> i64 {
        let price = self.path.price(factors, day);
        let price = self.actions.as_ref().map_or(price, |actions| actions.price(&self.path, day, price));
        price.max(self.tick_sizes.at(Price::from_units(1)).units() * 20)
    }

    pub fn book(&self, factors: &mut Factors, day: SimDay) -> Book {
        let mid = self.mid(factors, day);
        match self.depth(day) {
            Some(depth) => book(mid, depth, &self.tick_sizes, self.drawn(factors)),
            None => unquoted(mid, &self.tick_sizes),
        }
    }

    /// The book within the band in which an exchange lets the instrument trade.
    pub fn book_within(&self, band: PriceBand, factors: &mut Factors, day: SimDay) -> Book {
        match self.depth(day) {
            Some(depth) => book_within(band, self.mid(factors, day), depth, &self.tick_sizes, self.drawn(factors)),
            None => self.book(factors, day),
        }
    }

    /// The last trade of the book that [`Self::book`] gives.
    pub fn last(&self, factors: &mut Factors, day: SimDay) -> Price {
        let mid = self.mid(factors, day);
        match self.depth(day) {
            Some(depth) => last(mid, depth, &self.tick_sizes, self.drawn(factors)),
            None => unquoted(mid, &self.tick_sizes).last,
        }
    }

    /// The depth of the book on a day.
    fn depth(&self, day: SimDay) -> Option<Depth> {
        let nearer = self.fades.map_or(0, |fades| fades.nearer(day.starts));
        self.depth.map(|depth| Depth { lots_max: (depth.lots_max >> nearer).max(2), ..depth })
    }

    /// The random number that the book of a step is drawn from.
    fn drawn(&self, factors: &Factors) -> u64 {
        self.path.own().book(self.quotes, factors.step)
    }

    /// The first step at or after `step` at which the instrument ticks.
    pub const fn next_tick_step(&self, step: i64) -> i64 {
        step + (-(step + self.phase)).rem_euclid(self.pace)
    }

    /// The moment of the first quote of a day.
    pub fn begins(&self, day: SimDay) -> UnixMillis {
        self.path.begins().map_or(day.starts, |begins| begins.max(day.starts))
    }

    /// The unit of quantities at a price.
    pub fn lot(&self, price: i64) -> Quantity {
        self.depth.map_or(Quantity::from_units(ONE), |depth| depth.lot_at(price))
    }

    /// Units traded from the day's start to `time`.
    pub fn volume(&self, day: SimDay, time: UnixMillis) -> Quantity {
        if self.volume == 0 {
            return Quantity::ZERO;
        }
        let today = hash(self.turnover, day.number as u64);
        let volume = self.volume >> (2 * self.fades.map_or(0, |fades| fades.nearer(day.starts)));
        let total = volume / 10 * (7 + below(today, 8)) + gaussian(today).abs() % 100;
        let total = self.shape.of_week(total, day.number);
        let parts = super::volume::traded(today, total, &self.shape, time, self.begins(day)..day.ends);
        let shares = self.actions.as_ref().map_or(1, |actions| actions.shares(&self.path, day));
        Quantity::from_units(parts.saturating_mul(self.unit.units()).saturating_mul(shares))
    }

    /// The announcements of its company after `since` and by `now`.
    pub fn announced(&self, since: UnixMillis, now: UnixMillis) -> Vec<(Planned, Announced)> {
        self.actions.as_ref().map(|actions| actions.announced(&self.path, since, now)).unwrap_or_default()
    }

    /// Contracts that are open after a day; `None` for an instrument that is no future.
    pub fn open_interest(&self, day: SimDay) -> Option<i64> {
        let fades = self.fades?;
        let left = fades.until.since(day.ends) / UnixMillis::DAY;
        let most = (self.volume >> fades.nearer(day.starts)) * OPEN_DAYS;
        let today = hash(self.turnover, (day.number as u64) << 1 | 1);
        Some(most / 100 * (90 + below(today, 21)) * left.clamp(0, LAST_DAYS) / LAST_DAYS)
    }
}

/// A price at which nothing can be traded.
fn unquoted(mid: i64, sizes: &TickSizes) -> Book {
    let price = Price::from_units(mid);
    let none = [Level::default(); DEPTH_LEVELS];
    Book { bids: none, asks: none, last: price.round_down_to(sizes.at(price)) }
}
