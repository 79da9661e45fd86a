//! Brackets of pairs: legs that wait for their entry, and what limits them.

use plumbline_core::decision::Refusal;
use plumbline_core::ids::{GroupId, OrderId, Priority};
use plumbline_core::orders::{
    Amend, GroupRef, Legs, MAX_OPEN_ORDERS, Order, OrderKind, OrderStatus, Place, StopLoss, TimeInForce,
};
use plumbline_core::positions::Direction::{self, Long, Short};
use plumbline_core::positions::LegKind;
use plumbline_core::testing;

use super::venue::{CUSTOMER, EUR_USD, Venue, price, units};

const LOTS: i64 = 10_000;

fn venue() -> Venue {
    let mut venue = Venue::with(10_000_000);
    venue.quote(EUR_USD, "1.08500", "1.08510");
    venue
}

/// An order that opens ten thousand, with a take-profit and a stop-loss.
fn bracket(venue: &mut Venue, direction: Direction, limit: Option<&str>, take: &str, stop: &str) -> Place {
    let mut place = venue.order_for(EUR_USD, direction, true, limit.map(price), LOTS, 20);
    let id = place.at.id.0;
    place.at.group = Some(GroupRef {
        id: GroupId(id),
        entry: Some(place.at.id),
        take_profit: Some(OrderId(id + 1)),
        stop_loss: Some(OrderId(id + 2)),
    });
    let stop_loss = Some(StopLoss { stop: price(stop), limit: None });
    place.legs = Legs { take_profit: Some(price(take)), stop_loss };
    place
}

#[test]
fn legs_lie_on_both_sides_of_where_the_entry_is_filled() {
    // The entry's limit, the take-profit and the stop-loss at a quote of 1.08500 and 1.08510.
    type Row = (Direction, Option<&'static str>, &'static str, &'static str, bool);
    let table: [Row; 9] = [
        (Long, None, "1.09000", "1.08000", true),
        (Long, None, "1.08510", "1.08000", false),
        // Between the quote: the bid has reached it.
        (Long, None, "1.09000", "1.08505", false),
        (Long, Some("1.08000"), "1.08300", "1.07000", true),
        (Long, Some("1.08000"), "1.08300", "1.08000", false),
        // It is filled at the ask, and not at its limit.
        (Long, Some("1.09500"), "1.09000", "1.08000", true),
        (Long, Some("1.09500"), "1.10000", "1.09000", false),
        (Short, None, "1.08000", "1.09000", true),
        (Short, None, "1.09000", "1.08000", false),
    ];
    for (direction, limit, take, stop, is_taken) in table {
        let mut venue = venue();
        let place = bracket(&mut venue, direction, limit, take, stop);
        let expected = if is_taken { Ok(()) } else { Err(Refusal::LegsSide) };
        assert_eq!(venue.decide(place).map(drop), expected, "{direction:?} {limit:?} {take} {stop}");
    }
}

#[test]
fn no_leg_has_a_price_that_cannot_be_stored() {
    let mut venue = venue();
    let place = bracket(&mut venue, Long, None, "90000000000", "1.00000");
    assert_eq!(venue.decide(place).unwrap_err(), Refusal::TickSize);
    let place = bracket(&mut venue, Short, None, "1.00000", "40000000000");
    assert_eq!(venue.decide(place).unwrap_err(), Refusal::StopTickSize);
    venue.open(EUR_USD, Long, LOTS, 20).unwrap();
    assert_eq!(venue.protect(EUR_USD, Long, None, Some(price("90000000000"))).unwrap_err(), Refusal::TickSize);
}

#[test]
fn legs_count_among_the_open_orders_of_their_account() {
    let mut venue = venue();
    for left in [3, 2] {
        venue.facts.load_open::<Order>(CUSTOMER, MAX_OPEN_ORDERS - left);
        let place = bracket(&mut venue, Long, Some("1.08000"), "1.09000", "1.07000");
        let expected = if left == 3 { Ok(()) } else { Err(Refusal::TooManyOpenOrders) };
        assert_eq!(venue.decide(place).map(drop), expected, "an entry and two legs");
        let at_once = bracket(&mut venue, Long, None, "1.09000", "1.07000");
        venue.facts.load_open::<Order>(CUSTOMER, MAX_OPEN_ORDERS - left + 1);
        assert_eq!(venue.decide(at_once).map(drop), expected, "two legs");
    }
}

#[test]
fn an_entry_that_is_amended_stays_between_its_pending_legs() {
    let mut venue = venue();
    let place = bracket(&mut venue, Long, Some("1.08000"), "1.08300", "1.07000");
    let entry = venue.decide(place).unwrap();
    let amend = |venue: &mut Venue, to: &str| {
        let (terms, priority) = (venue.terms(EUR_USD), Priority(1));
        let amend = testing::amend(entry.at, entry.side, priority, terms);
        venue.decide(Amend { price: Some(price(to)), ..amend }).map(drop)
    };
    assert_eq!(amend(&mut venue, "1.08300"), Err(Refusal::LegsSide));
    assert_eq!(amend(&mut venue, "1.07000"), Err(Refusal::LegsSide));
    assert_eq!(amend(&mut venue, "1.08200"), Ok(()));
}

#[test]
fn a_close_at_the_market_bares_nothing_that_it_has_not_closed() {
    let mut venue = venue();
    let place = bracket(&mut venue, Long, None, "1.09000", "1.08000");
    venue.decide(place).unwrap();
    // A quote that displays three of ten thousand.
    venue.quote_at(EUR_USD, price("1.08490"), price("1.08500"), 3_000);
    let makes_way = venue.legs(EUR_USD, Long);
    let close = venue.order_for(EUR_USD, Long, false, None, LOTS, 1);
    let close = venue.decide(Place { makes_way, ..close }).unwrap();
    assert_eq!((close.status, close.time_in_force), (OrderStatus::Cancelled, TimeInForce::ImmediateOrCancel));
    assert_eq!(close.filled, units(3_000));
    for kind in [LegKind::TakeProfit, LegKind::StopLoss] {
        let leg = venue.leg(kind);
        assert_eq!((leg.status, leg.remaining()), (OrderStatus::Accepted, units(7_000)));
    }
    assert_eq!(venue.position(EUR_USD, Long).held, units(7_000));
    // A limit order takes what is free, which is nothing.
    let limit = venue.place(EUR_USD, Long, false, Some("1.10000"), 1_000, 1);
    assert_eq!(limit.unwrap_err(), Refusal::InsufficientPosition);
}

#[test]
fn to_clear_a_protection_clears_what_a_part_filled_entry_would_bring() {
    let mut venue = venue();
    let place = bracket(&mut venue, Long, Some("1.08000"), "1.09000", "1.07000");
    let entry = venue.decide(place).unwrap();
    venue.quote_at(EUR_USD, price("1.07990"), price("1.08000"), 4_000);
    venue.offer(EUR_USD);
    assert_eq!(venue.leg(LegKind::StopLoss).remaining(), units(4_000));
    venue.protect(EUR_USD, Long, None, None).unwrap();
    assert_eq!(venue.leg(LegKind::StopLoss).status, OrderStatus::Cancelled);
    venue.quote_at(EUR_USD, price("1.07990"), price("1.08000"), 1_000_000);
    venue.offer(EUR_USD);
    assert_eq!(venue.order(entry.at.id).status, OrderStatus::Filled);
    assert!(venue.position(EUR_USD, Long).held.is_zero(), "no leg comes back");
    assert_eq!(entry.kind, OrderKind::Limit);
}
