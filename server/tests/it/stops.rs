//! Stops, orders that are filled at once or not at all, days to rest until, and names of the caller's own.

use std::time::Duration;

use plumbline_core::decimal::parse_units;
use plumbline_core::market::Market;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer, uuid};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_stop_buys_at_the_market_once_it_is_reached,
    a_stop_limit_rests_at_its_limit_and_says_so,
    a_stop_that_is_sold_through_is_filled_at_the_gap,
    a_stop_for_a_pair_goes_by_the_quote,
    what_waits_is_there_after_a_restart,
    a_stop_is_amended_and_cancelled_while_it_waits,
    a_trailing_stop_follows_the_market,
    where_a_trailing_stop_stands_is_there_after_a_restart,
    what_is_not_filled_at_once_ends,
    an_order_rests_until_a_day_that_is_named,
    a_caller_names_an_order_once_and_finds_it_by_that,
    an_amount_buys_what_it_pays_for,
    fractions_of_us_shares_are_traded,
    what_cannot_be_placed_is_refused,
}

fn cents(value: &Value) -> i64 {
    parse_units(value.as_str().unwrap_or_else(|| panic!("{value} is not a text")), 2).unwrap()
}

/// A quote of AAPL, a cent wide, with its last trade at the bid.
fn quote(server: &TestServer, bid: &str) {
    let ask = plumbline_core::decimal::format_units(parse_units(bid, 2).unwrap() + 1, 2, 2);
    server.quote(Market::UsStock, "AAPL", bid, &ask);
}

fn stop(direction: i64, stop: &str, limit: Option<&str>, quantity: &str) -> Value {
    json!({ "stockCode": "AAPL", "direction": direction, "orderType": if limit.is_some() { 3 } else { 2 },
        "stopPrice": stop, "price": limit, "quantity": quantity })
}

async fn place(customer: &Customer<'_>, order: Value) -> Value {
    customer.call("POST /stock/create", order).await.ok().clone()
}

async fn detail(customer: &Customer<'_>, order: &Value) -> Value {
    customer.call("POST /orders/detail", json!({ "id": order["id"] })).await.ok().clone()
}

/// Waits until an order has a status, and is triggered or is not.
async fn until(customer: &Customer<'_>, order: &Value, status: i64, triggered: bool) -> Value {
    for _ in 0..400 {
        let found = detail(customer, order).await;
        if found["status"] == status && found["triggered"] == triggered {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("status {status}, triggered {triggered}: {}", detail(customer, order).await);
}

/// Balance of the stock wallet and the held part of it, in cents.
async fn wallet(customer: &Customer<'_>) -> (i64, i64) {
    let answer = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "STOCK" })).await;
    (cents(&answer.ok()["balance"]), cents(&answer.ok()["usedBalance"]))
}

async fn told(customer: &Customer<'_>) -> Vec<String> {
    let inbox = customer.call("GET /userMessage/getMessage?pageSize=100", Value::Null).await;
    let rows = inbox.ok()["list"].as_array().unwrap().clone();
    let of_orders = rows.iter().filter(|row| row["subject"] == "order");
    of_orders.map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
}

/// A customer with shares that cost a hundred dollars each.
async fn with_shares<'a>(server: &'a TestServer, quantity: &str) -> Customer<'a> {
    let customer = server.funded(50_000).await;
    quote(server, "99.99");
    let bought = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": quantity });
    assert_eq!(place(&customer, bought).await["status"], 1);
    customer
}

async fn a_stop_buys_at_the_market_once_it_is_reached(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "99.99");
    let card = customer.call("POST /stock/preview", stop(0, "101.00", None, "10")).await.ok().clone();
    let order = place(&customer, stop(0, "101.00", None, "10")).await;
    assert_eq!((&order["status"], &order["triggered"], &order["price"]), (&json!(0), &json!(false), &Value::Null));
    assert_eq!(order["stopPrice"], "101.00");
    // What is held is what the collar's end of 5 % would cost.
    assert_eq!(card["heldAmount"], order["held"]["amount"]);
    assert_eq!(wallet(&customer).await, (5_000_000, cents(&order["held"]["amount"])));
    quote(&server, "100.99");
    quote(&server, "101.00");
    let filled = until(&customer, &order, 1, true).await;
    assert_eq!((&filled["avgPrice"], &filled["orderType"]), (&json!("101.01"), &json!(2)));
    assert_eq!(filled["fills"].as_array().unwrap().len(), 1);
    assert!(filled["triggeredTimestamp"].is_string());
    assert_eq!((wallet(&customer).await.1, told(&customer).await), (0, vec!["order_filled".to_owned()]));
    server.audited().await;
}

async fn a_stop_limit_rests_at_its_limit_and_says_so(server: TestServer) {
    let customer = with_shares(&server, "10").await;
    let order = place(&customer, stop(1, "95.00", Some("94.50"), "10")).await;
    assert_eq!(order["price"], "94.50");
    quote(&server, "94.00");
    let triggered = until(&customer, &order, 0, true).await;
    assert_eq!(
        (&triggered["filledQuantity"], told(&customer).await),
        (&json!("0"), vec!["order_triggered".to_owned()])
    );
    quote(&server, "94.60");
    assert_eq!(until(&customer, &order, 1, true).await["avgPrice"], "94.60");
    server.audited().await;
}

async fn a_stop_that_is_sold_through_is_filled_at_the_gap(server: TestServer) {
    let customer = with_shares(&server, "10").await;
    let order = place(&customer, stop(1, "95.00", None, "10")).await;
    let refused = customer.call("POST /stock/create", stop(1, "90.00", None, "1")).await;
    refused.refused(409, "insufficient_position");
    quote(&server, "80.00");
    assert_eq!(until(&customer, &order, 1, true).await["avgPrice"], "80.00");
    server.audited().await;
}

async fn a_stop_for_a_pair_goes_by_the_quote(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.10000", "1.10010");
    let short = json!({ "stockCode": "EURUSD", "direction": 1, "orderType": 2, "stopPrice": "1.09000",
        "quantity": "10000", "leverage": "20" });
    let order = customer.call("POST /crude/create", short).await.ok().clone();
    // The ask is there already, the bid is not.
    server.quote_pair("EURUSD", "1.09001", "1.09011");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(detail(&customer, &order).await["triggered"], false);
    server.quote_pair("EURUSD", "1.08990", "1.09000");
    assert_eq!(until(&customer, &order, 1, true).await["avgPrice"], "1.0899");
    server.audited().await;
}

async fn what_waits_is_there_after_a_restart(mut server: TestServer) {
    let (token, order) = {
        let customer = with_shares(&server, "10").await;
        let order = place(&customer, stop(1, "95.00", None, "10")).await;
        (customer.token.clone(), order)
    };
    server.restarted(async |_| {}).await;
    let customer = server.with_token(&token);
    server.feed_caught_up().await;
    quote(&server, "94.99");
    assert_eq!(until(&customer, &order, 1, true).await["avgPrice"], "94.99");
}

async fn a_stop_is_amended_and_cancelled_while_it_waits(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "99.99");
    let order = place(&customer, stop(0, "101.00", None, "10")).await;
    let amend = |change: Value| {
        let mut body = json!({ "id": order["id"] });
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        body
    };
    let moved = customer.call("POST /orders/amend", amend(json!({ "stopPrice": "110.00" }))).await.ok().clone();
    assert_eq!(moved["stopPrice"], "110.00");
    assert!(cents(&moved["held"]["amount"]) > cents(&order["held"]["amount"]), "it holds what it may cost now");
    customer.call("POST /orders/amend", amend(json!({ "stopPrice": "99.00" }))).await.refused(409, "stop_price_side");
    customer.call("POST /orders/amend", amend(json!({ "price": "99.00" }))).await.refused(409, "not_a_limit_order");
    customer
        .call("POST /orders/amend", amend(json!({ "timeInForce": "ioc" })))
        .await
        .refused(422, "time_in_force_invalid");
    customer.call("POST /orders/amend", amend(json!({ "timeInForce": "gtc" }))).await.ok();
    assert_eq!(detail(&customer, &order).await["timeInForce"], "gtc");
    quote(&server, "102.00");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(detail(&customer, &order).await["triggered"], false, "the old stop is forgotten");
    customer.call("POST /orders/cancel", json!({ "id": order["id"] })).await.ok();
    assert_eq!(wallet(&customer).await, (5_000_000, 0));
    let triggered = place(&customer, stop(0, "103.00", Some("103.00"), "1")).await;
    quote(&server, "104.00");
    until(&customer, &triggered, 0, true).await;
    let late = json!({ "id": triggered["id"], "stopPrice": "105.00" });
    customer.call("POST /orders/amend", late).await.refused(409, "order_triggered");
    server.audited().await;
}

/// A trailing stop that sells, an amount behind the last trade.
fn trailing(amount: &str, quantity: &str) -> Value {
    json!({ "stockCode": "AAPL", "direction": 1, "orderType": 4, "trailAmount": amount, "quantity": quantity,
        "timeInForce": "gtc" })
}

/// Waits until the trailing stop of an order stands at a price, in its details and in the list of working orders.
async fn until_it_stands_at(customer: &Customer<'_>, order: &Value, price: &str) {
    for _ in 0..400 {
        if detail(customer, order).await["trailPrice"] == price {
            let working = customer.call("POST /position/consignList", json!({ "pageNum": 1, "pageSize": 10 })).await;
            let rows = working.ok()["list"].as_array().unwrap();
            assert_eq!(rows.iter().find(|row| row["id"] == order["id"]).unwrap()["trailPrice"], price);
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{price}: {}", detail(customer, order).await);
}

async fn a_trailing_stop_follows_the_market(server: TestServer) {
    let customer = with_shares(&server, "20").await;
    let card = customer.call("POST /stock/preview", trailing("1.00", "10")).await.ok().clone();
    assert_eq!((&card["price"], &card["error"]), (&json!("98.99"), &Value::Null), "{card}");
    let order = place(&customer, trailing("1.00", "10")).await;
    assert_eq!((&order["trailAmount"], &order["trailPrice"]), (&json!("1.00"), &json!("98.99")), "{order}");
    let percent = json!({ "trailAmount": null, "trailPercent": "2.5" });
    let mut by_percent = trailing("", "10");
    by_percent.as_object_mut().unwrap().extend(percent.as_object().unwrap().clone());
    let by_percent = place(&customer, by_percent).await;
    // 99.99 less 2.5 %, rounded down.
    assert_eq!((&by_percent["trailPercent"], &by_percent["trailPrice"]), (&json!("2.50"), &json!("97.49")));
    quote(&server, "102.00");
    until_it_stands_at(&customer, &order, "101.00").await;
    until_it_stands_at(&customer, &by_percent, "99.45").await;
    quote(&server, "101.50");
    let wider = json!({ "id": by_percent["id"], "trailAmount": "3.00" });
    let amended = customer.call("POST /orders/amend", wider).await.ok().clone();
    assert_eq!((&amended["trailPrice"], &amended["trailPercent"]), (&json!("99.00"), &Value::Null), "{amended}");
    let near = json!({ "id": by_percent["id"], "trailAmount": "0.40" });
    customer.call("POST /orders/amend", near).await.refused(409, "stop_price_side");
    let other = json!({ "id": by_percent["id"], "stopPrice": "90.00" });
    customer.call("POST /orders/amend", other).await.refused(422, "trail_invalid");
    quote(&server, "101.00");
    let filled = until(&customer, &order, 1, true).await;
    assert_eq!(
        (&filled["avgPrice"], &filled["stopPrice"], &filled["orderType"]),
        (&json!("101.00"), &json!("101.00"), &json!(4))
    );
    assert_eq!(detail(&customer, &by_percent).await["trailPrice"], "99.00");
    customer.call("POST /orders/cancel", json!({ "id": by_percent["id"] })).await.ok();
    for (trail, field) in [
        (json!({ "trailAmount": "0" }), "trailAmount"),
        (json!({ "trailPercent": "1" }), "trailPercent"),
        (json!({ "trailAmount": null, "trailPercent": "100" }), "trailPercent"),
        (json!({ "trailAmount": null, "trailPercent": "0.005" }), "trailPercent"),
        (json!({ "timeInForce": "ioc" }), "timeInForce"),
    ] {
        let mut order = trailing("1.00", "10");
        order.as_object_mut().unwrap().extend(trail.as_object().unwrap().clone());
        let refused = customer.call("POST /stock/create", order).await;
        refused.refused(422, if field == "timeInForce" { "time_in_force_invalid" } else { "trail_invalid" });
        assert_eq!(refused.json["data"]["field"], field, "{trail}");
    }
    server.audited().await;
}

/// The feed goes on far below it.
async fn where_a_trailing_stop_stands_is_there_after_a_restart(mut server: TestServer) {
    let (token, order) = {
        let customer = with_shares(&server, "10").await;
        quote(&server, "400.00");
        let order = place(&customer, trailing("1.00", "10")).await;
        quote(&server, "410.00");
        until_it_stands_at(&customer, &order, "409.00").await;
        (customer.token.clone(), order)
    };
    server.restarted(async |_| {}).await;
    let customer = server.with_token(&token);
    server.feed_caught_up().await;
    let filled = until(&customer, &order, 1, true).await;
    assert_eq!((&filled["stopPrice"], &filled["trailPrice"]), (&json!("409.00"), &json!("409.00")));
    server.audited().await;
}

async fn what_is_not_filled_at_once_ends(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "99.99");
    let order = |time: &str, price: &str| json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "price": price, "quantity": "10", "timeInForce": time });
    for time in ["ioc", "fok"] {
        let ended = place(&customer, order(time, "99.00")).await;
        assert_eq!((&ended["status"], &ended["reason"]), (&json!(2), &json!(time)), "{ended}");
        assert_eq!(place(&customer, order(time, "100.00")).await["status"], 1);
        let card = customer.call("POST /stock/preview", order(time, "99.00")).await.ok().clone();
        assert_eq!((&card["quantity"], cents(&card["heldAmount"])), (&json!("10"), 0), "{card}");
    }
    let id = server.instrument(Market::UsStock, "AAPL");
    let newest = (*server.app.market.latest(id).unwrap()).clone();
    let asks = plumbline_core::testing::levels(&[(10_000, 4)]);
    server.publish(plumbline_core::market::Tick { asks, ..newest });
    assert_eq!(place(&customer, order("fok", "100.00")).await["filledQuantity"], "0");
    let part = place(&customer, order("ioc", "100.00")).await;
    assert_eq!((&part["status"], &part["filledQuantity"]), (&json!(2), &json!("4")));
    assert_eq!(wallet(&customer).await.1, 0);
    server.audited().await;
}

async fn an_order_rests_until_a_day_that_is_named(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "99.99");
    let order = |date: &str| {
        json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "price": "90.00", "quantity": "1",
            "timeInForce": "gtd", "expireDate": date })
    };
    for date in ["2026-11-20", "2028-01-03", "2026-11-25T10:00:00", "20261125", "soon", ""] {
        customer.call("POST /stock/create", order(date)).await.refused(422, "expire_date_invalid");
    }
    let placed = place(&customer, order("2026-11-25")).await;
    let found = detail(&customer, &placed).await;
    assert_eq!((&found["timeInForce"], found["expireTimestamp"].is_string()), (&json!("gtd"), true));
    server.app.clock.advance(3 * 86_400_000);
    let ended = until(&customer, &placed, 2, false).await;
    assert_eq!(ended["reason"], "expired");
    assert_eq!(wallet(&customer).await, (5_000_000, 0));
}

async fn a_caller_names_an_order_once_and_finds_it_by_that(server: TestServer) {
    let (customer, other) = (server.funded(50_000).await, server.funded(50_000).await);
    quote(&server, "99.99");
    let order = |name: &str| {
        json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "price": "90.00", "quantity": "1",
            "clientOrderId": name })
    };
    let key = uuid();
    let placed = customer.call_with_key("POST /stock/create", order("grid 7"), &key).await.ok().clone();
    assert_eq!(placed["clientOrderId"], "grid 7");
    let repeated = customer.call_with_key("POST /stock/create", order("grid 7"), &key).await.ok().clone();
    assert_eq!(repeated["id"], placed["id"], "a repeat is no second use");
    customer.call("POST /stock/create", order("grid 7")).await.refused(409, "client_order_id_used");
    let two = ["grid 8", "grid 8"].map(|name| customer.call("POST /stock/create", order(name)));
    let [first, second] = two;
    let (first, second) = tokio::join!(first, second);
    assert!((first.status == 200) != (second.status == 200), "one of two at once: {first:?} {second:?}");
    let found = customer.call("POST /orders/detail", json!({ "clientOrderId": "grid 7" })).await.ok().clone();
    assert_eq!(found["id"], placed["id"]);
    other.call("POST /orders/detail", json!({ "clientOrderId": "grid 7" })).await.refused(404, "order_unknown");
    other.call("POST /stock/create", order("grid 7")).await.ok();
    for name in ["\u{1F600}", &"x".repeat(129)] {
        customer.call("POST /stock/create", order(name)).await.refused(422, "client_order_id_invalid");
    }
    server.audited().await;
}

async fn an_amount_buys_what_it_pays_for(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "99.99");
    let order = |amount: Value, change: Value| {
        let mut order = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "amount": amount });
        order.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        order
    };
    let card = customer.call("POST /stock/preview", order(json!("1050.00"), json!({}))).await.ok().clone();
    let bought = place(&customer, order(json!("1050.00"), json!({}))).await;
    assert_eq!((&bought["status"], &bought["filledQuantity"]), (&json!(1), &card["quantity"]), "{bought}");
    let spent = 5_000_000 - wallet(&customer).await.0;
    assert!((104_998..=105_000).contains(&spent), "to the cent, and one for rounding: {spent}");
    let limit = json!({ "orderType": 1, "price": "90.00" });
    let rests = place(&customer, order(json!("1000.00"), limit)).await;
    assert!(cents(&rests["held"]["amount"]) <= 100_000, "{rests}");
    let quantity: f64 = rests["quantity"].as_str().unwrap().parse().unwrap();
    assert!((11.0..11.12).contains(&quantity), "{rests}");
    let long = json!({ "orderType": 1, "price": "90.00", "timeInForce": "gtc" });
    assert_eq!(place(&customer, order(json!("1000.00"), long)).await["quantity"], "11", "whole shares for longer");
    let table = [
        (json!("0.50"), json!({}), 422, "order_value_too_small"),
        (json!("0"), json!({}), 422, "amount_invalid"),
        (json!("much"), json!({}), 422, "amount_invalid"),
        (json!("1000.00"), json!({ "quantity": "1" }), 422, "amount_invalid"),
        (Value::Null, json!({}), 422, "quantity_invalid"),
        (json!("1000.00"), json!({ "direction": 1 }), 422, "wrong_product"),
        (json!("1000.00"), json!({ "orderType": 2, "stopPrice": "101.00" }), 422, "wrong_product"),
        (json!("1000000.00"), json!({}), 409, "insufficient_funds"),
    ];
    for (amount, change, status, word) in table {
        customer.call("POST /stock/create", order(amount, change)).await.refused(status, word);
    }
    server.audited().await;
}

/// A part of a share is bought, is half of it sold, and is sold to the last.
async fn fractions_of_us_shares_are_traded(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "99.99");
    let order = |direction: i64, quantity: &str, change: Value| {
        let mut order = json!({ "stockCode": "AAPL", "direction": direction, "orderType": 0, "quantity": quantity });
        order.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        order
    };
    let bought = place(&customer, order(0, "0.123456", json!({}))).await;
    assert_eq!((&bought["status"], &bought["filledQuantity"]), (&json!(1), &json!("0.123456")), "{bought}");
    let part = place(&customer, order(1, "0.1", json!({}))).await;
    assert_eq!(part["status"], 1, "{part}");
    let held = customer.call("POST /position/me", json!({})).await.ok()["list"][0].clone();
    assert_eq!(held["availableNum"], "0.023456", "{held}");
    let minimum =
        customer.call("POST /stocka_config/getMinCount", json!({ "stockCode": "AAPL", "market": "UsStock" })).await;
    assert_eq!((&minimum.ok()["lotSize"], &minimum.ok()["fractionStep"]), (&json!("1"), &json!("0.000001")));
    let table = [
        (order(0, "0.1234567", json!({})), "lot_size"),
        (order(0, "0.5", json!({ "timeInForce": "gtc" })), "lot_size"),
        (order(0, "0.5", json!({ "orderType": 2, "stopPrice": "101.00" })), "lot_size"),
        (order(0, "0.005", json!({})), "order_value_too_small"),
    ];
    for (order, word) in table {
        customer.call("POST /stock/create", order).await.refused(422, word);
    }
    let rest =
        place(&customer, order(1, "0.023456", json!({ "orderType": 1, "price": "99.00", "timeInForce": "gtc" }))).await;
    assert_eq!(rest["status"], 1, "what is held is sold by any order: {rest}");
    server.audited().await;
}

async fn what_cannot_be_placed_is_refused(server: TestServer) {
    let customer = server.funded(50_000).await;
    quote(&server, "99.99");
    let table = [
        (json!({ "stopPrice": null }), 422, "stop_price_required"),
        (json!({ "stopPrice": "dear" }), 422, "price_invalid"),
        (json!({ "stopPrice": "101.001" }), 422, "stop_tick_size"),
        (json!({ "stopPrice": "100.00" }), 409, "stop_price_side"),
        (json!({ "orderType": 3 }), 422, "price_required"),
        (json!({ "orderType": 3, "price": "300.00" }), 422, "price_band"),
        (json!({ "timeInForce": "ioc" }), 422, "time_in_force_invalid"),
        (json!({ "orderType": 0 }), 422, "body_invalid"),
        (json!({ "price": "101.00" }), 422, "body_invalid"),
        (json!({ "orderType": 0, "stopPrice": null, "price": "dear" }), 422, "body_invalid"),
        (json!({ "orderType": 4, "stopPrice": null, "trailAmount": "1.00", "price": "101.00" }), 422, "body_invalid"),
        (json!({ "stopPrice": "0" }), 422, "price_invalid"),
        (json!({ "takeProfit": ["110.00"] }), 422, "body_invalid"),
        (json!({ "stopLoss": ["90.00", null] }), 422, "body_invalid"),
        (json!({ "trailAmount": "1.00" }), 422, "body_invalid"),
        (
            json!({ "orderType": 0, "stopPrice": null, "timeInForce": "gtd", "expireDate": "2026-11-25" }),
            422,
            "time_in_force_invalid",
        ),
        (json!({ "timeInForce": "gtd" }), 422, "expire_date_invalid"),
        (json!({ "timeInForce": "opg" }), 422, "body_invalid"),
        (json!({ "orderType": plumbline_core::orders::OrderKind::ALL.len() }), 422, "body_invalid"),
        (json!({ "orderType": 4, "stopPrice": null }), 422, "trail_invalid"),
        (json!({ "quantity": "10000" }), 409, "insufficient_funds"),
    ];
    for (change, status, word) in table {
        let mut order = stop(0, "101.00", None, "10");
        order.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        customer.call("POST /stock/create", order).await.refused(status, word);
    }
    assert_eq!(wallet(&customer).await, (5_000_000, 0));
}
