//! Parts of stock trading that can only be watched yet: opening auctions, blocks, and new stocks before their listing.

use std::time::Duration;

use plumbline::clock::Clock;
use plumbline_core::decimal::{ONE, Price};
use plumbline_core::market::Market;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Database, TestServer};

/// 2026-12-10, a Thursday, twenty seconds before New York opens. Fernhollow Diagnostics is traded first then.
const BEFORE_THE_OPEN: UnixMillis = UnixMillis(1_796_912_980_000);

async fn servers(flags: &[&str]) -> Vec<TestServer> {
    let mut servers = Vec::new();
    for database in [Database::Sqlite, Database::Postgres] {
        servers.push(TestServer::start_with(database, Clock::manual(BEFORE_THE_OPEN), flags).await);
    }
    servers
}

async fn get(server: &TestServer, path: &str) -> Value {
    server.call(&format!("GET {path}"), json!({})).await.ok().clone()
}

fn price(value: &Value) -> Price {
    value.as_str().unwrap_or_else(|| panic!("{value} is a price")).parse().unwrap()
}

fn rows(page: &Value) -> &Vec<Value> {
    page["list"].as_array().unwrap()
}

fn row<'a>(page: &'a Value, code: &str) -> &'a Value {
    rows(page).iter().find(|row| row["stock_code"] == code).unwrap_or_else(|| panic!("{code} is not in the list"))
}

/// The clock goes on, and the feed with it.
async fn pass(server: &TestServer, millis: i64) {
    server.app.clock.advance(millis);
    let apple = server.instrument(Market::UsStock, "AAPL");
    for _ in 0..200 {
        let newest = server.app.market.latest(apple).map(|tick| tick.exchange_time);
        if newest.is_some_and(|at| at >= server.app.clock.now().plus(-UnixMillis::SECOND)) {
            // Other ticks that are due are published in the same go.
            tokio::time::sleep(Duration::from_millis(300)).await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the market does not tick");
}

const NEW: &str = "/m_ft/webull/new/stock";
const FERNHOLLOW: &str = "/m_ft/stock_detail_ft?stockCode=FRNZZ";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_stocks_are_told_from_their_prospectus_on() {
    for server in servers(&[]).await {
        let all = get(&server, &format!("{NEW}?pageSize=100")).await;
        let states: Vec<&str> = rows(&all).iter().map(|row| row["offerStatus"].as_str().unwrap()).collect();
        let order = ["open", "allotment", "upcoming", "listed"];
        let places = states.iter().map(|state| order.iter().position(|known| known == state).unwrap());
        assert!(places.is_sorted() && order.iter().all(|state| states.contains(state)), "{states:?}");
        for row in rows(&all) {
            assert_eq!(row["simulated"], true, "{row}");
            let is_listed = row["offerStatus"] == "listed";
            let source = if row["market"] == "HK" { 11 } else { 0 };
            assert_eq!(row["source"], if is_listed { source } else { 5 }, "{row}");
            assert_eq!(
                (row["tradable"].as_bool(), row["price_nominal"].is_string()),
                (Some(is_listed), is_listed),
                "{row}"
            );
            let (low, fixed, high) =
                (price(&row["priceLow"]), price(&row["subscriptionPrice"]), price(&row["priceHigh"]));
            assert!(low <= fixed && fixed <= high, "{row}");
            let raised = i128::from(fixed.units()) * i128::from(price(&row["sharesOffered"]).units()) / i128::from(ONE);
            assert_eq!(i128::from(price(&row["fundRaising"]).units()), raised, "{row}");
            let days = ["prospectusSubmissionDate", "subscriptionDate", "purchaseEndDate", "allotmentDate", "listDate"];
            assert!(days.map(|day| row[day].as_str().unwrap().to_owned()).is_sorted(), "{row}");
            assert_eq!(row["expiryDate"], row["purchaseEndDate"]);
        }
        let open = get(&server, &format!("{NEW}?type=open")).await;
        assert!(rows(&open).iter().all(|row| row["offerStatus"] == "open") && !rows(&open).is_empty());
        let hong_kong = get(&server, &format!("{NEW}?market=HK&pageSize=3")).await;
        assert!(rows(&hong_kong).iter().all(|row| row["market"] == "HK" && row["currency"] == "HKD"));
        assert!(rows(&hong_kong).len() == 3 && hong_kong["page"]["total"].as_i64() > Some(3), "{hong_kong}");
        server.call(&format!("GET {NEW}?type=closed"), json!({})).await.refused(422, "type_invalid");
        server.call(&format!("GET {NEW}?market=Mars"), json!({})).await.refused(422, "market_unknown");
        before_its_prospectus(&server, &all).await;
        let forex = get(&server, &format!("{NEW}?market=Forex")).await;
        assert_eq!((rows(&forex).len(), &forex["page"]["total"]), (0, &json!(0)));
    }
}

/// The codes of unannounced companies are unknown to every call.
async fn before_its_prospectus(server: &TestServer, told: &Value) {
    let customer = server.register().await;
    for (market, code) in [("UsStock", "INKZZ"), ("HK", "39007")] {
        assert!(rows(told).iter().all(|row| row["stock_code"] != code), "{code} is told of by now");
        let named = format!("stockCode={code}&market={market}");
        let reads =
            ["/m_ft/stock_detail_ft", "/m_ft/kline", "/market/rules", "/market/depth", "/market/corporateActions"];
        for path in reads {
            let query = if path == "/m_ft/kline" { "&type=1D&count=5" } else { "" };
            let read = server.call(&format!("GET {path}?{named}{query}"), Value::Null).await;
            read.refused(404, "instrument_unknown");
        }
        let unnamed = server.call(&format!("GET /m_ft/stock_detail_ft?stockCode={code}"), Value::Null).await;
        unnamed.refused(404, "instrument_unknown");
        let asked = json!({ "stkcode": code });
        server.call("POST /market/getMaket", asked).await.refused(404, "instrument_unknown");
        let watched = json!({ "secuCode": code, "market": market });
        customer.call("POST /userSelfSecurity/save", watched).await.refused(404, "instrument_unknown");
        let order = json!({ "stockCode": code, "market": market, "direction": 0, "orderType": 0, "quantity": "100" });
        let place = if market == "HK" { "POST /hk/create" } else { "POST /stock/create" };
        customer.call(place, order).await.refused(404, "instrument_unknown");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_stock_becomes_a_stock_by_itself_while_the_server_runs() {
    for server in servers(&[]).await {
        let before = get(&server, FERNHOLLOW).await["stockInfo"].clone();
        assert_eq!((&before["source"], &before["price_nominal"]), (&json!(5), &Value::Null), "{before}");
        assert_eq!((&before["offer"]["offerStatus"], &before["tradable"]), (&json!("allotment"), &json!(false)));
        assert_eq!(get(&server, "/quotes/getStock?keyword=FRNZZ").await["page"]["total"], 0, "it is not found yet");
        let customer = server.funded_in("STOCK", 100_000).await;
        let order = json!({ "stockCode": "FRNZZ", "direction": 0, "orderType": 0, "quantity": "10" });
        customer.call("POST /stock/create", order.clone()).await.refused(409, "instrument_not_tradable");
        let chart = get(&server, "/m_ft/kline?stockCode=FRNZZ&type=1D&count=5").await;
        assert_eq!(chart, json!([]), "it has no past");

        pass(&server, 24_000).await;
        let listed = get(&server, FERNHOLLOW).await["stockInfo"].clone();
        assert_eq!((&listed["source"], &listed["tradable"]), (&json!(0), &json!(true)), "{listed}");
        assert_eq!(listed["offer"]["offerStatus"], "listed");
        assert_eq!(price(&listed["prevClose"]), price(&listed["offer"]["subscriptionPrice"]), "{listed}");
        assert!(price(&listed["bid"]) < price(&listed["ask"]), "{listed}");
        assert_eq!(get(&server, "/quotes/getStock?keyword=fernhollow").await["page"]["total"], 1);
        let stocks = get(&server, "/m_ft/all_stock_list?classify=Health%20Care&pageSize=100&pageNum=2").await;
        let first = get(&server, "/m_ft/all_stock_list?classify=Health%20Care&pageSize=100").await;
        assert!([&first, &stocks].iter().any(|page| rows(page).iter().any(|row| row["stock_code"] == "FRNZZ")));
        let bought = customer.call("POST /stock/create", order).await.ok().clone();
        assert_eq!(bought["status"], 1, "{bought}");
        let minutes = get(&server, "/m_ft/kline?stockCode=FRNZZ&type=1m&count=5").await;
        assert_eq!(minutes.as_array().unwrap().len(), 1, "{minutes}");
        server.audited().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opening_auction_is_told_until_it_clears_within_the_quote() {
    for server in servers(&[]).await {
        let list = |page: Value| {
            let server = &server;
            async move { server.call("POST /m_ft/preMarketList", page).await.ok().clone() }
        };
        let all = list(json!({ "pageSize": 100 })).await;
        assert_eq!(all["page"]["total"], 100, "the best-known");
        let apple = row(&all, "AAPL").clone();
        assert_eq!((&apple["source"], &apple["auctionPhase"]), (&json!(8), &json!("indicative")));
        assert_eq!(apple["closesTimestamp"], BEFORE_THE_OPEN.plus(20_000).to_string());
        assert_eq!(apple["indicatesTimestamp"], BEFORE_THE_OPEN.plus(20_000 - 30 * UnixMillis::MINUTE).to_string());
        assert!(price(&apple["indicativePrice"]).is_positive() && price(&apple["pairedVolume"]).is_positive());
        assert_eq!(apple["lastAuction"]["date"], "2026-12-09");
        for row in rows(&all) {
            let left = (price(&row["imbalance"]).is_zero(), row["imbalanceSide"].is_null());
            assert_eq!(left.0, left.1, "{row}");
        }

        pass(&server, 22_000).await;
        let cleared = list(json!({ "pageSize": 100 })).await;
        for row in rows(&cleared) {
            let last = &row["lastAuction"];
            assert_eq!((&row["auctionPhase"], &last["date"]), (&json!("closed"), &json!("2026-12-10")), "{row}");
            assert_eq!(row["indicativePrice"], Value::Null);
            let began = row["collectsTimestamp"].as_str().unwrap().parse::<i64>().unwrap();
            assert!(began > server.app.clock.now().0, "the next one");
        }
        // The first quote after the open is that of its clearing.
        let instrument = server.app.market.catalog.find(Market::UsStock, "AAPL").unwrap().clone();
        let at: i64 = row(&cleared, "AAPL")["lastAuction"]["clearedTimestamp"].as_str().unwrap().parse().unwrap();
        let bar = server.app.market.feed_history.bar(&instrument, UnixMillis(at), UnixMillis(at + 1)).unwrap();
        let paid = price(&row(&cleared, "AAPL")["lastAuction"]["price"]);
        assert!((paid.units() - bar.open.units()).abs() <= 5_000_000, "{paid} and {}", bar.open);

        let hong_kong = list(json!({ "market": "HK", "pageSize": 100 })).await;
        assert_eq!(hong_kong["page"]["total"], 50);
        let tencent = row(&hong_kong, "00700");
        let took: i64 = ["endsTimestamp", "collectsTimestamp"]
            .map(|field| tencent[field].as_str().unwrap().parse::<i64>().unwrap())
            .into_iter()
            .reduce(|end, begin| end - begin)
            .unwrap();
        assert_eq!((took, &tencent["auctionPhase"]), (22 * UnixMillis::MINUTE, &json!("closed")));
        assert_eq!(tencent["lastAuction"]["date"], "2026-12-10", "Hong Kong had its day");
        let detail = get(&server, "/m_ft/stock_detail_ft?stockCode=00700&market=HK").await["stockInfo"].clone();
        assert_eq!(detail["auction"]["lastAuction"], tencent["lastAuction"]);
        assert_eq!(get(&server, "/m_ft/stock_detail_ft?stockCode=EURUSD").await["stockInfo"]["auction"], Value::Null);
        let wrong = json!({ "market": "Mars" });
        server.call("POST /m_ft/preMarketList", wrong).await.refused(422, "market_unknown");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn auctions_are_held_where_the_exchanges_hours_are_kept_too() {
    let flags = ["--open-around-the-clock", "false"];
    let (kept, open) = (servers(&flags).await, servers(&[]).await);
    for server in kept.iter().chain(&open) {
        let page = server.call("POST /m_ft/preMarketList", json!({ "pageSize": 5 })).await.ok().clone();
        for row in rows(&page) {
            assert_eq!(row["auctionPhase"], "indicative");
            assert!(price(&row["indicativePrice"]).is_positive(), "{row}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocks_have_a_least_size_a_worth_and_a_band_around_the_quote() {
    for server in servers(&[]).await {
        let list = get(&server, "/blockTrade/list?pageSize=100").await;
        for row in rows(&list) {
            assert_eq!((&row["source"], &row["blockMinQuantity"]), (&json!(4), &json!("10000")), "{row}");
            let worth = price(&row["price_nominal"]).units() * 10_000;
            assert_eq!(price(&row["blockMinValue"]).units(), worth, "{row}");
            let (low, high) = (price(&row["blockLow"]).units(), price(&row["blockHigh"]).units());
            let (bid, ask) = (price(&row["bid"]).units(), price(&row["ask"]).units());
            assert!(low * 100 >= bid * 97 && low < bid && high > ask && high * 100 <= ask * 103, "{row}");
            assert_eq!((&row["blockBand"], &row["blockRuleSince"]), (&json!("3.00"), &json!("2026-01-01")));
        }
        let hong_kong = get(&server, "/blockTrade/list?market=HK&pageSize=100").await;
        assert_eq!(rows(&hong_kong).len(), 100);
        for row in rows(&hong_kong) {
            let (least, lot) = (price(&row["blockMinQuantity"]), price(&row["lotSize"]));
            let beyond = least.units() - 10_000 * ONE;
            assert!(least.is_multiple_of(lot) && (0..lot.units()).contains(&beyond), "{row}");
        }
        let active = get(&server, "/blockTrade/list?type=actives&pageSize=2").await;
        assert_eq!(rows(&active).len(), 2);
        assert_eq!(get(&server, "/blockTrade/list?market=Crypto").await["page"]["total"], 0);
        server.call("GET /blockTrade/list?market=Mars", json!({})).await.refused(422, "market_unknown");
        server.call("GET /blockTrade/list?type=best", json!({})).await.refused(422, "type_invalid");
    }
}
