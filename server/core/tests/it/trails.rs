//! Trailing stops: what they hold, how they follow, where they are triggered, and what is refused.

use std::sync::Arc;

use plumbline_core::decimal::Price;
use plumbline_core::decision::{Action, Facts, Needs, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::market::{Session, Tick};
use plumbline_core::orders::{
    Amend, BestPrices, Distance, Fill, FillResting, OfferedTo, Order, OrderKind, OrderRef, OrderStatus, Place, Reached,
    RestingFill, Side, TimeInForce, Trailing, cost,
};
use plumbline_core::positions::PositionKey;
use plumbline_core::products::{Terms, TriggerPrice};
use plumbline_core::testing::{self, HOURS, position, price, shares, usd};
use plumbline_core::time::UnixMillis;

const AT: OrderRef = testing::order_ref(OrderId(9), AccountId(1), InstrumentId(1));

/// A cent around the last trade, with a thousand shares.
fn quote(seq: i64, last: i64) -> Arc<Tick> {
    let (bids, asks) = (testing::levels(&[(last - 1, 1_000)]), testing::levels(&[(last + 1, 1_000)]));
    Arc::new(Tick { seq, bids, asks, last: price(last), ..testing::tick(AT.instrument) })
}

fn terms(tick: Arc<Tick>) -> Terms {
    testing::terms(testing::trading_rules(AT.instrument), tick)
}

fn trailing(side: Side, distance: Distance, quantity: i64) -> Place {
    let place = testing::place(AT, side, shares(quantity), None, terms(quote(1, 10_000)));
    Place { kind: OrderKind::TrailingStop, trail: Some(distance), ..place }
}

/// Ten thousand dollars, and that many shares.
fn facts(owned: i64) -> Facts {
    let mut needs = Needs::default();
    [Side::Buy, Side::Sell].iter().for_each(|side| needs.ask::<BestPrices>((AT.instrument, *side)));
    let mut facts = testing::facts(AT, 1_000_000);
    facts.ask(&needs);
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

fn order(facts: &Facts) -> Order {
    facts.get::<Order>(&AT.id).unwrap().unwrap().clone()
}

fn best(facts: &Facts, side: Side) -> BestPrices {
    facts.get::<BestPrices>(&(AT.instrument, side)).unwrap().unwrap().clone()
}

/// Where the order's stop stands, in cents.
fn stands(facts: &Facts) -> i64 {
    let (order, rules) = (order(facts), testing::trading_rules(AT.instrument));
    let stop = order.stop_price(Some(&best(facts, order.side)), &rules.tick_sizes).unwrap();
    stop.units() / price(1).units()
}

/// Offers a tick to the order, and to the trailing stops of both sides.
fn reach(tick: Arc<Tick>, facts: &mut Facts) -> Reached {
    let fill = RestingFill { order: AT, rules: testing::trading_rules(AT.instrument).into() };
    let follow = |side| Trailing { side, trigger: TriggerPrice::Last, oldest: 1, anew: false };
    let trailing = [Side::Buy, Side::Sell].map(follow).into();
    let command = FillResting { stops: vec![fill], trailing, ..FillResting::new(tick, i64::MAX, HOURS) };
    let reached = decided(&command, facts).unwrap();
    assert!(reached.refused.is_empty() && reached.gone.is_empty() && reached.unmoved.is_empty(), "{reached:?}");
    reached
}

#[test]
fn a_stop_follows_the_market_to_its_customers_side_only() {
    use Distance::{Amount, Percent};
    // The last trades of ticks, where the stop stands after each, and the price of the fill at the last one.
    type Case = (Side, Distance, &'static [(i64, i64)], i64);
    let table: [Case; 4] = [
        (
            Side::Sell,
            Amount(price(100)),
            &[(10_000, 9_900), (10_200, 10_100), (10_150, 10_100), (10_099, 10_100)],
            10_098,
        ),
        (Side::Sell, Percent(50), &[(10_200, 10_149), (10_150, 10_149), (10_149, 10_149)], 10_148),
        (Side::Buy, Amount(price(100)), &[(9_900, 10_000), (9_800, 9_900), (9_899, 9_900), (9_900, 9_900)], 9_901),
        (Side::Buy, Percent(100), &[(9_999, 10_099), (9_001, 9_092), (9_091, 9_092), (9_300, 9_092)], 9_301),
    ];
    for (side, distance, ticks, filled) in table {
        let mut facts = facts(10);
        let placed = decided(&trailing(side, distance, 10), &mut facts).unwrap();
        assert!(placed.waits() && placed.status == OrderStatus::Accepted);
        for (number, (last, stop)) in ticks.iter().enumerate() {
            let name = format!("{side:?} {distance:?} at {last}");
            reach(quote(number as i64 + 2, *last), &mut facts);
            let is_last = number + 1 == ticks.len();
            assert_eq!(order(&facts).waits(), !is_last, "{name}");
            assert_eq!(stands(&facts), *stop, "{name}");
        }
        let (order, fill) = (order(&facts), facts.written::<Fill>().last().unwrap());
        assert_eq!((order.status, fill.price), (OrderStatus::Filled, price(filled)), "{side:?} {distance:?}");
        assert!(order.priority != placed.priority, "its place in time is its trigger");
    }
}

#[test]
fn one_that_opens_holds_its_first_stop_and_takes_the_collar_around_the_last() {
    let mut facts = facts(0);
    let place = trailing(Side::Buy, Distance::Amount(price(100)), 10);
    let mut ids = 500..;
    let card = cost(&place, &facts, &mut Stamp::new(UnixMillis(5), &mut || ids.next().unwrap())).unwrap();
    let placed = decided(&place, &mut facts).unwrap();
    // The collar of 5 % above 101 dollars.
    assert_eq!((placed.limit, placed.hold, card.held), (price(10_605), usd(106_050), usd(106_050)));
    reach(quote(2, 9_000), &mut facts);
    assert_eq!((order(&facts).hold, order(&facts).limit), (usd(106_050), price(10_605)), "what is held stays");
    reach(quote(3, 9_100), &mut facts);
    let filled = order(&facts);
    assert_eq!((filled.limit, filled.stop.unwrap().price, filled.hold), (price(9_555), price(9_100), usd(0)));
    assert_eq!(facts.balance(&AT.balance()).unwrap().unwrap().posted, 1_000_000 - 91_010);
}

#[test]
fn what_cannot_follow_is_refused_before_anything_is_held() {
    type Change = fn(&mut Place);
    let table: [(Change, Result<(), Refusal>); 12] = [
        (|_| {}, Ok(())),
        (|place| place.trail = None, Err(Refusal::TrailInvalid)),
        (|place| place.trail = Some(Distance::Amount(Price::ZERO)), Err(Refusal::TrailInvalid)),
        (|place| place.trail = Some(Distance::Amount(price(-1))), Err(Refusal::TrailInvalid)),
        (|place| place.trail = Some(Distance::Amount(price(10_000))), Err(Refusal::TrailInvalid)),
        (|place| place.trail = Some(Distance::Percent(10_000)), Err(Refusal::TrailInvalid)),
        // The bid that it would be filled at is a cent away.
        (|place| place.trail = Some(Distance::Amount(price(1))), Err(Refusal::StopPriceSide)),
        (|place| place.trail = Some(Distance::Amount(price(2))), Ok(())),
        (|place| place.terms.tick = None, Err(Refusal::NoQuote)),
        (|place| place.time_in_force = TimeInForce::ImmediateOrCancel, Err(Refusal::TimeInForceInvalid)),
        (|place| place.time_in_force = TimeInForce::FillOrKill, Err(Refusal::TimeInForceInvalid)),
        (|place| place.time_in_force = TimeInForce::GoodTillCancelled, Ok(())),
    ];
    for (number, (change, expected)) in table.into_iter().enumerate() {
        let mut place = trailing(Side::Sell, Distance::Amount(price(100)), 10);
        change(&mut place);
        let mut facts = facts(10);
        assert_eq!(decided(&place, &mut facts).map(drop), expected, "line {number}");
        let accepted = facts.written::<BestPrices>().map(|best| best.accepted).collect::<Vec<_>>();
        assert_eq!(accepted, if expected.is_ok() { vec![1] } else { vec![] }, "line {number}");
    }
}

#[test]
fn another_distance_stands_behind_the_same_best_price() {
    let amend = |change: fn(&mut Amend)| {
        let mut facts = facts(10);
        decided(&trailing(Side::Sell, Distance::Amount(price(100)), 10), &mut facts).unwrap();
        reach(quote(2, 10_200), &mut facts);
        reach(quote(3, 10_150), &mut facts);
        let mut amend = testing::amend(AT, Side::Sell, Priority(77), terms(quote(4, 10_150)));
        amend.trails = true;
        change(&mut amend);
        decided(&amend, &mut facts).map(|order| (stands(&facts), order.priority == Priority(77), order.quantity))
    };
    type Change = fn(&mut Amend);
    let table: [(Change, Result<_, Refusal>); 9] = [
        // A distance that leaves nothing below the best price.
        (|amend| amend.trail = Some(Distance::Amount(price(10_200))), Err(Refusal::TrailInvalid)),
        (|amend| amend.trail = Some(Distance::Amount(price(300))), Ok((9_900, true, shares(10)))),
        (|amend| amend.trail = Some(Distance::Percent(100)), Ok((10_098, true, shares(10)))),
        (|amend| amend.quantity = Some(shares(5)), Ok((10_100, false, shares(5)))),
        // The market stands half a dollar below the best price.
        (|amend| amend.trail = Some(Distance::Amount(price(50))), Err(Refusal::StopPriceSide)),
        (|amend| amend.trail = Some(Distance::Percent(0)), Err(Refusal::TrailInvalid)),
        (|amend| amend.trail = Some(Distance::Amount(price(100))), Err(Refusal::OrderUnchanged)),
        (|amend| amend.stop = Some(price(9_000)), Err(Refusal::TrailInvalid)),
        (|amend| amend.price = Some(price(9_000)), Err(Refusal::NotALimitOrder)),
    ];
    for (number, (change, expected)) in table.into_iter().enumerate() {
        assert_eq!(amend(change), expected, "line {number}");
    }
    let mut facts = facts(10);
    let stop = Place {
        kind: OrderKind::Stop,
        trail: None,
        stop: Some(price(9_000)),
        ..trailing(Side::Sell, Distance::Percent(1), 1)
    };
    decided(&stop, &mut facts).unwrap();
    let amend = Amend {
        trail: Some(Distance::Percent(100)),
        ..testing::amend(AT, Side::Sell, Priority(77), terms(quote(2, 10_000)))
    };
    assert_eq!(decided(&amend, &mut facts), Err(Refusal::TrailInvalid), "an order of another kind has no distance");
}

#[test]
fn a_tick_from_before_regular_hours_moves_nothing() {
    let mut facts = facts(10);
    decided(&trailing(Side::Sell, Distance::Amount(price(100)), 10), &mut facts).unwrap();
    let early = Arc::new(Tick { session: Session::Pre, ..(*quote(2, 10_500)).clone() });
    assert_eq!(reach(early, &mut facts).offered, OfferedTo::Nobody);
    assert_eq!(stands(&facts), 9_900);
}

#[test]
fn who_comes_later_has_not_seen_what_was_before() {
    let mut facts = facts(20);
    decided(&trailing(Side::Sell, Distance::Amount(price(100)), 10), &mut facts).unwrap();
    reach(quote(2, 10_300), &mut facts);
    reach(quote(3, 10_250), &mut facts);
    let second = OrderRef { id: OrderId(10), ..AT };
    let place =
        Place { at: second, terms: terms(quote(3, 10_250)), ..trailing(Side::Sell, Distance::Amount(price(100)), 10) };
    let placed = decided(&place, &mut facts).unwrap();
    assert_eq!((placed.stop.unwrap().price, stands(&facts)), (price(10_150), 10_200));
    assert_eq!(best(&facts, Side::Sell).levels.len(), 2);
    // A new high that both orders have seen merges their levels.
    reach(quote(4, 10_400), &mut facts);
    assert_eq!((best(&facts, Side::Sell).levels.len(), stands(&facts)), (1, 10_300));
    let rules = testing::trading_rules(AT.instrument);
    let second = facts.get::<Order>(&second.id).unwrap().unwrap();
    assert_eq!(second.stop_price(Some(&best(&facts, Side::Sell)), &rules.tick_sizes), Some(price(10_300)));
}

#[test]
fn a_stop_whose_best_prices_are_lost_stays_where_it_was() {
    let mut facts = facts(10);
    decided(&trailing(Side::Sell, Distance::Amount(price(100)), 5), &mut facts).unwrap();
    facts.load(BestPrices::unreadable((AT.instrument, Side::Sell)));
    reach(quote(2, 10_500), &mut facts);
    assert_eq!((stands(&facts), best(&facts, Side::Sell).levels.len()), (9_900, 0));
    let another = Place { at: OrderRef { id: OrderId(10), ..AT }, ..trailing(Side::Sell, Distance::Percent(100), 5) };
    assert_eq!(decided(&another, &mut facts), Err(Refusal::OutOfRange));
    reach(quote(3, 9_900), &mut facts);
    assert_eq!(order(&facts).status, OrderStatus::Filled);
}
