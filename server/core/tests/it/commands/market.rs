//! One share, its fees, and its displayed quotes.

use std::sync::Arc;

use plumbline_core::market::{DEPTH_LEVELS, Tick};
use plumbline_core::orders::Side;
use plumbline_core::products::{FeeBasis, FeeRule, FeeTable, TradingRules};
use plumbline_core::testing::{self, price, shares};
use plumbline_core::time::UnixMillis;

use super::INSTRUMENT;

fn fees() -> Arc<FeeTable> {
    let rule = |name, side, basis, rate, minimum| FeeRule {
        side,
        basis,
        minimum,
        maximum: Some(979),
        ..testing::fee(name, rate)
    };
    let rules = vec![
        rule("sec", Some(Side::Sell), FeeBasis::Value, 20_600_000, 0),
        rule("taf", Some(Side::Sell), FeeBasis::Quantity, 195_000_000, 0),
        rule("levy", None, FeeBasis::Value, 56_500_000, 3),
        FeeRule { basis: FeeBasis::MakerValue, ..testing::fee("maker", 800_000_000) },
        FeeRule { basis: FeeBasis::TakerValue, ..testing::fee("taker", 1_000_000_000) },
    ];
    testing::fees(rules)
}

pub fn rules() -> Arc<TradingRules> {
    Arc::new(TradingRules { fees: fees(), ..testing::trading_rules(INSTRUMENT) })
}

/// Every level shows `size` shares more than the one before, a cent apart.
pub fn tick(seq: i64, middle: i64, size: i64) -> Arc<Tick> {
    let side = |direction: i64| {
        testing::side((1..).take(DEPTH_LEVELS).map(|i| (price(middle + direction * i), shares(size * i))))
    };
    let (bids, asks, last) = (side(-1), side(1), price(middle));
    Arc::new(Tick { seq, bids, asks, last, ..testing::tick_at(INSTRUMENT, UnixMillis(seq)) })
}
