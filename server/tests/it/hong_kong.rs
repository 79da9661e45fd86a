//! Shares of Hong Kong: bought in board lots with Hong Kong dollars, and settled two days later.

use plumbline_core::decimal::parse_units;
use plumbline_core::market::Market;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer};
use crate::while_time_stands_still;

while_time_stands_still! {
    shares_are_bought_in_lots_with_hong_kong_dollars,
    what_was_sold_buys_at_once_and_leaves_when_it_has_settled,
    what_cannot_be_ordered_is_refused,
}

/// 00005 trades in lots of 400.
fn order(direction: i64, quantity: &str) -> Value {
    json!({ "stockCode": "00005", "direction": direction, "orderType": 0, "quantity": quantity })
}

fn cents(value: &Value) -> i64 {
    parse_units(value.as_str().unwrap_or_else(|| panic!("{value} is not a text")), 2).unwrap()
}

async fn wallet(customer: &Customer<'_>) -> Value {
    customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "HK_STOCK" })).await.ok().clone()
}

async fn shares_are_bought_in_lots_with_hong_kong_dollars(server: TestServer) {
    let customer = server.funded_in("HK_STOCK", 10_000).await;
    let begin = wallet(&customer).await;
    assert_eq!(begin["currency"], "HKD");
    let begin = cents(&begin["balance"]);
    server.quote(Market::HongKong, "00005", "102.10", "102.20");
    let card = customer.call("POST /hk/preview", order(0, "400")).await;
    let card = card.ok();
    // 40,880: stamp duty 41, SFC 1.10, AFRC 0.06, exchange 2.31, settlement 1.72.
    assert_eq!(
        (&card["notional"], &card["feeTotal"], &card["total"]),
        (&json!("40880.00"), &json!("46.19"), &json!("40926.19"))
    );
    assert_eq!((&card["currency"], &card["margin"]), (&json!("HKD"), &Value::Null));
    assert!(card["settleTimestamp"].is_string(), "{card}");
    let placed = customer.call("POST /hk/create", order(0, "400")).await;
    assert_eq!((&placed.ok()["status"], &placed.ok()["fee"]), (&json!(1), &json!("46.19")));
    let left = cents(&wallet(&customer).await["balance"]);
    assert_eq!(left, begin - 4_092_619);
    server.quote(Market::HongKong, "00005", "104.10", "104.20");
    let row = customer.call("POST /position/me", json!({ "source": 11 })).await.ok()["list"][0].clone();
    assert_eq!(
        (&row["positionNum"], &row["currency"], &row["isolatedPosition"]),
        (&json!("400"), &json!("HKD"), &json!("40926.19"))
    );
    assert_eq!((&row["profit"], &row["leverage"]), (&json!("713.81"), &Value::Null));
    let overview = customer.call("POST /userCenter/getFundingOverview", json!({})).await;
    let overview = overview.ok();
    assert_eq!((&overview["hkTodayProfit"], &overview["hkUnrealizedProfit"]), (&row["todayProfit"], &json!("713.81")));
    let rates = overview["rates"].as_array().unwrap();
    let rate = rates.iter().find(|rate| rate["from"] == "HKD" && rate["to"] == "USD").expect("the rate is stated");
    let rate = parse_units(rate["rate"].as_str().unwrap(), 8).unwrap();
    let in_usd = |cents: i64| (cents * rate + 50_000_000) / 100_000_000;
    // Wallets and positions are converted each on its own: 400 at 104.10.
    assert_eq!(cents(&overview["totalAssets"]), in_usd(left) + in_usd(4_164_000));
    assert_eq!(cents(&overview["unrealizedProfit"]), in_usd(4_164_000) - in_usd(4_092_619));
    server.audited().await;
}

async fn what_was_sold_buys_at_once_and_leaves_when_it_has_settled(server: TestServer) {
    let customer = server.funded_in("HK_STOCK", 10_000).await;
    server.quote(Market::HongKong, "00005", "102.10", "102.20");
    customer.call("POST /hk/create", order(0, "400")).await.ok();
    let owed = wallet(&customer).await;
    assert_eq!(owed["transferableBalance"], owed["availableBalance"], "what was paid was settled money");
    server.app.clock.advance(last_due(&owed) - server.app.clock.now().0);
    server.feed_caught_up().await;
    server.quote(Market::HongKong, "00005", "102.10", "102.20");
    // Money that leaves becomes dollars at the quote of this moment, which the feed may not have reached yet.
    server.quote_pair("USDHKD", "7.80", "7.81");
    let settled = cents(&wallet(&customer).await["transferableBalance"]);
    let transfer = |amount: i64| json!({ "from": "HK_STOCK", "to": "BALANCE", "amount": format!("{}.{:02}", amount / 100, amount % 100) });
    let sold = customer.call("POST /hk/create", order(1, "400")).await;
    assert_eq!(sold.ok()["status"], 1);
    // At once, after proceeds were used to buy, and after that was sold again, on the same day.
    for side in [None, Some(0), Some(1)] {
        if let Some(side) = side {
            customer.call("POST /hk/create", order(side, "400")).await.ok();
        }
        let now = wallet(&customer).await;
        assert_eq!(now["unsettled"].as_array().unwrap().len(), 1, "{now}");
        let free = settled.min(cents(&now["availableBalance"]));
        assert_eq!(cents(&now["transferableBalance"]), free, "{now}");
        let word = if side == Some(0) { "insufficient_funds" } else { "unsettled" };
        customer.transferred(transfer(free + 1)).await.refused(409, word);
    }
    server.app.clock.advance(last_due(&wallet(&customer).await) - server.app.clock.now().0);
    server.feed_caught_up().await;
    server.quote_pair("USDHKD", "7.80", "7.81");
    let settled = wallet(&customer).await;
    assert_eq!((&settled["unsettled"], &settled["transferableBalance"]), (&json!([]), &settled["availableBalance"]));
    customer.transferred(transfer(cents(&settled["availableBalance"]))).await.ok();
    assert_eq!(wallet(&customer).await["balance"], "0.00");
    server.audited().await;
}

/// The time when all of a wallet has settled.
fn last_due(wallet: &Value) -> i64 {
    let due = |due: &Value| due["settleTimestamp"].as_str().unwrap().parse::<i64>().unwrap();
    wallet["unsettled"].as_array().unwrap().iter().map(due).max().unwrap()
}

async fn what_cannot_be_ordered_is_refused(server: TestServer) {
    let customer = server.funded_in("HK_STOCK", 10_000).await;
    let begin = wallet(&customer).await;
    server.quote(Market::HongKong, "00005", "102.10", "102.20");
    let with = |field: &str, value: Value| {
        let mut body = order(0, "400");
        body[field] = value;
        body
    };
    let table = [
        (order(0, "100"), 422, "lot_size"),
        (order(0, "800"), 409, "insufficient_funds"),
        (order(1, "400"), 409, "insufficient_position"),
        (with("market", json!("UsStock")), 422, "market_unknown"),
        (with("stockCode", json!("AAPL")), 404, "instrument_unknown"),
        (with("leverage", json!("2")), 422, "leverage_unavailable"),
    ];
    for (body, status, word) in table {
        customer.call("POST /hk/create", body).await.refused(status, word);
    }
    let us = json!({ "stockCode": "00005", "market": "HK", "direction": 0, "orderType": 0, "quantity": "400" });
    customer.call("POST /stock/create", us).await.refused(422, "market_unknown");
    assert_eq!(wallet(&customer).await, begin);

    // An order has at most 3,000 lots, also after an amendment.
    let mut resting = with("price", json!("95"));
    resting["orderType"] = json!(1);
    let resting = customer.call("POST /hk/create", resting).await.ok()["id"].clone();
    let larger = json!({ "id": resting, "quantity": "1200400" });
    customer.call("POST /orders/amend", larger).await.refused(422, "too_many_lots");
}
