//! Several servers on one PostgreSQL: an order that one of them acknowledged is overtaken at none.

use super::*;

/// Two servers, of which the second does not know what rests at the first.
async fn two(uri: &str) -> (Venue, Venue, InstrumentId) {
    let (first, second) = (Venue::open(uri, Clock::System).await, Venue::open(uri, Clock::System).await);
    join_all((1..=2).map(|account| first.fund(account))).await;
    let instrument = first.instruments()[0];
    first.publish(instrument, &[], &[]);
    second.publish(instrument, &[], &[]);
    (first, second, instrument)
}

#[tokio::test]
async fn an_order_of_another_server_is_offered_a_tick_before_a_later_one() {
    let (uri, _folder) = databases("servers").await.remove(1);
    let (first, second, instrument) = two(&uri).await;
    let early = first.run(first.place(1, instrument, Side::Buy, 10_000, 5)).await;
    second.publish(instrument, &[], &[(9_990, 7)]);
    let late = second.run(second.place(2, instrument, Side::Buy, 10_000, 5)).await;
    assert_eq!(late.status, OrderStatus::PartiallyFilled);
    assert_eq!(late.filled, shares_of(2), "what the earlier order left");
    assert_eq!(second.status(&early).await, OrderStatus::Filled);
}

#[tokio::test]
async fn an_order_of_another_server_that_a_tick_reaches_stands_in_the_same_queue() {
    let (uri, _folder) = databases("servers").await.remove(1);
    let (first, second, instrument) = two(&uri).await;
    // Both have shares to sell.
    first.publish(instrument, &[], &[(10_000, 100)]);
    join_all((1..=2).map(|account| first.run(first.place(account, instrument, Side::Buy, 10_000, 5)))).await;
    let early = first.run(first.place(1, instrument, Side::Sell, 10_000, 5)).await;
    let late = second.run(second.place(2, instrument, Side::Sell, 10_000, 5)).await;
    assert_eq!((early.status, late.status), (OrderStatus::Accepted, OrderStatus::Accepted));
    second.publish(instrument, &[(10_010, 5)], &[]);
    second.settle().await;
    assert_eq!(second.status(&early).await, OrderStatus::Filled);
    assert_eq!(second.status(&late).await, OrderStatus::Accepted);
}

#[tokio::test]
async fn orders_that_others_accepted_are_offered_the_newest_tick_and_those_that_they_ended_are_forgotten() {
    let (uri, _folder) = databases("servers").await.remove(1);
    let (first, second, instrument) = two(&uri).await;
    second.publish(instrument, &[], &[(9_990, 5)]);
    let reached = first.run(first.place(1, instrument, Side::Buy, 10_000, 5)).await;
    let waiting = first.run(first.place(1, instrument, Side::Buy, 9_000, 5)).await;
    second.matcher.reload().await.unwrap();
    second.settle().await;
    assert_eq!(second.status(&reached).await, OrderStatus::Filled);
    assert!(second.matcher.state().resting.get(waiting.at.id).is_some());
    first.writer.run(Cancel { order: waiting.at, reason: CloseReason::Customer }).await.unwrap();
    second.matcher.reload().await.unwrap();
    assert!(second.matcher.state().resting.get(waiting.at.id).is_none());
}
