//! A buy order that is fully held can be paid to its last share, whatever the levels that the market cuts it into, and
//! gives back exactly the money not spent.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price};
use plumbline_core::decision::{Action, Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::ledger::BalanceKey;
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::{Currency, Rounding};
use plumbline_core::multiplier::Multiplier;
use plumbline_core::orders::{
    CloseReason, Fill, FillResting, Order, OrderRef, OrderStatus, Place, RestingFill, Side, TimeInForce, cost,
};
use plumbline_core::products::{FeeBasis, FeeRule, FeeTable, Filled, TradingRules};
use plumbline_core::testing::{self, HOURS, shares, usd};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const AT: OrderRef = testing::order_ref(OrderId(1), AccountId(1), InstrumentId(1));

/// Prices in hundredths of a cent, the tick of shares below a dollar.
fn price(hundredths: i64) -> Price {
    Price::from_units(hundredths * ONE / 10_000)
}

/// The levels of one side, each a price and a number of shares; the other side is empty.
fn tick(seq: i64, side: Side, levels: &[(i64, i64)]) -> Arc<Tick> {
    let shown = testing::side(levels.iter().map(|(hundredths, size)| (price(*hundredths), shares(*size))));
    let empty = testing::levels(&[]);
    let (bids, asks) = if side == Side::Buy { (empty, shown) } else { (shown, empty) };
    let last = price(levels.first().map_or(10_000, |level| level.0));
    Arc::new(Tick { seq, bids, asks, last, ..testing::tick_at(AT.instrument, UnixMillis(seq)) })
}

fn place(side: Side, limit: i64, quantity: i64, tick: Arc<Tick>, fees: &Arc<FeeTable>) -> Place {
    let rules = TradingRules {
        tick_sizes: Arc::new(TickSizes::single(price(1))),
        band_basis_points: 10_000_000,
        fees: fees.clone(),
        ..testing::trading_rules(AT.instrument)
    };
    let place = testing::place(AT, side, shares(quantity), Some(price(limit)), testing::terms(rules, tick));
    Place { time_in_force: TimeInForce::GoodTillCancelled, ..place }
}

/// Decides at a moment, with ids that begin with it.
fn carry_out<C: Action>(command: &C, facts: &mut Facts, at: i64) -> Result<C::Done, Refusal> {
    let mut ids = at..;
    command.carry_out(facts, &mut Stamp::new(UnixMillis(at), &mut || ids.next().unwrap()))
}

/// Decides on an order with exactly that much money, and feeds it ticks until they are used up.
fn run(place: Place, cents: i64, ticks: &[Arc<Tick>]) -> (Facts, Result<Order, Refusal>) {
    let mut facts = testing::facts(AT, cents);
    let rules = place.terms.rules.clone();
    if let Err(refusal) = carry_out(&place, &mut facts, 1_100) {
        return (facts, Err(refusal));
    }
    for (at, tick) in (1_200..).step_by(100).zip(ticks) {
        let orders = vec![RestingFill { order: AT, rules: rules.clone() }];
        let fill = FillResting { orders, ..FillResting::new(tick.clone(), i64::MAX, HOURS) };
        let reached = carry_out(&fill, &mut facts, at).unwrap();
        assert!(reached.refused.is_empty(), "{reached:?}");
    }
    let order = facts.get::<Order>(&AT.id).unwrap().cloned().unwrap();
    (facts, Ok(order))
}

fn fee(basis: FeeBasis, rate: i64, minimum: i64, whole_units: bool) -> FeeRule {
    FeeRule { basis, minimum, maximum: Some(2_000), whole_units, ..testing::fee(&format!("{basis:?}"), rate) }
}

prop_compose! {
    fn fees()(
        rate in 0i64..3_000_000_000, minimum in 0i64..300, whole_units: bool, share in 0i64..400_000_000,
        maker in 0i64..2_000_000_000, taker in 0i64..2_000_000_000,
    ) -> Arc<FeeTable> {
        let rules = vec![
            fee(FeeBasis::Value, rate, minimum, whole_units),
            fee(FeeBasis::Quantity, share, 0, false),
            FeeRule { basis: FeeBasis::MakerValue, ..testing::fee("maker", maker) },
            FeeRule { basis: FeeBasis::TakerValue, ..testing::fee("taker", taker) },
        ];
        testing::fees(rules)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn a_fully_held_order_is_paid_to_its_last_share(
        fees in fees(),
        limit in prop_oneof![1i64..9_999, (100i64..400).prop_map(|cents| cents * 100)],
        quantity in 1i64..3_000,
        levels in proptest::collection::vec(proptest::collection::vec((0i64..12_000, 1i64..400), 1..5), 1..40),
    ) {
        // Levels lie at the limit or below; a last tick shows enough for the rest.
        let mut ticks: Vec<Arc<Tick>> = (2..).zip(&levels).map(|(seq, levels)| {
            let mut levels: Vec<(i64, i64)> = levels.iter().map(|(off, size)| ((limit - off % 50).max(1), *size)).collect();
            levels.sort_unstable();
            levels.dedup_by_key(|level| level.0);
            tick(seq, Side::Buy, &levels)
        }).collect();
        ticks.push(tick(1_000, Side::Buy, &[(limit, 5_000)]));
        let order = place(Side::Buy, limit, quantity, tick(1, Side::Buy, &[]), &fees);
        let worth = Multiplier::ONE.value(price(limit), shares(quantity), Currency::Usd, Rounding::Down).unwrap().minor;
        let rich = {
            let mut made = 1..;
            cost(&order, &testing::facts(AT, 1_000_000_000), &mut Stamp::new(UnixMillis(1), &mut || made.next().unwrap()))
        };
        if worth < 100 {
            prop_assert_eq!(rich.err(), Some(Refusal::OrderValueTooSmall));
            return Ok(());
        }
        let card = rich.unwrap();
        // Nobody knows which part of it will rest.
        let (dear, nothing) = ((worth + 1) * 101 / 100, Filled::nothing(Currency::Usd, Currency::Usd));
        let whole = Filled { value: usd(dear), quantity: shares(quantity), ..nothing };
        let most = fees.most(Side::Buy, nothing, whole).unwrap().minor;
        prop_assert!(card.held.minor <= dear + most + 200, "the hold is near the cost");
        let (_, poor) = run(order.clone(), card.held.minor - 1, &ticks);
        prop_assert_eq!(poor.err(), Some(Refusal::InsufficientFunds));
        let (facts, done) = run(order, card.held.minor, &ticks);
        let done = done.unwrap();
        prop_assert_eq!((done.status, done.reason), (OrderStatus::Filled, None));
        let fills: Vec<&Fill> = facts.written().collect();
        prop_assert!(fills.iter().all(|fill| fill.value.minor > 0 && fill.fees.iter().all(|line| line.amount.minor >= 0)));
        let spent: i64 = fills.iter().map(|fill| fill.value.minor + fill.fee_total.minor).sum();
        let balance = facts.balance(&BalanceKey::new(AT.account, AT.wallet)).unwrap().unwrap();
        prop_assert_eq!((balance.posted, balance.held), (card.held.minor - spent, 0), "the rest is given back");
        let whole = Filled { quantity: done.quantity, ..done.so_far() };
        prop_assert_eq!(done.fees, fees.total(Side::Buy, whole).unwrap(), "as if filled in one");
        prop_assert_eq!(done.fees.minor, fills.iter().map(|fill| fill.fee_total.minor).sum::<i64>());
    }
}

#[test]
fn a_share_below_a_cent_is_neither_free_nor_given_away() {
    let none = testing::fees(vec![]);
    let shown = |side| tick(1, side, &[(40, 1_000)]); // $0.0040
    let (_, one) = run(place(Side::Buy, 40, 1, shown(Side::Buy), &none), 10_000, &[]);
    assert_eq!(one.unwrap_err(), Refusal::OrderValueTooSmall);
    let (_, least) = run(place(Side::Buy, 40, 250, shown(Side::Buy), &none), 10_000, &[]);
    assert_eq!(least.unwrap().filled_value, usd(100));
    let (_, up) = run(place(Side::Buy, 40, 251, shown(Side::Buy), &none), 10_000, &[]);
    assert_eq!(up.unwrap().filled_value, usd(101), "a buyer's value rounds up");
}

#[test]
fn the_last_of_a_position_can_be_sold_for_little_but_not_for_nothing() {
    let none = testing::fees(vec![]);
    for (held, asked, hundredths, expected) in [
        (300, 300, 40, Ok(120)),
        (251, 251, 49, Ok(122)), // 1.2299 rounds down
        (20, 20, 40, Ok(8)),
        (20, 19, 40, Err(Refusal::OrderValueTooSmall)),
        (2, 2, 40, Err(Refusal::OrderValueTooSmall)),
    ] {
        let buying = place(Side::Buy, 20_000, held, tick(1, Side::Buy, &[(20_000, 5_000)]), &none);
        let (mut facts, bought) = run(buying, 1_000_000, &[]);
        assert_eq!(bought.unwrap().status, OrderStatus::Filled);
        let at = OrderRef { id: OrderId(2), ..AT };
        let selling = place(Side::Sell, hundredths, asked, tick(2, Side::Sell, &[(hundredths, 5_000)]), &none);
        let sold = carry_out(&Place { at, ..selling }, &mut facts, 9_000).map(|order| order.filled_value.minor);
        assert_eq!(sold, expected, "{asked} of {held} at {hundredths}");
    }
}

#[test]
fn a_day_order_past_its_end_expires_instead_of_filling() {
    let none = testing::fees(vec![]);
    let mut day = place(Side::Buy, 20_000, 1, tick(1, Side::Buy, &[]), &none);
    day.time_in_force = TimeInForce::Day;
    day.terms.hours.day_ends = UnixMillis(1_200); // The first command is decided at 1,100, the second at 1,200.
    let (facts, order) = run(day.clone(), 1_000, &[tick(2, Side::Buy, &[(20_000, 5)])]);
    let order = order.unwrap();
    assert_eq!((order.status, order.reason), (OrderStatus::Expired, Some(CloseReason::Expired)));
    assert_eq!(facts.written::<Fill>().count(), 0);
    assert_eq!(facts.balance(&AT.balance()).unwrap().unwrap().held, 0);
    day.terms.hours.day_ends = UnixMillis(1_100);
    let (_, late) = run(day, 1_000, &[]);
    assert_eq!(late.unwrap_err(), Refusal::SessionClosed);
}
