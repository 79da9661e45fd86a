//! A customer closes a position, or adds margin to it, while the house closes it: the result is that of one order of
//! the two. `PLUMBLINE_TEST_MARGIN_RACES` is the number of positions on each database (`./scripts/prove margin` for the
//! long form).

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use plumbline_core::decimal::parse_units;
use serde_json::{Value, json};

use crate::support::{Customer, TestServer};
use crate::while_time_stands_still;

/// Raced positions on each database.
const ROUNDS: u32 = 40;
/// Customers who race with the house at one tick.
const AT_ONCE: u32 = 20;

while_time_stands_still! {
    a_close_and_a_liquidation_at_once_close_it_once,
    added_margin_and_a_liquidation_at_once_are_one_after_the_other,
    a_stop_loss_closes_a_position_before_it_is_liquidated,
}

/// The number of ticks at which these customers race.
fn ticks() -> u32 {
    let rounds =
        std::env::var("PLUMBLINE_TEST_MARGIN_RACES").map_or(ROUNDS, |it| it.parse().expect("a number of rounds"));
    rounds.div_ceil(AT_ONCE)
}

async fn customers(server: &TestServer) -> Vec<Customer<'_>> {
    let mut customers = Vec::new();
    for _ in 0..AT_ONCE {
        customers.push(server.funded_in("FOREX", 100_000).await);
    }
    customers
}

/// A position of 2,000 at 1.0850 with a margin of 72.33, of which 36.17 may be lost; gives its id, and the wallet
/// before.
async fn open(customer: &Customer<'_>) -> (Value, i64) {
    let order = json!({ "stockCode": "EURUSD", "direction": 0, "orderType": 0, "quantity": "2000", "leverage": "30" });
    customer.call("POST /crude/create", order).await.ok();
    let row = customer.call("POST /position/forex/pageList", json!({})).await.ok()["list"][0].clone();
    (row["id"].clone(), wallet(customer).await.0)
}

/// The wallet's balance and its held part, in cents.
async fn wallet(customer: &Customer<'_>) -> (i64, i64) {
    let answer = customer.call("POST /wallet/getWalletBalance", json!({ "walletType": "FOREX" })).await;
    let cents = |value: &Value| parse_units(value.as_str().unwrap(), 2).unwrap();
    (cents(&answer.ok()["balance"]), cents(&answer.ok()["usedBalance"]))
}

/// A time within the six milliseconds in which requests and the quote are in transit.
async fn a_moment(number: u32) {
    tokio::time::sleep(Duration::from_micros(u64::from(number * 37 % 60) * 100)).await;
}

/// The quote with a loss of 38.00, at some time while the customers' requests are in transit.
async fn fall(server: &TestServer, tick: u32) {
    a_moment(tick).await;
    server.quote_pair("EURUSD", "1.06600", "1.06602");
}

/// Makes all customers race with one quote, repeatedly; counts the outcomes. A race gets the position's id and the
/// wallet before.
async fn races<E: Ord>(
    server: &TestServer,
    customers: &[Customer<'_>],
    race: impl AsyncFn(&Customer<'_>, Value, i64) -> E,
) -> BTreeMap<E, u32> {
    let mut ends = BTreeMap::new();
    for tick in 0..ticks() {
        server.quote_pair("EURUSD", "1.08500", "1.08500");
        let opened = join_all(customers.iter().map(open)).await;
        let all = customers.iter().zip(opened).zip(tick..).map(async |((customer, (id, before)), number)| {
            a_moment(number).await;
            race(customer, id, before).await
        });
        let (ended, ()) = tokio::join!(join_all(all), fall(server, tick * 7));
        ended.into_iter().for_each(|end| *ends.entry(end).or_default() += 1);
    }
    ends
}

async fn a_close_and_a_liquidation_at_once_close_it_once(server: TestServer) {
    let customers = customers(&server).await;
    let ends = races(&server, &customers, async |customer, id, before| {
        customer.call("POST /position/flatPosition", json!({ "id": id, "size": "full" })).await.ok();
        let (after, held) = wallet(customer).await;
        let lost = before - after;
        assert!(held == 0 && [0, 3_800].contains(&lost), "{lost} is lost and {held} set aside");
        lost
    });
    println!("{:?}", ends.await);
    server.audited().await;
}

async fn added_margin_and_a_liquidation_at_once_are_one_after_the_other(server: TestServer) {
    let customers = customers(&server).await;
    let ends = races(&server, &customers, async |customer, id, _| {
        let added = customer.call("POST /position/addPositionMargin", json!({ "id": id, "amount": "50" })).await;
        // If added first, the margin suffices; if closed first, half of it is gone with its loss of 19.00.
        let end = (&added.ok()["positionNum"], &added.ok()["isolatedPosition"]);
        let [whole, half] = [(json!("2000"), json!("122.33")), (json!("1000"), json!("103.33"))];
        assert!(end == (&whole.0, &whole.1) || end == (&half.0, &half.1), "{end:?}");
        let row = customer.call("POST /position/forex/pageList", json!({})).await.ok()["list"][0].clone();
        assert_eq!((&row["positionNum"], &row["isolatedPosition"]), end, "and so it stays");
        customer.call("POST /position/flatPosition", json!({ "id": id, "size": "full" })).await.ok();
        assert_eq!(wallet(customer).await.1, 0);
        end.0.to_string()
    });
    println!("{:?}", ends.await);
    server.audited().await;
}

/// One quote reaches the stop-loss, the warning and the end of the position.
async fn a_stop_loss_closes_a_position_before_it_is_liquidated(server: TestServer) {
    let customers = customers(&server).await;
    for tick in 0..ticks() {
        server.quote_pair("EURUSD", "1.08500", "1.08500");
        let opened = join_all(customers.iter().map(open)).await;
        for (customer, (id, _)) in customers.iter().zip(&opened) {
            customer.call("POST /position/protect", json!({ "id": id, "stopLoss": "1.07000" })).await.ok();
        }
        fall(&server, tick * 7).await;
        for (customer, (_, before)) in customers.iter().zip(&opened) {
            let mut rounds = 0;
            while wallet(customer).await.1 != 0 {
                rounds += 1;
                assert!(rounds < 600, "the position is closed within half a minute");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            assert_eq!(before - wallet(customer).await.0, 3_800);
            let newest = customer.call("POST /orders/history", json!({})).await.ok()["list"][0].clone();
            assert_eq!((&newest["orderType"], &newest["status"]), (&json!(2), &json!(1)), "{newest}");
        }
    }
    server.audited().await;
}
