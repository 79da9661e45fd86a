//! Money comes in, moves between a customer's wallets, and every step can be read on the bill.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::future::join_all;
use plumbline::assets::equity;
use plumbline::clock::Clock;
use plumbline::funds::autopilot::Autopilot;
use plumbline::ledger::audit;
use plumbline::{execute, fetch_all, statements};
use plumbline_core::decimal::{ONE, Price};
use plumbline_core::market::Tick;
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::on_both_databases;

use crate::support::{Customer, Database, TestServer, uuid};

const PAY_PASSWORD: &str = "739146";

on_both_databases! {
    a_deposit_is_credited_moved_and_billed,
    a_transfer_happens_once_however_often_it_is_sent,
    a_deposit_is_announced_once_however_often_it_is_sent,
    what_cannot_be_right_is_refused,
    nobody_sees_the_money_of_somebody_else,
    deposits_are_not_profit,
    a_trade_is_on_the_bill_with_its_fee,
    the_curve_has_one_point_an_hour,
    accounts_that_rest_have_no_new_points,
    a_month_back_a_day_has_one_point,
    a_deposit_survives_a_restart_before_its_review,
}

async fn customer(server: &TestServer) -> Customer<'_> {
    let customer = server.register().await;
    customer.set_pay_password(PAY_PASSWORD).await;
    customer
}

/// Announces a deposit and waits until it is credited.
async fn deposit(customer: &Customer<'_>, amount: &str) -> String {
    let body = json!({ "channel": "fiat", "currency": "USD", "amount": amount });
    let announced = customer.call("POST /recharge/create", body).await;
    assert_eq!(announced.ok()["status"], 0, "it waits for its review");
    let id = text(&announced.ok()["id"]).to_owned();
    for _ in 0..200 {
        if status(customer, &id).await == 1 {
            return id;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("deposit {id} was not credited");
}

async fn status(customer: &Customer<'_>, id: &str) -> i64 {
    let listed = customer.call("POST /recharge/listPage", json!({})).await;
    let list = listed.ok()["list"].as_array().unwrap();
    list.iter().find(|row| row["id"] == id).expect("the deposit is listed")["status"].as_i64().unwrap()
}

fn transfer(from: &str, to: &str, amount: &str) -> Value {
    json!({ "from": from, "to": to, "amount": amount, "payPassword": PAY_PASSWORD })
}

/// Balances by wallet.
async fn balances(customer: &Customer<'_>) -> HashMap<String, String> {
    let wallets = customer.call("POST /userCenter/getWalletBalance", json!({})).await;
    let wallets = wallets.ok().as_array().unwrap();
    wallets.iter().map(|w| (text(&w["walletType"]).to_owned(), text(&w["balance"]).to_owned())).collect()
}

async fn bill(customer: &Customer<'_>, filter: Value) -> Value {
    let mut body = json!({ "timeZone": "Asia/Shanghai", "pageSize": 100 });
    body.as_object_mut().unwrap().extend(filter.as_object().unwrap().clone());
    customer.call("POST /wallet/getWalletBill", body).await.ok().clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

/// A decimal number in 10^-8.
fn units(value: &Value) -> i64 {
    text(value).parse::<Price>().unwrap().units()
}

fn cents(value: &Value) -> i64 {
    text(value).replace('.', "").parse().unwrap()
}

async fn sound(server: &TestServer) {
    let checks = audit::run(&server.app.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:#?}");
}

async fn a_deposit_is_credited_moved_and_billed(server: TestServer) {
    let ann = customer(&server).await;
    deposit(&ann, "1000.50").await;
    let moved = ann.call("POST /wallet/transfer", transfer("BALANCE", "STOCK", "600")).await;
    assert_eq!((&moved.ok()["status"], &moved.ok()["rate"]), (&json!(1), &Value::Null));
    let crossed = ann.transferred(transfer("BALANCE", "HK_STOCK", "100.01")).await;
    let (rate, credited) = (units(&crossed.ok()["rate"]), text(&crossed.ok()["toAmount"]).to_owned());
    assert!((7_740..7_860).contains(&(rate / (ONE / 1_000))), "what the market quotes, within the zone: {rate}");
    assert_eq!((cents(&crossed.ok()["toAmount"]), &crossed.ok()["toCurrency"]), (10_001 * rate / ONE, &json!("HKD")));

    let balances = balances(&ann).await;
    assert_eq!((&*balances["BALANCE"], &*balances["STOCK"], &*balances["HK_STOCK"]), ("300.49", "600.00", &*credited));
    assert_eq!(balances.len(), 9, "every wallet is listed, also those that were never used");
    let stock = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "STOCK" })).await;
    assert_eq!((&stock.ok()["usedBalance"], &stock.ok()["availableBalance"]), (&json!("0.00"), &json!("600.00")));

    let whole = bill(&ann, json!({})).await;
    assert_eq!(whole["page"]["total"], 5);
    for (wallet, balance) in &balances {
        let lines = whole["list"].as_array().unwrap().iter().filter(|line| line["walletType"] == wallet.as_str());
        let sum: i64 = lines.clone().map(|line| cents(&line["amount"])).sum();
        assert_eq!(sum, cents(&json!(balance)), "the lines of {wallet} sum to its balance");
        if let Some(newest) = lines.clone().next() {
            assert_eq!(newest["balanceAfter"], balance.as_str(), "the newest line shows the balance of {wallet}");
        }
    }
    let oldest = &whole["list"][4];
    assert_eq!((text(&oldest["kind"]), text(&oldest["note"])), ("deposit", "1000.50 USD"));
    let local = text(&oldest["localTime"]);
    assert!(local.len() == 22 && (local.ends_with("AM") || local.ends_with("PM")), "{local}");

    let stock_only = bill(&ann, json!({ "walletType": "STOCK" })).await;
    assert_eq!((&stock_only["page"]["total"], &stock_only["list"][0]["note"]), (&json!(1), &json!("BALANCE → STOCK")));
    let credited = text(&oldest["createTimeTimestamp"]);
    let later = (credited.parse::<i64>().unwrap() + 1).to_string();
    assert_eq!(bill(&ann, json!({ "endTimestamp": later })).await["page"]["total"], 1);
    assert_eq!(bill(&ann, json!({ "startTimestamp": later })).await["page"]["total"], 4);
    assert_eq!(
        bill(&ann, json!({ "startTimestamp": credited, "pageSize": 2, "pageNum": 3 })).await["list"],
        json!([whole["list"][4]])
    );
    sound(&server).await;
}

async fn a_transfer_happens_once_however_often_it_is_sent(server: TestServer) {
    let ann = customer(&server).await;
    deposit(&ann, "500").await;
    // The pay password is checked for each call, so ten of them are enough here.
    let key = uuid();
    let body = transfer("BALANCE", "STOCK", "10");
    let answers = join_all((0..10).map(|_| ann.call_with_key("POST /wallet/transfer", body.clone(), &key))).await;
    assert!(answers.iter().all(|answer| answer.ok() == answers[0].ok()), "every call gets the reply of the first");
    assert_eq!(balances(&ann).await["STOCK"], "10.00");
    let key = uuid();
    let body = transfer("STOCK", "FUTURE", "4");
    let answers = join_all((0..100).map(|_| ann.call_with_key("POST /wallet/transfer", body.clone(), &key))).await;
    assert!(answers.iter().all(|answer| answer.ok() == answers[0].ok()), "every call gets the reply of the first");
    assert_eq!(balances(&ann).await["STOCK"], "6.00");
    let other = ann.call_with_key("POST /wallet/transfer", transfer("STOCK", "FUTURE", "5"), &key).await;
    other.refused(409, "idempotency_conflict");
    ann.call("POST /wallet/transfer", transfer("FUTURE", "STOCK", "4")).await.ok();
    // A hundred of ten cents each fit into ten dollars; the rest is refused, each alone.
    let calls = (0..130).map(|_| ann.call("POST /wallet/transfer", transfer("STOCK", "BALANCE", "0.10")));
    let answers = join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 100);
    assert_eq!(answers.iter().filter(|answer| answer.error() == "insufficient_funds").count(), 30);
    assert_eq!(balances(&ann).await["BALANCE"], "500.00");
    sound(&server).await;
}

async fn a_deposit_is_announced_once_however_often_it_is_sent(server: TestServer) {
    let ann = customer(&server).await;
    let key = uuid();
    let body = json!({ "channel": "fiat", "currency": "USD", "amount": "25" });
    let calls = (0..100).map(|_| ann.call_with_key("POST /recharge/create", body.clone(), &key));
    let answers = join_all(calls).await;
    assert!(answers.iter().all(|answer| answer.ok()["id"] == answers[0].ok()["id"]));
    let listed = ann.call("POST /recharge/listPage", json!({ "pageNum": 1, "pageSize": 10 })).await;
    assert_eq!(listed.ok()["page"]["total"], 1);
}

async fn what_cannot_be_right_is_refused(server: TestServer) {
    let ann = customer(&server).await;
    let deposit = |channel: &str, currency: &str, amount: &str| json!({ "channel": channel, "currency": currency, "amount": amount });
    let wrong_password = json!({ "from": "BALANCE", "to": "STOCK", "amount": "1", "payPassword": "135791" });
    let without_password = json!({ "from": "BALANCE", "to": "STOCK", "amount": "1" });
    let table = [
        ("POST /recharge/create", deposit("fiat", "USD", "1.005"), 422, "amount_invalid"),
        ("POST /recharge/create", deposit("fiat", "USD", "0"), 422, "amount_invalid"),
        ("POST /recharge/create", deposit("fiat", "USD", "-1"), 422, "amount_invalid"),
        ("POST /recharge/create", deposit("fiat", "USD", "0.99"), 422, "amount_too_small"),
        ("POST /recharge/create", deposit("fiat", "USD", "99999999999"), 422, "amount_too_large"),
        ("POST /recharge/create", deposit("fiat", "JPY", "10"), 422, "currency_unsupported"),
        ("POST /recharge/create", deposit("wallet", "USDT", "10"), 422, "address_needed"),
        ("POST /recharge/create", deposit("post", "USD", "10"), 422, "channel_unknown"),
        ("POST /recharge/create", json!({ "channel": "fiat" }), 422, "body_invalid"),
        ("POST /wallet/transfer", transfer("BALANCE", "STOCK", "1.005"), 422, "amount_invalid"),
        ("POST /wallet/transfer", transfer("BALANCE", "STOCK", "1e2"), 422, "amount_invalid"),
        ("POST /wallet/transfer", transfer("BALANCE", "STOCK", "1"), 409, "insufficient_funds"),
        ("POST /wallet/transfer", transfer("STOCK", "STOCK", "1"), 422, "same_wallet"),
        ("POST /wallet/transfer", transfer("BALANCE", "SAVINGS", "1"), 422, "wallet_unknown"),
        ("POST /wallet/transfer", wrong_password, 422, "pay_password_wrong"),
        ("POST /wallet/transfer", without_password, 422, "pay_password_wrong"),
        ("POST /wallet/cancelTransfer", json!({ "id": "7" }), 404, "transfer_unknown"),
        ("POST /wallet/cancelTransfer", json!({ "id": "seven" }), 404, "transfer_unknown"),
        ("POST /wallet/getWalletBalance", json!({ "walletType": "SAVINGS" }), 422, "wallet_unknown"),
        ("POST /wallet/getWalletBill", json!({ "timeZone": "Mars/Olympus" }), 422, "time_zone_invalid"),
        (
            "POST /wallet/getWalletBill",
            json!({ "timeZone": "UTC", "startTimestamp": "noon" }),
            422,
            "timestamp_invalid",
        ),
    ];
    for (call, body, status, word) in table {
        let answer = ann.call(call, body.clone()).await;
        assert_eq!((answer.status, answer.error()), (status, word), "{call} {body}");
    }
    let body = deposit("fiat", "USD", "10");
    let keyless = server.send("POST /recharge/create", &body, Some(&ann.token), &[("Idempotency-Key", "")]).await;
    keyless.refused(422, "idempotency_key_required");
    assert!(balances(&ann).await.values().all(|balance| balance.trim_end_matches('0') == "0."));
}

async fn nobody_sees_the_money_of_somebody_else(server: TestServer) {
    let (ann, bob) = (customer(&server).await, customer(&server).await);
    deposit(&ann, "50").await;
    let moved = ann.call("POST /wallet/transfer", transfer("BALANCE", "STOCK", "20")).await;
    let id = json!({ "id": moved.ok()["id"] });
    ann.call("POST /wallet/cancelTransfer", id.clone()).await.refused(409, "transfer_completed");
    bob.call("POST /wallet/cancelTransfer", id).await.refused(404, "transfer_unknown");
    for call in ["POST /wallet/transfers", "POST /recharge/listPage"] {
        assert_eq!(ann.call(call, json!({})).await.ok()["page"]["total"], 1, "{call}");
        assert_eq!(bob.call(call, json!({})).await.ok()["page"]["total"], 0, "{call}");
    }
    assert_eq!(bill(&bob, json!({})).await["page"]["total"], 0);
    assert!(balances(&bob).await.values().all(|balance| balance.trim_end_matches('0') == "0."));
    // That key from another customer is another request.
    let key = uuid();
    let body = json!({ "channel": "fiat", "currency": "USD", "amount": "5" });
    let hers = ann.call_with_key("POST /recharge/create", body.clone(), &key).await;
    let his = bob.call_with_key("POST /recharge/create", body, &key).await;
    assert_ne!(hers.ok()["id"], his.ok()["id"]);
}

async fn deposits_are_not_profit(server: TestServer) {
    let ann = customer(&server).await;
    deposit(&ann, "1000").await;
    ann.transferred(transfer("BALANCE", "HK_STOCK", "100")).await.ok();
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    let overview = overview.ok();
    // A spread of half a thousandth of a Hong Kong dollar, rounded down twice.
    assert_eq!(overview["totalAssets"], overview["cash"]);
    assert!((99_997..=100_000).contains(&cents(&overview["cash"])), "{overview}");
    assert!((-3..=0).contains(&cents(&overview["todayProfit"])), "{overview}");
    // Of dollars, with Hong Kong dollars and with USDT.
    assert_eq!(overview["rates"].as_array().unwrap().len(), 4);
    ann.transferred(transfer("HK_STOCK", "BALANCE", "780")).await.ok();
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert!(
        (-5..0).contains(&cents(&overview.ok()["todayProfit"])),
        "what the change cost is shown: {}",
        overview.ok()
    );
}

/// Makes a quote of a stock, so that the story need not wait for the feed.
fn quote(server: &TestServer, code: &str, dollars: i64) {
    let (instrument, now) = (server.app.market.find(None, code).unwrap().id, server.app.clock.now());
    let side = |cents: i64| testing::levels(&[(dollars * 100 + cents, 1_000)]);
    server.publish(Tick {
        bids: side(-1),
        asks: side(1),
        last: testing::price(dollars * 100),
        ..testing::tick_at(instrument, now)
    });
}

async fn a_trade_is_on_the_bill_with_its_fee(server: TestServer) {
    let ann = customer(&server).await;
    deposit(&ann, "5000").await;
    ann.call("POST /wallet/transfer", transfer("BALANCE", "STOCK", "5000")).await.ok();
    quote(&server, "AAPL", 200);
    let order = |direction: i64, quantity: &str| {
        json!({ "stockCode": "AAPL", "market": "UsStock",
        "direction": direction, "orderType": 0, "quantity": quantity })
    };
    let bought = ann.call("POST /stock/create", order(0, "10")).await;
    assert_eq!(bought.ok()["status"], 1);
    quote(&server, "AAPL", 210);
    let sold = ann.call("POST /stock/create", order(1, "4")).await;
    assert_eq!(sold.ok()["status"], 1);

    let lines = bill(&ann, json!({ "walletType": "STOCK" })).await;
    let lines = lines["list"].as_array().unwrap();
    let kinds: Vec<&str> = lines.iter().map(|line| text(&line["kind"])).collect();
    assert_eq!(kinds, ["fee", "trade_sell", "fee", "trade_buy", "transfer"]);
    assert_eq!((&lines[0]["orderId"], &lines[1]["orderId"]), (&sold.ok()["id"], &sold.ok()["id"]));
    assert_eq!(cents(&lines[0]["amount"]), -cents(&sold.ok()["fee"]));
    assert!(text(&lines[3]["note"]).starts_with("AAPL 10 @ "), "{}", lines[3]);
    assert_eq!(lines.iter().map(|line| cents(&line["amount"])).sum::<i64>(), cents(&lines[0]["balanceAfter"]));

    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    let figure = |name: &str| cents(&overview.ok()[name]);
    assert!(figure("marketValue") > 0);
    assert_eq!(figure("totalAssets"), figure("cash") + figure("marketValue"));
    assert_eq!(figure("todayProfit"), figure("totalAssets") - 500_000, "the deposit is no profit");
    sound(&server).await;
}

fn curves(server: &TestServer) -> equity::Keeper {
    let app = &server.app;
    equity::Keeper { db: app.db.clone(), clock: app.clock.clone(), pricing: app.pricing.clone() }
}

async fn the_curve_has_one_point_an_hour(server: TestServer) {
    let ann = customer(&server).await;
    deposit(&ann, "1000").await;
    let hour = |from_now: i64| {
        let now = server.app.clock.now();
        UnixMillis(now.0 - now.0.rem_euclid(UnixMillis::HOUR)).plus(from_now * UnixMillis::HOUR)
    };
    curves(&server).take_points(hour(0)).await.unwrap();
    curves(&server).take_points(hour(0)).await.unwrap();
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    let history = overview.ok()["history"].as_array().unwrap();
    assert_eq!(history.len(), 2, "the hour's point, and now");
    assert!(history.iter().all(|point| point[1] == "1000.00"));
    deposit(&ann, "500").await;
    curves(&server).take_points(hour(1)).await.unwrap();
    let overview = ann.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert_eq!(overview.ok()["history"][1][1], "1500.00");
    assert_eq!(text(&overview.ok()["todayProfit"]), "0.00", "a deposit after the day's first point is no profit");
}

async fn accounts_that_rest_have_no_new_points(server: TestServer) {
    let (ann, bo) = (customer(&server).await, customer(&server).await);
    for each in [&ann, &bo] {
        deposit(each, "5000").await;
    }
    let transfer = json!({ "from": "BALANCE", "to": "STOCK", "amount": "4000", "payPassword": PAY_PASSWORD });
    ann.call("POST /wallet/transfer", transfer).await.ok();
    ann.call("POST /stock/create", json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "2" }))
        .await
        .ok();
    let this_hour = server.app.clock.now().0 / UnixMillis::HOUR;
    for ahead in 0..4 {
        curves(&server).take_points(UnixMillis((this_hour + ahead) * UnixMillis::HOUR)).await.unwrap();
    }
    let points = async |who: &Customer<'_>| {
        let overview = who.call("POST /userCenter/getFundingOverview", json!({})).await;
        overview.ok()["history"].as_array().unwrap().len() - 1
    };
    assert_eq!(points(&ann).await, 4, "open positions may be worth something else each hour");
    assert!(points(&bo).await <= 2, "money that rests is counted in the hour in which it moved, and in the next");
}

async fn a_month_back_a_day_has_one_point(server: TestServer) {
    statements! {
        CLEAR: "DELETE FROM equity_points";
        POINT: "INSERT INTO equity_points (account_id, at, equity, contributed) VALUES ($1, $2, 0, 0)";
        POINTS: "SELECT account_id, at FROM equity_points ORDER BY account_id, at";
    }
    let day = 20_000 * UnixMillis::DAY;
    let hours = |hours: i64| day + hours * UnixMillis::HOUR;
    let mut tx = server.app.db.begin().await.unwrap();
    execute!(&mut tx, CLEAR).unwrap();
    for (account, hour) in [(1, 0), (1, 9), (1, 23), (1, 24), (1, 30), (2, 5), (2, 6), (1, 48), (1, 49)] {
        execute!(&mut tx, POINT, account, hours(hour)).unwrap();
    }
    tx.commit().await.unwrap();
    for _ in 0..2 {
        // Two days have ended more than 31 days ago.
        curves(&server).thin_out(UnixMillis(hours(48 + 31 * 24 + 5))).await.unwrap();
    }
    let left = fetch_all!(&mut server.app.db.read().await.unwrap(), (i64, i64), POINTS).unwrap();
    let expected = [(1, 23), (1, 30), (1, 48), (1, 49), (2, 6)];
    assert_eq!(left, expected.map(|(account, hour)| (account, hours(hour))));
}

async fn a_deposit_survives_a_restart_before_its_review(mut server: TestServer) {
    let ann = customer(&server).await;
    let mut config = server.app.config.clone();
    config.autopilot_seconds = Autopilot::AfterSeconds(0);
    let body = json!({ "channel": "fiat", "currency": "USD", "amount": "42" });
    let id = text(&ann.call("POST /recharge/create", body).await.ok()["id"]).to_owned();
    assert_eq!(status(&ann, &id).await, 0);
    let token = ann.token.clone();
    server.restarted_with(config).await;
    let ann = server.with_token(&token);
    for _ in 0..60 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if status(&ann, &id).await == 1 {
            break;
        }
    }
    assert_eq!(status(&ann, &id).await, 1);
    assert_eq!(balances(&ann).await["BALANCE"], "42.00", "credited once");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(balances(&ann).await["BALANCE"], "42.00");
}

#[tokio::test]
async fn with_the_autopilot_off_a_deposit_waits() {
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &["--autopilot-seconds", "off"]).await;
    let ann = customer(&server).await;
    let body = json!({ "channel": "fiat", "currency": "USD", "amount": "10" });
    let id = text(&ann.call("POST /recharge/create", body).await.ok()["id"]).to_owned();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(status(&ann, &id).await, 0);
}
