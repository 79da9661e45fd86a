//! The books of a small venue pass; then each rule is broken by hand, and the audit must name the record.

mod breakages;
mod chain_deposits;
mod corporate;
mod identity;
mod multipliers;
mod on_margin;
mod settled;

use std::ops::Deref;
use std::sync::Arc;

use plumbline_core::decimal::ONE;
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    DepositFailure, QuoteTransfer, Rate, RequestWithdrawal, ReturnReason, ReturnWithdrawal, ReviewWithdrawal,
    SendWithdrawal, Sending, SettleWithdrawal, WithdrawalPolicy,
};
use plumbline_core::ids::{AccountId, InstrumentId, PayoutAccountId, Priority};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::Tick;
use plumbline_core::money::Currency;
use plumbline_core::orders::{Amend, Cancel, CloseReason, Order, Place, Side, TimeInForce};
use plumbline_core::products::{Terms, TradingRules};
use plumbline_core::time::UnixMillis;
use sqlx::AssertSqlSafe;

use breakages::BREAKAGES;

use crate::clock::Clock;
use crate::db::Db;
use crate::ledger::audit;
use crate::testing::{self, levels, price, usd};

const CUSTOMER: AccountId = AccountId(7);
const INSTRUMENT: InstrumentId = InstrumentId(3);

/// Books with records of every kind.
struct Books {
    venue: testing::Venue,
    tick: Arc<Tick>,
}

impl Deref for Books {
    type Target = testing::Venue;

    fn deref(&self) -> &testing::Venue {
        &self.venue
    }
}

fn tick() -> Arc<Tick> {
    let (bids, asks) = (levels(&[(9_999, 6), (9_998, 20)]), levels(&[(10_001, 6), (10_002, 20)]));
    Arc::new(Tick { seq: 41, bids, asks, ..testing::tick(INSTRUMENT) })
}

impl Books {
    async fn open(uri: &str) -> Self {
        let db = Db::open(uri).await.unwrap();
        let context = testing::writer_context(&db, &Clock::System).await;
        Self { venue: testing::Venue::open(context).await, tick: tick() }
    }

    async fn deposit(&self, cents: i64, decision: Option<Result<(), DepositFailure>>) {
        self.venue.deposit(CUSTOMER, cents, decision).await;
    }

    async fn transfer(&self, to: Wallet, cents: i64) {
        let rate = Rate { from: Currency::Usd, to: Currency::Hkd, rate: 780_000_000, source: "a test".into() };
        let (account, from, amount, price) = (CUSTOMER, Wallet::Balance, usd(cents), rate.into());
        let quote = match to {
            Wallet::HkStock => Some(self.run(QuoteTransfer { account, from, to, amount, price }).await),
            _ => None,
        };
        let asked_at = quote.as_ref().map_or(UnixMillis(0), |quote| quote.quoted_at);
        self.venue.transfer(account, to, amount, quote.map(|quote| quote.id), asked_at).await;
    }

    fn terms(&self) -> Terms {
        let fees = testing::fees(vec![testing::fee("levy", 1_000_000_000)]);
        testing::terms(TradingRules { fees, ..testing::trading_rules(INSTRUMENT) }, self.tick.clone())
    }

    async fn amend(&self, order: &Order, cents: i64, shares: i64) {
        let amend = Amend {
            fee_version: order.fee_version.clone(),
            order: order.at,
            side: order.side,
            price: Some(price(cents)),
            quantity: Some(testing::shares(shares)),
            priority: Priority(self.ids.next()),
            terms: self.terms(),
            stop: None,
            trails: false,
            trail: None,
            time_in_force: None,
            ends_at: None,
        };
        self.run(amend).await;
    }

    /// Withdrawals: one waiting, one settled and one returned.
    async fn withdrawals(&self) {
        let request = RequestWithdrawal {
            account: CUSTOMER,
            payout_account: PayoutAccountId(1),
            destination: Destination::Wallet(
                WalletAddress::read("USDT", "tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t").unwrap(),
            ),
            currency: "USDT".into(),
            amount: 5_000,
            fee: 100,
            rate: Some(ONE),
            policy: WithdrawalPolicy::NONE,
            asked_at: UnixMillis(0),
        };
        for far in 0..3 {
            let (account, withdrawal) = (CUSTOMER, self.run(request.clone()).await.id);
            let RequestWithdrawal { payout_account, policy, .. } = request;
            if far > 0 {
                self.run(ReviewWithdrawal {
                    withdrawal,
                    account,
                    payout_account,
                    decision: Ok(()),
                    by: ReviewedBy::Reviewers,
                    policy,
                })
                .await;
                let by_hand = Sending::ByHand { reference: "0xab".into() };
                let sending = if far == 1 { Sending::Simulated } else { by_hand };
                self.run(SendWithdrawal { withdrawal, account, payout_account, sending, policy }).await;
            }
            match far {
                1 => drop(self.run(SettleWithdrawal { withdrawal, account }).await),
                2 => drop(self.run(ReturnWithdrawal { withdrawal, account, reason: ReturnReason::NotTold }).await),
                _ => {}
            }
        }
    }

    async fn order(&self, side: Side, shares: i64, limit: Option<i64>) -> Order {
        let place = self.place(CUSTOMER, side, shares, limit, self.terms());
        self.run(Place { time_in_force: TimeInForce::GoodTillCancelled, ..place }).await
    }

    /// Records of every kind: deposits in each state, transfers in one currency and across, a purchase over two levels,
    /// a sale, resting orders on both sides, amended ones on both, one of them after a partial fill, a cancelled one,
    /// withdrawals, and positions on margin.
    async fn fill(&self) {
        self.deposit(1_000_000, Some(Ok(()))).await;
        self.deposit(5_000, None).await;
        self.deposit(7_000, Some(Err(DepositFailure::ProofUnreadable))).await;
        self.chain_deposits().await;
        self.transfer(Wallet::Stock, 500_000).await;
        self.transfer(Wallet::HkStock, 10_000).await;
        self.order(Side::Buy, 10, None).await;
        self.order(Side::Sell, 4, None).await;
        self.order(Side::Buy, 5, Some(9_000)).await;
        self.order(Side::Sell, 3, Some(11_000)).await;
        let moved = self.order(Side::Buy, 20, Some(10_002)).await;
        assert_eq!(moved.filled, testing::shares(16));
        self.amend(&moved, 9_500, 25).await;
        let sold = self.order(Side::Sell, 1, Some(10_500)).await;
        self.amend(&sold, 10_600, 2).await;
        let cancelled = self.order(Side::Buy, 1, Some(8_000)).await;
        self.run(Cancel::new(cancelled.at, CloseReason::Customer)).await;
        self.withdrawals().await;
        self.on_margin().await;
        self.settled().await;
        self.corporate().await;
        self.identity().await;
    }

    /// The findings, as `rule | record`.
    async fn audit(&self) -> Vec<String> {
        let checks = audit::run(&self.db).await.unwrap();
        assert!(checks.iter().all(|check| check.checked > 0), "{checks:?}");
        let named = checks.iter().flat_map(|check| check.named.iter().map(|f| format!("{} | {}", check.rule, f.id)));
        named.collect()
    }

    async fn text(&self, sql: &str) -> String {
        let Db::Sqlite { readers, .. } = &self.db else { panic!("a test on SQLite") };
        sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(readers).await.unwrap()
    }

    /// Runs `sql` on a copy, and gives the findings.
    async fn audit_broken_by(&self, sql: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("copy.db");
        let Db::Sqlite { writer, .. } = &self.db else { panic!("a test on SQLite") };
        sqlx::query("VACUUM INTO $1").bind(copy.display().to_string()).execute(writer).await.unwrap();
        let broken = Self::open(&format!("sqlite://{}", copy.display())).await;
        let Db::Sqlite { writer, .. } = &broken.db else { panic!("a test on SQLite") };
        let changed = sqlx::query(AssertSqlSafe(sql.to_owned())).execute(writer).await.unwrap().rows_affected();
        assert!(changed > 0, "nothing was broken by {sql}");
        broken.audit().await
    }
}

#[tokio::test]
async fn every_broken_rule_is_found_and_the_record_named() {
    let folder = tempfile::tempdir().unwrap();
    let books = Books::open(&format!("sqlite://{}", folder.path().join("books.db").display())).await;
    books.fill().await;
    assert_eq!(books.audit().await, Vec::<String>::new());
    for (sql, rule, record) in BREAKAGES {
        let record = books.text(record).await;
        let found = books.audit_broken_by(sql).await;
        let named = found.iter().any(|f| f.contains(rule) && f.ends_with(&format!("| {record}")));
        assert!(named, "{sql}\nshould name {record} under {rule:?}, but found {found:#?}");
    }
}

#[tokio::test]
async fn sound_books_on_postgresql_pass() {
    let server = std::env::var("PLUMBLINE_TEST_POSTGRES")
        .expect("PLUMBLINE_TEST_POSTGRES names no PostgreSQL server; ./scripts/test starts one and sets it");
    let admin = sqlx::PgPool::connect(&server).await.unwrap();
    let name = format!("audit_{}", std::process::id());
    sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&admin).await.unwrap();
    let (base, _) = server.rsplit_once('/').unwrap();
    let books = Books::open(&format!("{base}/{name}")).await;
    books.fill().await;
    assert_eq!(books.audit().await, Vec::<String>::new());
    books.db.close().await;
    sqlx::query(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
}
