//! A transfer between two currencies is made at its firm quote, once, or it is not made.

use futures_util::future::join_all;
use plumbline::clock::Clock;
use plumbline::{fetch_one, statements};
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Customer, Database, PAY_PASSWORD, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_transfer_arrives_as_it_was_quoted,
    a_quote_is_for_one_transfer_of_one_customer,
    a_quote_holds_for_half_a_minute,
    a_quote_lasts_no_longer_by_a_clock_that_is_set_back,
    only_the_newest_quote_is_good,
    what_nobody_used_is_forgotten,
}

statements! {
    QUOTES: "SELECT COUNT(*) FROM firm_quotes";
}

fn there(amount: &str) -> Value {
    json!({ "from": "BALANCE", "to": "HK_STOCK", "amount": amount, "payPassword": PAY_PASSWORD })
}

fn back(amount: &str) -> Value {
    json!({ "from": "HK_STOCK", "to": "BALANCE", "amount": amount })
}

fn with(mut transfer: Value, quote: &Value) -> Value {
    transfer["quoteId"] = quote["quoteId"].clone();
    transfer
}

async fn quote(customer: &Customer<'_>, transfer: &Value) -> Value {
    customer.call("POST /wallet/quote", transfer.clone()).await.ok().clone()
}

/// A customer with a thousand dollars in the funding account.
async fn customer(server: &TestServer) -> Customer<'_> {
    let customer = server.funded(1_000).await;
    let out = json!({ "from": "STOCK", "to": "BALANCE", "amount": "1000" });
    customer.call("POST /wallet/transfer", out).await.ok();
    customer
}

async fn a_transfer_arrives_as_it_was_quoted(server: TestServer) {
    let ann = customer(&server).await;
    server.quote_pair("USDHKD", "7.79", "7.81");
    let quoted = quote(&ann, &there("100")).await;
    for (field, expected) in [
        ("toAmount", "779.00"),
        ("toCurrency", "HKD"),
        ("rate", "7.7900"),
        ("middleRate", "7.8000"),
        ("spreadCost", "1.00"),
        ("price", "7.7900"),
        ("baseCurrency", "USD"),
        ("counterCurrency", "HKD"),
        ("source", "market_quote"),
    ] {
        assert_eq!(quoted[field], expected, "{field}");
    }
    assert!(quoted["tick"]["feed"].is_string() && quoted["goodFor"].as_i64().unwrap() <= 30_000, "{quoted}");
    // Market moves meanwhile do not matter.
    server.quote_pair("USDHKD", "7.60", "7.61");
    let made = ann.call("POST /wallet/transfer", with(there("100"), &quoted)).await;
    let made = made.ok();
    assert_eq!(
        (&made["toAmount"], &made["rate"], &made["quoteId"]),
        (&json!("779.00"), &json!("7.7900"), &quoted["quoteId"])
    );

    // The other way round it is divided by the ask, and rounded once: 761.00 HKD are 100.00 USD and not 99.99.
    let quoted = quote(&ann, &back("761")).await;
    assert_eq!(
        (&quoted["toAmount"], &quoted["price"], &quoted["rate"]),
        (&json!("100.00"), &json!("7.6100"), &json!("0.13140604"))
    );
    let made = ann.call("POST /wallet/transfer", with(back("761"), &quoted)).await;
    assert_eq!(made.ok()["toAmount"], "100.00");
    server.audited().await;
}

async fn a_quote_is_for_one_transfer_of_one_customer(server: TestServer) {
    let (ann, bob) = (customer(&server).await, customer(&server).await);
    server.quote_pair("USDHKD", "7.79", "7.81");
    let quoted = quote(&ann, &there("100")).await;
    let transfer = "POST /wallet/transfer";
    bob.call(transfer, with(there("100"), &quoted)).await.refused(404, "quote_unknown");
    ann.call(transfer, with(there("100"), &json!({ "quoteId": "seven" }))).await.refused(404, "quote_unknown");
    ann.call(transfer, there("100")).await.refused(422, "quote_required");
    ann.call(transfer, with(there("100.01"), &quoted)).await.refused(409, "quote_differs");
    let mut elsewhere = with(there("100"), &quoted);
    elsewhere["to"] = json!("STOCK");
    ann.call(transfer, elsewhere).await.refused(409, "quote_differs");
    let same = json!({ "from": "BALANCE", "to": "STOCK", "amount": "1" });
    ann.call("POST /wallet/quote", same).await.refused(422, "quote_not_needed");
    ann.call("POST /wallet/quote", back("0.07")).await.refused(422, "amount_invalid");
    ann.call("POST /wallet/quote", there("1.001")).await.refused(422, "amount_invalid");
    ann.call("POST /wallet/quote", json!({ "from": "BALANCE", "to": "SAVINGS", "amount": "1" }))
        .await
        .refused(422, "wallet_unknown");

    // Sent five times at once, each with a key of its own.
    let calls = (0..5).map(|_| ann.call(transfer, with(there("100"), &quoted)));
    let answers = join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.error() == "quote_used").count(), 4);
    let wallet = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "HK_STOCK" })).await;
    assert_eq!(wallet.ok()["balance"], "779.00");

    // A refusal for lack of money does not use the quote up.
    let out = json!({ "from": "BALANCE", "to": "STOCK", "amount": "50", "payPassword": PAY_PASSWORD });
    ann.call(transfer, out).await.ok();
    let dear = quote(&ann, &there("850")).await;
    // No quote is given beyond the balance, and the earlier quote is still the newest.
    ann.call("POST /wallet/quote", there("850.01")).await.refused(409, "insufficient_funds");
    ann.call(transfer, json!({ "from": "BALANCE", "to": "STOCK", "amount": "1", "payPassword": PAY_PASSWORD }))
        .await
        .ok();
    ann.call(transfer, with(there("850"), &dear)).await.refused(409, "insufficient_funds");
    ann.call(transfer, json!({ "from": "STOCK", "to": "BALANCE", "amount": "1" })).await.ok();
    ann.call(transfer, with(there("850"), &dear)).await.ok();
    server.audited().await;
}

async fn a_quote_holds_for_half_a_minute(server: TestServer) {
    let ann = customer(&server).await;
    server.quote_pair("USDHKD", "7.79", "7.81");
    let first = quote(&ann, &there("1")).await;
    server.app.clock.advance(28_000);
    ann.call("POST /wallet/transfer", with(there("1"), &first)).await.ok();
    server.quote_pair("USDHKD", "7.79", "7.81");
    let second = quote(&ann, &there("2")).await;
    server.app.clock.advance(30_000);
    ann.call("POST /wallet/transfer", with(there("2"), &second)).await.refused(409, "quote_expired");
    let wallet = ann.call("POST /wallet/getWalletBalance", json!({ "walletType": "HK_STOCK" })).await;
    assert_eq!(wallet.ok()["balance"], "7.79", "nothing was moved at another rate");
    server.audited().await;
}

async fn a_quote_lasts_no_longer_by_a_clock_that_is_set_back(server: TestServer) {
    let ann = customer(&server).await;
    server.quote_pair("USDHKD", "7.79", "7.81");
    let first = quote(&ann, &there("1")).await;
    server.app.clock.advance(-60_000);
    ann.call("POST /wallet/transfer", with(there("1"), &first)).await.refused(409, "quote_expired");
    server.audited().await;
}

/// A choice among many quotes would always gain.
async fn only_the_newest_quote_is_good(server: TestServer) {
    let (ann, bob) = (customer(&server).await, customer(&server).await);
    server.quote_pair("USDHKD", "7.79", "7.81");
    let there_first = quote(&ann, &there("200")).await;
    ann.call("POST /wallet/transfer", with(there("200"), &there_first)).await.ok();
    let best = quote(&ann, &there("100")).await;
    let bobs = quote(&bob, &there("100")).await;
    server.quote_pair("USDHKD", "7.60", "7.61");
    server.app.clock.advance(1);
    // Any new quote replaces it: another amount, or the way back.
    let other = quote(&ann, &back("761")).await;
    let newest = quote(&ann, &there("100")).await;
    let transfer = "POST /wallet/transfer";
    ann.call(transfer, with(there("100"), &best)).await.refused(409, "quote_expired");
    ann.call(transfer, with(back("761"), &other)).await.refused(409, "quote_expired");
    ann.call(transfer, with(there("100"), &newest)).await.ok();
    ann.call(transfer, with(there("100"), &newest)).await.refused(409, "quote_used");
    bob.call(transfer, with(there("100"), &bobs)).await.ok();
    server.audited().await;
}

#[tokio::test]
async fn a_customer_asks_for_so_many_quotes_a_minute() {
    let flags = ["--quotes-per-minute", "3"];
    let server = TestServer::start_with(Database::Sqlite, Clock::manual(Clock::System.now()), &flags).await;
    let (ann, bob) = (customer(&server).await, customer(&server).await);
    server.quote_pair("USDHKD", "7.79", "7.81");
    for _ in 0..3 {
        quote(&ann, &there("1")).await;
    }
    let refused = ann.call("POST /wallet/quote", there("1")).await;
    refused.refused(429, "rate_limited");
    assert!(refused.headers.contains_key("retry-after"));
    quote(&bob, &there("1")).await;
    ann.call("POST /api/user/info", json!({})).await.ok();
}

async fn what_nobody_used_is_forgotten(server: TestServer) {
    let ann = customer(&server).await;
    server.quote_pair("USDHKD", "7.79", "7.81");
    let used = quote(&ann, &there("1")).await;
    ann.call("POST /wallet/transfer", with(there("1"), &used)).await.ok();
    quote(&ann, &there("2")).await;
    let (db, now) = (&server.app.db, server.app.clock.now());
    let count = async || fetch_one!(&mut db.read().await.unwrap(), (i64,), QUOTES).unwrap().0;
    plumbline::funds::transfer_quote::purge(db, now).await.unwrap();
    assert_eq!(count().await, 2, "it may still be named");
    plumbline::funds::transfer_quote::purge(db, now.plus(2 * UnixMillis::HOUR)).await.unwrap();
    assert_eq!(count().await, 1, "the quote of a transfer stays with it");
    server.audited().await;
}
