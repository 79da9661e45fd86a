//! What customers have of a tick where a table refuses what somebody else is to have of it.

use std::sync::Arc;

use plumbline_core::decision::Facts;
use plumbline_core::ids::{AccountId, OrderId};
use plumbline_core::market::{Side, Tick};
use plumbline_core::orders::{Order, Place};
use plumbline_core::products::{Hours, Terms, TradingRules};
use plumbline_core::time::UnixMillis;

use super::venue::{tick, venue};
use crate::clock::Clock;
use crate::db::Db;
use crate::market::STALE_AFTER_MILLIS;
use crate::orders::fee_schedule::FeeSchedule;
use crate::orders::{Matcher, RuleSets, queries};
use crate::testing::{self, databases, shares};
use crate::writer::{AccountEvent, Context, Observer, RunError};
use crate::{execute, statements};

statements! {
    ONE_FILL: "CREATE UNIQUE INDEX one_fill ON fills (account_id) WHERE account_id = 7";
}

#[tokio::test]
async fn what_a_refused_batch_took_of_a_tick_is_there_for_the_next() {
    for (uri, folder) in databases("apart").await {
        let (venue, [ann, bob]) = (venue(&uri, folder).await, [7, 8].map(AccountId));
        venue.fund(ann, 1_000_000).await;
        venue.fund(bob, 1_000_000).await;
        let nothing_shown = tick(&venue.ids, 0);
        let anns = || {
            let mut place = venue.buy_at(ann, 1, nothing_shown.clone());
            place.at.id = OrderId(42);
            venue.writer.run(place)
        };
        anns().await.unwrap();
        let (bobs, again) = tokio::join!(venue.writer.run(venue.buy_at(bob, 5, tick(&venue.ids, 5))), anns());
        assert!(matches!(again, Err(RunError::Unreadable)), "{again:?}");
        assert_eq!(bobs.unwrap().filled, shares(5));
        venue.check().await;
    }
}

/// Tells the matcher what the writer commits, as the server does.
#[derive(Debug)]
struct Relay(Arc<Matcher>);

impl Observer for Relay {
    fn written(&self, facts: &Facts) {
        self.0.update(facts);
    }

    fn events(&self, _: Vec<AccountEvent>) {}
}

#[tokio::test]
async fn a_tick_fills_the_resting_orders_of_others_with_all_that_it_displays() {
    for (uri, _folder) in databases("apart").await {
        let (db, clock, [ann, bob]) = (Db::open(&uri).await.unwrap(), Clock::System, [7, 8].map(AccountId));
        let context = testing::writer_context(&db, &clock).await;
        let market = testing::market(&db, 1).await;
        let fees = Arc::new(FeeSchedule::load(&db).await.unwrap());
        let rule_sets = Arc::new(RuleSets::new(clock.clone(), market.clone(), fees.clone()));
        let matcher = Matcher::load(&db, clock, rule_sets, market.clone()).await.unwrap();
        let (book, observer) = (matcher.clone(), Arc::new(Relay(matcher.clone())));
        let venue = testing::Venue::open(Context { listings: market.clone(), book, observer, ..context }).await;
        matcher.start(venue.writer.clone(), &venue.supervisor).await;
        venue.fund(ann, 10_000_000).await;
        venue.fund(bob, 10_000_000).await;
        let instrument = market.catalog.all()[0].id;
        let publish = |cents, size| {
            let (seq, asks) = (venue.ids.next(), testing::levels(&[(cents, size)]));
            market.publish(&Tick { seq, asks, ..testing::tick_at(instrument, venue.clock.now()) });
        };
        let place = |account, size| -> Place {
            let fees = fees.in_force("us-stock", "2026-11-20").unwrap();
            let hours = Hours { day_ends: venue.clock.now().plus(UnixMillis::HOUR), ..testing::HOURS };
            let terms =
                testing::terms(TradingRules { fees, ..testing::trading_rules(instrument) }, market.latest(instrument));
            let terms = Terms { hours, stale_after: STALE_AFTER_MILLIS, ..terms };
            venue.place(account, Side::Buy, size, Some(10_000), terms)
        };
        let filled = async |order: &Order| {
            let mut reader = db.read().await.unwrap();
            queries::find(&mut reader, order.at.account, order.at.id).await.unwrap().unwrap().filled
        };
        publish(10_000, 1);
        assert_eq!(venue.run(place(ann, 1)).await.filled, shares(1));
        let mut tx = db.begin().await.unwrap();
        execute!(&mut tx, ONE_FILL).unwrap();
        tx.commit().await.unwrap();
        publish(10_100, 10);
        let (anns, bobs) = (venue.run(place(ann, 3)).await, venue.run(place(bob, 5)).await);
        publish(10_000, 5);
        venue.writer.ping().await.unwrap();
        assert!(db.aside().has(ann));
        assert_eq!((filled(&anns).await, filled(&bobs).await), (shares(0), shares(5)));
    }
}
