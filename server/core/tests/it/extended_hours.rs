//! Orders that are also filled before and after regular hours: which they are, on which quotes, and until when.

use std::sync::Arc;

use plumbline_core::decimal::{Price, Quantity};
use plumbline_core::decision::{Action, Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::market::{Session, Tick};
use plumbline_core::orders::{
    Ahead, Amend, Distance, FillResting, Frontier, OfferedTo, Order, OrderKind, OrderRef, OrderStatus, Place,
    RestingFill, RestingOrder, RestingOrders, SeenPrices, Side, TimeInForce,
};
use plumbline_core::products::{ExtendedHours, Hours, Terms, TradingRules};
use plumbline_core::testing::{self, price, shares};
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

const AT: OrderRef = testing::order_ref(OrderId(9), AccountId(1), InstrumentId(1));
const NOW: UnixMillis = UnixMillis(1_000_000);
const SOON: UnixMillis = UnixMillis(1_060_000);
const DAY_ENDS: UnixMillis = UnixMillis(2_000_000);
const EVENING_ENDS: UnixMillis = UnixMillis(3_000_000);

fn hours(session: Session) -> Hours {
    let soon = |open| if open { Some(SOON) } else { None };
    let extended =
        ExtendedHours { closes: soon(matches!(session, Session::Pre | Session::After)), day_ends: EVENING_ENDS };
    Hours { extended: Some(extended), ..Hours::ordinary(soon(session == Session::Regular), DAY_ENDS) }
}

/// A share is offered at a hundred dollars and bid at 99.
fn tick(session: Session) -> Arc<Tick> {
    let (bids, asks) = (testing::levels(&[(9_900, 5)]), testing::levels(&[(10_000, 5)]));
    Arc::new(Tick { bids, asks, session, ..testing::tick_at(AT.instrument, NOW) })
}

fn rules() -> TradingRules {
    let fraction_step = Some(Quantity::from_units(100));
    TradingRules { extended_hours: true, fraction_step, ..testing::trading_rules(AT.instrument) }
}

/// An order for two shares at a hundred dollars, while the market is in a session and its newest tick is of one.
fn place(now: Session, newest: Session, extended: bool) -> Place {
    let terms = Terms { hours: hours(now), extended, ..testing::terms(rules(), tick(newest)) };
    testing::place(AT, Side::Buy, shares(2), Some(price(10_000)), terms)
}

fn decided<C: Action>(command: &C, facts: &mut Facts) -> Result<C::Done, Refusal> {
    let mut ids = 100..;
    command.carry_out(facts, &mut Stamp::new(NOW, &mut || ids.next().unwrap()))
}

#[test]
fn an_order_takes_from_quotes_of_the_present_session_if_it_is_filled_in_it() {
    use Session::{After, Closed, Pre, Regular};
    let (rests, fills) = (OrderStatus::Accepted, OrderStatus::Filled);
    let table = [
        (Pre, Pre, fills, rests),
        (After, After, fills, rests),
        (Regular, Regular, fills, fills),
        // The newest quote is of the session before.
        (Regular, Pre, rests, rests),
        (After, Regular, rests, rests),
        (Closed, After, rests, rests),
        (Closed, Closed, rests, rests),
    ];
    for (now, newest, extended, ordinary) in table {
        for (is_extended, status) in [(true, extended), (false, ordinary)] {
            let order = decided(&place(now, newest, is_extended), &mut testing::facts(AT, 100_000)).unwrap();
            assert_eq!((order.status, order.extended), (status, is_extended), "{now:?} {newest:?}");
            let ends = if is_extended { EVENING_ENDS } else { DAY_ENDS };
            assert_eq!(order.expires_at, Some(ends), "{now:?} {newest:?}");
        }
    }
}

#[test]
fn a_session_that_ended_in_the_queue_fills_nothing_and_a_halt_neither() {
    let late = |closes: Option<UnixMillis>| {
        let mut place = place(Session::Pre, Session::Pre, true);
        place.terms.hours.extended = Some(ExtendedHours { closes, day_ends: EVENING_ENDS });
        decided(&place, &mut testing::facts(AT, 100_000)).unwrap().status
    };
    assert_eq!(late(Some(NOW.plus(1))), OrderStatus::Filled);
    assert_eq!(late(Some(NOW)), OrderStatus::Accepted);
    assert_eq!(late(None), OrderStatus::Accepted, "halted");
}

#[test]
fn only_limit_orders_that_rest_are_filled_outside_of_regular_hours() {
    use OrderKind::{Limit, Market, Stop, StopLimit, TrailingStop};
    use TimeInForce::{Day, FillOrKill, GoodTillCancelled, GoodTillDate, ImmediateOrCancel};
    let refused = Err(Refusal::ExtendedHoursInvalid);
    let table = [
        (Limit, Day, Ok(())),
        (Limit, GoodTillCancelled, Ok(())),
        (Limit, GoodTillDate, refused),
        (Limit, ImmediateOrCancel, refused),
        (Limit, FillOrKill, refused),
        (Market, Day, refused),
        (Stop, Day, refused),
        (StopLimit, GoodTillCancelled, refused),
        (TrailingStop, Day, refused),
    ];
    for (kind, time_in_force, expected) in table {
        let order = Place {
            kind,
            time_in_force,
            stop: Some(price(10_100)),
            trail: Some(Distance::Amount(price(100))),
            ends_at: Some(DAY_ENDS),
            ..place(Session::Regular, Session::Regular, true)
        };
        let done = decided(&order, &mut testing::facts(AT, 100_000)).map(|_| ());
        assert_eq!(done, expected, "{kind:?} {time_in_force:?}");
    }
    let mut elsewhere = place(Session::Regular, Session::Regular, true);
    elsewhere.terms.rules = testing::trading_rules(AT.instrument).into();
    assert_eq!(decided(&elsewhere, &mut testing::facts(AT, 100_000)).map(|_| ()), refused, "no such hours there");
    for (extended, expected) in [(true, Err(Refusal::LotSize)), (false, Ok(()))] {
        let mut half = place(Session::Regular, Session::Regular, extended);
        half.size = plumbline_core::orders::OrderSize::Exact("0.5".parse().unwrap());
        assert_eq!(decided(&half, &mut testing::facts(AT, 100_000)).map(|_| ()), expected, "extended: {extended}");
    }
}

/// A customer's change of an order that rests below the market.
#[test]
fn a_change_keeps_the_hours_and_takes_from_their_quotes() {
    let rested = || {
        let mut facts = testing::facts(AT, 100_000);
        let order = Place { limit: Some(price(9_950)), ..place(Session::Pre, Session::Pre, true) };
        assert_eq!(decided(&order, &mut facts).unwrap().status, OrderStatus::Accepted);
        facts
    };
    let terms = place(Session::Pre, Session::Pre, true).terms;
    let change = || testing::amend(AT, Side::Buy, Priority(50), terms.clone());
    let dearer = Amend { price: Some(price(10_000)), ..change() };
    let order = decided(&dearer, &mut rested()).unwrap();
    assert_eq!((order.status, order.extended), (OrderStatus::Filled, true));
    let longer = decided(&Amend { time_in_force: Some(TimeInForce::GoodTillCancelled), ..change() }, &mut rested());
    assert_eq!(longer.unwrap().expires_at, None);
    let dated = Amend { ends_at: Some(DAY_ENDS), ..change() };
    assert_eq!(decided(&dated, &mut rested()), Err(Refusal::ExtendedHoursInvalid));
}

#[test]
fn a_tick_outside_of_regular_hours_fills_what_is_extended_and_triggers_no_stop() {
    for (session, extended, filled) in [
        (Session::Pre, true, true),
        (Session::Pre, false, false),
        (Session::After, true, true),
        (Session::After, false, false),
        (Session::Regular, false, true),
        (Session::Closed, true, false),
    ] {
        let mut facts = testing::facts(AT, 100_000);
        decided(&place(Session::Closed, Session::Closed, extended), &mut facts).unwrap();
        let orders = vec![RestingFill { order: AT, rules: rules().into() }];
        let command = FillResting { orders, ..FillResting::new(tick(session), 30_000, hours(session)) };
        let reached = decided(&command, &mut facts).unwrap();
        let offered = if session == Session::Closed { OfferedTo::Nobody } else { OfferedTo::All };
        assert_eq!(reached.offered, offered, "{session:?}");
        let order = facts.get::<Order>(&AT.id).unwrap().unwrap();
        assert_eq!(order.status == OrderStatus::Filled, filled, "{session:?} {extended}");
    }
    for (session, triggered) in [(Session::Pre, false), (Session::Regular, true)] {
        let mut facts = testing::facts(AT, 100_000);
        let stop = Place {
            kind: OrderKind::Stop,
            limit: None,
            stop: Some(price(10_100)),
            ..place(Session::Regular, Session::Regular, false)
        };
        decided(&stop, &mut facts).unwrap();
        let stops = vec![RestingFill { order: AT, rules: rules().into() }];
        let risen = Arc::new(Tick { last: price(10_200), ..(*tick(session)).clone() });
        decided(&FillResting { stops, ..FillResting::new(risen, 30_000, hours(session)) }, &mut facts).unwrap();
        let order = facts.get::<Order>(&AT.id).unwrap().unwrap();
        assert_eq!(order.stop.unwrap().triggered_at.is_some(), triggered, "{session:?}");
    }
}

/// Where a later row of rules has no such hours, what rests is filled in regular hours alone.
#[test]
fn a_withdrawn_rule_leaves_what_rests_to_regular_hours() {
    for (session, filled) in [(Session::Pre, false), (Session::After, false), (Session::Regular, true)] {
        let mut facts = testing::facts(AT, 100_000);
        decided(&place(Session::Closed, Session::Closed, true), &mut facts).unwrap();
        let rules = TradingRules { extended_hours: false, ..rules() };
        let orders = vec![RestingFill { order: AT, rules: rules.into() }];
        decided(&FillResting { orders, ..FillResting::new(tick(session), 30_000, hours(session)) }, &mut facts)
            .unwrap();
        let order = facts.get::<Order>(&AT.id).unwrap().unwrap();
        assert_eq!(order.status == OrderStatus::Filled, filled, "{session:?}");
    }
}

fn resting(id: i64, limit: i64, extended: bool) -> RestingOrder {
    RestingOrder {
        at: OrderRef { id: OrderId(id), ..AT },
        priority: Priority(id),
        side: if id % 2 == 0 { Side::Buy } else { Side::Sell },
        limit: Price::from_units(limit),
        stop: None,
        remaining: Quantity::from_units(1),
        extended,
        fee_version: String::new(),
        expires_at: None,
        version: 1,
    }
}

proptest! {
    /// Orders come, change, and go; what a tick reaches is always what a scan of all orders finds.
    #[test]
    fn the_index_finds_those_that_a_session_fills(
        steps in proptest::collection::vec((0i64..20, 1i64..60, any::<bool>(), any::<bool>()), 1..60),
        bid in 1i64..60,
        session in proptest::sample::select(Session::ALL.to_vec()),
    ) {
        let mut book = RestingOrders::default();
        for (id, limit, extended, stays) in steps {
            if stays { book.insert(resting(id, limit, extended)) } else { book.remove(OrderId(id)) }
        }
        let (bids, asks) = ([(bid, 1_000)], [(bid + 2, 1_000)]);
        let levels = |of: [(i64, i64); 1]| testing::side(of.map(|(at, size)| (Price::from_units(at), shares(size))));
        let tick = Tick { bids: levels(bids), asks: levels(asks), session, ..testing::tick(AT.instrument) };
        let reached = |order: &&RestingOrder| {
            session.fills(order.extended) && order.side.reaches(order.limit, order.side.levels(&tick)[0].price)
        };
        let mut scanned: Vec<OrderId> = book.iter().filter(reached).map(|order| order.at.id).collect();
        scanned.sort_unstable();
        let reach = book.reach(&tick, Ahead::default(), None, 100);
        let mut found: Vec<OrderId> = reach.orders.iter().map(|order| order.at.id).collect();
        found.sort_unstable();
        prop_assert_eq!(&found, &scanned);
        prop_assert_eq!(book.crosses(&tick), !scanned.is_empty());
        prop_assert_eq!(reach.rest, Frontier::default());
        // A tick that goes on in parts reaches each of them once.
        let (mut in_parts, mut from) = (Vec::new(), None);
        for _ in 0..=scanned.len() {
            let part = book.reach(&tick, Ahead::default(), from, 2);
            in_parts.extend(part.orders.iter().map(|order| order.at.id));
            from = Some(part.rest).filter(|rest| *rest != Frontier::default());
            if from.is_none() {
                break;
            }
        }
        in_parts.sort_unstable();
        prop_assert_eq!(&in_parts, &scanned);
        prop_assert!(book.triggered(&tick, SeenPrices::default(), 1, |_| true).is_empty());
    }
}
