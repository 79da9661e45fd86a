//! A halt is a state of its own, beside open and closed: market orders are refused, limit orders wait, no order is
//! filled and no position is closed by the house; and trading resumes at the reopening.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::{HaltKind, Market, Restraint};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::forex::{order as forex_order, positions, told};
use crate::instrument::done;
use crate::support::{Customer, Database, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    orders_with_a_limit_wait_while_an_operator_halts,
    a_quote_from_the_halt_is_none_of_the_market_that_reopens,
    a_stop_loss_waits_for_the_reopening,
}

fn order(direction: i64, limit: Option<&str>) -> Value {
    order_of("AAPL", direction, limit)
}

fn order_of(code: &str, direction: i64, limit: Option<&str>) -> Value {
    json!({ "stockCode": code, "market": "UsStock", "direction": direction, "orderType": i64::from(limit.is_some()),
        "price": limit, "quantity": "10", "timeInForce": "gtc" })
}

async fn status(customer: &Customer<'_>, id: &Value) -> Value {
    customer.call("POST /orders/detail", json!({ "id": id })).await.ok()["status"].clone()
}

/// Waits until a condition holds.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..400 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{what}");
}

/// Halts or resumes, and waits until the server applies it.
pub async fn operate(server: &TestServer, action: &str, market: Market, code: &str) {
    done(server, &[action, market.code(), code, "--by", "ann", "--reason", "its price is in doubt"]);
    let id = server.instrument(market, code);
    let halted = || server.app.market.halt(id, server.app.clock.now()).map(|halt| halt.kind);
    let wanted = (action == "halt").then_some(HaltKind::Operator);
    until("the server goes by it", async || halted() == wanted).await;
}

async fn row(server: &TestServer, code: &str) -> Value {
    let path = format!("GET /m_ft/stock_detail_ft?stockCode={code}&market=UsStock");
    server.call(&path, Value::Null).await.ok()["stockInfo"].clone()
}

/// The halts in New York's market status.
async fn halts(server: &TestServer) -> Vec<Value> {
    let rows = server.call("GET /market/status", Value::Null).await;
    let all = rows.ok().as_array().unwrap().clone();
    let of = all.into_iter().find(|row| row["calendar"] == "XNYS").unwrap();
    of["halts"].as_array().unwrap().clone()
}

async fn orders_with_a_limit_wait_while_an_operator_halts(server: TestServer) {
    let (ann, bo) = (server.funded(100_000).await, server.funded(100_000).await);
    let quote = |bid, ask| server.quote(Market::UsStock, "AAPL", bid, ask);
    quote("300.00", "300.10");
    ann.call("POST /stock/create", order(0, None)).await.ok();
    let resting = bo.call("POST /stock/create", order(0, Some("299.00"))).await.ok()["id"].clone();
    operate(&server, "halt", Market::UsStock, "AAPL").await;

    // A market order is refused since the price is unknown; a limit order waits, whatever the quote is.
    for direction in [0, 1] {
        ann.call("POST /stock/create", order(direction, None)).await.refused(409, "instrument_halted");
        ann.call("POST /stock/preview", order(direction, None)).await.refused(409, "instrument_halted");
    }
    ann.call("POST /stock/preview", order(0, Some("300.50"))).await.ok();
    let buying = bo.call("POST /stock/create", order(0, Some("300.50"))).await.ok()["id"].clone();
    let selling = ann.call("POST /stock/create", order(1, Some("299.50"))).await.ok()["id"].clone();
    let ending = bo.call("POST /stock/create", order(0, Some("300.40"))).await.ok()["id"].clone();
    ann.call("POST /stock/create", order(0, Some("900.00"))).await.refused(422, "price_band");
    bo.call("POST /orders/amend", json!({ "id": resting, "price": "300.60" })).await.ok();
    quote("300.00", "300.10");
    bo.call("POST /orders/cancel", json!({ "id": ending })).await.ok();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    for (customer, id) in [(&bo, &resting), (&bo, &buying), (&ann, &selling)] {
        assert_eq!(status(customer, id).await, json!(0), "nothing is filled");
    }
    let told = row(&server, "AAPL").await;
    assert_eq!((&told["state"], &told["tradable"]), (&json!("halted"), &json!(false)));
    assert_eq!((&told["halt"]["kind"], &told["halt"]["takesLimitOrders"]), (&json!("operator"), &json!(true)));
    assert_eq!(told["halt"]["sinceTimestamp"], told["haltedTimestamp"]);
    assert_eq!(told["halt"]["resumesTimestamp"], Value::Null);
    server.app.clock.advance(UnixMillis::SECOND);
    server.feed_caught_up().await;
    let listed = halts(&server).await;
    assert!(listed.iter().any(|halt| halt["stockCode"] == "AAPL" && halt["kind"] == "operator"), "{listed:?}");

    operate(&server, "resume", Market::UsStock, "AAPL").await;
    assert_eq!(status(&bo, &buying).await, json!(0), "a quote from before the reopening fills nothing");
    quote("300.20", "300.30");
    for (customer, id) in [(&bo, &resting), (&bo, &buying), (&ann, &selling)] {
        until("it is filled from the reopening on", async || status(customer, id).await == json!(1)).await;
    }
    ann.call("POST /stock/create", order(0, None)).await.ok();
    server.audited().await;
}

async fn a_quote_from_the_halt_is_none_of_the_market_that_reopens(server: TestServer) {
    let (ann, bo) = (server.funded(100_000).await, server.funded_in("FOREX", 5_000).await);
    server.quote(Market::UsStock, "AAPL", "300.00", "300.10");
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    bo.call("POST /crude/create", forex_order(0, "10000", "10")).await.ok();
    let id = positions(&bo).await.remove(0)["id"].clone();
    bo.call("POST /position/protect", json!({ "id": id, "stopLoss": "1.08000" })).await.ok();
    for (market, code) in [(Market::UsStock, "AAPL"), (Market::Forex, "EURUSD")] {
        operate(&server, "halt", market, code).await;
    }
    // No trade was possible at these. Beyond the stop, and so far that the margin is nearly used up.
    server.quote(Market::UsStock, "AAPL", "280.00", "280.10");
    server.quote_pair("EURUSD", "0.99000", "0.99000");
    // Too little for other quotes meanwhile.
    server.app.clock.advance(1);
    for (market, code) in [(Market::UsStock, "AAPL"), (Market::Forex, "EURUSD")] {
        operate(&server, "resume", market, code).await;
    }

    ann.call("POST /stock/create", order(0, None)).await.refused(409, "stale_quote");
    let waiting = ann.call("POST /stock/create", order(0, Some("290.00"))).await.ok()["id"].clone();
    bo.call("POST /crude/create", forex_order(0, "10000", "10")).await.refused(409, "stale_quote");
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(status(&ann, &waiting).await, json!(0), "nothing is filled");
    assert_eq!(positions(&bo).await.len(), 1, "nothing is closed");
    assert!(told(&bo).await.iter().all(|kind| kind != "protected" && kind != "liquidated"));

    server.quote(Market::UsStock, "AAPL", "289.00", "289.10");
    until("it is filled from the reopening on", async || status(&ann, &waiting).await == json!(1)).await;
    ann.call("POST /stock/create", order(0, None)).await.ok();
    server.quote_pair("EURUSD", "1.08400", "1.08400");
    bo.call("POST /crude/create", forex_order(0, "10000", "10")).await.ok();
    server.quote_pair("EURUSD", "1.07900", "1.07900");
    // What was bought since is not the stop-loss's.
    let left = async || positions(&bo).await.first().is_some_and(|row| row["positionNum"] == "10000");
    until("it is closed at a price of the reopening", left).await;
    server.audited().await;
}

async fn a_stop_loss_waits_for_the_reopening(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    customer.call("POST /crude/create", forex_order(0, "10000", "10")).await.ok();
    let id = positions(&customer).await.remove(0)["id"].clone();
    let protect = json!({ "id": id, "stopLoss": "1.08000" });
    customer.call("POST /position/protect", protect).await.ok();
    operate(&server, "halt", Market::Forex, "EURUSD").await;
    // Beyond the stop, and so far that the margin is nearly used up.
    server.quote_pair("EURUSD", "0.99000", "0.99000");
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(positions(&customer).await.len(), 1, "nothing is closed while it is halted");
    assert!(told(&customer).await.iter().all(|kind| kind != "protected" && kind != "liquidated"));
    operate(&server, "resume", Market::Forex, "EURUSD").await;
    server.quote_pair("EURUSD", "1.07900", "1.07900");
    until("it is closed at the reopening", async || positions(&customer).await.is_empty()).await;
    server.audited().await;
}

/// A key whose seed of 2026-11-23 makes a stock of New York jump far enough.
const KEY: &str = "a key of sixty-four characters or more, for a day with a pause: 0002";
/// 2026-11-23, a Monday, 10:00 in New York.
const MONDAY: UnixMillis = UnixMillis(1_795_446_000_000);

/// The day's first pause that is yet to come.
fn pause_to_come(server: &TestServer) -> Option<(InstrumentId, String, Restraint)> {
    let (market, evening) = (&server.app.market, MONDAY.plus(6 * UnixMillis::HOUR));
    let all = market.catalog.all();
    let found = all.iter().filter_map(|instrument| {
        let pause = market.feed_history.pause(instrument, evening)?;
        Some((instrument.id, instrument.code.clone(), pause))
    });
    found.filter(|(_, _, pause)| pause.from > MONDAY.plus(UnixMillis::MINUTE)).min_by_key(|(_, _, pause)| pause.from)
}

/// Lets time pass evenly, so that the feed publishes all that is due.
async fn go_to(server: &TestServer, at: UnixMillis) {
    while server.app.clock.now() < at {
        let left = at.since(server.app.clock.now());
        server.app.clock.advance(left.min(1_750));
        server.feed_caught_up().await;
    }
}

#[tokio::test]
async fn the_exchange_pauses_a_stock_whose_price_jumps_on_sqlite() {
    the_exchange_pauses_a_stock_whose_price_jumps_and_reopens_it_by_an_auction(Database::Sqlite).await;
}

#[tokio::test]
async fn the_exchange_pauses_a_stock_whose_price_jumps_on_postgres() {
    the_exchange_pauses_a_stock_whose_price_jumps_and_reopens_it_by_an_auction(Database::Postgres).await;
}

async fn the_exchange_pauses_a_stock_whose_price_jumps_and_reopens_it_by_an_auction(database: Database) {
    let flags = ["--secret-key", KEY];
    let server = TestServer::start_with(database, Clock::manual(MONDAY), &flags).await;
    let ann = server.funded(1_000_000).await;
    let (id, code, pause) = pause_to_come(&server).expect("the day of this key has a pause");
    let latest = || server.app.market.latest(id).unwrap();
    server.app.clock.advance(pause.from.plus(-12_000).since(server.app.clock.now()));
    go_to(&server, pause.from.plus(-250)).await;
    let last = latest();
    assert!((pause.band.lower..=pause.band.upper).contains(&last.last), "it trades at the band: {last:?}");
    assert!(halts(&server).await.iter().any(|halt| halt["stockCode"] == *code && halt["kind"] == "limitState"));
    let trading = row(&server, &code).await;
    assert_eq!((&trading["state"], &trading["halt"]), (&json!("trading"), &Value::Null));

    go_to(&server, pause.from.plus(2_000)).await;
    let paused = row(&server, &code).await;
    assert_eq!((&paused["state"], &paused["haltedTimestamp"]), (&json!("halted"), &json!(pause.from.0.to_string())));
    let halt = &paused["halt"];
    assert_eq!((&halt["kind"], &halt["takesLimitOrders"]), (&json!("volatilityPause"), &json!(true)));
    assert_eq!(halt["resumesTimestamp"], pause.until.0.to_string());
    assert!(halts(&server).await.iter().any(|halt| halt["stockCode"] == *code && halt["kind"] == "volatilityPause"));
    assert_eq!(paused["auction"]["auctionKind"], "reopening");
    assert_eq!(paused["auction"]["auctionPhase"], "indicative");
    assert_eq!(paused["auction"]["closesTimestamp"], pause.until.0.to_string());
    ann.call("POST /stock/create", order_of(&code, 0, None)).await.refused(409, "instrument_halted");
    // A limit far above the price: it would be filled at once if anything were.
    let limit = plumbline_core::decimal::Price::from_units(last.last.units() / 100_000_000 * 130_000_000).to_string();
    let waiting = ann.call("POST /stock/create", order_of(&code, 0, Some(&limit))).await.ok()["id"].clone();
    server.app.clock.advance(pause.until.plus(-3_000).since(server.app.clock.now()));
    go_to(&server, pause.until.plus(-1)).await;
    assert_eq!(latest().seq, last.seq, "nothing ticks");
    assert_eq!(status(&ann, &waiting).await, json!(0));

    go_to(&server, pause.until.plus(9_000)).await;
    until("it is filled from the reopening on", async || status(&ann, &waiting).await == json!(1)).await;
    let reopened = row(&server, &code).await;
    assert_eq!((&reopened["state"], &reopened["halt"]), (&json!("trading"), &Value::Null));
    let result = &reopened["auction"]["lastAuction"];
    assert_eq!(result["kind"], "reopening");
    assert!(result["price"].is_string(), "{result}");
    assert!(halts(&server).await.iter().all(|halt| halt["stockCode"] != *code));
    server.audited().await;
}
