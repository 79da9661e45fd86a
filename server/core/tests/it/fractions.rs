//! Fractions of a share: which orders take them, what they cost, and what an amount buys.

use std::sync::Arc;

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::{Action, Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::market::Tick;
use plumbline_core::money::Rounding;
use plumbline_core::orders::{
    Amend, Cancel, CloseReason, Order, OrderKind, OrderRef, OrderSize, OrderStatus, Place, Side, TimeInForce,
    worst_value,
};
use plumbline_core::positions::Position;
use plumbline_core::products::TradingRules;
use plumbline_core::testing::{self, price, shares, usd};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const AT: OrderRef = testing::order_ref(OrderId(9), AccountId(1), InstrumentId(1));
/// A millionth of a share.
const STEP: Quantity = Quantity::from_units(100);

fn of(text: &str) -> Quantity {
    text.parse().unwrap()
}

fn rules() -> TradingRules {
    TradingRules { fraction_step: Some(STEP), ..testing::trading_rules(AT.instrument) }
}

/// Asks in cents and shares; the bids are as many at the same prices.
fn order(side: Side, quantity: Quantity, limit: Option<i64>, asks: &[(i64, i64)]) -> Place {
    let levels = testing::levels(asks);
    let tick = Arc::new(Tick { asks: levels, bids: levels, ..testing::tick(AT.instrument) });
    testing::place(AT, side, quantity, limit.map(price), testing::terms(rules(), tick))
}

fn decided_on(place: &Place, mut facts: Facts) -> Result<(Order, Facts), Refusal> {
    let mut ids = 100..;
    let order = place.carry_out(&mut facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))?;
    Ok((order, facts))
}

fn decided(place: &Place) -> Result<(Order, Facts), Refusal> {
    decided_on(place, testing::facts(AT, 10_000_000))
}

#[test]
fn fractions_are_for_orders_of_the_day() {
    use OrderKind::{Limit, Market, Stop};
    use TimeInForce::{Day, FillOrKill, GoodTillCancelled, ImmediateOrCancel};
    let table = [
        (Market, Day, "0.5", Ok(())),
        (Market, ImmediateOrCancel, "0.123456", Ok(())),
        (Market, FillOrKill, "1.000001", Ok(())),
        (Limit, Day, "2.5", Ok(())),
        (Limit, Day, "0.1234567", Err(Refusal::LotSize)),
        (Market, GoodTillCancelled, "0.5", Err(Refusal::LotSize)),
        (Limit, GoodTillCancelled, "0.5", Err(Refusal::LotSize)),
        (Limit, GoodTillCancelled, "2", Ok(())),
        (Stop, Day, "0.5", Err(Refusal::LotSize)),
        // Less than a dollar.
        (Market, Day, "0.009999", Err(Refusal::OrderValueTooSmall)),
        (Market, Day, "0.01", Ok(())),
    ];
    for (kind, time_in_force, quantity, expected) in table {
        let limit = (kind == Limit).then_some(10_000);
        let stop = (kind == Stop).then_some(price(11_000));
        let place = order(Side::Buy, of(quantity), limit, &[(10_000, 5)]);
        let place = Place { kind, stop, time_in_force, ..place };
        assert_eq!(decided(&place).map(drop), expected, "{kind:?} {time_in_force:?} {quantity}");
    }
    let mut whole = order(Side::Buy, of("0.5"), None, &[(10_000, 5)]);
    Arc::make_mut(&mut whole.terms.rules).fraction_step = None;
    assert_eq!(decided(&whole).map(drop), Err(Refusal::LotSize), "elsewhere lots are whole");
}

#[test]
fn a_fraction_is_filled_with_the_last_of_its_order() {
    // 2 at 100.00, the last 1.500001 at 100.01: 150.0151, rounded up.
    let (bought, facts) = decided(&order(Side::Buy, of("3.500001"), None, &[(10_000, 2), (10_001, 9)])).unwrap();
    assert_eq!((bought.status, bought.filled), (OrderStatus::Filled, of("3.500001")));
    assert_eq!(10_000_000 - facts.balance(&AT.balance()).unwrap().unwrap().available(), 20_000 + 15_002);
    // Two of the shares are displayed and filled; the rest keeps the fraction.
    let (rests, facts) = decided(&order(Side::Buy, of("3.500001"), Some(10_000), &[(10_000, 2)])).unwrap();
    assert_eq!((rests.status, rests.filled), (OrderStatus::PartiallyFilled, of("2")));
    // 1.500001 × 100.00 is 150.0001, rounded up.
    assert_eq!(facts.balance(&AT.balance()).unwrap().unwrap().held, 15_001);
}

#[test]
fn all_of_a_fraction_can_be_sold_by_any_order() {
    let at = OrderRef { id: OrderId(10), ..AT };
    let sale = |quantity, time_in_force| {
        let (_, facts) = decided(&order(Side::Buy, of("0.5"), None, &[(10_000, 5)])).unwrap();
        let place = order(Side::Sell, quantity, Some(12_000), &[(10_000, 5)]);
        decided_on(&Place { at, time_in_force, ..place }, facts).map(|(order, _)| order.remaining())
    };
    assert_eq!(sale(of("0.5"), TimeInForce::GoodTillCancelled), Ok(of("0.5")));
    assert_eq!(sale(of("0.3"), TimeInForce::GoodTillCancelled), Err(Refusal::LotSize));
    assert_eq!(sale(of("0.3"), TimeInForce::Day), Ok(of("0.3")));
}

#[test]
fn no_sale_leaves_less_than_a_cent_which_nobody_could_sell() {
    let at = OrderRef { id: OrderId(10), ..AT };
    let sale = |quantity| {
        let (_, facts) = decided(&order(Side::Buy, of("1.000199"), None, &[(10_000, 5)])).unwrap();
        decided_on(&Place { at, ..order(Side::Sell, quantity, None, &[(10_000, 5)]) }, facts)
            .map(|(order, _)| order.filled)
    };
    assert_eq!(sale(of("1")), Ok(of("1")), "0.000199 is worth a cent");
    assert_eq!(sale(of("1.0001")), Err(Refusal::OrderValueTooSmall), "0.000099 is worth less");
    assert_eq!(sale(of("1.000199")), Ok(of("1.000199")), "all of it can be sold");
}

#[test]
fn no_change_of_a_sale_leaves_less_than_a_cent_either() {
    let at = OrderRef { id: OrderId(10), ..AT };
    let changed = |quantity| {
        let (_, facts) = decided(&order(Side::Buy, of("1.000199"), None, &[(10_000, 5)])).unwrap();
        let sale = Place { at, ..order(Side::Sell, of("0.5"), Some(10_100), &[(10_000, 5)]) };
        let terms = sale.terms.clone();
        let (_, mut facts) = decided_on(&sale, facts).unwrap();
        let amend = Amend {
            quantity: Some(quantity),
            ..testing::amend(at, Side::Sell, plumbline_core::ids::Priority(77), terms)
        };
        let mut ids = 200..;
        amend.carry_out(&mut facts, &mut Stamp::new(UnixMillis(6), &mut || ids.next().unwrap())).map(drop)
    };
    assert_eq!(changed(of("1")), Ok(()));
    assert_eq!(changed(of("1.0001")), Err(Refusal::OrderValueTooSmall));
    assert_eq!(changed(of("1.000199")), Ok(()));
}

/// An order may be amended to rest for longer while its end is on its way.
#[test]
fn an_order_whose_end_is_another_by_now_does_not_expire() {
    let place = order(Side::Buy, shares(1), Some(9_000), &[(10_000, 5)]);
    let ended = |time_in_force, seen| {
        let (order, mut facts) = decided(&Place { time_in_force, ..place.clone() }).unwrap();
        let now = place.terms.hours.day_ends;
        assert_eq!(order.is_over(now), time_in_force == TimeInForce::Day);
        let cancel = Cancel { over_at: seen, ..Cancel::new(AT, CloseReason::Expired) };
        let mut ids = 200..;
        cancel.carry_out(&mut facts, &mut Stamp::new(now, &mut || ids.next().unwrap())).map(|order| order.status)
    };
    let day_ends = place.terms.hours.day_ends;
    assert_eq!(ended(TimeInForce::Day, Some(day_ends)), Ok(OrderStatus::Expired));
    assert_eq!(ended(TimeInForce::Day, Some(day_ends.plus(-1))), Err(Refusal::OrderUnchanged));
    assert_eq!(ended(TimeInForce::GoodTillCancelled, Some(day_ends)), Err(Refusal::OrderUnchanged));
    // Logs of earlier releases record no end.
    assert_eq!(ended(TimeInForce::Day, None), Ok(OrderStatus::Expired));
    assert_eq!(ended(TimeInForce::GoodTillCancelled, None), Err(Refusal::OrderUnchanged));
}

#[test]
fn an_order_that_closes_all_changes_its_time_whatever_its_lots() {
    let lots = TradingRules { lot: shares(100), ..rules() };
    for rules in [TradingRules { fraction_step: None, ..lots.clone() }, lots] {
        let mut facts = testing::facts(AT, 0);
        facts.load(testing::position(AT.position(), shares(150)));
        let mut place = order(Side::Sell, shares(150), Some(11_000), &[(10_000, 5)]);
        place.terms.rules = rules.into();
        let (_, mut facts) = decided_on(&place, facts).unwrap();
        let mut amend = testing::amend(AT, Side::Sell, plumbline_core::ids::Priority(77), place.terms);
        let mut ids = 200..;
        for (time, expected) in [(TimeInForce::GoodTillCancelled, Ok(())), (TimeInForce::Day, Ok(()))] {
            amend.time_in_force = Some(time);
            let amended = amend.carry_out(&mut facts, &mut Stamp::new(UnixMillis(6), &mut || ids.next().unwrap()));
            assert_eq!(amended.map(drop), expected, "{time:?}");
        }
        // A part of what is held is in lots.
        amend.quantity = Some(shares(110));
        let part = amend.carry_out(&mut facts, &mut Stamp::new(UnixMillis(7), &mut || ids.next().unwrap()));
        assert_eq!(
            part.map(drop),
            if amend.terms.rules.fraction_step.is_some() { Ok(()) } else { Err(Refusal::LotSize) }
        );
    }
}

#[test]
fn an_order_for_a_fraction_is_amended_within_its_day() {
    let place = order(Side::Buy, of("0.5"), Some(9_000), &[(10_000, 5)]);
    let amend = |quantity: Option<&str>, time_in_force| {
        let (resting, mut facts) = decided(&place).unwrap();
        let command = Amend {
            quantity: quantity.map(of),
            time_in_force,
            ..testing::amend(AT, Side::Buy, resting.priority, place.terms.clone())
        };
        let mut ids = 100..;
        command
            .carry_out(&mut facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))
            .map(|order| order.quantity)
    };
    assert_eq!(amend(Some("0.7"), None), Ok(of("0.7")));
    assert_eq!(amend(Some("0.70000001"), None), Err(Refusal::LotSize));
    let gtc = Some(TimeInForce::GoodTillCancelled);
    assert_eq!(amend(None, gtc), Err(Refusal::LotSize));
    assert_eq!(amend(Some("2"), gtc), Ok(of("2")));
}

proptest! {
    #[test]
    fn an_amount_buys_to_the_step(
        amount in 100i64..2_000_000,
        limit in proptest::option::of(9_990i64..10_030),
        sizes in proptest::collection::vec(1i64..40, 1..6),
    ) {
        let asks: Vec<_> = sizes.iter().enumerate().map(|(i, size)| (10_000 + i as i64, *size)).collect();
        let size = OrderSize::Amount { amount: usd(amount), most: shares(1_000_000) };
        let place = Place { size, ..order(Side::Buy, Quantity::ZERO, limit, &asks) };
        let Ok((order, facts)) = decided(&place) else {
            prop_assert!(amount < 110, "{amount} buys a dollar's worth");
            return Ok(());
        };
        let spent = 10_000_000 - facts.balance(&AT.balance()).unwrap().unwrap().available();
        prop_assert!(spent <= amount, "{spent} of {amount}");
        let displayed = shares(sizes.iter().sum());
        // A market order buys no more than the book displays; a limit order is sized by its limit, and may fill better.
        if limit.is_none() && order.quantity < displayed {
            // Above whole levels less than a dollar's worth may not be bought.
            let levels = sizes.iter().scan(0, |sum, size| { *sum += size; Some(shares(*sum)) });
            let rest = if levels.into_iter().any(|level| level == order.quantity) { 102 } else { 1 };
            prop_assert!(amount - spent <= rest, "{spent} of {amount}: a cent is left at most, for rounding");
        }
        if let Some(limit) = limit {
            let more = rules().value(price(limit), order.quantity.checked_add(STEP).unwrap(), Rounding::Up);
            prop_assert!(more.unwrap().minor > amount);
        }
    }

    /// However the book cuts an order, its fills cost no more than was set aside.
    #[test]
    fn fills_cost_no_more_than_the_worst_value(
        quantity in 10_000i64..2_000_000_000,
        limit in 100i64..20_000,
        sizes in proptest::collection::vec(1i64..6, 1..6),
    ) {
        let quantity = Quantity::from_units(quantity / 100 * 100);
        let asks: Vec<_> = sizes.iter().enumerate().map(|(i, size)| (limit - sizes.len() as i64 + i as i64 + 1, *size)).collect();
        let Ok((order, facts)) = decided(&order(Side::Buy, quantity, Some(limit), &asks)) else { return Ok(()) };
        let worst = worst_value(price(limit), quantity, &rules()).unwrap();
        let balance = facts.balance(&AT.balance()).unwrap().unwrap();
        let rest = worst_value(price(limit), order.remaining(), &rules()).unwrap();
        prop_assert_eq!(balance.held, rest.minor);
        prop_assert!(10_000_000 - balance.available() <= worst.minor);
        let position = facts.get::<Position>(&AT.position()).unwrap().map_or(Quantity::ZERO, |position| position.quantity);
        prop_assert_eq!(position, order.filled);
    }
}
