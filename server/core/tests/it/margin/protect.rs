//! Stop-losses, take-profits and warnings.

use plumbline_core::decimal::Price;
use plumbline_core::decision::Refusal;
use plumbline_core::orders::{CloseReason, OrderStatus};
use plumbline_core::positions::Direction::{self, Long, Short};
use plumbline_core::products::WarnMargin;

use super::venue::{EUR_USD, Venue, price, usd};

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
    let table: [(Direction, Prices, Prices, CloseReason, i64); 4] = [
        (Long, ("1.08000", "1.09000"), ("1.08000", "1.08010"), CloseReason::StopLoss, 950_000),
        (Long, ("1.08000", "1.09000"), ("1.09003", "1.09010"), CloseReason::TakeProfit, 1_050_300),
        (Short, ("1.09000", "1.08000"), ("1.08990", "1.09000"), CloseReason::StopLoss, 950_000),
        (Short, ("1.09000", "1.08000"), ("1.07990", "1.08000"), CloseReason::TakeProfit, 1_050_000),
    ];
    for (direction, (stop, take), (bid, ask), reason, left) in table {
        let mut venue = open(direction);
        venue.protect(EUR_USD, direction, Some(price(stop)), Some(price(take))).unwrap();
        assert_eq!(venue.trigger(EUR_USD, direction).unwrap_err(), Refusal::NotReached);
        venue.quote(EUR_USD, bid, ask);
        let order = venue.trigger(EUR_USD, direction).unwrap();
        assert_eq!((order.reason, order.status), (Some(reason), OrderStatus::Filled), "{direction:?} at {bid}/{ask}");
        let position = venue.position(EUR_USD, direction);
        assert!(position.quantity.is_zero() && position.protection.is_empty());
        assert_eq!(venue.balance(), (left, 0));
        assert_eq!(venue.trigger(EUR_USD, direction).unwrap_err(), Refusal::PositionUnknown);
    }
}

#[test]
fn a_price_that_is_reached_already_protects_nothing() {
    let table: [(Direction, Option<&str>, Option<&str>, Refusal); 5] = [
        (Long, Some("1.08500"), None, Refusal::StopLossReached),
        (Long, None, Some("1.08400"), Refusal::TakeProfitReached),
        (Short, Some("1.08000"), None, Refusal::StopLossReached),
        (Short, None, Some("1.09000"), Refusal::TakeProfitReached),
        (Long, Some("1.080001"), None, Refusal::TickSize),
    ];
    for (direction, stop, take, refusal) in table {
        let mut venue = open(direction);
        let protected = venue.protect(EUR_USD, direction, stop.map(price), take.map(price));
        assert_eq!(protected.unwrap_err(), refusal, "{direction:?} {stop:?} {take:?}");
    }
    let mut venue = open(Long);
    venue.protect(EUR_USD, Long, Some(price("1.08000")), None).unwrap();
    assert!(venue.protect(EUR_USD, Long, None, None).unwrap().protection.is_empty(), "what is not given is cleared");
}

#[test]
fn what_the_tick_does_not_display_waits_as_the_rest_of_any_market_order() {
    let mut venue = open(Long);
    venue.protect(EUR_USD, Long, Some(price("1.08000")), Some(price("1.09000"))).unwrap();
    let close = venue.place(EUR_USD, Long, false, Some("1.08900"), LOTS, 1).unwrap();
    venue.quote_at(EUR_USD, price("1.07900"), price("1.07910"), 40_000);
    let order = venue.trigger(EUR_USD, Long).unwrap();
    assert_eq!(order.status, OrderStatus::PartiallyFilled);
    assert_eq!(order.limit, price("1.06821"), "a hundredth below, as that of a market order");
    let ended = venue.order(close.at.id);
    assert_eq!((ended.status, ended.reason), (OrderStatus::Cancelled, Some(CloseReason::StopLoss)));
    let position = venue.position(EUR_USD, Long);
    assert!(position.protection.is_empty() && position.available().is_zero());
    assert_eq!(position.held, order.remaining());
}

#[test]
fn a_new_position_begins_without_protection() {
    let mut venue = open(Long);
    venue.protect(EUR_USD, Long, Some(price("1.08000")), None).unwrap();
    venue.close(EUR_USD, Long, 40_000).unwrap();
    assert!(!venue.position(EUR_USD, Long).protection.is_empty(), "a part keeps it");
    venue.close(EUR_USD, Long, 60_000).unwrap();
    venue.open(EUR_USD, Long, LOTS, 20).unwrap();
    assert!(venue.position(EUR_USD, Long).protection.is_empty());
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
