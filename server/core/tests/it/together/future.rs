//! A future: a share of its value is set aside, and each day's gain or loss is settled. When a month has ended, the next one
//! is traded.

use std::sync::Arc;

use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::TickSizes;
use plumbline_core::money::Rounding;
use plumbline_core::multiplier::Multiplier;
use plumbline_core::products::{self, DailySettlement, FeeBasis, FeeRule, MarginRules, TradingRules};
use plumbline_core::testing;

use super::arithmetic::{ONE, near};
use super::product::{Filled, Money, OnMargin, Product, Rate};

pub const PRODUCT: Product = Product {
    wallet: Wallet::Future,
    currency: "USD",
    paid_in: 8_000_000,
    instrument: 40,
    first_price: 5_000 * ONE,
    tick: ONE / 4,
    size: ONE,
    fraction: ONE / 2,
    sizes: 3,
    multiplier: 50,
    scale: 100,
    rules,
    fees,
    money: Money::OnMargin(OnMargin { stake, in_wallet: |cents, _| cents, daily: Some((INITIAL, MAINTENANCE)) }),
};

/// 6.6 % and 6 % of the value, in 10⁻¹⁰.
const INITIAL: i64 = 660_000_000;
const MAINTENANCE: i64 = 600_000_000;

/// 2.25 a contract.
fn rules(instrument: InstrumentId) -> TradingRules {
    let daily = Some(DailySettlement { maintenance: 60_000, initial_basis_points: 11_000 });
    let margin = MarginRules { leverage_cap: Leverage::ONE, stop_out_basis_points: 5_000, daily };
    let commission = FeeRule {
        basis: FeeBasis::Quantity,
        rounding: Rounding::HalfAway,
        ..testing::fee("commission", 2_250_000_000_000)
    };
    TradingRules {
        product: products::Product::Margin(margin),
        multiplier: Multiplier::from_units(PRODUCT.multiplier * ONE).unwrap(),
        wallet: Wallet::Future,
        tick_sizes: Arc::new(TickSizes::single(Price::from_units(PRODUCT.tick))),
        fees: testing::fees(vec![commission]),
        ..testing::trading_rules(instrument)
    }
}

fn fees(filled: &Filled, _: bool) -> i64 {
    225 * (filled.quantity / ONE)
}

fn stake(value: i64, _: i64, _: Rate) -> i64 {
    near(i128::from(value) * i128::from(INITIAL), 10_000_000_000)
}
