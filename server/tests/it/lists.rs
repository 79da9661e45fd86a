//! The server filters, orders and pages lists; a whole list is written and compressed once for all callers.

use std::io::Read;

use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Database, TestServer};

on_both_databases! { who_watches_something_reads_it_in_every_list }

const MARKETS: [&str; 6] = ["UsStock", "HK", "Crypto", "Forex", "Future", "Index"];
/// The columns of figures, with the field of the row that has them.
const FIGURES: [(&str, &str); 6] = [
    ("price", "price_nominal"),
    ("change", "change"),
    ("changeRatio", "change_ratio"),
    ("volume", "volume"),
    ("turnover", "turnover"),
    ("amplitude", "amplitude"),
];

async fn get(server: &TestServer, call: &str) -> Value {
    server.call(&format!("GET {call}"), Value::Null).await.ok().clone()
}

fn texts<'a>(rows: &'a Value, field: &str) -> Vec<&'a str> {
    rows["list"].as_array().unwrap().iter().filter_map(|row| row[field].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_class_is_ordered_by_every_column_in_both_directions() {
    let server = TestServer::start_still(Database::Sqlite).await;
    for market in MARKETS {
        for (sort, field) in FIGURES {
            for order in ["asc", "desc"] {
                let call = format!("/market/list/whole?market={market}&sort={sort}&order={order}");
                let rows = get(&server, &call).await;
                let mut figures: Vec<f64> = texts(&rows, field).iter().map(|text| text.parse().unwrap()).collect();
                if order == "desc" {
                    figures.reverse();
                }
                assert!(figures.is_sorted(), "{call}: {figures:?}");
                let silent = market == "Index" && ["volume", "turnover"].contains(&sort);
                assert!(figures.len() > 20 || silent, "{call} has {} figures", figures.len());
            }
        }
        let codes = get(&server, &format!("/market/list/whole?market={market}&sort=code")).await;
        assert!(texts(&codes, "stock_code").is_sorted(), "{market}");
        let last = get(&server, &format!("/market/list?market={market}&sort=code&order=desc&pageSize=1")).await;
        assert_eq!(texts(&last, "stock_code").first(), texts(&codes, "stock_code").last(), "{market}");
    }
    let named = get(&server, "/market/list/whole?market=UsStock&sort=name").await;
    let names: Vec<String> = texts(&named, "name").iter().map(|name| name.to_lowercase()).collect();
    assert!(names.is_sorted());
    pages_are_parts_of_the_whole(&server).await;
    lists_are_narrowed(&server).await;
}

async fn pages_are_parts_of_the_whole(server: &TestServer) {
    let whole = get(server, "/market/list/whole?market=HK&sort=turnover").await;
    let total = &whole["page"]["total"];
    assert!(total.as_i64().unwrap() >= 355, "{total}: and those that are newly listed");
    let mut together = Vec::new();
    for page in 1..=4 {
        let part = get(server, &format!("/market/list?market=HK&sort=turnover&pageNum={page}&pageSize=100")).await;
        together.extend(part["list"].as_array().unwrap().clone());
        assert_eq!(&part["page"]["total"], total);
    }
    assert_eq!(json!(together), whole["list"]);
    let beyond = get(server, "/market/list?market=HK&pageNum=9&pageSize=100").await;
    assert_eq!((&beyond["list"], &beyond["page"]["total"]), (&json!([]), total));
}

async fn lists_are_narrowed(server: &TestServer) {
    let banks = get(server, "/market/list/whole?market=UsStock&classify=Financials&exchange=NYSE&sort=code").await;
    assert!(texts(&banks, "stock_code").contains(&"JPM"));
    assert!(texts(&banks, "classify").iter().all(|industry| *industry == "Financials"));
    assert!(texts(&banks, "exchange").iter().all(|exchange| *exchange == "NYSE"));
    let losers = get(server, "/market/list/whole?market=Forex&type=losers&sort=name").await;
    assert!(texts(&losers, "change").iter().all(|change| change.starts_with('-')), "{losers}");
    for keyword in ["%E8%8B%B9%E6%9E%9C", "pingguo", "pg", "apple"] {
        let found = get(server, &format!("/market/list?market=UsStock&keyword={keyword}")).await;
        assert!(texts(&found, "stock_code").contains(&"AAPL"), "{keyword}: {found}");
        let elsewhere = get(server, &format!("/market/list?market=Crypto&keyword={keyword}&sort=price")).await;
        assert!(!texts(&elsewhere, "stock_code").contains(&"AAPL"), "{keyword}");
    }
    let aliases = [
        ("/m_ft/all_stock_list?sort=price", "/market/list?market=UsStock&sort=price"),
        ("/m_ft/stock_list?type=losers", "/market/list?market=UsStock&type=losers"),
        ("/m_ft/hot_stock?", "/market/list?market=UsStock&type=actives"),
        ("/hk_st/all_stock_list?sort=volume&order=asc", "/market/list?market=HK&sort=volume&order=asc"),
        ("/m_ft/forex_list?sort=amplitude", "/market/list?market=Forex&sort=amplitude"),
        ("/m_ft/global_index?classify=asia", "/market/list?market=Index&classify=asia"),
        ("/m_ft/futures_list?type=energy&sort=name", "/market/list?market=Future&classify=energy&sort=name"),
    ];
    for (alias, list) in aliases {
        assert_eq!(get(server, alias).await, get(server, list).await, "{alias}");
    }
    let coins = get(server, "/crypto/quantify_page?sort=turnover").await;
    let plain = get(server, "/market/list?market=Crypto&sort=turnover").await;
    assert_eq!(texts(&coins, "stock_code"), texts(&plain, "stock_code"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_list_is_compressed_as_the_caller_likes_and_not_sent_twice() {
    let server = TestServer::start_still(Database::Sqlite).await;
    let call = "GET /market/list/whole?market=UsStock";
    let raw = reqwest::Client::builder().no_proxy().build().unwrap();
    let url = format!("{}/market/list/whole?market=UsStock", server.base);
    let plain = server.call(call, Value::Null).await;
    assert_eq!(
        plain.ok()["list"].as_array().unwrap().len() as u64,
        plain.json["data"]["page"]["total"].as_u64().unwrap()
    );
    let mut tags = vec![plain.headers["etag"].clone()];
    for (accepted, encoding) in [("gzip", "gzip"), ("gzip, deflate, br", "br")] {
        let answer = raw.get(&url).header("accept-encoding", accepted).send().await.unwrap();
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["content-encoding"]),
            (200, &encoding.parse().unwrap())
        );
        let vary: Vec<_> = answer.headers().get_all("vary").iter().map(|line| line.to_str().unwrap()).collect();
        assert!(vary.contains(&"accept-encoding") && vary.contains(&"accept-language, authorization"), "{vary:?}");
        tags.push(answer.headers()["etag"].clone());
        let packed = answer.bytes().await.unwrap();
        let mut read = Vec::new();
        match encoding {
            "gzip" => {
                flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut read).unwrap();
            }
            _ => brotli::BrotliDecompress(&mut &packed[..], &mut read).unwrap(),
        }
        assert!(packed.len() * 3 < read.len(), "{encoding}: {} of {}", packed.len(), read.len());
        assert_eq!(serde_json::from_slice::<Value>(&read).unwrap(), plain.json, "{encoding}");
    }
    for (accepted, tag) in ["", "gzip", "br"].into_iter().zip(&tags) {
        let again =
            raw.get(&url).header("accept-encoding", accepted).header("if-none-match", tag).send().await.unwrap();
        assert_eq!((again.status().as_u16(), again.headers()["etag"] == *tag), (304, true), "{accepted}");
        assert!(again.bytes().await.unwrap().is_empty());
    }
    let weak = format!("\"other\", W/{}", tags[2].to_str().unwrap());
    for known in [weak.as_str(), "*"] {
        let again = raw.get(&url).header("accept-encoding", "br").header("if-none-match", known).send().await.unwrap();
        assert_eq!(again.status().as_u16(), 304, "{known}");
    }
    let chinese = server.send(call, &Value::Null, None, &[("Accept-Language", "zh-Hant")]).await;
    assert_ne!(chinese.headers["etag"], tags[0], "another language is another list");
}

async fn who_watches_something_reads_it_in_every_list(server: TestServer) {
    let ann = server.register().await;
    let added = json!({ "classify": "", "assettype": "", "securityName": "Microsoft", "secuCode": "MSFT", "market": "UsStock" });
    ann.call("POST /userSelfSecurity/save", added).await.ok();
    let watched = async |call: &str, reader: Option<&str>| {
        let answer = server.send(call, &Value::Null, reader, &[]).await;
        let rows = answer.ok()["list"].as_array().unwrap().clone();
        let watched = rows.into_iter().filter(|row| row["selfSelectStatus"] == true);
        watched.map(|row| row["stock_code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for call in [
        "GET /market/list/whole?market=UsStock",
        "GET /market/list?market=UsStock",
        "GET /market/list?market=UsStock&watched=true",
        "GET /market/list/whole?market=UsStock&watched=true&sort=price",
        "GET /market/list?market=UsStock&keyword=msft",
    ] {
        assert_eq!(watched(call, Some(&ann.token)).await, ["MSFT"], "{call}");
        assert!(watched(call, None).await.is_empty(), "{call}: what one watches is not told to the next");
    }
    let only = ann.call("GET /market/list?market=UsStock&watched=true", Value::Null).await;
    assert_eq!(only.ok()["page"]["total"], 1);
    let nobody = server.call("GET /market/list?market=UsStock&watched=true", Value::Null).await;
    assert_eq!(nobody.ok()["page"]["total"], 0);
}

/// One way to write a day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn days_that_are_none_are_refused() {
    let server = TestServer::start(Database::Sqlite).await;
    for day in ["2026-11-23T10:00", "20261123", "%2B002026-11-23", "2026-11-31"] {
        server.call(&format!("GET /market/events?from={day}"), Value::Null).await.refused(422, "date_invalid");
    }
}

/// Every call that names a market, a code, a column or a page, and its refusal of an unknown one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_there_is_not_is_refused_by_its_word() {
    let server = TestServer::start(Database::Sqlite).await;
    let by_query = ["/m_ft/stock_detail_ft?", "/m_ft/summary_detail?", "/m_ft/kline?type=1D&", "/market/trades?"];
    for call in by_query {
        let call = |rest: &str| format!("GET {call}{rest}");
        let table = [
            ("stockCode=NOSUCH", 404, "instrument_unknown"),
            ("stockCode=", 404, "instrument_unknown"),
            ("stockCode=AAPL&market=HK", 404, "instrument_unknown"),
            ("stockCode=AAPL&market=Mars", 422, "market_unknown"),
            ("stockCode=%F0%9F%8D%8E", 404, "instrument_unknown"),
            ("market=UsStock", 422, "query_invalid"),
        ];
        for (rest, status, word) in table {
            server.call(&call(rest), Value::Null).await.refused(status, word);
        }
    }
    for call in ["/crypto/stock_detail_ft?", "/crypto/kline?type=1D&", "/crypto/trades?"] {
        for code in ["NOSUCH", "AAPL"] {
            let call = format!("GET {call}stockCode={code}");
            server.call(&call, Value::Null).await.refused(404, "instrument_unknown");
        }
    }
    let by_body = [
        ("POST /m_ft/futures", json!({ "stockCode": "AAPL" }), 404, "instrument_unknown"),
        ("POST /market/getMaket", json!({ "stkcode": "NOSUCH" }), 404, "instrument_unknown"),
        ("POST /market/getMakets", json!({ "list": [{ "stkcode": "NOSUCH" }] }), 404, "instrument_unknown"),
        ("POST /stocka_config/getMinCount", json!({ "stockCode": "NOSUCH" }), 404, "instrument_unknown"),
        ("POST /stocka_config/getMinCount", json!({ "stockCode": "AAPL", "market": "Mars" }), 422, "market_unknown"),
        ("POST /stocka_config/getMinCount", json!({ "stockCode": "AAPL", "market": "HK" }), 404, "instrument_unknown"),
        ("POST /stocka_trading_day/getPageList", json!({ "market": "Mars" }), 422, "market_unknown"),
    ];
    for (call, body, status, word) in by_body {
        server.call(call, body).await.refused(status, word);
    }
    let lists = [
        "/market/list?market=UsStock",
        "/m_ft/all_stock_list?x=1",
        "/m_ft/stock_list?x=1",
        "/m_ft/hot_stock?x=1",
        "/m_ft/topList?x=1",
        "/hk_st/all_stock_list?x=1",
        "/m_ft/forex_list?x=1",
        "/m_ft/forex_index?x=1",
        "/m_ft/global_index?x=1",
        "/m_ft/futures_list?x=1",
        "/crypto/quantify_page?x=1",
    ];
    for list in lists {
        let table = [
            ("pageNum=0", "page_invalid"),
            ("pageNum=-1", "page_invalid"),
            ("pageNum=9223372036854775807", "page_invalid"),
            ("pageNum=99999999999999999999", "query_invalid"),
            ("pageNum=first", "query_invalid"),
            ("pageSize=0", "page_invalid"),
            ("pageSize=101", "page_invalid"),
            ("pageSize=1000000000", "page_invalid"),
            ("sort=marketCap", "sort_invalid"),
            ("sort=price;DROP", "sort_invalid"),
            ("sort=price&order=up", "sort_invalid"),
            ("order=up", "sort_invalid"),
        ];
        for (rest, word) in table {
            server.call(&format!("GET {list}&{rest}"), Value::Null).await.refused(422, word);
        }
        let kind = if list.starts_with("/m_ft/futures_list") { "ranking" } else { "type" };
        server.call(&format!("GET {list}&{kind}=best"), Value::Null).await.refused(422, "type_invalid");
    }
    let narrowed = lists.iter().filter(|list| !list.starts_with("/m_ft/futures_list"));
    for list in narrowed.chain(&["/market/list/whole?market=HK"]) {
        for (rest, word) in [
            ("exchange=x", "exchange_unknown"),
            ("exchange=nasdaq", "exchange_unknown"),
            ("classify=zz", "classify_unknown"),
        ] {
            server.call(&format!("GET {list}&{rest}"), Value::Null).await.refused(422, word);
        }
    }
    for call in ["/market/list?market=Mars", "/market/list?market=", "/market/list/whole?market=Mars"] {
        server.call(&format!("GET {call}"), Value::Null).await.refused(422, "market_unknown");
    }
    server.call("GET /market/list", Value::Null).await.refused(422, "query_invalid");
    let long = format!("GET /market/list?market=UsStock&keyword={}", "a".repeat(65));
    server.call(&long, Value::Null).await.refused(422, "keyword_too_long");
    let long = format!("GET /quotes/getStock?keyword={}", "a".repeat(65));
    server.call(&long, Value::Null).await.refused(422, "keyword_too_long");
    server.call("GET /quotes/getStock?keyword=apple&pageSize=101", Value::Null).await.refused(422, "page_invalid");
}
