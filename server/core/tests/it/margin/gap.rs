//! A loss beyond the margin: the profit in the other direction pays before the house does.

use plumbline_core::decision::Refusal;
use plumbline_core::inbox::NoticeKind;
use plumbline_core::ledger::{Book, House};
use plumbline_core::orders::{CloseReason, Fill};
use plumbline_core::positions::Direction::{Long, Short};
use plumbline_core::positions::{Direction, LegKind};

use super::venue::{EUR_USD, Venue, price, units, usd};

const LOTS: i64 = 100_000;
const DAY: i64 = 86_400_000;
/// The margin of a position at 30 times, in cents.
const MARGIN: i64 = 361_667;

/// Holds both directions of a pair, each at 1.0850.
fn hedged(short: i64) -> Venue {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue.open(EUR_USD, Short, short, 30).unwrap();
    venue
}

fn borne(venue: &Venue) -> i64 {
    let postings = venue.facts.journals().iter().flat_map(|journal| journal.postings());
    let protection = postings.filter(|posting| posting.book == Book::House(House::Protection));
    -protection.map(|posting| posting.amount.minor).sum::<i64>()
}

fn unrealized(venue: &Venue, direction: Direction) -> i64 {
    venue
        .terms(EUR_USD)
        .unrealized(direction, venue.position(EUR_USD, direction).quantity, venue.position(EUR_USD, direction).cost)
        .unwrap()
        .minor
}

#[test]
fn an_open_profit_in_the_other_direction_pays_for_a_gap() {
    let mut venue = hedged(LOTS);
    venue.quote(EUR_USD, "1.0200", "1.0201");
    venue.liquidate(EUR_USD, Long).unwrap();
    assert!(venue.position(EUR_USD, Long).quantity.is_zero());
    assert_eq!(borne(&venue), 0);
    // 6,500 are lost. 6,490 of the short are taken for what two margins leave of it, 2,883.33, in whole lots.
    let short = venue.position(EUR_USD, Short);
    let fills: Vec<Fill> = venue.facts.written::<Fill>().cloned().collect();
    let paid: i64 = fills
        .iter()
        .filter(|fill| fill.order.direction == Short)
        .filter_map(|fill| fill.profit)
        .map(|profit| profit.minor)
        .sum();
    assert!((288_333..=288_333 + 2 * 6_490).contains(&paid), "{paid}");
    assert_eq!(short.quantity.units() % units(1_000).units(), 0);
    assert_eq!(venue.balance().0 + unrealized(&venue, Short), 1_000_000 - 650_000 + 649_000);
    let told = venue.told();
    let for_gap =
        told.iter().filter(|told| matches!(told, NoticeKind::Liquidated { for_gap: true, direction: Short, .. }));
    assert_eq!(for_gap.count(), 1, "for the second half of the other one");
    let last = fills.iter().rfind(|fill| fill.order.direction == Short).unwrap();
    assert_eq!(venue.order(last.order.id).reason, Some(CloseReason::PaidForGap));
}

#[test]
fn a_profit_pays_no_more_than_there_is_of_it() {
    let mut venue = hedged(20_000);
    venue.quote(EUR_USD, "1.0200", "1.0201");
    venue.liquidate(EUR_USD, Long).unwrap();
    // 20,000 short have gained 1,298.
    assert_eq!(borne(&venue), 650_000 - MARGIN - 129_800);
    assert!(venue.position(EUR_USD, Short).quantity.is_zero());
    assert_eq!(venue.balance(), (1_000_000 - MARGIN, 0));
}

#[test]
fn a_position_in_the_other_direction_that_loses_too_pays_nothing() {
    let mut venue = hedged(LOTS);
    // A spread so wide that both have lost.
    venue.quote(EUR_USD, "1.0200", "1.0900");
    venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!(borne(&venue), 650_000 - MARGIN);
    assert_eq!(venue.position(EUR_USD, Short).quantity, units(LOTS));
}

#[test]
fn a_profit_that_was_taken_on_the_day_pays_once() {
    for (later, pays) in [(1, 149_000), (DAY, 0)] {
        let mut venue = hedged(LOTS);
        venue.quote(EUR_USD, "1.0700", "1.0701");
        venue.close(EUR_USD, Short, LOTS).unwrap();
        venue.now = venue.now.plus(later);
        venue.quote(EUR_USD, "1.0200", "1.0201");
        venue.liquidate(EUR_USD, Long).unwrap();
        let lacking = 650_000 - MARGIN;
        assert_eq!(borne(&venue), lacking - pays);
        assert_eq!(venue.balance(), (1_000_000 + 149_000 - MARGIN - pays, 0));
        venue.quote(EUR_USD, "1.0850", "1.0850");
        venue.open(EUR_USD, Long, LOTS, 30).unwrap();
        let before = borne(&venue);
        venue.quote(EUR_USD, "1.0200", "1.0201");
        venue.liquidate(EUR_USD, Long).unwrap();
        assert_eq!(borne(&venue) - before, lacking);
    }
}

/// Who takes the profit after the gap does not get it out of the account before it has paid.
#[test]
fn a_profit_that_is_taken_after_a_gap_goes_to_the_margin_that_lacks_it() {
    let mut venue = hedged(LOTS);
    venue.quote(EUR_USD, "1.0200", "1.0201");
    venue.close(EUR_USD, Short, LOTS).unwrap();
    assert_eq!(venue.position(EUR_USD, Long).margin.unwrap().amount, usd(650_000));
    assert_eq!(venue.balance(), (1_649_000, 650_000));
    venue.now = venue.now.plus(DAY);
    venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!((borne(&venue), venue.balance()), (0, (999_000, 0)));
}

/// A loss that was taken earlier on the day in the direction that pays shields nothing.
#[test]
fn an_earlier_loss_keeps_no_open_profit_from_paying() {
    let mut venue = Venue::with(3_000_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue.open(EUR_USD, Short, LOTS, 30).unwrap();
    venue.quote(EUR_USD, "1.0950", "1.0950");
    venue.close(EUR_USD, Short, LOTS).unwrap();
    venue.close(EUR_USD, Long, LOTS).unwrap();
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue.open(EUR_USD, Short, LOTS, 30).unwrap();
    venue.quote(EUR_USD, "1.0200", "1.0201");
    venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!(borne(&venue), 0);
    assert_eq!(venue.balance().0 + unrealized(&venue, Short), 3_000_000 - 1_000);
}

/// Where the quote displays too little on the side that pays, what is hedged waits for the next one.
#[test]
fn what_is_hedged_waits_for_the_other_direction_to_pay() {
    let mut venue = hedged(LOTS);
    let (bid, ask) = (price("1.0200"), price("1.0201"));
    venue.quote_at(EUR_USD, bid, ask, LOTS);
    let tick = std::sync::Arc::make_mut(venue.ticks.get_mut(&EUR_USD.id).unwrap());
    tick.asks = plumbline_core::testing::side([(ask, units(10_000))]);
    venue.liquidate(EUR_USD, Long).unwrap();
    // Half is closed of the margin. 10,000 of the short pay for a part of the rest, of which 90,000 are hedged then.
    assert_eq!((borne(&venue), venue.position(EUR_USD, Long).quantity), (0, units(50_000)));
    assert_eq!(venue.position(EUR_USD, Short).quantity, units(90_000));
    venue.quote(EUR_USD, "1.0190", "1.0191");
    venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!((borne(&venue), venue.position(EUR_USD, Long).quantity), (0, units(0)));
}

/// The direction that pays is closed at no price at which it has lost, and the house pays nothing while it has a profit.
#[test]
fn nothing_is_closed_at_a_loss_to_pay_for_a_gap() {
    let mut venue = Venue::with(40_000_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue.quote(EUR_USD, "1.0204", "1.0205");
    venue.open(EUR_USD, Short, 5_000_000, 30).unwrap();
    venue.quote(EUR_USD, "1.0199", "1.0200");
    let tick = std::sync::Arc::make_mut(venue.ticks.get_mut(&EUR_USD.id).unwrap());
    let cents = |nth: i64| price(&format!("1.02{nth:02}"));
    tick.asks = plumbline_core::testing::side((0..10).map(|nth| (cents(nth), units(500_000))));
    venue.liquidate(EUR_USD, Long).unwrap();
    let fills = venue.facts.written::<Fill>().filter(|fill| fill.order.direction == Short);
    let (worst, least) = fills
        .filter_map(|fill| Some((fill.price, fill.profit?.minor)))
        .fold((price("0"), i64::MAX), |all, one| (all.0.max(one.0), all.1.min(one.1)));
    assert!(worst <= price("1.0204") && least >= 0, "{worst} {least}");
    assert_eq!(borne(&venue), 0);
}

#[test]
fn a_part_at_two_prices_takes_no_more_than_there_is() {
    let mut venue = Venue::with(2 * MARGIN);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue.open(EUR_USD, Short, 90_000, 30).unwrap();
    venue.quote(EUR_USD, "1.0845", "1.0845");
    venue.close(EUR_USD, Short, 90_000).unwrap();
    let (_, held) = venue.balance();
    let free = venue.balance().0 - held;
    let at = venue.at(EUR_USD, Long);
    venue.decide(plumbline_core::products::AddMargin { at, amount: usd(free) }).unwrap();
    venue.quote_at(EUR_USD, price("1.0660"), price("1.0661"), LOTS);
    let tick = std::sync::Arc::make_mut(venue.ticks.get_mut(&EUR_USD.id).unwrap());
    tick.bids = plumbline_core::testing::side([(price("1.0300"), units(30_000)), (price("0.9500"), units(70_000))]);
    venue.liquidate(EUR_USD, Long).unwrap();
    assert!(venue.balance().0 >= 0 && venue.balance().1 >= 0);
    assert_eq!(venue.position(EUR_USD, Long).quantity, units(0));
}

#[test]
fn free_cash_that_is_no_profit_of_the_day_does_not_pay() {
    let mut venue = Venue::with(10_000_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue.quote(EUR_USD, "1.0200", "1.0201");
    venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!((borne(&venue), venue.balance()), (650_000 - MARGIN, (10_000_000 - MARGIN, 0)));
}

#[test]
fn a_close_that_the_house_would_pay_for_is_left_to_the_liquidation() {
    let mut venue = hedged(LOTS);
    venue.protect(EUR_USD, Long, Some(price("1.0700")), None).unwrap();
    venue.quote(EUR_USD, "1.0200", "1.0201");
    let mut without = hedged(LOTS);
    without.quote(EUR_USD, "1.0200", "1.0201");
    assert_eq!(without.close(EUR_USD, Long, LOTS).unwrap_err(), Refusal::MarginExhausted);
    let leg = venue.leg(LegKind::StopLoss);
    assert_eq!(venue.offered(EUR_USD).refused, [(leg.at.id, Refusal::MarginExhausted)]);
    let leg = venue.leg(LegKind::StopLoss);
    assert!(leg.status.is_open() && leg.filled.is_zero(), "it still waits");
    venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!(borne(&venue), 0);
    assert!(!venue.leg(LegKind::StopLoss).status.is_open());
    // One in profit is closed by its customer as ever.
    venue.close(EUR_USD, Short, 1_000).unwrap();
}

#[test]
fn orders_that_close_the_other_direction_make_way() {
    let mut venue = hedged(LOTS);
    let waits = venue.place(EUR_USD, Short, false, Some("1.0000"), LOTS, 1).unwrap();
    venue.quote(EUR_USD, "1.0200", "1.0201");
    // One that is not known yet is asked for before the house pays.
    let mut without = hedged(LOTS);
    without.place(EUR_USD, Short, false, Some("1.0000"), LOTS, 1).unwrap();
    without.quote(EUR_USD, "1.0200", "1.0201");
    let liquidation = without.liquidation(EUR_USD, Long, &[]);
    let closed = without.decide(liquidation).unwrap();
    assert_eq!((closed.len(), borne(&without)), (1, 0), "the other half waits");
    venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!(borne(&venue), 0);
    let ended = venue.order(waits.at.id);
    assert_eq!((ended.status.is_open(), ended.reason), (false, Some(CloseReason::PaidForGap)));
    assert_eq!(venue.position(EUR_USD, Short).held, units(0));
}
