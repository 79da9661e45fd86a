//! How much a balance can buy, fees included.

use super::{Match, Side, Wanted, worst_value};
use crate::decimal::{Leverage, Price, Quantity};
use crate::decision::Refusal;
use crate::money::{Money, MoneyError, Rounding};
use crate::products::{Filled, Terms};

/// The greatest multiple of `step` that `available` can hold an order for at `price` and `leverage`, fees included; zero
/// when it covers none.
pub fn affordable(
    available: Money,
    price: Price,
    step: Quantity,
    side: Side,
    leverage: Leverage,
    terms: &Terms,
) -> Quantity {
    if !price.is_positive() || available.minor <= 0 {
        return Quantity::ZERO;
    }
    greatest(step, |quantity| {
        let held = held(quantity, price, side, leverage, terms);
        held.is_ok_and(|held| held.minor <= available.minor)
    })
}

/// The greatest multiple of `step` that is worth no more than `available` at `price`, without fees and before it is rounded:
/// more than that cannot be bought.
pub(super) fn worth_at_most(available: Money, price: Price, step: Quantity, terms: &Terms) -> Quantity {
    if !price.is_positive() {
        return Quantity::ZERO;
    }
    greatest(step, |quantity| {
        let value = terms.rules.value(price, quantity, Rounding::Down);
        value.is_ok_and(|value| value.minor <= available.minor)
    })
}

/// The greatest multiple of `step` that `covers` says yes to, as it does to all smaller ones.
fn greatest(step: Quantity, covers: impl Fn(Quantity) -> bool) -> Quantity {
    let step = step.units();
    if step <= 0 {
        return Quantity::ZERO;
    }
    let covers = |steps: i64| covers(Quantity::from_units(steps * step));
    let (mut low, mut high, most) = (0, 1, i64::MAX / step);
    while high < most && covers(high) {
        (low, high) = (high, high.saturating_mul(2).min(most));
    }
    while low + 1 < high {
        let steps = low + (high - low) / 2;
        if covers(steps) { low = steps } else { high = steps }
    }
    Quantity::from_units(low * step)
}

/// The greatest multiple of `step`, at most `most`, of which the matches with a book cost no more than `available`, fees
/// included; zero when it covers none. `matches` says what an order takes of the book.
pub(super) fn affordable_now(
    available: Money,
    most: Quantity,
    limit: Price,
    step: Quantity,
    terms: &Terms,
    matches: impl Fn(&Wanted) -> Vec<Match>,
) -> Quantity {
    let (rules, side) = (&terms.rules, Side::Buy);
    let wanted = |quantity| Wanted { side, limit, quantity, lot: rules.lot, multiplier: rules.multiplier };
    let charged_in = rules.wallet.currency();
    let cost = |quantity: Quantity| -> Result<Option<Money>, MoneyError> {
        let (mut value, mut left) = (Money::zero(rules.currency), quantity);
        for m in matches(&wanted(quantity)) {
            value = value.plus(rules.value(m.price, m.quantity, side.value_rounding())?)?;
            left = left.saturating_sub(m.quantity);
        }
        let nothing = Filled::nothing(rules.currency, charged_in);
        let fees = rules.fees.total(side, Filled { value, quantity, ..nothing })?;
        Ok(left.is_zero().then_some(value.plus(fees)?))
    };
    let covers = |steps: i64| {
        let cost = cost(Quantity::from_units(steps * step.units()));
        cost.is_ok_and(|cost| cost.is_some_and(|cost| cost.minor <= available.minor))
    };
    if step.units() <= 0 {
        return Quantity::ZERO;
    }
    // Whole levels can always be filled. A quantity just above them cannot, where the rest would be worth too little.
    let displayed = matches(&wanted(most));
    let levels = displayed.iter().scan(0_i64, |sum, m| {
        *sum = sum.saturating_add(m.quantity.units());
        Some(*sum / step.units())
    });
    let most = most.units() / step.units();
    let (mut low, mut high) = (0, most + 1);
    for level in levels.filter(|level| *level <= most) {
        if covers(level) { low = low.max(level) } else { high = high.min(level) }
    }
    let least = wanted(step).least_part();
    let above = low + least / step.units() + 1;
    if above < high && covers(above) {
        low = above;
    }
    while low + 1 < high {
        let steps = low + (high - low) / 2;
        if covers(steps) { low = steps } else { high = steps }
    }
    Quantity::from_units(low * step.units())
}

/// What an order would set aside; what money cannot count, no balance covers.
fn held(quantity: Quantity, price: Price, side: Side, leverage: Leverage, terms: &Terms) -> Result<Money, Refusal> {
    let (rules, charged_in) = (&terms.rules, terms.rules.wallet.currency());
    let value = worst_value(price, quantity, rules)?;
    let nothing = Filled::nothing(rules.currency, charged_in);
    let fees = rules.fees.most(side, nothing, Filled { value, quantity, ..nothing })?;
    Ok(rules.stake(value, leverage, terms.exchange())?.plus(fees)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::InstrumentId;
    use crate::money::Currency;
    use crate::products::{FeeRule, TradingRules};
    use crate::testing;
    use proptest::prelude::*;

    fn terms(lot: Quantity, fee: FeeRule) -> Terms {
        testing::terms(
            TradingRules { lot, fees: testing::fees(vec![fee]), ..testing::trading_rules(InstrumentId(1)) },
            None,
        )
    }

    proptest! {
        #[test]
        fn one_lot_more_is_too_much(available in 0i64..100_000_000, price in 1i64..100_000_000_000, lot in 1i64..200) {
            let (available, price) = (Money::new(available, Currency::Usd), Price::from_units(price * 10_000));
            let lot = Quantity::from_whole(lot).unwrap();
            let terms = terms(lot, FeeRule { minimum: 100, ..testing::fee("levy", 1_000_000_000) });
            let quantity = affordable(available, price, terms.rules.lot, Side::Buy, Leverage::ONE, &terms);
            let covers = |quantity| held(quantity, price, Side::Buy, Leverage::ONE, &terms).unwrap().minor <= available.minor;
            prop_assert!(quantity.is_zero() || covers(quantity));
            prop_assert!(!covers(quantity.checked_add(lot).unwrap()));
        }
    }
}
