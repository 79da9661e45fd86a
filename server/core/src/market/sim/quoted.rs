//! What is quoted around a price that moves: a book on the grid of its steps, or none where nothing is traded.

use std::sync::Arc;

use super::book::{Book, Depth, book};
use super::noise::{below, gaussian, hash};
use super::path::Path;
use super::{Factors, SimDay};
use crate::decimal::{Price, Quantity};
use crate::market::{DEPTH_LEVELS, Level, TickSizes};
use crate::time::UnixMillis;

/// An instrument whose price moves along a path.
#[derive(Clone, Debug)]
pub(super) struct Quoted {
    pub path: Path,
    pub tick_sizes: Arc<TickSizes>,
    /// `None` for what is not traded: an index has a price and no book.
    pub depth: Option<Depth>,
    /// Steps between two ticks, and the offset of the first.
    pub pace: i64,
    pub phase: i64,
    /// The public key of its books.
    pub quotes: u64,
    /// The public key of what is traded in a day.
    pub turnover: u64,
    /// Units traded on an average day, in parts of `unit`.
    pub volume: i64,
    /// What volumes are counted in; whole units where it is one.
    pub unit: Quantity,
}

impl Quoted {
    pub const fn rhythm(&self) -> (i64, i64) {
        (self.pace, self.phase)
    }

    /// The middle of the book at a step: far enough from zero for the levels of a book.
    fn mid(&self, factors: &mut Factors, day: SimDay) -> i64 {
        self.path.price(factors, day).max(self.tick_sizes.at(Price::from_units(1)).units() * 20)
    }

    pub fn book(&self, factors: &mut Factors, day: SimDay) -> Book {
        let mid = self.mid(factors, day);
        let Some(depth) = self.depth else { return unquoted(mid, &self.tick_sizes) };
        book(mid, depth, &self.tick_sizes, self.path.own().book(self.quotes, factors.step))
    }

    /// Units traded from the day's start to `time`.
    pub fn volume(&self, day: SimDay, time: UnixMillis) -> Quantity {
        if self.volume == 0 {
            return Quantity::ZERO;
        }
        let today = hash(self.turnover, day.number as u64);
        let total = self.volume / 10 * (7 + below(today, 8)) + gaussian(today).abs() % 100;
        let parts = super::volume::traded(today, total, time.since(day.starts), day.ends.since(day.starts));
        Quantity::from_units(parts.saturating_mul(self.unit.units()))
    }
}

/// A price at which nothing can be traded.
fn unquoted(mid: i64, sizes: &TickSizes) -> Book {
    let price = Price::from_units(mid);
    let none = [Level::default(); DEPTH_LEVELS];
    Book { bids: none, asks: none, last: price.round_down_to(sizes.at(price)) }
}
