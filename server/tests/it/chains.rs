//! A customer pays in digital currency, on the simulated chains of paper mode.

use std::time::Duration;

use plumbline::ledger::audit;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, TestServer, uuid};

on_both_databases! {
    coins_are_credited_after_their_confirmations,
    less_than_the_minimum_stands_in_suspense,
    what_cannot_be_sent_is_refused,
    a_key_sends_one_payment,
}

const ETHEREUM: &str = "Ethereum (ERC-20)";

/// The customer's address, once the chain is followed.
async fn address(customer: &Customer<'_>, currency: &str, network: &str) -> Value {
    for _ in 0..200 {
        let asked = customer.call("POST /recharge/address", json!({ "currency": currency, "network": network })).await;
        if asked.status == 200 {
            return asked.ok().clone();
        }
        asked.refused(409, "chain_unavailable");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the chain is not followed");
}

async fn pay(customer: &Customer<'_>, amount: &str) -> Value {
    let body = json!({ "currency": "USDT", "network": ETHEREUM, "amount": amount });
    customer.call("POST /recharge/simulate", body).await.ok()["transaction"].clone()
}

/// The newest deposit, once it has this status.
async fn newest(customer: &Customer<'_>, status: i64) -> Value {
    for _ in 0..600 {
        let listed = customer.call("POST /recharge/listPage", json!({})).await;
        let newest = &listed.ok()["list"][0];
        if newest["status"] == status {
            return newest.clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no deposit has come to status {status}");
}

async fn credited(customer: &Customer<'_>) -> Value {
    let funding = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
    funding.ok()["availableBalance"].clone()
}

async fn audited(server: &TestServer) {
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

async fn coins_are_credited_after_their_confirmations(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let own = address(&ann, "USDT", ETHEREUM).await;
    let text = own["address"].as_str().unwrap();
    assert!(text.starts_with("PAPER-ETHEREUM-"), "{text}");
    assert_eq!((&own["confirmations"], &own["minAmount"]), (&json!(3), &json!("1.00")));
    assert_eq!((&own["warning"], &own["paper"]), (&json!("asset_recovery"), &json!(true)));
    assert_eq!(address(&ann, "USDC", ETHEREUM).await["address"], own["address"], "one a chain, always the same");
    assert_ne!(address(&bo, "USDT", ETHEREUM).await["address"], own["address"]);

    let transaction = pay(&ann, "12.345678").await;
    let pending = newest(&ann, 0).await;
    assert_eq!((&pending["transaction"], &pending["network"]), (&transaction, &json!(ETHEREUM)));
    assert_eq!((&pending["amount"], &pending["creditAmount"]), (&json!("12.345678"), &Value::Null));
    assert_eq!(pending["confirmationsNeeded"], 3);
    let done = newest(&ann, 1).await;
    assert_eq!((&done["id"], &done["creditAmount"]), (&pending["id"], &json!("12.34")));
    assert!(done["confirmations"].as_i64().unwrap() >= 3, "{done}");
    assert_eq!(credited(&ann).await, "12.34");
    assert_eq!(credited(&bo).await, "0.00");
    let bill = ann.call("POST /wallet/getWalletBill", json!({ "timeZone": "UTC" })).await;
    let line = &bill.ok()["list"][0];
    assert_eq!((&line["kind"], &line["note"]), (&json!("chain_deposit"), &json!("12.345678 USDT")));
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert_eq!((&overview.ok()["totalAssets"], &overview.ok()["todayProfit"]), (&json!("12.34"), &json!("0.00")));
    let inbox = ann.call("GET /userMessage/getMessage", Value::Null).await;
    assert_eq!(inbox.ok()["list"][0]["kind"], "coins_credited");
    audited(&server).await;
}

async fn less_than_the_minimum_stands_in_suspense(server: TestServer) {
    let ann = server.register().await;
    address(&ann, "USDT", ETHEREUM).await;
    pay(&ann, "0.6").await;
    newest(&ann, 4).await;
    let suspense = ann.call("POST /recharge/suspense", json!({})).await;
    let expected = json!([{ "currency": "USDT", "amount": "0.60", "minAmount": "1.00", "creditAmount": "0.60",
        "creditCurrency": "USD" }]);
    assert_eq!((suspense.ok(), credited(&ann).await), (&expected, json!("0.00")));
    // The next payment makes it enough.
    pay(&ann, "0.5").await;
    newest(&ann, 1).await;
    assert_eq!(credited(&ann).await, "1.10");
    // And it is credited when the customer requests it.
    pay(&ann, "0.25").await;
    newest(&ann, 4).await;
    let release = ann.call("POST /recharge/releaseSuspense", json!({ "currency": "USDT" })).await;
    assert_eq!((&release.ok()["amount"], &release.ok()["creditAmount"]), (&json!("0.25"), &json!("0.25")));
    assert_eq!(credited(&ann).await, "1.35");
    let again = ann.call("POST /recharge/releaseSuspense", json!({ "currency": "USDT" })).await;
    again.refused(409, "nothing_in_suspense");
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert_eq!((&overview.ok()["totalAssets"], &overview.ok()["todayProfit"]), (&json!("1.35"), &json!("0.00")));
    audited(&server).await;
}

async fn what_cannot_be_sent_is_refused(server: TestServer) {
    let ann = server.register().await;
    address(&ann, "USDT", ETHEREUM).await;
    let table = [
        ("USDC", "TRON (TRC-20)", "5", "network_unsupported"),
        ("BTC", ETHEREUM, "5", "network_unsupported"),
        ("USDT", "", "5", "network_unsupported"),
        ("USDT", ETHEREUM, "0", "amount_invalid"),
        ("USDT", ETHEREUM, "-1", "amount_invalid"),
        ("USDT", ETHEREUM, "1e3", "amount_invalid"),
        ("USDT", ETHEREUM, "0.000000001", "amount_invalid"),
        ("USDT", ETHEREUM, "10000000.00000001", "amount_invalid"),
    ];
    for (currency, network, amount, word) in table {
        let body = json!({ "currency": currency, "network": network, "amount": amount });
        ann.call("POST /recharge/simulate", body).await.refused(422, word);
    }
    let unknown = ann.call("POST /recharge/releaseSuspense", json!({ "currency": "XYZ" })).await;
    unknown.refused(422, "currency_unsupported");
}

async fn a_key_sends_one_payment(server: TestServer) {
    let (ann, key) = (server.register().await, uuid());
    address(&ann, "USDT", ETHEREUM).await;
    let body = |amount: &str| json!({ "currency": "USDT", "network": ETHEREUM, "amount": amount });
    let send = async |body: Value, key: &str| ann.call_with_key("POST /recharge/simulate", body, key).await;
    let first = send(body("3"), &key).await.ok().clone();
    assert_eq!(send(body("3.00"), &key).await.ok(), &first, "the same amount, written in another way");
    let others = [
        body("4"),
        body("x"),
        json!({ "currency": "USDC", "network": ETHEREUM, "amount": "3" }),
        json!({ "currency": "USDT", "network": "TRON (TRC-20)", "amount": "3" }),
    ];
    for other in others {
        send(other, &key).await.refused(409, "idempotency_conflict");
    }
    // Concurrently, too: one of them is sent.
    let key = uuid();
    let (one, two) = tokio::join!(send(body("5"), &key), send(body("6"), &key));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(newest(&ann, 1).await["status"], 1);
    let listed = ann.call("POST /recharge/listPage", json!({})).await;
    assert_eq!(listed.ok()["page"]["total"], 2, "{}", listed.json);
}
