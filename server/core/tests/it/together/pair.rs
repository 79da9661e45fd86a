//! A pair of currencies on margin, quoted in yen: what is set aside, gained and charged by the night is converted into
//! dollars.

use std::sync::Arc;

use plumbline_core::decimal::Price;
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::TickSizes;
use plumbline_core::money;
use plumbline_core::products::{FinancingRates, TradingRules, TriggerPrice};
use plumbline_core::testing;

use super::arithmetic::{ONE, near};
use super::product::{Filled, Money, OnMargin, Product, Rate};

pub const PRODUCT: Product = Product {
    wallet: Wallet::Forex,
    currency: "USD",
    paid_in: 1_000_000,
    instrument: 30,
    first_price: 190 * ONE,
    tick: ONE / 1_000,
    size: 1_000 * ONE,
    fraction: ONE,
    sizes: 40,
    multiplier: 1,
    scale: 1,
    rules,
    fees: |_: &Filled, _| 0,
    money: Money::OnMargin(OnMargin { stake, in_wallet, daily: None }),
};

/// The instrument that is the rate of dollars in yen.
pub const RATE: i64 = 31;
pub const FIRST_RATE: i64 = 150 * ONE;
/// Yearly interest in 10⁻¹² on what is bought and on what it is quoted in, and the markup.
pub const INTEREST: FinancingRates =
    FinancingRates { base: 45_000_000_000, quote: 5_000_000_000, markup: 10_000_000_000 };

fn rules(instrument: InstrumentId) -> TradingRules {
    TradingRules {
        product: testing::margin(),
        currency: money::Currency::Jpy,
        wallet: Wallet::Forex,
        tick_sizes: Arc::new(TickSizes::single(Price::from_units(PRODUCT.tick))),
        lot: testing::shares(1_000),
        collar_basis_points: 100,
        minimum_value: money::Money::new(100, money::Currency::Jpy),
        trigger: TriggerPrice::Quote,
        ..testing::trading_rules(instrument)
    }
}

/// A part by the leverage, at the middle of the rate.
fn stake(value: i64, leverage: i64, rate: Rate) -> i64 {
    let (bid, ask) = rate.unwrap();
    let cents = i128::from(value) * 100 * i128::from(ONE) * 2 * i128::from(ONE);
    near(cents, (i128::from(bid) + i128::from(ask)) * i128::from(leverage))
}

/// A gain buys dollars at their ask, a loss is paid at their bid.
fn in_wallet(yen: i64, rate: Rate) -> i64 {
    let (bid, ask) = rate.unwrap();
    near(i128::from(yen) * 100 * i128::from(ONE), i128::from(if yen < 0 { bid } else { ask }))
}

/// What a position of a value earns over some nights, in yen.
pub fn earned(long: bool, value: i64, nights: i64) -> i64 {
    let difference = INTEREST.base - INTEREST.quote;
    let rate = if long { difference } else { -difference } - INTEREST.markup;
    near(i128::from(value) * i128::from(rate) * i128::from(nights), 365 * 1_000_000_000_000)
}
