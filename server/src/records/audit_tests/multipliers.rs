//! A contract of which a point is worth 50 dollars: its fills are worked out again with the multiplier that they store.

use std::sync::Arc;

use plumbline_core::decimal::Leverage;
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Tick;
use plumbline_core::orders::{OrderRef, Place, Side};
use plumbline_core::positions::{Direction, Position};
use plumbline_core::products::{Terms, TradingRules};

use super::{Books, CUSTOMER};
use crate::positions::queries;
use crate::testing;

const FUTURE: InstrumentId = InstrumentId(6);

impl Books {
    fn terms_of_future(&self) -> Terms {
        let rules = TradingRules {
            instrument: FUTURE,
            product: testing::margin(),
            multiplier: "50".parse().unwrap(),
            wallet: Wallet::Future,
            ..(*self.terms().rules).clone()
        };
        let tick = Tick { instrument: FUTURE, ..(*self.tick).clone() };
        testing::terms(rules, Arc::new(tick))
    }

    async fn in_future(&self, side: Side, contracts: i64) {
        let place = self.place(CUSTOMER, side, contracts, None, self.terms_of_future());
        let at = OrderRef { wallet: Wallet::Future, direction: Direction::Long, ..place.at };
        self.run(Place { at, leverage: Leverage::from_whole(10).unwrap(), ..place }).await;
    }

    async fn of_future(&self) -> Position {
        queries::of_instrument(&mut self.db.read().await.unwrap(), CUSTOMER, FUTURE).await.unwrap().remove(0)
    }
}

#[tokio::test]
async fn a_fill_is_worked_out_again_with_its_multiplier() {
    let folder = tempfile::tempdir().unwrap();
    let books = Books::open(&format!("sqlite://{}", folder.path().join("books.db").display())).await;
    books.fill().await;
    books.transfer(Wallet::Future, 300_000).await;
    books.in_future(Side::Buy, 5).await;
    let position = books.of_future().await;
    assert_eq!((position.multiplier, position.cost), ("50".parse().unwrap(), testing::usd(2_500_250)));
    assert_eq!(position.average_price(), testing::price(10_001));
    books.in_future(Side::Sell, 2).await;
    assert_eq!(books.audit().await, Vec::<String>::new());
    let fill = books.text("SELECT 'fill ' || MAX(id) FROM fills WHERE multiplier <> 100000000").await;
    for wrong in ["multiplier / 50", "multiplier + 100000000", "0"] {
        let sql = format!("UPDATE fills SET multiplier = {wrong} WHERE id = (SELECT MAX(id) FROM fills)");
        let named = format!("fills' values and fees equal their journals | {fill}");
        assert_eq!(books.audit_broken_by(&sql).await, [named], "{wrong}");
    }
}
