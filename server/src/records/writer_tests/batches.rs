//! What the write path must hold besides its happy path: refusals and repeats inside a batch, several orders of one
//! account in a batch, and a commit that fails.

use std::collections::HashSet;

use plumbline_core::decision::Refusal;
use plumbline_core::ids::AccountId;
use plumbline_core::orders::Order;

use super::venue::{ALLOW_FILLS, BLOCK_FILLS, COUNT_JOURNALS, venue};
use crate::execute;
use crate::testing::databases;
use crate::writer::RunError;

#[tokio::test]
async fn a_refusal_refuses_alone_and_orders_of_one_account_see_each_other() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 10 * 10_001).await;
        // Sixteen orders of one share at 100.01 in one batch, with money for ten.
        let orders = (0..16).map(|_| venue.writer.run(venue.buy(account, 1)));
        let results = futures_util::future::join_all(orders).await;
        let filled = results.iter().filter(|result| result.is_ok()).count();
        let refused = |r: &Result<Order, RunError>| matches!(r, Err(RunError::Refused(Refusal::InsufficientFunds)));
        assert_eq!((filled, results.iter().filter(|r| refused(r)).count()), (10, 6));
        assert_eq!(venue.stock(account).await, (0, 0));
        assert_eq!(venue.orders_of(account).await, 10);
        venue.check().await;
        let heard = venue.heard.events.lock().unwrap().clone();
        let numbers: Vec<i64> = heard.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>(), "the stream has no gaps");
        assert_eq!(venue.told(account).await, heard, "what is stored, in several batches, is what was heard");
    }
}

#[tokio::test]
async fn one_key_acts_once_however_often_it_is_sent() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        let repeats = (0..100).map(|_| venue.submit(account, 1, 3));
        let replies = futures_util::future::join_all(repeats).await;
        let different: HashSet<String> = replies.iter().map(|r| r.as_ref().unwrap().0.data.to_string()).collect();
        assert_eq!(different.len(), 1, "every repeat gets the first reply");
        assert_eq!(venue.orders_of(account).await, 1);
        let other = venue.submit(account, 1, 4).await.unwrap_err();
        assert_eq!(other.word, "idempotency_conflict");
        let refused = venue.submit(account, 2, 1_000).await.unwrap_err();
        let again = venue.submit(account, 2, 1_000).await.unwrap_err();
        assert_eq!((refused.word, again.word), ("insufficient_funds", "insufficient_funds"));
        let somebody_else = venue.submit(AccountId(8), 1, 3).await.unwrap_err();
        assert_eq!(somebody_else.word, "insufficient_funds", "a key belongs to its account");
    }
}

#[tokio::test]
async fn a_batch_that_cannot_be_stored_leaves_nothing_and_the_next_one_works() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let accounts = [AccountId(7), AccountId(8)];
        for account in accounts {
            venue.fund(account, 1_000_000).await;
        }
        let journals = venue.number(COUNT_JOURNALS).await;
        let mut tx = venue.db.begin().await.unwrap();
        execute!(&mut tx, BLOCK_FILLS).unwrap();
        tx.commit().await.unwrap();
        let orders = accounts.iter().map(|account| venue.writer.run(venue.buy(*account, 1)));
        for result in futures_util::future::join_all(orders).await {
            assert!(matches!(result, Err(RunError::Failed)), "everyone in the batch hears of it");
        }
        assert_eq!(venue.number(COUNT_JOURNALS).await, journals);
        assert_eq!(venue.stock(accounts[0]).await, (1_000_000, 0));
        let mut tx = venue.db.begin().await.unwrap();
        execute!(&mut tx, ALLOW_FILLS).unwrap();
        tx.commit().await.unwrap();
        venue.writer.run(venue.buy(accounts[0], 1)).await.unwrap();
        assert_eq!(venue.stock(accounts[0]).await, (1_000_000 - 10_001, 0));
        venue.check().await;
    }
}

#[tokio::test]
async fn observers_hear_of_what_is_stored_and_of_nothing_else() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        venue.writer.run(venue.buy(account, 2)).await.unwrap();
        assert!(venue.writer.run(venue.buy(account, 1_000_000)).await.is_err());
        let orders = venue.heard.orders.lock().unwrap().clone();
        assert_eq!(orders.len(), 1);
        assert_eq!(orders[0].version, 1);
        let events = venue.heard.events.lock().unwrap().clone();
        let topics: Vec<&str> = events.iter().rev().take(3).rev().map(|event| event.topic.as_ref()).collect();
        assert_eq!(topics, ["orders", "positions", "wallets"]);
        assert_eq!(venue.told(account).await, events);
    }
}
