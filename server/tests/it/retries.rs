//! A request that is sent again after its reply was lost gets the first reply, whatever has changed meanwhile.

use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Answer, Customer, PAY_PASSWORD, TestServer, things, uuid};

on_both_databases! {
    a_repeated_transfer_does_not_ask_for_the_pay_password,
    a_repeated_sale_does_not_look_for_the_position,
    a_repeated_cancellation_and_deposit_get_the_first_reply,
}

/// Sends `body` under one key, then again after `meanwhile`; and another body under that key, which is refused.
async fn repeat(customer: &Customer<'_>, call: &str, body: Value, other: Value, meanwhile: impl Future<Output = ()>) {
    let key = uuid();
    let data = |answer: &Answer| answer.ok().clone();
    let first = data(&customer.call_with_key(call, body.clone(), &key).await);
    meanwhile.await;
    assert_eq!(data(&customer.call_with_key(call, body, &key).await), first, "{call}");
    customer.call_with_key(call, other, &key).await.refused(409, "idempotency_conflict");
}

async fn a_repeated_transfer_does_not_ask_for_the_pay_password(server: TestServer) {
    let customer = server.funded(1_000).await;
    let transfer = |amount: &str, from: &str, to: &str, pay_password: &str| json!({ "from": from, "to": to, "amount": amount, "payPassword": pay_password });
    let back = transfer("5", "STOCK", "BALANCE", "");
    customer.call("POST /wallet/transfer", back).await.ok();
    let lock = async {
        let wrong = || customer.call("POST /wallet/transfer", transfer("1", "BALANCE", "STOCK", "135791"));
        while wrong().await.error() != "pay_password_locked" {}
    };
    let (body, other) =
        (transfer("2", "BALANCE", "STOCK", PAY_PASSWORD), transfer("3", "BALANCE", "STOCK", PAY_PASSWORD));
    repeat(&customer, "POST /wallet/transfer", body, other, lock).await;
    let new = transfer("2", "BALANCE", "STOCK", PAY_PASSWORD);
    customer.call("POST /wallet/transfer", new).await.refused(429, "pay_password_locked");
}

async fn a_repeated_sale_does_not_look_for_the_position(server: TestServer) {
    let customer = server.funded(100_000).await;
    let buy = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "2" });
    customer.call("POST /stock/create", buy).await.ok();
    let positions = customer.call("POST /position/me", json!({})).await;
    let id = positions.ok()["list"][0]["id"].as_str().unwrap().to_owned();
    let all = json!({ "id": id, "size": "full" });
    let sold = async {
        let left = customer.call("POST /position/me", json!({})).await;
        assert_eq!(left.ok()["list"].as_array().map(Vec::len), Some(0), "{}", left.json);
    };
    repeat(&customer, "POST /position/flatPosition", all, json!({ "id": id, "size": "half" }), sold).await;
}

async fn a_repeated_cancellation_and_deposit_get_the_first_reply(server: TestServer) {
    let customer = server.funded(100_000).await;
    let price = things::below_the_bid(&server);
    let rest = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "price": price, "quantity": "1" });
    let placed = customer.call("POST /stock/create", rest).await;
    let (body, other) = (json!({ "id": placed.ok()["id"] }), json!({ "id": "1" }));
    repeat(&customer, "POST /orders/cancel", body, other, async {}).await;
    let deposit = |amount: &str| json!({ "channel": "fiat", "currency": "USD", "amount": amount });
    repeat(&customer, "POST /recharge/create", deposit("7"), deposit("8"), async {}).await;
}
