//! Stocks of Hong Kong and pairs of currencies are listed, found, shown, charted and pushed beside US stocks.

use std::collections::BTreeSet;
use std::time::Duration;

use plumbline::clock::Clock;
use plumbline::db::Db;
use plumbline_core::decimal::Price;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Database, Socket, TestServer};

on_both_databases! {
    hong_kong_and_forex_are_listed_and_shown,
    what_is_bought_and_sold_settles_on_its_day,
}

async fn list(server: &TestServer, call: &str) -> (Vec<Value>, i64) {
    let answer = server.call(&format!("GET {call}"), json!({})).await;
    let data = answer.ok();
    (data["list"].as_array().unwrap().clone(), data["page"]["total"].as_i64().unwrap())
}

fn codes(rows: &[Value]) -> Vec<&str> {
    rows.iter().map(|row| row["stock_code"].as_str().unwrap()).collect()
}

/// The value of a field in all rows.
fn all_of<'a>(rows: &'a [Value], field: &str) -> BTreeSet<&'a str> {
    rows.iter().map(|row| row[field].as_str().unwrap()).collect()
}

fn decimals(price: &Value) -> usize {
    price.as_str().unwrap().split_once('.').unwrap().1.len()
}

async fn detail(server: &TestServer, code: &str) -> Value {
    let answer = server.call(&format!("GET /m_ft/stock_detail_ft?stockCode={code}"), json!({})).await;
    answer.ok()["stockInfo"].clone()
}

async fn hong_kong_and_forex_are_listed_and_shown(server: TestServer) {
    let (stocks, total) = list(&server, "/hk_st/all_stock_list?pageSize=100").await;
    assert!(stocks.len() == 100 && total >= 355, "{total}: and those that are newly listed");
    assert_eq!((all_of(&stocks, "market"), all_of(&stocks, "currency")), (["HK"].into(), ["HKD"].into()));
    let tencent = &stocks[0];
    assert_eq!(
        (&tencent["stock_code"], &tencent["source"], &tencent["lotSize"]),
        (&json!("00700"), &json!(11), &json!("100"))
    );
    assert!(decimals(&tencent["price_nominal"]) == 3 && tencent["stale"] == false, "{tencent}");
    assert_eq!((&tencent["baseCurrency"], &tencent["pipDecimals"]), (&Value::Null, &Value::Null));
    let (banks, _) = list(&server, "/hk_st/all_stock_list?classify=Financials&pageSize=100").await;
    assert_eq!(all_of(&banks, "classify"), ["Financials"].into());
    assert!(codes(&banks).contains(&"00005"));

    let (pairs, total) = list(&server, "/m_ft/forex_list?pageSize=100").await;
    assert_eq!((pairs.len(), total, all_of(&pairs, "market")), (40, 40, ["Forex"].into()));
    let euro = &pairs[0];
    let about = ["stock_code", "baseCurrency", "currency", "classify", "lotSize"].map(|field| euro[field].clone());
    assert_eq!(about, ["EURUSD", "EUR", "USD", "major", "1000"].map(Value::from));
    assert_eq!((&euro["source"], &euro["priceDigits"], &euro["pipDecimals"]), (&json!(2), &json!(5), &json!(4)));
    for row in &pairs {
        let shown = row["priceDigits"].as_u64().unwrap() as usize;
        for field in ["price_nominal", "bid", "ask", "prevClose", "change"] {
            assert_eq!(decimals(&row[field]), shown, "{row}");
        }
        let size: u64 = row["bidSize"].as_str().unwrap().parse().unwrap();
        assert!(size >= 100_000 && size.is_multiple_of(100_000), "{row}");
    }
    let (majors, total) = list(&server, "/m_ft/forex_index").await;
    assert_eq!((total, all_of(&majors, "classify")), (15, ["major"].into()));
    let (losers, _) = list(&server, "/m_ft/forex_list?type=losers&pageSize=100").await;
    let fell = |row: &Value| matches!(row["change_ratio"].as_str().unwrap(), "0.00") || row["fall"] == true;
    assert!(losers.iter().all(fell), "{losers:?}");
    server.call("GET /m_ft/forex_list?type=best", json!({})).await.refused(422, "type_invalid");

    let (us, _) = list(&server, "/m_ft/all_stock_list?pageSize=100").await;
    assert_eq!(all_of(&us, "market"), ["UsStock"].into());
    for call in ["/m_ft/stock_list?type=losers&pageSize=100", "/m_ft/hot_stock?pageSize=100"] {
        assert_eq!(all_of(&list(&server, call).await.0, "market"), ["UsStock"].into(), "{call}");
    }
    let home = server.call("GET /m_ft/home_custom_list", json!({})).await;
    for name in ["gainers", "losers", "actives"] {
        assert_eq!(all_of(home.ok()[name].as_array().unwrap(), "market"), ["UsStock"].into(), "{name}");
    }
    for (keyword, code) in [("700", "00700"), ("%E8%85%BE%E8%AE%AF", "00700"), ("usd/jpy", "USDJPY")] {
        let (found, _) = list(&server, &format!("/quotes/getStock?keyword={keyword}")).await;
        assert_eq!(found[0]["stock_code"], code, "{keyword}");
    }
    let (all, total) = list(&server, "/quotes/getStock?keyword=es&pageSize=100").await;
    let first = codes(&all)[0];
    assert!(first.starts_with("ES") && all[0]["market"] == "Future", "the nearest month of the future: {first}");
    let (months, _) = list(&server, "/quotes/getStock?keyword=es&market=Future").await;
    let ends: Vec<&str> = months.iter().take(4).map(|row| row["expiryDate"].as_str().unwrap()).collect();
    assert!(codes(&months)[..4].iter().all(|code| code.starts_with("ES")) && ends.is_sorted(), "{ends:?}");
    let (shares, fewer) = list(&server, "/quotes/getStock?keyword=es&market=UsStock").await;
    assert_eq!((codes(&shares)[0], all_of(&shares, "market")), ("ES", ["UsStock"].into()));
    assert!(0 < fewer && fewer < total, "{fewer} of {total}");
    server.call("GET /quotes/getStock?keyword=es&market=Moon", json!({})).await.refused(422, "market_unknown");
    contracts_are_described(&server).await;
    charts_have_bars(&server).await;
    quotes_are_told_live(&server).await;
}

/// A code determines its market if only one has it.
async fn contracts_are_described(server: &TestServer) {
    let hsbc = detail(server, "00005").await;
    let spot = &hsbc["contract"];
    let about = ["product", "walletType", "walletCurrency", "feeTable"].map(|field| spot[field].as_str().unwrap());
    assert_eq!(about, ["spot", "HK_STOCK", "HKD", "hk-stock"]);
    assert_eq!((&spot["settlementDays"], &spot["margin"]), (&json!(2), &Value::Null));
    assert!(spot["settlesTimestamp"].is_string() && hsbc["lotSize"] == "400", "{hsbc}");
    assert_eq!(spot["maxQuantity"], "1200000", "3,000 lots");

    let yen = detail(server, "USDJPY").await;
    let (contract, margin) = (&yen["contract"], &yen["contract"]["margin"]);
    assert_eq!((&contract["product"], &contract["walletType"]), (&json!("margin"), &json!("FOREX")));
    assert_eq!((&contract["settlesTimestamp"], &yen["tickSize"]), (&Value::Null, &json!("0.001")));
    assert_eq!((&margin["maxLeverage"], &margin["closeOutPercent"]), (&json!("30"), &json!("50")));
    let financing = &margin["financing"];
    assert_eq!((&financing["baseRate"]["bank"], &financing["markup"]), (&json!("Federal Reserve"), &json!("0.50")));
    assert!((1..=4).contains(&financing["nights"].as_i64().unwrap()), "{financing}");
    let book = yen["bids"].as_array().unwrap();
    assert!(book.len() == 10 && book.iter().all(|level| decimals(&level["price"]) == 3), "{yen}");
    let minimum = json!({ "stockCode": "EURUSD", "market": "Forex" });
    let minimum = server.call("POST /stocka_config/getMinCount", minimum).await;
    assert_eq!(
        *minimum.ok(),
        json!({ "minCount": "1000", "lotSize": "1000", "fractionStep": null, "extendedHours": false,
            "tickSize": "0.00001" })
    );
    let market = server.call("POST /market/getMaket", json!({ "stkcode": "02800" })).await;
    assert_eq!((&market.ok()["market"], &market.ok()["marketType"]), (&json!("HK"), &json!("HKEX")));
    let summary = server.call("GET /m_ft/summary_detail?stockCode=EURUSD", json!({})).await;
    assert_eq!(summary.ok()["classify"], "Major");
}

async fn charts_have_bars(server: &TestServer) {
    for (code, shown) in [("00700", 3), ("EURUSD", 5), ("USDJPY", 3)] {
        for scale in ["5m", "60m", "1D", "1W", "1M"] {
            let bars = server.call(&format!("GET /m_ft/kline?stockCode={code}&type={scale}&count=24"), json!({})).await;
            let bars = bars.ok().as_array().unwrap();
            assert_eq!(bars.len(), 24, "{code} {scale}");
            let starts: Vec<i64> = bars.iter().map(|bar| bar[0].as_i64().unwrap()).collect();
            assert!(starts.windows(2).all(|two| two[0] < two[1]), "{code} {scale}: {starts:?}");
            for bar in bars {
                let [open, high, low, close] = [1, 2, 3, 4].map(|index| {
                    assert_eq!(decimals(&bar[index]), shown, "{code} {bar}");
                    bar[index].as_str().unwrap().parse::<Price>().unwrap()
                });
                assert!(low <= open && low <= close && high >= open && high >= close, "{code} {bar}");
            }
        }
    }
}

async fn quotes_are_told_live(server: &TestServer) {
    for (topic, shown) in [("quote:HK:00700", 3), ("quote:Forex:EURUSD", 5)] {
        let mut socket = Socket::open(server).await;
        socket.send(json!({"op": "subscribe", "topics": [topic]})).await;
        let snapshot = socket.next().await;
        assert_eq!((&snapshot["topic"], &snapshot["snapshot"]), (&json!(topic), &json!(true)));
        for field in ["price_nominal", "bid", "ask", "change", "high"] {
            assert_eq!(decimals(&snapshot["data"][field]), shown, "{snapshot}");
        }
        let delta = socket.next().await;
        assert!(delta["data"]["tickSeq"].is_string(), "{delta}");
    }
}

async fn what_is_bought_and_sold_settles_on_its_day(server: TestServer) {
    let ann = server.funded(5_000).await;
    let order = |direction: i64| json!({ "stockCode": "AAPL", "market": "UsStock", "direction": direction, "orderType": 0, "quantity": "10" });
    for direction in [0, 1] {
        assert_eq!(ann.call("POST /stock/create", order(direction)).await.ok()["status"], 1);
    }
    let due = server.app.market.calendars.named("XNYS").settles_at(server.app.clock.now(), 1).unwrap();
    let count = "SELECT COUNT(*) FROM journals WHERE settles_at = $1";
    let stored: i64 = match &server.app.db {
        Db::Sqlite { readers, .. } => sqlx::query_scalar(count).bind(due.0).fetch_one(readers).await.unwrap(),
        Db::Postgres { pool, .. } => sqlx::query_scalar(count).bind(due.0).fetch_one(pool).await.unwrap(),
    };
    assert!(stored >= 2, "a purchase and a sale: {stored}");
}

/// A weekend: pairs are closed if the week is kept, and show it; their last quotes stay.
#[tokio::test]
async fn on_a_saturday_forex_is_closed_unless_paper_keeps_it_open() {
    // 2026-11-21, a Saturday, 15:00 UTC.
    let saturday = UnixMillis(1_795_273_200_000);
    for (around_the_clock, session) in [("false", "closed"), ("true", "regular")] {
        let flags = ["--open-around-the-clock", around_the_clock];
        let server = TestServer::start_with(Database::Sqlite, Clock::manual(saturday), &flags).await;
        let euro = detail(&server, "EURUSD").await;
        assert_eq!((&euro["session"], euro["price_nominal"].is_string()), (&json!(session), true), "{euro}");
        let days = server.call("GET /m_ft/kline?stockCode=EURUSD&type=1D&count=3", json!({})).await;
        let days: Vec<i64> = days.ok().as_array().unwrap().iter().map(|bar| bar[0].as_i64().unwrap()).collect();
        // Bars of days begin at midnight of their date in New York, 05:00 UTC.
        let friday = 1_795_150_800_000;
        let newest = if around_the_clock == "true" { friday + UnixMillis::DAY } else { friday };
        assert_eq!(days, [newest - 2 * UnixMillis::DAY, newest - UnixMillis::DAY, newest], "{around_the_clock}");
    }
    let body = json!({ "market": "Forex", "month": "2026-12" });
    let server = TestServer::start_with(Database::Sqlite, Clock::manual(saturday), &[]).await;
    let days = server.call("POST /stocka_trading_day/getPageList", body).await;
    let day = &days.ok()["list"][0];
    assert_eq!((&day["date"], &day["open"], &day["close"]), (&json!("2026-12-01"), &json!("17:00"), &json!("17:00")));
}

/// A recording of another market brings a code that US stocks have too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_of_two_markets_needs_its_market() {
    let folder = tempfile::tempdir().unwrap();
    let bars = "timestamp,open,high,low,close,volume\n2024-03-01,10,11,9,10,1000\n2024-03-04,10,11,9,10,1000\n";
    std::fs::write(folder.path().join("HK-AAPL.csv"), bars).unwrap();
    let feed = format!("replay:{}", folder.path().display());
    let server = TestServer::start_with(Database::Sqlite, Clock::System, &["--feed", &feed]).await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let ambiguous = server.call("GET /m_ft/stock_detail_ft?stockCode=AAPL", json!({})).await;
    ambiguous.refused(422, "market_ambiguous");
    assert_eq!(ambiguous.json["data"]["detail"]["choices"], json!(["UsStock", "HK"]), "{}", ambiguous.json);
    for (market, currency) in [("UsStock", "USD"), ("HK", "HKD")] {
        let call = format!("GET /m_ft/stock_detail_ft?stockCode=AAPL&market={market}");
        assert_eq!(server.call(&call, json!({})).await.ok()["stockInfo"]["currency"], currency);
    }
    server.call("POST /market/getMaket", json!({ "stkcode": "AAPL" })).await.refused(422, "market_ambiguous");
    let named = server.call("POST /market/getMaket", json!({ "stkcode": "AAPL", "stkName": "Apple Inc." })).await;
    assert_eq!(named.ok()["market"], "UsStock");
    let ann = server.register().await;
    let most = json!({ "stockCode": "AAPL", "direction": 0, "size": "full" });
    ann.call("POST /position/getHalfOrFullNum", most).await.refused(422, "market_ambiguous");
}
