//! A customer reads ended orders, page by page and as a file.

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use plumbline::{execute, statements};
use plumbline_core::decimal::ONE;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Customer, TestServer};

on_both_databases! {
    what_has_ended_is_listed_newest_first,
    the_file_has_the_same_orders,
    a_file_says_when_it_is_not_whole,
    a_customers_reads_wait_for_their_own_alone,
}

statements! {
    /// As if the order's day had ended before it was filled.
    EXPIRE: "UPDATE orders SET status = 6, reason = 'expired' WHERE id = $1";
    /// Copies of an order, each a millisecond after the one before.
    COPY: "WITH RECURSIVE copies(number) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT number + 1 FROM copies WHERE number < $2)
        INSERT INTO orders (id, account_id, instrument_id, wallet, side, kind, limit_price, quantity, filled,
            filled_value, fees, hold, status, reason, time_in_force, expires_at, fee_version, created_at, updated_at,
            version, priority)
        SELECT o.id + 1048576 * copies.number, o.account_id, o.instrument_id, o.wallet, o.side, o.kind, o.limit_price,
            o.quantity, o.filled, o.filled_value, o.fees, o.hold, o.status, o.reason, o.time_in_force, o.expires_at,
            o.fee_version, o.created_at + copies.number, o.updated_at + copies.number, o.version,
            o.id + 1048576 * copies.number
        FROM orders o JOIN copies ON 1 = 1 WHERE o.id = $1";
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a text"))
}

async fn order(customer: &Customer<'_>, direction: i64, price: Option<&str>, quantity: &str) -> String {
    let body = json!({ "stockCode": "AAPL", "direction": direction, "orderType": i64::from(price.is_some()),
        "price": price, "quantity": quantity });
    text(&customer.call("POST /stock/create", body).await.ok()["id"]).to_owned()
}

/// Four orders: bought, sold, cancelled and expired; and a resting one. Their ids, oldest first.
async fn trade(customer: &Customer<'_>) -> [String; 4] {
    let server = customer.server;
    let last = server.app.market.latest(server.app.market.find(None, "AAPL").unwrap().id).unwrap().last;
    let low = (last.units() / ONE * 6 / 10).to_string();
    let bought = order(customer, 0, None, "3").await;
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    let sold = order(customer, 1, None, "1").await;
    let mut resting = Vec::new();
    for _ in 0..3 {
        resting.push(order(customer, 0, Some(&low), "2").await);
    }
    let (cancelled, expired) = (resting[0].clone(), resting[1].clone());
    customer.call("POST /orders/cancel", json!({ "id": cancelled })).await.ok();
    let mut tx = server.app.db.begin().await.unwrap();
    assert_eq!(execute!(&mut tx, EXPIRE, expired.parse::<i64>().unwrap()).unwrap(), 1);
    tx.commit().await.unwrap();
    [bought, sold, cancelled, expired]
}

async fn ids(customer: &Customer<'_>, filter: Value) -> Vec<String> {
    let answer = customer.call("POST /orders/history", filter).await;
    answer.ok()["list"].as_array().unwrap().iter().map(|row| text(&row["id"]).to_owned()).collect()
}

async fn what_has_ended_is_listed_newest_first(server: TestServer) {
    let (ann, bo) = (server.funded(100_000).await, server.funded(1_000).await);
    let [bought, sold, cancelled, expired] = trade(&ann).await;
    let whole = ann.call("POST /orders/history", json!({})).await;
    let list = whole.ok()["list"].as_array().unwrap();
    let all = [&expired, &cancelled, &sold, &bought];
    assert_eq!(list.iter().map(|row| text(&row["id"])).collect::<Vec<_>>(), all);
    assert_eq!(whole.ok()["page"]["total"], 4);
    let of = |id: &str| list.iter().find(|row| row["id"] == id).unwrap();
    let row = of(&bought);
    assert_eq!((&row["status"], text(&row["filledQuantity"]), &row["reason"]), (&json!(1), "3", &Value::Null));
    assert!(text(&row["avgPrice"]).parse::<f64>().unwrap() > 0.0 && row["name"] != "", "{row}");
    let row = of(&cancelled);
    assert_eq!((&row["status"], text(&row["reason"])), (&json!(2), "cancelled_by_customer"));
    assert_eq!((text(&row["filledQuantity"]), &row["avgPrice"]), ("0", &Value::Null));
    assert_eq!(text(&of(&expired)["reason"]), "expired");

    let since_sale = of(&sold)["createTimeTimestamp"].clone();
    let table = [
        (json!({ "source": 0 }), vec![&expired, &cancelled, &sold, &bought]),
        (json!({ "stockCode": "AAPL", "market": "UsStock" }), vec![&expired, &cancelled, &sold, &bought]),
        (json!({ "stockCode": "MSFT" }), vec![]),
        (json!({ "market": "UsStock", "source": 0 }), vec![&expired, &cancelled, &sold, &bought]),
        (json!({ "market": "HK" }), vec![]),
        (json!({ "market": "" }), vec![&expired, &cancelled, &sold, &bought]),
        (json!({ "side": 1 }), vec![&sold]),
        (json!({ "side": 0, "status": "filled" }), vec![&bought]),
        (json!({ "status": "cancelled" }), vec![&cancelled]),
        (json!({ "status": "expired" }), vec![&expired]),
        (json!({ "from": since_sale }), vec![&expired, &cancelled, &sold]),
        (json!({ "to": since_sale }), vec![&bought]),
        (json!({ "from": "", "to": "0" }), vec![]),
        (json!({ "pageSize": 1, "pageNum": 2 }), vec![&cancelled]),
        (json!({ "pageNum": 9 }), vec![]),
    ];
    for (filter, expected) in table {
        assert_eq!(ids(&ann, filter.clone()).await.iter().collect::<Vec<_>>(), expected, "{filter}");
    }
    assert!(ids(&bo, json!({})).await.is_empty());
    let table = [
        (json!({ "stockCode": "NOSUCH" }), 404, "instrument_unknown"),
        (json!({ "source": 7_000 }), 422, "market_unknown"),
        (json!({ "market": "Mars" }), 422, "market_unknown"),
        (json!({ "market": "HK", "source": 0 }), 422, "market_unknown"),
        (json!({ "side": 2 }), 422, "side_invalid"),
        (json!({ "status": "open" }), 422, "body_invalid"),
        (json!({ "from": "noon" }), 422, "timestamp_invalid"),
        (json!({ "from": "99", "to": "1" }), 422, "period_invalid"),
    ];
    for (filter, status, word) in table {
        ann.call("POST /orders/history", filter).await.refused(status, word);
    }
    let fills = async |filter: Value| ann.call("POST /position/water/pageList", filter).await;
    assert_eq!(fills(json!({ "market": "UsStock" })).await.ok()["page"]["total"], 2);
    assert_eq!(fills(json!({ "market": "HK" })).await.ok()["page"]["total"], 0);
    fills(json!({ "market": "Mars" })).await.refused(422, "market_unknown");
}

/// The records of a file, the names of its columns first.
async fn file(customer: &Customer<'_>, query: &str) -> (i64, Vec<Vec<String>>) {
    let answer = customer.call(&format!("GET /orders/history.csv{query}"), Value::Null).await;
    assert_eq!((answer.status, &answer.headers["content-type"].to_str().unwrap()[..8]), (200, "text/csv"));
    assert!(answer.headers["content-disposition"].to_str().unwrap().contains("orders.csv"));
    let total = answer.headers["x-total-count"].to_str().unwrap().parse().unwrap();
    let content = text(&answer.json).trim_start_matches('\u{feff}');
    assert!(content.lines().count() * 2 == content.matches(['\r', '\n']).count(), "lines end as RFC 4180 wants it");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(content.as_bytes());
    let records = reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect());
    (total, records.collect())
}

async fn the_file_has_the_same_orders(server: TestServer) {
    let (ann, bo) = (server.funded(100_000).await, server.funded(1_000).await);
    let [bought, sold, cancelled, expired] = trade(&ann).await;
    let (total, records) = file(&ann, "").await;
    assert_eq!(total, 4);
    let column = |name: &str| records[0].iter().position(|column| column == name).unwrap();
    let read = |name: &str| records[1..].iter().map(|record| record[column(name)].as_str()).collect::<Vec<_>>();
    assert_eq!(read("id"), [&expired, &cancelled, &sold, &bought]);
    assert_eq!(read("status"), ["expired", "cancelled", "filled", "filled"]);
    assert_eq!(read("reason"), ["expired", "cancelled_by_customer", "", ""]);
    assert_eq!((read("direction"), read("currency")), (vec!["buy", "buy", "sell", "buy"], vec!["USD"; 4]));
    assert_eq!((read("orderType"), read("stockCode")), (vec!["limit", "limit", "market", "market"], vec!["AAPL"; 4]));
    let whole = ann.call("POST /orders/history", json!({})).await;
    for (number, row) in whole.ok()["list"].as_array().unwrap().iter().enumerate() {
        for name in ["quantity", "filledQuantity", "avgPrice", "price", "fee", "timeInForce", "name"] {
            assert_eq!(read(name)[number], row[name].as_str().unwrap_or_default(), "{name}");
        }
        let placed: jiff::Timestamp = read("createTime")[number].parse().unwrap();
        assert_eq!(placed.as_second(), text(&row["createTimeTimestamp"]).parse::<i64>().unwrap() / 1_000);
    }
    let (total, records) = file(&ann, "?side=0&status=filled&stockCode=AAPL&source=0&from=0").await;
    assert_eq!((total, records.len(), &records[1][0]), (1, 2, &bought));
    assert_eq!(file(&bo, "").await.1.len(), 1, "the names of the columns alone");
    for (query, status, word) in [
        ("?status=open", 422, "query_invalid"),
        ("?side=buy", 422, "query_invalid"),
        ("?side=2", 422, "side_invalid"),
        ("?from=99&to=1", 422, "period_invalid"),
        ("?market=Mars", 422, "market_unknown"),
        ("?stockCode=NOSUCH", 404, "instrument_unknown"),
    ] {
        ann.call(&format!("GET /orders/history.csv{query}"), Value::Null).await.refused(status, word);
    }
}

async fn a_file_says_when_it_is_not_whole(server: TestServer) {
    let ann = server.funded(100_000).await;
    let first: i64 = order(&ann, 0, None, "1").await.parse().unwrap();
    let copy = async |count: i64| {
        let mut tx = server.app.db.begin().await.unwrap();
        execute!(&mut tx, COPY, first, count).unwrap();
        tx.commit().await.unwrap();
    };
    copy(9_999).await;
    let (total, records) = file(&ann, "").await;
    assert_eq!((total, records.len()), (10_000, 10_001));
    let newest = records[1][0].parse::<i64>().unwrap();
    assert_eq!(records[10_000][0], first.to_string());
    let mut tx = server.app.db.begin().await.unwrap();
    execute!(&mut tx, COPY, newest, 1_i64).unwrap();
    tx.commit().await.unwrap();
    let (total, records) = file(&ann, "").await;
    assert_eq!((total, records.len()), (10_001, 10_002));
    assert_eq!(records[1][0], (newest + 1_048_576).to_string());
    assert_ne!(records[10_000][0], first.to_string());
    let note = &records[10_001];
    assert_eq!(note[0], "This file holds the newest 10000 of 10001 rows. Choose a shorter period to get the others.");
    assert!(note[1..].iter().all(String::is_empty));
}

/// One customer may have 32 reads waiting or running, which hold up no others; more are told to try later.
async fn a_customers_reads_wait_for_their_own_alone(server: TestServer) {
    const ASKED: usize = 40;
    let (ann, bo) = (server.register().await, server.register().await);
    let session = server.app.sessions.authenticate(&ann.token).await.unwrap().unwrap();
    // The held turn has one of the places; a file waits for another file in a queue of its own.
    let table = [
        ("POST /orders/history", json!({}), ASKED - 31),
        ("GET /orders/history.csv", Value::Null, ASKED - 32),
        ("POST /position/water/pageList", json!({}), ASKED - 31),
        ("POST /position/flatList", json!({}), ASKED - 31),
        ("POST /wallet/getWalletBill", json!({ "timeZone": "UTC" }), ASKED - 31),
        ("POST /wallet/transfers", json!({}), ASKED - 31),
        ("POST /recharge/listPage", json!({}), ASKED - 31),
        ("POST /withdrawal/listPage", json!({}), ASKED - 31),
    ];
    for (call, body, surplus) in table {
        let held = server.app.histories.read(session.account_id).await.unwrap();
        let mut asked: FuturesUnordered<_> = (0..ASKED).map(|_| ann.call(call, body.clone())).collect();
        for _ in 0..surplus {
            let refused = asked.next().await.unwrap();
            refused.refused(429, "rate_limited");
            assert!(refused.headers.contains_key("retry-after"), "{call}");
        }
        assert_eq!(bo.call(call, body.clone()).await.status, 200, "{call}");
        drop(held);
        while let Some(answer) = asked.next().await {
            assert_eq!(answer.status, 200, "{call}: {}", answer.json);
        }
    }
}
