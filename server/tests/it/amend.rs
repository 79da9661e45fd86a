//! A customer changes an open order.

use std::time::Duration;

use plumbline_core::decimal::ONE;
use plumbline_core::testing;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, TestServer, uuid};

on_both_databases! {
    an_amended_order_holds_what_it_may_cost_now,
    who_amends_upwards_stands_behind_those_who_waited,
    an_order_that_is_amended_to_the_quote_is_filled_at_once,
    an_order_that_is_filled_in_part_is_amended,
    a_sale_is_amended_within_what_is_owned,
    what_cannot_be_amended_is_refused_and_stays_as_it_is,
    a_repeated_amendment_gets_the_first_reply,
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

/// A decimal text in hundredths.
fn cents(value: &Value) -> i64 {
    plumbline_core::decimal::parse_units(text(value), 2).unwrap()
}

async fn place(customer: &Customer<'_>, direction: i64, price: Option<i64>, quantity: &str) -> Value {
    let price = price.map(|dollars| dollars.to_string());
    let body = json!({ "stockCode": "AAPL", "direction": direction, "orderType": i64::from(price.is_some()),
        "price": price, "quantity": quantity });
    customer.call("POST /stock/create", body).await.ok().clone()
}

fn change(order: &Value, price: Option<i64>, quantity: Option<&str>) -> Value {
    json!({ "id": order["id"], "price": price.map(|dollars| dollars.to_string()), "quantity": quantity })
}

async fn amended(customer: &Customer<'_>, order: &Value, price: Option<i64>, quantity: Option<&str>) -> Value {
    customer.call("POST /orders/amend", change(order, price, quantity)).await.ok().clone()
}

/// Balance and held part of it, in cents.
async fn stock_wallet(customer: &Customer<'_>) -> (i64, i64) {
    let answer = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "STOCK" })).await;
    (cents(&answer.ok()["balance"]), cents(&answer.ok()["usedBalance"]))
}

/// The amount that the card says an order would hold.
async fn would_hold(customer: &Customer<'_>, price: i64, quantity: &str) -> i64 {
    let body = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "price": price.to_string(),
        "quantity": quantity });
    cents(&customer.call("POST /stock/preview", body).await.ok()["heldAmount"])
}

async fn detail(customer: &Customer<'_>, order: &Value) -> Value {
    customer.call("POST /orders/detail", json!({ "id": order["id"] })).await.ok().clone()
}

/// Waits until `quantity` of an order is filled.
async fn filled(customer: &Customer<'_>, order: &Value, quantity: &str) -> Value {
    for _ in 0..200 {
        let found = detail(customer, order).await;
        if found["filledQuantity"] == quantity {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{quantity} should be filled: {}", detail(customer, order).await);
}

/// A price in whole dollars, far below the market and inside the band.
fn low(server: &TestServer) -> i64 {
    let instrument = server.app.market.find(None, "AAPL").unwrap();
    server.app.market.latest(instrument.id).unwrap().last.units() / ONE * 6 / 10
}

async fn an_amended_order_holds_what_it_may_cost_now(server: TestServer) {
    let customer = server.funded(10_000).await;
    let price = low(&server);
    let order = place(&customer, 0, Some(price), "20").await;
    let cheaper = amended(&customer, &order, Some(price - 1), None).await;
    assert_eq!((cents(&cheaper["price"]), text(&cheaper["quantity"])), ((price - 1) * 100, "20"));
    assert_eq!(stock_wallet(&customer).await, (1_000_000, would_hold(&customer, price - 1, "20").await));
    let fewer = amended(&customer, &order, None, Some("7")).await;
    assert_eq!((text(&fewer["quantity"]), fewer["version"].as_i64()), ("7", Some(3)));
    let held = would_hold(&customer, price - 1, "7").await;
    assert_eq!((cents(&fewer["held"]["amount"]), stock_wallet(&customer).await), (held, (1_000_000, held)));
    let both = amended(&customer, &order, Some(price), Some("21")).await;
    assert_eq!((cents(&both["price"]), text(&both["quantity"])), (price * 100, "21"));
    let resting = customer.call("POST /position/consignList", json!({})).await;
    assert_eq!(
        (&resting.ok()["list"][0]["price"], &resting.ok()["list"][0]["quantity"]),
        (&both["price"], &json!("21"))
    );
    customer.call("POST /orders/cancel", json!({ "id": order["id"] })).await.ok();
    assert_eq!(stock_wallet(&customer).await, (1_000_000, 0));
}

async fn who_amends_upwards_stands_behind_those_who_waited(server: TestServer) {
    let customers = [server.funded(50_000).await, server.funded(50_000).await, server.funded(50_000).await];
    let price = low(&server);
    let mut orders = Vec::new();
    for customer in &customers {
        orders.push(place(customer, 0, Some(price), "10").await);
    }
    amended(&customers[0], &orders[0], None, Some("11")).await;
    amended(&customers[1], &orders[1], None, Some("9")).await;
    amended(&customers[2], &orders[2], Some(price - 1), None).await;
    amended(&customers[2], &orders[2], Some(price), None).await;
    server.ask("AAPL", testing::price(price * 100), 9);
    assert_eq!(filled(&customers[1], &orders[1], "9").await["status"], 1, "fewer shares keep their time");
    server.ask("AAPL", testing::price(price * 100), 11);
    assert_eq!(filled(&customers[0], &orders[0], "11").await["status"], 1, "more shares came before another price");
    assert_eq!(detail(&customers[2], &orders[2]).await["filledQuantity"], "0");
}

async fn an_order_that_is_amended_to_the_quote_is_filled_at_once(server: TestServer) {
    let customer = server.funded(100_000).await;
    let order = place(&customer, 0, Some(low(&server)), "2").await;
    let instrument = server.app.market.find(None, "AAPL").unwrap();
    let quote = server.app.market.latest(instrument.id).unwrap().ask().units() / ONE;
    let taken = amended(&customer, &order, Some(quote + 5), None).await;
    assert_eq!((taken["status"].as_i64(), text(&taken["filledQuantity"])), (Some(1), "2"));
    assert!(cents(&taken["avgPrice"]) <= (quote + 5) * 100);
    let (balance, held) = stock_wallet(&customer).await;
    let fill = &detail(&customer, &order).await["fills"][0];
    let paid = cents(&fill["amount"]) + cents(&fill["fee"]);
    assert_eq!((balance, held), (10_000_000 - paid, 0));
    let receipt = customer.call("POST /orders/receipt", json!({ "fillId": fill["id"] })).await;
    assert_eq!(cents(&receipt.ok()["order"]["price"]), (quote + 5) * 100);
}

async fn an_order_that_is_filled_in_part_is_amended(server: TestServer) {
    let customer = server.funded(50_000).await;
    let price = low(&server);
    let order = place(&customer, 0, Some(price), "20").await;
    server.ask("AAPL", testing::price(price * 100), 12);
    filled(&customer, &order, "12").await;
    customer.call("POST /orders/amend", change(&order, None, Some("12"))).await.refused(409, "quantity_filled");
    customer
        .call("POST /orders/amend", change(&order, Some(price - 2), Some("5")))
        .await
        .refused(409, "quantity_filled");
    let rest = amended(&customer, &order, Some(price - 2), Some("15")).await;
    assert_eq!((rest["status"].as_i64(), text(&rest["filledQuantity"])), (Some(3), "12"));
    let fill = detail(&customer, &order).await["fills"][0].clone();
    let receipt = customer.call("POST /orders/receipt", json!({ "fillId": fill["id"] })).await;
    assert_eq!(cents(&receipt.ok()["order"]["price"]), price * 100, "the limit that it had then");
    server.ask("AAPL", testing::price((price - 2) * 100), 100);
    assert_eq!(filled(&customer, &order, "15").await["status"], 1);
    let (balance, held) = stock_wallet(&customer).await;
    let fees = cents(&detail(&customer, &order).await["fee"]);
    assert_eq!((balance, held), (5_000_000 - price * 1_200 - (price - 2) * 300 - fees, 0));
    let checks = plumbline::ledger::audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
}

async fn a_sale_is_amended_within_what_is_owned(server: TestServer) {
    let customer = server.funded(100_000).await;
    place(&customer, 0, None, "10").await;
    let price = low(&server) * 2;
    let order = place(&customer, 1, Some(price), "4").await;
    let available = async || {
        let positions = customer.call("POST /position/me", json!({})).await;
        text(&positions.ok()["list"][0]["availableNum"]).to_owned()
    };
    let before = available().await;
    assert_eq!(text(&amended(&customer, &order, None, Some("10")).await["quantity"]), "10");
    assert_eq!((before.as_str(), available().await.as_str()), ("6", "0"));
    customer.call("POST /orders/amend", change(&order, None, Some("11"))).await.refused(409, "insufficient_position");
    assert_eq!(text(&amended(&customer, &order, Some(price + 1), Some("1")).await["quantity"]), "1");
    assert_eq!(available().await, "9");
}

async fn what_cannot_be_amended_is_refused_and_stays_as_it_is(server: TestServer) {
    let (customer, stranger) = (server.funded(10_000).await, server.funded(10_000).await);
    let price = low(&server);
    let order = place(&customer, 0, Some(price), "20").await;
    let before = (detail(&customer, &order).await, stock_wallet(&customer).await);
    let with = |price: Value, quantity: Value| json!({ "id": order["id"], "price": price, "quantity": quantity });
    let table = [
        (json!({ "id": order["id"] }), 422, "nothing_to_change"),
        (with(json!(price.to_string()), json!("20")), 409, "order_unchanged"),
        (with(Value::Null, json!("100000")), 409, "insufficient_funds"),
        (with(Value::Null, json!("0")), 422, "quantity_invalid"),
        (with(Value::Null, json!("many")), 422, "quantity_invalid"),
        (with(Value::Null, json!("1.0000005")), 422, "lot_size"),
        (with(json!("1e3"), Value::Null), 422, "price_invalid"),
        (with(json!("1"), Value::Null), 422, "price_band"),
        (with(json!(format!("{price}.005")), Value::Null), 422, "tick_size"),
        (with(json!("0"), Value::Null), 422, "price_invalid"),
        (json!({ "id": order["id"], "timeInForce": "day", "expireDate": "2026-12-31" }), 422, "expire_date_invalid"),
        (json!({ "id": order["id"], "quantity": "10", "extendedHours": true }), 422, "extended_hours_invalid"),
        (json!({ "id": "17", "quantity": "1" }), 404, "order_unknown"),
        (json!({ "id": "x", "quantity": "1" }), 404, "order_unknown"),
    ];
    for (body, status, word) in table {
        customer.call("POST /orders/amend", body).await.refused(status, word);
    }
    let other = change(&order, None, Some("1"));
    stranger.call("POST /orders/amend", other.clone()).await.refused(404, "order_unknown");
    assert_eq!((detail(&customer, &order).await, stock_wallet(&customer).await), before);
    customer.call("POST /orders/cancel", json!({ "id": order["id"] })).await.ok();
    customer.call("POST /orders/amend", other).await.refused(409, "order_not_open");
    let filled = place(&customer, 0, None, "2").await;
    customer.call("POST /orders/amend", change(&filled, None, Some("3"))).await.refused(409, "order_not_open");
}

async fn a_repeated_amendment_gets_the_first_reply(server: TestServer) {
    let customer = server.funded(10_000).await;
    let order = place(&customer, 0, Some(low(&server)), "20").await;
    let (key, body) = (uuid(), change(&order, None, Some("10")));
    let sent = (0..20).map(|_| customer.call_with_key("POST /orders/amend", body.clone(), &key));
    let answers = futures_util::future::join_all(sent).await;
    assert!(answers.iter().all(|answer| answer.ok() == answers[0].ok()), "each repeat gets the first reply");
    amended(&customer, &order, None, Some("15")).await;
    customer.call("POST /orders/cancel", json!({ "id": order["id"] })).await.ok();
    let again = customer.call_with_key("POST /orders/amend", body, &key).await;
    assert_eq!(again.ok(), answers[0].ok(), "whatever has become of the order");
    let other = change(&order, None, Some("9"));
    customer.call_with_key("POST /orders/amend", other, &key).await.refused(409, "idempotency_conflict");
    assert_eq!(detail(&customer, &order).await["quantity"], "15");
}
