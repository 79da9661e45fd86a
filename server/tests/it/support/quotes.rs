//! Quotes for stories.

use plumbline::clock::Clock;
use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{Market, Tick};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;

use super::{Database, TestServer};

/// Monday, 2026-11-23, 10:00 in New York.
const MONDAY: UnixMillis = UnixMillis(1_795_446_000_000);
/// Displayed at the best price of each side.
const SIZE: i64 = 10_000_000;

impl TestServer {
    /// A server whose clock stands still, on a Monday morning in New York.
    pub async fn start_still(database: Database) -> Self {
        Self::start_still_with(database, &[]).await
    }

    /// A server whose clock stands still, with further flags.
    pub async fn start_still_with(database: Database, flags: &[&str]) -> Self {
        Self::start_with(database, Clock::manual(MONDAY), flags).await
    }

    /// The number of an instrument.
    pub fn instrument(&self, market: Market, code: &str) -> InstrumentId {
        self.app.market.catalog.find(market, code).expect("it is listed").id
    }

    /// Puts a tick of a pair of currencies on the board, as a feed would.
    pub fn quote_pair(&self, code: &str, bid: &str, ask: &str) {
        self.quote(Market::Forex, code, bid, ask);
    }

    /// Puts a tick of any instrument on the board.
    pub fn quote(&self, market: Market, code: &str, bid: &str, ask: &str) {
        let [bid, ask] = [bid, ask].map(|price| price.parse().unwrap());
        let side = |price| testing::side([(price, testing::shares(SIZE))]);
        self.publish(Tick {
            epoch: 1_000,
            bids: side(bid),
            asks: side(ask),
            last: bid,
            ..testing::tick_at(self.instrument(market, code), self.app.clock.now())
        });
    }

    /// A quote like the newest one of a US share, with `size` offered at `price` and bid for a cent below.
    pub fn ask(&self, code: &str, price: Price, size: i64) {
        let newest = self.app.market.latest(self.instrument(Market::UsStock, code)).unwrap();
        let side = |price| testing::side([(price, testing::shares(size))]);
        let (bids, asks) = (side(price.saturating_sub(testing::price(1))), side(price));
        self.publish(Tick { feed: "test".into(), epoch: 1, bids, asks, last: price, ..(*newest).clone() });
    }

    /// Puts a tick on the board behind those before, as a feed would.
    pub fn publish(&self, tick: Tick) {
        self.app.market.publish(&Tick { seq: self.app.ids.next(), ..tick });
    }

    /// Checks that the books are sound.
    pub async fn audited(&self) {
        let checks = plumbline::ledger::audit::run(&self.app.db).await.unwrap();
        let wrong: Vec<_> = checks.iter().filter(|check| check.found > 0).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
