//! Orders for an amount of money.

use std::sync::Arc;

use plumbline_core::decision::{Action, Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::market::Tick;
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{
    CloseReason, Order, OrderKind, OrderRef, OrderSize, OrderStatus, Place, Side, TimeInForce, cost,
};
use plumbline_core::products::TradingRules;
use plumbline_core::testing::{self, price, shares, usd};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const AT: OrderRef = testing::order_ref(OrderId(9), AccountId(1), InstrumentId(1));

/// Asks in cents and shares; every order pays a fee of one percent.
fn buy(amount: i64, limit: Option<i64>, asks: &[(i64, i64)]) -> Place {
    let asks = testing::levels(asks);
    let tick = Arc::new(Tick { asks, ..testing::tick(AT.instrument) });
    let fees = testing::fees(vec![testing::fee("levy", 10_000_000_000)]);
    let terms = testing::terms(TradingRules { fees, ..testing::trading_rules(AT.instrument) }, tick);
    let size = OrderSize::Amount { amount: usd(amount), most: shares(1_000_000) };
    Place { size, ..testing::place(AT, Side::Buy, shares(0), limit.map(price), terms) }
}

fn decided(place: &Place) -> Result<(Order, Facts), Refusal> {
    let (mut facts, mut ids) = (testing::facts(AT, 10_000_000), 100..);
    let order = place.carry_out(&mut facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))?;
    Ok((order, facts))
}

#[test]
fn an_amount_buys_what_it_pays_for() {
    let book: &[(i64, i64)] = &[(10_000, 5), (10_100, 5)];
    // Cents, limit, shares that are bought or rest.
    let table = [
        // Five cost 500 and 5 of fees; a sixth 101 and 1.01 more.
        (50_500, None, Ok(5)),
        (60_700, None, Ok(5)),
        (60_701, None, Ok(6)),
        // All that the book displays.
        (10_000_000, None, Ok(10)),
        (10_099, None, Err(Refusal::OrderValueTooSmall)),
        (10_100, None, Ok(1)),
        // A limit order is sized by its limit.
        (101_000, Some(9_000), Ok(11)),
        (0, None, Err(Refusal::AmountInvalid)),
    ];
    for (amount, limit, expected) in table {
        let found = decided(&buy(amount, limit, book)).map(|(order, _)| order.quantity.units() / 100_000_000);
        assert_eq!(found, expected, "{amount} {limit:?}");
    }
    let (order, _) = decided(&buy(10_000_000, None, book)).unwrap();
    assert_eq!((order.status, order.time_in_force), (OrderStatus::Filled, TimeInForce::ImmediateOrCancel));
}

#[test]
fn an_amount_is_for_what_is_bought_and_owned() {
    let with = |change: fn(&mut Place)| {
        let mut place = buy(50_000, None, &[(10_000, 5)]);
        change(&mut place);
        decided(&place).map(drop)
    };
    assert_eq!(with(|place| place.side = Side::Sell), Err(Refusal::WrongProduct));
    let stop = |place: &mut Place| (place.kind, place.stop) = (OrderKind::Stop, Some(price(11_000)));
    assert_eq!(with(stop), Err(Refusal::WrongProduct));
    let margin = |place: &mut Place| Arc::make_mut(&mut place.terms.rules).product = testing::margin();
    assert_eq!(with(margin), Err(Refusal::WrongProduct));
    let other = |place: &mut Place| {
        place.size = OrderSize::Amount { amount: Money::new(50_000, Currency::Hkd), most: shares(9) };
    };
    assert_eq!(with(other), Err(Refusal::AmountInvalid));
    let few = |place: &mut Place| place.size = OrderSize::Amount { amount: usd(50_000), most: shares(2) };
    let mut place = buy(50_000, None, &[(10_000, 5)]);
    few(&mut place);
    assert_eq!(decided(&place).unwrap().0.quantity, shares(2), "no more than an order may have");
}

proptest! {
    #[test]
    fn no_more_is_spent_than_the_amount_and_one_lot_more_would_cost_more(
        amount in 1_000i64..2_000_000,
        limit in proptest::option::of(9_990i64..10_030),
        sizes in proptest::collection::vec(1i64..40, 1..6),
    ) {
        let asks: Vec<_> = sizes.iter().enumerate().map(|(i, size)| (10_000 + i as i64, *size)).collect();
        let place = buy(amount, limit, &asks);
        let Ok((order, facts)) = decided(&place) else { return Ok(()) };
        let balance = facts.balance(&AT.balance()).unwrap().unwrap();
        let spent = 10_000_000 - balance.available();
        prop_assert!(spent <= amount, "{spent} of {amount}");
        prop_assert!(order.reason != Some(CloseReason::ImmediateOrCancel), "what is wanted is displayed");
        let more = order.quantity.checked_add(shares(1)).unwrap();
        let larger = Place { size: OrderSize::Exact(more), time_in_force: TimeInForce::FillOrKill, ..place.clone() };
        let larger = if limit.is_some() { Place { time_in_force: TimeInForce::Day, ..larger } } else { larger };
        let mut ids = 100..;
        let card = cost(&larger, &testing::facts(AT, 10_000_000), &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap())).unwrap();
        let displayed = sizes.iter().sum::<i64>();
        if limit.is_some() || more <= shares(displayed) {
            let needed = 10_000_000 - card.available_after.minor;
            // A limit order that fills better than its limit holds less than it was sized by.
            prop_assert!(needed > amount || limit.is_some_and(|limit| limit >= 10_000));
        }
    }
}
