//! The age of a quote and the session are judged at the moment at which a command is decided: it may have waited.

use std::sync::Arc;

use plumbline_core::decision::{Action, Facts, Refusal, Stamp};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::market::Tick;
use plumbline_core::orders::{
    FillResting, OfferedTo, Order, OrderKind, OrderRef, OrderStatus, Place, Reached, RestingFill, Side, TimeInForce,
};
use plumbline_core::products::{Hours, Terms};
use plumbline_core::testing::{self, price, shares};
use plumbline_core::time::UnixMillis;

const RECEIVED: UnixMillis = UnixMillis(1_000_000);
const CLOSES: UnixMillis = UnixMillis(1_060_000);
const STALE_AFTER: i64 = 30_000;
const AT: OrderRef = testing::order_ref(OrderId(9), AccountId(1), InstrumentId(1));

/// One share is offered at a hundred dollars.
fn tick() -> Arc<Tick> {
    let (bids, asks) = (testing::levels(&[]), testing::levels(&[(10_000, 1)]));
    Arc::new(Tick { bids, asks, ..testing::tick_at(AT.instrument, RECEIVED) })
}

fn place(kind: OrderKind, closes: UnixMillis, tick: Arc<Tick>) -> Place {
    let hours = Hours::ordinary(Some(closes), closes);
    let terms =
        Terms { hours, stale_after: STALE_AFTER, ..testing::terms(testing::trading_rules(AT.instrument), tick) };
    let limit = (kind == OrderKind::Limit).then_some(price(10_000));
    let place = testing::place(AT, Side::Buy, shares(1), limit, terms);
    Place { time_in_force: TimeInForce::GoodTillCancelled, ..place }
}

fn facts() -> Facts {
    testing::facts(AT, 100_000)
}

fn decided<C: Action>(command: &C, facts: &mut Facts, now: UnixMillis) -> Result<C::Done, Refusal> {
    let mut ids = 100..;
    command.carry_out(facts, &mut Stamp::new(now, &mut || ids.next().unwrap()))
}

fn status(command: &Place, now: UnixMillis) -> Result<OrderStatus, Refusal> {
    decided(command, &mut facts(), now).map(|order| order.status)
}

#[test]
fn an_order_is_decided_by_the_moment_of_its_decision() {
    let (rests, fills) = (Ok(OrderStatus::Accepted), Ok(OrderStatus::Filled));
    let late = UnixMillis::MINUTE;
    let table = [
        ("in time", 0, late, fills, fills),
        ("just in time", STALE_AFTER, late, fills, fills),
        ("the quote grew old in the queue", STALE_AFTER + 1, late, Err(Refusal::StaleQuote), rests),
        ("the clock was set back", -2_001, late, Err(Refusal::StaleQuote), rests),
        ("the session ended in the queue", 1_000, 1_000, Err(Refusal::SessionClosed), rests),
    ];
    for (name, waited, closes, market, limit) in table {
        let (now, closes) = (RECEIVED.plus(waited), RECEIVED.plus(closes));
        assert_eq!(status(&place(OrderKind::Market, closes, tick()), now), market, "{name}");
        assert_eq!(status(&place(OrderKind::Limit, closes, tick()), now), limit, "{name}");
    }
}

/// A halt is a state beside open and closed: a market order is refused with this reason, and a limit order waits.
#[test]
fn on_a_halted_instrument_orders_with_a_limit_wait_and_others_are_refused() {
    let (rests, fills) = (Ok(OrderStatus::Accepted), Ok(OrderStatus::Filled));
    let table = [
        ("before", 999, 1_000, fills, fills),
        ("as it begins in the queue", 1_000, 1_000, Err(Refusal::InstrumentHalted), rests),
        ("while it lasts", 5_000, -1_000, Err(Refusal::InstrumentHalted), rests),
    ];
    for (name, waited, halts, market, limit) in table {
        let (now, halts_at) = (RECEIVED.plus(waited), RECEIVED.plus(halts));
        let halted = |kind| {
            let mut place = place(kind, halts_at, tick());
            place.terms.hours.halts_at = Some(halts_at);
            place
        };
        assert_eq!(status(&halted(OrderKind::Market), now), market, "{name}");
        assert_eq!(status(&halted(OrderKind::Limit), now), limit, "{name}");
    }
}

/// A quote from before the end of a halt is no price of the market that reopens, however fresh it is.
#[test]
fn nothing_is_traded_on_a_tick_from_before_the_end_of_a_halt() {
    let fills = Ok(OrderStatus::Filled);
    let table = [
        ("from before", 1, Err(Refusal::StaleQuote), Ok(OrderStatus::Accepted), OfferedTo::Nobody),
        ("the first one", 0, fills, fills, OfferedTo::All),
        ("a later one", -1, fills, fills, OfferedTo::All),
    ];
    for (name, resumed, market, limit, offered) in table {
        let (now, resumed_at) = (RECEIVED.plus(2), Some(RECEIVED.plus(resumed)));
        let after = |kind| {
            let mut place = place(kind, CLOSES, tick());
            place.terms.hours.resumed_at = resumed_at;
            place
        };
        assert_eq!(status(&after(OrderKind::Market), now), market, "{name}");
        assert_eq!(status(&after(OrderKind::Limit), now), limit, "{name}");
        assert_eq!(after(OrderKind::Limit).terms.tradable_tick(now).is_some(), offered == OfferedTo::All, "{name}");
        let hours = Hours { resumed_at, ..Hours::ordinary(Some(CLOSES), CLOSES) };
        let reached = decided(&FillResting::new(tick(), STALE_AFTER, hours), &mut facts(), now).unwrap();
        assert_eq!(reached.offered, offered, "{name}");
    }
}

#[test]
fn a_tick_that_comes_too_late_fills_nothing() {
    let rested = |facts: &mut Facts| {
        let quiet = Tick { asks: testing::levels(&[]), ..(*tick()).clone() };
        decided(&place(OrderKind::Limit, CLOSES, Arc::new(quiet)), facts, RECEIVED).unwrap();
    };
    let orders = vec![RestingFill { order: AT, rules: testing::trading_rules(AT.instrument).into() }];
    let fill = |closes| FillResting {
        orders: orders.clone(),
        ..FillResting::new(tick(), STALE_AFTER, Hours::ordinary(closes, CLOSES))
    };
    let table = [
        (RECEIVED, Some(CLOSES), OfferedTo::All, OrderStatus::Filled),
        (RECEIVED.plus(STALE_AFTER + 1), Some(CLOSES), OfferedTo::Nobody, OrderStatus::Accepted),
        (RECEIVED.plus(-2_001), Some(CLOSES), OfferedTo::Nobody, OrderStatus::Accepted),
        (RECEIVED.plus(1), Some(RECEIVED.plus(1)), OfferedTo::Nobody, OrderStatus::Accepted),
        (RECEIVED, None, OfferedTo::Nobody, OrderStatus::Accepted),
    ];
    for (now, closes, offered, status) in table {
        let mut facts = facts();
        rested(&mut facts);
        let reached = decided(&fill(closes), &mut facts, now).unwrap();
        assert_eq!(reached, Reached { offered, ..Reached::default() });
        assert_eq!(facts.get::<Order>(&AT.id).unwrap().unwrap().status, status, "{now} {closes:?}");
    }
}
