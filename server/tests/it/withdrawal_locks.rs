//! Locks on money are shown before a request, refuse requests, and are checked again in the review.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::reviews::store::decide;
use plumbline::reviews::{Decision, Opinion, SubjectKind};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Answer, Customer, Database, PAY_PASSWORD, TestServer, pictures};

const IBAN: &str = "DE89370400440532013000";
const HOUR: i64 = UnixMillis::HOUR;

macro_rules! with_locks {
    ($($story:ident),* $(,)?) => {$(
        mod $story {
            use super::{Database, server};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_sqlite() {
                super::$story(server(Database::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_postgres() {
                super::$story(server(Database::Postgres).await).await;
            }
        }
    )*};
}

with_locks! {
    a_new_account_waits_a_day_and_says_so,
    a_form_is_looked_at_before_its_lock,
    a_changed_password_holds_withdrawals_back,
    a_withdrawal_is_held_against_the_locks_again_when_it_is_reviewed,
    nothing_is_sent_to_an_account_that_was_deleted_meanwhile,
    what_was_just_paid_in_stays_where_that_is_set,
}

on_both_databases! {
    the_picture_of_a_card_is_its_owners_and_goes_with_it,
}

/// Reviews come an hour after their submissions, by a clock that the story sets.
async fn server(database: Database) -> TestServer {
    let clock = Clock::manual(Clock::System.now());
    let flags = ["--new-address-lock-hours", "24", "--cooling-off-hours", "24", "--autopilot-seconds", "3600"];
    let held = ["--new-credit-hold-hours", "6"];
    TestServer::start_with(database, clock, &[flags.as_slice(), held.as_slice()].concat()).await
}

async fn until(mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..600 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it did not happen within half a minute");
}

fn later(server: &TestServer, millis: i64) {
    server.app.clock.advance(millis);
}

/// A verified customer with 500 dollars that have just come in, and a bank account that is saved later.
async fn customer(server: &TestServer) -> Customer<'_> {
    let ann = server.register().await;
    ann.set_pay_password(PAY_PASSWORD).await;
    let set_at = server.app.clock.now().0;
    let first = usable(&ann, "").await["locks"][0].clone();
    assert_eq!((&first["name"], moment(&first["untilTimestamp"])), (&json!("cooling_off"), set_at + 24 * HOUR));
    later(server, 24 * HOUR);
    let card = ann.id_card("C01X00T47129", "Ann").await;
    ann.call("POST /updateReal", card).await.ok();
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "500" });
    ann.call("POST /recharge/create", deposit).await.ok();
    later(server, HOUR);
    until(async || usable(&ann, "").await["lines"][0]["amount"] == "500.00").await;
    assert_eq!(ann.reviewed().await["kycStatus"], 2);
    ann
}

async fn save(customer: &Customer<'_>) -> Value {
    let bank = json!({ "type": "card", "bankName": "Bank", "accountName": "Ann", "accountNumber": IBAN,
        "payPassword": PAY_PASSWORD });
    customer.call("POST /UserAccount/addCardNo", bank).await.ok()["id"].clone()
}

async fn saved(customer: &Customer<'_>) -> Value {
    customer.call("POST /UserAccount/SelectCardNo", json!({})).await.ok()[0].clone()
}

async fn usable(customer: &Customer<'_>, to: &str) -> Value {
    let call = format!("GET /withdrawal/getUsableWithdrawalAmount?{to}");
    customer.call(&call, Value::Null).await.ok().clone()
}

async fn towards(customer: &Customer<'_>, id: &Value) -> Value {
    usable(customer, &format!("accountId={}", id.as_str().unwrap())).await
}

async fn apply(customer: &Customer<'_>, id: &Value, pay_password: &str) -> Answer {
    let body = json!({ "method": "card", "accountId": id, "currency": "USD", "amount": "100",
        "payPassword": pay_password });
    customer.call("POST /withdrawal/withdrawal-apply", body).await
}

fn line<'a>(usable: &'a Value, name: &str) -> Option<&'a str> {
    let lines = usable["lines"].as_array().unwrap().iter();
    lines.filter(|line| line["name"] == name).map(|line| line["amount"].as_str().unwrap()).next()
}

fn moment(value: &Value) -> i64 {
    value.as_str().unwrap_or_else(|| panic!("no moment: {value}")).parse().unwrap()
}

async fn a_new_account_waits_a_day_and_says_so(server: TestServer) {
    let ann = customer(&server).await;
    later(&server, 6 * HOUR);
    let id = save(&ann).await;
    let until = server.app.clock.now().0 + 24 * HOUR;
    assert_eq!(moment(&saved(&ann).await["lockedUntilTimestamp"]), until);
    let told = towards(&ann, &id).await;
    assert_eq!((&told["usable"], line(&told, "new_address")), (&json!("0.00"), Some("-500.00")));
    assert_eq!(
        (&told["locks"][0]["name"], moment(&told["locks"][0]["untilTimestamp"])),
        (&json!("new_address"), until)
    );
    assert_eq!((&told["addressLockSeconds"], &told["coolingOffSeconds"]), (&json!(86_400), &json!(86_400)));
    assert_eq!(told["identityRequired"], false);
    assert_eq!(usable(&ann, "").await["usable"], "500.00", "it is not the money that is locked");
    let unknown = ann.call("GET /withdrawal/getUsableWithdrawalAmount?accountId=7", Value::Null).await;
    unknown.refused(404, "card_unknown");

    let refused = apply(&ann, &id, PAY_PASSWORD).await;
    refused.refused(409, "new_address");
    assert_eq!(refused.json["data"]["field"], "accountId");
    assert_eq!(moment(&refused.json["data"]["detail"]["untilTimestamp"]), until);

    later(&server, 24 * HOUR);
    assert!(saved(&ann).await["lockedUntilTimestamp"].is_null());
    assert_eq!(towards(&ann, &id).await["usable"], "500.00");
    apply(&ann, &id, PAY_PASSWORD).await.ok();
    // A change restarts the lock; one without effect does not.
    let update = async |changes: Value| {
        let mut body = json!({ "id": id, "payPassword": PAY_PASSWORD });
        body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        ann.call("POST /UserAccount/UpdateCardNo", body).await.ok()["lockedUntilTimestamp"].clone()
    };
    assert!(update(json!({ "bankName": "Bank" })).await.is_null());
    assert_eq!(moment(&update(json!({ "accountName": "Bo" })).await), until + 24 * HOUR);
    apply(&ann, &id, PAY_PASSWORD).await.refused(409, "new_address");
}

/// A wrong form is refused without waiting for a day; and each wrong password is a try.
async fn a_form_is_looked_at_before_its_lock(server: TestServer) {
    let ann = customer(&server).await;
    later(&server, 6 * HOUR);
    let id = save(&ann).await;
    let ask = async |currency: &str, amount: &str, pay_password: &str| {
        let body = json!({ "method": "card", "accountId": id, "currency": currency, "amount": amount,
            "payPassword": pay_password });
        ann.call("POST /withdrawal/withdrawal-apply", body).await
    };
    for amount in ["-1", "1e3", "99999999999999999999"] {
        ask("USD", amount, PAY_PASSWORD).await.refused(422, "amount_invalid");
    }
    ask("USDT", "100", PAY_PASSWORD).await.refused(422, "currency_unsupported");
    ask("USD", "100", PAY_PASSWORD).await.refused(409, "new_address");
    for _ in 0..4 {
        ask("USD", "100", "000000").await.refused(422, "pay_password_wrong");
    }
    ask("USD", "100", "000000").await.refused(429, "pay_password_locked");
    ask("USD", "100", PAY_PASSWORD).await.refused(429, "pay_password_locked");
}

async fn a_changed_password_holds_withdrawals_back(server: TestServer) {
    let ann = customer(&server).await;
    let id = save(&ann).await;
    later(&server, 24 * HOUR);
    assert_eq!(towards(&ann, &id).await["locks"], json!([]));
    let changed = json!({ "oldPayPassword": PAY_PASSWORD, "payPassword": "905172" });
    ann.call("POST /updatePayPassword", changed).await.ok();
    let until = server.app.clock.now().0 + 24 * HOUR;
    let told = usable(&ann, "").await;
    assert_eq!((&told["usable"], line(&told, "cooling_off")), (&json!("0.00"), Some("-500.00")));
    assert_eq!(moment(&told["locks"][0]["untilTimestamp"]), until);
    let refused = apply(&ann, &id, "905172").await;
    refused.refused(409, "cooling_off");
    assert_eq!(moment(&refused.json["data"]["detail"]["untilTimestamp"]), until);
    later(&server, 23 * HOUR);
    // Another password restarts it.
    let body = json!({ "oldPassword": ann.password, "password": "purple monkey" });
    ann.call("POST /updatePassword", body).await.ok();
    later(&server, 23 * HOUR);
    apply(&ann, &id, "905172").await.refused(409, "cooling_off");
    later(&server, HOUR);
    apply(&ann, &id, "905172").await.ok();
}

async fn a_withdrawal_is_held_against_the_locks_again_when_it_is_reviewed(server: TestServer) {
    let ann = customer(&server).await;
    let id = save(&ann).await;
    later(&server, 24 * HOUR);
    let made = apply(&ann, &id, PAY_PASSWORD).await.ok().clone();
    assert_eq!(usable(&ann, "").await["usable"], "400.00");
    // An attacker who can read the mail sets a new password, while the withdrawal waits.
    ann.server.call("POST /getEmailCode", json!({ "email": ann.email, "scene": "resetPassword" })).await.ok();
    let reset = json!({ "email": ann.email, "code": server.code_for(&ann.email), "password": "purple monkey" });
    server.call("POST /resetPassword", reset).await.ok();
    let login = json!({ "username": ann.email, "password": "purple monkey" });
    let token = server.call("POST /loginByUsername", login).await.ok()["token"].as_str().unwrap().to_owned();
    let ann = Customer { token, ..ann.clone() };
    later(&server, HOUR);
    let listed = async || ann.call("POST /withdrawal/listPage", json!({})).await.ok()["list"][0].clone();
    until(async || listed().await["status"] != 0).await;
    let reviewed = listed().await;
    assert_eq!((&reviewed["id"], &reviewed["status"]), (&made["id"], &json!(2)));
    assert_eq!(reviewed["reason"], "cooling_off");
    later(&server, 24 * HOUR);
    assert_eq!(usable(&ann, "").await["usable"], "500.00", "all of it is there again");
    let inbox = ann.call("GET /userMessage/getMessage", Value::Null).await;
    let told = inbox.ok()["list"].as_array().unwrap().iter().find(|row| row["kind"] == "withdrawal_rejected");
    assert!(told.unwrap()["content"].as_str().unwrap().contains("password was set or changed"), "{told:?}");
}

async fn nothing_is_sent_to_an_account_that_was_deleted_meanwhile(server: TestServer) {
    let ann = customer(&server).await;
    let id = save(&ann).await;
    later(&server, 48 * HOUR);
    apply(&ann, &id, PAY_PASSWORD).await.ok();
    let approved = apply(&ann, &id, PAY_PASSWORD).await.ok()["id"].clone();
    let of = async |id: &Value| ann.call("POST /withdrawal/detail", json!({ "id": id })).await.ok().clone();
    let first = ann.call("POST /withdrawal/listPage", json!({})).await.ok()["list"][1]["id"].clone();
    approve(&server, &approved).await;
    until(async || of(&approved).await["status"] == 4).await;
    ann.call("POST /UserAccount/delete-card", json!({ "id": id, "payPassword": PAY_PASSWORD })).await.ok();
    apply(&ann, &id, PAY_PASSWORD).await.refused(404, "card_unknown");
    later(&server, HOUR);
    for id in [first, approved] {
        until(async || of(&id).await["status"] == 2).await;
        let ended = of(&id).await;
        assert_eq!((&ended["reason"], &ended["sentTimestamp"]), (&json!("destination_deleted"), &Value::Null));
    }
    assert_eq!(usable(&ann, "").await["usable"], "500.00", "all of it is there again");
    let inbox = ann.call("GET /userMessage/getMessage", Value::Null).await;
    let told = inbox.ok()["list"].as_array().unwrap().iter().filter(|row| row["kind"] == "withdrawal_rejected");
    let told: Vec<_> = told.map(|row| row["content"].as_str().unwrap()).collect();
    assert!(told.len() == 2 && told.iter().all(|text| text.contains("was deleted before")), "{told:?}");
}

/// Two people approve the withdrawal.
async fn approve(server: &TestServer, withdrawal: &Value) {
    let id: i64 = withdrawal.as_str().unwrap().parse().unwrap();
    for reviewer in ["Cy", "Di"] {
        let opinion = Opinion { reviewer: reviewer.to_owned(), decision: Decision::Approve };
        let now = server.app.clock.now();
        assert!(decide(&server.app.db, SubjectKind::Withdrawal, id, &opinion, now).await.unwrap());
    }
}

async fn what_was_just_paid_in_stays_where_that_is_set(server: TestServer) {
    let ann = customer(&server).await;
    let told = usable(&ann, "").await;
    assert_eq!((&told["usable"], line(&told, "new_credit")), (&json!("0.00"), Some("-500.00")));
    assert_eq!(
        (&told["creditHoldSeconds"], &told["locks"], &told["suspense"]),
        (&json!(21_600), &json!([]), &json!([]))
    );
    let id = save(&ann).await;
    later(&server, 24 * HOUR);
    assert_eq!(towards(&ann, &id).await["usable"], "500.00");
    ann.call("POST /recharge/create", json!({ "channel": "fiat", "currency": "USD", "amount": "450" })).await.ok();
    later(&server, HOUR);
    until(async || usable(&ann, "").await["lines"][0]["amount"] == "950.00").await;
    assert_eq!(usable(&ann, "").await["usable"], "500.00");
    for expected in [Ok("100.00"); 5].into_iter().chain([Err("credit_held")]) {
        let answer = apply(&ann, &id, PAY_PASSWORD).await;
        match expected {
            Ok(amount) => assert_eq!(answer.ok()["debitAmount"], amount),
            Err(word) => answer.refused(409, word),
        }
    }
}

async fn the_picture_of_a_card_is_its_owners_and_goes_with_it(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    for customer in [&ann, &bo] {
        customer.set_pay_password(PAY_PASSWORD).await;
    }
    let upload = async |of: &Customer<'_>| of.upload(pictures::jpeg(300, 200)).await.ok()["url"].clone();
    let add = async |of: &Customer<'_>, url: &Value| {
        let bank = json!({ "type": "card", "bankName": "Bank", "accountName": "Ann", "accountNumber": IBAN,
            "imageUrl": url, "payPassword": PAY_PASSWORD });
        of.call("POST /UserAccount/addCardNo", bank).await
    };
    let (first, second, stolen) = (upload(&ann).await, upload(&ann).await, upload(&bo).await);
    for url in [stolen, json!("/file/7"), json!("https://elsewhere.example/file/7"), json!("x")] {
        let refused = add(&ann, &url).await;
        refused.refused(422, "image_url_invalid");
        assert_eq!(refused.json["data"]["field"], "imageUrl");
    }
    let made = add(&ann, &first).await.ok().clone();
    let path = |url: &Value| url.as_str().unwrap().split('?').next().unwrap().to_owned();
    assert_eq!(path(&made["imageUrl"]), path(&first));
    let shown = async |url: &Value| server.fetch(url.as_str().unwrap(), Some(&ann.token)).await.status().as_u16();
    assert_eq!(shown(&saved(&ann).await["imageUrl"]).await, 200);

    let update = async |url: &str| {
        let body = json!({ "id": made["id"], "imageUrl": url, "payPassword": PAY_PASSWORD });
        ann.call("POST /UserAccount/UpdateCardNo", body).await.ok().clone()
    };
    let changed = update(second.as_str().unwrap()).await;
    assert_eq!(path(&changed["imageUrl"]), path(&second));
    assert_eq!(
        (shown(&made["imageUrl"]).await, shown(&changed["imageUrl"]).await),
        (404, 200),
        "one takes the other's place"
    );
    let deleted = json!({ "id": made["id"], "payPassword": PAY_PASSWORD });
    ann.call("POST /UserAccount/delete-card", deleted).await.ok();
    assert_eq!(shown(&changed["imageUrl"]).await, 404);
}
