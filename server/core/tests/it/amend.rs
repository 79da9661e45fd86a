//! The checks of an amendment, the money that it holds, and the place in time that it leaves the order.

use std::sync::Arc;

use plumbline_core::decimal::{ONE, Price, Quantity};
use plumbline_core::decision::{Action, Facts, Needs, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::market::Tick;
use plumbline_core::orders::{Amend, Cancel, CloseReason, Fill, OrderKind, OrderRef, OrderStatus, Place, Side};
use plumbline_core::positions::Position;
use plumbline_core::products::{Hours, Terms, TradingRules};
use plumbline_core::testing::{self, price, shares, usd};
use plumbline_core::time::UnixMillis;

const AT: OrderRef = testing::order_ref(OrderId(9), AccountId(1), InstrumentId(1));
const CLOSES: UnixMillis = UnixMillis(10_000);
const STALE_AFTER: i64 = 1_000;
const LATER: Priority = Priority(77);
/// A thousand dollars.
const MONEY: i64 = 100_000;
const OWNED: i64 = 20;

/// A quote around ten dollars: bids at 9.99, asks at 10.01, of that many shares.
fn tick(seq: i64, size: i64) -> Arc<Tick> {
    let (bids, asks) = (testing::levels(&[(999, size)]), testing::levels(&[(1_001, size)]));
    Arc::new(Tick { seq, bids, asks, last: price(1_000), ..testing::tick(AT.instrument) })
}

/// Terms with a minimum order value of fifteen dollars and a fee of one percent.
fn terms(seq: i64, size: i64) -> Terms {
    let fees = testing::fees(vec![testing::fee("levy", 10_000_000_000)]);
    let rules = TradingRules { minimum_value: usd(1_500), fees, ..testing::trading_rules(AT.instrument) };
    let hours = Hours::ordinary(Some(CLOSES), CLOSES);
    Terms { hours, stale_after: STALE_AFTER, ..testing::terms(rules, tick(seq, size)) }
}

fn place(side: Side, limit: i64, quantity: i64) -> Place {
    testing::place(AT, side, shares(quantity), Some(price(limit)), terms(1, 4))
}

fn amend(side: Side, price: Option<i64>, quantity: Option<i64>) -> Amend {
    let (price, quantity) = (price.map(testing::price), quantity.map(shares));
    let terms = terms(1, 4);
    let fee_version = terms.rules.fees.version.clone();
    Amend { price, quantity, fee_version, ..testing::amend(AT, side, LATER, terms) }
}

/// An account with money and shares.
fn known() -> Facts {
    let mut facts = testing::facts(AT, MONEY);
    let mut needs = Needs::default();
    AT.needs(&mut needs);
    facts.ask(&needs);
    facts.load(testing::position(AT.position(), shares(OWNED)));
    facts
}

fn decide<C: Action>(command: &C, facts: &mut Facts, now: i64) -> Result<C::Done, Refusal> {
    let mut ids = 100 + 10 * now..;
    command.carry_out(facts, &mut Stamp::new(UnixMillis(now), &mut || ids.next().unwrap()))
}

fn placed(side: Side, limit: i64, quantity: i64) -> Facts {
    let mut facts = known();
    decide(&place(side, limit, quantity), &mut facts, 1).unwrap();
    facts
}

fn held(facts: &Facts) -> (i64, i64) {
    let position = facts.get::<Position>(&AT.position()).unwrap().unwrap();
    (facts.balance(&AT.balance()).unwrap().unwrap().held, position.held.units() / ONE)
}

#[test]
fn what_an_order_may_become() {
    use Side::{Buy, Sell};
    // Ten shares: a purchase at 10.01, of which four are filled, and a sale at 11 that waits.
    let table = [
        ("nothing is asked for", Buy, None, None, Err(Refusal::NothingToChange)),
        ("what it is", Buy, Some(1_001), Some(10), Err(Refusal::OrderUnchanged)),
        ("the price that it has", Buy, Some(1_001), None, Err(Refusal::OrderUnchanged)),
        ("the quantity that it has", Sell, None, Some(10), Err(Refusal::OrderUnchanged)),
        ("no shares", Buy, None, Some(0), Err(Refusal::QuantityInvalid)),
        ("fewer than none", Buy, None, Some(-3), Err(Refusal::QuantityInvalid)),
        ("what is filled", Buy, None, Some(4), Err(Refusal::QuantityFilled)),
        ("less than what is filled", Buy, Some(990), Some(3), Err(Refusal::QuantityFilled)),
        ("a rest of little value", Buy, None, Some(5), Err(Refusal::OrderValueTooSmall)),
        ("a smaller rest", Buy, None, Some(6), Ok((Priority(9), 2_022, 0))),
        ("a smaller rest at the same price", Buy, Some(1_001), Some(6), Ok((Priority(9), 2_022, 0))),
        ("a larger rest", Buy, None, Some(11), Ok((LATER, 7_077, 0))),
        ("a lower price", Buy, Some(990), None, Ok((LATER, 5_999, 0))),
        ("a lower price and fewer shares", Buy, Some(990), Some(6), Ok((LATER, 1_999, 0))),
        ("one less to sell at the same price", Sell, Some(1_100), Some(9), Ok((Priority(9), 0, 9))),
        ("far from the market", Buy, Some(499), None, Err(Refusal::PriceBand)),
        ("no price", Buy, Some(0), None, Err(Refusal::TickSize)),
        ("all that the money buys", Buy, None, Some(98), Ok((LATER, 95_034, 0))),
        ("more than the money buys", Buy, None, Some(99), Err(Refusal::InsufficientFunds)),
        ("all that there is to sell", Sell, Some(1_050), Some(20), Ok((LATER, 0, 20))),
        ("more than there is to sell", Sell, Some(1_050), Some(21), Err(Refusal::InsufficientPosition)),
        ("less to sell", Sell, None, Some(2), Ok((Priority(9), 0, 2))),
    ];
    for (name, side, price, quantity, expected) in table {
        let mut facts = placed(side, if side == Buy { 1_001 } else { 1_100 }, 10);
        let before = format!("{facts:?}");
        let amended = decide(&amend(side, price, quantity), &mut facts, 2);
        let found = amended.map(|order| (order.priority, held(&facts).0, held(&facts).1));
        assert_eq!(found, expected, "{name}");
        assert!(expected.is_ok() || format!("{facts:?}") == before, "{name}: a refusal changes nothing");
    }
}

#[test]
fn a_price_that_is_no_multiple_of_the_tick_is_refused() {
    let half = Amend { price: Some(Price::from_units(ONE * 10 + ONE / 200)), ..amend(Side::Buy, None, None) };
    assert_eq!(decide(&half, &mut placed(Side::Buy, 990, 10), 2), Err(Refusal::TickSize));
    let mut odd = amend(Side::Buy, None, Some(15));
    Arc::make_mut(&mut odd.terms.rules).lot = shares(10);
    assert_eq!(decide(&odd, &mut placed(Side::Buy, 990, 10), 2), Err(Refusal::LotSize));
}

#[test]
fn an_order_takes_at_once_what_it_comes_to_reach() {
    // Two of four were taken by somebody else.
    let mut facts = placed(Side::Buy, 990, 10);
    let other = Place { at: OrderRef { id: OrderId(10), ..AT }, ..place(Side::Buy, 1_001, 2) };
    decide(&other, &mut facts, 2).unwrap();
    let amended = decide(&amend(Side::Buy, Some(1_005), None), &mut facts, 3).unwrap();
    assert_eq!((amended.status, amended.filled), (OrderStatus::PartiallyFilled, shares(2)));
    let fill = facts.written::<Fill>().find(|fill| fill.order.id == AT.id).unwrap().clone();
    assert_eq!((fill.price, fill.limit), (price(1_001), price(1_005)));
    let moved = decide(&amend(Side::Buy, Some(980), None), &mut facts, 4).unwrap();
    assert_eq!((moved.limit, moved.filled), (price(980), shares(2)));
    assert_eq!(facts.written::<Fill>().find(|f| f.id == fill.id), Some(&fill), "a fill says what was then");

    let mut facts = placed(Side::Sell, 1_100, 3);
    let sold = decide(&amend(Side::Sell, Some(999), None), &mut facts, 2).unwrap();
    assert_eq!((sold.status, held(&facts)), (OrderStatus::Filled, (0, 0)));
    assert_eq!(decide(&amend(Side::Sell, Some(1_000), None), &mut facts, 3), Err(Refusal::OrderNotOpen));
}

#[test]
fn outside_of_a_session_and_on_an_old_quote_an_order_is_amended_and_takes_nothing() {
    let mut table = [terms(1, 4), terms(1, 4), terms(1, 4)];
    table[0].hours.closes = None;
    table[1].hours.closes = Some(UnixMillis(2));
    table[2].stale_after = 1;
    for terms in table {
        let mut facts = placed(Side::Buy, 990, 10);
        let amended = decide(&Amend { terms, ..amend(Side::Buy, Some(1_001), None) }, &mut facts, 2).unwrap();
        assert_eq!((amended.filled, amended.limit, held(&facts).0), (Quantity::ZERO, price(1_001), 10_111));
    }
}

/// The market has moved away: an order may become smaller, but not change to one that could not be placed now.
#[test]
fn a_smaller_quantity_needs_no_quote() {
    let (mut far, mut none) = (terms(1, 4), terms(1, 4));
    far.tick = Some(Arc::new(Tick { last: price(10_000), ..(*tick(2, 0)).clone() }));
    none.tick = None;
    for (terms, refusal) in [(far, Refusal::PriceBand), (none, Refusal::NoQuote)] {
        let with = |quantity| Amend { terms: terms.clone(), ..amend(Side::Buy, None, Some(quantity)) };
        let mut facts = placed(Side::Buy, 990, 10);
        assert_eq!(decide(&with(11), &mut facts, 2), Err(refusal));
        assert_eq!(decide(&with(5), &mut facts, 2).unwrap().quantity, shares(5));
    }
}

#[test]
fn an_order_of_older_fees_does_not_grow() {
    let newer = |price, quantity| Amend { fee_version: "newer".to_owned(), ..amend(Side::Buy, price, quantity) };
    let mut facts = placed(Side::Buy, 990, 10);
    assert_eq!(decide(&newer(None, Some(11)), &mut facts, 2), Err(Refusal::FeesChanged));
    let moved = decide(&newer(Some(980), None), &mut facts, 3).unwrap();
    assert_eq!((moved.limit, moved.quantity), (price(980), shares(10)));
    assert_eq!(decide(&newer(None, Some(5)), &mut facts, 4).unwrap().quantity, shares(5));
}

#[test]
fn only_an_open_limit_order_of_the_customer_is_amended() {
    let more = amend(Side::Buy, None, Some(11));
    assert_eq!(decide(&more, &mut known(), 2), Err(Refusal::OrderUnknown));
    let stranger = Amend { order: OrderRef { account: AccountId(2), ..AT }, ..more.clone() };
    let mut facts = placed(Side::Buy, 990, 10);
    let mut needs = Needs::default();
    Action::needs(&stranger, &mut needs);
    facts.ask(&needs);
    assert_eq!(decide(&stranger, &mut facts, 2), Err(Refusal::OrderUnknown));
    assert_eq!(decide(&more, &mut facts, CLOSES.0), Err(Refusal::OrderNotOpen), "its day is over");
    decide(&Cancel::new(AT, CloseReason::Customer), &mut facts, 3).unwrap();
    assert_eq!(decide(&more, &mut facts, 4), Err(Refusal::OrderNotOpen));
    let mut facts = known();
    decide(&Place { kind: OrderKind::Market, limit: None, ..place(Side::Buy, 0, 10) }, &mut facts, 1).unwrap();
    assert_eq!(decide(&more, &mut facts, 2), Err(Refusal::NotALimitOrder));
}
