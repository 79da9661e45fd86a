//! Indices, futures and coins are listed, found, shown, charted and pushed; none of them is traded yet.

use std::collections::BTreeSet;

use plumbline_core::decimal::Price;
use serde_json::{Value, json};

use crate::on_both_databases;
use crate::support::{Database, Socket, TestServer};

on_both_databases! {
    indices_are_watched_and_have_no_book,
    futures_are_listed_by_month_and_roll,
    coins_are_listed_with_what_their_closes_say,
    no_index_takes_an_order,
}

async fn get(server: &TestServer, path: &str) -> Value {
    server.call(&format!("GET {path}"), json!({})).await.ok().clone()
}

fn codes(rows: &Value) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row["stock_code"].as_str().unwrap().to_owned()).collect()
}

/// The date in New York.
fn today(server: &TestServer) -> String {
    let now = jiff::Timestamp::from_millisecond(server.app.clock.now().0).unwrap();
    now.in_tz("America/New_York").unwrap().date().to_string()
}

fn price(value: &Value) -> Price {
    value.as_str().unwrap_or_else(|| panic!("{value} is a price")).parse().unwrap()
}

async fn indices_are_watched_and_have_no_book(server: TestServer) {
    let all = get(&server, "/m_ft/global_index?pageSize=100").await;
    assert_eq!(all["page"]["total"], 27);
    for row in all["list"].as_array().unwrap() {
        let about = (&row["market"], &row["source"], &row["tradable"], &row["bid"], &row["ask"]);
        assert_eq!(about, (&json!("Index"), &json!(99), &json!(false), &Value::Null, &Value::Null), "{row}");
        assert!(price(&row["price_nominal"]).is_positive() && row["volume"] == "0", "{row}");
    }
    let asia = get(&server, "/m_ft/global_index?classify=asia&pageSize=100").await;
    assert!(codes(&asia["list"]).contains(&"N225".to_owned()) && !codes(&asia["list"]).contains(&"SPX".to_owned()));
    let gainers = get(&server, "/m_ft/global_index?type=gainers&pageSize=100").await;
    assert!(!codes(&gainers["list"]).is_empty() && codes(&gainers["list"]).len() <= 27);

    let detail = get(&server, "/m_ft/stock_detail_ft?stockCode=N225&market=Index").await["stockInfo"].clone();
    assert_eq!((&detail["timeZone"], &detail["calendar"]), (&json!("Asia/Tokyo"), &json!("XTKS")));
    assert_eq!((&detail["bids"], &detail["contract"]), (&json!([]), &Value::Null));
    let chart = get(&server, "/m_ft/kline?stockCode=N225&market=Index&type=1D&count=5").await;
    assert_eq!(chart.as_array().unwrap().len(), 5);

    let mut socket = Socket::open(&server).await;
    socket.send(json!({ "op": "subscribe", "topics": ["quote:Index:SPX"] })).await;
    let told = socket.next().await;
    assert!(price(&told["data"]["price_nominal"]).is_positive(), "{told}");
}

async fn futures_are_listed_by_month_and_roll(server: TestServer) {
    let main = get(&server, "/m_ft/futures_list?pageSize=100").await;
    assert_eq!(main["page"]["total"], 24, "one month of each");
    let months = server.call("POST /m_ft/futures", json!({ "stockCode": codes(&main["list"])[0] })).await.ok().clone();
    assert!(codes(&months).iter().all(|code| code.starts_with("ES")) && codes(&months).len() == 4, "{months}");
    let ends: Vec<&str> = months.as_array().unwrap().iter().map(|row| row["lastTradeDate"].as_str().unwrap()).collect();
    assert!(ends.is_sorted(), "{ends:?}");
    let front = &months[0];
    let about = ["multiplier", "cashSettled", "currency", "classify"].map(|field| front[field].clone());
    assert_eq!(about, [json!("50"), json!(true), json!("USD"), json!("index")]);
    assert_eq!(front["previousSettle"], front["prevClose"]);
    let open = |row: &Value| row["openInterest"].as_str().unwrap().parse::<i64>().unwrap();
    assert!(open(front) > open(&months[3]) && open(front) > 0, "the nearest month is the one that is held");
    for row in main["list"].as_array().unwrap() {
        let months = server.call("POST /m_ft/futures", json!({ "stockCode": row["stock_code"] })).await.ok().clone();
        // A month in which nothing is opened any more may still be held by most.
        let (today, last_open) = (today(&server), |row: &Value| row["lastOpenDate"].as_str().unwrap().to_owned());
        let is_open = |row: &&Value| last_open(row) > today;
        let most = months.as_array().unwrap().iter().filter(is_open).map(open).max().unwrap();
        assert!(row["mainMonth"] == true && last_open(row) >= today && open(row) >= most, "most hold it: {row}");
        assert!(price(&row["bid"]) < price(&row["ask"]), "{row}");
        assert!(row["cashSettled"] == true || row["lastTradeDate"].is_string(), "{row}");
    }
    let tick = get(&server, &format!("/m_ft/stock_detail_ft?stockCode={}&market=Future", codes(&months)[0])).await;
    assert_eq!(
        (&tick["stockInfo"]["tickSize"], &tick["stockInfo"]["timeZone"]),
        (&json!("0.25"), &json!("America/Chicago"))
    );

    let farms = get(&server, "/m_ft/futures_list?type=agricultural&pageSize=100").await;
    let classes: BTreeSet<&str> =
        farms["list"].as_array().unwrap().iter().map(|row| row["classify"].as_str().unwrap()).collect();
    assert_eq!((classes, &farms["page"]["total"]), (["agricultural"].into(), &json!(11)));
    server.call("GET /m_ft/futures_list?type=weather", json!({})).await.refused(422, "type_invalid");
    server.call("POST /m_ft/futures", json!({ "stockCode": "ESZ99" })).await.refused(404, "instrument_unknown");

    let choice = get(&server, "/m_ft/futures_opt_list").await;
    assert_eq!(codes(&choice).len(), 12, "who watches none is shown what is traded most");
    let customer = server.register().await;
    let watch = json!({ "secuCode": codes(&months)[2], "market": "Future" });
    customer.call("POST /userSelfSecurity/save", watch).await.ok();
    let chosen = customer.call("GET /m_ft/futures_opt_list", json!({})).await.ok().clone();
    assert_eq!((&codes(&chosen)[0], &chosen[0]["selfSelectStatus"]), (&codes(&months)[2], &json!(true)));
}

async fn coins_are_listed_with_what_their_closes_say(server: TestServer) {
    let coins = get(&server, "/crypto/quantify_page?pageSize=100").await;
    assert_eq!(coins["page"]["total"], 60);
    let bitcoin = get(&server, "/crypto/stock_detail_ft?stockCode=BTCUSDT").await["stockInfo"].clone();
    assert_eq!(
        (&bitcoin["source"], &bitcoin["lotSize"], &bitcoin["tickSize"]),
        (&json!(7), &json!("0.00001"), &json!("0.01"))
    );
    assert!(bitcoin["bids"].as_array().unwrap().len() > 1);
    let chart = get(&server, "/crypto/kline?stockCode=BTCUSDT&type=60m&count=24").await;
    assert_eq!(chart.as_array().unwrap().len(), 24);
    server.call("GET /crypto/stock_detail_ft?stockCode=AAPL", json!({})).await.refused(404, "instrument_unknown");

    // The figures come from daily closes, which are computed on request.
    let mut first = coins["list"][0].clone();
    for _ in 0..100 {
        if first["rsi"].is_string() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        server.app.clock.advance(1_100);
        first = get(&server, "/crypto/quantify_page?pageSize=1").await["list"][0].clone();
    }
    let strength = price(&first["rsi"]);
    assert!((Price::ZERO..="100".parse().unwrap()).contains(&strength), "{first}");
    assert!(price(&first["volatility"]).is_positive() && first["trend"].is_string(), "{first}");
}

async fn no_index_takes_an_order(server: TestServer) {
    let customer = server.funded_in("STOCK", 100_000).await;
    let order = json!({ "stockCode": "SPX", "market": "Index", "direction": 0, "orderType": 0, "quantity": "1" });
    customer.call("POST /stock/create", order).await.refused(422, "market_unknown");
    server.audited().await;
}

/// Days that exchanges have not announced are unknown, and the server names the last known one.
#[tokio::test]
async fn a_calendar_says_how_far_it_is_known() {
    let server = TestServer::start(Database::Sqlite).await;
    for (calendar, until) in [("XSHG", "2026-12-31"), ("XTAI", "2027-"), ("BVMF", "2027-12")] {
        let body = json!({ "market": "Index", "calendar": calendar, "month": "2028-01" });
        let days = server.call("POST /stocka_trading_day/getPageList", body).await;
        let days = days.ok();
        assert!(days["knownUntil"].as_str().unwrap().starts_with(until), "{calendar}: {days}");
        assert_eq!(days["list"], json!([]), "{calendar}");
    }
    for (code, currency, calendar) in [("IBOV", "BRL", "BVMF"), ("TWII", "TWD", "XTAI")] {
        let call = format!("/m_ft/stock_detail_ft?stockCode={code}&market=Index");
        let detail = get(&server, &call).await["stockInfo"].clone();
        assert_eq!((&detail["currency"], &detail["calendar"]), (&json!(currency), &json!(calendar)));
        assert!(detail["price_nominal"].is_string() && detail["turnover"].is_null(), "{detail}");
    }
    for code in ["SPY", "QQQ", "AGG", "02800"] {
        let detail = get(&server, &format!("/m_ft/stock_detail_ft?stockCode={code}")).await;
        assert_eq!(detail["stockInfo"]["tradable"], true, "{code}");
    }
}
