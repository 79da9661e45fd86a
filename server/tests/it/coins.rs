//! Coins: bought and sold in steps of their pairs, paid in USDT with six decimals, with the fees of makers and takers.

use plumbline_core::decimal::parse_units;
use plumbline_core::market::Market;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_coin_is_bought_and_sold_as_a_taker,
    an_order_that_rested_is_charged_as_a_maker,
    an_amount_buys_what_it_pays_for,
    all_of_a_coin_is_sold_below_the_least_value,
    usdt_leaves_in_whole_cents,
    a_bracket_closes_what_it_bought,
    what_cannot_be_ordered_is_refused,
}

fn order(direction: i64, quantity: &str) -> Value {
    json!({ "stockCode": "BTCUSDT", "direction": direction, "orderType": 0, "quantity": quantity })
}

fn with(mut order: Value, fields: Value) -> Value {
    order.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    order
}

/// Millionths of a USDT.
fn micro(value: &Value) -> i64 {
    parse_units(value.as_str().unwrap_or_else(|| panic!("{value} is not a text")), 6).unwrap()
}

async fn wallet(customer: &Customer<'_>) -> Value {
    customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "CRYPTOCURRENCY" })).await.ok().clone()
}

async fn fills(customer: &Customer<'_>) -> Vec<Value> {
    customer.call("POST /position/water/pageList", json!({})).await.ok()["list"].as_array().unwrap().clone()
}

async fn receipt(customer: &Customer<'_>, fill: &Value) -> Value {
    customer.call("POST /orders/receipt", json!({ "fillId": fill["id"] })).await.ok().clone()
}

async fn a_coin_is_bought_and_sold_as_a_taker(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    let begin = wallet(&customer).await;
    assert_eq!((&begin["currency"], &begin["balance"]), (&json!("USDT"), &json!("1000.000000")), "{begin}");
    server.quote(Market::Crypto, "BTCUSDT", "71573.45", "71573.46");
    let card = customer.call("POST /crypto/orders/preview", order(0, "0.00123")).await.ok().clone();
    // 88.0353558, of which 0.1 % is 0.088035356.
    assert_eq!(
        (&card["notional"], &card["feeTotal"], &card["total"], &card["currency"]),
        (&json!("88.035356"), &json!("0.088036"), &json!("88.123392"), &json!("USDT")),
        "{card}"
    );
    let bought = customer.call("POST /crypto/orders/create", order(0, "0.00123")).await.ok().clone();
    assert_eq!((&bought["status"], &bought["fee"]), (&json!(1), &json!("0.088036")), "{bought}");
    assert_eq!(wallet(&customer).await["balance"], "911.876608");
    let rows = customer.call("POST /position/me", json!({ "source": 7 })).await.ok()["list"].clone();
    let held = &rows[0];
    assert_eq!(
        (&held["positionNum"], &held["currency"], &held["isolatedPosition"]),
        (&json!("0.00123"), &json!("USDT"), &json!("88.123392")),
        "{rows}"
    );
    let overview = customer.call("POST /userCenter/getFundingOverview", json!({})).await.ok().clone();
    // 911.876608 and 88.0353435 USDT at 1, each to the cent.
    assert_eq!(overview["totalAssets"], "999.92", "{overview}");
    server.quote(Market::Crypto, "BTCUSDT", "72000.00", "72000.01");
    let sold = customer.call("POST /crypto/orders/create", order(1, "0.00123")).await.ok().clone();
    // 88.56, of which 0.1 % is 0.08856.
    assert_eq!((&sold["status"], &sold["fee"]), (&json!(1), &json!("0.088560")), "{sold}");
    assert_eq!(wallet(&customer).await["balance"], "1000.348048");
    let fills = fills(&customer).await;
    assert_eq!(fills[0]["profit"], "0.348048");
    assert!(fills.iter().all(|fill| fill["liquidity"] == "taker"), "{fills:?}");
    let receipt = receipt(&customer, &fills[1]).await;
    let fees = receipt["fees"].as_array().unwrap();
    assert_eq!((fees.len(), &fees[0]["name"], &fees[0]["amount"]), (1, &json!("taker"), &json!("0.088036")));
    assert_eq!(fees[0]["terms"]["basis"], "takerValue", "{receipt}");
    server.audited().await;
}

async fn an_order_that_rested_is_charged_as_a_maker(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "BTCUSDT", "71500.00", "71500.10");
    let resting = with(order(0, "0.001"), json!({ "orderType": 1, "price": "71000.00", "timeInForce": "gtc" }));
    let card = customer.call("POST /crypto/orders/preview", resting.clone()).await.ok().clone();
    assert_eq!((&card["fees"][0]["name"], &card["feeTotal"]), (&json!("maker"), &json!("0.071000")), "{card}");
    let placed = customer.call("POST /crypto/orders/create", resting).await.ok().clone();
    assert_eq!(placed["held"], json!({ "amount": "71.071000", "currency": "USDT" }), "{placed}");
    server.quote(Market::Crypto, "BTCUSDT", "70998.90", "70999.00");
    let id = json!({ "id": placed["id"] });
    for _ in 0..400 {
        if customer.call("POST /orders/detail", id.clone()).await.ok()["status"] == 1 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    let fills = fills(&customer).await;
    assert_eq!((&fills[0]["liquidity"], &fills[0]["fee"]), (&json!("maker"), &json!("0.070999")), "{fills:?}");
    let receipt = receipt(&customer, &fills[0]).await;
    assert_eq!((&receipt["fees"][0]["name"], receipt["fees"].as_array().unwrap().len()), (&json!("maker"), 1));
    assert_eq!(receipt["order"]["filledBefore"]["makerAmount"], "0.000000");
    // 1,000 less 70.999 and the fee.
    assert_eq!(wallet(&customer).await["balance"], "928.930001");
    server.audited().await;
}

async fn an_amount_buys_what_it_pays_for(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "VETUSDT", "0.007199", "0.007200");
    let mut spend = json!({ "stockCode": "VETUSDT", "direction": 0, "orderType": 0, "amount": "100.123456" });
    let bought = customer.call("POST /crypto/orders/create", spend.clone()).await.ok().clone();
    // One step more, 0.1 at 0.0072, would cost 100.123776 with its fee.
    assert_eq!((&bought["status"], &bought["filledQuantity"]), (&json!(1), &json!("13892.1")), "{bought}");
    assert_eq!(1_000_000_000 - micro(&wallet(&customer).await["balance"]), 100_023_120 + 100_024);
    // The exact cost of 0.00123, with its fee, and that of the least order.
    server.quote(Market::Crypto, "BTCUSDT", "71573.45", "71573.46");
    for (amount, quantity) in [("88.123392", "0.00123"), ("88.123391", "0.00122"), ("5.015154", "0.00007")] {
        let order = json!({ "stockCode": "BTCUSDT", "direction": 0, "orderType": 0, "amount": amount });
        let bought = customer.call("POST /crypto/orders/create", order).await.ok().clone();
        assert_eq!(bought["filledQuantity"], quantity, "{amount}: {bought}");
    }
    spend["amount"] = json!("100.1234567");
    customer.call("POST /crypto/orders/create", spend).await.refused(422, "amount_invalid");
    server.audited().await;
}

async fn all_of_a_coin_is_sold_below_the_least_value(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "BTCUSDT", "71500.00", "71500.10");
    customer.call("POST /crypto/orders/create", order(0, "0.00006")).await.refused(422, "order_value_too_small");
    customer.call("POST /crypto/orders/create", order(0, "0.00007")).await.ok();
    server.quote(Market::Crypto, "BTCUSDT", "40000.00", "40000.10");
    customer.call("POST /crypto/orders/create", order(1, "0.00006")).await.refused(422, "order_value_too_small");
    let sold = customer.call("POST /crypto/orders/create", order(1, "0.00007")).await.ok().clone();
    assert_eq!((&sold["status"], &sold["fee"]), (&json!(1), &json!("0.002800")), "{sold}");
    server.audited().await;
}

async fn usdt_leaves_in_whole_cents(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 100).await;
    let out = |amount: &str| json!({ "from": "CRYPTOCURRENCY", "to": "BALANCE", "amount": amount });
    let quote = customer.call("POST /wallet/quote", out("9.999999")).await.ok().clone();
    assert_eq!(
        (&quote["rate"], &quote["fromAmount"], &quote["toAmount"]),
        (&json!("1.0000"), &json!("9.999999"), &json!("9.99")),
        "{quote}"
    );
    customer.transferred(out("9.999999")).await.ok();
    let balance = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
    assert_eq!(balance.ok()["balance"], "9.99");
    assert_eq!(wallet(&customer).await["balance"], "90.000001");
    customer.transferred(out("0.009999")).await.refused(422, "amount_invalid");
    customer.transferred(out("0.0100001")).await.refused(422, "amount_invalid");
    server.audited().await;
}

async fn a_bracket_closes_what_it_bought(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "BTCUSDT", "71500.00", "71500.10");
    let legs =
        json!({ "takeProfit": { "price": "73000.00" }, "stopLoss": { "stopPrice": "70000.00" }, "timeInForce": "gtc" });
    let bought = customer.call("POST /crypto/orders/create", with(order(0, "0.001"), legs)).await.ok().clone();
    assert_eq!((&bought["status"], bought["legs"].as_array().unwrap().len()), (&json!(1), 2), "{bought}");
    server.quote(Market::Crypto, "BTCUSDT", "69990.00", "69990.10");
    for _ in 0..400 {
        if fills(&customer).await.len() == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    let sold = &fills(&customer).await[0];
    // A stop takes what is bid when the market has reached it.
    assert_eq!(
        (&sold["liquidity"], &sold["price"], &sold["fee"]),
        (&json!("taker"), &json!("69990.00"), &json!("0.069990"))
    );
    assert_eq!(customer.call("POST /position/consignList", json!({})).await.ok()["list"], json!([]));
    server.audited().await;
}

async fn what_cannot_be_ordered_is_refused(server: TestServer) {
    let customer = server.funded_in("CRYPTOCURRENCY", 1_000).await;
    server.quote(Market::Crypto, "BTCUSDT", "71500.00", "71500.10");
    let table = [
        (order(0, "0.000015"), 422, "lot_size"),
        (order(0, "0.1"), 409, "insufficient_funds"),
        (order(1, "0.001"), 409, "insufficient_position"),
        (with(order(0, "0.001"), json!({ "leverage": "2" })), 422, "leverage_unavailable"),
        (with(order(0, "0.001"), json!({ "market": "UsStock" })), 422, "market_unknown"),
        (with(order(0, "0.001"), json!({ "orderType": 1, "price": "71000.001" })), 422, "tick_size"),
        (with(order(0, "0.001"), json!({ "stockCode": "AAPL" })), 404, "instrument_unknown"),
        (
            with(order(0, "0.001"), json!({ "orderType": 1, "price": "71000.00", "extendedHours": true })),
            422,
            "extended_hours_invalid",
        ),
    ];
    for (body, status, word) in table {
        customer.call("POST /crypto/orders/create", body).await.refused(status, word);
    }
    let us = json!({ "stockCode": "BTCUSDT", "direction": 0, "orderType": 0, "quantity": "0.001" });
    customer.call("POST /stock/create", us).await.refused(404, "instrument_unknown");
    assert_eq!(wallet(&customer).await["balance"], "1000.000000");
}
