//! Brackets and the legs of positions: a take-profit and a stop-loss that hold what they close once.

use std::time::Duration;

use plumbline_core::decimal::{format_units, parse_units};
use plumbline_core::market::{Market, Tick};
use plumbline_core::testing;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_bracket_protects_what_it_buys_from_its_first_fill_on,
    a_leg_that_triggers_ends_what_rests_of_the_entry,
    an_entry_that_ends_unfilled_takes_its_legs_with_it,
    pending_legs_are_amended_and_cancelled,
    a_close_at_the_market_leaves_the_rest_protected,
    what_is_owned_is_protected_and_closed_in_parts,
    a_pair_is_opened_with_a_bracket,
    legs_are_there_after_a_restart,
    legs_on_the_wrong_side_are_refused,
}

/// A quote of AAPL, a cent wide, with its last trade at the bid.
fn quote(server: &TestServer, bid: &str) {
    let ask = format_units(parse_units(bid, 2).unwrap() + 1, 2, 2);
    server.quote(Market::UsStock, "AAPL", bid, &ask);
}

/// A quote of AAPL in cents, with a thousand shares on each side and its last trade at the bid.
fn display(server: &TestServer, bid: i64, ask: i64) {
    let newest = server.app.market.latest(server.instrument(Market::UsStock, "AAPL")).unwrap();
    let (bids, asks) = (testing::levels(&[(bid, 1_000)]), testing::levels(&[(ask, 1_000)]));
    server.publish(Tick { bids, asks, last: testing::price(bid), ..(*newest).clone() });
}

/// An order that buys ten shares at a limit, or at the market.
fn bracket(limit: Option<&str>, take_profit: &str, stop_loss: &str) -> Value {
    json!({ "stockCode": "AAPL", "direction": 0, "orderType": i64::from(limit.is_some()), "price": limit,
        "quantity": "10", "timeInForce": "gtc", "takeProfit": { "price": take_profit },
        "stopLoss": { "stopPrice": stop_loss } })
}

async fn place(customer: &Customer<'_>, order: Value) -> Value {
    customer.call("POST /stock/create", order).await.ok().clone()
}

async fn detail(customer: &Customer<'_>, id: &Value) -> Value {
    customer.call("POST /orders/detail", json!({ "id": id })).await.ok().clone()
}

fn leg(order: &Value, kind: &str) -> Value {
    let legs = order["legs"].as_array().unwrap();
    legs.iter().find(|leg| leg["kind"] == kind).unwrap_or_else(|| panic!("{kind}: {order}"))["id"].clone()
}

/// Waits until an order has a status.
async fn until(customer: &Customer<'_>, id: &Value, status: i64) -> Value {
    for _ in 0..400 {
        let found = detail(customer, id).await;
        if found["status"] == status {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("status {status}: {}", detail(customer, id).await);
}

async fn working(customer: &Customer<'_>) -> Vec<Value> {
    customer.call("POST /position/consignList", json!({})).await.ok()["list"].as_array().unwrap().clone()
}

async fn positions(customer: &Customer<'_>) -> Vec<Value> {
    customer.call("POST /position/me", json!({})).await.ok()["list"].as_array().unwrap().clone()
}

async fn a_bracket_protects_what_it_buys_from_its_first_fill_on(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "100.00");
    let order = place(&customer, bracket(Some("99.00"), "110.00", "95.00")).await;
    let (take, stop) = (leg(&order, "takeProfit"), leg(&order, "stopLoss"));
    assert_eq!(working(&customer).await.len(), 1, "legs are not open before the first fill");
    let pending = detail(&customer, &stop).await;
    assert_eq!((&pending["groupId"], &pending["quantity"]), (&order["groupId"], &json!("0")));
    quote(&server, "98.99");
    until(&customer, &order["id"], 1).await;
    let open = working(&customer).await;
    assert_eq!(open.len(), 2, "{open:?}");
    assert!(open.iter().all(|row| row["quantity"] == "10" && row["groupId"] == order["groupId"]));
    let row = positions(&customer).await.remove(0);
    assert_eq!((&row["stopLoss"], &row["takeProfit"]), (&json!("95.00"), &json!("110.00")));
    assert_eq!(row["availableNum"], "10", "legs make way for a close");
    customer
        .call("POST /stock/create", json!({ "stockCode": "AAPL", "direction": 1, "orderType": 0, "quantity": "1" }))
        .await
        .refused(409, "insufficient_position");
    quote(&server, "110.00");
    let filled = until(&customer, &take, 1).await;
    assert_eq!(filled["avgPrice"], "110.00");
    let ended = until(&customer, &stop, 2).await;
    assert_eq!(ended["reason"], "take_profit");
    assert!(positions(&customer).await.is_empty() && working(&customer).await.is_empty());
    server.audited().await;
}

async fn a_leg_that_triggers_ends_what_rests_of_the_entry(server: TestServer) {
    let customer = server.funded(500_000).await;
    quote(&server, "100.00");
    let mut order = bracket(Some("99.00"), "110.00", "95.00");
    // More than a quote displays.
    order["quantity"] = json!("1500");
    let order = place(&customer, order).await;
    display(&server, 9_899, 9_900);
    let partly = until(&customer, &order["id"], 3).await;
    let stop = leg(&order, "stopLoss");
    assert_eq!(detail(&customer, &stop).await["quantity"], partly["filledQuantity"], "legs grow with the entry");
    display(&server, 9_400, 9_950);
    until(&customer, &stop, 1).await;
    let ended = until(&customer, &order["id"], 2).await;
    assert_eq!(ended["reason"], "stop_loss");
    assert!(ended["held"].is_null(), "what it held is free");
    server.audited().await;
}

async fn an_entry_that_ends_unfilled_takes_its_legs_with_it(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "100.00");
    let order = place(&customer, bracket(Some("99.00"), "110.00", "95.00")).await;
    customer.call("POST /orders/cancel", json!({ "id": order["id"] })).await.ok();
    for kind in ["takeProfit", "stopLoss"] {
        let ended = detail(&customer, &leg(&order, kind)).await;
        assert_eq!((&ended["status"], &ended["reason"]), (&json!(2), &json!("cancelled_by_customer")));
    }
    let mut at_once = bracket(Some("99.00"), "110.00", "95.00");
    at_once["timeInForce"] = json!("ioc");
    let ended = place(&customer, at_once).await;
    assert_eq!(detail(&customer, &leg(&ended, "stopLoss")).await["reason"], "ioc");
    server.audited().await;
}

async fn pending_legs_are_amended_and_cancelled(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "100.00");
    let order = place(&customer, bracket(Some("99.00"), "110.00", "95.00")).await;
    let (take, stop) = (leg(&order, "takeProfit"), leg(&order, "stopLoss"));
    let amend = "POST /orders/amend";
    customer.call(amend, json!({ "id": stop, "stopPrice": "99.00" })).await.refused(409, "legs_side");
    customer.call(amend, json!({ "id": stop, "quantity": "5" })).await.refused(422, "quantity_invalid");
    customer.call(amend, json!({ "id": stop, "timeInForce": "day" })).await.refused(422, "time_in_force_invalid");
    customer.call(amend, json!({ "id": stop, "stopPrice": "96.00" })).await.ok();
    customer.call(amend, json!({ "id": order["id"], "price": "95.50" })).await.refused(409, "legs_side");
    customer.call("POST /orders/cancel", json!({ "id": take })).await.ok();
    quote(&server, "98.99");
    until(&customer, &order["id"], 1).await;
    let open = working(&customer).await;
    assert_eq!((open.len(), &open[0]["stopPrice"]), (1, &json!("96.00")), "a leg that was cancelled stays away");
    // Both legs would follow a change of one; this one is alone.
    customer.call(amend, json!({ "id": stop, "quantity": "4" })).await.ok();
    assert_eq!(positions(&customer).await[0]["availableNum"], "10");
    customer.call(amend, json!({ "id": stop, "quantity": "11" })).await.refused(409, "insufficient_position");
    server.audited().await;
}

async fn a_close_at_the_market_leaves_the_rest_protected(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "100.00");
    let order = place(&customer, bracket(None, "110.00", "95.00")).await;
    assert_eq!(order["status"], 1);
    let stop = leg(&order, "stopLoss");
    let id = positions(&customer).await[0]["id"].clone();
    let close = "POST /position/flatPosition";
    customer.call(close, json!({ "id": id, "size": "half" })).await.ok();
    assert_eq!(detail(&customer, &stop).await["quantity"], "5");
    customer.call(close, json!({ "id": id, "quantity": "6" })).await.refused(409, "insufficient_position");
    customer.call(close, json!({ "id": id, "size": "full" })).await.ok();
    let ended = detail(&customer, &stop).await;
    assert_eq!((&ended["status"], &ended["reason"]), (&json!(2), &json!("position_closed")));
    assert!(working(&customer).await.is_empty());
    server.audited().await;
}

async fn what_is_owned_is_protected_and_closed_in_parts(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "100.00");
    let bought = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "10" });
    place(&customer, bought).await;
    let id = positions(&customer).await[0]["id"].clone();
    let (protect, close) = ("POST /position/protect", "POST /position/flatPosition");
    let first =
        customer.call(protect, json!({ "id": id, "stopLoss": { "stopPrice": "95.00", "price": "94.50" } })).await;
    assert_eq!((&first.ok()["stopLoss"], &first.ok()["takeProfit"]), (&json!("95.00"), &Value::Null));
    let second = customer.call(protect, json!({ "id": id, "takeProfit": "110.00" })).await.ok().clone();
    assert_eq!(detail(&customer, &leg(first.ok(), "stopLoss")).await["reason"], "replaced");
    assert_eq!(second["stopLoss"], Value::Null, "what is not given is cleared");
    customer.call(protect, json!({ "id": id })).await.ok();
    assert!(working(&customer).await.is_empty());
    // A group for a part, a limit for another, a trailing stop for the rest.
    let part =
        json!({ "id": id, "quantity": "4", "takeProfit": { "price": "110.00" }, "stopLoss": { "stopPrice": "95.00" } });
    let group = customer.call(close, part).await.ok().clone();
    assert_eq!(group["legs"].as_array().unwrap().len(), 2);
    let limit = customer.call(close, json!({ "id": id, "quantity": "3", "price": "105.00" })).await.ok().clone();
    assert_eq!((&limit["status"], &limit["price"]), (&json!(0), &json!("105.00")));
    let trail = customer.call(close, json!({ "id": id, "quantity": "3", "trailAmount": "2.00" })).await.ok().clone();
    assert_eq!(trail["trailAmount"], "2.00");
    assert_eq!(working(&customer).await.len(), 4);
    quote(&server, "105.00");
    until(&customer, &limit["id"], 1).await;
    quote(&server, "94.00");
    until(&customer, &leg(&group, "stopLoss"), 1).await;
    until(&customer, &trail["id"], 1).await;
    assert!(positions(&customer).await.is_empty());
    server.audited().await;
}

async fn a_pair_is_opened_with_a_bracket(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08510");
    let order = json!({ "stockCode": "EURUSD", "direction": 1, "orderType": 0, "quantity": "10000", "leverage": "10",
        "takeProfit": { "price": "1.07" }, "stopLoss": { "stopPrice": "1.09" } });
    let order = customer.call("POST /crude/create", order).await.ok().clone();
    assert_eq!(order["status"], 1);
    server.quote_pair("EURUSD", "1.08992", "1.09002");
    until(&customer, &leg(&order, "stopLoss"), 1).await;
    assert_eq!(detail(&customer, &leg(&order, "takeProfit")).await["reason"], "stop_loss");
    assert!(positions(&customer).await.is_empty());
    server.audited().await;
}

async fn legs_are_there_after_a_restart(mut server: TestServer) {
    let (token, order) = {
        let customer = server.funded(50_000).await;
        quote(&server, "100.00");
        (customer.token.clone(), place(&customer, bracket(Some("99.00"), "110.00", "95.00")).await)
    };
    server.restarted(async |_| {}).await;
    let customer = server.with_token(&token);
    server.feed_caught_up().await;
    quote(&server, "98.99");
    until(&customer, &order["id"], 1).await;
    quote(&server, "94.99");
    until(&customer, &leg(&order, "stopLoss"), 1).await;
    server.audited().await;
}

async fn legs_on_the_wrong_side_are_refused(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "100.00");
    let table = [
        (bracket(Some("99.00"), "99.00", "95.00"), 409, "legs_side"),
        (bracket(Some("99.00"), "110.00", "99.00"), 409, "legs_side"),
        (bracket(None, "100.00", "95.00"), 409, "legs_side"),
        (bracket(Some("99.00"), "110.001", "95.00"), 422, "tick_size"),
        (bracket(Some("99.00"), "110.00", "95.001"), 422, "stop_tick_size"),
        (bracket(Some("99.00"), "x", "95.00"), 422, "price_invalid"),
    ];
    for (order, status, word) in table {
        customer.call("POST /stock/preview", order.clone()).await.refused(status, word);
        customer.call("POST /stock/create", order).await.refused(status, word);
    }
    let mut far = bracket(Some("99.00"), "110.00", "95.00");
    far["stopLoss"]["price"] = json!("10.00");
    customer.call("POST /stock/create", far).await.refused(422, "price_band");
    let mut selling = bracket(None, "110.00", "95.00");
    selling["direction"] = json!(1);
    let refused = customer.call("POST /stock/create", selling).await;
    assert!(refused.status == 409 || refused.status == 422, "{}", refused.status);
    server.audited().await;
}
