//! A writer on a database of its own, with one stock and somebody who listens.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use plumbline_core::decision::Facts;
use plumbline_core::ids::{AccountId, InstrumentId};
use plumbline_core::market::{Side, Tick};
use plumbline_core::orders::{Order, Place};
use plumbline_core::products::TradingRules;

use crate::clock::Clock;
use crate::db::{Db, DbError};
use crate::http::{ApiError, IdempotencyKey, Reply};
use crate::ids::Ids;
use crate::orders::OrderReply;
use crate::push::events::Missed;
use crate::testing::{self, levels};
use crate::writer::log::LoggedBatch;
use crate::writer::{AccountEvent, Context, DecidedBatch, Listings, Observer, Recorded, Submission};
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
    /// Accounts of which all was to be read anew, each time that it was.
    pub(super) recovered: Mutex<Vec<AccountId>>,
    /// One line a batch.
    pub(super) log: Mutex<Vec<String>>,
}

impl Observer for Heard {
    fn written(&self, facts: &Facts) {
        assert!(!self.faulty.load(Ordering::SeqCst), "on purpose");
        self.orders.lock().unwrap().extend(facts.written::<Order>().cloned());
    }

    fn recover<'a>(&'a self, accounts: &'a BTreeSet<AccountId>) -> BoxFuture<'a, Result<(), DbError>> {
        self.recovered.lock().unwrap().extend(accounts);
        std::future::ready(Ok(())).boxed()
    }

    fn events(&self, events: Vec<AccountEvent>) {
        self.events.lock().unwrap().extend(events);
    }

    fn decided(&self, batch: DecidedBatch<'_>) {
        self.log.lock().unwrap().push(serde_json::to_string(&LoggedBatch::from(batch)).unwrap());
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
    venue: testing::Venue,
    pub(super) heard: Arc<Heard>,
    _folder: tempfile::TempDir,
}

impl Deref for Venue {
    type Target = testing::Venue;

    fn deref(&self) -> &testing::Venue {
        &self.venue
    }
}

pub(super) async fn venue(uri: &str, folder: tempfile::TempDir) -> Venue {
    venue_at(uri, folder, Clock::System).await
}

pub(super) async fn venue_at(uri: &str, folder: tempfile::TempDir, clock: Clock) -> Venue {
    let (db, heard) = (Db::open(uri).await.unwrap(), Arc::new(Heard::default()));
    let context = context(&db, &clock, &heard).await;
    Venue { venue: testing::Venue::open(context).await, heard, _folder: folder }
}

/// A context in which one stock is listed.
pub(super) async fn context(db: &Db, clock: &Clock, heard: &Arc<Heard>) -> Context {
    let (listings, observer) = (Arc::new(OneStock), heard.clone());
    Context { listings, observer, ..testing::writer_context(db, clock).await }
}

/// The share a cent below and above a hundred dollars, of that many shares.
pub(super) fn tick(ids: &Ids, size: i64) -> Arc<Tick> {
    let (bids, asks) = (levels(&[(9_999, size)]), levels(&[(10_001, size)]));
    Arc::new(Tick { seq: ids.next(), bids, asks, ..testing::tick(InstrumentId(1)) })
}

/// A request of account 7 under this key.
pub(super) fn request(key: u128, body: &i64) -> Submission {
    let key = format!("{key:032x}");
    let key = format!("{}-{}-{}-{}-{}", &key[..8], &key[8..12], &key[12..16], &key[16..20], &key[20..]);
    Submission::new(AccountId(7), IdempotencyKey::parse("POST /stock/create", &key).unwrap(), body)
}

/// A share without fees.
pub(super) fn rules() -> Arc<TradingRules> {
    Arc::new(testing::trading_rules(InstrumentId(1)))
}

impl Venue {
    /// The context of another writer, which the same server has.
    pub(super) fn context(&self) -> Context {
        Context { listings: Arc::new(OneStock), observer: self.heard.clone(), ..self.venue.context() }
    }

    pub(super) fn buy(&self, account: AccountId, shares: i64) -> Place {
        self.buy_at(account, shares, tick(&self.ids, 1_000_000))
    }

    pub(super) fn buy_at(&self, account: AccountId, shares: i64, tick: Arc<Tick>) -> Place {
        self.place(account, Side::Buy, shares, None, testing::terms(rules(), tick))
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
