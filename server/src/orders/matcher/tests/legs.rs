//! Legs come to rest with a fill of their entry, and miss no tick from then on.

use plumbline_core::ids::GroupId;
use plumbline_core::orders::{GroupRef, Legs, StopLoss};

use super::*;
use crate::writer::RestingBook;

/// A last trade at so many cents, and a cent around it a thousand shares.
fn tick(venue: &Venue, instrument: InstrumentId, last: i64) {
    let (bids, asks) = (testing::levels(&[(last - 1, 1_000)]), testing::levels(&[(last + 1, 1_000)]));
    let tick = testing::tick_at(instrument, venue.clock.now());
    venue.market.publish(&Tick { seq: venue.ids.next(), bids, asks, last: price(last), ..tick });
}

/// A limit order of five shares, with a stop-loss.
fn bracket(venue: &Venue, instrument: InstrumentId, limit: i64, stop: i64) -> (Place, OrderRef) {
    let mut place = venue.place(1, instrument, Side::Buy, limit, 5);
    let leg = OrderId(venue.ids.next());
    place.at.group = Some(GroupRef {
        id: GroupId(venue.ids.next()),
        entry: Some(place.at.id),
        take_profit: None,
        stop_loss: Some(leg),
    });
    place.legs = Legs { take_profit: None, stop_loss: Some(StopLoss { stop: price(stop), limit: None }) };
    let at = OrderRef { id: leg, ..place.at };
    (place, at)
}

impl Venue {
    async fn found(&self, at: OrderRef) -> Order {
        queries::find(&mut self.db.read().await.unwrap(), at.account, at.id).await.unwrap().unwrap()
    }
}

#[tokio::test]
async fn a_leg_is_offered_the_tick_that_is_decided_with_the_fill_of_its_entry() {
    for (uri, _folder) in databases("legs").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=2).map(|account| venue.fund(account))).await;
        let instrument = venue.instruments()[0];
        tick(&venue, instrument, 10_000);
        let (entry, leg) = bracket(&venue, instrument, 10_001, 9_950);
        // Below the stop. Another order has it decided in the batch of the entry, which is filled at the tick before.
        tick(&venue, instrument, 9_940);
        let other = venue.place(2, instrument, Side::Buy, 9_000, 5);
        let (entry, _) = tokio::join!(venue.run(entry), venue.run(other));
        assert_eq!(entry.status, OrderStatus::Filled, "{uri}");
        venue.settle().await;
        venue.settle().await;
        assert_eq!(venue.found(leg).await.status, OrderStatus::Filled, "{uri}");
    }
}

#[tokio::test]
async fn a_resting_entry_and_its_leg_are_filled_by_ticks_that_are_queued_together() {
    for (uri, _folder) in databases("legs").await {
        let venue = Venue::open(&uri, Clock::System).await;
        venue.fund(1).await;
        let instrument = venue.instruments()[0];
        tick(&venue, instrument, 10_000);
        let (entry, leg) = bracket(&venue, instrument, 9_990, 9_950);
        let entry = venue.run(entry).await;
        assert_eq!(venue.found(leg).await.status, OrderStatus::Pending);
        tick(&venue, instrument, 9_980);
        tick(&venue, instrument, 9_940);
        for _ in 0..3 {
            venue.settle().await;
        }
        assert_eq!(venue.status(&entry).await, OrderStatus::Filled, "{uri}");
        assert_eq!(venue.found(leg).await.status, OrderStatus::Filled, "{uri}");
    }
}

#[tokio::test]
async fn a_tick_of_several_commits_triggers_no_leg_that_it_has_brought_to_life() {
    for (uri, _folder) in databases("legs").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=ACCOUNTS).map(|account| venue.fund(account))).await;
        let instrument = venue.instruments()[0];
        tick(&venue, instrument, 10_000);
        let (entry, leg) = bracket(&venue, instrument, 9_990, 9_950);
        let entry = venue.run(entry).await;
        let count = i64::try_from(REACH_MAX + 10).unwrap();
        let others = (0..count).map(|n| venue.run(venue.place(1 + n % ACCOUNTS, instrument, Side::Buy, 9_990, 1)));
        let others: Vec<Order> = join_all(others).await;
        // It reaches more orders than fit into one commit, and the stop of the leg.
        tick(&venue, instrument, 9_940);
        for _ in 0..4 {
            venue.settle().await;
        }
        assert_eq!(venue.status(&entry).await, OrderStatus::Filled, "{uri}");
        assert_eq!(venue.status(others.last().unwrap()).await, OrderStatus::Filled, "{uri}");
        let waits = venue.found(leg).await;
        assert_eq!((waits.status, waits.waits()), (OrderStatus::Accepted, true), "{uri}");
        tick(&venue, instrument, 9_940);
        venue.settle().await;
        venue.settle().await;
        assert_eq!(venue.found(leg).await.status, OrderStatus::Filled, "{uri}");
    }
}

#[tokio::test]
async fn a_tick_triggers_no_leg_that_it_has_brought_to_life() {
    for (uri, _folder) in databases("legs").await {
        // The tick that fills the entry is alone in its batch, or stands behind another one.
        for before in [None, Some(9_995)] {
            let venue = Venue::open(&uri, Clock::System).await;
            venue.fund(1).await;
            let instrument = venue.instruments()[0];
            tick(&venue, instrument, 10_000);
            let (entry, leg) = bracket(&venue, instrument, 9_990, 9_950);
            let entry = venue.run(entry).await;
            before.into_iter().for_each(|last| tick(&venue, instrument, last));
            tick(&venue, instrument, 9_940);
            for _ in 0..4 {
                venue.settle().await;
            }
            assert_eq!(venue.status(&entry).await, OrderStatus::Filled, "{uri}");
            let waits = venue.found(leg).await;
            assert_eq!((waits.status, waits.waits()), (OrderStatus::Accepted, true), "{uri}, {before:?}");
            tick(&venue, instrument, 9_940);
            venue.settle().await;
            venue.settle().await;
            assert_eq!(venue.found(leg).await.status, OrderStatus::Filled, "{uri}, {before:?}");
        }
    }
}

/// A server that begins to lead, and one that does not know whether its last commit is stored, are shown the tick once more.
#[tokio::test]
async fn a_book_that_did_not_hear_of_the_fill_knows_the_tick_that_brought_a_leg_to_life() {
    for (uri, _folder) in databases("legs").await {
        let first = Venue::open(&uri, Clock::System).await;
        first.fund(1).await;
        let instrument = first.instruments()[0];
        tick(&first, instrument, 10_000);
        let (entry, leg) = bracket(&first, instrument, 9_990, 9_950);
        let entry = first.run(entry).await;
        tick(&first, instrument, 9_940);
        first.settle().await;
        assert_eq!(first.status(&entry).await, OrderStatus::Filled, "{uri}");
        let newest = first.market.latest(instrument).unwrap();
        drop(first);
        let second = Venue::open(&uri, Clock::System).await;
        second.market.publish(&newest);
        for _ in 0..3 {
            second.settle().await;
        }
        assert!(second.found(leg).await.waits(), "{uri}");
        let accounts = [AccountId(1)].into();
        let mut batch = second.db.batch().await.unwrap();
        second.matcher.recover(&mut batch, &accounts).await.unwrap();
        drop(batch);
        for _ in 0..3 {
            second.settle().await;
        }
        assert!(second.found(leg).await.waits(), "{uri}: after a recovery");
        second.market.publish(&Tick { seq: newest.seq + 1, ..(*newest).clone() });
        second.settle().await;
        second.settle().await;
        assert_eq!(second.found(leg).await.status, OrderStatus::Filled, "{uri}");
    }
}
