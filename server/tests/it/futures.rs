//! Futures: opened and closed on margin, settled each day, called for, rolled, and closed with their contract.

use std::collections::HashSet;
use std::time::Duration;

use plumbline::{fetch_one, statements};
use plumbline_core::decimal::{Price, parse_units};
use plumbline_core::market::Market;
use plumbline_core::products::{RecordSettlements, Settlement, SettlementMethod};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer, uuid};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_future_is_opened_and_settled_each_day,
    a_position_is_closed_before_a_delivery,
    a_position_is_rolled_into_the_next_month_once,
    a_call_that_is_not_met_closes_a_part,
    a_contract_in_hong_kong_dollars_has_its_margin_in_us_dollars,
    what_cannot_be_opened_is_refused,
}

statements! {
    SETTLED: "SELECT price, method, closes FROM settlements s JOIN instruments i ON i.id = s.instrument_id
        WHERE i.code = $1 ORDER BY settled_at DESC LIMIT 1";
}

fn order(code: &str, direction: i64, quantity: &str) -> Value {
    json!({ "stockCode": code, "direction": direction, "orderType": 0, "quantity": quantity })
}

fn cents(value: &Value) -> i64 {
    parse_units(value.as_str().unwrap_or_else(|| panic!("{value} is not a text")), 2).unwrap()
}

/// The whole balance, and the held part.
async fn wallet(customer: &Customer<'_>) -> (i64, i64) {
    let answer = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "FUTURE" })).await;
    (cents(&answer.ok()["balance"]), cents(&answer.ok()["usedBalance"]))
}

async fn positions(customer: &Customer<'_>) -> Vec<Value> {
    customer.call("POST /position/me", json!({ "source": 3 })).await.ok()["list"].as_array().unwrap().clone()
}

/// Waits until the customer's positions meet a condition.
async fn until(customer: &Customer<'_>, what: &str, right: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let mut found = Vec::new();
    for _ in 0..400 {
        found = positions(customer).await;
        if right(&found) {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{what}: {found:?}");
}

/// The amounts that settlements have credited, newest first.
async fn variations(customer: &Customer<'_>) -> Vec<i64> {
    let bill = customer.call("POST /wallet/getWalletBill", json!({ "walletType": "FUTURE", "timeZone": "UTC" })).await;
    let rows = bill.ok()["list"].as_array().unwrap().clone();
    rows.iter().filter(|row| row["kind"] == "variation").map(|row| cents(&row["amount"])).collect()
}

/// The kinds of the customer's notices, newest first.
async fn told(customer: &Customer<'_>) -> Vec<String> {
    let inbox = customer.call("GET /userMessage/getMessage?pageSize=100", Value::Null).await;
    let rows = inbox.ok()["list"].as_array().unwrap().clone();
    rows.iter().map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
}

/// The price of a contract's newest settlement, in 10⁻⁸.
async fn settled(server: &TestServer, code: &str) -> (i64, String, i64) {
    fetch_one!(&mut server.app.db.read().await.unwrap(), (i64, String, i64), SETTLED, code).unwrap()
}

/// Records a settlement of this moment.
async fn settle(server: &TestServer, code: &str, price: &str) {
    server.app.clock.advance(1_000);
    let settlement = Settlement {
        instrument: server.instrument(Market::Future, code),
        at: server.app.clock.now(),
        price: price.parse().unwrap(),
        method: SettlementMethod::Trades,
        closes: false,
        days_left: 9,
        rate: None,
    };
    server.app.writer.run(RecordSettlements { settlements: vec![settlement] }).await.unwrap();
    server.app.market.recorded_nights.set(server.app.clock.now(), HashSet::new());
}

async fn a_future_is_opened_and_settled_each_day(server: TestServer) {
    let customer = server.funded_in("FUTURE", 100_000).await;
    server.quote(Market::Future, "ESZ26", "7700.00", "7700.25");
    let card = customer.call("POST /gold/preview", order("ESZ26", 0, "2")).await.ok().clone();
    let margin = &card["margin"];
    // 7,700.25 × 50 × 2 = 770,025; 6 % of it, and 1.10 of that; a tick is worth 25, and the spread is one.
    assert_eq!(
        (&card["notional"], &margin["maintenanceMargin"], &margin["isolatedPosition"], &card["feeTotal"]),
        (&json!("770025.00"), &json!("46201.50"), &json!("50821.65"), &json!("3.00")),
        "{card}"
    );
    assert_eq!((&margin["spreadCost"], &margin["leverageCap"]), (&json!("25.00"), &Value::Null), "{card}");
    let opened = customer.call("POST /gold/create", order("ESZ26", 0, "2")).await.ok().clone();
    assert_eq!((&opened["status"], &opened["avgPrice"]), (&json!(1), &json!("7700.25")), "{opened}");
    assert_eq!(wallet(&customer).await, (10_000_000 - 300, 5_082_165));
    server.quote(Market::Future, "ESZ26", "7710.25", "7710.50");
    let row = positions(&customer).await.remove(0);
    assert_eq!(
        (&row["profit"], &row["settledProfit"], &row["settlementPrice"], &row["leverage"], &row["multiplier"]),
        (&json!("1000.00"), &json!("0.00"), &Value::Null, &Value::Null, &json!("50")),
        "{row}"
    );
    assert_eq!(
        (&row["lastOpenDate"], &row["cashSettled"], &row["rollTo"]),
        (&json!("2026-12-18"), &json!(true), &json!("ESH27")),
        "{row}"
    );
    // Monday's settlement is at 16:00 in Chicago.
    let now = server.app.clock.now();
    let night = server.app.market.calendars.named("CME").next_night(now).unwrap().at;
    server.app.clock.advance(night.since(now) + UnixMillis::SECOND);
    let row = until(&customer, "it is settled", |rows| rows[0]["settlementPrice"].is_string()).await.remove(0);
    let (price, method, closes) = settled(&server, "ESZ26").await;
    assert!(["trades", "middle"].contains(&method.as_str()) && closes == 0, "{method}");
    let entry: Price = "7700.25".parse().unwrap();
    let variation = (price - entry.units()) / 1_000_000 * 100;
    assert_eq!(variations(&customer).await, [variation]);
    assert_eq!((cents(&row["settledProfit"]), &row["avgPrice"]), (variation, &json!("7700.25")), "{row}");
    let initial = price / 1_000_000 * 100 * 66 / 1_000;
    let (balance, held) = wallet(&customer).await;
    assert_eq!(balance, 10_000_000 - 300 + variation);
    assert!((held - initial).abs() <= 1, "{held} is set aside of {initial}");
    assert!(told(&customer).await.contains(&"variation".to_owned()));
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert_eq!(variations(&customer).await.len(), 1, "never twice");
    let full = json!({ "id": row["id"], "size": "full" });
    server.app.clock.advance(2 * UnixMillis::HOUR);
    server.feed_caught_up().await;
    server.quote(Market::Future, "ESZ26", "7720.00", "7720.25");
    let closed = customer.call("POST /position/flatPosition", full).await.ok().clone();
    assert_eq!(closed["filledQuantity"], "2", "{closed}");
    // Two contracts from 7,700.25 to 7,720.00, and four commissions.
    assert_eq!(wallet(&customer).await, (10_000_000 + 197_500 - 600, 0));
    let fills = customer.call("POST /position/flatList", json!({ "source": 3 })).await.ok()["list"].clone();
    assert_eq!(fills[0]["sellProfit"], "1972.00", "less the commission of closing: {fills}");
    server.audited().await;
}

async fn a_position_is_closed_before_a_delivery(server: TestServer) {
    let customer = server.funded_in("FUTURE", 100_000).await;
    server.quote(Market::Future, "GCZ26", "4300.0", "4300.1");
    let with_stop = json!({ "stockCode": "GCZ26", "direction": 0, "orderType": 0, "quantity": "1",
        "stopLoss": { "stopPrice": "3000.0" } });
    customer.call("POST /gold/create", with_stop).await.ok();
    let row = positions(&customer).await.remove(0);
    // The first notice is on 30 November, a Monday.
    assert_eq!(
        (&row["lastOpenDate"], &row["cashSettled"], &row["stopLoss"]),
        (&json!("2026-11-27"), &json!(false), &json!("3000.00")),
        "{row}"
    );
    let close: i64 = row["closeTimestamp"].as_str().unwrap().parse().unwrap();
    server.app.clock.advance(close - server.app.clock.now().0 - 2 * UnixMillis::HOUR);
    server.feed_caught_up().await;
    server.quote(Market::Future, "GCZ26", "4310.0", "4310.1");
    customer.call("POST /gold/create", order("GCZ26", 0, "1")).await.refused(409, "contract_ending");
    server.app.clock.advance(close - server.app.clock.now().0 + 1_000);
    until(&customer, "it is closed at the settlement", <[Value]>::is_empty).await;
    let (price, _, closes) = settled(&server, "GCZ26").await;
    assert_eq!(closes, 1);
    let closed = customer.call("POST /position/flatList", json!({ "source": 3 })).await.ok()["list"].clone();
    let profit = cents(&closed[0]["sellProfit"]);
    assert_eq!(profit, (price - 430_010_000_000) / 10_000, "100 ounces: {closed}");
    assert_eq!(wallet(&customer).await, (10_000_000 - 150 + profit, 0));
    let receipt = customer.call("POST /orders/receipt", json!({ "fillId": closed[0]["id"] })).await.ok().clone();
    assert_eq!(
        (&receipt["priceSource"], &receipt["tick"], &receipt["settlement"]["price"], &receipt["settledProfit"]),
        (&json!("settlement"), &Value::Null, &receipt["fill"]["price"], &receipt["fill"]["profit"]),
        "{receipt}"
    );
    let detail = customer.call("POST /orders/detail", json!({ "id": closed[0]["orderId"] })).await.ok().clone();
    assert_eq!(detail["reason"], "contract_ended", "{detail}");
    let working = customer.call("POST /position/consignList", json!({})).await.ok()["list"].clone();
    assert_eq!(working, json!([]), "the stop-loss ended with the contract");
    let told = told(&customer).await;
    assert!(["contract_ended", "contract_ends"].iter().all(|kind| told.contains(&(*kind).to_owned())), "{told:?}");
    server.audited().await;
}

async fn a_position_is_rolled_into_the_next_month_once(server: TestServer) {
    let customer = server.funded_in("FUTURE", 200_000).await;
    server.quote(Market::Future, "ESZ26", "7700.00", "7700.25");
    server.quote(Market::Future, "ESH27", "7750.00", "7750.25");
    customer.call("POST /gold/create", order("ESZ26", 1, "2")).await.ok();
    let id = positions(&customer).await[0]["id"].clone();
    let (roll, key) = (json!({ "id": id, "stockCode": "ESH27" }), uuid());
    let wrong = json!({ "id": id, "stockCode": "NQH27" });
    customer.call("POST /position/roll", wrong).await.refused(422, "roll_invalid");
    let rolled = customer.call_with_key("POST /position/roll", roll.clone(), &key).await.ok().clone();
    assert_eq!(
        (&rolled["closed"]["filledQuantity"], &rolled["opened"]["filledQuantity"], &rolled["error"]),
        (&json!("2"), &json!("2"), &Value::Null),
        "{rolled}"
    );
    let again = customer.call_with_key("POST /position/roll", roll.clone(), &key).await.ok().clone();
    assert_eq!(again, rolled, "a repeat does nothing twice");
    // Quotes are too old by now to roll anything.
    server.app.clock.advance(10 * UnixMillis::MINUTE);
    let late = customer.call_with_key("POST /position/roll", roll.clone(), &key).await.ok().clone();
    assert_eq!(late, rolled, "nor is a repeat refused for what has changed since");
    let rows = positions(&customer).await;
    assert_eq!(
        (rows.len(), &rows[0]["stock_code"], &rows[0]["direction"]),
        (1, &json!("ESH27"), &json!(1)),
        "{rows:?}"
    );
    // A quarter of a point lost on two contracts, and six commissions.
    assert_eq!(wallet(&customer).await.0, 20_000_000 - 2_500 - 900);
    server.audited().await;
}

async fn a_call_that_is_not_met_closes_a_part(server: TestServer) {
    let customer = server.funded_in("FUTURE", 20_130).await;
    server.quote(Market::Future, "ZWH27", "7.0000", "7.0000");
    // 5 × 5,000 × 7 = 175,000, of which 9.1 % are 15,925.
    customer.call("POST /gold/create", order("ZWH27", 0, "5")).await.ok();
    let resting = json!({ "stockCode": "ZWH27", "direction": 0, "orderType": 1, "price": "6.7800", "quantity": "1",
        "timeInForce": "gtc" });
    let resting = customer.call("POST /gold/create", resting).await.ok()["id"].clone();
    // Of 1,111.10 that are free and of the margin it takes 5,000: 12,036.10 are left, and maintenance is 11,900.
    settle(&server, "ZWH27", "6.8000").await;
    let row = until(&customer, "it is settled", |rows| rows[0]["settlementPrice"] == "6.80").await.remove(0);
    assert_eq!((&row["marginCall"], &row["maintenanceMargin"].is_string()), (&Value::Null, &true), "{row}");
    settle(&server, "ZWH27", "6.7900").await;
    // 11,786.10 are left, and maintenance is 11,882.50; the initial margin is 15,447.25.
    let row = until(&customer, "it is called for", |rows| rows[0]["marginCall"].is_string()).await.remove(0);
    assert_eq!(row["marginCall"], "3661.15", "{row}");
    server.quote(Market::Future, "ZWH27", "6.7900", "6.7900");
    customer.call("POST /gold/create", order("ZWH27", 0, "1")).await.refused(409, "margin_called");
    assert!(told(&customer).await.contains(&"margin_call".to_owned()));
    let more = json!({ "id": resting, "price": "6.7800", "quantity": "2" });
    customer.call("POST /orders/amend", more).await.refused(409, "margin_called");
    // What would add to the position ends instead.
    let ended = async || {
        server.quote(Market::Future, "ZWH27", "6.7800", "6.7800");
        customer.call("POST /orders/detail", json!({ "id": resting })).await.ok()["reason"].clone()
    };
    let mut reason = Value::Null;
    for _ in 0..400 {
        reason = ended().await;
        if !reason.is_null() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(reason, "margin_called");
    let id = positions(&customer).await[0]["id"].clone();
    customer
        .call("POST /position/removeMargin", json!({ "id": id, "amount": "1" }))
        .await
        .refused(409, "margin_called");
    assert_eq!(positions(&customer).await[0]["marginRefill"], true);
    customer.call("POST /position/marginRefill", json!({ "id": id, "enabled": false })).await.ok();
    assert_eq!(positions(&customer).await[0]["marginRefill"], false);
    // With what the order held 14,872.50 stand there, and 3,500 are lost: 11,372.50, and maintenance is 11,637.50.
    settle(&server, "ZWH27", "6.6500").await;
    server.quote(Market::Future, "ZWH27", "6.6500", "6.6500");
    // They cover three contracts of 3,025.75 each.
    let row = until(&customer, "it is closed down", |rows| rows[0]["positionNum"] == "3").await.remove(0);
    assert_eq!(row["marginCall"], Value::Null, "{row}");
    server.audited().await;
}

async fn a_contract_in_hong_kong_dollars_has_its_margin_in_us_dollars(server: TestServer) {
    let customer = server.funded_in("FUTURE", 20_000).await;
    // Tuesday, 11:00 in Hong Kong.
    server.app.clock.advance(12 * UnixMillis::HOUR);
    server.feed_caught_up().await;
    server.quote_pair("USDHKD", "7.8000", "7.8100");
    server.quote(Market::Future, "HSIZ26", "24000", "24000");
    let opened = customer.call("POST /gold/create", order("HSIZ26", 0, "1")).await.ok().clone();
    assert_eq!((&opened["status"], &opened["fee"]), (&json!(1), &json!("1.50")), "{opened}");
    // 79,200 Hong Kong dollars at 7.805.
    assert_eq!(wallet(&customer).await, (2_000_000 - 150, 1_014_734));
    server.quote(Market::Future, "HSIZ26", "24100", "24100");
    let row = positions(&customer).await.remove(0);
    assert_eq!(
        (&row["profit"], &row["currency"], &row["priceCurrency"]),
        (&json!("640.20"), &json!("USD"), &json!("HKD"))
    );
    customer.call("POST /position/flatPosition", json!({ "id": row["id"], "size": "full" })).await.ok();
    assert_eq!(wallet(&customer).await, (2_000_000 - 300 + 64_020, 0));
    server.audited().await;
}

async fn what_cannot_be_opened_is_refused(server: TestServer) {
    let customer = server.funded_in("FUTURE", 1_000).await;
    server.quote(Market::Future, "ESZ26", "7700.00", "7700.25");
    server.quote(Market::Future, "GCX26", "4300.0", "4300.1");
    let with = |fields: Value| {
        let mut order = order("ESZ26", 0, "1");
        order.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        order
    };
    let table = [
        (with(json!({})), 409, "insufficient_funds"),
        (with(json!({ "quantity": "0.5" })), 422, "lot_size"),
        (with(json!({ "leverage": "5" })), 422, "leverage_unavailable"),
        (with(json!({ "quantity": null, "amount": "500" })), 422, "wrong_product"),
        (with(json!({ "orderType": 1, "price": "7700.10" })), 422, "tick_size"),
        (with(json!({ "stockCode": "GCX26" })), 409, "contract_ending"),
        (with(json!({ "stockCode": "ESX26" })), 404, "instrument_unknown"),
    ];
    for (order, status, word) in table {
        customer.call("POST /gold/create", order).await.refused(status, word);
    }
    assert_eq!(wallet(&customer).await, (100_000, 0));
    server.audited().await;
}
