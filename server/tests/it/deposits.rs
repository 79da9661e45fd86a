//! Money of other currencies comes in at the rate of its review, which the deposit records.

use std::time::Duration;

use plumbline::ledger::audit;
use plumbline::reviews::{Decision, Opinion, SubjectKind, store};
use serde_json::{Value, json};

use crate::files::sent;
use crate::on_both_databases;
use crate::support::{Customer, Database, TestServer};

on_both_databases! {
    the_proof_of_a_deposit_is_shown_to_its_owner_alone,
    stablecoins_are_offered_at_par_and_dollars_without_a_rate,
}

async fn the_proof_of_a_deposit_is_shown_to_its_owner_alone(server: TestServer) {
    let (ann, bo) = (server.register().await, server.register().await);
    let deposit =
        |proof: Option<&str>| json!({ "channel": "fiat", "currency": "USD", "amount": "5", "proofUrl": proof });
    let (file, sent_as) = sent(&ann).await;
    let announced = ann.call("POST /recharge/create", deposit(Some(&sent_as))).await;
    assert_eq!(announced.ok()["proofUrl"], Value::Null, "what is kept has no link that expires");
    ann.call("POST /recharge/create", deposit(None)).await.ok();
    bo.call("POST /recharge/create", deposit(None)).await.ok();

    let listed = async |of: &Customer<'_>| of.call("POST /recharge/listPage", json!({})).await.ok()["list"].clone();
    let own = listed(&ann).await;
    assert_eq!(own[0]["proofUrl"], Value::Null);
    let link = own[1]["proofUrl"].as_str().unwrap();
    assert!(link.starts_with(&format!("{}?", file.path())), "{link}");
    let answered = async |token: Option<&str>| server.fetch(link, token).await.status().as_u16();
    assert_eq!(answered(Some(&ann.token)).await, 200);
    assert_eq!((answered(Some(&bo.token)).await, answered(None).await), (404, 401));
    assert_eq!(listed(&bo).await[0]["proofUrl"], Value::Null);
}

/// The newest deposit, once it is credited.
async fn credited(customer: &Customer<'_>) -> Value {
    for _ in 0..200 {
        let listed = customer.call("POST /recharge/listPage", json!({})).await;
        let newest = &listed.ok()["list"][0];
        if newest["status"] == 1 {
            return newest.clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the deposit was not credited");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bank_certificate_is_read_and_the_money_is_credited() {
    for database in [Database::Sqlite, Database::Postgres] {
        a_certificate(TestServer::start_still_with(database, &["--autopilot-seconds", "0"]).await).await;
    }
}

async fn a_certificate(server: TestServer) {
    let ann = server.register().await;
    server.quote_pair("EURUSD", "1.0411", "1.0413");
    let euro = channel(&ann, "certificate", "EUR").await;
    assert_eq!(euro["rate"], "1.0411");
    let (file, sent_as) = sent(&ann).await;
    let deposit =
        |proof: &str| json!({ "channel": "certificate", "currency": "EUR", "amount": "100.01", "proofUrl": proof });
    ann.call("POST /recharge/create", deposit("")).await.refused(422, "proof_needed");
    ann.call("POST /recharge/create", deposit("/files/1")).await.refused(422, "proof_url_invalid");
    ann.call("POST /recharge/create", deposit(&sent_as)).await.ok();
    let made = credited(&ann).await;
    assert_eq!((&made["channel"], &made["creditAmount"]), (&json!("certificate"), &json!("104.12")));
    assert!(made["proofUrl"].as_str().unwrap().starts_with(&format!("{}?", file.path())), "{made}");
    let coins = json!({ "channel": "certificate", "currency": "USDT", "amount": "5", "proofUrl": sent_as });
    ann.call("POST /recharge/create", coins).await.refused(422, "currency_unsupported");
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

async fn channel(customer: &Customer<'_>, kind: &str, currency: &str) -> Value {
    let offered = customer.call("POST /recharge/currency/selectList", json!({ "channel": kind })).await;
    let mut found = offered.ok().as_array().unwrap().iter().filter(|channel| channel["currency"] == currency);
    found.next().expect("the channel is offered").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn euros_are_credited_in_dollars_at_the_markets_bid() {
    for database in [Database::Sqlite, Database::Postgres] {
        euros(TestServer::start_still_with(database, &["--autopilot-seconds", "0"]).await).await;
    }
}

async fn euros(server: TestServer) {
    let ann = server.register().await;
    server.quote_pair("EURUSD", "1.0411", "1.0413");
    let euro = channel(&ann, "fiat", "EUR").await;
    assert_eq!((&euro["rate"], &euro["creditCurrency"]), (&json!("1.0411"), &json!("USD")));
    assert_eq!(euro["rateSource"], "market_quote");
    assert_eq!((&euro["minAmount"], &euro["network"]), (&json!("1.00"), &Value::Null));
    assert_eq!(channel(&ann, "fiat", "USD").await["rateSource"], Value::Null);

    let deposit = |amount: &str| json!({ "channel": "fiat", "currency": "EUR", "amount": amount });
    let small = ann.call("POST /recharge/create", deposit("0.99")).await;
    small.refused(422, "amount_too_small");
    assert_eq!(small.json["data"]["detail"]["minimum"], "1.00");
    let announced = ann.call("POST /recharge/create", deposit("100.01")).await;
    // 104.120411 dollars, rounded down.
    assert_eq!((&announced.ok()["creditAmount"], &announced.ok()["rate"]), (&json!("104.12"), &json!("1.0411")));

    let made = credited(&ann).await;
    assert_eq!((&made["amount"], &made["currency"]), (&json!("100.01"), &json!("EUR")));
    assert_eq!((&made["creditAmount"], &made["creditCurrency"]), (&json!("104.12"), &json!("USD")));
    assert_eq!(made["rate"], "1.0411", "the deposit records its rate");
    let funding = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
    assert_eq!(funding.ok()["availableBalance"], "104.12");
    let bill = ann.call("POST /wallet/getWalletBill", json!({ "timeZone": "UTC" })).await;
    let line = &bill.ok()["list"][0];
    assert_eq!((&line["amount"], &line["note"]), (&json!("104.12"), &json!("100.01 EUR")));
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert_eq!((&overview.ok()["totalAssets"], &overview.ok()["todayProfit"]), (&json!("104.12"), &json!("0.00")));
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

/// A customer who announces money and waits gets the rate of the review, better or worse.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rate_of_an_announcement_is_no_option() {
    for database in [Database::Sqlite, Database::Postgres] {
        let server = TestServer::start_still_with(database, &["--autopilot-seconds", "off"]).await;
        let ann = server.register().await;
        let deposit = json!({ "channel": "fiat", "currency": "EUR", "amount": "100" });
        server.quote_pair("EURUSD", "1.1000", "1.1002");
        let announced = ann.call("POST /recharge/create", deposit).await.ok().clone();
        assert_eq!((&announced["creditAmount"], &announced["rate"]), (&json!("110.00"), &json!("1.1000")));
        server.quote_pair("EURUSD", "1.0900", "1.0902");
        let now = server.app.clock.now();
        for reviewer in ["Cy", "Di"] {
            let opinion = Opinion { reviewer: reviewer.to_owned(), decision: Decision::Approve };
            let id = announced["id"].as_str().unwrap().parse().unwrap();
            assert!(store::decide(&server.app.db, SubjectKind::Deposit, id, &opinion, now).await.unwrap());
        }
        let made = credited(&ann).await;
        assert_eq!((&made["creditAmount"], &made["rate"]), (&json!("109.00"), &json!("1.0900")));
        let funding = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
        assert_eq!(funding.ok()["availableBalance"], "109.00");
        let checks = audit::run(&server.app.db).await.unwrap();
        assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
    }
}

async fn stablecoins_are_offered_at_par_and_dollars_without_a_rate(server: TestServer) {
    let ann = server.register().await;
    let coin = channel(&ann, "wallet", "USDC").await;
    assert_eq!((&coin["rate"], &coin["rateSource"]), (&json!("1.0000"), &json!("paper_par")));
    ann.call("POST /recharge/create", json!({ "channel": "fiat", "currency": "USD", "amount": "5" })).await.ok();
    assert_eq!(credited(&ann).await["rate"], Value::Null, "within one currency there is none");
}
