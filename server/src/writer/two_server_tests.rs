//! Two servers on one database: neither loses what the other writes, and together they fill and take no more than there is.

use std::sync::Arc;

use plumbline_core::decimal::Quantity;
use plumbline_core::decision::Refusal;
use plumbline_core::ids::AccountId;
use plumbline_core::market::Tick;
use plumbline_core::orders::{
    Cancel, CloseReason, FillResting, MAX_OPEN_ORDERS, Order, OrderRef, Reached, RestingFill,
};

use super::test_venue::{HOURS, contract, tick, venue};
use super::*;
use crate::testing::databases;
use crate::{fetch_one, statements};

statements! {
    OPEN_ORDERS: "SELECT open_orders FROM account_streams WHERE account_id = 7";
    /// How many levels were filled at, and the least and the most that was taken of one.
    LEVELS_TAKEN: "SELECT COUNT(*), CAST(MIN(t.taken) AS BIGINT), CAST(MAX(t.taken) AS BIGINT) FROM
        (SELECT SUM(quantity) AS taken FROM fills GROUP BY feed, tick_epoch, tick_seq, instrument_id, side, price) t";
}

#[tokio::test]
async fn two_servers_on_one_database_do_not_lose_each_others_writes() {
    let (uri, folder) = databases("writer").await.remove(1);
    let first = venue(&uri, folder, 1).await;
    let second = venue(&uri, tempfile::tempdir().unwrap(), 2).await;
    let accounts: Vec<AccountId> = (1..=4).map(AccountId).collect();
    for account in &accounts {
        first.fund(*account, 100 * 10_001).await;
    }
    let orders = (0..200).map(|i| {
        let (venue, account) = (if i % 2 == 0 { &first } else { &second }, accounts[i / 2 % 4]);
        venue.writer.run(venue.buy(account, 1))
    });
    let results = futures_util::future::join_all(orders).await;
    assert!(results.iter().all(Result::is_ok), "{:?}", results.iter().find(|r| r.is_err()));
    for account in accounts {
        assert_eq!(first.stock(account).await, (50 * 10_001, 0));
        assert_eq!(first.orders_of(account).await, 50);
        let numbers: Vec<i64> = first.told(account).await.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>(), "each goes on behind the other's events");
    }
    first.check().await;
}

#[tokio::test]
async fn two_servers_on_one_tick_fill_no_more_than_it_displays() {
    let (uri, folder) = databases("writer").await.remove(1);
    let first = venue(&uri, folder, 1).await;
    let second = venue(&uri, tempfile::tempdir().unwrap(), 2).await;
    let accounts: Vec<AccountId> = (1..=8).map(AccountId).collect();
    for account in &accounts {
        first.fund(*account, 1_000 * 10_001).await;
    }
    // One feed on two servers: both fill from the same ticks, each of which asks less than is wanted of it.
    let ticks: Vec<Arc<Tick>> = (0..6).map(|_| tick(&first.ids, 10)).collect();
    for tick in &ticks {
        let orders = (0..40).map(|i| {
            let (venue, account) = (if i % 2 == 0 { &first } else { &second }, accounts[i % 8]);
            venue.writer.run(venue.buy_at(account, 1, tick.clone()))
        });
        let results = futures_util::future::join_all(orders).await;
        assert!(results.iter().all(Result::is_ok), "{:?}", results.iter().find(|r| r.is_err()));
    }
    let shown = Quantity::from_whole(10).unwrap().units();
    let mut reader = first.db.read().await.unwrap();
    let taken = fetch_one!(&mut reader, (i64, i64, i64), LEVELS_TAKEN).unwrap();
    assert_eq!(taken, (6, shown, shown), "all of each level, and no more");
    for venue in [&first, &second] {
        let account = accounts[0];
        let resting = venue.writer.run(venue.buy_at(account, 1, ticks[5].clone())).await.unwrap();
        let orders = vec![RestingFill { order: resting.at, contract: contract() }];
        let again = FillResting { orders, ..FillResting::new(ticks[5].clone(), i64::MAX, HOURS) };
        assert_eq!(venue.writer.run(again).await.unwrap(), Reached::default());
    }
    let checks = crate::ledger::audit::run(&first.db).await.unwrap();
    assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
}

#[tokio::test]
async fn an_account_has_no_more_open_orders_than_it_may() {
    for (uri, folder) in databases("writer").await {
        let second = uri.starts_with("postgres").then(|| tempfile::tempdir().unwrap());
        let first = venue(&uri, folder, 1).await;
        let second = match second {
            Some(folder) => Some(venue(&uri, folder, 2).await),
            None => None,
        };
        let account = AccountId(7);
        first.fund(account, 1_000_000_000).await;
        let quiet = tick(&first.ids, 0);
        let rest = |n: i64| {
            let venue = second.as_ref().filter(|_| n % 2 == 0).unwrap_or(&first);
            venue.writer.run(venue.buy_at(account, 1, quiet.clone()))
        };
        // All at once, at every server that there is.
        let results = futures_util::future::join_all((0..MAX_OPEN_ORDERS + 20).map(rest)).await;
        let refused = |r: &&Result<Order, RunError>| matches!(r, Err(RunError::Refused(Refusal::TooManyOpenOrders)));
        assert_eq!(results.iter().filter(refused).count(), 20);
        let open: Vec<OrderRef> = results.into_iter().flatten().map(|order| order.at).collect();
        assert_eq!(open.len() as i64, MAX_OPEN_ORDERS);
        let filled = first.writer.run(first.buy(account, 1)).await.unwrap();
        assert!(!filled.status.is_open(), "an order that fills at once is none that rests");
        first.writer.run(Cancel { order: open[0], reason: CloseReason::Customer }).await.unwrap();
        assert!(rest(0).await.is_ok(), "one ended, so there is room for one");
        assert!(matches!(rest(1).await, Err(RunError::Refused(Refusal::TooManyOpenOrders))));
        let counted = first.number(OPEN_ORDERS).await;
        assert_eq!(counted, MAX_OPEN_ORDERS);
    }
}
