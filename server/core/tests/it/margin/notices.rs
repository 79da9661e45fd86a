//! A customer is notified, in the same commit, of what we do to a position; not of the customer's own acts.

use plumbline_core::ids::OrderId;
use plumbline_core::inbox::{Notice, NoticeKind};
use plumbline_core::orders::{CloseReason, Order, Side};
use plumbline_core::positions::Direction::{Long, Short};
use plumbline_core::positions::LegKind;
use plumbline_core::products::{AddMargin, FinancingRates, WarnMargin};

use super::venue::{CUSTOMER, EUR_USD, Venue, price, units, usd};

const LOTS: i64 = 100_000;

impl Venue {
    /// The notices in order, all of them to the customer.
    pub(super) fn told(&self) -> Vec<NoticeKind> {
        let notices: Vec<&Notice> = self.facts.written().collect();
        assert!(notices.iter().all(|notice| notice.account == CUSTOMER));
        notices.into_iter().map(|notice| notice.kind.clone()).collect()
    }
}

/// Long 100,000 at 1.0850 with 3,616.67 set aside.
fn long() -> Venue {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.08500", "1.08500");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue
}

fn ended(order: &Order, reason: CloseReason) -> NoticeKind {
    NoticeKind::OrderEnded {
        order: order.at.id,
        instrument: EUR_USD.id,
        side: Side::Sell,
        filled: units(0),
        whole: order.quantity,
        reason: reason.code().to_owned(),
    }
}

#[test]
fn a_warning_says_where_the_position_is_closed() {
    let mut venue = long();
    let mut at = |bid: &str, ask: &str| {
        venue.quote(EUR_USD, bid, ask);
        let (at, terms) = (venue.at(EUR_USD, Long), venue.terms(EUR_USD));
        venue.decide(WarnMargin { at, terms }).unwrap();
        venue.told()
    };
    let warning = |told: &[NoticeKind], bid: &str| match told.last() {
        Some(NoticeKind::MarginWarning { instrument, direction, mark, liquidation, .. }) => {
            assert_eq!((*instrument, *direction), (EUR_USD.id, Long));
            assert_eq!((*mark, *liquidation), (price(bid), price("1.06691665")));
        }
        other => panic!("{other:?}"),
    };
    let told = at("1.07776", "1.07778");
    warning(&told, "1.07776");
    assert_eq!(at("1.08139", "1.08141").len(), 1, "that it is out of danger is not told");
    let told = at("1.07700", "1.07702");
    warning(&told, "1.07700");
    assert_eq!(told.len(), 2, "it came near anew");
}

#[test]
fn nothing_is_said_of_a_price_where_none_is_that_bad() {
    let mut venue = Venue::with(100_000_000);
    venue.quote(EUR_USD, "1.08500", "1.08500");
    venue.open(EUR_USD, Long, LOTS, 1).unwrap();
    let at = venue.at(EUR_USD, Long);
    venue.decide(AddMargin { at, amount: usd(8_000_000) }).unwrap();
    // 108,500 and 80,000 are set aside: 80 % of the first is left at 0.06800, and half of it at no price.
    venue.quote(EUR_USD, "0.06800", "0.06802");
    let terms = venue.terms(EUR_USD);
    assert!(venue.decide(WarnMargin { at, terms }).unwrap().margin.unwrap().warned);
    assert_eq!(venue.told(), []);
}

#[test]
fn each_part_that_we_close_is_told_and_so_are_the_orders_that_end_with_it() {
    let mut venue = long();
    let resting = venue.place(EUR_USD, Long, false, Some("1.09000"), 60_000, 1).unwrap();
    assert_eq!(venue.told(), []);
    venue.quote(EUR_USD, "1.06691", "1.06693");
    let half = venue.liquidate(EUR_USD, Long).unwrap();
    let position = venue.position(EUR_USD, Long).id;
    let liquidated = |order: OrderId, quantity, at: &str, left, profit| NoticeKind::Liquidated {
        position,
        order,
        instrument: EUR_USD.id,
        direction: Long,
        quantity: units(quantity),
        price: price(at),
        left: units(left),
        profit: usd(profit),
        for_gap: false,
    };
    let mut expected =
        vec![ended(&resting, CloseReason::Liquidated), liquidated(half[0].at.id, 50_000, "1.06691", 50_000, -90_450)];
    assert_eq!(venue.told(), expected);
    venue.quote(EUR_USD, "1.04000", "1.04002");
    let rest = venue.liquidate(EUR_USD, Long).unwrap();
    expected.push(liquidated(rest[0].at.id, 50_000, "1.04", 0, -225_000));
    assert_eq!(venue.told(), expected);
}

#[test]
fn a_stop_loss_and_a_take_profit_tell_what_they_closed_and_what_waits() {
    // The quote and its displayed size; the notice, with the quantity closed, the quantity that waits, and the profit.
    let table = [
        ("1.07900", 1_000_000, LegKind::StopLoss, LOTS, 0, -60_000),
        ("1.07900", 40_000, LegKind::StopLoss, 40_000, 60_000, -24_000),
        ("1.09100", 1_000_000, LegKind::TakeProfit, LOTS, 0, 60_000),
    ];
    for (bid, size, by, closed, waits, profit) in table {
        let mut venue = long();
        venue.protect(EUR_USD, Long, Some(price("1.08000")), Some(price("1.09000"))).unwrap();
        venue.quote_at(EUR_USD, price(bid), price("1.09200"), size);
        venue.offer(EUR_USD);
        let order = venue.leg(by);
        let protected = NoticeKind::Protected {
            position: venue.position(EUR_USD, Long).id,
            order: order.at.id,
            instrument: EUR_USD.id,
            direction: Long,
            by,
            mark: price(bid),
            quantity: units(closed),
            price: price(bid),
            left: units(waits),
            profit: usd(profit),
        };
        assert_eq!(venue.told(), [protected]);
    }
}

#[test]
fn a_night_is_told_where_anything_was_paid_or_received() {
    // Rates in thousandths of a percent, and the cost or income of 100,000 at 1.15826; the markup is a half.
    let table = [(Long, 2_000, 4_500, Some(-952)), (Short, 2_000, 4_500, Some(635)), (Long, 4_500, 4_000, None)];
    for (direction, base, quote, amount) in table {
        let mut venue = Venue::with(1_000_000);
        venue.quote(EUR_USD, "1.15826", "1.15826");
        venue.open(EUR_USD, direction, LOTS, 30).unwrap();
        let rate = |thousandths: i64| thousandths * 10_000_000;
        let rates = FinancingRates { base: rate(base), quote: rate(quote), markup: rate(500) };
        venue.begin_night(EUR_USD, 1, rates);
        venue.charge(EUR_USD, &[direction]);
        let position = venue.position(EUR_USD, direction).id;
        let told = |minor| NoticeKind::Financing { position, instrument: EUR_USD.id, nights: 1, amount: usd(minor) };
        assert_eq!(venue.told(), amount.map(told).into_iter().collect::<Vec<_>>(), "{direction:?}");
    }
}
