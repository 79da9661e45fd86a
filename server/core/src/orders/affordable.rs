//! How much a balance can buy, fees included.

use super::{Side, worst_value};
use crate::decimal::{Price, Quantity};
use crate::decision::Refusal;
use crate::money::Money;
use crate::products::{Contract, Filled};

/// The greatest whole number of lots that `available` can hold an order for at `price`, fees included; zero when it
/// covers none.
pub fn affordable(available: Money, price: Price, side: Side, contract: &Contract) -> Quantity {
    let lot = contract.lot.units();
    if !price.is_positive() || lot <= 0 || available.minor <= 0 {
        return Quantity::ZERO;
    }
    let covers = |lots: i64| covers(available, price, Quantity::from_units(lots * lot), side, contract);
    let (mut low, mut high, most) = (0, 1, i64::MAX / lot);
    while high < most && covers(high) {
        (low, high) = (high, high.saturating_mul(2).min(most));
    }
    while low + 1 < high {
        let lots = low + (high - low) / 2;
        if covers(lots) { low = lots } else { high = lots }
    }
    Quantity::from_units(low * lot)
}

/// What money cannot count, no balance covers.
fn covers(available: Money, price: Price, quantity: Quantity, side: Side, contract: &Contract) -> bool {
    let paid = || -> Result<Money, Refusal> {
        let value = worst_value(price, quantity, contract.lot, contract.currency)?;
        Ok(contract.stake(value)?.plus(contract.fees.total(side, Filled { value, quantity })?)?)
    };
    paid().is_ok_and(|paid| paid.minor <= available.minor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::ONE;
    use crate::ids::InstrumentId;
    use crate::ledger::Wallet;
    use crate::market::TickSizes;
    use crate::money::{Currency, Rounding};
    use crate::products::{FeeBasis, FeeRule, FeeTable, Product};
    use proptest::prelude::*;

    fn contract(lot: Quantity, fees: FeeTable) -> Contract {
        Contract {
            instrument: InstrumentId(1),
            product: Product::Spot,
            currency: Currency::Usd,
            wallet: Wallet::Stock,
            tick_sizes: TickSizes::new(vec![(Price::MAX, Price::from_units(ONE / 100))]).unwrap().into(),
            lot,
            band_basis_points: 5_000,
            collar_basis_points: 500,
            minimum_value: Money::new(100, Currency::Usd),
            fees: fees.into(),
        }
    }

    fn table(rate: i64, minimum: i64) -> FeeTable {
        let rule = FeeRule {
            name: "levy".into(),
            side: None,
            basis: FeeBasis::Value,
            rate,
            minimum,
            maximum: None,
            rounding: Rounding::Up,
            whole_units: false,
            rule: String::new(),
        };
        FeeTable { name: "test".into(), version: "2026-01-01".into(), rules: vec![rule] }
    }

    proptest! {
        #[test]
        fn one_lot_more_is_too_much(available in 0i64..100_000_000, price in 1i64..100_000_000_000, lot in 1i64..200) {
            let (available, price) = (Money::new(available, Currency::Usd), Price::from_units(price * 10_000));
            let lot = Quantity::from_whole(lot).unwrap();
            let contract = contract(lot, table(1_000_000_000, 100));
            let quantity = affordable(available, price, Side::Buy, &contract);
            let more = quantity.checked_add(lot).unwrap();
            prop_assert!(quantity.is_zero() || covers(available, price, quantity, Side::Buy, &contract));
            prop_assert!(!covers(available, price, more, Side::Buy, &contract));
        }
    }
}
