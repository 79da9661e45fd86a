//! Customers' notices: in their language, once, and until they have read them.

use std::time::Duration;

use plumbline::ledger::audit;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, PAY_PASSWORD, TestServer};

const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36";
const NEWER_CHROME: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36";

on_both_databases! {
    a_deposit_is_told_in_the_readers_language_and_read,
    every_step_of_a_withdrawal_is_told,
    what_happens_to_secrets_and_saved_accounts_is_told,
    a_log_in_from_elsewhere_is_told_once,
}

async fn inbox(customer: &Customer<'_>) -> Value {
    customer.call("GET /userMessage/getMessage?pageSize=100", Value::Null).await.ok().clone()
}

/// The kinds of all notices, newest first.
async fn kinds(customer: &Customer<'_>) -> Vec<String> {
    let inbox = inbox(customer).await;
    inbox["list"].as_array().unwrap().iter().map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
}

/// The kinds, once the newest is `kind`.
async fn kinds_up_to(customer: &Customer<'_>, kind: &str) -> Vec<String> {
    for _ in 0..600 {
        let kinds = kinds(customer).await;
        if kinds.first().is_some_and(|newest| newest == kind) {
            return kinds;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{kind} is not told within half a minute");
}

async fn deposit(customer: &Customer<'_>) -> Value {
    let body = json!({ "channel": "fiat", "currency": "USD", "amount": "1500" });
    let made = customer.call("POST /recharge/create", body).await.ok()["id"].clone();
    kinds_up_to(customer, "deposit_credited").await;
    made
}

async fn sound(server: &TestServer) {
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

async fn a_deposit_is_told_in_the_readers_language_and_read(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    assert_eq!(inbox(&ann).await["unread"], 0, "whoever signs up knows so");
    ann.set_pay_password(PAY_PASSWORD).await;
    let made = deposit(&ann).await;

    let page = inbox(&ann).await;
    assert_eq!((&page["unread"], &page["page"]["total"]), (&json!(2), &json!(2)));
    let row = &page["list"][0];
    assert_eq!((&row["read"], &row["subject"], &row["subjectId"]), (&json!(false), &json!("deposit"), &made));
    assert_eq!(row["title"], "Deposit credited");
    assert_eq!(
        row["content"],
        "Your deposit of 1,500.00 USD has been reviewed. 1,500.00 USD was credited to your funding account."
    );
    let one = ann.call("GET /userMessage/getMessage?pageSize=1&pageNum=2", Value::Null).await;
    assert_eq!((&one.ok()["list"][0]["kind"], &one.ok()["page"]["total"]), (&json!("pay_password_set"), &json!(2)));

    let call = format!("GET /userMessage/{}", row["id"].as_str().unwrap());
    let chinese = server.send(&call, &Value::Null, Some(&ann.token), &[("Accept-Language", "zh-Hant")]).await;
    assert_eq!((&chinese.ok()["title"], &chinese.ok()["read"]), (&json!("存款已到賬"), &json!(false)));

    let (read, id) = ("POST /userMessage/updateRead", &row["id"]);
    bo.call(read, json!({ "id": id })).await.refused(404, "notice_unknown");
    ann.call(read, json!({ "ids": [id, "1"] })).await.refused(404, "notice_unknown");
    assert_eq!(inbox(&ann).await["unread"], 2, "one that is not there marks none of the others");
    assert_eq!(ann.call(read, json!({ "id": id })).await.ok(), &json!({ "changed": 1, "unread": 1 }));
    assert_eq!(ann.call(read, json!({ "ids": [id, id] })).await.ok(), &json!({ "changed": 0, "unread": 1 }));
    assert_eq!(ann.call(&call, Value::Null).await.ok()["read"], true);
    assert_eq!(ann.call(read, json!({ "ids": [] })).await.ok(), &json!({ "changed": 0, "unread": 1 }));
    assert_eq!(ann.call(read, json!({})).await.ok(), &json!({ "changed": 1, "unread": 0 }));
    assert_eq!(ann.call(read, json!({})).await.ok(), &json!({ "changed": 0, "unread": 0 }));
    assert_eq!(inbox(&bo).await["list"], json!([]));
    sound(&server).await;
}

async fn every_step_of_a_withdrawal_is_told(server: TestServer) {
    let ann = server.verified_customer().await;
    ann.set_pay_password(PAY_PASSWORD).await;
    deposit(&ann).await;
    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron", "address": TRON,
        "payPassword": PAY_PASSWORD });
    let account = ann.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone();
    let request = json!({ "method": "wallet", "accountId": account, "currency": "USDT", "amount": "100",
        "payPassword": PAY_PASSWORD });
    let made = ann.call("POST /withdrawal/withdrawal-apply", request).await.ok()["id"].clone();
    let told = kinds_up_to(&ann, "withdrawal_settled").await;
    assert_eq!(told[..4], ["withdrawal_settled", "withdrawal_sent", "withdrawal_approved", "payout_account_added"]);
    let settled = &inbox(&ann).await["list"][0];
    assert_eq!((&settled["subject"], &settled["subjectId"]), (&json!("withdrawal"), &made));
    assert_eq!(settled["content"], "99.00 USDT of your withdrawal has arrived at ****Lj6t.");
    sound(&server).await;
}

async fn what_happens_to_secrets_and_saved_accounts_is_told(server: TestServer) {
    let ann = server.register().await;
    ann.set_pay_password(PAY_PASSWORD).await;
    let changed = json!({ "oldPayPassword": PAY_PASSWORD, "payPassword": "975310" });
    ann.call("POST /updatePayPassword", changed.clone()).await.ok();
    ann.call("POST /updatePayPassword", changed).await.refused(422, "pay_password_wrong");
    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron", "address": TRON,
        "payPassword": "975310" });
    let account = ann.call("POST /UserAccount/addCardNo", wallet.clone()).await.ok()["id"].clone();
    ann.call("POST /UserAccount/addCardNo", wallet).await.ok();
    let delete = json!({ "id": account, "payPassword": "975310" });
    ann.call("POST /UserAccount/delete-card", delete.clone()).await.ok();
    ann.call("POST /UserAccount/delete-card", delete).await.ok();
    let password = json!({ "oldPassword": ann.password, "password": "battery staple" });
    ann.call("POST /updatePassword", password).await.ok();
    let told = [
        "password_changed",
        "payout_account_deleted",
        "payout_account_added",
        "pay_password_changed",
        "pay_password_set",
    ];
    assert_eq!(kinds(&ann).await, told, "each that was done is told, and told once");
    sound(&server).await;
}

async fn a_log_in_from_elsewhere_is_told_once(server: TestServer) {
    let ann = server.register().await;
    let log_in = async |agent: &str| {
        let body = json!({ "username": ann.email, "password": ann.password });
        server.send("POST /loginByUsername", &body, None, &[("User-Agent", agent)]).await.ok();
    };
    log_in(CHROME).await;
    log_in(NEWER_CHROME).await;
    let page = inbox(&ann).await;
    assert_eq!(page["list"].as_array().unwrap().len(), 1, "the update of a browser makes no new device: {page}");
    let row = &page["list"][0];
    assert_eq!((&row["kind"], &row["subject"]), (&json!("new_login"), &json!("security")));
    let content = row["content"].as_str().unwrap();
    assert!(content.contains("from 127.0.0.1 with Chrome · Windows."), "{content}");
    sound(&server).await;
}
