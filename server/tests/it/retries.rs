//! A request repeated after its reply was lost gets the first reply, whatever has changed meanwhile.

use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Answer, Customer, PAY_PASSWORD, TestServer, things, uuid};

on_both_databases! {
    a_repeated_transfer_does_not_ask_for_the_pay_password,
    a_repeated_sale_does_not_look_for_the_position,
    a_repeated_cancellation_and_deposit_get_the_first_reply,
    what_is_refused_before_the_books_binds_no_key,
    what_the_books_refuse_is_kept,
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

/// A refusal before the books are involved does not use up its key: corrected, the request succeeds under it.
async fn what_is_refused_before_the_books_binds_no_key(server: TestServer) {
    let (ann, bo) = (server.funded(10_000).await, server.register().await);
    let merged = |body: &Value, change: Value| {
        let mut body = body.clone();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        body
    };
    ann.verify().await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    ann.call("POST /wallet/transfer", json!({ "from": "STOCK", "to": "BALANCE", "amount": "1000" })).await.ok();
    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron",
        "address": "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "payPassword": PAY_PASSWORD });
    let wallet = ann.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone();
    let order = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "quantity": "2",
        "price": things::below_the_bid(&server) });
    let rests = async || text(&ann.call("POST /stock/create", order.clone()).await.ok()["id"]);
    let (first, second) = (rests().await, rests().await);
    ann.call("POST /stock/create", merged(&order, json!({ "orderType": 0, "price": null }))).await.ok();
    let position = ann.call("POST /position/me", json!({})).await.ok()["list"][0]["id"].clone();

    let (create, deposit) =
        ("POST /recharge/create", json!({ "channel": "fiat", "currency": "USD", "amount": "7", "proofUrl": null }));
    let (transfer, out) = ("POST /wallet/transfer", json!({ "from": "STOCK", "to": "BALANCE", "amount": "1" }));
    let back = json!({ "from": "BALANCE", "to": "STOCK", "amount": "1", "payPassword": PAY_PASSWORD });
    let (cancel, amend, sell) = ("POST /orders/cancel", "POST /orders/amend", "POST /position/flatPosition");
    let (cancelled, amended) = (json!({ "id": first }), json!({ "id": second, "quantity": "1" }));
    let sold = json!({ "id": position, "quantity": "1" });
    let (apply, withdrawal) = (
        "POST /withdrawal/withdrawal-apply",
        json!({ "method": "wallet", "accountId": wallet, "currency": "USDT", "amount": "10",
            "payPassword": PAY_PASSWORD }),
    );
    let place = "POST /stock/create";
    let table = [
        (create, &deposit, json!({ "amount": 7 }), 422, "body_invalid"),
        (create, &deposit, json!({ "channel": "sea" }), 422, "channel_unknown"),
        (create, &deposit, json!({ "currency": "JPY" }), 422, "currency_unsupported"),
        (create, &deposit, json!({ "amount": "7.000" }), 422, "amount_invalid"),
        (create, &deposit, json!({ "amount": "0.5" }), 422, "amount_too_small"),
        (create, &deposit, json!({ "amount": "99999999999" }), 422, "amount_too_large"),
        (create, &deposit, json!({ "proofUrl": "http://a.example" }), 422, "proof_url_invalid"),
        (transfer, &out, json!({ "from": "SOCK" }), 422, "wallet_unknown"),
        (transfer, &out, json!({ "amount": "0" }), 422, "amount_invalid"),
        (transfer, &back, json!({ "payPassword": "135791" }), 422, "pay_password_wrong"),
        (place, &order, json!({ "stockCode": "NOSUCH" }), 404, "instrument_unknown"),
        (place, &order, json!({ "market": "Mars" }), 422, "market_unknown"),
        (place, &order, json!({ "quantity": "x" }), 422, "quantity_invalid"),
        (place, &order, json!({ "price": "x" }), 422, "price_invalid"),
        (cancel, &cancelled, json!({ "id": "7" }), 404, "order_unknown"),
        (amend, &amended, json!({ "id": "7" }), 404, "order_unknown"),
        (sell, &sold, json!({ "id": "7" }), 404, "position_unknown"),
        (sell, &sold, json!({ "quantity": "x" }), 422, "quantity_invalid"),
        (apply, &withdrawal, json!({ "accountId": "7" }), 404, "card_unknown"),
        (apply, &withdrawal, json!({ "method": "card" }), 409, "method_mismatch"),
        (apply, &withdrawal, json!({ "currency": "USDC" }), 409, "currency_mismatch"),
        (apply, &withdrawal, json!({ "amount": "1" }), 422, "amount_too_small"),
        (apply, &withdrawal, json!({ "amount": "10.001" }), 422, "amount_invalid"),
        (apply, &withdrawal, json!({ "payPassword": "135791" }), 422, "pay_password_wrong"),
    ];
    for (call, right, wrong, status, word) in table {
        let key = uuid();
        ann.call_with_key(call, merged(right, wrong), &key).await.refused(status, word);
        let answer = ann.call_with_key(call, right.clone(), &key).await;
        assert_eq!(answer.status, 200, "{call} after {word}: {}", answer.json);
    }

    let key = uuid();
    server.send(transfer, &out, None, &[("Idempotency-Key", &key)]).await.refused(401, "session_required");
    ann.call_with_key(transfer, out, &key).await.ok();
    let key = uuid();
    bo.call_with_key(transfer, back.clone(), &key).await.refused(409, "pay_password_not_set");
    bo.set_pay_password(PAY_PASSWORD).await;
    bo.call_with_key(transfer, back, &key).await.refused(409, "insufficient_funds");
}

/// Decisions on the books are kept, even if the cause of a refusal is gone.
async fn what_the_books_refuse_is_kept(server: TestServer) {
    let ann = server.funded(10_000).await;
    let transfer = |from: &str, to: &str, amount: &str| json!({ "from": from, "to": to, "amount": amount, "payPassword": PAY_PASSWORD });
    let buy = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "1" });
    let sell = json!({ "stockCode": "AAPL", "direction": 1, "orderType": 0, "quantity": "1" });
    let between = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 1, "quantity": "1", "price": "100.00001" });
    let moved = "POST /wallet/transfer";
    let table = [
        (moved, transfer("BALANCE", "STOCK", "5"), 409, "insufficient_funds", transfer("BALANCE", "STOCK", "6")),
        (moved, transfer("STOCK", "STOCK", "5"), 422, "same_wallet", transfer("STOCK", "BALANCE", "5")),
        ("POST /stock/create", sell, 409, "insufficient_position", buy.clone()),
        ("POST /stock/create", between, 422, "tick_size", buy.clone()),
        ("POST /recharge/cancel", json!({ "id": "7" }), 404, "deposit_unknown", json!({ "id": "8" })),
        ("POST /withdrawal/cancel", json!({ "id": "7" }), 404, "withdrawal_unknown", json!({ "id": "8" })),
    ];
    let mut refused = Vec::new();
    for (call, body, status, word, other) in table {
        let key = uuid();
        ann.call_with_key(call, body.clone(), &key).await.refused(status, word);
        refused.push((call, body, status, word, other, key));
    }
    ann.call(moved, transfer("STOCK", "BALANCE", "50")).await.ok();
    ann.call("POST /stock/create", buy).await.ok();
    for (call, body, status, word, other, key) in refused {
        ann.call_with_key(call, body, &key).await.refused(status, word);
        ann.call_with_key(call, other, &key).await.refused(409, "idempotency_conflict");
    }
}
