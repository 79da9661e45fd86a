//! A position that is settled, and closed with its contract.

use std::sync::Arc;

use plumbline_core::decimal::Leverage;
use plumbline_core::ids::{InstrumentId, OrderId};
use plumbline_core::market::Tick;
use plumbline_core::orders::{CloseAtSettlement, OrderRef, Place, Side};
use plumbline_core::positions::{Direction, PositionRef};
use plumbline_core::products::{
    ChargeNights, DailySettlement, Directions, MarginRules, Product, RecordSettlements, SetRefill, Settlement,
    SettlementMethod, Terms, TradingRules,
};

use super::{Venue, request, tick};
use crate::positions::MarginPositionReply;
use crate::testing;

const CONTRACT: InstrumentId = InstrumentId(3);

pub async fn settled(venue: &Venue, like: &Place) {
    let quote = Arc::new(Tick { instrument: CONTRACT, ..(*tick(&venue.ids, 100)).clone() });
    let daily = Some(DailySettlement { maintenance: 100_000, initial_basis_points: 11_000 });
    let product = Product::Margin(MarginRules { leverage_cap: Leverage::ONE, stop_out_basis_points: 5_000, daily });
    let rules = Arc::new(TradingRules { product, ..testing::trading_rules(CONTRACT) });
    let id = OrderId(venue.ids.next());
    let at = OrderRef { id, instrument: CONTRACT, direction: Direction::Long, group: None, ..like.at };
    let terms = Terms { rules: rules.clone(), tick: Some(quote.clone()), ..like.terms.clone() };
    let opened = venue.writer.run(Place { at, side: Side::Buy, leverage: Leverage::ONE, terms, ..like.clone() }).await;
    let at = PositionRef { key: opened.unwrap().at.position(), wallet: at.wallet };
    let asked = async { Ok(SetRefill { at, refills: false }) };
    venue.writer.submit::<_, MarginPositionReply>(request(10, &10), asked).await.unwrap();
    for closes in [false, true] {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        let (now, method) = (venue.clock.now(), SettlementMethod::Middle);
        let (price, days_left) = (quote.last, i64::from(!closes));
        let settlement = Settlement { instrument: CONTRACT, at: now, price, method, closes, days_left, rate: None };
        venue.writer.run(RecordSettlements { settlements: vec![settlement] }).await.unwrap();
        let (rules, positions) = (rules.clone(), vec![at]);
        let charged = if closes {
            venue
                .writer
                .run(CloseAtSettlement { directions: Directions::Both, rules, settled_at: now, positions })
                .await
        } else {
            venue.writer.run(ChargeNights { directions: Directions::Both, rules, positions, until: now }).await
        };
        assert_eq!(charged.unwrap().refused, []);
    }
}
