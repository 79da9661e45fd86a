//! Positions that are settled each day: one that is open after two settlements, and one that was closed with its contract.

use std::sync::Arc;

use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Tick;
use plumbline_core::orders::{CloseAtSettlement, Order, OrderRef, Place, Side};
use plumbline_core::positions::{Direction, PositionRef};
use plumbline_core::products::{
    ChargeNights, DailySettlement, Directions, MarginRules, Product, RecordSettlements, Settlement, SettlementMethod,
    Terms, TradingRules,
};

use super::{Books, CUSTOMER};
use crate::testing;

const CONTRACT: InstrumentId = InstrumentId(15);
const ENDED: InstrumentId = InstrumentId(16);

impl Books {
    pub(super) async fn settled(&self) {
        self.transfer(Wallet::Future, 50_000).await;
        for (contract, closes) in [(CONTRACT, false), (ENDED, true)] {
            let opened = self.in_contract(contract, Side::Buy, 3).await;
            let at = PositionRef { key: opened.at.position(), wallet: Wallet::Future };
            self.settlement(at, 10_300, false).await;
            self.in_contract(contract, Side::Sell, 1).await;
            self.settlement(at, 10_200, closes).await;
        }
    }

    /// Settles a position at a price in cents.
    async fn settlement(&self, at: PositionRef, cents: i64, closes: bool) {
        // After the position was opened, and after the settlement before.
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        let (instrument, now, price) = (at.key.instrument, self.clock.now(), Price::from_units(cents * 1_000_000));
        let (method, days_left) = (SettlementMethod::Middle, i64::from(!closes) * 9);
        let settlement = Settlement { instrument, at: now, price, method, closes, days_left, rate: None };
        self.run(RecordSettlements { settlements: vec![settlement] }).await;
        let (rules, positions) = (self.terms_of_contract(instrument).rules, vec![at]);
        let charged = if closes {
            self.run(CloseAtSettlement { directions: Directions::Both, rules, settled_at: now, positions }).await
        } else {
            self.run(ChargeNights { directions: Directions::Both, rules, positions, until: now }).await
        };
        assert_eq!(charged.refused, []);
    }

    fn terms_of_contract(&self, instrument: InstrumentId) -> Terms {
        let daily = Some(DailySettlement { maintenance: 100_000, initial_basis_points: 11_000 });
        let rules = TradingRules {
            instrument,
            product: Product::Margin(MarginRules { leverage_cap: Leverage::ONE, stop_out_basis_points: 5_000, daily }),
            wallet: Wallet::Future,
            ..(*self.terms().rules).clone()
        };
        let tick = Tick { instrument, ..(*self.tick).clone() };
        testing::terms(rules, Arc::new(tick))
    }

    async fn in_contract(&self, instrument: InstrumentId, side: Side, quantity: i64) -> Order {
        let place = self.place(CUSTOMER, side, quantity, None, self.terms_of_contract(instrument));
        let at = OrderRef { instrument, wallet: Wallet::Future, direction: Direction::Long, ..place.at };
        self.run(Place { at, ..place }).await
    }
}
