//! Positions on margin: one that is open, and charged for two nights, and one that is closed.

use std::sync::Arc;

use plumbline_core::decimal::Leverage;
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Tick;
use plumbline_core::orders::{Order, OrderRef, Place, Side, TimeInForce};
use plumbline_core::positions::{Direction, PositionRef};
use plumbline_core::products::{ChargeNights, Directions, FinancingRates, Night, RecordNights, Terms, TradingRules};

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
        let (bid, ask) = (self.tick.bid(), self.tick.ask());
        for _ in 0..2 {
            // A night begins after the position was opened, and after the night before.
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            let until = self.clock.now();
            let night = Night { instrument: PAIR, at: until, nights: 3, rates, bid, ask, rate: None };
            self.run(RecordNights { nights: vec![night] }).await;
            let (rules, positions) = (self.terms_of_pair().rules, vec![at]);
            assert_eq!(
                self.run(ChargeNights { directions: Directions::Both, rules, positions, until }).await.refused,
                []
            );
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
