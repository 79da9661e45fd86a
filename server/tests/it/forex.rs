//! Pairs of currencies on margin, long and short: opened, marked, protected, charged for nights, and closed by the
//! customer or by the house.

use std::time::Duration;

use plumbline_core::decimal::parse_units;
use plumbline_core::market::Market;
use plumbline_core::time::UnixMillis;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer, uuid};
use crate::while_time_stands_still;

while_time_stands_still! {
    a_short_is_opened_marked_and_closed,
    half_is_closed_by_us_and_then_all,
    a_gap_takes_no_more_than_the_margin,
    margin_and_leverage_move_where_it_is_closed,
    a_stop_loss_closes_at_the_market_and_ends_the_take_profit,
    nights_are_charged_once,
    a_first_order_in_another_currency_rests_and_is_filled,
    a_pair_rests_until_its_night_is_recorded,
    each_direction_is_a_position_of_its_own,
    a_limit_order_rests_with_its_margin_set_aside,
    a_profit_in_yen_is_converted_and_the_receipt_says_at_what,
    what_cannot_be_opened_is_refused,
}

pub fn order(direction: i64, quantity: &str, leverage: &str) -> Value {
    json!({ "stockCode": "EURUSD", "direction": direction, "orderType": 0, "quantity": quantity, "leverage": leverage })
}

fn cents(value: &Value) -> i64 {
    parse_units(value.as_str().unwrap_or_else(|| panic!("{value} is not a text")), 2).unwrap()
}

/// The whole balance, and the held part.
async fn wallet(customer: &Customer<'_>) -> (i64, i64) {
    let answer = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "FOREX" })).await;
    (cents(&answer.ok()["balance"]), cents(&answer.ok()["usedBalance"]))
}

pub async fn positions(customer: &Customer<'_>) -> Vec<Value> {
    customer.call("POST /position/forex/pageList", json!({})).await.ok()["list"].as_array().unwrap().clone()
}

/// The kinds of the customer's notices on positions, newest first.
pub async fn told(customer: &Customer<'_>) -> Vec<String> {
    let inbox = customer.call("GET /userMessage/getMessage?pageSize=100", Value::Null).await;
    let rows = inbox.ok()["list"].as_array().unwrap().clone();
    let of_positions = rows.iter().filter(|row| row["subject"] == "position");
    of_positions.map(|row| row["kind"].as_str().unwrap().to_owned()).collect()
}

/// Waits until the customer's positions meet a condition.
pub async fn until(customer: &Customer<'_>, what: &str, right: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    let mut found = Vec::new();
    for _ in 0..400 {
        found = positions(customer).await;
        if right(&found) {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{what}: {found:?}");
}

/// Long enough for the watch to have checked every position.
async fn looked() {
    tokio::time::sleep(Duration::from_millis(2_500)).await;
}

async fn a_short_is_opened_marked_and_closed(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08512");
    let card = customer.call("POST /crude/preview", order(1, "10000", "20")).await;
    let margin = &card.ok()["margin"];
    // 10,850 by 20; 10,000 × 0.0001; 10,000 × 0.00012; 542.50 less a half of it is 0.02713 a unit.
    assert_eq!(
        (&margin["isolatedPosition"], &margin["pipValue"], &margin["spreadCost"], &margin["liquidationPrice"]),
        (&json!("542.50"), &json!("1.00"), &json!("1.20"), &json!("1.112125"))
    );
    assert_eq!((&card.ok()["total"], &card.ok()["notional"]), (&json!("542.50"), &json!("10850.00")));
    // Dollars yield 3.875 % a year and euros 2.5 %, less half a point: 0.875 % of 10,850, for one of 365 days.
    assert_eq!(margin["nightFinancing"], "0.26", "a short earns it");
    let placed = customer.call("POST /crude/create", order(1, "10000", "20")).await;
    assert_eq!((&placed.ok()["status"], &placed.ok()["avgPrice"]), (&json!(1), &json!("1.085")));
    assert_eq!(wallet(&customer).await, (500_000, 54_250), "no value changes hands");
    server.quote_pair("EURUSD", "1.07900", "1.07912");
    let row = positions(&customer).await.remove(0);
    let expected = json!({ "direction": 1, "positionNum": "10000", "isolatedPosition": "542.50", "profit": "58.80",
        "markPrice": "1.07912", "liquidationPrice": "1.112125", "leverage": "20", "currency": "USD",
        "priceCurrency": "USD", "source": 2, "zdf": "0.54", "todayProfit": row["todayProfit"] });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&row[field], value, "{field} of {row}");
    }
    let listed = customer.call("POST /position/me", json!({ "source": 2 })).await;
    assert_eq!(listed.ok()["list"][0]["id"], row["id"]);
    let overview = customer.call("POST /userCenter/getFundingOverview", json!({})).await;
    assert_eq!((&overview.ok()["marginProfit"], &overview.ok()["totalAssets"]), (&json!("58.80"), &json!("5058.80")));
    let half = json!({ "id": row["id"], "size": "half" });
    assert_eq!(customer.call("POST /position/flatPosition", half).await.ok()["filledQuantity"], "5000");
    assert_eq!(wallet(&customer).await, (502_940, 27_125));
    let full = json!({ "id": row["id"], "size": "full" });
    customer.call("POST /position/flatPosition", full).await.ok();
    assert_eq!(wallet(&customer).await, (505_880, 0));
    assert!(positions(&customer).await.is_empty());
    let closed = customer.call("POST /position/flatList", json!({ "source": 2 })).await;
    let closed = &closed.ok()["list"];
    assert_eq!((&closed[0]["sellProfit"], &closed[0]["positionDirection"]), (&json!("29.40"), &json!(1)));
    assert_eq!((&closed[0]["avgPrice"], &closed[0]["zdf"]), (&json!("1.085"), &json!("0.54")));
    let fills = customer.call("POST /position/water/pageList", json!({ "source": 2 })).await;
    let fills = fills.ok();
    assert_eq!((&fills["page"]["total"], &fills["list"][2]["profit"]), (&json!(3), &Value::Null), "{fills}");
    server.audited().await;
}

/// The worked example: long 100,000 EUR/USD at 1.0850 with 3,616.67 set aside.
async fn half_is_closed_by_us_and_then_all(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    customer.call("POST /crude/create", order(0, "100000", "30")).await.ok();
    assert_eq!(wallet(&customer).await, (500_000, 361_667));
    assert_eq!(positions(&customer).await[0]["liquidationPrice"], "1.06691665");
    server.quote_pair("EURUSD", "1.06692", "1.06694");
    looked().await;
    assert_eq!(positions(&customer).await[0]["positionNum"], "100000", "a tick above it is not closed");
    server.quote_pair("EURUSD", "1.06691", "1.06693");
    let left = until(&customer, "half is closed", |rows| rows[0]["positionNum"] == "50000").await;
    assert_eq!(left[0]["isolatedPosition"], "2712.17", "what the half had set aside besides its loss stays");
    assert_eq!(wallet(&customer).await, (409_550, 271_217));
    let fills = customer.call("POST /position/flatList", json!({ "source": 2 })).await;
    let order_id = &fills.ok()["list"][0]["orderId"];
    let ours = customer.call("POST /orders/detail", json!({ "id": order_id })).await;
    assert_eq!((&ours.ok()["reason"], &ours.ok()["fee"]), (&json!("liquidated"), &json!("0.00")));
    server.quote_pair("EURUSD", "1.04000", "1.04002");
    until(&customer, "all is closed", <[Value]>::is_empty).await;
    assert_eq!(wallet(&customer).await, (409_550 - 225_000, 0));
    assert_eq!(told(&customer).await, ["liquidated", "liquidated", "margin_warning"]);
    server.audited().await;
}

/// Opening at 1.0200 the customer loses 3,616.67 and the house 2,883.33.
async fn a_gap_takes_no_more_than_the_margin(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    customer.call("POST /crude/create", order(0, "100000", "30")).await.ok();
    server.quote_pair("EURUSD", "1.02000", "1.02002");
    until(&customer, "all is closed at the next tick", <[Value]>::is_empty).await;
    assert_eq!(wallet(&customer).await, (500_000 - 361_667, 0));
    let closed = customer.call("POST /position/flatList", json!({ "source": 2 })).await;
    let mut house = 0;
    for fill in closed.ok()["list"].as_array().unwrap() {
        let receipt = customer.call("POST /orders/receipt", json!({ "fillId": fill["id"] })).await;
        let postings = receipt.ok()["journal"]["postings"].as_array().unwrap().clone();
        let protection = postings.iter().filter(|posting| posting["account"] == "house:protection");
        house += protection.map(|posting| cents(&posting["amount"])).sum::<i64>();
    }
    assert_eq!(house, -288_333, "the house bears the rest, on a book of its own");
    server.audited().await;
}

async fn margin_and_leverage_move_where_it_is_closed(server: TestServer) {
    let customer = server.funded_in("FOREX", 2_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    customer.call("POST /crude/create", order(0, "10000", "20")).await.ok();
    let id = positions(&customer).await[0]["id"].clone();
    let add = json!({ "id": id, "amount": "500" });
    let seen = customer.call("POST /position/marginPreview", add.clone()).await;
    let (before, after) = (&seen.ok()["before"], &seen.ok()["after"]);
    // Half of 542.50 may be lost, and then 500 more: 0.027125 and 0.077125 a unit.
    assert_eq!((&before["liquidationPrice"], &after["liquidationPrice"]), (&json!("1.057875"), &json!("1.007875")));
    assert_eq!(seen.ok()["error"], Value::Null);
    let (key, call) = (uuid(), "POST /position/addPositionMargin");
    let added = customer.call_with_key(call, add.clone(), &key).await;
    assert_eq!(added.ok()["isolatedPosition"], "1042.50");
    assert_eq!(customer.call_with_key(call, add, &key).await.ok(), added.ok(), "a repeat adds nothing");
    assert_eq!(wallet(&customer).await, (200_000, 104_250));
    assert_eq!(positions(&customer).await[0]["liquidationPrice"], "1.007875");
    customer.call(call, json!({ "id": id, "amount": "957.51" })).await.refused(409, "insufficient_funds");
    customer.call(call, json!({ "id": id, "amount": "0" })).await.refused(422, "amount_invalid");
    let back = json!({ "id": id, "removed": "100" });
    let seen = customer.call("POST /position/marginPreview", back).await;
    assert_eq!(seen.ok()["after"]["isolatedPosition"], "942.50");
    assert_eq!(positions(&customer).await[0]["removableMargin"], "500.00");
    let (key, remove) = (uuid(), json!({ "id": id, "amount": "100" }));
    let removed = customer.call_with_key("POST /position/removeMargin", remove.clone(), &key).await;
    assert_eq!(removed.ok()["isolatedPosition"], "942.50");
    let again = customer.call_with_key("POST /position/removeMargin", remove.clone(), &key).await;
    assert_eq!(again.ok(), removed.ok(), "a repeat takes nothing");
    customer
        .call("POST /position/removeMargin", json!({ "id": id, "amount": "400.01" }))
        .await
        .refused(409, "margin_too_low");
    customer
        .call("POST /position/marginRefill", json!({ "id": id, "enabled": false }))
        .await
        .refused(422, "wrong_product");
    customer.call(call, remove).await.ok();
    let less = json!({ "id": id, "leverage": "10" });
    let seen = customer.call("POST /position/marginPreview", less.clone()).await;
    assert_eq!(seen.ok()["after"]["isolatedPosition"], "1585.00");
    let changed = customer.call("POST /position/leverage", less).await;
    assert_eq!((&changed.ok()["leverage"], &changed.ok()["initialMargin"]), (&json!("10"), &json!("1085.00")));
    assert_eq!(wallet(&customer).await, (200_000, 158_500));
    customer.call("POST /position/leverage", json!({ "id": id, "leverage": "30" })).await.ok();
    assert_eq!(wallet(&customer).await, (200_000, 86_167), "361.67 for the leverage, and what was added");
    let beyond = json!({ "id": id, "leverage": "31" });
    customer.call("POST /position/leverage", beyond.clone()).await.refused(422, "leverage_unavailable");
    customer.call("POST /position/marginPreview", beyond).await.refused(422, "leverage_unavailable");
    customer.call("POST /position/marginPreview", json!({ "id": id })).await.refused(422, "nothing_to_change");
    let other = server.register().await;
    other.call("POST /position/leverage", json!({ "id": id, "leverage": "5" })).await.refused(404, "position_unknown");
    server.audited().await;
}

async fn a_stop_loss_closes_at_the_market_and_ends_the_take_profit(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08510");
    customer.call("POST /crude/create", order(1, "10000", "10")).await.ok();
    let id = positions(&customer).await[0]["id"].clone();
    let protect = |stop: Option<&str>, take: Option<&str>| json!({ "id": id, "stopLoss": stop, "takeProfit": take });
    let call = "POST /position/protect";
    customer.call(call, protect(Some("1.08"), None)).await.refused(409, "stop_loss_reached");
    customer.call(call, protect(None, Some("1.09"))).await.refused(409, "take_profit_reached");
    customer.call(call, protect(Some("1.0900001"), None)).await.refused(422, "stop_tick_size");
    customer.call(call, protect(None, Some("1.0700001"))).await.refused(422, "tick_size");
    customer.call(call, protect(Some("x"), None)).await.refused(422, "price_invalid");
    customer.call(call, protect(Some("1.09"), Some("1.07"))).await.ok();
    let row = positions(&customer).await.remove(0);
    assert_eq!((&row["stopLoss"], &row["takeProfit"]), (&json!("1.09"), &json!("1.07")));
    server.quote_pair("EURUSD", "1.08989", "1.08999");
    looked().await;
    assert_eq!(positions(&customer).await.len(), 1);
    server.quote_pair("EURUSD", "1.08992", "1.09002");
    until(&customer, "the stop-loss closes it", <[Value]>::is_empty).await;
    assert_eq!(wallet(&customer).await, (500_000 - 5_020, 0));
    let closed = customer.call("POST /position/flatList", json!({ "source": 2 })).await;
    let ours = json!({ "id": closed.ok()["list"][0]["orderId"] });
    let leg = customer.call("POST /orders/detail", ours).await.ok().clone();
    assert_eq!((&leg["status"], &leg["orderType"], &leg["stopPrice"]), (&json!(1), &json!(2), &json!("1.09")));
    let take = leg["legs"].as_array().unwrap().iter().find(|leg| leg["kind"] == "takeProfit").unwrap();
    let ended = customer.call("POST /orders/detail", json!({ "id": take["id"] })).await.ok().clone();
    assert_eq!((&ended["status"], &ended["reason"]), (&json!(2), &json!("stop_loss")));
    assert_eq!(told(&customer).await, ["stop_loss"]);
    customer.call("POST /crude/create", order(0, "10000", "10")).await.ok();
    let row = positions(&customer).await.remove(0);
    assert_eq!((&row["stopLoss"], &row["takeProfit"]), (&Value::Null, &Value::Null));
    let clear = json!({ "id": row["id"], "takeProfit": "1.10" });
    assert_eq!(customer.call(call, clear).await.ok()["takeProfit"], "1.10");
    assert_eq!(customer.call(call, json!({ "id": row["id"] })).await.ok()["takeProfit"], Value::Null);
    server.audited().await;
}

async fn nights_are_charged_once(server: TestServer) {
    let customer = server.funded_in("FOREX", 5_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    let card = customer.call("POST /crude/preview", order(0, "10000", "10")).await;
    let a_night = cents(&card.ok()["margin"]["nightFinancing"]);
    assert_eq!(a_night, -56, "1.375 % and half a point more of 10,850, for one of 365 days");
    customer.call("POST /crude/create", order(0, "10000", "10")).await.ok();
    let bill = async || {
        let body = json!({ "walletType": "FOREX", "timeZone": "UTC" });
        let rows = customer.call("POST /wallet/getWalletBill", body).await.ok()["list"].as_array().unwrap().clone();
        rows.into_iter().filter(|row| row["kind"] == "financing").collect::<Vec<_>>()
    };
    looked().await;
    assert_eq!(bill().await.len(), 0, "no night has begun");
    // From Monday, 10:00, to past Wednesday's 17:00: two nights, and one that counts for three.
    server.app.clock.advance(2 * UnixMillis::DAY + 8 * UnixMillis::HOUR);
    let mut charged = Vec::new();
    for _ in 0..400 {
        charged = bill().await;
        if charged.len() >= 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let notes: Vec<&str> = charged.iter().map(|row| row["note"].as_str().unwrap()).collect();
    assert_eq!(notes, ["EURUSD × 3", "EURUSD × 1", "EURUSD × 1"], "newest first");
    let amounts: Vec<i64> = charged.iter().map(|row| cents(&row["amount"])).collect();
    assert!((amounts[1] - amounts[2]).abs() <= 3, "at marks of one moment: {amounts:?}");
    assert!((amounts[1] - a_night).abs() <= 3, "the card said {a_night} at another mark: {amounts:?}");
    assert!((amounts[0] - 3 * amounts[1]).abs() <= 9 && amounts[1] < 0, "{amounts:?}");
    looked().await;
    assert_eq!(bill().await.len(), 3, "none twice");
    assert_eq!(told(&customer).await, ["financing"; 3]);
    let (balance, _) = wallet(&customer).await;
    assert_eq!(balance, 500_000 + amounts.iter().sum::<i64>());
    server.audited().await;
}

async fn a_first_order_in_another_currency_rests_and_is_filled(server: TestServer) {
    let customer = server.funded_in("FOREX", 10_000).await;
    server.quote_pair("USDJPY", "150.000", "150.000");
    server.quote_pair("GBPJPY", "190.500", "190.510");
    let mut limit = order(0, "10000", "20");
    limit["stockCode"] = json!("GBPJPY");
    limit["orderType"] = json!(1);
    limit["price"] = json!("190.000");
    assert_eq!(customer.call("POST /crude/create", limit).await.ok()["status"], 0);
    server.quote_pair("GBPJPY", "189.990", "190.000");
    let row = until(&customer, "the quote fills it", |rows| !rows.is_empty()).await.remove(0);
    assert_eq!((&row["avgPrice"], &row["positionNum"]), (&json!("190.00"), &json!("10000")));
    customer.call("POST /position/flatPosition", json!({ "id": row["id"], "size": "full" })).await.ok();
    assert_eq!(positions(&customer).await, Vec::<Value>::new());
    server.audited().await;
}

/// The charges for nights, in cents.
async fn charged(customer: &Customer<'_>) -> Vec<i64> {
    let bill = customer.call("POST /wallet/getWalletBill", json!({ "walletType": "FOREX", "timeZone": "UTC" })).await;
    let rows = bill.ok()["list"].as_array().unwrap().clone();
    rows.iter().filter(|row| row["kind"] == "financing").map(|row| cents(&row["amount"])).collect()
}

async fn a_pair_rests_until_its_night_is_recorded(server: TestServer) {
    let customer = server.funded_in("FOREX", 50_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    let card = customer.call("POST /crude/preview", order(0, "10000", "10")).await;
    let a_night = cents(&card.ok()["margin"]["nightFinancing"]);
    customer.call("POST /crude/create", order(0, "10000", "10")).await.ok();
    let protect = json!({ "id": positions(&customer).await[0]["id"], "takeProfit": "1.10" });
    customer.call("POST /position/protect", protect).await.ok();
    let now = server.app.clock.now();
    let night = server.app.market.calendars.named("FX").next_night(now).unwrap().at;
    server.app.clock.advance(night.since(now) + UnixMillis::SECOND);
    // Tried repeatedly: it succeeds once the night is recorded, and not before.
    for _ in 0..2_000 {
        server.quote_pair("EURUSD", "1.11000", "1.11000");
        let recorded = server.app.market.recorded_nights.reach(night);
        let opened = customer.call("POST /crude/create", order(1, "100000", "10")).await;
        if opened.status == 200 {
            assert!(server.app.market.recorded_nights.reach(night), "nothing is filled before the night is recorded");
            until(&customer, "the take-profit is reached now", |rows| rows.len() == 1).await;
            // Whatever came first, the round or the take-profit: the position was charged before it was closed.
            let nights = charged(&customer).await;
            assert_eq!(nights.len(), 1, "the short was opened after the night began");
            assert!((nights[0] - a_night).abs() <= 30, "{nights:?} for what costs {a_night} at another mark");
            return server.audited().await;
        }
        assert_eq!(opened.error(), "session_closed");
        assert!(!recorded, "the pair rests no longer than until the night is recorded");
    }
    panic!("the pair rests for ever");
}

async fn each_direction_is_a_position_of_its_own(server: TestServer) {
    let customer = server.funded_in("FOREX", 1_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    customer.call("POST /crude/create", order(0, "2000", "10")).await.ok();
    customer.call("POST /crude/create", order(1, "1000", "20")).await.ok();
    customer.call("POST /crude/create", order(0, "1000", "10")).await.ok();
    let rows = positions(&customer).await;
    let held = |direction: i64| rows.iter().find(|row| row["direction"] == direction).unwrap();
    assert_eq!((&held(0)["positionNum"], &held(1)["positionNum"]), (&json!("3000"), &json!("1000")));
    assert_eq!(wallet(&customer).await, (100_000, 32_550 + 5_425));
    for (direction, quantity) in [(0, "3000"), (1, "1000")] {
        let body = json!({ "stockCode": "EURUSD", "market": "Forex", "direction": direction });
        assert_eq!(customer.call("POST /position/getByStock", body).await.ok()["positionNum"], quantity);
    }
    customer.call("POST /crude/create", order(0, "1000", "20")).await.refused(409, "leverage_differs");
    // 620.25 are free: by 10 that is 6,202.50, which a market order at the collar of 1 % could spend on 5,000 units.
    let size = |leverage: Option<&str>| json!({ "stockCode": "EURUSD", "market": "Forex", "direction": 0, "size": "full", "price": "1.085", "leverage": leverage });
    let most = customer.call("POST /position/getHalfOrFullNum", size(None)).await;
    assert_eq!(most.ok()["quantity"], "5000", "at the position's leverage");
    let most = customer.call("POST /position/getHalfOrFullNum", size(Some("30"))).await;
    assert_eq!(most.ok()["quantity"], "17000");
    customer.call("POST /position/getHalfOrFullNum", size(Some("40"))).await.refused(422, "leverage_unavailable");
    server.audited().await;
}

async fn a_limit_order_rests_with_its_margin_set_aside(server: TestServer) {
    let customer = server.funded_in("FOREX", 1_000).await;
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    let mut limit = order(1, "2000", "10");
    limit["orderType"] = json!(1);
    limit["price"] = json!("1.09");
    let placed = customer.call("POST /crude/create", limit).await;
    assert_eq!((&placed.ok()["status"], &placed.ok()["held"]["amount"]), (&json!(0), &json!("218.00")));
    assert_eq!(wallet(&customer).await, (100_000, 21_800));
    let row = customer.call("POST /position/consignList", json!({ "source": 2 })).await.ok()["list"][0].clone();
    assert_eq!((&row["positionDirection"], &row["leverage"], &row["direction"]), (&json!(1), &json!("10"), &json!(1)));
    server.quote_pair("EURUSD", "1.09100", "1.09110");
    let row = until(&customer, "the quote fills it", |rows| !rows.is_empty()).await.remove(0);
    assert_eq!((&row["avgPrice"], &row["isolatedPosition"]), (&json!("1.091"), &json!("218.20")));
    server.audited().await;
}

async fn a_profit_in_yen_is_converted_and_the_receipt_says_at_what(server: TestServer) {
    let customer = server.funded_in("FOREX", 10_000).await;
    server.quote_pair("USDJPY", "150.000", "150.000");
    server.quote_pair("GBPJPY", "190.500", "190.500");
    let mut buy = order(0, "100000", "30");
    buy["stockCode"] = json!("GBPJPY");
    buy["leverage"] = json!("30");
    let card = customer.call("POST /crude/preview", buy.clone()).await;
    // A pip of a pair in yen is 0.01: 1,000 yen at 150.
    assert_eq!(card.ok()["margin"]["pipValue"], "6.67");
    customer.call("POST /crude/create", buy).await.ok();
    assert_eq!(wallet(&customer).await, (1_000_000, 423_333));
    server.quote_pair("GBPJPY", "190.510", "190.510");
    let row = positions(&customer).await.remove(0);
    // A pip is worth 1,000 / 150 dollars.
    assert_eq!(
        (&row["profit"], &row["currency"], &row["priceCurrency"]),
        (&json!("6.67"), &json!("USD"), &json!("JPY"))
    );
    customer.call("POST /position/flatPosition", json!({ "id": row["id"], "size": "full" })).await.ok();
    let fill = customer.call("POST /position/water/pageList", json!({ "source": 2 })).await.ok()["list"][0].clone();
    assert_eq!((&fill["profit"], &fill["currency"]), (&json!("6.67"), &json!("USD")));
    assert_eq!((&fill["amount"], &fill["priceCurrency"]), (&json!("19051000"), &json!("JPY")));
    let receipt = customer.call("POST /orders/receipt", json!({ "fillId": fill["id"] })).await;
    let conversion = &receipt.ok()["conversion"];
    assert_eq!((&conversion["stock_code"], &conversion["ask"]), (&json!("USDJPY"), &json!("150.00")));
    server.audited().await;
}

async fn what_cannot_be_opened_is_refused(server: TestServer) {
    let customer = server.funded_in("FOREX", 100).await;
    server.quote_pair("EURUSD", "1.08500", "1.08510");
    server.quote(Market::UsStock, "AAPL", "200.00", "200.01");
    let with = |field: &str, value: Value| {
        let mut body = order(0, "1000", "20");
        body[field] = value;
        body
    };
    let table = [
        (order(0, "1000", "31"), 422, "leverage_unavailable"),
        (order(0, "1000", "0.5"), 422, "leverage_unavailable"),
        (order(0, "1000", "x"), 422, "leverage_unavailable"),
        (order(0, "1500", "20"), 422, "lot_size"),
        (order(0, "0", "20"), 422, "quantity_invalid"),
        (order(2, "1000", "20"), 422, "body_invalid"),
        (order(0, "10000", "20"), 409, "insufficient_funds"),
        (with("stockCode", json!("AAPL")), 404, "instrument_unknown"),
    ];
    for (body, status, word) in table {
        customer.call("POST /crude/create", body).await.refused(status, word);
    }
    assert_eq!(customer.call("POST /crude/preview", order(0, "10000", "20")).await.ok()["error"], "insufficient_funds");
    let stock = json!({ "stockCode": "EURUSD", "market": "Forex", "direction": 0, "orderType": 0, "quantity": "1000" });
    customer.call("POST /stock/create", stock).await.refused(422, "market_unknown");
    assert_eq!(wallet(&customer).await, (10_000, 0));
}
