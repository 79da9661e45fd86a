//! What the write path does when something is wrong with the server itself.

use std::sync::atomic::Ordering;

use plumbline_core::ledger::Wallet;
use plumbline_core::orders::{Cancel, CloseReason, Order, OrderRef, Place};
use plumbline_core::time::UnixMillis;

use super::tests::{COUNT_JOURNALS, COUNT_REPLIES, Venue, request, tick, venue, venue_at};
use super::*;
use crate::orders::OrderReply;
use crate::testing::databases;

async fn submit<A: Listed<Done = Order>>(
    venue: &Venue,
    submission: Submission,
    action: impl Future<Output = Result<A, ApiError>>,
) -> Result<Reply<Recorded>, ApiError> {
    venue.writer.submit::<A, OrderReply>(submission, action).await
}

/// A handler that takes one customer's action for another's is stopped before anything is decided.
#[tokio::test]
async fn a_customer_acts_on_no_other_account() {
    let (uri, folder) = databases("writer").await.remove(0);
    let venue = venue(&uri, folder, 1).await;
    venue.fund(AccountId(8), 1_000_000).await;
    let failed = submit(&venue, request(1, &1), async { Ok(venue.buy(AccountId(8), 1)) }).await.unwrap_err();
    assert_eq!((failed.status.as_u16(), failed.word), (500, "internal"));
    assert_eq!(venue.orders_of(AccountId(8)).await, 0);
}

/// The command names another wallet than its order has, so that the balance that it changes is not loaded.
#[tokio::test]
async fn an_unsound_decision_is_a_fault_that_is_not_remembered() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder, 1).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        let nothing_shown = tick(&venue.ids, 0);
        let order = venue.writer.run(venue.buy_at(account, 1, nothing_shown)).await.unwrap();
        let (held, replies) = (venue.stock(account).await, venue.number(COUNT_REPLIES).await);
        let cancel = |order| Cancel { order, reason: CloseReason::Customer };
        let wrong = OrderRef { wallet: Wallet::HkStock, ..order.at };
        for _ in 0..2 {
            let failed = submit(&venue, request(1, &1), async { Ok(cancel(wrong)) }).await.unwrap_err();
            assert_eq!((failed.status.as_u16(), failed.word), (500, "internal"));
        }
        let failed = venue.writer.run(cancel(wrong)).await;
        assert!(
            matches!(failed, Err(RunError::Refused(Refusal::Unsound(Unsound::NotLoaded("balance"))))),
            "{failed:?}"
        );
        assert_eq!((venue.stock(account).await, venue.number(COUNT_REPLIES).await), (held, replies));
        submit(&venue, request(1, &1), async { Ok(cancel(order.at)) }).await.unwrap();
        assert_eq!(venue.stock(account).await, (1_000_000, 0), "a repeat is decided anew");
        venue.check().await;
    }
}

#[tokio::test]
async fn a_repeat_is_answered_whatever_its_command_meets() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder, 1).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        let first = venue.submit(account, 1, 3).await.unwrap();
        let refuse = async || Err::<Place, _>(ApiError::conflict("instrument_not_tradable"));
        let again = submit(&venue, request(1, &3), refuse()).await.unwrap();
        assert_eq!(first.0.data.get(), again.0.data.get());
        let unmade = async { panic!("a repeat needs no action") };
        let guarded = venue.writer.submit_guarded::<Place, OrderReply>(request(1, &3), unmade).await.unwrap();
        assert_eq!(first.0.data.get(), guarded.0.data.get());
        let other = submit(&venue, request(1, &4), refuse()).await.unwrap_err();
        assert_eq!(other.word, "idempotency_conflict");
        let new = submit(&venue, request(2, &3), refuse()).await.unwrap_err();
        assert_eq!(new.word, "instrument_not_tradable");
    }
}

/// The first request is carried out while the second makes its command, which something refuses by then.
#[tokio::test]
async fn a_repeat_that_overtakes_is_answered_like_the_first() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder, 1).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        let mut first = None;
        let late = async {
            first = Some(venue.submit(account, 1, 3).await.unwrap());
            Err::<Place, _>(ApiError::conflict("instrument_not_tradable"))
        };
        let again = submit(&venue, request(1, &3), late).await.unwrap();
        assert_eq!(first.unwrap().0.data.get(), again.0.data.get());
        assert_eq!(venue.orders_of(account).await, 1);
    }
}

#[tokio::test]
async fn a_server_whose_number_another_has_writes_nothing() {
    for (uri, folder) in databases("writer").await {
        let clock = Clock::manual(UnixMillis(1_800_000_000_000));
        let first = venue_at(&uri, folder, 1, clock.clone()).await;
        let account = AccountId(7);
        first.fund(account, 1_000_000).await;
        clock.advance(UnixMillis::HOUR);
        first.writer.run(first.buy(account, 1)).await.expect("nobody else has its number");
        clock.advance(UnixMillis::HOUR);
        let second = venue_at(&uri, tempfile::tempdir().unwrap(), 1, clock.clone()).await;
        let journals = first.number(COUNT_JOURNALS).await;
        for _ in 0..2 {
            let refused = first.writer.run(first.buy(account, 1)).await;
            assert!(matches!(refused, Err(RunError::Overloaded)), "{refused:?}");
        }
        assert_eq!(first.number(COUNT_JOURNALS).await, journals);
        second.writer.run(second.buy(account, 1)).await.unwrap();
    }
}

#[tokio::test]
async fn a_writer_that_panics_is_found_out() {
    let (uri, folder) = databases("writer").await.remove(0);
    let venue = venue(&uri, folder, 1).await;
    let account = AccountId(7);
    venue.fund(account, 1_000_000).await;
    venue.writer.ping().await.unwrap();
    assert!(venue.supervisor.unwell().is_empty());
    venue.heard.faulty.store(true, Ordering::SeqCst);
    assert!(venue.writer.run(venue.buy(account, 1)).await.is_err());
    venue.supervisor.failed().await;
    assert_eq!(venue.supervisor.unwell(), ["writer"]);
    assert!(venue.writer.ping().await.is_err());
}
