//! A customer's socket: live quotes, and the account's events, during and after them.

use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, Socket, TestServer};

on_both_databases! {
    quotes_tick_for_everyone,
    customers_hear_what_happens_to_their_account_and_catch_up_after_a_pause,
    a_reply_and_its_event_have_one_version,
    the_inbox_is_told_in_order_and_again_after_a_pause,
    logging_out_ends_the_account_topics,
    a_session_that_makes_room_ends_its_account_topics,
}

async fn deposit(customer: &Customer<'_>, amount: &str) {
    let body = json!({"channel": "fiat", "currency": "USD", "amount": amount});
    customer.call("POST /recharge/create", body).await.ok();
}

/// The review of a deposit credits the wallet.
fn is_credit(message: &Value) -> bool {
    message["topic"] == "wallets" && message["data"]["walletType"] == "BALANCE" && message["data"]["balance"] != "0.00"
}

async fn quotes_tick_for_everyone(server: TestServer) {
    let mut socket = Socket::open(&server).await;
    socket.send(json!({"op": "subscribe", "topics": ["quote:UsStock:AAPL", "quote:UsStock:NONE"]})).await;
    let unknown = json!({"op": "error", "error": "topic_unknown", "topics": ["quote:UsStock:NONE"]});
    assert_eq!(socket.next().await, unknown);
    let snapshot = socket.next().await;
    assert_eq!((&snapshot["topic"], &snapshot["snapshot"]), (&json!("quote:UsStock:AAPL"), &json!(true)));
    let row = server.call("GET /m_ft/stock_detail_ft?stockCode=AAPL&market=UsStock", Value::Null).await;
    for field in snapshot["data"].as_object().unwrap().keys() {
        assert!(row.ok()["stockInfo"].get(field).is_some(), "the row has {field} too");
    }
    let delta = socket.next().await;
    assert!(delta["data"]["tickSeq"].is_string(), "{delta}");
    assert!(delta["data"].get("feed").is_none(), "what did not change is not repeated: {delta}");
}

async fn a_reply_and_its_event_have_one_version(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08510");
    let topics = json!({ "op": "subscribe", "topics": ["orders", "positions"] });
    let mut socket = Socket::open_for(&customer, topics).await;
    let same = async |socket: &mut Socket, topic: &str, reply: &Value| {
        let is_of_it = |event: &Value| event["topic"] == topic && event["data"]["id"] == reply["id"];
        let heard = socket.until(is_of_it).await;
        assert_eq!(heard.last().unwrap()["data"]["version"], reply["version"], "{topic}: {heard:?}");
    };
    let of = |kind: i64, price: Value| {
        json!({ "stockCode": "EURUSD", "direction": 0, "orderType": kind, "quantity": "1000", "leverage": "20",
            "price": price, "timeInForce": "gtc" })
    };
    let resting = customer.call("POST /crude/create", of(1, json!("1.08000"))).await.ok().clone();
    assert_eq!(resting["version"], 1);
    same(&mut socket, "orders", &resting).await;
    let moved = json!({ "id": resting["id"], "price": "1.07000" });
    same(&mut socket, "orders", customer.call("POST /orders/amend", moved).await.ok()).await;
    same(&mut socket, "orders", customer.call("POST /orders/cancel", json!({ "id": resting["id"] })).await.ok()).await;
    let filled = customer.call("POST /crude/create", of(0, Value::Null)).await.ok().clone();
    same(&mut socket, "orders", &filled).await;
    let rows = customer.call("POST /position/me", json!({})).await.ok()["list"].clone();
    let id = &rows[0]["id"];
    socket.until(|event| event["topic"] == "positions" && &event["data"]["id"] == id).await;
    for (call, change) in [
        ("POST /position/leverage", json!({ "id": id, "leverage": "10" })),
        ("POST /position/addPositionMargin", json!({ "id": id, "amount": "5" })),
        ("POST /position/protect", json!({ "id": id, "stopLoss": "1.05000" })),
    ] {
        let reply = customer.call(call, change).await.ok().clone();
        same(&mut socket, "positions", &reply).await;
    }
}

async fn customers_hear_what_happens_to_their_account_and_catch_up_after_a_pause(server: TestServer) {
    let (ann, bob) = (server.register().await, server.register().await);
    let subscribe = json!({"op": "subscribe", "topics": ["orders", "positions", "wallets", "messages"]});
    let mut of_ann = Socket::open_for(&ann, subscribe.clone()).await;
    let mut of_bob = Socket::open_for(&bob, subscribe.clone()).await;
    deposit(&ann, "100").await;
    let heard = of_ann.until(is_credit).await;
    let numbers: Vec<i64> = heard.iter().map(|message| message["seq"].as_i64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>());
    drop(of_ann);

    deposit(&ann, "50").await;
    deposit(&bob, "70").await;
    of_bob.until(is_credit).await;
    let last = numbers.len() as i64;
    let since = json!({"orders": last, "positions": last, "wallets": last, "messages": last});
    let resume = json!({"op": "subscribe", "topics": ["orders", "positions", "wallets", "messages"], "since": since});
    let mut again = Socket::open_for(&ann, resume).await;
    let missed = again.until(is_credit).await;
    assert_eq!(missed[0]["seq"], last + 1);
    assert_eq!(missed[missed.len() - 1]["data"]["balance"], "150.00");
}

async fn the_inbox_is_told_in_order_and_again_after_a_pause(server: TestServer) {
    let ann = server.register().await;
    let subscribe = |since: Value| json!({"op": "subscribe", "topics": ["messages", "wallets"], "since": since});
    let mut socket = Socket::open_for(&ann, subscribe(json!({}))).await;
    deposit(&ann, "500").await;
    let is_notice = |message: &Value| message["data"]["kind"] == "notice";
    let heard = socket.until(is_notice).await;
    assert!(heard.iter().any(is_credit), "what is told has happened: {heard:?}");
    let credited = heard.last().unwrap().clone();
    assert_eq!((&credited["topic"], &credited["data"]["unread"]), (&json!("messages"), &json!(1)));
    assert_eq!(credited["data"]["notice"], "deposit_credited");

    // Events outside of batches are in the same order.
    ann.set_pay_password("246801").await;
    let set = socket.next().await;
    assert_eq!((&set["data"]["notice"], &set["data"]["unread"]), (&json!("pay_password_set"), &json!(2)));
    ann.call("POST /userMessage/updateRead", json!({"id": credited["data"]["id"]})).await.ok();
    let read = socket.next().await;
    assert_eq!(read["data"], json!({"kind": "read", "ids": [credited["data"]["id"]], "unread": 1}));
    ann.call("POST /userMessage/updateRead", json!({})).await.ok();
    let all = socket.next().await;
    assert_eq!(all["data"], json!({"kind": "read", "ids": null, "unread": 0}));
    let numbers = [&credited, &set, &read, &all].map(|message| message["seq"].as_i64().unwrap());
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");

    let since = json!({"messages": numbers[0], "wallets": numbers[0]});
    let mut later = Socket::open_for(&ann, subscribe(since)).await;
    for missed in [&set, &read, &all] {
        assert_eq!(&later.next().await, missed);
    }
}

async fn logging_out_ends_the_account_topics(server: TestServer) {
    let ann = server.register().await;
    let mut socket = Socket::open_for(&ann, json!({"op": "subscribe", "topics": ["wallets"]})).await;
    ann.call("POST /logout", json!({})).await.ok();
    assert_eq!(socket.next().await, json!({"op": "error", "error": "session_required"}));
    socket.send(json!({"op": "auth", "token": ann.token})).await;
    assert_eq!(socket.next().await, json!({"op": "error", "error": "session_required"}));
}

async fn a_session_that_makes_room_ends_its_account_topics(server: TestServer) {
    let ann = server.register().await;
    let mut socket = Socket::open_for(&ann, json!({"op": "subscribe", "topics": ["wallets"]})).await;
    let log_in = json!({"username": ann.email, "password": ann.password});
    for _ in 0..20 {
        server.call("POST /loginByUsername", log_in.clone()).await.ok();
    }
    assert_eq!(socket.next().await, json!({"op": "error", "error": "session_required"}));
}
