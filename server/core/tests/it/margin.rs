//! Positions on margin, to the cent: margin, gains, losses, charges and liquidation, and the promises of the ledger
//! through all of them.

mod bounds;
mod brackets;
mod gap;
mod notices;
mod protect;
mod random;
mod remove;
mod uncharged;
mod venue;

use plumbline_core::decimal::{Leverage, Price, Quantity};
use plumbline_core::decision::Refusal;
use plumbline_core::ids::Priority;
use plumbline_core::ledger::{Book, House, Journal};
use plumbline_core::orders::{
    Amend, Cancel, CloseReason, FillResting, Liquidate, Order, OrderKind, Place, RestingFill,
};
use plumbline_core::positions::Direction::{self, Long, Short};
use plumbline_core::positions::Position;
use plumbline_core::products::{
    AddMargin, ChargeNights, Directions, Financing, FinancingRates, Marked, Night, RecordNights, SetLeverage,
};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;

use venue::{EUR_USD, GBP_JPY, GBP_USD, HOURS, Pair, USD_HKD, USD_JPY, Venue, price, rules, usd};

const LOTS: i64 = 100_000;

#[test]
fn a_part_of_the_value_is_set_aside() {
    let table: [(Pair, &str, i64, i64); 6] = [
        (EUR_USD, "1.0850", 30, 361_667),
        (USD_JPY, "150.00", 30, 333_333),
        (GBP_JPY, "190.50", 30, 423_333),
        (GBP_USD, "1.2700", 30, 423_333),
        (USD_HKD, "7.8000", 20, 500_000),
        (EUR_USD, "1.0850", 1, 10_850_000),
    ];
    for (pair, price, leverage, margin) in table {
        for direction in [Long, Short] {
            let mut venue = Venue::with(20_000_000);
            venue.quote(USD_JPY, "150.00", "150.00");
            venue.quote(pair, price, price);
            let order = venue.open(pair, direction, LOTS, leverage).unwrap();
            assert_eq!(order.filled, order.quantity);
            let position = venue.position(pair, direction);
            assert_eq!(position.margin.unwrap().amount, usd(margin), "{pair:?} at {price}");
            assert_eq!(venue.balance(), (20_000_000, margin), "no value changes hands");
        }
    }
}

#[test]
fn profit_is_converted_at_the_worse_side() {
    // Opened at the first quote and closed at the second, in dollars and cents.
    type Quote = (&'static str, &'static str);
    let table: [(Pair, Direction, i64, Quote, Quote, i64); 7] = [
        (EUR_USD, Long, LOTS, ("1.0850", "1.0850"), ("1.0860", "1.0861"), 10_000),
        (EUR_USD, Short, LOTS, ("1.0850", "1.0850"), ("1.0860", "1.0861"), -11_000),
        (EUR_USD, Long, LOTS, ("1.0848", "1.0850"), ("1.0848", "1.0850"), -2_000),
        // 236,000 yen at the ask of 107.24; 6,000 at the bid of 114.45.
        (USD_JPY, Long, 200_000, ("106.05", "106.05"), ("107.23", "107.24"), 220_067),
        (USD_JPY, Short, 6_000, ("113.47", "113.47"), ("114.45", "114.47"), -5_242),
        // A pip is worth 1,000 / 150 dollars, not 1,000 / 190.50.
        (GBP_JPY, Long, LOTS, ("190.50", "190.50"), ("190.51", "190.51"), 667),
        (USD_HKD, Short, LOTS, ("7.8000", "7.8000"), ("7.7999", "7.7999"), 128),
    ];
    for (pair, direction, quantity, opened, closed, profit) in table {
        let mut venue = Venue::with(20_000_000);
        venue.quote(USD_JPY, "150.00", "150.00");
        venue.quote(pair, opened.0, opened.1);
        venue.open(pair, direction, quantity, 20).unwrap();
        venue.quote(pair, closed.0, closed.1);
        venue.close(pair, direction, quantity).unwrap();
        assert_eq!(venue.balance(), (20_000_000 + profit, 0), "{pair:?} {direction:?}");
        assert_eq!(venue.position(pair, direction).realized, usd(profit));
    }
}

#[test]
fn a_close_takes_its_share_and_the_last_one_what_is_left() {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.08501", "1.08501");
    venue.open(EUR_USD, Long, 3_000, 30).unwrap();
    venue.quote(EUR_USD, "1.08601", "1.08601");
    let parts = [(1_000, 217_002, 7_233), (1_000, 108_501, 3_616), (1_000, 0, 0)];
    for (quantity, entry, margin) in parts {
        venue.close(EUR_USD, Long, quantity).unwrap();
        let position = venue.position(EUR_USD, Long);
        assert_eq!((position.cost, position.margin.unwrap().amount), (usd(entry), usd(margin)));
    }
    assert_eq!(venue.balance(), (1_000_300, 0));
    assert_eq!(venue.close(EUR_USD, Long, 1_000).unwrap_err(), Refusal::InsufficientPosition);
}

/// Long 100,000 EUR/USD at 1.0850 with 3,616.67 set aside, and similar positions in yen.
#[test]
fn the_liquidation_price_is_where_half_of_the_margin_is_lost() {
    let table = [
        (EUR_USD, Long, "1.0850", "1.06691665"),
        (EUR_USD, Short, "1.0850", "1.10308335"),
        // 15,000,000 yen for 100,000 + 1,666.665 dollars, or for 100,000 − 1,666.665.
        (USD_JPY, Long, "150.00", "147.54098603"),
        (USD_JPY, Short, "150.00", "152.54237030"),
        // 2,116.665 dollars are 317,499.75 yen at 150.
        (GBP_JPY, Long, "190.50", "187.32500250"),
    ];
    for (pair, direction, price, expected) in table {
        let mut venue = Venue::with(1_000_000);
        venue.quote(USD_JPY, "150.00", "150.00");
        venue.quote(pair, price, price);
        venue.open(pair, direction, LOTS, 30).unwrap();
        let (position, terms) = (venue.position(pair, direction), venue.terms(pair));
        let at = Marked::of(&position, &terms).unwrap().liquidation_price().unwrap();
        assert_eq!(at.display(8), expected, "{pair:?} {direction:?}");
        // The worse of the two prices next to it closes half of the position, and the better one does not.
        let below = at.round_down_to(Price::from_units(pair.tick));
        let above = Price::from_units(below.units() + pair.tick);
        let (worse, better) = if direction == Long { (below, above) } else { (above, below) };
        venue.quote_at(pair, better, better, 1_000_000);
        assert_eq!(venue.liquidate(pair, direction).unwrap_err(), Refusal::MarginSuffices);
        venue.quote_at(pair, worse, worse, 1_000_000);
        assert_eq!(venue.liquidate(pair, direction).unwrap().len(), 1, "{pair:?} {direction:?} at {worse}");
    }
}

#[test]
fn half_is_closed_and_then_all() {
    let mut venue = Venue::with(500_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    venue.quote(EUR_USD, "1.06692", "1.06694");
    assert_eq!(venue.liquidate(EUR_USD, Long).unwrap_err(), Refusal::MarginSuffices);
    venue.quote(EUR_USD, "1.06691", "1.06693");
    let closed = venue.liquidate(EUR_USD, Long).unwrap();
    assert_eq!(closed.iter().map(|order| order.reason).collect::<Vec<_>>(), [Some(CloseReason::Liquidated)]);
    // 50,000 lose 904.50; the rest of that half's margin stays with the other half.
    let position = venue.position(EUR_USD, Long);
    assert_eq!((position.quantity.to_string().as_str(), venue.balance()), ("50000", (409_550, 271_217)));
    venue.quote(EUR_USD, "1.05000", "1.05002");
    assert_eq!(venue.liquidate(EUR_USD, Long).unwrap_err(), Refusal::MarginSuffices);
    venue.quote(EUR_USD, "1.04883", "1.04885");
    assert_eq!(venue.liquidate(EUR_USD, Long).unwrap().len(), 1);
    assert!(venue.position(EUR_USD, Long).quantity.is_zero());
    assert_eq!(venue.balance(), (409_550 - 180_850, 0));
}

#[test]
fn nobody_loses_more_than_the_margin_in_a_gap() {
    let mut venue = Venue::with(500_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    let (position, terms) = (venue.position(EUR_USD, Long), venue.terms(EUR_USD));
    let marked = Marked::of(&position, &terms).unwrap();
    assert_eq!((marked.unrealized().unwrap(), marked.equity().unwrap()), (usd(0), usd(361_667)));
    venue.quote(EUR_USD, "1.0200", "1.0201");
    assert_eq!(venue.liquidate(EUR_USD, Long).unwrap().len(), 2, "half, and then all");
    assert_eq!(venue.balance(), (500_000 - 361_667, 0));
    let borne = |journal: &Journal| {
        let own = journal.postings().iter().filter(|posting| posting.book == Book::House(House::Protection));
        own.map(|posting| posting.amount.minor).sum::<i64>()
    };
    assert_eq!(venue.facts.journals().iter().map(borne).sum::<i64>(), -288_333);
    assert_eq!(venue.position(EUR_USD, Long).realized, usd(-361_667));
}

#[test]
fn margin_is_added_and_leverage_changed() {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    let at = venue.at(EUR_USD, Long);
    assert_eq!(venue.decide(AddMargin { at, amount: usd(0) }), Err(Refusal::AmountInvalid));
    assert_eq!(venue.decide(AddMargin { at, amount: usd(638_334) }), Err(Refusal::InsufficientFunds));
    venue.decide(AddMargin { at, amount: usd(100_000) }).unwrap();
    assert_eq!(venue.balance(), (1_000_000, 461_667));
    let (position, terms) = (venue.position(EUR_USD, Long), venue.terms(EUR_USD));
    let at_price = Marked::of(&position, &terms).unwrap().liquidation_price().unwrap();
    assert_eq!(at_price.display(8), "1.05691665", "a cent a unit later");
    let leverage = |times: i64| Leverage::from_whole(times).unwrap();
    let set = |venue: &Venue, times| SetLeverage { at, leverage: leverage(times), terms: venue.terms(EUR_USD) };
    let more = Refusal::LeverageUnavailable;
    assert_eq!(venue.decide(set(&venue, 31)), Err(more));
    assert_eq!(venue.decide(set(&venue, 0)), Err(more));
    assert_eq!(venue.decide(set(&venue, 10)), Err(Refusal::InsufficientFunds), "10,850 and what was added");
    venue.decide(set(&venue, 20)).unwrap();
    assert_eq!(venue.balance(), (1_000_000, 642_500));
    assert_eq!(venue.open(EUR_USD, Long, LOTS, 30).unwrap_err(), Refusal::LeverageDiffers);
    venue.quote(EUR_USD, "1.0650", "1.0652");
    assert_eq!(venue.decide(set(&venue, 30)), Err(Refusal::MarginTooLow), "2,000 are lost");
    venue.quote(EUR_USD, "1.0750", "1.0752");
    venue.decide(set(&venue, 30)).unwrap();
    assert_eq!(venue.balance(), (1_000_000, 461_667), "exactly what it was");
}

const RATES: FinancingRates = FinancingRates { base: 20_000_000_000, quote: 45_000_000_000, markup: 5_000_000_000 };

/// 100,000 EUR/USD at 1.15826 for a night at −3.00 % a year, and three nights at once.
#[test]
fn a_night_is_charged_once() {
    let table = [(Long, 1, "1.15826", -952), (Long, 3, "1.15826", -2_856), (Short, 1, "1.15826", 635)];
    for (direction, nights, price, amount) in table {
        let mut venue = Venue::with(1_000_000);
        venue.quote(EUR_USD, price, price);
        venue.open(EUR_USD, direction, LOTS, 30).unwrap();
        let night = venue.begin_night(EUR_USD, nights, RATES);
        for _ in 0..2 {
            venue.charge(EUR_USD, &[direction]);
            assert_eq!(venue.balance().0, 1_000_000 + amount);
            assert_eq!(venue.facts.written::<Financing>().count(), 1);
        }
        assert_eq!(venue.position(EUR_USD, direction).margin.unwrap().charged_until, night.at);
        venue.close(EUR_USD, direction, LOTS).unwrap();
        venue.open(EUR_USD, direction, LOTS, 30).unwrap();
        venue.charge(EUR_USD, &[direction]);
        assert_eq!(venue.facts.written::<Financing>().count(), 1, "it was opened after the night began");
    }
}

#[test]
fn a_charge_takes_what_is_available_then_the_margin_and_never_more() {
    let mut poor = Venue::with(386_087);
    poor.quote(EUR_USD, "1.15826", "1.15826");
    poor.open(EUR_USD, Long, LOTS, 30).unwrap();
    assert_eq!(poor.balance(), (386_087, 386_087));
    for (nights, left) in [(1, 385_135), (1_000, 0)] {
        poor.begin_night(EUR_USD, nights, RATES);
        poor.charge(EUR_USD, &[Long]);
        assert_eq!(poor.balance(), (left, left));
    }
}

/// Whatever fills or ends a position that owes a night charges it first, at the night's own price.
#[test]
fn a_night_is_charged_for_what_was_held_as_it_began() {
    type Trade = fn(&mut Venue);
    let trades: [(&str, Trade); 5] = [
        ("more", |venue| drop(venue.open(EUR_USD, Long, LOTS, 30).unwrap())),
        ("less", |venue| drop(venue.close(EUR_USD, Long, LOTS / 2).unwrap())),
        ("nothing", |venue| drop(venue.close(EUR_USD, Long, LOTS).unwrap())),
        ("liquidated", |venue| {
            venue.quote(EUR_USD, "1.0850", "1.0850");
            venue.liquidate(EUR_USD, Long).unwrap();
        }),
        ("refused", |venue| {
            let refused = venue.open(EUR_USD, Long, 100 * LOTS, 30).unwrap_err();
            assert_eq!(refused, Refusal::InsufficientFunds);
        }),
    ];
    for (name, trade) in trades {
        let mut venue = Venue::with(1_000_000);
        venue.quote(EUR_USD, "1.15826", "1.15826");
        venue.open(EUR_USD, Long, LOTS, 30).unwrap();
        venue.begin_night(EUR_USD, 1, RATES);
        venue.begin_night(EUR_USD, 3, RATES);
        venue.quote(EUR_USD, "1.16000", "1.16000");
        trade(&mut venue);
        let amounts = |venue: &Venue| {
            let charges = venue.facts.written::<Financing>();
            charges.map(|charge| (charge.nights, charge.amount.minor)).collect::<Vec<_>>()
        };
        assert_eq!(amounts(&venue), [(1, -952), (3, -2_856)], "{name}");
        venue.charge(EUR_USD, &[Long]);
        assert_eq!(amounts(&venue).len(), 2, "{name}");
    }
}

/// The same where an order that rested closes the position, or its stop-loss does.
#[test]
fn an_order_that_rested_charges_a_night_before_it_closes() {
    type Close = fn(&mut Venue, &Order);
    let closes: [(&str, Close); 3] = [
        ("amended", |venue, order| {
            let priority = Priority(venue.next_id * 10_000);
            let amend = testing::amend(order.at, order.side, priority, venue.terms(EUR_USD));
            let amended = venue.decide(Amend { price: Some(price("1.15000")), ..amend }).unwrap();
            assert_eq!(amended.filled, amended.quantity);
        }),
        ("reached", |venue, order| {
            venue.quote(EUR_USD, "1.17000", "1.17000");
            let (tick, rules) = (venue.ticks[&EUR_USD.id].clone(), rules(EUR_USD).into());
            let orders = vec![RestingFill { order: order.at, rules }];
            venue.decide(FillResting { orders, ..FillResting::new(tick, i64::MAX, HOURS) }).unwrap();
        }),
        ("protected", |venue, _| {
            venue.quote(EUR_USD, "1.14900", "1.14900");
            venue.offer(EUR_USD);
        }),
    ];
    for (name, close) in closes {
        let mut venue = Venue::with(1_000_000);
        venue.quote(EUR_USD, "1.15826", "1.15826");
        venue.open(EUR_USD, Long, LOTS, 30).unwrap();
        let rests = if name == "protected" {
            venue.protect(EUR_USD, Long, Some(price("1.15000")), None).unwrap().legs.remove(0)
        } else {
            venue.place(EUR_USD, Long, false, Some("1.17000"), LOTS, 1).unwrap()
        };
        venue.begin_night(EUR_USD, 1, RATES);
        close(&mut venue, &rests);
        assert!(venue.position(EUR_USD, Long).quantity.is_zero(), "{name}");
        let amounts: Vec<i64> = venue.facts.written::<Financing>().map(|charge| charge.amount.minor).collect();
        assert_eq!(amounts, [-952], "{name}");
    }
}

/// A night that was recorded keeps its price; one that has not begun by the moment of a command is not charged yet.
#[test]
fn a_recorded_night_stays_as_it_is() {
    let mut venue = Venue::with(1_000_000);
    venue.quote(EUR_USD, "1.15826", "1.15826");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    let night = venue.begin_night(EUR_USD, 1, RATES);
    let later = Night { bid: Price::from_units(1), ..night };
    venue.decide(RecordNights { nights: vec![later] }).unwrap();
    assert_eq!(venue.facts.written::<Night>().copied().collect::<Vec<_>>(), [night]);
    venue.now = UnixMillis(night.at.0 - 1);
    let positions = vec![venue.at(EUR_USD, Long)];
    let early = ChargeNights { directions: Directions::Both, rules: rules(EUR_USD).into(), positions, until: night.at };
    assert_eq!(venue.decide(early), Err(Refusal::SessionClosed));
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    assert_eq!(venue.facts.written::<Financing>().count(), 0);
}

/// One position that cannot be charged refuses no other.
#[test]
fn each_position_of_a_command_is_charged_on_its_own() {
    let mut venue = Venue::with(2_000_000);
    venue.quote(USD_JPY, "150.00", "150.00");
    venue.quote(GBP_JPY, "190.50", "190.50");
    venue.open(GBP_JPY, Long, LOTS, 30).unwrap();
    venue.open(GBP_JPY, Short, LOTS, 30).unwrap();
    let night = venue.begin_night(GBP_JPY, 1, RATES);
    let positions = vec![venue.at(GBP_JPY, Long), venue.at(GBP_JPY, Short), venue.at(EUR_USD, Long)];
    let charge =
        ChargeNights { directions: Directions::Both, rules: rules(GBP_JPY).into(), positions, until: night.at };
    let without = Night { at: night.at.plus(1), ask: Price::ZERO, ..night };
    venue.now = without.at;
    venue.decide(RecordNights { nights: vec![without] }).unwrap();
    let charged = venue.decide(ChargeNights { until: without.at, ..charge }).unwrap();
    assert_eq!(charged.refused, [(venue.at(GBP_JPY, Short), Refusal::ChargeUnknown)]);
    let until = |direction| venue.position(GBP_JPY, direction).margin.unwrap().charged_until;
    assert_eq!((until(Long), until(Short)), (without.at, night.at));
    assert_eq!(venue.facts.written::<Financing>().count(), 3);
}

#[test]
fn a_close_that_rests_holds_its_part_and_ends_with_the_position() {
    let mut venue = Venue::with(500_000);
    venue.quote(EUR_USD, "1.0850", "1.0850");
    venue.open(EUR_USD, Long, LOTS, 30).unwrap();
    let resting = venue.place(EUR_USD, Long, false, Some("1.0900"), 60_000, 1).unwrap();
    assert!(resting.status.is_open());
    assert_eq!(venue.close(EUR_USD, Long, 50_000).unwrap_err(), Refusal::InsufficientPosition);
    venue.quote(EUR_USD, "1.0600", "1.0601");
    let unknown = venue.liquidation(EUR_USD, Long, &[]);
    assert_eq!(venue.decide(unknown).unwrap_err(), Refusal::PositionHeld);
    venue.liquidate(EUR_USD, Long).unwrap();
    let ended = venue.order(resting.at.id);
    assert_eq!(ended.reason, Some(CloseReason::Liquidated));
    let position: Position = venue.position(EUR_USD, Long);
    assert!(position.held.is_zero() && position.quantity.is_positive());
}

/// An unreadable order holds the position: it goes on holding as much as there is, and does not prevent closing.
#[test]
fn nothing_that_holds_a_position_keeps_it_from_being_closed_in_time() {
    for (price, left) in [("1.0600", 50_000), ("1.0000", 0)] {
        let mut venue = Venue::with(500_000);
        venue.quote(EUR_USD, "1.0850", "1.0850");
        venue.open(EUR_USD, Long, LOTS, 30).unwrap();
        venue.place(EUR_USD, Long, false, Some("1.0900"), 60_000, 1).unwrap();
        venue.quote(EUR_USD, price, price);
        let regardless = Liquidate { regardless: true, ..venue.liquidation(EUR_USD, Long, &[]) };
        venue.decide(regardless).unwrap();
        let position: Position = venue.position(EUR_USD, Long);
        assert_eq!((position.quantity, position.held), (Quantity::from_whole(left).unwrap(), position.quantity));
    }
}

/// The order that could not be read asks for more than is left, once it can be read again.
#[test]
fn what_is_left_beside_an_order_that_could_not_be_read_can_be_closed() {
    let halved = || {
        let mut venue = Venue::with(500_000);
        venue.quote(EUR_USD, "1.0850", "1.0850");
        venue.open(EUR_USD, Long, LOTS, 30).unwrap();
        let unread = venue.place(EUR_USD, Long, false, Some("1.0900"), 60_000, 1).unwrap();
        venue.quote(EUR_USD, "1.0600", "1.0600");
        let regardless = Liquidate { regardless: true, ..venue.liquidation(EUR_USD, Long, &[]) };
        venue.decide(regardless).unwrap();
        (venue, unread)
    };
    let (mut venue, unread) = halved();
    venue.decide(Cancel::new(unread.at, CloseReason::Customer)).unwrap();
    assert!(venue.position(EUR_USD, Long).held.is_zero());
    let (mut venue, unread) = halved();
    venue.quote(EUR_USD, "1.0000", "1.0000");
    let again = venue.liquidation(EUR_USD, Long, &[&unread]);
    venue.decide(again).unwrap();
    let position: Position = venue.position(EUR_USD, Long);
    assert!(position.quantity.is_zero() && position.held.is_zero());
    assert_eq!(venue.order(unread.at.id).reason, Some(CloseReason::Liquidated));
}

#[test]
fn an_order_that_rests_holds_a_cent_at_least() {
    let mut venue = Venue::with(1_000);
    venue.quote(USD_JPY, "150.000", "150.010");
    let short = venue.order_for(USD_JPY, Short, true, None, 1_000, 30);
    let stop = Some(price("0.015"));
    let order = venue.decide(Place { kind: OrderKind::Stop, stop, ..short }).unwrap();
    assert_eq!(
        (order.hold, venue.balance()),
        (usd(1), (1_000, 1)),
        "a margin of 15 yen in 30 parts is less than a cent"
    );
    venue.decide(Cancel::new(order.at, CloseReason::Customer)).unwrap();
    assert_eq!(venue.balance(), (1_000, 0));
    let mut nothing = Venue::with(0);
    nothing.quote(USD_JPY, "150.000", "150.010");
    let poor = nothing.order_for(USD_JPY, Short, true, None, 1_000, 30);
    assert_eq!(nothing.decide(Place { kind: OrderKind::Stop, stop, ..poor }).unwrap_err(), Refusal::InsufficientFunds);
}
