//! Stops, and orders that are filled at once or not at all.

use std::sync::Arc;

use plumbline_core::decision::{Action, Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::inbox::{Notice, NoticeKind};
use plumbline_core::market::Tick;
use plumbline_core::orders::{
    Amend, CloseReason, Fill, FillResting, Order, OrderKind, OrderRef, OrderStatus, Place, Reached, RestingFill, Side,
    TimeInForce,
};
use plumbline_core::positions::{Position, PositionKey};
use plumbline_core::products::Terms;
use plumbline_core::testing::{self, HOURS, position, price, shares, usd};
use plumbline_core::time::UnixMillis;

const AT: OrderRef = testing::order_ref(OrderId(9), AccountId(1), InstrumentId(1));

/// A tick of that number: the last trade, and what is bid and asked for, in cents and shares.
fn tick(seq: i64, last: i64, bids: &[(i64, i64)], asks: &[(i64, i64)]) -> Arc<Tick> {
    let (bids, asks, last) = (testing::levels(bids), testing::levels(asks), price(last));
    Arc::new(Tick { seq, bids, asks, last, ..testing::tick(AT.instrument) })
}

/// A cent around the last trade, with a thousand shares.
fn quote(seq: i64, last: i64) -> Arc<Tick> {
    tick(seq, last, &[(last - 1, 1_000)], &[(last + 1, 1_000)])
}

fn terms(tick: Arc<Tick>) -> Terms {
    testing::terms(testing::trading_rules(AT.instrument), tick)
}

fn stop(side: Side, stop: i64, limit: Option<i64>, quantity: i64) -> Place {
    let kind = if limit.is_some() { OrderKind::StopLimit } else { OrderKind::Stop };
    let place = testing::place(AT, side, shares(quantity), limit.map(price), terms(quote(1, 10_000)));
    Place { kind, stop: Some(price(stop)), ..place }
}

/// Ten thousand dollars, and that many shares.
fn facts(owned: i64) -> Facts {
    let mut facts = testing::facts(AT, 1_000_000);
    let key = PositionKey { account: AT.account, instrument: AT.instrument, direction: AT.direction };
    if owned > 0 {
        facts.load(position(key, shares(owned)));
    }
    facts
}

fn decided<C: Action>(command: &C, facts: &mut Facts) -> Result<C::Done, Refusal> {
    let mut ids = 100..;
    command.carry_out(facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap()))
}

/// Offers a tick to an order that waits.
fn reach(tick: Arc<Tick>, facts: &mut Facts) -> (Reached, Order) {
    let fill = RestingFill { order: AT, rules: testing::trading_rules(AT.instrument).into() };
    let command = FillResting { stops: vec![fill], ..FillResting::new(tick, i64::MAX, HOURS) };
    let reached = decided(&command, facts).unwrap();
    (reached, facts.get::<Order>(&AT.id).unwrap().unwrap().clone())
}

#[test]
fn a_stop_is_a_market_order_once_the_market_has_reached_it() {
    // Side, stop, limit; the last trade of the tick; the status after it, and the price of its fill.
    let filled = |cents| (OrderStatus::Filled, Some(cents));
    let waits = (OrderStatus::Accepted, None);
    let table = [
        (Side::Buy, 10_100, None, 10_099, waits),
        (Side::Buy, 10_100, None, 10_100, filled(10_101)),
        // The gap is filled at its price, as far as the collar of 5 % goes.
        (Side::Buy, 10_100, None, 10_500, filled(10_501)),
        (Side::Buy, 10_100, None, 10_700, (OrderStatus::Triggered, None)),
        (Side::Buy, 10_100, Some(10_110), 10_105, filled(10_106)),
        (Side::Buy, 10_100, Some(10_110), 10_200, (OrderStatus::Triggered, None)),
        (Side::Sell, 9_900, None, 9_901, waits),
        (Side::Sell, 9_900, None, 9_900, filled(9_899)),
        // One that closes takes the collar around the quote.
        (Side::Sell, 9_900, None, 9_000, filled(8_999)),
        (Side::Sell, 9_900, Some(9_890), 9_800, (OrderStatus::Triggered, None)),
    ];
    for (side, at, limit, last, expected) in table {
        let name = format!("{side:?} {at} {limit:?} at {last}");
        let mut facts = facts(10);
        let placed = decided(&stop(side, at, limit, 10), &mut facts).unwrap();
        assert!(placed.waits() && placed.status == OrderStatus::Accepted, "{name}");
        let (reached, order) = reach(quote(2, last), &mut facts);
        assert!(reached.refused.is_empty() && reached.gone.is_empty(), "{name}");
        let fill = facts.written::<Fill>().map(|fill| fill.price.units() / 1_000_000).last();
        assert_eq!((order.status, fill), expected, "{name}");
        let is_triggered = expected != waits;
        assert_eq!(order.stop.unwrap().triggered_at, is_triggered.then_some(UnixMillis(5)), "{name}");
        assert_eq!(order.priority != placed.priority, is_triggered, "its place in time is its trigger: {name}");
        let told: Vec<&NoticeKind> = facts.written::<Notice>().map(|notice| &notice.kind).collect();
        match expected {
            (OrderStatus::Filled, _) => assert!(matches!(told[..], [NoticeKind::OrderFilled { .. }]), "{name}"),
            (OrderStatus::Triggered, _) => assert!(matches!(told[..], [NoticeKind::OrderTriggered { .. }]), "{name}"),
            _ => assert!(told.is_empty(), "{name}"),
        }
    }
}

#[test]
fn a_stop_that_opens_holds_its_worst_cost() {
    let mut facts = facts(0);
    // Ten shares at the collar's end of 5 % above 101 dollars.
    let placed = decided(&stop(Side::Buy, 10_100, None, 10), &mut facts).unwrap();
    assert_eq!((placed.limit, placed.hold), (price(10_605), usd(106_050)));
    assert_eq!(
        decided(&Place { at: OrderRef { id: OrderId(10), ..AT }, ..stop(Side::Buy, 10_100, None, 95) }, &mut facts),
        Err(Refusal::InsufficientFunds)
    );
    let (_, filled) = reach(quote(2, 10_100), &mut facts);
    assert_eq!((filled.hold, facts.balance(&AT.balance()).unwrap().unwrap().posted), (usd(0), 1_000_000 - 101_010));
}

#[test]
fn one_that_closes_sets_its_shares_aside() {
    let mut facts = facts(10);
    decided(&stop(Side::Sell, 9_900, None, 10), &mut facts).unwrap();
    let another = Place { at: OrderRef { id: OrderId(10), ..AT }, ..stop(Side::Sell, 9_800, None, 1) };
    assert_eq!(decided(&another, &mut facts), Err(Refusal::InsufficientPosition));
    let held = |facts: &Facts| facts.get::<Position>(&AT.position()).unwrap().unwrap().held;
    assert_eq!(held(&facts), shares(10));
    // Four are displayed; the rest waits as a limit at the collar.
    let (_, part) = reach(tick(2, 9_900, &[(9_899, 4)], &[(9_901, 4)]), &mut facts);
    assert_eq!((part.status, part.filled, part.limit), (OrderStatus::PartiallyFilled, shares(4), price(9_404)));
    assert_eq!(held(&facts), shares(6));
}

#[test]
fn what_cannot_be_accepted_is_refused_before_anything_is_held() {
    let placed = |change: fn(&mut Place)| {
        let mut place = stop(Side::Buy, 10_100, Some(10_110), 1);
        change(&mut place);
        decided(&place, &mut facts(0)).map(|_| ())
    };
    type Change = fn(&mut Place);
    let table: [(Change, Result<(), Refusal>); 13] = [
        (|_| {}, Ok(())),
        (|place| place.stop = None, Err(Refusal::StopPriceRequired)),
        (|place| place.limit = None, Err(Refusal::PriceRequired)),
        (|place| place.stop = Some(price(10_001)), Err(Refusal::StopPriceSide)),
        (|place| place.stop = Some(plumbline_core::decimal::Price::from_units(1)), Err(Refusal::StopTickSize)),
        (|place| place.limit = Some(price(16_000)), Err(Refusal::PriceBand)),
        (|place| place.time_in_force = TimeInForce::ImmediateOrCancel, Err(Refusal::TimeInForceInvalid)),
        (|place| place.time_in_force = TimeInForce::FillOrKill, Err(Refusal::TimeInForceInvalid)),
        (|place| place.time_in_force = TimeInForce::GoodTillDate, Err(Refusal::ExpireDateInvalid)),
        (
            |place| (place.time_in_force, place.ends_at) = (TimeInForce::GoodTillDate, Some(UnixMillis(5))),
            Err(Refusal::ExpireDateInvalid),
        ),
        (|place| (place.time_in_force, place.ends_at) = (TimeInForce::GoodTillDate, Some(UnixMillis(6))), Ok(())),
        (
            |place| (place.kind, place.time_in_force) = (OrderKind::Market, TimeInForce::GoodTillDate),
            Err(Refusal::TimeInForceInvalid),
        ),
        (|place| place.terms.tick = None, Err(Refusal::NoQuote)),
    ];
    for (number, (change, expected)) in table.into_iter().enumerate() {
        assert_eq!(placed(change), expected, "line {number}");
    }
}

#[test]
fn what_is_not_filled_at_once_is_cancelled() {
    let book = || tick(1, 10_000, &[(9_999, 1_000)], &[(10_001, 4), (10_010, 4)]);
    let (ioc, fok) = (TimeInForce::ImmediateOrCancel, TimeInForce::FillOrKill);
    let ended = |reason| (OrderStatus::Cancelled, Some(reason));
    let table = [
        (ioc, Some(10_010), 8, (OrderStatus::Filled, None), 8),
        (ioc, Some(10_001), 8, ended(CloseReason::ImmediateOrCancel), 4),
        (ioc, Some(10_000), 8, ended(CloseReason::ImmediateOrCancel), 0),
        (ioc, None, 9, ended(CloseReason::ImmediateOrCancel), 8),
        (fok, Some(10_010), 8, (OrderStatus::Filled, None), 8),
        (fok, Some(10_001), 8, ended(CloseReason::FillOrKill), 0),
        (fok, None, 9, ended(CloseReason::FillOrKill), 0),
        (fok, None, 8, (OrderStatus::Filled, None), 8),
    ];
    for (time_in_force, limit, quantity, expected, filled) in table {
        let place = testing::place(AT, Side::Buy, shares(quantity), limit.map(price), terms(book()));
        let mut facts = facts(0);
        let order = decided(&Place { time_in_force, ..place }, &mut facts).unwrap();
        let name = format!("{time_in_force:?} {limit:?} {quantity}");
        assert_eq!((order.status, order.reason), expected, "{name}");
        assert_eq!((order.filled, order.hold, order.expires_at), (shares(filled), usd(0), None), "{name}");
        assert_eq!(facts.balance(&AT.balance()).unwrap().unwrap().held, 0, "{name}");
    }
    let mut facts = facts(10);
    let place = testing::place(AT, Side::Sell, shares(10), Some(price(10_500)), terms(book()));
    decided(&Place { time_in_force: ioc, ..place }, &mut facts).unwrap();
    assert!(facts.get::<Position>(&AT.position()).unwrap().unwrap().held.is_zero(), "its shares are free again");
    let closed = Terms { hours: plumbline_core::products::Hours::ordinary(None, UnixMillis(9)), ..terms(book()) };
    let place = testing::place(AT, Side::Buy, shares(1), Some(price(10_001)), closed);
    assert_eq!(decided(&Place { time_in_force: ioc, ..place }, &mut self::facts(0)), Err(Refusal::SessionClosed));
}

#[test]
fn a_client_names_an_order_once() {
    let name = "grid-7".parse().unwrap();
    let named = |id| {
        let at = OrderRef { id: OrderId(id), ..AT };
        let place = testing::place(at, Side::Buy, shares(1), Some(price(9_000)), terms(quote(1, 10_000)));
        Place { client_order_id: Some(name), ..place }
    };
    let mut needs = plumbline_core::decision::Needs::default();
    named(9).needs(&mut needs);
    let mut facts = facts(0);
    facts.ask(&needs);
    assert_eq!(decided(&named(9), &mut facts).unwrap().client_order_id, Some(name));
    assert_eq!(decided(&named(10), &mut facts), Err(Refusal::ClientOrderIdUsed));
}

#[test]
fn a_stop_is_amended_while_it_waits() {
    let amend = |change: fn(&mut Amend)| {
        let mut facts = facts(0);
        let placed = decided(&stop(Side::Buy, 10_100, Some(10_110), 10), &mut facts).unwrap();
        let mut amend = testing::amend(AT, Side::Buy, Priority(77), terms(quote(2, 10_050)));
        change(&mut amend);
        decided(&amend, &mut facts).map(|order| {
            let moved = order.priority != placed.priority;
            (order.stop.unwrap().price.units() / 1_000_000, order.limit.units() / 1_000_000, order.expires_at, moved)
        })
    };
    let end = Some(HOURS.day_ends);
    type Change = fn(&mut Amend);
    let table: [(Change, Result<_, Refusal>); 8] = [
        (|amend| amend.stop = Some(price(10_200)), Ok((10_200, 10_110, end, true))),
        (
            |amend| (amend.stop, amend.price) = (Some(price(10_200)), Some(price(10_250))),
            Ok((10_200, 10_250, end, true)),
        ),
        (|amend| amend.quantity = Some(shares(5)), Ok((10_100, 10_110, end, false))),
        (|amend| amend.time_in_force = Some(TimeInForce::GoodTillCancelled), Ok((10_100, 10_110, None, true))),
        (|amend| amend.time_in_force = Some(TimeInForce::FillOrKill), Err(Refusal::TimeInForceInvalid)),
        (|amend| amend.stop = Some(price(10_051)), Err(Refusal::StopPriceSide)),
        (|amend| amend.price = Some(price(16_000)), Err(Refusal::PriceBand)),
        (|_| {}, Err(Refusal::NothingToChange)),
    ];
    for (number, (change, expected)) in table.into_iter().enumerate() {
        assert_eq!(amend(change), expected, "line {number}");
    }
    let mut facts = facts(0);
    decided(&stop(Side::Buy, 10_100, Some(10_110), 10), &mut facts).unwrap();
    reach(quote(2, 10_200), &mut facts);
    let late =
        Amend { stop: Some(price(10_300)), ..testing::amend(AT, Side::Buy, Priority(77), terms(quote(3, 10_200))) };
    assert_eq!(decided(&late, &mut facts), Err(Refusal::NotWaiting));
}

#[test]
fn a_tick_from_before_regular_hours_triggers_nothing() {
    let mut facts = facts(10);
    decided(&stop(Side::Sell, 9_900, None, 10), &mut facts).unwrap();
    let early = Arc::new(Tick { session: plumbline_core::market::Session::Pre, ..(*quote(2, 9_800)).clone() });
    let (reached, order) = reach(early, &mut facts);
    assert_eq!(reached.offered, plumbline_core::orders::OfferedTo::Nobody);
    assert!(order.waits());
}

#[test]
fn a_short_that_waits_for_a_stop_holds_what_it_costs_at_the_stop() {
    let at = OrderRef { direction: plumbline_core::positions::Direction::Short, ..AT };
    let mut facts = testing::facts(at, 1_000_000);
    let mut place = Place { at, leverage: "10".parse().unwrap(), ..stop(Side::Sell, 9_900, None, 100) };
    Arc::make_mut(&mut place.terms.rules).product = testing::margin();
    let rules = place.terms.rules.clone();
    let placed = decided(&place, &mut facts).unwrap();
    // A hundred at 99 dollars, a tenth of it; the collar's end of 5 % below would be 9,405.
    assert_eq!((placed.limit, placed.hold), (price(9_405), usd(99_000)));
    let fill = RestingFill { order: at, rules };
    let command = FillResting { stops: vec![fill], ..FillResting::new(quote(2, 9_901 - 1), i64::MAX, HOURS) };
    let reached = decided(&command, &mut facts).unwrap();
    assert!(reached.refused.is_empty(), "{reached:?}");
    let filled = facts.get::<Order>(&at.id).unwrap().unwrap();
    assert_eq!((filled.status, filled.reason), (OrderStatus::Filled, None));
}
