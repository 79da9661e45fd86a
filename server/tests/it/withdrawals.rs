//! Withdrawals: requested, cancelled, sent and settled; and a deposit is cancelled before its review.
//!
//! `./scripts/prove withdrawals` runs the long form of the race for one balance.

use std::time::Duration;

use futures_util::future::join;
use plumbline::ledger::audit;
use plumbline_core::funds::payout::{COINS, Chain};
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Answer, Customer, Database, PAY_PASSWORD, TestServer, uuid};

/// The number of races of two withdrawals for one balance, unless `PLUMBLINE_TEST_WITHDRAWALS` sets another.
const RACES: usize = 5;
const TRON: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const IBAN: &str = "DE89370400440532013000";

on_both_databases! {
    a_withdrawal_is_sent_settled_and_billed,
    a_withdrawal_that_is_called_off_leaves_what_there_was,
    what_cannot_be_withdrawn_is_refused,
    what_is_told_to_be_sent_is_what_is_taken,
    two_at_once_for_one_balance_are_not_both_taken,
    a_deposit_that_is_called_off_is_never_credited,
}

/// A customer with 500 dollars in the funding account, a saved wallet and a saved bank account.
async fn customer(server: &TestServer) -> (Customer<'_>, Value, Value) {
    let ann = server.verified_customer().await;
    ann.set_pay_password(PAY_PASSWORD).await;
    let deposit = json!({ "channel": "fiat", "currency": "USD", "amount": "500" });
    ann.call("POST /recharge/create", deposit).await.ok();
    until(async || available(&ann).await == "500.00").await;
    let wallet = json!({ "type": "wallet", "currency": "USDT", "chain": "tron", "address": TRON,
        "payPassword": PAY_PASSWORD });
    let bank = json!({ "type": "card", "bankName": "Bank", "accountName": "Ann", "accountNumber": IBAN,
        "payPassword": PAY_PASSWORD });
    let wallet = ann.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone();
    let bank = ann.call("POST /UserAccount/addCardNo", bank).await.ok()["id"].clone();
    (ann, wallet, bank)
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

async fn available(customer: &Customer<'_>) -> String {
    let funding = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "BALANCE" })).await;
    funding.ok()["availableBalance"].as_str().unwrap().to_owned()
}

fn request(method: &str, account: &Value, currency: &str, amount: &str) -> Value {
    json!({ "method": method, "accountId": account, "currency": currency, "amount": amount,
        "payPassword": PAY_PASSWORD })
}

async fn apply(customer: &Customer<'_>, body: Value) -> Answer {
    customer.call("POST /withdrawal/withdrawal-apply", body).await
}

/// The usable amount, with lines that add up to it.
async fn usable(customer: &Customer<'_>, currency: &str) -> Value {
    let call = format!("GET /withdrawal/getUsableWithdrawalAmount?currency={currency}");
    let usable = customer.call(&call, Value::Null).await.ok().clone();
    let cents = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let lines = usable["lines"].as_array().unwrap().iter().map(|line| cents(&line["amount"]));
    assert_eq!(lines.sum::<i64>(), cents(&usable["usable"]), "{usable}");
    usable
}

async fn listed(customer: &Customer<'_>, filter: Value) -> Vec<Value> {
    customer.call("POST /withdrawal/listPage", filter).await.ok()["list"].as_array().unwrap().clone()
}

async fn sound(server: &TestServer) {
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

async fn a_withdrawal_is_sent_settled_and_billed(server: TestServer) {
    let (ann, wallet, _) = customer(&server).await;
    assert_eq!(usable(&ann, "USDT").await["usable"], "500.00");
    let (body, key) = (request("wallet", &wallet, "USDT", "100.01"), uuid());
    let asked = ann.call_with_key("POST /withdrawal/withdrawal-apply", body.clone(), &key).await;
    let made = asked.ok();
    assert_eq!((&made["status"], &made["fee"], &made["netAmount"]), (&json!(0), &json!("1.00"), &json!("99.01")));
    assert_eq!((&made["debitAmount"], &made["debitCurrency"]), (&json!("100.01"), &json!("USD")));
    assert_eq!((&made["destination"], &made["rate"]), (&json!("****Lj6t"), &json!("1.0000")));
    let again = ann.call_with_key("POST /withdrawal/withdrawal-apply", body, &key).await;
    assert_eq!(again.ok(), made, "a repeat gets the first reply");
    let now = usable(&ann, "USD").await;
    assert_eq!((&now["usable"], &now["lines"][1]["amount"]), (&json!("399.99"), &json!("-100.01")));

    until(async || listed(&ann, json!({ "status": 1 })).await.len() == 1).await;
    // The copy of the destination outlives the saved account.
    let deleted = json!({ "id": wallet, "payPassword": PAY_PASSWORD });
    ann.call("POST /UserAccount/delete-card", deleted).await.ok();
    let settled = listed(&ann, json!({})).await.remove(0);
    assert_eq!((&settled["id"], &settled["destination"]), (&made["id"], &json!("****Lj6t")));
    assert!(["reviewTimestamp", "sentTimestamp", "endTimestamp"].iter().all(|at| settled[at].is_string()), "{settled}");
    assert_eq!(listed(&ann, json!({ "status": 0 })).await.len(), 0);
    ann.call("POST /withdrawal/listPage", json!({ "status": 6 })).await.refused(422, "status_unknown");

    assert_eq!(available(&ann).await, "399.99");
    let bill = ann.call("POST /wallet/getWalletBill", json!({ "timeZone": "UTC" })).await;
    let line = |n: usize| {
        let line = &bill.ok()["list"][n];
        [&line["kind"], &line["amount"], &line["note"]].map(|value| value.as_str().unwrap().to_owned())
    };
    assert_eq!(line(0), ["fee", "-1.00", "99.01 USDT → ****Lj6t"]);
    assert_eq!(line(1), ["withdrawal", "-99.01", "99.01 USDT → ****Lj6t"]);
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert_eq!((&overview.ok()["totalAssets"], &overview.ok()["todayProfit"]), (&json!("399.99"), &json!("-1.00")));
    for told in [asked.json.to_string(), settled.to_string(), bill.json.to_string()] {
        assert!(!told.contains(TRON), "{told}");
    }
    ann.call("POST /withdrawal/cancel", json!({ "id": made["id"] })).await.refused(409, "withdrawal_reviewed");
    sound(&server).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn euros_are_taken_at_the_markets_ask() {
    for database in [Database::Sqlite, Database::Postgres] {
        euros(TestServer::start_still_with(database, &["--autopilot-seconds", "0"]).await).await;
    }
}

async fn euros(server: TestServer) {
    let (ann, _, bank) = customer(&server).await;
    server.quote_pair("EURUSD", "1.0409", "1.0411");
    let before = usable(&ann, "EUR").await;
    assert_eq!((&before["usable"], &before["rate"]), (&json!("480.26"), &json!("1.0411")));
    assert_eq!((&before["rateSource"], &before["methods"][0]["fee"]), (&json!("market_quote"), &json!("1.00")));
    apply(&ann, request("card", &bank, "EUR", "480.27")).await.refused(409, "insufficient_funds");
    let asked = apply(&ann, request("card", &bank, "EUR", "480.26")).await;
    // 499.998686 dollars, rounded up.
    assert_eq!((&asked.ok()["debitAmount"], &asked.ok()["netAmount"]), (&json!("500.00"), &json!("479.26")));
    assert_eq!((usable(&ann, "EUR").await["usable"].clone(), available(&ann).await), (json!("0.00"), "0.00".into()));
    sound(&server).await;
}

async fn a_withdrawal_that_is_called_off_leaves_what_there_was(server: TestServer) {
    let (ann, _, bank) = customer(&server).await;
    let asked = apply(&ann, request("card", &bank, "USD", "500")).await;
    assert_eq!((&asked.ok()["fee"], available(&ann).await.as_str()), (&json!("0.00"), "0.00"));
    let (body, key) = (json!({ "id": asked.ok()["id"] }), uuid());
    let cancelled = ann.call_with_key("POST /withdrawal/cancel", body.clone(), &key).await;
    assert_eq!(cancelled.ok()["status"], 3);
    assert_eq!(ann.call_with_key("POST /withdrawal/cancel", body.clone(), &key).await.ok(), cancelled.ok());
    ann.call("POST /withdrawal/cancel", body).await.refused(409, "withdrawal_cancelled");
    ann.call("POST /withdrawal/cancel", json!({ "id": "x" })).await.refused(404, "withdrawal_unknown");
    assert_eq!(available(&ann).await, "500.00");
    sound(&server).await;
}

async fn what_cannot_be_withdrawn_is_refused(server: TestServer) {
    let (ann, wallet, bank) = customer(&server).await;
    let table = [
        (request("wallet", &wallet, "USDT", "9.99"), 422, "amount_too_small"),
        (request("wallet", &wallet, "USDT", "0"), 422, "amount_invalid"),
        (request("wallet", &wallet, "USDT", "10.005"), 422, "amount_invalid"),
        (request("wallet", &wallet, "USDT", "-10"), 422, "amount_invalid"),
        (request("wallet", &wallet, "USDT", "500.01"), 409, "insufficient_funds"),
        (request("wallet", &wallet, "USDC", "10"), 409, "currency_mismatch"),
        (request("wallet", &bank, "USDT", "10"), 409, "method_mismatch"),
        (request("card", &wallet, "USD", "10"), 409, "method_mismatch"),
        (request("card", &bank, "HKD", "10"), 422, "currency_unsupported"),
        (request("card", &json!("7"), "USD", "10"), 404, "card_unknown"),
        (request("card", &json!("x"), "USD", "10"), 404, "card_unknown"),
    ];
    for (body, status, word) in table {
        let answer = apply(&ann, body.clone()).await;
        assert_eq!((answer.status, answer.error()), (status, word), "{body}");
    }
    let mut guess = request("card", &bank, "USD", "10");
    guess["payPassword"] = json!("135791");
    apply(&ann, guess).await.refused(422, "pay_password_wrong");
    let unusable = ann.call("GET /withdrawal/getUsableWithdrawalAmount?currency=BTC", Value::Null).await;
    unusable.refused(422, "currency_unsupported");
    assert_eq!((available(&ann).await.as_str(), listed(&ann, json!({})).await.len()), ("500.00", 0));
}

/// For every coin with a chain, on each of them, and for every currency that is held or paid in.
async fn what_is_told_to_be_sent_is_what_is_taken(server: TestServer) {
    const ETHEREUM: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const BITCOIN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    let (ann, usdt, bank) = customer(&server).await;
    let told = usable(&ann, "USD").await["sent"].clone();
    assert_eq!(usable(&ann, "EUR").await["sent"], told, "whatever is asked about");
    let mut taken = Vec::new();
    let mut is_taken = async |method: &str, account: &Value, currency: &str, chain: Option<&str>| {
        let answer = apply(&ann, request(method, account, currency, "20")).await;
        match answer.status {
            200 => taken.push((method.to_owned(), currency.to_owned(), chain.map(str::to_owned))),
            _ => answer.refused(422, "currency_unsupported"),
        }
    };
    for currency in ["USD", "EUR", "HKD", "GBP", "CNY", "USDT", "USDC", "BTC"] {
        is_taken("card", &bank, currency, None).await;
    }
    for coin in &COINS {
        for chain in coin.chains {
            let address = match chain {
                Chain::Bitcoin => BITCOIN,
                Chain::Ethereum => ETHEREUM,
                Chain::Tron => TRON,
            };
            let wallet = json!({ "type": "wallet", "currency": coin.currency, "chain": chain.code(),
                "address": address, "payPassword": PAY_PASSWORD });
            let is_saved = (coin.currency, *chain) == ("USDT", Chain::Tron);
            let id = match is_saved {
                true => usdt.clone(),
                false => ann.call("POST /UserAccount/addCardNo", wallet).await.ok()["id"].clone(),
            };
            is_taken("wallet", &id, coin.currency, Some(chain.code())).await;
        }
    }
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let told = told.as_array().unwrap().iter().flat_map(|sent| {
        let chains: Vec<_> = sent["chains"].as_array().unwrap().iter().map(|chain| Some(text(chain))).collect();
        let chains = if sent["method"] == "card" { vec![None] } else { chains };
        chains.into_iter().map(|chain| (text(&sent["method"]), text(&sent["currency"]), chain))
    });
    let mut told: Vec<_> = told.collect();
    told.sort();
    taken.sort();
    assert!(!taken.is_empty());
    assert_eq!(told, taken);
}

async fn two_at_once_for_one_balance_are_not_both_taken(server: TestServer) {
    let races = std::env::var("PLUMBLINE_TEST_WITHDRAWALS");
    let races = races.map_or(RACES, |races| races.parse().expect("a number of races"));
    let (ann, _, bank) = customer(&server).await;
    for race in 0..races {
        let body = || request("card", &bank, "USD", "500");
        let (one, other) = join(apply(&ann, body()), apply(&ann, body())).await;
        let (taken, refused) = if one.status == 200 { (one, other) } else { (other, one) };
        refused.refused(409, "insufficient_funds");
        assert_eq!(available(&ann).await, "0.00", "race {race}");
        ann.call("POST /withdrawal/cancel", json!({ "id": taken.ok()["id"] })).await.ok();
    }
    assert_eq!(available(&ann).await, "500.00");
    sound(&server).await;
}

async fn a_deposit_that_is_called_off_is_never_credited(server: TestServer) {
    let (ann, ..) = customer(&server).await;
    let listed = async || {
        let listed = ann.call("POST /recharge/listPage", json!({})).await;
        listed.ok()["list"].as_array().unwrap().clone()
    };
    let reviewed = json!({ "id": listed().await[0]["id"] });
    ann.call("POST /recharge/cancel", reviewed).await.refused(409, "deposit_reviewed");
    ann.call("POST /recharge/cancel", json!({ "id": "x" })).await.refused(404, "deposit_unknown");
    let deposit = |amount: &str| json!({ "channel": "fiat", "currency": "USD", "amount": amount });
    let announced = ann.call("POST /recharge/create", deposit("50")).await;
    let (body, key) = (json!({ "id": announced.ok()["id"] }), uuid());
    let cancelled = ann.call_with_key("POST /recharge/cancel", body.clone(), &key).await;
    assert_eq!(cancelled.ok()["status"], 3);
    assert!(cancelled.ok()["cancelTimestamp"].is_string() && cancelled.ok()["reviewTimestamp"].is_null());
    assert_eq!(ann.call_with_key("POST /recharge/cancel", body.clone(), &key).await.ok(), cancelled.ok());
    ann.call("POST /recharge/cancel", body).await.refused(409, "deposit_cancelled");
    // A younger deposit is credited in its time, and the cancelled one is not.
    ann.call("POST /recharge/create", deposit("7")).await.ok();
    until(async || available(&ann).await == "507.00").await;
    assert_eq!(listed().await[1]["status"], 3);
    sound(&server).await;
}
