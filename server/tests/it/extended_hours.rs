//! Limit orders that are also filled before and after regular hours, on a server that keeps the exchange's hours.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline_core::market::{Market, Session, Tick};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Customer, Database, TestServer};

/// Monday, 2026-11-23, 05:00 in New York: before regular hours, which begin at 09:30.
const EARLY: UnixMillis = UnixMillis(1_795_428_000_000);
/// 09:31, 16:01 and 20:01 of that day.
const OPEN: UnixMillis = UnixMillis(EARLY.0 + 4 * UnixMillis::HOUR + 31 * UnixMillis::MINUTE);
const EVENING: UnixMillis = UnixMillis(EARLY.0 + 11 * UnixMillis::HOUR + UnixMillis::MINUTE);
const NIGHT: UnixMillis = UnixMillis(EARLY.0 + 15 * UnixMillis::HOUR + UnixMillis::MINUTE);

/// A quote of AAPL in cents, of a session, with its last trade at the bid.
fn quote(server: &TestServer, session: Session, bid: i64, ask: i64) {
    let (bids, asks) = (testing::levels(&[(bid, 1_000)]), testing::levels(&[(ask, 1_000)]));
    let apple = server.instrument(Market::UsStock, "AAPL");
    let at = testing::tick_at(apple, server.app.clock.now());
    server.publish(Tick { epoch: 1_000, bids, asks, last: testing::price(bid), session, ..at });
}

/// An order that buys ten shares at a limit.
fn order(limit: &str, extended: bool) -> Value {
    json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "price": limit, "quantity": "10",
        "extendedHours": extended })
}

async fn place(customer: &Customer<'_>, order: Value) -> Value {
    customer.call("POST /stock/create", order).await.ok().clone()
}

/// Waits until an order has a status.
async fn until(customer: &Customer<'_>, order: &Value, status: i64) -> Value {
    for _ in 0..400 {
        let found = customer.call("POST /orders/detail", json!({ "id": order["id"] })).await.ok().clone();
        if found["status"] == status {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("order {} does not come to status {status}", order["id"]);
}

async fn status(customer: &Customer<'_>, order: &Value) -> i64 {
    let found = customer.call("POST /orders/detail", json!({ "id": order["id"] })).await;
    found.ok()["status"].as_i64().unwrap()
}

const WAITING: i64 = 0;
const FILLED: i64 = 1;
const ENDED: i64 = 2;

async fn a_day(database: Database) {
    let flags = ["--open-around-the-clock", "false"];
    let server = TestServer::start_with(database, Clock::manual(EARLY), &flags).await;
    let customer = server.funded(50_000).await;
    quote(&server, Session::Pre, 9_999, 10_000);
    for (code, market, extended) in [("AAPL", "UsStock", true), ("00700", "HK", false)] {
        let asked = json!({ "stockCode": code, "market": market });
        let steps = server.call("POST /stocka_config/getMinCount", asked).await;
        assert_eq!(steps.ok()["extendedHours"], extended, "{}", steps.ok());
    }

    let at_once = place(&customer, order("100.00", true)).await;
    assert_eq!(at_once["status"], FILLED, "{at_once}");
    let ordinary = place(&customer, order("100.00", false)).await;
    let (extended, second) =
        (place(&customer, order("99.00", true)).await, place(&customer, order("98.00", true)).await);
    assert_eq!([&ordinary, &extended, &second].map(|order| order["status"].clone()), [WAITING; 3].map(Value::from));
    let rows = customer.call("POST /position/consignList", json!({})).await;
    let ends = |order: &Value| {
        let row = rows.ok()["list"].as_array().unwrap().iter().find(|row| row["id"] == order["id"]).unwrap().clone();
        let at: i64 = row["expireTimestamp"].as_str().unwrap().parse().unwrap();
        (row["extendedHours"].as_bool().unwrap(), (at - EARLY.0) / UnixMillis::HOUR)
    };
    assert_eq!([ends(&ordinary), ends(&extended)], [(false, 11), (true, 15)], "16:00 and 20:00");
    let market = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "10" });
    customer.call("POST /stock/create", market).await.refused(409, "session_closed");
    let stop = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 2, "stopPrice": "101.00", "quantity": "10" });
    let stop = place(&customer, stop).await;

    // The market rises beyond the stop and falls to one of the limits, before it opens.
    quote(&server, Session::Pre, 10_200, 10_201);
    quote(&server, Session::Pre, 9_899, 9_900);
    let filled = until(&customer, &extended, FILLED).await;
    assert_eq!(filled["avgPrice"], "99.00");
    assert_eq!([status(&customer, &ordinary).await, status(&customer, &stop).await], [WAITING; 2]);

    server.app.clock.advance(OPEN.since(EARLY));
    quote(&server, Session::Regular, 9_949, 9_950);
    assert_eq!(until(&customer, &ordinary, FILLED).await["avgPrice"], "99.50");
    assert_eq!(status(&customer, &stop).await, WAITING);
    let until_friday = json!({ "id": second["id"], "timeInForce": "gtd", "expireDate": "2026-11-27" });
    customer.call("POST /orders/amend", until_friday).await.refused(422, "extended_hours_invalid");

    // The stop ends with regular hours, and what is extended in the evening.
    let late = place(&customer, order("97.00", true)).await;
    server.app.clock.advance(EVENING.since(OPEN));
    until(&customer, &stop, ENDED).await;
    quote(&server, Session::After, 9_799, 9_800);
    assert_eq!(until(&customer, &second, FILLED).await["avgPrice"], "98.00");
    assert_eq!(status(&customer, &late).await, WAITING);
    server.app.clock.advance(NIGHT.since(EVENING));
    assert_eq!(until(&customer, &late, ENDED).await["reason"], "expired");
    server.audited().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_of_orders_on_sqlite() {
    a_day(Database::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_of_orders_on_postgres() {
    a_day(Database::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_only_extended_orders_are_filled_before_the_market_opens() {
    let flags = ["--open-around-the-clock", "false"];
    let mut server = TestServer::start_with(Database::Sqlite, Clock::manual(EARLY), &flags).await;
    let customer = server.funded(50_000).await;
    quote(&server, Session::Pre, 9_999, 10_000);
    let (extended, ordinary) =
        (place(&customer, order("99.00", true)).await, place(&customer, order("99.00", false)).await);
    let token = customer.token.clone();
    server.restarted(async |_| {}).await;
    let customer = server.with_token(&token);
    quote(&server, Session::Pre, 9_899, 9_900);
    assert_eq!(until(&customer, &extended, FILLED).await["avgPrice"], "99.00");
    assert_eq!(status(&customer, &ordinary).await, WAITING);
    server.audited().await;
}

/// The day after Thanksgiving: regular hours end at 13:00, and the hours after them at 17:00.
#[tokio::test]
async fn a_half_day_ends_both_kinds_of_orders_earlier() {
    let friday = EARLY.plus(4 * UnixMillis::DAY);
    let flags = ["--open-around-the-clock", "false"];
    let server = TestServer::start_with(Database::Sqlite, Clock::manual(friday), &flags).await;
    let customer = server.funded(50_000).await;
    quote(&server, Session::Pre, 9_999, 10_000);
    let ends = async |extended: bool| {
        let id = place(&customer, order("99.00", extended)).await["id"].clone();
        let row = customer.call("POST /orders/detail", json!({ "id": id })).await.ok().clone();
        (row["expireTimestamp"].as_str().unwrap().parse::<i64>().unwrap() - friday.0) / UnixMillis::HOUR
    };
    assert_eq!([ends(false).await, ends(true).await], [8, 12], "13:00 and 17:00");
}

#[tokio::test]
async fn orders_that_are_not_filled_outside_of_regular_hours_are_refused() {
    let server = TestServer::start_still(Database::Sqlite).await;
    let customer = server.funded(50_000).await;
    server.quote(Market::UsStock, "AAPL", "99.99", "100.00");
    server.quote(Market::HongKong, "00700", "600.00", "600.50");
    server.quote_pair("EURUSD", "1.0899", "1.0901");
    let with = |change: Value| {
        let mut order = order("100.00", true);
        order.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        order
    };
    let table = [
        ("/stock/create", with(json!({ "orderType": 0, "price": null }))),
        ("/stock/create", with(json!({ "timeInForce": "ioc" }))),
        ("/stock/create", with(json!({ "timeInForce": "gtd", "expireDate": "2026-11-25" }))),
        ("/stock/preview", with(json!({ "timeInForce": "fok" }))),
        ("/hk/create", with(json!({ "stockCode": "00700", "price": "600.00", "quantity": "100" }))),
        (
            "/crude/create",
            with(json!({ "stockCode": "EURUSD", "price": "1.0890", "quantity": "1000", "leverage": "30" })),
        ),
    ];
    for (path, order) in table {
        customer.call(&format!("POST {path}"), order).await.refused(422, "extended_hours_invalid");
    }
    let half = with(json!({ "quantity": "0.5" }));
    customer.call("POST /stock/create", half).await.refused(422, "lot_size");
    let around_the_clock = place(&customer, order("100.00", true)).await;
    assert_eq!(around_the_clock["status"], FILLED, "a market without closing hours fills it at any time");
}

/// The newest quote of a stock that is not quoted often may be older than the session.
#[tokio::test]
async fn a_server_that_starts_between_two_sessions_shows_quotes_of_the_one_before() {
    let opens = EARLY.plus(4 * UnixMillis::HOUR + 30 * UnixMillis::MINUTE);
    let closes = EARLY.plus(11 * UnixMillis::HOUR);
    for (bound, before, after) in [(opens, Session::Pre, Session::Regular), (closes, Session::Regular, Session::After)]
    {
        let clock = Clock::manual(bound.plus(2 * UnixMillis::SECOND));
        let server = TestServer::start_with(Database::Sqlite, clock, &["--open-around-the-clock", "false"]).await;
        let listed = server.app.market.catalog.all().iter().filter(|listed| listed.market == Market::UsStock);
        let ticks: Vec<_> = listed.filter_map(|listed| server.app.market.latest(listed.id)).collect();
        let (old, new): (Vec<_>, Vec<_>) = ticks.iter().partition(|tick| tick.exchange_time < bound);
        assert!(!old.is_empty() && !new.is_empty(), "{} before, {} after", old.len(), new.len());
        assert!(old.iter().all(|tick| tick.session == before) && new.iter().all(|tick| tick.session == after));
    }
}
