//! How much a balance can buy, fees included.

use super::{Side, worst_value};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::Refusal;
use crate::money::Money;
use crate::products::{Filled, Terms};

/// The greatest whole number of lots that `available` can hold an order for at `price` and `leverage`, fees included; zero
/// when it covers none.
pub fn affordable(available: Money, price: Price, side: Side, leverage: Leverage, terms: &Terms) -> Quantity {
    let lot = terms.contract.lot.units();
    if !price.is_positive() || lot <= 0 || available.minor <= 0 {
        return Quantity::ZERO;
    }
    let covers = |lots: i64| {
        let held = held(Quantity::from_units(lots * lot), price, side, leverage, terms);
        held.is_ok_and(|held| held.minor <= available.minor)
    };
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

/// What an order would set aside; what money cannot count, no balance covers.
fn held(quantity: Quantity, price: Price, side: Side, leverage: Leverage, terms: &Terms) -> Result<Money, Refusal> {
    let (contract, charged_in) = (&terms.contract, terms.contract.wallet.currency());
    let value = worst_value(price, quantity, contract.lot, contract.currency)?;
    let fees = contract.fees.total(side, Filled { value, quantity, charged_in })?;
    Ok(contract.stake(value, leverage, terms.exchange())?.plus(fees)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::InstrumentId;
    use crate::money::Currency;
    use crate::products::{Contract, FeeRule};
    use crate::testing;
    use proptest::prelude::*;

    fn terms(lot: Quantity, fee: FeeRule) -> Terms {
        testing::terms(Contract { lot, fees: testing::fees(vec![fee]), ..testing::contract(InstrumentId(1)) }, None)
    }

    proptest! {
        #[test]
        fn one_lot_more_is_too_much(available in 0i64..100_000_000, price in 1i64..100_000_000_000, lot in 1i64..200) {
            let (available, price) = (Money::new(available, Currency::Usd), Price::from_units(price * 10_000));
            let lot = Quantity::from_whole(lot).unwrap();
            let terms = terms(lot, FeeRule { minimum: 100, ..testing::fee("levy", 1_000_000_000) });
            let quantity = affordable(available, price, Side::Buy, Leverage::ONE, &terms);
            let covers = |quantity| held(quantity, price, Side::Buy, Leverage::ONE, &terms).unwrap().minor <= available.minor;
            prop_assert!(quantity.is_zero() || covers(quantity));
            prop_assert!(!covers(quantity.checked_add(lot).unwrap()));
        }
    }
}
