//! The real matcher and the real writer, on both databases: price-time priority, orders whose time is over, and orders
//! whose fee table is not known.

mod amends;
mod legs;
mod offers;
mod priority;
mod race;
mod race_legs;
mod stops;
mod trails;

use std::ops::Deref;

use futures_util::future::join_all;
use plumbline_core::decimal::ONE;
use plumbline_core::decision::Facts;
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::money::{Currency, Money};
use plumbline_core::orders::{Amend, CloseReason, OrderSize, OrderStatus, Place, Side, TimeInForce};
use plumbline_core::products::{FeeTable, Hours, Terms, TradingRules};

use super::book::REACH_MAX;
use super::*;
use crate::orders::fee_schedule::FeeSchedule;
use crate::testing::{self, databases, price, shares};
use crate::writer::{AccountEvent, Context, Observer, RunError};

const ACCOUNTS: i64 = 6;
const INSTRUMENTS: usize = 20;

/// Tells the matcher what the writer commits, as the server does.
#[derive(Debug)]
struct Relay(Arc<Matcher>);

impl Observer for Relay {
    fn written(&self, facts: &Facts) {
        self.0.update(facts);
    }

    fn events(&self, _: Vec<AccountEvent>) {}
}

/// The writer, and the matcher beside it.
struct Venue {
    venue: testing::Venue,
    market: Arc<Market>,
    fees: Arc<FeeSchedule>,
    matcher: Arc<Matcher>,
}

impl Deref for Venue {
    type Target = testing::Venue;

    fn deref(&self) -> &testing::Venue {
        &self.venue
    }
}

impl Venue {
    /// What a server starts with, up to the matcher that listens.
    async fn open(uri: &str, clock: Clock) -> Self {
        let db = Db::open(uri).await.unwrap();
        let context = testing::writer_context(&db, &clock).await;
        let market = testing::market(&db, INSTRUMENTS).await;
        let fees = Arc::new(FeeSchedule::load(&db).await.unwrap());
        let rule_sets = Arc::new(RuleSets::new(clock.clone(), market.clone(), fees.clone()));
        let matcher = Matcher::load(&db, clock, rule_sets, market.clone()).await.unwrap();
        let (book, observer) = (matcher.clone(), Arc::new(Relay(matcher.clone())));
        let venue = testing::Venue::open(Context { listings: market.clone(), book, observer, ..context }).await;
        matcher.start(venue.writer.clone(), &venue.supervisor).await;
        Self { venue, market, fees, matcher }
    }

    fn instruments(&self) -> Vec<InstrumentId> {
        self.market.catalog.all().iter().map(|instrument| instrument.id).collect()
    }

    /// Publishes a tick as a feed would. Levels are cents and shares.
    fn publish(&self, instrument: InstrumentId, bids: &[(i64, i64)], asks: &[(i64, i64)]) -> Tick {
        let (bids, asks) = (testing::levels(bids), testing::levels(asks));
        let tick = Tick { seq: self.ids.next(), bids, asks, ..testing::tick_at(instrument, self.clock.now()) };
        self.market.publish(&tick);
        tick
    }

    fn fee_table(&self) -> Arc<FeeTable> {
        self.fees.in_force("us-stock", "2026-11-20").unwrap()
    }

    /// A limit order for the quote that the board shows.
    fn place(&self, account: i64, instrument: InstrumentId, side: Side, cents: i64, shares: i64) -> Place {
        let rules = TradingRules { fees: self.fee_table(), ..testing::trading_rules(instrument) };
        let hours = Hours { day_ends: self.clock.now().plus(UnixMillis::HOUR), ..testing::HOURS };
        let tick = self.market.latest(instrument);
        let terms = Terms { hours, stale_after: STALE_AFTER_MILLIS, ..testing::terms(rules, tick) };
        self.venue.place(AccountId(account), side, shares, Some(cents), terms)
    }

    /// A change of an order, for the quote that the board shows.
    fn amend(&self, order: &Place, cents: Option<i64>, shares: Option<i64>) -> Amend {
        Amend {
            fee_version: order.terms.rules.fees.version.clone(),
            order: order.at,
            side: order.side,
            price: cents.map(price),
            quantity: shares.map(testing::shares),
            priority: Priority(self.ids.next()),
            terms: Terms { tick: self.market.latest(order.at.instrument), ..order.terms.clone() },
            stop: None,
            trails: false,
            trail: None,
            time_in_force: None,
            ends_at: None,
        }
    }

    async fn status(&self, order: &Order) -> OrderStatus {
        let mut reader = self.db.read().await.unwrap();
        queries::find(&mut reader, order.at.account, order.at.id).await.unwrap().unwrap().status
    }

    /// Comes back when all that was queued before is decided and committed.
    async fn settle(&self) {
        let at = testing::order_ref(OrderId(1), AccountId(1), InstrumentId(1));
        let nobody = Cancel::new(at, CloseReason::Customer);
        let heard = self.writer.run(nobody).await;
        assert!(matches!(heard, Err(RunError::Refused(Refusal::OrderUnknown))), "{heard:?}");
    }

    async fn fund(&self, account: i64) {
        self.venue.fund(AccountId(account), 10_000_000_000).await;
    }
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
        Arc::make_mut(&mut lost.terms.rules).fees =
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
        let cancel = Cancel::new(lost.at, CloseReason::Customer);
        venue.writer.run(cancel).await.expect("its customer can take it back");
        assert!(venue.matcher.state().unpriced.is_empty());
    }
}
