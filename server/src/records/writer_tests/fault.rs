//! What the write path does when something is wrong with the server itself.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use plumbline_core::command::Listed;
use plumbline_core::decision::{Refusal, Unsound};
use plumbline_core::funds::{DepositChannel, DepositStatus, RequestDeposit, ReviewDeposit};
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{Cancel, CloseReason, Order, OrderRef, Place};
use plumbline_core::positions::Position;
use plumbline_core::time::UnixMillis;
use sqlx::Connection;

use super::venue::{ALLOW_FILLS, BLOCK_FILLS, COUNT_JOURNALS, COUNT_REPLIES, Venue, request, tick, venue, venue_at};
use crate::clock::Clock;
use crate::db::durable::read_from_disk;
use crate::db::{Db, DbError, OWED, UnreadRow};
use crate::http::{ApiError, Reply};
use crate::ids::Ids;
use crate::ledger::store::Books;
use crate::orders::OrderReply;
use crate::testing::databases;
use crate::writer::{Context, Of, Recorded, Records, RunError, Submission, Writer, WriterError};
use crate::{execute, statements};

statements! {
    /// Keeps the writer waiting until the transaction ends: on SQLite for its turn, on PostgreSQL for a stream.
    HOLD: "UPDATE account_streams SET last_seq = last_seq WHERE account_id = 7";
    SPOIL: "UPDATE deposits SET channel = 'ugly' WHERE account_id = 7 AND status = 0";
    SUCCEED: "UPDATE leadership SET token = token + 1";
    RETURN: "UPDATE leadership SET token = token - 1";
    MEND: "UPDATE deposits SET channel = 'fiat' WHERE account_id = 7 AND status = 0";
}

impl Venue {
    async fn run_statement(&self, statement: &crate::db::Statement) {
        let mut tx = self.db.begin().await.unwrap();
        execute!(&mut tx, statement).unwrap();
        tx.commit().await.unwrap();
    }
}

fn deposit_of(account: AccountId) -> RequestDeposit {
    RequestDeposit {
        account,
        channel: DepositChannel::Fiat,
        sent_currency: "USD".into(),
        sent_amount: "1.00".into(),
        credit: Money::new(100, Currency::Usd),
        rate: None,
        proof_url: None,
    }
}

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
    let venue = venue(&uri, folder).await;
    venue.fund(AccountId(8), 1_000_000).await;
    let failed = submit(&venue, request(1, &1), async { Ok(venue.buy(AccountId(8), 1)) }).await.unwrap_err();
    assert_eq!((failed.status.as_u16(), failed.word), (500, "internal"));
    assert_eq!(venue.orders_of(AccountId(8)).await, 0);
}

/// The command names another wallet than its order has, so that the balance that it changes is not loaded.
#[tokio::test]
async fn an_unsound_decision_is_a_fault_that_is_not_remembered() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        let nothing_shown = tick(&venue.ids, 0);
        let order = venue.writer.run(venue.buy_at(account, 1, nothing_shown)).await.unwrap();
        let (held, replies) = (venue.stock(account).await, venue.number(COUNT_REPLIES).await);
        let cancel = |order| Cancel::new(order, CloseReason::Customer);
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
        let venue = venue(&uri, folder).await;
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
        let venue = venue(&uri, folder).await;
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

/// The first try waits for its batch while the second is refused before the queue.
#[tokio::test]
async fn a_repeat_is_not_refused_while_the_first_try_waits() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        let mut held = venue.db.begin().await.unwrap();
        execute!(&mut held, HOLD).unwrap();
        let refused = async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Err::<Place, _>(ApiError::conflict("instrument_not_tradable"))
        };
        let release = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            drop(held);
        };
        let repeat = submit(&venue, request(1, &3), refused);
        let (first, again, ()) = tokio::join!(venue.submit(account, 1, 3), repeat, release);
        assert_eq!(first.unwrap().0.data.get(), again.unwrap().0.data.get());
        assert_eq!(venue.orders_of(account).await, 1);
    }
}

#[tokio::test]
async fn a_writer_whose_batches_fail_is_not_well_until_one_is_stored() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        venue.writer.ping().await.unwrap();
        venue.run_statement(BLOCK_FILLS).await;
        assert!(matches!(venue.writer.run(venue.buy(account, 1)).await, Err(RunError::Failed)));
        assert!(matches!(venue.writer.ping().await, Err(RunError::Failed)));
        venue.run_statement(ALLOW_FILLS).await;
        assert!(venue.writer.ping().await.is_err(), "nothing has been stored since");
        venue.writer.run(venue.buy(account, 1)).await.unwrap();
        venue.writer.ping().await.unwrap();
    }
}

/// All of them are in one batch, since nobody waits before each is queued.
#[tokio::test]
async fn who_asks_for_what_cannot_be_read_keeps_nobody_else_from_being_served() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let [ann, bob, cy] = [7, 8, 9].map(AccountId);
        for account in [ann, bob, cy] {
            venue.fund(account, 1_000_000).await;
        }
        let pending = venue.writer.run(deposit_of(ann)).await.unwrap();
        venue.run_statement(SPOIL).await;
        let (by, decision) = (ReviewedBy::Reviewers, Ok(()));
        let review =
            || venue.writer.run(ReviewDeposit { deposit: pending.id, account: ann, decision, converted: None, by });
        let buy = |account| venue.writer.run(venue.buy(account, 1));
        let (bobs, anns, cys, again, bobs_next) = tokio::join!(buy(bob), review(), buy(cy), review(), buy(bob));
        for unread in [anns, again, review().await] {
            assert!(matches!(unread, Err(RunError::Unreadable)), "{unread:?}");
        }
        for served in [bobs, cys, bobs_next] {
            served.unwrap();
        }
        assert_eq!((venue.orders_of(bob).await, venue.orders_of(cy).await), (2, 1));
        venue.writer.ping().await.expect("the batches of others are stored");
        buy(ann).await.expect("her other records can be read");
        venue.run_statement(MEND).await;
        assert_eq!(review().await.unwrap().status, DepositStatus::Completed);
        venue.check().await;
    }
}

/// What every batch reads of an account, whatever is asked for.
#[tokio::test]
async fn a_stream_that_cannot_be_read_keeps_nobody_else_from_being_served() {
    let (uri, folder) = databases("writer").await.remove(0);
    let venue = venue(&uri, folder).await;
    let [ann, bob] = [7, 8].map(AccountId);
    venue.fund(ann, 1_000_000).await;
    venue.fund(bob, 1_000_000).await;
    let file = rusqlite::Connection::open(uri.strip_prefix("sqlite://").unwrap()).unwrap();
    let set = |value: &str| {
        let statement = format!("UPDATE account_streams SET unread_notices = {value} WHERE account_id = 7");
        assert_eq!(file.execute(&statement, []).unwrap(), 1);
    };
    set("'x'");
    let (anns, bobs) = tokio::join!(venue.writer.run(venue.buy(ann, 1)), venue.writer.run(venue.buy(bob, 1)));
    assert!(matches!(anns, Err(RunError::Unreadable)), "{anns:?}");
    bobs.unwrap();
    venue.writer.ping().await.expect("the batches of others are stored");
    set("0");
    venue.writer.run(venue.buy(ann, 1)).await.unwrap();
}

#[tokio::test]
async fn a_server_that_cannot_read_what_was_taken_does_not_start() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        venue.run_statement(BLOCK_FILLS).await;
        let second = Writer::spawn(venue.context(), &venue.supervisor).await;
        assert!(matches!(second, Err(WriterError::Taken(_))), "{second:?}");
    }
}

/// Two servers make the same ids, which nothing should bring about.
#[tokio::test]
async fn an_id_that_comes_twice_overwrites_nothing() {
    for (uri, folder) in databases("writer").await {
        let clock = Clock::manual(UnixMillis(1_800_000_000_000));
        let first = venue_at(&uri, folder, clock.clone()).await;
        let (ann, bob) = (AccountId(7), AccountId(8));
        let context = Context { ids: Arc::new(Ids::new(clock, 1)), ..first.context() };
        first.fund(ann, 1_000_000).await;
        let second = Writer::spawn(context, &first.supervisor).await.unwrap();
        match second.run(deposit_of(bob)).await {
            Ok(made) => assert_eq!(made.account, bob, "under ids of its own, when it was tried again"),
            Err(error) => assert!(matches!(error, RunError::Unreadable), "{error:?}"),
        }
        first.fund(bob, 1_000_000).await;
        let nothing_shown = tick(&first.ids, 0);
        let order = |account| {
            let mut place = first.buy_at(account, 1, nothing_shown.clone());
            place.at.id = OrderId(42);
            first.writer.run(place)
        };
        order(ann).await.unwrap();
        let held = first.stock(ann).await;
        for account in [bob, ann] {
            let again = order(account).await;
            assert!(matches!(again, Err(RunError::Unreadable)), "{again:?}");
        }
        assert_eq!((first.orders_of(ann).await, first.orders_of(bob).await), (1, 0));
        assert_eq!((first.stock(ann).await, first.stock(bob).await), (held, (1_000_000, 0)));
        first.check().await;
    }
}

/// Old shares are not sold at the price from after a split.
#[tokio::test]
async fn who_is_owed_a_split_trades_no_shares_until_it_is_made_up() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let (ann, bob) = (AccountId(7), AccountId(8));
        venue.fund(ann, 1_000_000).await;
        venue.fund(bob, 1_000_000).await;
        let why = DbError::Corrupt { column: "owed_adjustments", value: "1".to_owned() };
        venue.db.aside().put(&UnreadRow::of_account(OWED, ann, why));
        let refused = venue.writer.run(venue.buy(ann, 1)).await;
        assert!(matches!(refused, Err(RunError::Unreadable)), "{refused:?}");
        venue.writer.run(venue.buy(bob, 1)).await.expect("nobody else is concerned");
        venue.writer.run(deposit_of(ann)).await.expect("money is another matter");
        assert!(venue.db.aside().looked_again(ann, |kind| kind == OWED, &[]));
        venue.writer.run(venue.buy(ann, 1)).await.unwrap();
        venue.check().await;
    }
}

/// It was suspended while another took the lease, and goes on before it has looked at it.
#[tokio::test]
async fn a_leader_that_another_has_succeeded_stores_nothing() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        venue.writer.run(venue.buy(account, 1)).await.unwrap();
        if uri.starts_with("sqlite") {
            continue;
        }
        let journals = venue.number(COUNT_JOURNALS).await;
        // It does not look at its lease, as it would three seconds later.
        venue.leadership.resign();
        venue.run_statement(SUCCEED).await;
        assert!(venue.leadership.leads(), "it does not know");
        for _ in 0..2 {
            let refused = venue.writer.run(venue.buy(account, 1)).await;
            assert!(matches!(refused, Err(RunError::NotLeading)), "{refused:?}");
        }
        assert_eq!(venue.number(COUNT_JOURNALS).await, journals);
        venue.run_statement(RETURN).await;
        venue.writer.run(venue.buy(account, 1)).await.expect("what it knows of its customers is as it was");
        venue.check().await;
    }
}

/// A crash of PostgreSQL between the commit and the disk loses the batch, though the database answers again.
#[tokio::test]
async fn a_caller_is_answered_when_the_disk_has_it() {
    for (uri, folder) in databases("writer").await {
        let (venue, account) = (venue(&uri, folder).await, AccountId(7));
        venue.fund(account, 1_000_000).await;
        let Db::Postgres { disk, .. } = &venue.db else { continue };
        let mut elsewhere = sqlx::PgConnection::connect(&uri).await.unwrap();
        // The batch waits for its streams while the way to the disk, which was ready before, is lost.
        let mut held = venue.db.begin().await.unwrap();
        execute!(&mut held, HOLD).unwrap();
        let mut buying = std::pin::pin!(venue.writer.run(venue.buy(account, 1)));
        let waits = tokio::time::timeout(Duration::from_millis(300), &mut buying).await;
        assert!(waits.is_err(), "{waits:?}");
        assert!(disk.lose().is_some());
        held.commit().await.unwrap();
        let heard = buying.await;
        assert!(matches!(heard, Err(RunError::Unreachable)), "{heard:?}");
        let orders: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM orders").fetch_one(&mut elsewhere).await.unwrap();
        assert_eq!(orders, 1, "it was committed all the same, which a repeat finds out");
        for _ in 0..500 {
            if !venue.heard.recovered.lock().unwrap().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(*venue.heard.recovered.lock().unwrap(), [account], "without another command");
        venue.writer.run(venue.buy(account, 1)).await.expect("there is a new way");
        assert_eq!(*venue.heard.recovered.lock().unwrap(), [account], "all that is kept of it is read anew");
        assert_eq!(venue.orders_of(account).await, 2);
        venue.check().await;
    }
}

#[tokio::test]
async fn a_flush_puts_on_the_disk_what_was_committed_before() {
    for (uri, folder) in databases("writer").await {
        if uri.starts_with("sqlite") {
            continue;
        }
        let venue = venue(&uri, folder).await;
        let mut at_once = sqlx::PgConnection::connect(&uri).await.unwrap();
        for sql in
            ["SET synchronous_commit = off", "CREATE TABLE written (id BIGINT)", "INSERT INTO written VALUES (1)"]
        {
            sqlx::query(sql).execute(&mut at_once).await.unwrap();
        }
        let written = "SELECT CAST(pg_current_wal_insert_lsn() AS TEXT)";
        let written: String = sqlx::query_scalar(written).fetch_one(&mut at_once).await.unwrap();
        venue.db.ready_disk().await.unwrap();
        venue.db.flush().await.unwrap();
        let on_disk = "SELECT pg_current_wal_flush_lsn() >= CAST($1 AS pg_lsn)";
        assert!(sqlx::query_scalar::<_, bool>(on_disk).bind(written).fetch_one(&mut at_once).await.unwrap());
    }
}

/// Events that sockets are told from the database survive a crash.
#[tokio::test]
async fn a_reader_waits_until_what_it_read_is_on_the_disk() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let mut reader = venue.db.read().await.unwrap();
        if uri.starts_with("sqlite") {
            read_from_disk(&mut reader).await.unwrap();
            continue;
        }
        let mut at_once = sqlx::PgConnection::connect(&uri).await.unwrap();
        for sql in ["SET synchronous_commit = off", "CREATE TABLE read (id BIGINT)"] {
            sqlx::query(sql).execute(&mut at_once).await.unwrap();
        }
        for _ in 0..20 {
            sqlx::query("INSERT INTO read VALUES (1)").execute(&mut at_once).await.unwrap();
            let written = "SELECT CAST(pg_current_wal_insert_lsn() AS TEXT)";
            let written: String = sqlx::query_scalar(written).fetch_one(&mut at_once).await.unwrap();
            read_from_disk(&mut reader).await.unwrap();
            let on_disk = "SELECT pg_current_wal_flush_lsn() >= CAST($1 AS pg_lsn)";
            assert!(sqlx::query_scalar::<_, bool>(on_disk).bind(written).fetch_one(&mut at_once).await.unwrap());
        }
    }
}

#[tokio::test]
async fn a_writer_that_panics_is_found_out() {
    let (uri, folder) = databases("writer").await.remove(0);
    let venue = venue(&uri, folder).await;
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

/// Somebody has forgotten to list fills: an order that is filled is not stored without them.
#[tokio::test]
async fn a_record_that_is_not_listed_is_never_dropped() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder).await;
        let account = AccountId(7);
        venue.fund(account, 1_000_000).await;
        let records = Records(&[&Of::<Order, _>::NEW, &Of::<Position, _>::NEW, &Books]);
        let context = Context { records, ..venue.context() };
        let forgetful = Writer::spawn(context, &venue.supervisor).await.unwrap();
        let (held, filled) = (venue.stock(account).await, venue.buy(account, 1));
        assert!(matches!(forgetful.run(filled).await, Err(RunError::Failed)));
        assert_eq!((venue.stock(account).await, venue.orders_of(account).await), (held, 0));
        forgetful.run(venue.buy_at(account, 1, tick(&venue.ids, 0))).await.expect("an order that rests has no fills");
    }
}
