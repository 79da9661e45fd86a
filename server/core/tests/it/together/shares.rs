//! US shares: owned, in whole shares and millionths, with a commission a share and a fee on sales.

use plumbline_core::decimal::Quantity;
use plumbline_core::ids::InstrumentId;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Side;
use plumbline_core::money::Rounding;
use plumbline_core::products::{FeeBasis, FeeRule, TradingRules};
use plumbline_core::testing;

use super::arithmetic::{ONE, up};
use super::product::{Filled, Money, Product};

pub const PRODUCT: Product = Product {
    wallet: Wallet::Stock,
    currency: "USD",
    paid_in: 2_000_000,
    instrument: 10,
    first_price: 100 * ONE,
    tick: ONE / 100,
    size: ONE,
    fraction: 100,
    sizes: 40,
    multiplier: 1,
    scale: 100,
    rules,
    fees,
    money: Money::Owned,
};

/// 0.0049 a share, at least 0.99 and at most 12.00; 0.00278 % of a sale.
fn rules(instrument: InstrumentId) -> TradingRules {
    let commission = FeeRule {
        basis: FeeBasis::Quantity,
        minimum: 99,
        maximum: Some(1_200),
        rounding: Rounding::Up,
        ..testing::fee("commission", 4_900_000_000)
    };
    let regulator = FeeRule { side: Some(Side::Sell), ..testing::fee("regulator", 27_800_000) };
    TradingRules {
        fraction_step: Some(Quantity::from_units(PRODUCT.fraction)),
        fees: testing::fees(vec![commission, regulator]),
        ..testing::trading_rules(instrument)
    }
}

fn fees(filled: &Filled, buys: bool) -> i64 {
    if filled.quantity == 0 {
        return 0;
    }
    // In cents: 49 / 100 of a cent a share, and 278 / 10⁷ of the value.
    let commission = up(i128::from(filled.quantity) * 49, i128::from(ONE) * 100).clamp(99, 1_200);
    let regulator = if buys { 0 } else { up(i128::from(filled.value) * 278, 10_000_000) };
    commission + regulator
}
