//! Positions on margin: one that is open, and charged for two nights, and one that is closed.

use std::sync::Arc;

use plumbline_core::decimal::Leverage;
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Tick;
use plumbline_core::orders::{Order, OrderRef, Place, Side, TimeInForce};
use plumbline_core::positions::{Direction, PositionRef};
use plumbline_core::products::{ChargeFinancing, FinancingRates, Held, Terms, TradingRules};
use plumbline_core::time::UnixMillis;

use super::{Books, CUSTOMER};
use crate::testing;

const PAIR: InstrumentId = InstrumentId(4);

impl Books {
    pub(super) async fn on_margin(&self) {
        self.transfer(Wallet::Forex, 50_000).await;
        let short = self.on_pair(Direction::Short, Side::Sell, 2, None).await;
        self.on_pair(Direction::Short, Side::Buy, 1, Some(9_000)).await;
        let at = PositionRef { key: short.at.position(), wallet: Wallet::Forex };
        let rates = FinancingRates { base: 50_000_000_000, quote: 10_000_000_000, markup: 5_000_000_000 };
        let held = Held { opened_at: short.updated_at, quantity: short.filled };
        let terms = self.terms_of_pair();
        for night in [UnixMillis(1), UnixMillis(2)] {
            let terms = terms.clone();
            self.run(ChargeFinancing { at, held, night, nights: 3, rates, terms }).await;
        }
        self.on_pair(Direction::Long, Side::Buy, 1, None).await;
        self.on_pair(Direction::Long, Side::Sell, 1, None).await;
    }

    fn terms_of_pair(&self) -> Terms {
        let rules = TradingRules {
            instrument: PAIR,
            product: testing::margin(),
            wallet: Wallet::Forex,
            ..(*self.terms().rules).clone()
        };
        let tick = Tick { instrument: PAIR, ..(*self.tick).clone() };
        testing::terms(rules, Arc::new(tick))
    }

    async fn on_pair(&self, direction: Direction, side: Side, units: i64, limit: Option<i64>) -> Order {
        let place = self.place(CUSTOMER, side, units, limit, self.terms_of_pair());
        let place = Place {
            at: OrderRef { wallet: Wallet::Forex, direction, ..place.at },
            leverage: Leverage::from_whole(5).unwrap(),
            time_in_force: TimeInForce::GoodTillCancelled,
            ..place
        };
        self.run(place).await
    }
}
