//! A writer on a database of its own, with one stock and somebody who listens.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::decision::Facts;
use plumbline_core::funds::{DepositChannel, RequestDeposit, ReviewDeposit, TransferFunds};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{DEPTH_LEVELS, Level, Session as TradingSession, Tick, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{Order, OrderKind, OrderRef, OrderSize, Place, Side, TimeInForce};
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
use crate::testing::NoBook;
use crate::{fetch_one, statements};

statements! {
    BALANCE: "SELECT posted, held FROM balances WHERE account_id = $1 AND book = $2";
    COUNT_ORDERS: "SELECT COUNT(*) FROM orders WHERE account_id = $1";
    pub(super) COUNT_JOURNALS: "SELECT COUNT(*) FROM journals";
    UNBALANCED: "SELECT COUNT(*) FROM (SELECT journal_id FROM postings GROUP BY journal_id, currency HAVING SUM(amount) <> 0) u";
    HOUSE: "SELECT CAST(COALESCE(SUM(posted), 0) AS BIGINT) FROM balances";
    pub(super) COUNT_REPLIES: "SELECT COUNT(*) FROM idempotent_replies";
    pub(super) BLOCK_FILLS: "ALTER TABLE fills RENAME TO fills_away";
    pub(super) ALLOW_FILLS: "ALTER TABLE fills_away RENAME TO fills";
}

#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Panics at the next orders.
    pub(super) faulty: AtomicBool,
    pub(super) orders: Mutex<Vec<Order>>,
    pub(super) events: Mutex<Vec<AccountEvent>>,
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
        let review = ReviewDeposit { deposit: deposit.id, account, decision: Ok(()), by: ReviewedBy::Reviewers };
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
    pub(super) async fn told(&self, account: AccountId) -> Vec<AccountEvent> {
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
