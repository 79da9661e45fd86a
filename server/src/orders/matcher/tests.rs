//! The real matcher and the real writer, on both databases: price-time priority, orders whose time is over, and orders
//! whose fee table is not known.

mod amends;
mod offers;
mod others;
mod priority;
mod race;

use futures_util::future::join_all;
use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::decision::Facts;
use plumbline_core::funds::{DepositChannel, RequestDeposit, ReviewDeposit, TransferFunds};
use plumbline_core::ids::{AccountId, InstrumentId, Priority};
use plumbline_core::kyc::ReviewedBy;
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{DEPTH_LEVELS, Level, Session, TickSizes};
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{Amend, OrderKind, OrderSize, OrderStatus, Place, Side, TimeInForce};
use plumbline_core::positions::Direction;
use plumbline_core::products::{Contract, FeeTable, Hours, Product, Terms};
use tokio_util::sync::CancellationToken;

use super::book::REACH_MAX;
use super::*;
use crate::ids::Ids;
use crate::node_lease::NodeLease;
use crate::orders::fee_schedule::FeeSchedule;
use crate::records::RECORDS;
use crate::testing::{databases, market};
use crate::writer::{AccountEvent, Context, Observer};

const ACCOUNTS: i64 = 6;
const INSTRUMENTS: usize = 20;

/// Tells the matcher what the writer commits, as the server does.
#[derive(Debug)]
struct Relay(Arc<Matcher>);

impl Observer for Relay {
    fn written(&self, facts: &Facts) {
        self.0.update(facts.written());
    }

    fn events(&self, _: Vec<AccountEvent>) {}
}

struct Venue {
    db: Db,
    clock: Clock,
    ids: Arc<Ids>,
    market: Arc<Market>,
    fees: Arc<FeeSchedule>,
    matcher: Arc<Matcher>,
    writer: Writer,
    stopping: CancellationToken,
}

impl Drop for Venue {
    fn drop(&mut self) {
        self.stopping.cancel();
    }
}

impl Venue {
    /// What a server starts with, up to the matcher that listens.
    async fn open(uri: &str, clock: Clock) -> Self {
        let db = Db::open(uri).await.unwrap();
        let lease = NodeLease::take(&db, &clock, None, Duration::ZERO).await.unwrap();
        let ids = Arc::new(Ids::new(clock.clone(), lease.node()));
        let market = market(&db, INSTRUMENTS).await;
        let fees = Arc::new(FeeSchedule::load(&db).await.unwrap());
        let contracts = Arc::new(Contracts::new(clock.clone(), market.clone(), fees.clone()));
        let matcher = Matcher::load(&db, clock.clone(), contracts, market.clone()).await.unwrap();
        let context = Context {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            lease,
            records: RECORDS,
            listings: market.clone(),
            book: matcher.clone(),
            observer: Arc::new(Relay(matcher.clone())),
        };
        let stopping = CancellationToken::new();
        let supervisor = Supervisor::new(stopping.clone());
        // A test may take longer than a lease that nobody renews.
        context.lease.keep(&supervisor);
        let writer = Writer::spawn(context, &supervisor).await.unwrap();
        matcher.start(writer.clone(), &supervisor).await;
        Self { db, clock, ids, market, fees, matcher, writer, stopping }
    }

    fn instruments(&self) -> Vec<InstrumentId> {
        self.market.catalog.all().iter().map(|instrument| instrument.id).collect()
    }

    /// Publishes a tick as a feed would. Levels are cents and shares.
    fn publish(&self, instrument: InstrumentId, bids: &[(i64, i64)], asks: &[(i64, i64)]) -> Tick {
        let side = |shown: &[(i64, i64)]| {
            let mut levels = [Level::default(); DEPTH_LEVELS];
            for (level, (cents, shares)) in levels.iter_mut().zip(shown) {
                *level = Level { price: price(*cents), size: shares_of(*shares) };
            }
            levels
        };
        let now = self.clock.now();
        let tick = Tick {
            instrument,
            feed: "test".into(),
            epoch: 1,
            seq: self.ids.next(),
            exchange_time: now,
            received_time: now,
            bids: side(bids),
            asks: side(asks),
            last: price(10_000),
            volume: Quantity::ZERO,
            session: Session::Regular,
        };
        self.market.publish(&tick);
        tick
    }

    fn fee_table(&self) -> Arc<FeeTable> {
        self.fees.in_force("us-stock", "2026-11-20").unwrap()
    }

    /// A limit order for the quote that the board shows.
    fn place(&self, account: i64, instrument: InstrumentId, side: Side, cents: i64, shares: i64) -> Place {
        let at = OrderRef {
            id: OrderId(self.ids.next()),
            account: AccountId(account),
            instrument,
            wallet: Wallet::Stock,
            direction: Direction::Long,
        };
        Place {
            at,
            side,
            kind: OrderKind::Limit,
            limit: Some(price(cents)),
            size: OrderSize::Exact(shares_of(shares)),
            leverage: Leverage::ONE,
            time_in_force: TimeInForce::Day,
            terms: Terms {
                contract: Arc::new(Contract {
                    instrument,
                    product: Product::Spot,
                    currency: Currency::Usd,
                    wallet: Wallet::Stock,
                    tick_sizes: Arc::new(TickSizes::new(vec![(Price::MAX, price(1))]).unwrap()),
                    lot: shares_of(1),
                    band_basis_points: 5_000,
                    collar_basis_points: 500,
                    minimum_value: Money::new(100, Currency::Usd),
                    fees: self.fee_table(),
                }),
                hours: Hours {
                    closes: Some(UnixMillis(i64::MAX)),
                    day_ends: self.clock.now().plus(UnixMillis::HOUR),
                    settles_at: None,
                    splits_at: None,
                    ex_at: None,
                    halts_at: None,
                    resumed_at: None,
                },
                conversion: None,
                tick: self.market.latest(instrument),
                stale_after: STALE_AFTER_MILLIS,
            },
        }
    }

    /// A change of an order, for the quote that the board shows.
    fn amend(&self, order: &Place, cents: Option<i64>, shares: Option<i64>) -> Amend {
        Amend {
            fee_version: order.terms.contract.fees.version.clone(),
            order: order.at,
            side: order.side,
            price: cents.map(price),
            quantity: shares.map(shares_of),
            priority: Priority(self.ids.next()),
            terms: Terms { tick: self.market.latest(order.at.instrument), ..order.terms.clone() },
        }
    }

    async fn run(&self, place: Place) -> Order {
        self.writer.run(place).await.unwrap()
    }

    async fn status(&self, order: &Order) -> OrderStatus {
        let mut reader = self.db.read().await.unwrap();
        queries::find(&mut reader, order.at.account, order.at.id).await.unwrap().unwrap().status
    }

    /// Comes back when all that was queued before is decided and committed.
    async fn settle(&self) {
        let at = OrderRef {
            id: OrderId(1),
            account: AccountId(1),
            instrument: InstrumentId(1),
            wallet: Wallet::Stock,
            direction: Direction::Long,
        };
        let nobody = Cancel { order: at, reason: CloseReason::Customer };
        let heard = self.writer.run(nobody).await;
        assert!(matches!(heard, Err(RunError::Refused(Refusal::OrderUnknown))), "{heard:?}");
    }

    async fn fund(&self, account: i64) {
        let (account, credit) = (AccountId(account), Money::new(10_000_000_000, Currency::Usd));
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
}

fn price(cents: i64) -> Price {
    Price::from_units(cents * ONE / 100)
}

fn shares_of(whole: i64) -> Quantity {
    Quantity::from_whole(whole).unwrap()
}

#[tokio::test]
async fn yesterdays_order_expires_before_anything_can_fill() {
    for (uri, _folder) in databases("matcher").await {
        let clock = Clock::manual(UnixMillis(1_795_000_000_000));
        let first = Venue::open(&uri, clock.clone()).await;
        first.fund(1).await;
        let instrument = first.instruments()[0];
        first.publish(instrument, &[], &[]);
        let day = first.run(first.place(1, instrument, Side::Buy, 10_000, 5)).await;
        let gtc =
            Place { time_in_force: TimeInForce::GoodTillCancelled, ..first.place(1, instrument, Side::Buy, 10_000, 5) };
        let gtc = first.run(gtc).await;
        drop(first);
        clock.advance(UnixMillis::DAY);
        let second = Venue::open(&uri, clock).await;
        let mut reader = second.db.read().await.unwrap();
        let found = queries::find(&mut reader, AccountId(1), day.at.id).await.unwrap().unwrap();
        assert_eq!((found.status, found.reason), (OrderStatus::Expired, Some(CloseReason::Expired)));
        assert_eq!(found.hold, Money::zero(Currency::Usd));
        second.publish(instrument, &[], &[(9_900, 100)]);
        second.settle().await;
        let status = |found: Option<Order>| found.unwrap().status;
        assert_eq!(status(queries::find(&mut reader, AccountId(1), day.at.id).await.unwrap()), OrderStatus::Expired);
        assert_eq!(status(queries::find(&mut reader, AccountId(1), gtc.at.id).await.unwrap()), OrderStatus::Filled);
    }
}

#[tokio::test]
async fn an_order_under_an_unknown_fee_table_stands_in_nobodys_way() {
    for (uri, _folder) in databases("matcher").await {
        let venue = Venue::open(&uri, Clock::System).await;
        venue.fund(1).await;
        let instrument = venue.instruments()[0];
        venue.publish(instrument, &[], &[]);
        let mut lost = venue.place(1, instrument, Side::Buy, 10_000, 50);
        Arc::make_mut(&mut lost.terms.contract).fees =
            Arc::new(FeeTable { version: "1999-01-01".into(), ..(*venue.fee_table()).clone() });
        let lost = venue.run(lost).await;
        let behind = venue.run(venue.place(1, instrument, Side::Buy, 9_999, 5)).await;
        venue.publish(instrument, &[], &[(9_990, 5)]);
        venue.publish(instrument, &[], &[(9_990, 5)]);
        venue.settle().await;
        let mut reader = venue.db.read().await.unwrap();
        let found = queries::find(&mut reader, AccountId(1), behind.at.id).await.unwrap().unwrap();
        assert_eq!(found.status, OrderStatus::Filled);
        assert!(venue.matcher.state().unpriced.contains(&lost.at.id), "it was logged once");
        let cancel = Cancel { order: lost.at, reason: CloseReason::Customer };
        venue.writer.run(cancel).await.expect("its customer can take it back");
        assert!(venue.matcher.state().unpriced.is_empty());
    }
}
