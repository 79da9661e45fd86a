//! An order that is amended has the place that it had, or a new one behind all at its price: in the book of its server,
//! in those of the others, and in the next one's after a restart. It misses no tick that a new order would see.

use super::*;
use crate::db::Statement;
use crate::{execute, statements};

statements! {
    /// Keeps the writer waiting until the transaction ends: on SQLite for its turn, on PostgreSQL for a stream.
    HOLD: "UPDATE account_streams SET last_seq = last_seq WHERE account_id = 1";
}

impl Venue {
    async fn amended(&self, order: &Place, cents: Option<i64>, shares: Option<i64>) -> Order {
        self.writer.run(self.amend(order, cents, shares)).await.unwrap()
    }

    /// What is filled of each order, in shares.
    async fn filled(&self, orders: &[&Place]) -> Vec<i64> {
        let mut reader = self.db.read().await.unwrap();
        let mut filled = Vec::new();
        for order in orders {
            let found = queries::find(&mut reader, order.at.account, order.at.id).await.unwrap().unwrap();
            filled.push(found.filled.units() / ONE);
        }
        filled
    }

    /// Sends `commands` while the writer is kept waiting, so that it decides on all of them in one batch, with the ticks
    /// that `meanwhile` publishes.
    async fn in_one_batch(&self, hold: &Statement, amend: Amend, meanwhile: impl FnOnce()) {
        let mut held = self.db.begin().await.unwrap();
        execute!(&mut held, hold).unwrap();
        let nobody = Cancel::new(OrderRef { id: OrderId(1), ..amend.order }, CloseReason::Customer);
        let first = self.writer.run(nobody);
        let then = async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let sent = self.writer.run(amend);
            let ticks = async {
                meanwhile();
                drop(held);
            };
            tokio::join!(sent, ticks).0
        };
        let (nobody, amended) = tokio::join!(first, then);
        assert!(nobody.is_err());
        amended.unwrap();
        self.settle().await;
    }
}

async fn with_customers(uri: &str) -> (Venue, InstrumentId) {
    let venue = Venue::open(uri, Clock::System).await;
    join_all((1..=3).map(|account| venue.fund(account))).await;
    let instrument = venue.instruments()[0];
    venue.publish(instrument, &[], &[]);
    (venue, instrument)
}

#[tokio::test]
async fn only_a_smaller_quantity_at_the_same_price_keeps_its_place() {
    type Change = (Option<i64>, Option<i64>);
    let table: [(&str, &[Change], [i64; 2]); 5] = [
        ("a smaller quantity", &[(None, Some(4))], [4, 2]),
        ("a smaller quantity, and the same price", &[(Some(10_000), Some(4))], [4, 2]),
        ("a larger quantity", &[(None, Some(6))], [1, 5]),
        ("another price, and back", &[(Some(9_999), None), (Some(10_000), None)], [1, 5]),
        ("a better price", &[(Some(10_001), None)], [5, 1]),
    ];
    for (uri, _folder) in databases("amends").await {
        let (venue, _) = with_customers(&uri).await;
        for ((name, changes, filled), instrument) in table.into_iter().zip(venue.instruments()) {
            venue.publish(instrument, &[], &[]);
            let orders = [1, 2].map(|account| venue.place(account, instrument, Side::Buy, 10_000, 5));
            for order in &orders {
                venue.run(order.clone()).await;
            }
            for (cents, shares) in changes {
                venue.amended(&orders[0], *cents, *shares).await;
            }
            venue.publish(instrument, &[], &[(9_990, 6)]);
            venue.settle().await;
            assert_eq!(venue.filled(&[&orders[0], &orders[1]]).await, filled, "{name}");
        }
    }
}

#[tokio::test]
async fn an_order_that_comes_to_reach_the_quote_takes_at_once_what_is_left_of_it() {
    for (uri, _folder) in databases("amends").await {
        let (venue, instrument) = with_customers(&uri).await;
        let (early, late) =
            (venue.place(1, instrument, Side::Buy, 9_980, 5), venue.place(2, instrument, Side::Buy, 9_990, 5));
        venue.run(early.clone()).await;
        venue.run(late.clone()).await;
        venue.publish(instrument, &[], &[(9_990, 7)]);
        venue.settle().await;
        assert_eq!(venue.amended(&early, Some(9_995), Some(6)).await.filled, shares(2));
        assert_eq!(venue.filled(&[&early, &late]).await, [2, 5]);
    }
}

#[tokio::test]
async fn a_tick_that_comes_while_a_change_is_on_its_way_is_not_missed() {
    for (uri, _folder) in databases("amends").await {
        let (venue, instrument) = with_customers(&uri).await;
        let orders = [1, 2].map(|account| venue.place(account, instrument, Side::Buy, 9_900, 5));
        for order in &orders {
            venue.run(order.clone()).await;
        }
        let amend = venue.amend(&orders[0], Some(10_000), None);
        venue.publish(instrument, &[], &[(9_990, 5)]);
        let waits = venue.writer.run(amend).await.unwrap();
        assert_eq!((waits.status, waits.limit), (OrderStatus::Accepted, price(10_000)), "its quote showed nothing");
        let late = venue.writer.run(venue.amend(&orders[1], Some(10_000), None)).await.unwrap();
        assert_eq!(late.status, OrderStatus::Accepted, "nothing is left for who came later");
        assert_eq!(venue.filled(&[&orders[0]]).await, [5]);
    }
}

/// The book has the order in front, where it wants all that the tick shows; when the tick is decided on, it stands last.
#[tokio::test]
async fn an_order_that_is_amended_in_the_batch_of_a_tick_waits_for_those_that_it_fell_behind() {
    for (uri, _folder) in databases("amends").await {
        let (venue, instrument) = with_customers(&uri).await;
        let mut orders = vec![venue.place(1, instrument, Side::Buy, 10_020, 100)];
        orders.extend((0..20).map(|_| venue.place(2, instrument, Side::Buy, 10_010, 5)));
        for order in &orders {
            venue.run(order.clone()).await;
        }
        let amend = venue.amend(&orders[0], Some(10_000), Some(200));
        venue.in_one_batch(HOLD, amend, || drop(venue.publish(instrument, &[], &[(10_000, 101)]))).await;
        let filled = venue.filled(&orders.iter().collect::<Vec<_>>()).await;
        assert_eq!((filled[0], filled[1..].iter().sum::<i64>()), (1, 100));
    }
}

/// A customer who may not pay for the change keeps the old place, and is offered the tick there.
#[tokio::test]
async fn a_change_that_is_refused_leaves_the_order_where_it_is() {
    for (uri, _folder) in databases("amends").await {
        let (venue, instrument) = with_customers(&uri).await;
        let orders = [1, 2].map(|account| venue.place(account, instrument, Side::Buy, 10_000, 5));
        for order in &orders {
            venue.run(order.clone()).await;
        }
        let too_much = venue.amend(&orders[0], Some(10_001), Some(100_000_000));
        let refused = venue.writer.run(too_much);
        let (refused, _) = tokio::join!(refused, async { venue.publish(instrument, &[], &[(9_990, 6)]) });
        assert!(matches!(refused, Err(RunError::Refused(Refusal::InsufficientFunds))), "{refused:?}");
        venue.settle().await;
        assert_eq!(venue.filled(&[&orders[0], &orders[1]]).await, [5, 1]);
    }
}

#[tokio::test]
async fn the_next_server_knows_the_places_of_amended_orders() {
    for (uri, _folder) in databases("amends").await {
        let (venue, instrument) = with_customers(&uri).await;
        let orders = [1, 2, 3].map(|account| {
            let place = venue.place(account, instrument, Side::Buy, 10_000, 5);
            Place { time_in_force: TimeInForce::GoodTillCancelled, ..place }
        });
        for order in &orders {
            venue.run(order.clone()).await;
        }
        venue.amended(&orders[0], None, Some(6)).await;
        venue.amended(&orders[1], None, Some(4)).await;
        drop(venue);
        let next = Venue::open(&uri, Clock::System).await;
        next.publish(instrument, &[], &[(9_990, 10)]);
        next.settle().await;
        assert_eq!(next.filled(&[&orders[0], &orders[1], &orders[2]]).await, [1, 4, 5]);
    }
}
