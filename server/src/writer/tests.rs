//! What the write path must hold besides its happy path: refusals and repeats inside a batch, several orders of one
//! account in a batch, two servers on one PostgreSQL and on one tick, and a commit that fails.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::decision::{Facts, Refusal};
use plumbline_core::funds::{DepositChannel, RequestDeposit, ReviewDeposit, TransferFunds};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{DEPTH_LEVELS, Level, Session as TradingSession, Tick, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{
    Cancel, CloseReason, FillResting, MAX_OPEN_ORDERS, Order, OrderKind, OrderRef, OrderSize, Place, Reached,
    RestingFill, Side, TimeInForce,
};
use plumbline_core::positions::Direction;
use plumbline_core::products::{Contract, FeeTable, Hours, Product, Terms};
use plumbline_core::time::UnixMillis;
use tokio_util::sync::CancellationToken;

use super::*;
use crate::clock::Clock;
use crate::http::IdempotencyKey;
use crate::ids::Ids;
use crate::node_lease::NodeLease;
use crate::orders::OrderReply;
use crate::push::events::Missed;
use crate::records::RECORDS;
use crate::testing::{NoBook, databases};
use crate::{execute, fetch_one, statements};

statements! {
    BALANCE: "SELECT posted, held FROM balances WHERE account_id = $1 AND book = $2";
    COUNT_ORDERS: "SELECT COUNT(*) FROM orders WHERE account_id = $1";
    pub(super) COUNT_JOURNALS: "SELECT COUNT(*) FROM journals";
    UNBALANCED: "SELECT COUNT(*) FROM (SELECT journal_id FROM postings GROUP BY journal_id, currency HAVING SUM(amount) <> 0) u";
    HOUSE: "SELECT CAST(COALESCE(SUM(posted), 0) AS BIGINT) FROM balances";
    OPEN_ORDERS: "SELECT open_orders FROM account_streams WHERE account_id = 7";
    /// How many levels were filled at, and the least and the most that was taken of one.
    LEVELS_TAKEN: "SELECT COUNT(*), CAST(MIN(t.taken) AS BIGINT), CAST(MAX(t.taken) AS BIGINT) FROM
        (SELECT SUM(quantity) AS taken FROM fills GROUP BY feed, tick_epoch, tick_seq, instrument_id, side, price) t";
    pub(super) COUNT_REPLIES: "SELECT COUNT(*) FROM idempotent_replies";
    pub(super) BLOCK_FILLS: "ALTER TABLE fills RENAME TO fills_away";
    pub(super) ALLOW_FILLS: "ALTER TABLE fills_away RENAME TO fills";
}

#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Panics at the next orders.
    pub(super) faulty: AtomicBool,
    orders: Mutex<Vec<Order>>,
    events: Mutex<Vec<AccountEvent>>,
    /// One line a batch.
    pub(super) log: Mutex<Vec<String>>,
}

impl Observer for Heard {
    fn written(&self, facts: &Facts) {
        assert!(!self.faulty.load(Ordering::SeqCst), "on purpose");
        self.orders.lock().unwrap().extend(facts.written::<Order>().cloned());
    }

    fn events(&self, events: Vec<AccountEvent>) {
        self.events.lock().unwrap().extend(events);
    }

    fn decided(&self, batch: DecidedBatch<'_>) {
        self.log.lock().unwrap().push(replay_tests::written_down(batch));
    }
}

#[derive(Debug)]
pub(super) struct OneStock;

impl Listings for OneStock {
    fn describe(&self, _: InstrumentId) -> Option<(String, &'static str, i64)> {
        Some(("AAPL".to_owned(), "UsStock", 0))
    }
}

pub(super) struct Venue {
    pub(super) db: Db,
    pub(super) writer: Writer,
    pub(super) heard: Arc<Heard>,
    pub(super) ids: Arc<Ids>,
    clock: Clock,
    pub(super) supervisor: Supervisor,
    _folder: tempfile::TempDir,
}

pub(super) async fn venue(uri: &str, folder: tempfile::TempDir, node: u8) -> Venue {
    venue_at(uri, folder, node, Clock::System).await
}

pub(super) async fn venue_at(uri: &str, folder: tempfile::TempDir, node: u8, clock: Clock) -> Venue {
    let db = Db::open(uri).await.unwrap();
    let (ids, supervisor) = (Arc::new(Ids::new(clock.clone(), node)), Supervisor::new(CancellationToken::new()));
    let (heard, lease) = (Arc::new(Heard::default()), NodeLease::take(&db, &clock, Some(node), Duration::ZERO));
    let context = Context {
        db: db.clone(),
        clock: clock.clone(),
        ids: ids.clone(),
        lease: lease.await.unwrap(),
        records: RECORDS,
        listings: Arc::new(OneStock),
        book: Arc::new(NoBook),
        observer: heard.clone(),
    };
    let writer = Writer::spawn(context, &supervisor).await.unwrap();
    Venue { db, writer, heard, ids, clock, supervisor, _folder: folder }
}

pub(super) fn tick(ids: &Ids, size: i64) -> Arc<Tick> {
    let level =
        |cents: i64| Level { price: Price::from_units(cents * ONE / 100), size: Quantity::from_whole(size).unwrap() };
    let (mut bids, mut asks) = ([Level::default(); DEPTH_LEVELS], [Level::default(); DEPTH_LEVELS]);
    (bids[0], asks[0]) = (level(9_999), level(10_001));
    Arc::new(Tick {
        instrument: InstrumentId(1),
        feed: "test".into(),
        epoch: 1,
        seq: ids.next(),
        exchange_time: UnixMillis(1),
        received_time: UnixMillis(2),
        bids,
        asks,
        last: level(10_000).price,
        volume: Quantity::ZERO,
        session: TradingSession::Regular,
    })
}

fn no_fees() -> Arc<FeeTable> {
    Arc::new(FeeTable { name: "none".into(), version: "2026-01-01".into(), rules: vec![] })
}

/// A request of account 7 under this key.
pub(super) fn request(key: u128, body: &i64) -> Submission {
    let key = format!("{key:032x}");
    let key = format!("{}-{}-{}-{}-{}", &key[..8], &key[8..12], &key[12..16], &key[16..20], &key[20..]);
    Submission::new(AccountId(7), IdempotencyKey::parse("POST /stock/create", &key).unwrap(), body)
}

pub(super) const HOURS: Hours = Hours::ordinary(Some(UnixMillis(i64::MAX)), UnixMillis(i64::MAX));

/// A share without fees.
pub(super) fn contract() -> Arc<Contract> {
    Arc::new(Contract {
        instrument: InstrumentId(1),
        product: Product::Spot,
        currency: Currency::Usd,
        wallet: Wallet::Stock,
        tick_sizes: Arc::new(TickSizes::new(vec![(Price::MAX, Price::from_units(ONE / 100))]).unwrap()),
        lot: Quantity::from_whole(1).unwrap(),
        band_basis_points: 5_000,
        collar_basis_points: 500,
        minimum_value: Money::new(100, Currency::Usd),
        fees: no_fees(),
    })
}

impl Venue {
    /// What another server on the same database works with.
    pub(super) async fn context(&self, node: u8) -> Context {
        let (db, clock) = (self.db.clone(), self.clock.clone());
        let lease = NodeLease::take(&db, &clock, Some(node), Duration::ZERO).await.unwrap();
        let (ids, listings, book) = (Arc::new(Ids::new(clock.clone(), node)), Arc::new(OneStock), Arc::new(NoBook));
        Context { db, clock, ids, lease, records: RECORDS, listings, book, observer: self.heard.clone() }
    }

    /// Gives an account paper money in its stock wallet.
    pub(super) async fn fund(&self, account: AccountId, cents: i64) {
        let credit = Money::new(cents, Currency::Usd);
        let request = RequestDeposit {
            account,
            channel: DepositChannel::Fiat,
            sent_currency: "USD".into(),
            sent_amount: credit.amount(),
            credit,
            rate: None,
            proof_url: None,
        };
        let deposit = self.writer.run(request).await.unwrap();
        let review = ReviewDeposit { deposit: deposit.id, account, decision: Ok(()) };
        self.writer.run(review).await.unwrap();
        let transfer = TransferFunds {
            account,
            from: Wallet::Balance,
            to: Wallet::Stock,
            amount: credit,
            quote: None,
            asked_at: UnixMillis(0),
        };
        self.writer.run(transfer).await.unwrap();
    }

    pub(super) fn buy(&self, account: AccountId, shares: i64) -> Place {
        self.buy_at(account, shares, tick(&self.ids, 1_000_000))
    }

    pub(super) fn buy_at(&self, account: AccountId, shares: i64, tick: Arc<Tick>) -> Place {
        Place {
            at: OrderRef {
                id: OrderId(self.ids.next()),
                account,
                instrument: InstrumentId(1),
                wallet: Wallet::Stock,
                direction: Direction::Long,
            },
            side: Side::Buy,
            kind: OrderKind::Market,
            limit: None,
            size: OrderSize::Exact(Quantity::from_whole(shares).unwrap()),
            leverage: Leverage::ONE,
            time_in_force: TimeInForce::Day,
            terms: Terms {
                contract: contract(),
                hours: HOURS,
                conversion: None,
                tick: Some(tick),
                stale_after: i64::MAX,
            },
        }
    }

    pub(super) async fn submit(&self, account: AccountId, key: u128, shares: i64) -> Result<Reply<Recorded>, ApiError> {
        let submission = Submission { account, ..request(key, &shares) };
        self.writer.submit::<_, OrderReply>(submission, async { Ok(self.buy(account, shares)) }).await
    }

    pub(super) async fn number(&self, statement: &'static crate::db::Statement) -> i64 {
        let mut reader = self.db.read().await.unwrap();
        fetch_one!(&mut reader, (i64,), statement).unwrap().0
    }

    pub(super) async fn orders_of(&self, account: AccountId) -> i64 {
        let mut reader = self.db.read().await.unwrap();
        fetch_one!(&mut reader, (i64,), COUNT_ORDERS, account.0).unwrap().0
    }

    pub(super) async fn stock(&self, account: AccountId) -> (i64, i64) {
        let mut reader = self.db.read().await.unwrap();
        fetch_one!(&mut reader, (i64, i64), BALANCE, account.0, "STOCK").unwrap()
    }

    /// All that a client which comes back would hear.
    async fn told(&self, account: AccountId) -> Vec<AccountEvent> {
        let (mut missed, mut told) = (Missed::since(&self.db, account, 0).await.unwrap(), Vec::new());
        assert_eq!(missed.after, 0, "everything is kept");
        while told.len() < missed.newest as usize {
            let part = missed.next(&self.db).await.unwrap();
            assert!(!part.is_empty(), "{} of {} events", told.len(), missed.newest);
            told.extend(part);
        }
        told
    }

    pub(super) async fn check(&self) {
        assert_eq!(self.number(UNBALANCED).await, 0);
        assert_eq!(self.number(HOUSE).await, 0, "all books together are zero");
    }
}

#[tokio::test]
async fn a_refusal_refuses_alone_and_orders_of_one_account_see_each_other() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder, 1).await;
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
        let venue = venue(&uri, folder, 1).await;
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
        let venue = venue(&uri, folder, 1).await;
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
async fn observers_hear_of_what_is_stored_and_of_nothing_else() {
    for (uri, folder) in databases("writer").await {
        let venue = venue(&uri, folder, 1).await;
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
