//! The rules of an instrument on any day, and those under which an order was accepted.

use plumbline::clock::Clock;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Database, TestServer};

on_both_databases! { an_order_keeps_the_rules_that_it_was_accepted_under }

async fn rules(server: &TestServer, query: &str) -> Value {
    server.call(&format!("GET /market/rules?{query}"), Value::Null).await.ok().clone()
}

fn find<'a>(rules: &'a Value, rule: &str, about: &str) -> Option<&'a Value> {
    rules["rules"].as_array().unwrap().iter().find(|row| row["rule"] == rule && row["about"] == about)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_are_told_of_any_day() {
    let server = TestServer::start_still(Database::Sqlite).await;
    let table = [
        ("01211", "2026-09-13", "lot", "100", Some("2025-07-11"), Some("2026-09-13"), Some("2026-09-14")),
        ("01211", "2026-09-14", "lot", "100", Some("2026-09-14"), None, None),
        ("01211", "2019-01-01", "lot", "500", None, None, Some("2025-07-11")),
        ("AAPL", "", "settlement", "1", Some("2024-05-28"), None, None),
        ("EURUSD", "2026-09-17", "policyRate", "", Some("2026-09-17"), None, None),
    ];
    for (code, at, rule, _, since, until, next) in table {
        let told = rules(&server, &format!("stockCode={code}&at={at}")).await;
        let about = if rule == "policyRate" { "USD" } else { "" };
        let row = find(&told, rule, about).unwrap_or_else(|| panic!("{code} {rule}: {told}"));
        assert_eq!((&row["since"], &row["until"]), (&json!(since), &json!(until)), "{row}");
        assert_eq!(row["next"]["since"], json!(next), "{row}");
        assert_eq!(row["source"].is_string(), since.is_some(), "{row}");
    }
    // A fee is a rule of its own: one that a newer table repeats has not changed then.
    let april = rules(&server, "stockCode=AAPL&market=UsStock&at=2026-04-03").await;
    let sec = find(&april, "fee", "sec").unwrap();
    assert_eq!((&sec["since"], &sec["until"]), (&json!("2026-01-01"), &json!("2026-04-03")));
    assert!(sec["next"]["terms"][0]["value"].as_str().unwrap().contains("$20.60"), "{sec}");
    let taf = find(&april, "fee", "taf").unwrap();
    assert_eq!((&taf["until"], &taf["next"]["since"]), (&json!("2026-09-30"), &json!("2026-10-01")));
    let by_moment = rules(&server, "stockCode=AAPL&at=1775246400000").await;
    assert_eq!((&by_moment["date"], &by_moment["rules"]), (&json!("2026-04-03"), &april["rules"]));
    let breaker = find(&april, "marketWideHalt", "").unwrap();
    assert_eq!(breaker["terms"][1], json!({ "name": "level1", "priceUpTo": null, "value": "7" }));
    let tencent = rules(&server, "stockCode=00700&market=HK").await;
    assert_eq!(find(&tencent, "tickSize", "").unwrap()["terms"].as_array().unwrap().len(), 11);
    assert!(find(&tencent, "volatilityControl", "").is_some() && tencent["currency"] == "HKD");
    let index = rules(&server, "stockCode=SPX&market=Index").await;
    assert_eq!(index["rules"], json!([]), "an index has no rules of trading");
    let chinese =
        server.send("GET /market/rules?stockCode=AAPL", &Value::Null, None, &[("Accept-Language", "zh-Hans")]);
    let chinese = chinese.await.ok().clone();
    let fee = find(&chinese, "fee", "sec").unwrap()["terms"][0]["value"].clone();
    assert!(fee.as_str().unwrap().contains("美元"), "{fee}");

    let refused = [
        ("stockCode=NOSUCH", 404, "instrument_unknown"),
        ("stockCode=AAPL&market=HK", 404, "instrument_unknown"),
        ("stockCode=AAPL&market=Mars", 422, "market_unknown"),
        ("stockCode=AAPL&at=yesterday", 422, "timestamp_invalid"),
        ("stockCode=AAPL&at=2026-02-30", 422, "timestamp_invalid"),
        ("stockCode=AAPL&at=2026-11-20T10:00", 422, "timestamp_invalid"),
        ("stockCode=AAPL&at=-5", 422, "timestamp_invalid"),
        ("stockCode=AAPL&at=99999999999999999", 422, "timestamp_invalid"),
        ("at=2026-11-20", 422, "query_invalid"),
    ];
    for (query, status, word) in refused {
        server.call(&format!("GET /market/rules?{query}"), Value::Null).await.refused(status, word);
    }
    for at in ["0", "0001-01-01", "9999-12-31", "253402300799999"] {
        assert!(rules(&server, &format!("stockCode=EURUSD&at={at}")).await["date"].is_string(), "{at}");
    }
}

async fn an_order_keeps_the_rules_that_it_was_accepted_under(server: TestServer) {
    let ann = server.funded(1_000).await;
    let order = json!({ "stockCode": "AAPL", "market": "UsStock", "direction": 0, "orderType": 0, "quantity": "1" });
    let placed = ann.call("POST /stock/create", order).await.ok().clone();
    let told = ann.call("POST /orders/rules", json!({ "id": placed["id"] })).await.ok().clone();
    assert_eq!((&told["id"], &told["stock_code"], &told["changes"]), (&placed["id"], &json!("AAPL"), &json!([])));
    assert_eq!(told["date"], told["today"]);
    assert!(find(&told, "fee", "taf").is_some() && find(&told, "priceBand", "").is_some());
    let bo = server.register().await;
    bo.call("POST /orders/rules", json!({ "id": placed["id"] })).await.refused(404, "order_unknown");
    ann.call("POST /orders/rules", json!({ "id": "none" })).await.refused(404, "order_unknown");
}

/// An order from the day before the fee rose is read on the day after.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_changed_since_is_told() {
    // 2026-04-02 and 2026-04-06, 15:00 UTC.
    let (before, after) = (UnixMillis(1_775_142_000_000), UnixMillis(1_775_487_600_000));
    let clock = Clock::manual(before);
    let server = TestServer::start_with(Database::Sqlite, clock.clone(), &[]).await;
    let ann = server.funded(1_000).await;
    let order = json!({ "stockCode": "AAPL", "market": "UsStock", "direction": 0, "orderType": 1, "price": "200",
        "quantity": "1", "timeInForce": "gtc" });
    let placed = ann.call("POST /stock/create", order).await.ok().clone();
    clock.advance(after.0 - before.0);
    let told = ann.call("POST /orders/rules", json!({ "id": placed["id"] })).await.ok().clone();
    assert_eq!((&told["date"], &told["today"]), (&json!("2026-04-02"), &json!("2026-04-06")));
    let changes = told["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{told}");
    let [change] = changes.as_slice() else { unreachable!() };
    assert_eq!(
        (&change["rule"], &change["about"], &change["since"]),
        (&json!("fee"), &json!("sec"), &json!("2026-04-04"))
    );
    assert!(change["before"][0]["value"].as_str().unwrap().contains("$0.00"), "{change}");
    assert!(change["after"][0]["value"].as_str().unwrap().contains("$20.60"), "{change}");
}
