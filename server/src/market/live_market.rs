//! The market as the source of the push socket.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Instrument, Market as MarketName, Session, Tick, Trade};
use plumbline_core::time::UnixMillis;

use super::chart::Scale;
use super::live_bars::LiveBars;
use super::sessions::Hours;
use super::{DaySummary, Market, is_stale};
use crate::push::{Book, LiveBar, MarketSource, Quote};

/// The source of the push socket's topics of instruments and calendars.
#[derive(Debug)]
pub struct LiveMarket {
    market: Arc<Market>,
    bars: LiveBars,
    /// The cached facts of each instrument, indexed by its id.
    listed: Vec<Listed>,
    /// The session of each calendar, by its number, and that of instruments without one.
    sessions: Vec<PresentSession>,
    calendars: Vec<String>,
}

/// The facts of an instrument that every read needs.
#[derive(Clone, Copy, Debug, Default)]
struct Listed {
    /// The least decimals of its prices.
    decimals: u8,
    /// The index of its session in `sessions`.
    session: u16,
}

impl LiveMarket {
    pub fn new(market: Arc<Market>, bars: LiveBars) -> Self {
        let (mut sessions, mut calendars) = (Vec::new(), Vec::new());
        for (name, hours) in market.calendars.all() {
            calendars.push(name.to_owned());
            sessions.push(PresentSession::of(hours.clone()));
        }
        sessions.push(PresentSession::of(market.calendars.named("").clone()));
        let mut live = Self { market, bars, listed: Vec::new(), sessions, calendars };
        live.listed.resize(usize::try_from(live.market.catalog.greatest().0).unwrap_or(0) + 1, Listed::default());
        for instrument in live.market.catalog.all() {
            let listed = live.list(instrument);
            if let Some(slot) = usize::try_from(instrument.id.0).ok().and_then(|index| live.listed.get_mut(index)) {
                *slot = listed;
            }
        }
        live
    }

    fn list(&self, instrument: &Instrument) -> Listed {
        let never_closes = self.calendars.len();
        let calendar = self.calendars.iter().position(|name| *name == instrument.calendar).unwrap_or(never_closes);
        Listed {
            decimals: u8::try_from(instrument.price_decimals).unwrap_or_default(),
            session: u16::try_from(calendar).unwrap_or_default(),
        }
    }

    fn listed(&self, instrument: u32) -> Listed {
        let added = || self.market.catalog.get(id(instrument)).map(|added| self.list(added)).unwrap_or_default();
        self.listed.get(instrument as usize).copied().unwrap_or_else(added)
    }
}

fn id(instrument: u32) -> InstrumentId {
    InstrumentId(instrument.into())
}

impl MarketSource for LiveMarket {
    fn find(&self, market: &str, code: &str) -> Option<u32> {
        let instrument = self.market.find_in(MarketName::from_code(market)?, code)?;
        u32::try_from(instrument.id.0).ok()
    }

    fn period(&self, code: &str) -> Option<u8> {
        Scale::CODES.iter().position(|known| *known == code).and_then(|number| u8::try_from(number).ok())
    }

    fn calendar(&self, code: &str) -> Option<u16> {
        self.calendars.iter().position(|known| known == code).and_then(|number| u16::try_from(number).ok())
    }

    fn calendar_code(&self, number: u16) -> Arc<str> {
        self.calendars.get(usize::from(number)).map_or("", String::as_str).into()
    }

    fn decimals(&self, instrument: u32) -> u8 {
        self.listed(instrument).decimals
    }

    fn read(&self, instrument: u32, now: UnixMillis, quote: &mut Quote) -> bool {
        let Listed { decimals, session } = self.listed(instrument);
        quote.decimals = decimals;
        if self.market.board.look(id(instrument), |tick, day| show(tick, day, now, quote)).is_none() {
            return false;
        }
        quote.stale |= self.market.board.is_silent();
        // The tick's own session is that of its time: after the last tick of a Friday it would stay until Monday.
        if let Some(present) = self.sessions.get(usize::from(session)) {
            quote.session = present.at(now);
        }
        true
    }

    fn read_book(&self, instrument: u32, now: UnixMillis, book: &mut Book) -> bool {
        let shown = self.market.board.look(id(instrument), |tick, _| show_book(tick, now, book)).is_some();
        book.stale |= self.market.board.is_silent();
        shown
    }

    fn read_trades(&self, instrument: u32, known: u64, newer: &mut Vec<Trade>) -> u64 {
        self.market.trades.since(id(instrument), known, newer)
    }

    fn follow_bar(&self, instrument: u32, period: u8) -> Box<dyn LiveBar> {
        let scale = Scale::CODES.get(usize::from(period)).and_then(|code| Scale::from_code(code));
        match (self.market.catalog.get(id(instrument)), scale) {
            (Some(instrument), Some(scale)) => Box::new(self.bars.follow(instrument.clone(), scale)),
            _ => Box::new(NoBar),
        }
    }
}

/// The bar of an instrument or length that does not exist.
struct NoBar;

impl LiveBar for NoBar {
    fn read(&mut self) -> Option<(Option<plumbline_core::market::Bar>, plumbline_core::market::Bar)> {
        None
    }
}

/// The session of a calendar; the calendar is read only when it may have changed.
#[derive(Debug)]
struct PresentSession {
    hours: Arc<Hours>,
    /// The time until which the session is valid, in milliseconds, shifted by two bits that hold the session.
    known: AtomicI64,
}

impl PresentSession {
    const fn of(hours: Arc<Hours>) -> Self {
        Self { hours, known: AtomicI64::new(0) }
    }

    fn at(&self, now: UnixMillis) -> Session {
        let known = self.known.load(Ordering::Relaxed);
        let (until, session) = (UnixMillis(known >> 2), Session::ALL[(known & 3) as usize]);
        // At most a minute, since a clock can be set back.
        if (1..=UnixMillis::MINUTE).contains(&until.since(now)) {
            return session;
        }
        let session = self.hours.session(now);
        let changes = self.hours.kept().and_then(|calendar| calendar.changes_after(now));
        let until = changes.map_or(i64::MAX, |at| at.0).min(now.plus(UnixMillis::MINUTE).0);
        let number = Session::ALL.iter().position(|known| *known == session).unwrap_or(0);
        self.known.store(until << 2 | number as i64, Ordering::Relaxed);
        session
    }
}

/// Fills `book` from a tick.
pub fn show_book(tick: &Tick, now: UnixMillis, book: &mut Book) {
    (book.bids, book.asks) = (tick.bids, tick.asks);
    (book.tick_seq, book.quote_time) = (tick.seq, tick.exchange_time);
    if !Arc::ptr_eq(&book.feed, &tick.feed) {
        book.feed = Arc::clone(&tick.feed);
    }
    book.stale = is_stale(tick, now);
}

/// Fills `quote` from a tick and its day.
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
    // All ticks of a feed share its name. Counting another reference for each quote would make the feed's thread and
    // this one contend for the counter all the time.
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
    use crate::testing;
    use plumbline_core::decimal::Price;
    use plumbline_core::market::{DEPTH_LEVELS, Session};

    #[test]
    fn every_field_is_shown() {
        let price = |text: &str| text.parse::<Price>().unwrap();
        let whole = testing::shares;
        let level = |text, size| testing::side([(price(text), whole(size)); DEPTH_LEVELS]);
        let tick = Tick {
            feed: "sim:7".into(),
            seq: 12,
            received_time: UnixMillis(1_005),
            bids: level("9.99", 4),
            asks: level("10.01", 5),
            last: price("10"),
            volume: whole(600),
            session: Session::After,
            ..testing::tick_at(InstrumentId(3), UnixMillis(1_000))
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
