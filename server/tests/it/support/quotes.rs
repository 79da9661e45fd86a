//! Quotes as a story wants them.

use plumbline::clock::Clock;
use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{DEPTH_LEVELS, Level, Market, Session, Tick};
use plumbline_core::time::UnixMillis;

use super::{Database, TestServer};

/// Monday, 2026-11-23, 10:00 in New York.
const MONDAY: UnixMillis = UnixMillis(1_795_446_000_000);
/// Displayed at the best price of each side.
const SIZE: i64 = 10_000_000;

impl TestServer {
    /// A server whose clock stands still, on a Monday morning in New York.
    pub async fn start_still(database: Database) -> Self {
        Self::start_with(database, Clock::manual(MONDAY), &[]).await
    }

    /// The number of an instrument.
    pub fn instrument(&self, market: Market, code: &str) -> InstrumentId {
        self.app.market.catalog.find(market, code).expect("it is listed").id
    }

    /// Puts a tick of a pair of currencies on the board, as a feed would.
    pub fn quote_pair(&self, code: &str, bid: &str, ask: &str) {
        self.quote(Market::Forex, code, bid, ask);
    }

    /// The same for anything.
    pub fn quote(&self, market: Market, code: &str, bid: &str, ask: &str) {
        let side = |price: &str| {
            let mut levels = [Level::default(); DEPTH_LEVELS];
            levels[0] = Level { price: price.parse().unwrap(), size: Quantity::from_whole(SIZE).unwrap() };
            levels
        };
        let now = self.app.clock.now();
        let (bids, asks): ([Level; DEPTH_LEVELS], [Level; DEPTH_LEVELS]) = (side(bid), side(ask));
        let last: Price = bids[0].price;
        self.app.market.publish(&Tick {
            instrument: self.instrument(market, code),
            feed: "test".into(),
            epoch: 1_000,
            seq: self.app.ids.next(),
            exchange_time: now,
            received_time: now,
            bids,
            asks,
            last,
            volume: Quantity::ZERO,
            session: Session::Regular,
        });
    }

    /// Holds that the books are sound.
    pub async fn audited(&self) {
        let checks = plumbline::ledger::audit::run(&self.app.db).await.unwrap();
        let wrong: Vec<_> = checks.iter().filter(|check| check.found > 0).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
