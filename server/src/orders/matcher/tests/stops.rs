//! More stops than fit into one commit, and stops beside orders that rest.

use plumbline_core::orders::{OrderKind, Stop};

use super::*;

fn buy_stop(venue: &Venue, account: i64, instrument: InstrumentId, stop: i64) -> Place {
    let place = venue.place(account, instrument, Side::Buy, 0, 1);
    Place { kind: OrderKind::Stop, limit: None, stop: Some(price(stop)), ..place }
}

/// A tick with a last trade at `last`, and one share offered a cent above it on each of so many levels.
fn tick(venue: &Venue, instrument: InstrumentId, last: i64, size: i64) {
    let (bids, asks) = (testing::levels(&[(last - 1, 1)]), testing::levels(&[(last + 1, size)]));
    let tick = testing::tick_at(instrument, venue.clock.now());
    venue.market.publish(&Tick { seq: venue.ids.next(), bids, asks, last: price(last), ..tick });
}

#[tokio::test]
async fn a_tick_triggers_more_stops_than_fit_into_one_commit_in_the_order_of_their_places() {
    for (uri, _folder) in databases("stops").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=3).map(|account| venue.fund(account))).await;
        let instrument = venue.instruments()[0];
        tick(&venue, instrument, 10_000, 1_000);
        let all = REACH_MAX + 30;
        let mut placed = Vec::new();
        for number in 0..all {
            let account = i64::try_from(number % 3).unwrap() + 1;
            placed.push(venue.run(buy_stop(&venue, account, instrument, 10_100)).await);
        }
        // Five shares fewer than are wanted.
        tick(&venue, instrument, 10_200, i64::try_from(all).unwrap() - 5);
        for _ in 0..4 {
            venue.settle().await;
        }
        let mut reader = venue.db.read().await.unwrap();
        let mut filled = 0;
        for (number, order) in placed.iter().enumerate() {
            let found = queries::find(&mut reader, order.at.account, order.at.id).await.unwrap().unwrap();
            assert!(matches!(found.stop, Some(Stop { triggered_at: Some(_), .. })), "number {number} at {uri}");
            let is_filled = found.status == OrderStatus::Filled;
            assert_eq!(is_filled, number < all - 5, "the earlier place goes first: number {number} at {uri}");
            filled += usize::from(is_filled);
        }
        assert_eq!(filled, all - 5);
        drop(reader);
        // The rest waits at its collar for the next tick.
        tick(&venue, instrument, 10_210, 100);
        venue.settle().await;
        venue.settle().await;
        assert_eq!(venue.status(&placed[all - 1]).await, OrderStatus::Filled);
        let checks = crate::ledger::audit::run(&venue.db).await.unwrap();
        assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
    }
}

#[tokio::test]
async fn who_rests_at_a_limit_goes_before_a_stop_of_one_tick() {
    for (uri, _folder) in databases("stops").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=2).map(|account| venue.fund(account))).await;
        let instrument = venue.instruments()[0];
        tick(&venue, instrument, 10_000, 1_000);
        let stop = venue.run(buy_stop(&venue, 1, instrument, 10_100)).await;
        venue.publish(instrument, &[], &[]);
        let limit = venue.run(venue.place(2, instrument, Side::Buy, 10_250, 1)).await;
        assert_eq!(limit.status, OrderStatus::Accepted);
        tick(&venue, instrument, 10_200, 1);
        venue.settle().await;
        venue.settle().await;
        let found = [&stop, &limit].map(|order| venue.status(order));
        assert_eq!(join_all(found).await, [OrderStatus::Triggered, OrderStatus::Filled], "{uri}");
    }
}
