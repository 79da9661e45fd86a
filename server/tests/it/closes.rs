//! The preview of a close says what the close then does, also where legs hold the position.

use plumbline_core::decimal::parse_units;
use plumbline_core::market::Market;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_coin_that_legs_hold_is_sold_as_foretold,
    lots_and_fractions_that_legs_hold_are_sold_as_foretold,
    a_position_on_margin_is_closed_as_foretold,
    orders_that_wait_are_foretold_at_their_price,
    a_preview_refuses_what_the_close_refuses,
}

const PREVIEW: &str = "POST /position/closePreview";
const CLOSE: &str = "POST /position/flatPosition";

/// Millionths of a unit of money.
fn micro(value: &Value) -> i64 {
    parse_units(value.as_str().unwrap_or_else(|| panic!("{value} is not a text")), 6).unwrap()
}

async fn available(customer: &Customer<'_>, wallet: &str) -> i64 {
    let balance = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": wallet })).await;
    micro(&balance.ok()["availableBalance"])
}

async fn position(customer: &Customer<'_>) -> Value {
    customer.call("POST /position/me", json!({})).await.ok()["list"][0].clone()
}

async fn working(customer: &Customer<'_>) -> Value {
    customer.call("POST /position/consignList", json!({})).await.ok()["list"].clone()
}

/// Previews a close at the market and carries it out: the money, the quantity and the fees are those of the preview, which
/// changes nothing.
async fn closed_as_foretold(customer: &Customer<'_>, wallet: &str, close: Value) -> Value {
    let before = (available(customer, wallet).await, position(customer).await, working(customer).await);
    let card = customer.call(PREVIEW, close.clone()).await.ok().clone();
    assert_eq!(card["error"], Value::Null, "{card}");
    let now = (available(customer, wallet).await, position(customer).await, working(customer).await);
    assert_eq!(before, now, "a preview changes nothing");
    let order = customer.call(CLOSE, close).await.ok().clone();
    assert_eq!((&order["status"], &order["quantity"]), (&json!(1), &card["quantity"]), "{order}");
    assert_eq!(micro(&order["fee"]), micro(&card["feeTotal"]), "{order} {card}");
    let after = available(customer, wallet).await;
    assert_eq!((micro(&card["buyingPowerAfter"]), micro(&card["total"])), (after, after - before.0), "{card}");
    card
}

async fn a_coin_that_legs_hold_is_sold_as_foretold(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "BTCUSDT", "71500.00", "71500.10");
    let order = json!({ "stockCode": "BTCUSDT", "direction": 0, "orderType": 0, "quantity": "0.00301",
        "takeProfit": { "price": "73000.00" }, "stopLoss": { "stopPrice": "70000.00" }, "timeInForce": "gtc" });
    customer.call("POST /crypto/orders/create", order).await.ok();
    let sale = json!({ "stockCode": "BTCUSDT", "direction": 1, "orderType": 0, "quantity": "0.00301" });
    customer.call("POST /crypto/orders/preview", sale).await.refused(409, "insufficient_position");
    let id = position(&customer).await["id"].clone();
    // A half is rounded up to a step of the pair.
    let half = closed_as_foretold(&customer, "CRYPTOCURRENCY", json!({ "id": id, "size": "half" })).await;
    assert_eq!(half["quantity"], "0.00151", "{half}");
    let legs = working(&customer).await;
    assert_eq!((&legs[0]["quantity"], &legs[1]["quantity"]), (&json!("0.0015"), &json!("0.0015")), "{legs}");
    customer.call(PREVIEW, json!({ "id": id, "quantity": "0.000505" })).await.refused(422, "lot_size");
    customer.call(PREVIEW, json!({ "id": id, "quantity": "0.00151" })).await.refused(409, "insufficient_position");
    let rest = closed_as_foretold(&customer, "CRYPTOCURRENCY", json!({ "id": id, "quantity": "0.0015" })).await;
    // 107.25, of which 0.1 % is 0.10725.
    assert_eq!(
        (&rest["notional"], &rest["fees"][0]["name"], &rest["total"], &rest["released"]),
        (&json!("107.250000"), &json!("taker"), &json!("107.142750"), &Value::Null),
        "{rest}"
    );
    assert_eq!((position(&customer).await, working(&customer).await), (Value::Null, json!([])));
    server.audited().await;
}

async fn lots_and_fractions_that_legs_hold_are_sold_as_foretold(server: TestServer) {
    let customer = server.funded_in("HK_STOCK", 20_000).await;
    server.quote(Market::HongKong, "00005", "102.10", "102.20");
    let lots = json!({ "stockCode": "00005", "direction": 0, "orderType": 0, "quantity": "1200" });
    customer.call("POST /hk/create", lots).await.ok();
    let id = position(&customer).await["id"].clone();
    customer.call("POST /position/protect", json!({ "id": id, "stopLoss": "95.00" })).await.ok();
    customer.call(PREVIEW, json!({ "id": id, "quantity": "500" })).await.refused(422, "lot_size");
    // Half of three lots is rounded up to two.
    let half = closed_as_foretold(&customer, "HK_STOCK", json!({ "id": id, "size": "half" })).await;
    assert_eq!(half["quantity"], "800");
    assert!(half["settleTimestamp"].is_string(), "{half}");
    closed_as_foretold(&customer, "HK_STOCK", json!({ "id": id, "size": "full" })).await;

    let customer = server.funded(1_000).await;
    server.quote(Market::UsStock, "AAPL", "99.99", "100.00");
    let bought = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "amount": "745.00" });
    customer.call("POST /stock/create", bought).await.ok();
    let held = position(&customer).await;
    let protect = json!({ "id": held["id"], "stopLoss": "90.00", "takeProfit": "110.00" });
    customer.call("POST /position/protect", protect).await.ok();
    let close = |quantity: &str| json!({ "id": held["id"], "quantity": quantity });
    customer.call(PREVIEW, close("2.5000005")).await.refused(422, "lot_size");
    assert_eq!(closed_as_foretold(&customer, "STOCK", close("2.500001")).await["quantity"], "2.500001");
    let rest = position(&customer).await["positionNum"].clone();
    let full = closed_as_foretold(&customer, "STOCK", json!({ "id": held["id"], "size": "full" })).await;
    assert_eq!(full["quantity"], rest);
    server.audited().await;
}

async fn a_position_on_margin_is_closed_as_foretold(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08512");
    let short = json!({ "stockCode": "EURUSD", "direction": 1, "orderType": 0, "quantity": "10000", "leverage": "20" });
    customer.call("POST /crude/create", short).await.ok();
    let id = position(&customer).await["id"].clone();
    let protect = json!({ "id": id, "stopLoss": "1.10", "takeProfit": "1.05" });
    customer.call("POST /position/protect", protect).await.ok();
    server.quote_pair("EURUSD", "1.07900", "1.07912");
    let half = closed_as_foretold(&customer, "FOREX", json!({ "id": id, "size": "half" })).await;
    // Half of 542.50 that was set aside, and 5,000 × 0.00588.
    assert_eq!(
        (&half["released"], &half["total"], &half["price"], &half["margin"], &half["settleTimestamp"]),
        (&json!("271.25"), &json!("300.65"), &json!("1.07912"), &Value::Null, &Value::Null),
        "{half}"
    );
    server.quote_pair("EURUSD", "1.09000", "1.09012");
    let loss = closed_as_foretold(&customer, "FOREX", json!({ "id": id, "quantity": "5000" })).await;
    assert_eq!((&loss["released"], &loss["total"]), (&json!("271.25"), &json!("245.65")), "{loss}");
    server.audited().await;
}

async fn orders_that_wait_are_foretold_at_their_price(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "BTCUSDT", "71500.00", "71500.10");
    let order = json!({ "stockCode": "BTCUSDT", "direction": 0, "orderType": 0, "quantity": "0.002" });
    customer.call("POST /crypto/orders/create", order).await.ok();
    let id = position(&customer).await["id"].clone();
    let close = |fields: Value| {
        let mut close = json!({ "id": id, "quantity": "0.001" });
        close.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        close
    };
    let (take, stop) = (json!({ "price": "75000.00" }), json!({ "stopPrice": "70000.00" }));
    // A limit and a take-profit rest in the book, and so pay the fee of a maker; a stop pays that of a taker.
    let table = [
        (json!({ "price": "74000.00" }), "maker", "74.000000"),
        (json!({ "trailAmount": "1500.00" }), "taker", "70.000000"),
        (json!({ "stopLoss": stop }), "taker", "70.000000"),
        (json!({ "stopLoss": { "stopPrice": "70000.00", "price": "69000.00" } }), "taker", "69.000000"),
        (json!({ "takeProfit": take }), "maker", "75.000000"),
        (json!({ "takeProfit": take, "stopLoss": stop }), "maker", "75.000000"),
    ];
    for (fields, fee, value) in table {
        let card = customer.call(PREVIEW, close(fields.clone())).await.ok().clone();
        assert_eq!((&card["fees"][0]["name"], &card["notional"]), (&json!(fee), &json!(value)), "{fields}: {card}");
        let received = micro(&card["notional"]) - micro(&card["feeTotal"]);
        assert_eq!((micro(&card["total"]), &card["error"]), (received, &Value::Null), "{fields}: {card}");
        let placed = customer.call(CLOSE, close(fields.clone())).await.ok().clone();
        assert_eq!((&placed["status"], &placed["quantity"]), (&json!(0), &card["quantity"]), "{fields}: {placed}");
        for order in working(&customer).await.as_array().unwrap() {
            customer.call("POST /orders/cancel", json!({ "id": order["id"] })).await.ok();
        }
    }
    server.audited().await;
}

async fn a_preview_refuses_what_the_close_refuses(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "BTCUSDT", "71500.00", "71500.10");
    let order = json!({ "stockCode": "BTCUSDT", "direction": 0, "orderType": 0, "quantity": "0.002" });
    customer.call("POST /crypto/orders/create", order).await.ok();
    let id = position(&customer).await["id"].clone();
    let held = json!({ "id": id, "quantity": "0.001", "takeProfit": { "price": "80000.00" } });
    customer.call(CLOSE, held).await.ok();
    let table = [
        // Legs make way at the market only.
        (json!({ "quantity": "0.0015", "price": "74000.00" }), 409, "insufficient_position"),
        (json!({ "quantity": "0.0015", "trailAmount": "100.00" }), 409, "insufficient_position"),
        (json!({ "quantity": "0.0015", "stopLoss": { "stopPrice": "70000.00" } }), 409, "insufficient_position"),
        (json!({ "quantity": "0.0021" }), 409, "insufficient_position"),
        (json!({ "quantity": "0.000015" }), 422, "lot_size"),
        (json!({ "quantity": "0" }), 422, "quantity_invalid"),
        (json!({ "size": "most" }), 422, "quantity_invalid"),
        (json!({ "quantity": "0.00006" }), 422, "order_value_too_small"),
        (json!({ "quantity": "0.001", "price": "74000.001" }), 422, "tick_size"),
        (json!({ "quantity": "0.001", "price": "0" }), 422, "price_invalid"),
        (json!({ "quantity": "0.001", "price": "74000.00", "trailAmount": "1.00" }), 422, "trail_invalid"),
        (json!({ "quantity": "0.001", "trailPercent": "100" }), 422, "trail_invalid"),
        (json!({ "quantity": "0.001", "stopLoss": { "stopPrice": "71500.00" } }), 409, "stop_loss_reached"),
        (json!({ "quantity": "0.001", "takeProfit": { "price": "71500.00" } }), 409, "take_profit_reached"),
        (json!({ "size": "half", "takeProfit": { "price": "75000.00" } }), 422, "quantity_invalid"),
        (json!({ "id": "1", "quantity": "0.001" }), 404, "position_unknown"),
    ];
    for (fields, status, word) in table {
        let mut close = json!({ "id": id });
        close.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        customer.call(PREVIEW, close.clone()).await.refused(status, word);
        customer.call(CLOSE, close).await.refused(status, word);
    }
}
