//! A coin: owned, paid in USDT with six decimals, with a fee for makers and another one for takers.

use std::sync::Arc;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::TickSizes;
use plumbline_core::money;
use plumbline_core::products::{FeeBasis, FeeRule, TradingRules};
use plumbline_core::testing;

use super::arithmetic::{ONE, up};
use super::product::{Filled, Money, Product};

pub const PRODUCT: Product = Product {
    wallet: Wallet::Cryptocurrency,
    currency: "USDT",
    paid_in: 20_000_000_000,
    instrument: 1_000,
    first_price: 60_000 * ONE,
    tick: ONE / 100,
    size: ONE / 100,
    fraction: LOT,
    sizes: 25,
    multiplier: 1,
    scale: 1_000_000,
    rules,
    fees,
    money: Money::Owned,
};

/// 0.00001 of a coin.
const LOT: i64 = 1_000;

/// 0.10 % for makers, 0.15 % for takers.
fn rules(instrument: InstrumentId) -> TradingRules {
    let maker = FeeRule { basis: FeeBasis::MakerValue, ..testing::fee("maker", 1_000_000_000) };
    let taker = FeeRule { basis: FeeBasis::TakerValue, ..testing::fee("taker", 1_500_000_000) };
    TradingRules {
        currency: money::Currency::Usdt,
        wallet: Wallet::Cryptocurrency,
        tick_sizes: Arc::new(TickSizes::single(Price::from_units(PRODUCT.tick))),
        lot: Quantity::from_units(LOT),
        minimum_value: money::Money::new(5_000_000, money::Currency::Usdt),
        fees: testing::fees(vec![maker, taker]),
        ..testing::trading_rules(instrument)
    }
}

fn fees(filled: &Filled, _: bool) -> i64 {
    let taker = filled.value - filled.maker;
    up(i128::from(filled.maker), 1_000) + up(i128::from(taker) * 3, 2_000)
}
