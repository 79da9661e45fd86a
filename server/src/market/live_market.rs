//! The board as the push socket reads it.

use std::sync::Arc;

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Market as MarketName, Tick};
use plumbline_core::time::UnixMillis;

use super::{DaySummary, Market, is_stale};
use crate::push::{Quote, QuoteSource};

/// The newest quote of every instrument, for the push socket.
#[derive(Clone, Debug)]
pub struct LiveQuotes {
    market: Arc<Market>,
    /// The least decimals of each instrument's prices, indexed by its id.
    decimals: Arc<[u8]>,
}

impl LiveQuotes {
    pub fn new(market: Arc<Market>) -> Self {
        let newest = market.catalog.all().iter().map(|instrument| instrument.id.0).max().unwrap_or_default();
        let mut decimals = vec![0; usize::try_from(newest).unwrap_or(0) + 1];
        for instrument in market.catalog.all() {
            if let Some(slot) = usize::try_from(instrument.id.0).ok().and_then(|index| decimals.get_mut(index)) {
                *slot = u8::try_from(instrument.price_decimals).unwrap_or_default();
            }
        }
        Self { market, decimals: decimals.into() }
    }

    fn of_added(&self, instrument: u32) -> u8 {
        let added = self.market.catalog.get(InstrumentId(instrument.into()));
        added.and_then(|added| u8::try_from(added.price_decimals).ok()).unwrap_or_default()
    }
}

impl QuoteSource for LiveQuotes {
    fn find(&self, market: &str, code: &str) -> Option<u32> {
        let instrument = self.market.catalog.find(MarketName::from_code(market)?, code)?;
        u32::try_from(instrument.id.0).ok()
    }

    fn read(&self, instrument: u32, now: UnixMillis, quote: &mut Quote) -> bool {
        quote.decimals =
            self.decimals.get(instrument as usize).map_or_else(|| self.of_added(instrument), |known| *known);
        self.market.board.look(InstrumentId(instrument.into()), |tick, day| show(tick, day, now, quote)).is_some()
    }
}

/// Makes `quote` what the socket tells of a tick and its day.
pub fn show(tick: &Tick, day: &DaySummary, now: UnixMillis, quote: &mut Quote) {
    quote.price = tick.last;
    quote.change = day.change(tick.last);
    quote.change_basis_points = day.change_basis_points(tick.last);
    quote.bid = tick.bid();
    quote.ask = tick.ask();
    quote.bid_size = tick.bid_size();
    quote.ask_size = tick.ask_size();
    quote.open = day.open;
    quote.high = day.high;
    quote.low = day.low;
    quote.volume = tick.volume;
    quote.tick_seq = tick.seq;
    // All ticks of a feed share its name. To count another reference for each quote would make the feed's thread and
    // this one take the counter from each other all the time.
    if !Arc::ptr_eq(&quote.feed, &tick.feed) {
        quote.feed = Arc::clone(&tick.feed);
    }
    quote.quote_time = tick.exchange_time;
    quote.session = tick.session;
    quote.stale = is_stale(tick, now);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::STALE_AFTER_MILLIS;
    use plumbline_core::decimal::{Price, Quantity};
    use plumbline_core::market::{DEPTH_LEVELS, Level, Session};

    #[test]
    fn every_field_is_shown() {
        let price = |text: &str| text.parse::<Price>().unwrap();
        let whole = |units| Quantity::from_whole(units).unwrap();
        let level = |text, size| [Level { price: price(text), size: whole(size) }; DEPTH_LEVELS];
        let tick = Tick {
            instrument: InstrumentId(3),
            feed: "sim:7".into(),
            epoch: 1,
            seq: 12,
            exchange_time: UnixMillis(1_000),
            received_time: UnixMillis(1_005),
            bids: level("9.99", 4),
            asks: level("10.01", 5),
            last: price("10"),
            volume: whole(600),
            session: Session::After,
        };
        let day = DaySummary {
            began: UnixMillis(0),
            previous_close: price("8"),
            open: price("8.5"),
            high: price("11"),
            low: price("7.5"),
            volume: whole(700),
        };
        let expected = Quote {
            price: price("10"),
            change: price("2"),
            change_basis_points: 2_500,
            bid: price("9.99"),
            ask: price("10.01"),
            bid_size: whole(4),
            ask_size: whole(5),
            open: price("8.5"),
            high: price("11"),
            low: price("7.5"),
            volume: whole(600),
            tick_seq: 12,
            feed: "sim:7".into(),
            quote_time: UnixMillis(1_000),
            session: Session::After,
            stale: false,
            decimals: 0,
        };
        let mut quote = Quote::default();
        show(&tick, &day, UnixMillis(1_100), &mut quote);
        assert_eq!(quote, expected);
        show(&tick, &day, UnixMillis(1_006 + STALE_AFTER_MILLIS), &mut quote);
        assert_eq!(quote, Quote { stale: true, ..expected });
    }
}
