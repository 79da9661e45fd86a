//! Stop-losses, take-profits and warnings.

use plumbline_core::decimal::Price;
use plumbline_core::decision::{Refusal, Stamp};
use plumbline_core::orders::{Cancel, CloseReason, Cost, OrderStatus, Place, Protect, cost_of_legs};
use plumbline_core::positions::Direction::{self, Long, Short};
use plumbline_core::positions::LegKind;
use plumbline_core::products::WarnMargin;

use super::venue::{EUR_USD, Venue, price, units, usd};

const LOTS: i64 = 100_000;

fn open(direction: Direction) -> Venue {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.08500", "1.08500");
    venue.open(EUR_USD, direction, LOTS, 20).unwrap();
    venue
}

#[test]
fn what_is_reached_first_closes_the_position_and_ends_the_other() {
    // The stop-loss, the take-profit, the quote that reaches one, and the money left in the wallet.
    type Prices = (&'static str, &'static str);
    let table: [(Direction, Prices, Prices, LegKind, i64); 4] = [
        (Long, ("1.08000", "1.09000"), ("1.08000", "1.08010"), LegKind::StopLoss, 950_000),
        (Long, ("1.08000", "1.09000"), ("1.09003", "1.09010"), LegKind::TakeProfit, 1_050_300),
        (Short, ("1.09000", "1.08000"), ("1.08990", "1.09000"), LegKind::StopLoss, 950_000),
        (Short, ("1.09000", "1.08000"), ("1.07990", "1.08000"), LegKind::TakeProfit, 1_050_000),
    ];
    for (direction, (stop, take), (bid, ask), reached, left) in table {
        let mut venue = open(direction);
        let protected = venue.protect(EUR_USD, direction, Some(price(stop)), Some(price(take))).unwrap();
        assert_eq!(protected.position.held, units(LOTS), "both legs hold it once");
        venue.offer(EUR_USD);
        let both = [LegKind::TakeProfit, LegKind::StopLoss];
        assert!(both.iter().all(|kind| venue.leg(*kind).status == OrderStatus::Accepted), "nothing is reached yet");
        venue.quote(EUR_USD, bid, ask);
        venue.offer(EUR_USD);
        assert_eq!(venue.leg(reached).status, OrderStatus::Filled, "{direction:?} at {bid}/{ask}");
        let other = venue.leg(*both.iter().find(|kind| **kind != reached).unwrap());
        assert_eq!((other.status, other.reason), (OrderStatus::Cancelled, Some(reached.into())));
        let position = venue.position(EUR_USD, direction);
        assert!(position.quantity.is_zero() && position.held.is_zero());
        assert_eq!(venue.balance(), (left, 0));
    }
}

/// The card of legs, as of now.
fn card(venue: &Venue, protect: &Protect) -> Result<Cost, Refusal> {
    let mut ids = 1..;
    cost_of_legs(protect, &venue.facts, &mut Stamp::new(venue.now, &mut || ids.next().unwrap()))
}

#[test]
fn the_card_of_legs_says_what_the_first_of_them_brings() {
    // The stop-loss, the take-profit, the quote that reaches the first leg, and the profit at its price.
    type Prices = (Option<&'static str>, Option<&'static str>);
    let table: [(Direction, Prices, (&str, &str), i64); 5] = [
        (Long, (Some("1.08000"), None), ("1.08000", "1.08010"), -50_000),
        (Long, (None, Some("1.09000")), ("1.09000", "1.09010"), 50_000),
        (Long, (Some("1.08000"), Some("1.09000")), ("1.09000", "1.09010"), 50_000),
        (Short, (Some("1.09000"), None), ("1.08990", "1.09000"), -50_000),
        (Short, (Some("1.09000"), Some("1.08100")), ("1.08090", "1.08100"), 40_000),
    ];
    for (direction, (stop, take), (bid, ask), profit) in table {
        let mut venue = open(direction);
        let protect = venue.protection(EUR_USD, direction, stop.map(price), take.map(price));
        let before = format!("{:?}", venue.facts);
        let card = card(&venue, &protect).unwrap();
        assert_eq!(before, format!("{:?}", venue.facts), "to look at it changes nothing");
        let set_aside = venue.position(EUR_USD, direction).margin.unwrap().amount;
        assert_eq!((card.quantity, card.released, card.refusal), (units(LOTS), Some(set_aside), None));
        assert_eq!(card.total, usd(set_aside.minor + profit), "{direction:?} {stop:?} {take:?}");
        venue.decide(protect).unwrap();
        let (posted, held) = venue.balance();
        venue.quote(EUR_USD, bid, ask);
        venue.offer(EUR_USD);
        let (posted_after, held_after) = venue.balance();
        assert_eq!(card.total, usd(posted_after - held_after - (posted - held)), "it brings what the card said");
    }
}

#[test]
fn the_card_of_legs_is_refused_as_they_are() {
    let mut venue = open(Long);
    let reached = venue.protection(EUR_USD, Long, Some(price("1.08500")), None);
    assert_eq!(card(&venue, &reached).unwrap_err(), Refusal::StopLossReached);
    let nothing = venue.protection(EUR_USD, Long, None, None);
    assert_eq!(card(&venue, &nothing).unwrap_err(), Refusal::PriceRequired);
    venue.protect(EUR_USD, Long, Some(price("1.08000")), None).unwrap();
    let more = venue.protection(EUR_USD, Long, Some(price("1.07000")), None);
    let beside = Protect { replaces: Vec::new(), ..more };
    assert_eq!(card(&venue, &beside).unwrap_err(), Refusal::InsufficientPosition);
}

#[test]
fn a_price_that_is_reached_already_protects_nothing() {
    let table: [(Direction, Option<&str>, Option<&str>, Refusal); 6] = [
        (Long, Some("1.08500"), None, Refusal::StopLossReached),
        (Long, None, Some("1.08400"), Refusal::TakeProfitReached),
        (Short, Some("1.08000"), None, Refusal::StopLossReached),
        (Short, None, Some("1.09000"), Refusal::TakeProfitReached),
        (Long, Some("1.080001"), None, Refusal::StopTickSize),
        (Long, None, Some("1.090001"), Refusal::TickSize),
    ];
    for (direction, stop, take, refusal) in table {
        let mut venue = open(direction);
        let protected = venue.protect(EUR_USD, direction, stop.map(price), take.map(price));
        assert_eq!(protected.unwrap_err(), refusal, "{direction:?} {stop:?} {take:?}");
    }
}

#[test]
fn new_legs_take_the_place_of_the_old_ones() {
    let mut venue = open(Long);
    venue.protect(EUR_USD, Long, Some(price("1.08000")), Some(price("1.09000"))).unwrap();
    let old = [venue.leg(LegKind::StopLoss), venue.leg(LegKind::TakeProfit)];
    let protected = venue.protect(EUR_USD, Long, Some(price("1.08100")), None).unwrap();
    for leg in old {
        let leg = venue.order(leg.at.id);
        assert_eq!((leg.status, leg.reason), (OrderStatus::Cancelled, Some(CloseReason::Replaced)));
    }
    assert_eq!((protected.legs.len(), protected.position.held), (1, units(LOTS)));
    let cleared = venue.protect(EUR_USD, Long, None, None).unwrap();
    assert!(cleared.legs.is_empty() && cleared.position.held.is_zero(), "what is not given is cleared");
}

#[test]
fn legs_close_what_no_other_order_closes() {
    let mut venue = open(Long);
    let close = venue.place(EUR_USD, Long, false, Some("1.08900"), 60_000, 1).unwrap();
    venue.protect(EUR_USD, Long, Some(price("1.08000")), Some(price("1.09000"))).unwrap();
    assert_eq!(venue.leg(LegKind::StopLoss).quantity, units(40_000));
    assert_eq!(
        venue.place(EUR_USD, Long, false, Some("1.08900"), 1_000, 1).unwrap_err(),
        Refusal::InsufficientPosition
    );
    venue.quote_at(EUR_USD, price("1.07900"), price("1.07910"), 30_000);
    venue.offer(EUR_USD);
    let (stop, take) = (venue.leg(LegKind::StopLoss), venue.leg(LegKind::TakeProfit));
    assert_eq!((stop.status, stop.remaining()), (OrderStatus::PartiallyFilled, units(10_000)));
    assert_eq!(stop.limit, price("1.06821"), "a hundredth below, as that of a market order");
    assert_eq!((take.status, take.remaining()), (OrderStatus::Accepted, units(10_000)), "what is left is protected");
    assert_eq!(venue.order(close.at.id).remaining(), units(60_000), "another order stays");
    assert_eq!(venue.position(EUR_USD, Long).held, units(70_000));
}

#[test]
fn a_leg_that_is_cancelled_leaves_the_other() {
    let mut venue = open(Long);
    venue.protect(EUR_USD, Long, Some(price("1.08000")), Some(price("1.09000"))).unwrap();
    let (stop, take) = (venue.leg(LegKind::StopLoss).at, venue.leg(LegKind::TakeProfit).at);
    venue.decide(Cancel::new(take, CloseReason::Customer)).unwrap();
    assert_eq!(venue.position(EUR_USD, Long).held, units(LOTS));
    assert!(venue.order(stop.id).status.is_open());
    venue.decide(Cancel::new(stop, CloseReason::Customer)).unwrap();
    assert!(venue.position(EUR_USD, Long).held.is_zero());
}

#[test]
fn legs_end_with_their_position() {
    let mut venue = open(Long);
    venue.protect(EUR_USD, Long, Some(price("1.08000")), None).unwrap();
    let refused = venue.close(EUR_USD, Long, 40_000);
    assert_eq!(refused.unwrap_err(), Refusal::InsufficientPosition, "an order that names no legs takes what is free");
    let close = |venue: &mut Venue, quantity| {
        let makes_way = vec![venue.leg(LegKind::StopLoss).at];
        let place = venue.order_for(EUR_USD, Long, false, None, quantity, 1);
        venue.decide(Place { makes_way, ..place }).unwrap()
    };
    close(&mut venue, 40_000);
    let stop = venue.leg(LegKind::StopLoss);
    assert_eq!((stop.status, stop.quantity), (OrderStatus::Accepted, units(60_000)), "what is left stays protected");
    close(&mut venue, 60_000);
    let stop = venue.leg(LegKind::StopLoss);
    assert_eq!((stop.status, stop.reason), (OrderStatus::Cancelled, Some(CloseReason::PositionClosed)));
    venue.open(EUR_USD, Long, LOTS, 20).unwrap();
    assert!(venue.position(EUR_USD, Long).held.is_zero(), "a new position begins without protection");
}

#[test]
fn a_liquidation_leaves_what_is_left_protected() {
    let mut venue = open(Long);
    venue.protect(EUR_USD, Long, Some(price("1.05000")), None).unwrap();
    venue.quote(EUR_USD, "1.05700", "1.05710");
    venue.liquidate(EUR_USD, Long).unwrap();
    let (position, stop) = (venue.position(EUR_USD, Long), venue.leg(LegKind::StopLoss));
    assert_eq!((position.quantity, position.held), (units(50_000), units(50_000)));
    assert_eq!((stop.status, stop.remaining()), (OrderStatus::Accepted, units(50_000)));
}

#[test]
fn a_customer_is_warned_once_each_time_that_it_comes_near() {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.08500", "1.08500");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    // 3,616.67 are set aside: 80 % are left at 1.07776, 90 % at 1.08138.
    let mut at = |bid: &str| {
        venue.quote_at(EUR_USD, price(bid), Price::from_units(price(bid).units() + 1_000), 1_000_000);
        let (at, terms) = (venue.at(EUR_USD, Long), venue.terms(EUR_USD));
        venue.decide(WarnMargin { at, terms }).map(|position| position.margin.unwrap().warned)
    };
    let quiet = Err(Refusal::MarginSuffices);
    let steps = [
        ("1.07778", quiet),
        ("1.07776", Ok(true)),
        ("1.07000", quiet),
        ("1.08000", quiet),
        ("1.08139", Ok(false)),
        ("1.07700", Ok(true)),
    ];
    for (bid, expected) in steps {
        assert_eq!(at(bid), expected, "at {bid}");
    }
    assert_eq!(venue.position(EUR_USD, Long).margin.unwrap().amount, usd(361_667));
}
