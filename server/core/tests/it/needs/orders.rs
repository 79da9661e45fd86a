//! Orders for shares, and a position on margin, with the facts that they need.

use std::sync::Arc;

use plumbline_core::decimal::Leverage;
use plumbline_core::ids::{InstrumentId, OrderId};
use plumbline_core::market::{DEPTH_LEVELS, Tick};
use plumbline_core::orders::{OrderRef, Place, Side};
use plumbline_core::positions::Direction;
use plumbline_core::products::{Hours, Terms, TradingRules};
use plumbline_core::testing::{self, price, shares};
use plumbline_core::time::UnixMillis;

use super::ACCOUNTS;

pub const INSTRUMENT: InstrumentId = InstrumentId(1);

pub const HOURS: Hours = Hours { day_ends: UnixMillis(1_000_000), ..testing::HOURS };

pub fn rules() -> Arc<TradingRules> {
    Arc::new(testing::trading_rules(INSTRUMENT))
}

/// Every level shows `size` shares, a cent apart.
pub fn tick(seq: i64, size: i64) -> Arc<Tick> {
    let side =
        |direction: i64| testing::side((1..).take(DEPTH_LEVELS).map(|i| (price(10_000 + direction * i), shares(size))));
    Arc::new(Tick { seq, bids: side(-1), asks: side(1), ..testing::tick_at(INSTRUMENT, UnixMillis(seq)) })
}

pub fn buy(quantity: i64, size: i64) -> Place {
    let at = testing::order_ref(OrderId(9), ACCOUNTS[0], INSTRUMENT);
    let terms = Terms { hours: HOURS, ..testing::terms(rules(), tick(1, size)) };
    testing::place(at, Side::Buy, shares(quantity), None, terms)
}

/// A short position on margin, at the quote of a tick.
pub fn short(id: i64, tick: Arc<Tick>) -> Place {
    let pair = InstrumentId(2);
    let rules = TradingRules { product: testing::margin(), ..testing::trading_rules(pair) };
    let place = buy(10, 20);
    Place {
        at: OrderRef { id: OrderId(id), instrument: pair, direction: Direction::Short, ..place.at },
        side: Side::Sell,
        leverage: Leverage::from_whole(10).unwrap(),
        terms: Terms {
            rules: Arc::new(rules),
            tick: Some(Arc::new(Tick { instrument: pair, ..(*tick).clone() })),
            ..place.terms
        },
        ..place
    }
}
