//! A small venue's books pass; then one rule after the other is broken by hand, and the audit must name the record.

mod breakages;
mod chain_deposits;
mod corporate;
mod identity;
mod on_margin;

use std::sync::Arc;

use plumbline_core::command::Listed;
use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::decision::Facts;
use plumbline_core::funds::payout::{Destination, WalletAddress};
use plumbline_core::funds::{
    DepositChannel, DepositFailure, QuoteTransfer, Rate, RequestDeposit, RequestWithdrawal, ReturnReason,
    ReturnWithdrawal, ReviewDeposit, ReviewWithdrawal, SendWithdrawal, Sending, SettleWithdrawal, TransferFunds,
    WithdrawalPolicy,
};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, PayoutAccountId, Priority};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{DEPTH_LEVELS, Level, Session, Tick, TickSizes};
use plumbline_core::money::{Currency, Money, Rounding};
use plumbline_core::orders::{
    Amend, Cancel, CloseReason, Order, OrderKind, OrderRef, OrderSize, Place, Side, TimeInForce,
};
use plumbline_core::positions::Direction;
use plumbline_core::products::{Contract, FeeBasis, FeeRule, FeeTable, Hours, Product, Terms};
use plumbline_core::time::UnixMillis;
use sqlx::AssertSqlSafe;
use tokio_util::sync::CancellationToken;

use breakages::BREAKAGES;

use crate::clock::Clock;
use crate::db::Db;
use crate::ids::Ids;
use crate::node_lease::{NodeLease, PATIENCE};
use crate::records::RECORDS;
use crate::supervision::Supervisor;
use crate::testing::NoBook;
use crate::writer::{AccountEvent, Context, Listings, Observer, Writer};

const CUSTOMER: AccountId = AccountId(7);
const INSTRUMENT: InstrumentId = InstrumentId(3);

#[derive(Debug)]
struct Nobody;

impl Listings for Nobody {
    fn describe(&self, _: InstrumentId) -> Option<(String, &'static str, i64)> {
        None
    }
}

impl Observer for Nobody {
    fn written(&self, _: &Facts) {}
    fn events(&self, _: Vec<AccountEvent>) {}
}

/// Books with every kind of record in them.
struct Books {
    db: Db,
    writer: Writer,
    ids: Arc<Ids>,
    tick: Arc<Tick>,
}

fn price(cents: i64) -> Price {
    Price::from_units(cents * ONE / 100)
}

fn quantity(whole: i64) -> Quantity {
    Quantity::from_units(whole * ONE)
}

fn usd(cents: i64) -> Money {
    Money::new(cents, Currency::Usd)
}

fn tick() -> Arc<Tick> {
    let levels = |cents: [i64; 2]| {
        let mut levels = [Level::default(); DEPTH_LEVELS];
        levels[0] = Level { price: price(cents[0]), size: quantity(6) };
        levels[1] = Level { price: price(cents[1]), size: quantity(20) };
        levels
    };
    Arc::new(Tick {
        instrument: INSTRUMENT,
        feed: "test".into(),
        epoch: 1,
        seq: 41,
        exchange_time: UnixMillis(1),
        received_time: UnixMillis(2),
        bids: levels([9_999, 9_998]),
        asks: levels([10_001, 10_002]),
        last: price(10_000),
        volume: Quantity::ZERO,
        session: Session::Regular,
    })
}

fn fees() -> Arc<FeeTable> {
    let levy = FeeRule {
        name: "levy".into(),
        side: None,
        basis: FeeBasis::Value,
        rate: 1_000_000_000,
        minimum: 0,
        maximum: None,
        rounding: Rounding::Up,
        whole_units: false,
        rule: "0.1 %".into(),
    };
    Arc::new(FeeTable { name: "test".into(), version: "2026-01-01".into(), rules: vec![levy] })
}

impl Books {
    async fn open(uri: &str) -> Self {
        let (db, clock) = (Db::open(uri).await.unwrap(), Clock::System);
        let ids = Arc::new(Ids::new(clock.clone(), 0));
        let (listings, book, observer) = (Arc::new(Nobody), Arc::new(NoBook), Arc::new(Nobody));
        let lease = NodeLease::take(&db, &clock, None, PATIENCE).await.unwrap();
        let (db_too, ids_too) = (db.clone(), ids.clone());
        let context = Context { db: db_too, clock, ids: ids_too, lease, records: RECORDS, listings, book, observer };
        let writer = Writer::spawn(context, &Supervisor::new(CancellationToken::new())).await.unwrap();
        Self { db, writer, ids, tick: tick() }
    }

    async fn run<A: Listed>(&self, action: A) -> A::Done {
        self.writer.run(action).await.unwrap()
    }

    async fn deposit(&self, cents: i64, decision: Option<Result<(), DepositFailure>>) {
        let request = RequestDeposit {
            account: CUSTOMER,
            channel: DepositChannel::Fiat,
            sent_currency: "USD".into(),
            sent_amount: usd(cents).amount(),
            credit: usd(cents),
            rate: None,
            proof_url: None,
        };
        let deposit = self.run(request).await;
        if let Some(decision) = decision {
            let review = ReviewDeposit { deposit: deposit.id, account: CUSTOMER, decision, by: ReviewedBy::Reviewers };
            self.run(review).await;
        }
    }

    async fn transfer(&self, to: Wallet, cents: i64) {
        let rate = Rate { from: Currency::Usd, to: Currency::Hkd, rate: 780_000_000, source: "a test".into() };
        let (account, from, amount, price) = (CUSTOMER, Wallet::Balance, usd(cents), rate.into());
        let quote = match to {
            Wallet::HkStock => Some(self.run(QuoteTransfer { account, from, to, amount, price }).await.id),
            _ => None,
        };
        self.run(TransferFunds { account, from, to, amount, quote, asked_at: UnixMillis(0) }).await;
    }

    fn terms(&self) -> Terms {
        let contract = Contract {
            instrument: INSTRUMENT,
            product: Product::Spot,
            currency: Currency::Usd,
            wallet: Wallet::Stock,
            tick_sizes: Arc::new(TickSizes::new(vec![(Price::MAX, price(1))]).unwrap()),
            lot: quantity(1),
            band_basis_points: 5_000,
            collar_basis_points: 500,
            minimum_value: usd(100),
            fees: fees(),
        };
        let always = UnixMillis(i64::MAX);
        let hours = Hours {
            closes: Some(always),
            day_ends: always,
            settles_at: None,
            splits_at: None,
            ex_at: None,
            halts_at: None,
            resumed_at: None,
        };
        let (contract, tick) = (Arc::new(contract), Some(self.tick.clone()));
        Terms { contract, hours, tick, conversion: None, stale_after: i64::MAX }
    }

    async fn amend(&self, order: &Order, cents: i64, shares: i64) {
        let amend = Amend {
            fee_version: order.fee_version.clone(),
            order: order.at,
            side: order.side,
            price: Some(price(cents)),
            quantity: Some(quantity(shares)),
            priority: Priority(self.ids.next()),
            terms: self.terms(),
        };
        self.run(amend).await;
    }

    /// One that waits, one that settles and one that is returned.
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
        let id = OrderId(self.ids.next());
        let place = Place {
            at: OrderRef {
                id,
                account: CUSTOMER,
                instrument: INSTRUMENT,
                wallet: Wallet::Stock,
                direction: Direction::Long,
            },
            side,
            kind: if limit.is_some() { OrderKind::Limit } else { OrderKind::Market },
            limit: limit.map(price),
            size: OrderSize::Exact(quantity(shares)),
            leverage: Leverage::ONE,
            time_in_force: TimeInForce::GoodTillCancelled,
            terms: self.terms(),
        };
        self.run(place).await
    }

    /// Something of everything: deposits in each state, transfers in one currency and across, a purchase over two
    /// levels, a sale, orders that rest on both sides, amended ones on both, of which one had been filled in part, one
    /// that was cancelled, withdrawals, and positions on margin.
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
        assert_eq!(moved.filled, quantity(16));
        self.amend(&moved, 9_500, 25).await;
        let sold = self.order(Side::Sell, 1, Some(10_500)).await;
        self.amend(&sold, 10_600, 2).await;
        let cancelled = self.order(Side::Buy, 1, Some(8_000)).await;
        self.run(Cancel { order: cancelled.at, reason: CloseReason::Customer }).await;
        self.withdrawals().await;
        self.on_margin().await;
        self.corporate().await;
        self.identity().await;
    }

    /// The findings, as `rule | record`.
    async fn audit(&self) -> Vec<String> {
        let checks = super::run(&self.db).await.unwrap();
        assert!(checks.iter().all(|check| check.checked > 0), "{checks:?}");
        let named = checks.iter().flat_map(|check| check.named.iter().map(|f| format!("{} | {}", check.rule, f.id)));
        named.collect()
    }

    async fn text(&self, sql: &str) -> String {
        let Db::Sqlite { readers, .. } = &self.db else { panic!("a test on SQLite") };
        sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(readers).await.unwrap()
    }

    /// Runs `sql` without keeping it.
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

#[test]
fn a_check_names_twenty_findings_and_counts_the_rest() {
    let mut check = super::Check { rule: "", checked: 0, named: vec![], found: 0 };
    (0..25).for_each(|id| check.found(id.to_string(), String::new()));
    assert_eq!((check.named.len(), check.found, check.unnamed()), (20, 25, 5));
}
