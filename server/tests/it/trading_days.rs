//! A server that keeps the exchange's hours shows the last trading day until the next one begins.

use plumbline::clock::Clock;
use plumbline_core::time::UnixMillis;
use serde_json::json;

use crate::on_both_databases;
use crate::support::{Database, TestServer};

on_both_databases! { what_was_bought_today_has_gained_today_what_it_has_gained_at_all }

/// 2026-11-20, a Friday: midnight in New York, and the first quote.
const FRIDAY: i64 = 1_795_150_800_000;
const FIRST_QUOTE: UnixMillis = UnixMillis(FRIDAY + 4 * UnixMillis::HOUR);

#[tokio::test]
async fn on_a_weekend_the_day_is_friday() {
    let saturday = Clock::manual(UnixMillis(FRIDAY + 34 * UnixMillis::HOUR));
    let server = TestServer::start_with(Database::Sqlite, saturday, &["--open-around-the-clock", "false"]).await;
    let market = &server.app.market;
    let stock = market.find(None, "AAPL").unwrap().id;
    assert_eq!(market.board.day(stock).began, FIRST_QUOTE);
    assert_eq!(market.day_began(server.app.clock.now()), FIRST_QUOTE, "profits of the day are of the same day");
    assert_ne!(market.board.day(stock).previous_close, market.latest(stock).unwrap().last, "the change is Friday's");

    let days = server.call("GET /m_ft/kline?stockCode=AAPL&type=1D", json!({})).await;
    let days = days.ok().as_array().unwrap();
    assert_eq!(days.last().unwrap()[0], FRIDAY, "there is no bar of the Saturday");
    assert_eq!(days[days.len() - 2][0], FRIDAY - UnixMillis::DAY);
    let minutes = server.call("GET /m_ft/kline?stockCode=AAPL&type=intraday", json!({})).await;
    assert_eq!(minutes.ok()[0][0], FIRST_QUOTE.0, "the chart of the day is Friday's");
}

async fn what_was_bought_today_has_gained_today_what_it_has_gained_at_all(server: TestServer) {
    let ann = server.funded(10_000).await;
    let order = json!({ "stockCode": "AAPL", "market": "UsStock", "direction": 0, "orderType": 0, "quantity": "3" });
    for _ in 0..2 {
        assert_eq!(ann.call("POST /stock/create", order.clone()).await.ok()["status"], 1);
    }
    let held = ann.call("POST /position/me", json!({})).await;
    let row = &held.ok()["list"][0];
    assert_eq!(row["positionNum"], "6");
    assert_eq!(row["todayProfit"], row["profit"], "{row}");
    let profit: f64 = row["profit"].as_str().unwrap().parse().unwrap();
    assert!(profit.abs() < 100.0, "only the fees, the spread and a moment: {row}");
}
