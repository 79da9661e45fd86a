//! The bill by days, filters and words, its pages while money moves, and the bill as a file.

use std::collections::BTreeMap;

use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Customer, PAY_PASSWORD, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    the_bill_is_asked_by_kind_flow_day_and_word,
    days_come_to_what_their_lines_come_to,
    pages_go_on_where_they_began,
    the_file_of_the_bill_has_the_same_lines,
    what_cannot_be_asked_of_the_bill_is_refused,
}

pub async fn bill(customer: &Customer<'_>, wish: Value) -> Value {
    let mut body = json!({ "timeZone": "Asia/Hong_Kong", "pageSize": 100 });
    body.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    customer.call("POST /wallet/getWalletBill", body).await.ok().clone()
}

pub fn rows(bill: &Value) -> &Vec<Value> {
    bill["list"].as_array().unwrap()
}

fn cents(value: &Value) -> i64 {
    value.as_str().unwrap().replace('.', "").parse().unwrap()
}

fn to_hong_kong(amount: &str) -> Value {
    json!({ "from": "BALANCE", "to": "HK_STOCK", "amount": amount, "payPassword": PAY_PASSWORD })
}

/// Ten thousand dollars came in and went to the stock account; a trade; some of it becomes Hong Kong dollars a day later.
pub async fn customer(server: &TestServer) -> Customer<'_> {
    let ann = server.funded(10_000).await;
    let buy = json!({ "stockCode": "AAPL", "direction": 0, "orderType": 0, "quantity": "2" });
    ann.call("POST /stock/create", buy).await.ok();
    server.app.clock.advance(26 * UnixMillis::HOUR);
    server.feed_caught_up().await;
    let out = json!({ "from": "STOCK", "to": "BALANCE", "amount": "500" });
    ann.call("POST /wallet/transfer", out).await.ok();
    server.quote_pair("USDHKD", "7.79", "7.81");
    ann.transferred(to_hong_kong("100")).await.ok();
    ann
}

async fn the_bill_is_asked_by_kind_flow_day_and_word(server: TestServer) {
    let ann = customer(&server).await;
    let whole = bill(&ann, json!({})).await;
    let whole = rows(&whole);
    let is = |row: &Value, field: &str, words: &[&str]| words.contains(&row[field].as_str().unwrap());
    let newest_day = whole[0]["localDate"].clone();
    let oldest_day = whole.last().unwrap()["localDate"].clone();
    assert_ne!(newest_day, oldest_day);
    let order = whole.iter().find_map(|row| row["orderId"].as_str()).unwrap();
    let matching = |keep: &dyn Fn(&Value) -> bool| whole.iter().filter(|row| keep(row)).cloned().collect::<Vec<_>>();
    let table = [
        (json!({ "kinds": "deposit" }), matching(&|row| is(row, "kind", &["deposit"]))),
        (json!({ "kinds": "trade_buy,transfer" }), matching(&|row| is(row, "kind", &["trade_buy", "transfer"]))),
        (json!({ "kinds": "" }), whole.clone()),
        (json!({ "flow": "in" }), matching(&|row| cents(&row["amount"]) > 0)),
        (
            json!({ "flow": "out", "walletType": "STOCK" }),
            matching(&|row| cents(&row["amount"]) < 0 && is(row, "walletType", &["STOCK"])),
        ),
        (json!({ "startDate": newest_day, "endDate": newest_day }), matching(&|row| row["localDate"] == newest_day)),
        (json!({ "endDate": oldest_day }), matching(&|row| row["localDate"] == oldest_day)),
        (json!({ "startDate": "2031-01-01" }), vec![]),
        (json!({ "keyword": "aapl" }), matching(&|row| row["note"].as_str().unwrap().starts_with("AAPL"))),
        (json!({ "keyword": " Apple" }), matching(&|row| row["note"].as_str().unwrap().starts_with("AAPL"))),
        (json!({ "keyword": order }), matching(&|row| row["orderId"] == order)),
        (json!({ "keyword": whole[0]["id"] }), matching(&|row| row["id"] == whole[0]["id"])),
        (json!({ "keyword": "hk_stock", "flow": "in" }), matching(&|row| is(row, "walletType", &["HK_STOCK"]))),
        (json!({ "keyword": "nothing of the kind" }), vec![]),
    ];
    for (wish, expected) in table {
        let found = bill(&ann, wish.clone()).await;
        assert_eq!(rows(&found), &expected, "{wish}");
        assert_eq!(found["page"]["total"], expected.len(), "{wish}");
    }
    let bo = server.funded(50).await;
    assert!(rows(&bill(&bo, json!({ "keyword": "aapl" })).await).is_empty());
}

async fn days_come_to_what_their_lines_come_to(server: TestServer) {
    let ann = customer(&server).await;
    for wish in [
        json!({}),
        json!({ "timeZone": "America/New_York" }),
        json!({ "timeZone": "Asia/Kathmandu" }),
        json!({ "walletType": "STOCK" }),
        json!({ "flow": "out" }),
        json!({ "keyword": "stock" }),
    ] {
        let whole = bill(&ann, wish.clone()).await;
        // Hong Kong dollars and US dollars are never added up.
        let mut expected: BTreeMap<(String, String), (i64, i64)> = BTreeMap::new();
        for row in rows(&whole) {
            let day = (row["localDate"].as_str().unwrap().to_owned(), row["currency"].as_str().unwrap().to_owned());
            let sum = expected.entry(day).or_default();
            let amount = cents(&row["amount"]);
            *sum = (sum.0 + amount.max(0), sum.1 + amount.min(0));
        }
        let mut told = BTreeMap::new();
        for day in whole["days"].as_array().unwrap() {
            for total in day["totals"].as_array().unwrap() {
                let key = (day["date"].as_str().unwrap().to_owned(), total["currency"].as_str().unwrap().to_owned());
                let (came, went) = (cents(&total["amountIn"]), cents(&total["amountOut"]));
                assert_eq!(cents(&total["amount"]), came + went);
                told.insert(key, (came, went));
            }
        }
        assert_eq!(told, expected, "{wish}");
        // The days of a page are whole, even if the page has only some of their lines.
        let mut first = wish.clone();
        first["pageSize"] = json!(1);
        let page = bill(&ann, first).await;
        assert_eq!(page["days"].as_array().unwrap().len(), 1);
        assert_eq!(page["days"][0], whole["days"][0], "{wish}");
    }
}

async fn pages_go_on_where_they_began(server: TestServer) {
    let ann = customer(&server).await;
    for wish in [json!({}), json!({ "keyword": "stock" })] {
        let page = async |number: i64, up_to: &Value| {
            let mut asked = wish.clone();
            asked["pageSize"] = json!(2);
            asked["pageNum"] = json!(number);
            asked["upTo"] = up_to.clone();
            bill(&ann, asked).await
        };
        let whole = bill(&ann, wish.clone()).await;
        let first = page(1, &Value::Null).await;
        // Money moves while the customer reads.
        let there = json!({ "from": "STOCK", "to": "BALANCE", "amount": "1" });
        ann.call("POST /wallet/transfer", there).await.ok();
        let mut read = rows(&first).clone();
        for number in 2..=4 {
            let next = page(number, &first["upTo"]).await;
            assert_eq!((&next["upTo"], &next["page"]["total"]), (&first["upTo"], &whole["page"]["total"]));
            read.extend(rows(&next).clone());
        }
        read.truncate(rows(&whole).len());
        assert_eq!(read, rows(&whole)[..read.len()], "nothing twice and nothing left out");
    }
}

async fn the_file_of_the_bill_has_the_same_lines(server: TestServer) {
    let ann = customer(&server).await;
    for query in ["timeZone=America/New_York", "timeZone=UTC&kinds=transfer&flow=out", "timeZone=UTC&keyword=aapl"] {
        let answer = ann.call(&format!("GET /wallet/bill.csv?{query}"), Value::Null).await;
        assert_eq!((answer.status, &answer.headers["content-type"].to_str().unwrap()[..8]), (200, "text/csv"));
        let content = answer.json.as_str().unwrap();
        assert!(content.starts_with('\u{feff}'), "spreadsheets know by it that it is UTF-8");
        let mut reader = csv::Reader::from_reader(content.trim_start_matches('\u{feff}').as_bytes());
        let records: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
        let mut wish = json!({});
        for (name, value) in query.split('&').map(|part| part.split_once('=').unwrap()) {
            wish[name] = json!(value);
        }
        let listed = bill(&ann, wish).await;
        assert_eq!(records.len(), rows(&listed).len(), "{query}");
        assert_eq!(answer.headers["x-total-count"].to_str().unwrap(), records.len().to_string());
        for (record, row) in records.iter().zip(rows(&listed)) {
            for field in ["id", "walletType", "kind", "amount", "currency", "balanceAfter", "note"] {
                assert_eq!(record[field], row[field].as_str().unwrap(), "{field}");
            }
            let at: jiff::Timestamp = record["createTime"].parse().unwrap();
            assert_eq!(at.as_second(), cents(&row["createTimeTimestamp"]) / 1_000);
            assert_eq!(record["mode"], "paper");
            assert!(
                !query.contains("York")
                    || record["createTime"].ends_with("-05:00")
                    || record["createTime"].ends_with("-04:00")
            );
        }
    }
    let bo = server.register().await;
    let empty = bo.call("GET /wallet/bill.csv?timeZone=UTC", Value::Null).await;
    assert_eq!(empty.json.as_str().unwrap().lines().count(), 1, "the names of the columns alone");
}

async fn what_cannot_be_asked_of_the_bill_is_refused(server: TestServer) {
    let ann = server.register().await;
    let table = [
        (json!({ "kinds": "gift" }), 422, "kind_unknown"),
        (json!({ "kinds": "deposit,,fee" }), 422, "kind_unknown"),
        (json!({ "flow": "sideways" }), 422, "body_invalid"),
        (json!({ "startDate": "2026-02-30" }), 422, "date_invalid"),
        (json!({ "endDate": "9999-12-31" }), 422, "date_invalid"),
        (json!({ "startDate": "2026-02-02", "endDate": "2026-02-01" }), 422, "period_invalid"),
        (json!({ "startTimestamp": "2", "endTimestamp": "1" }), 422, "period_invalid"),
        (json!({ "keyword": "x".repeat(65) }), 422, "text_too_long"),
        (json!({ "upTo": "-1" }), 422, "id_invalid"),
        (json!({ "timeZone": "Mars/Olympus" }), 422, "time_zone_invalid"),
        (json!({ "timeZone": "" }), 422, "time_zone_invalid"),
        (json!({ "timeZone": "Factory" }), 422, "time_zone_invalid"),
        (json!({ "timeZone": "etc/unknown" }), 422, "time_zone_invalid"),
    ];
    for (wish, status, word) in table {
        let mut body = json!({ "timeZone": "UTC" });
        body.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
        ann.call("POST /wallet/getWalletBill", body).await.refused(status, word);
    }
    for (query, word) in [("?timeZone=UTC&kinds=gift", "kind_unknown"), ("", "query_invalid")] {
        for file in ["csv", "pdf"] {
            ann.call(&format!("GET /wallet/bill.{file}{query}"), Value::Null).await.refused(422, word);
        }
    }
    assert_eq!(bill(&ann, json!({})).await["upTo"], Value::Null);
}
