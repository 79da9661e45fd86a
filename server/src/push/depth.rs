//! The order book of a watched instrument.

use std::mem::swap;
use std::sync::Arc;

use plumbline_core::time::UnixMillis;

use super::book::Book;
use super::content::{Content, Refreshed};
use super::quote::shown_decimals;
use super::source::MarketSource;

/// A watched order book.
pub struct Depth {
    market: Arc<dyn MarketSource>,
    instrument: u32,
    decimals: usize,
    known: bool,
    book: Book,
    before: Book,
}

impl Depth {
    pub fn of(market: Arc<dyn MarketSource>, instrument: u32) -> Self {
        let decimals = shown_decimals(market.decimals(instrument));
        Self { market, instrument, decimals, known: false, book: Book::default(), before: Book::default() }
    }
}

impl Content for Depth {
    fn refresh(&mut self, now: UnixMillis) -> Refreshed {
        if !self.market.read_book(self.instrument, now, &mut self.before) || self.known && self.before == self.book {
            return Refreshed::Same;
        }
        swap(&mut self.book, &mut self.before);
        self.known = true;
        Refreshed::Changed
    }

    fn write_change(&self, out: &mut Vec<u8>) {
        self.book.write(Some(&self.before), self.decimals, out);
    }

    fn write_whole(&self, out: &mut Vec<u8>) {
        self.book.write(None, self.decimals, out);
    }
}
