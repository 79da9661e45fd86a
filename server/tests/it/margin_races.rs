//! A customer closes a position, or sets more aside for it, while we close it: what comes of it is what one order of the two
//! gives. `PLUMBLINE_TEST_MARGIN_RACES` says how often it is tried on each database (`./scripts/prove margin` for the long
//! form).

use std::collections::BTreeMap;
use std::time::Duration;

use plumbline_core::decimal::parse_units;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer};
use crate::while_time_stands_still;

const ROUNDS: u32 = 10;

while_time_stands_still! {
    a_close_and_a_liquidation_at_once_close_it_once,
    added_margin_and_a_liquidation_at_once_are_one_after_the_other,
}

fn rounds() -> u32 {
    std::env::var("PLUMBLINE_TEST_MARGIN_RACES").map_or(ROUNDS, |rounds| rounds.parse().expect("a number of rounds"))
}

/// A position of 2,000 at 1.0850 with 72.33 set aside, of which 36.17 may be lost; gives its id.
async fn open(server: &TestServer, customer: &Customer<'_>) -> Value {
    server.quote_pair("EURUSD", "1.08500", "1.08500");
    let order = json!({ "stockCode": "EURUSD", "direction": 0, "orderType": 0, "quantity": "2000", "leverage": "30" });
    customer.call("POST /crude/create", order).await.ok();
    customer.call("POST /position/forex/pageList", json!({})).await.ok()["list"][0]["id"].clone()
}

/// The wallet and what of it is set aside, in cents.
async fn wallet(customer: &Customer<'_>) -> (i64, i64) {
    let answer = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "FOREX" })).await;
    let cents = |value: &Value| parse_units(value.as_str().unwrap(), 2).unwrap();
    (cents(&answer.ok()["balance"]), cents(&answer.ok()["usedBalance"]))
}

/// The quote at which 38.00 are lost, at some moment while the customer's request is on its way.
async fn fall(server: &TestServer, round: u32) {
    tokio::time::sleep(Duration::from_micros(u64::from(round * 37 % 60) * 100)).await;
    server.quote_pair("EURUSD", "1.06600", "1.06602");
}

async fn a_close_and_a_liquidation_at_once_close_it_once(server: TestServer) {
    let customer = server.funded_in("FOREX", 100_000).await;
    let mut ends: BTreeMap<i64, u32> = BTreeMap::new();
    for round in 0..rounds() {
        let id = open(&server, &customer).await;
        let (before, _) = wallet(&customer).await;
        let close = customer.call("POST /position/flatPosition", json!({ "id": id, "size": "full" }));
        let (closed, ()) = tokio::join!(close, fall(&server, round));
        closed.ok();
        let (after, held) = wallet(&customer).await;
        let lost = before - after;
        assert!(held == 0 && [0, 3_800].contains(&lost), "round {round}: {lost} is lost and {held} set aside");
        *ends.entry(lost).or_default() += 1;
    }
    println!("{ends:?}");
    server.audited().await;
}

async fn added_margin_and_a_liquidation_at_once_are_one_after_the_other(server: TestServer) {
    let customer = server.funded_in("FOREX", 100_000).await;
    let mut ends: BTreeMap<String, u32> = BTreeMap::new();
    for round in 0..rounds() {
        let id = open(&server, &customer).await;
        let add = customer.call("POST /position/addPositionMargin", json!({ "id": id, "amount": "50" }));
        let (added, ()) = tokio::join!(add, fall(&server, round));
        // Added first, what is set aside suffices; closed first, half of it is gone with its loss of 19.00.
        let end = (&added.ok()["positionNum"], &added.ok()["isolatedPosition"]);
        let [whole, half] = [(json!("2000"), json!("122.33")), (json!("1000"), json!("103.33"))];
        assert!(end == (&whole.0, &whole.1) || end == (&half.0, &half.1), "round {round}: {end:?}");
        let row = customer.call("POST /position/forex/pageList", json!({})).await.ok()["list"][0].clone();
        assert_eq!((&row["positionNum"], &row["isolatedPosition"]), end, "and so it stays");
        *ends.entry(end.0.to_string()).or_default() += 1;
        server.quote_pair("EURUSD", "1.08500", "1.08500");
        customer.call("POST /position/flatPosition", json!({ "id": id, "size": "full" })).await.ok();
        assert_eq!(wallet(&customer).await.1, 0);
    }
    println!("{ends:?}");
    server.audited().await;
}
