//! A customer buys, waits, sells, cancels, and reads what happened.

use std::time::Duration;

use plumbline_core::decimal::{ONE, Price};
use plumbline_core::market::Instrument;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, TestServer, uuid};

on_both_databases! {
    a_market_order_fills_and_its_receipt_proves_it,
    a_limit_order_rests_holds_its_money_and_is_cancelled,
    a_resting_order_fills_when_the_market_reaches_it,
    a_position_is_closed_by_half_and_whole,
    what_cannot_be_ordered_is_refused,
    nobody_touches_the_orders_of_somebody_else,
    an_order_is_placed_once_however_often_it_is_sent,
}

fn order(direction: i64, price: Option<&str>, quantity: &str) -> Value {
    json!({ "stockCode": "AAPL", "market": "UsStock", "direction": direction, "orderType": i64::from(price.is_some()),
            "price": price, "quantity": quantity })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

/// A decimal text in hundredths.
fn cents(value: &Value) -> i64 {
    plumbline_core::decimal::parse_units(text(value), 2).unwrap()
}

fn units(value: &Value) -> i64 {
    text(value).parse::<Price>().unwrap().units()
}

async fn stock_wallet(customer: &Customer<'_>) -> (i64, i64) {
    let answer = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "STOCK" })).await;
    (cents(&answer.ok()["balance"]), cents(&answer.ok()["usedBalance"]))
}

async fn list(customer: &Customer<'_>, call: &str) -> Vec<Value> {
    customer.call(call, json!({ "source": 0 })).await.ok()["list"].as_array().unwrap().clone()
}

fn instrument(server: &TestServer) -> &Instrument {
    server.app.market.find(None, "AAPL").unwrap()
}

/// A price far below the market and inside the band, in whole dollars.
fn low_price(server: &TestServer) -> String {
    let last = server.app.market.latest(instrument(server).id).unwrap().last;
    (last.units() / ONE * 6 / 10).to_string()
}

async fn a_market_order_fills_and_its_receipt_proves_it(server: TestServer) {
    let customer = server.funded(100_000).await;
    let placed = customer.call("POST /stock/create", order(0, None, "10")).await;
    assert_eq!((placed.ok()["status"].as_i64(), text(&placed.ok()["filledQuantity"])), (Some(1), "10"));
    let fill = list(&customer, "POST /position/water/pageList").await.remove(0);
    let receipt = customer.call("POST /orders/receipt", json!({ "fillId": fill["id"] })).await;
    let receipt = receipt.ok();
    assert_eq!(receipt["side"], "ask");
    assert_eq!(receipt["paper"], true);
    let on_a_level = receipt["tick"]["asks"].as_array().unwrap().iter().any(|level| level["price"] == fill["price"]);
    assert!(on_a_level, "{receipt}");
    assert_eq!(units(&fill["price"]) * 10 / (ONE / 100), cents(&fill["amount"]));
    assert_eq!((&fill["multiplier"], &receipt["fill"]["multiplier"]), (&json!("1"), &json!("1")));
    let postings = receipt["journal"]["postings"].as_array().unwrap();
    assert_eq!(postings.iter().map(|posting| cents(&posting["amount"])).sum::<i64>(), 0);
    let today = server.app.market.session(instrument(&server), server.app.clock.now()).day;
    let in_force = server.app.fees.in_force("us-stock", &today).unwrap();
    assert_eq!(receipt["rules"]["version"], in_force.version);
    let paid = cents(&fill["amount"]) + cents(&fill["fee"]);
    assert_eq!(stock_wallet(&customer).await, (10_000_000 - paid, 0));
    let position = list(&customer, "POST /position/me").await.remove(0);
    assert_eq!((text(&position["positionNum"]), cents(&position["isolatedPosition"])), ("10", paid));
    assert_eq!(position["multiplier"], "1");
    let nothing = json!({ "quantity": "0", "amount": "0.00", "makerAmount": "0.00", "fee": "0.00" });
    assert_eq!(receipt["order"]["filledBefore"], nothing);
    assert_eq!((&receipt["tick"]["epoch"], &receipt["fees"][0]["terms"]["rate"]), (&json!("1"), &json!("0.000003")));
    assert_eq!(cents(&position["marketValue"]) - cents(&position["isolatedPosition"]), cents(&position["profit"]));
}

async fn a_limit_order_rests_holds_its_money_and_is_cancelled(server: TestServer) {
    let customer = server.funded(10_000).await;
    let price = low_price(&server);
    let card = customer.call("POST /stock/preview", order(0, Some(&price), "20")).await;
    let placed = customer.call("POST /stock/create", order(0, Some(&price), "20")).await;
    assert_eq!(placed.ok()["status"], 0);
    let held = price.parse::<i64>().unwrap() * 20 * 100 + cents(&card.ok()["feeTotal"]);
    assert_eq!(cents(&card.ok()["heldAmount"]), held, "the card said so");
    assert_eq!(stock_wallet(&customer).await, (1_000_000, held));
    let resting = list(&customer, "POST /position/consignList").await;
    assert_eq!((resting.len(), &resting[0]["id"]), (1, &placed.ok()["id"]));
    assert_eq!(resting[0]["timeInForce"], "day");
    let id = json!({ "id": placed.ok()["id"] });
    let cancelled = customer.call("POST /orders/cancel", id.clone()).await;
    assert_eq!(
        (cancelled.ok()["status"].as_i64(), text(&cancelled.ok()["reason"])),
        (Some(2), "cancelled_by_customer")
    );
    assert_eq!(stock_wallet(&customer).await, (1_000_000, 0));
    assert!(list(&customer, "POST /position/consignList").await.is_empty());
    customer.call("POST /orders/cancel", id.clone()).await.refused(409, "order_not_open");
    assert_eq!(customer.call("POST /orders/detail", id).await.ok()["status"], 2);
}

async fn a_resting_order_fills_when_the_market_reaches_it(server: TestServer) {
    let customer = server.funded(10_000).await;
    let price = low_price(&server);
    let card = customer.call("POST /stock/preview", order(0, Some(&price), "20")).await;
    let placed = customer.call("POST /stock/create", order(0, Some(&price), "20")).await;
    let id = json!({ "id": placed.ok()["id"] });
    let limit: Price = price.parse().unwrap();
    server.ask("AAPL", limit, 15);
    let part = reach(&customer, &id, 3).await;
    assert_eq!(text(&part["filledQuantity"]), "15", "no more than the tick displayed");
    server.ask("AAPL", limit, 100);
    let rest = reach(&customer, &id, 1).await;
    assert_eq!(rest["fills"].as_array().unwrap().len(), 2);
    let fees: Vec<i64> = rest["fills"].as_array().unwrap().iter().map(|fill| cents(&fill["fee"])).collect();
    assert_eq!(fees.iter().sum::<i64>(), cents(&card.ok()["feeTotal"]), "two fills pay what one would have paid");
    let (balance, held) = stock_wallet(&customer).await;
    assert_eq!((balance, held), (1_000_000 - price.parse::<i64>().unwrap() * 20 * 100 - fees.iter().sum::<i64>(), 0));
}

/// Waits until an order has a status.
async fn reach(customer: &Customer<'_>, id: &Value, status: i64) -> Value {
    for _ in 0..200 {
        let detail = customer.call("POST /orders/detail", id.clone()).await;
        if detail.ok()["status"] == status {
            return detail.ok().clone();
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the order did not reach status {status}");
}

async fn a_position_is_closed_by_half_and_whole(server: TestServer) {
    let customer = server.funded(100_000).await;
    customer.call("POST /stock/create", order(0, None, "7")).await.ok();
    let position = list(&customer, "POST /position/me").await.remove(0);
    let id = &position["id"];
    let half = customer.call("POST /position/flatPosition", json!({ "id": id, "size": "half" })).await;
    assert_eq!(text(&half.ok()["quantity"]), "4", "half of seven, rounded up to a whole share");
    let number = customer
        .call("POST /position/getHalfOrFullNum", json!({ "stockCode": "AAPL", "direction": 1, "size": "full" }))
        .await;
    assert_eq!(text(&number.ok()["quantity"]), "3");
    customer
        .call("POST /position/flatPosition", json!({ "id": id, "quantity": "4" }))
        .await
        .refused(409, "insufficient_position");
    customer.call("POST /position/flatPosition", json!({ "id": id, "size": "full" })).await.ok();
    customer
        .call("POST /position/flatPosition", json!({ "id": id, "size": "full" }))
        .await
        .refused(409, "insufficient_position");
    assert!(list(&customer, "POST /position/me").await.is_empty());
    let closed = list(&customer, "POST /position/flatList").await;
    let profit: i64 = closed.iter().map(|row| cents(&row["sellProfit"])).sum();
    assert_eq!(stock_wallet(&customer).await, (10_000_000 + profit, 0), "what was gained is in the wallet");
    assert!(closed.iter().all(|row| cents(&row["fee"]) > 0), "sales pay the SEC and FINRA fees");
    let sale = json!({ "fillId": list(&customer, "POST /position/water/pageList").await[0]["id"] });
    let languages = [("en", "$20.60 per $1M sold"), ("zh-Hans", "每卖出 100 万美元收 20.60 美元")];
    for (language, rule) in languages {
        let headers = [("Accept-Language", language)];
        let receipt = server.send("POST /orders/receipt", &sale, Some(&customer.token), &headers).await;
        let fees = receipt.ok()["fees"].as_array().unwrap();
        assert!(fees.iter().any(|fee| fee["name"] == "sec" && fee["rule"] == rule), "{fees:?}");
    }
}

async fn what_cannot_be_ordered_is_refused(server: TestServer) {
    let customer = server.funded(1_000).await;
    let low = low_price(&server);
    let table = [
        (order(0, None, "100"), 409, "insufficient_funds"),
        (order(1, None, "1"), 409, "insufficient_position"),
        (order(0, None, "0"), 422, "quantity_invalid"),
        (order(0, None, "-1"), 422, "quantity_invalid"),
        (order(0, None, "1.0000005"), 422, "lot_size"),
        (order(0, None, "x"), 422, "quantity_invalid"),
        (order(0, Some("1e3"), "1"), 422, "price_invalid"),
        (order(0, Some(&format!("{low}.005")), "1"), 422, "tick_size"),
        (order(0, Some("1"), "1"), 422, "price_band"),
        (order(0, Some("100000"), "1"), 422, "price_band"),
        (order(2, None, "1"), 422, "body_invalid"),
        (json!({ "stockCode": "NOSUCH", "direction": 0, "orderType": 0, "quantity": "1" }), 404, "instrument_unknown"),
        (json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "quantity": "1" }), 422, "price_required"),
        (
            json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1", "leverage": "5" }),
            422,
            "leverage_unavailable",
        ),
        (json!({ "stockCode": "AAPL" }), 422, "body_invalid"),
    ];
    for (body, status, word) in table {
        customer.call("POST /stock/create", body).await.refused(status, word);
    }
    let headers = [("Idempotency-Key", "not a key")];
    let no_key = server.send("POST /stock/create", &order(0, None, "1"), Some(&customer.token), &headers).await;
    no_key.refused(422, "idempotency_key_required");
    server.call("POST /stock/create", order(0, None, "1")).await.refused(401, "session_required");
    assert_eq!(stock_wallet(&customer).await, (100_000, 0));
}

async fn nobody_touches_the_orders_of_somebody_else(server: TestServer) {
    let (owner, stranger) = (server.funded(10_000).await, server.funded(10_000).await);
    let resting = owner.call("POST /stock/create", order(0, Some(&low_price(&server)), "1")).await;
    owner.call("POST /stock/create", order(0, None, "2")).await.ok();
    let position = list(&owner, "POST /position/me").await.remove(0);
    let fill = list(&owner, "POST /position/water/pageList").await.remove(0);
    let id = json!({ "id": resting.ok()["id"] });
    stranger.call("POST /orders/cancel", id.clone()).await.refused(404, "order_unknown");
    stranger.call("POST /orders/detail", id.clone()).await.refused(404, "order_unknown");
    stranger.call("POST /orders/receipt", json!({ "fillId": fill["id"] })).await.refused(404, "fill_unknown");
    let close = json!({ "id": position["id"], "size": "full" });
    stranger.call("POST /position/flatPosition", close).await.refused(404, "position_unknown");
    for call in ["POST /position/me", "POST /position/consignList", "POST /position/water/pageList"] {
        assert!(list(&stranger, call).await.is_empty(), "{call}");
    }
    assert_eq!(owner.call("POST /orders/detail", id).await.ok()["status"], 0, "nothing happened to it");
}

async fn an_order_is_placed_once_however_often_it_is_sent(server: TestServer) {
    let customer = server.funded(100_000).await;
    let (key, body) = (uuid(), order(0, None, "1"));
    let sent = (0..100).map(|_| customer.call_with_key("POST /stock/create", body.clone(), &key));
    let answers = futures_util::future::join_all(sent).await;
    assert!(answers.iter().all(|answer| answer.ok() == answers[0].ok()), "each repeat gets the first reply");
    assert_eq!(list(&customer, "POST /position/water/pageList").await.len(), 1);
    let other = customer.call_with_key("POST /stock/create", order(0, None, "2"), &key).await;
    other.refused(409, "idempotency_conflict");
}
