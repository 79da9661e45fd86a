//! How much a balance can buy, fees included.

use super::{FeeTable, Filled, Side, worst_value};
use crate::decimal::{ONE, Price, Quantity};
use crate::decision::Refusal;
use crate::money::Money;

/// The greatest whole number of lots that `available` can hold an order for at `price`, fees included; zero when it
/// covers none.
pub fn affordable(available: Money, price: Price, lot: Quantity, fees: &FeeTable) -> Result<Quantity, Refusal> {
    if !price.is_positive() || !lot.is_positive() || available.minor <= 0 {
        return Ok(Quantity::ZERO);
    }
    let unit = i128::from(ONE) * i128::from(ONE) / i128::from(available.currency.scale());
    let without_fees = i128::from(available.minor) * unit / (i128::from(price.units()) * i128::from(lot.units()));
    let (mut low, mut high) =
        (0, i64::try_from(without_fees).unwrap_or(i64::MAX / lot.units()).min(i64::MAX / lot.units()));
    while low < high {
        let lots = low + (high - low + 1) / 2;
        if covers(available, price, Quantity::from_units(lots * lot.units()), lot, fees)? {
            low = lots;
        } else {
            high = lots - 1;
        }
    }
    Ok(Quantity::from_units(low * lot.units()))
}

fn covers(available: Money, price: Price, quantity: Quantity, lot: Quantity, fees: &FeeTable) -> Result<bool, Refusal> {
    let value = worst_value(price, quantity, lot, available.currency)?;
    let paid = value.plus(fees.total(Side::Buy, Filled { value, quantity })?)?;
    Ok(paid.minor <= available.minor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::{Currency, Rounding};
    use crate::orders::{FeeBasis, FeeRule};
    use proptest::prelude::*;

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
            let (lot, fees) = (Quantity::from_whole(lot).unwrap(), table(1_000_000_000, 100));
            let quantity = affordable(available, price, lot, &fees).unwrap();
            let more = quantity.checked_add(lot).unwrap();
            prop_assert!(quantity.is_zero() || covers(available, price, quantity, lot, &fees).unwrap());
            prop_assert!(!covers(available, price, more, lot, &fees).unwrap());
        }
    }
}
