//! The board as the push socket reads it.

use std::sync::Arc;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Market as MarketName, Tick};

use super::{DaySummary, Market};
use crate::clock::Clock;
use crate::push::{Quote, QuoteSource};

/// The newest quote of every instrument, for the push socket.
#[derive(Clone, Debug)]
pub struct LiveQuotes {
    pub market: Arc<Market>,
    pub clock: Clock,
}

impl QuoteSource for LiveQuotes {
    fn find(&self, market: &str, code: &str) -> Option<usize> {
        let instrument = self.market.catalog.find(MarketName::from_code(market)?, code)?;
        usize::try_from(instrument.id.0).ok()
    }

    fn quote(&self, instrument: usize) -> Option<Quote> {
        let id = InstrumentId(i64::try_from(instrument).ok()?);
        let tick = self.market.latest(id)?;
        let stale = self.market.is_stale(&tick, self.clock.now());
        Some(quote_of(&tick, &self.market.board.day(id), stale))
    }
}

/// A tick and its day as the socket tells them.
pub fn quote_of(tick: &Tick, day: &DaySummary, stale: bool) -> Quote {
    Quote {
        price: tick.last,
        change: day.change(tick.last),
        change_basis_points: day.change_basis_points(tick.last),
        bid: tick.bid(),
        ask: tick.ask(),
        bid_size: tick.bid_size(),
        ask_size: tick.ask_size(),
        open: day.open,
        high: day.high,
        low: day.low,
        volume: tick.volume,
        tick_seq: tick.seq,
        feed: Arc::clone(&tick.feed),
        quote_time: tick.exchange_time,
        session: tick.session,
        stale,
    }
}
