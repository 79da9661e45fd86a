//! Every order is offered every tick that it may fill from, before anybody who stands behind it: whatever is on its way,
//! however many there are, and whatever fails.

use futures_util::FutureExt;

use super::*;
use crate::{execute, statements};

statements! {
    BLOCK_FILLS: "ALTER TABLE fills RENAME TO fills_away";
    /// Keeps the writer waiting until the transaction ends: on SQLite for its turn, on PostgreSQL for a stream.
    HOLD: "UPDATE account_streams SET last_seq = last_seq WHERE account_id = 1";
    ALLOW_FILLS: "ALTER TABLE fills_away RENAME TO fills";
    SPOIL: "UPDATE orders SET time_in_force = 'ugly' WHERE id = $1";
    MEND: "UPDATE orders SET time_in_force = 'day' WHERE id = $1";
}

async fn with_two_customers(uri: &str, clock: Clock) -> (Venue, InstrumentId) {
    let venue = Venue::open(uri, clock).await;
    join_all((1..=2).map(|account| venue.fund(account))).await;
    let instrument = venue.instruments()[0];
    venue.publish(instrument, &[], &[]);
    (venue, instrument)
}

#[tokio::test]
async fn a_tick_that_comes_while_an_order_is_on_its_way_is_not_missed() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let early = venue.place(1, instrument, Side::Buy, 10_000, 5);
        venue.publish(instrument, &[], &[(9_990, 5)]);
        let early = venue.run(early).await;
        let late = venue.run(venue.place(2, instrument, Side::Buy, 10_000, 5)).await;
        assert_eq!(late.status, OrderStatus::Accepted, "nothing is left for who came later");
        assert_eq!(venue.status(&early).await, OrderStatus::Filled);
    }
}

#[tokio::test]
async fn an_order_that_comes_to_rest_is_offered_the_newest_tick() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let early = venue.place(1, instrument, Side::Buy, 10_000, 5);
        venue.publish(instrument, &[], &[(9_990, 5)]);
        let early = venue.run(early).await;
        venue.settle().await;
        assert_eq!(venue.status(&early).await, OrderStatus::Filled, "with no other tick and no other order");
    }
}

#[tokio::test]
async fn an_order_that_was_read_before_the_session_is_offered_a_tick_that_others_had() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let mut late = venue.place(2, instrument, Side::Buy, 10_000, 5);
        late.terms.hours.closes = None;
        venue.publish(instrument, &[], &[(9_990, 10)]);
        let early = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        assert_eq!(early.status, OrderStatus::Filled);
        let late = venue.run(late).await;
        assert_eq!(late.status, OrderStatus::Accepted, "it met no quote");
        venue.settle().await;
        assert_eq!(venue.status(&late).await, OrderStatus::Filled, "with no other tick");
    }
}

#[tokio::test]
async fn orders_of_one_batch_are_offered_a_newer_tick_in_their_order() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let early = venue.place(1, instrument, Side::Buy, 10_000, 5);
        venue.publish(instrument, &[], &[(9_990, 5)]);
        let late = venue.place(2, instrument, Side::Buy, 10_000, 5);
        let (early, late) = tokio::join!(venue.run(early), venue.run(late));
        assert_eq!(venue.status(&early).await, OrderStatus::Filled);
        assert_eq!(venue.status(&late).await, OrderStatus::Accepted);
    }
}

#[tokio::test]
async fn no_order_takes_from_a_tick_that_is_older_than_one_that_was_decided_on() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        venue.publish(instrument, &[], &[(9_990, 5)]);
        let old = venue.place(2, instrument, Side::Buy, 10_000, 5);
        venue.publish(instrument, &[], &[(10_050, 5)]);
        let resting = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        assert_eq!(resting.status, OrderStatus::Accepted);
        let old = venue.run(old).await;
        assert_eq!(old.status, OrderStatus::Accepted, "the tick that it was quoted is over");
    }
}

/// A commit that failed, or an account that is served again, has the newest tick offered to all once more.
#[tokio::test]
async fn no_older_tick_is_decided_on_while_the_newest_is_offered_anew() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        venue.publish(instrument, &[], &[(9_990, 5)]);
        let old = venue.place(2, instrument, Side::Buy, 10_000, 5);
        let older = venue.market.latest(instrument).unwrap();
        venue.publish(instrument, &[], &[(10_050, 5)]);
        let resting = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        venue.matcher.state().begin_anew(instrument);
        venue.matcher.fill(older);
        venue.settle().await;
        assert_eq!(venue.status(&resting).await, OrderStatus::Accepted, "the queued tick is over: {uri}");
        venue.matcher.state().begin_anew(instrument);
        let old = venue.run(old).await;
        assert_eq!(old.status, OrderStatus::Accepted, "the tick that it was quoted is over: {uri}");
        assert_eq!(venue.status(&resting).await, OrderStatus::Accepted, "{uri}");
    }
}

#[tokio::test]
async fn what_is_behind_a_tick_waits_for_all_of_it() {
    for (uri, _folder) in databases("matcher").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=ACCOUNTS).map(|account| venue.fund(account))).await;
        let instrument = venue.instruments()[0];
        venue.publish(instrument, &[], &[]);
        let count = i64::try_from(2 * REACH_MAX + 50).unwrap();
        let orders = (0..count).map(|n| venue.run(venue.place(1 + n % ACCOUNTS, instrument, Side::Buy, 10_000, 1)));
        let resting: Vec<Order> = join_all(orders).await;
        venue.publish(instrument, &[], &[(10_000, count)]);
        let late = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 1)).await;
        assert_eq!(late.status, OrderStatus::Accepted, "all that is displayed is theirs who waited");
        for order in resting {
            assert_eq!(venue.status(&order).await, OrderStatus::Filled);
        }
    }
}

#[tokio::test]
async fn what_an_order_does_not_take_goes_to_those_behind_it() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::manual(UnixMillis(1_795_000_000_000))).await;
        let day = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        let behind = venue.place(2, instrument, Side::Buy, 10_000, 5);
        let behind = venue.run(Place { time_in_force: TimeInForce::GoodTillCancelled, ..behind }).await;
        venue.clock.advance(UnixMillis::HOUR);
        venue.publish(instrument, &[], &[(9_990, 5)]);
        venue.settle().await;
        assert_eq!(venue.status(&day).await, OrderStatus::Expired);
        assert_eq!(venue.status(&behind).await, OrderStatus::Filled);
    }
}

#[tokio::test]
async fn an_order_that_cannot_be_read_keeps_nobody_else_from_a_tick() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let ugly = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        let alter = async |statement: &crate::db::Statement| {
            let mut tx = venue.db.begin().await.unwrap();
            execute!(&mut tx, statement, ugly.at.id.0).unwrap();
            tx.commit().await.unwrap();
        };
        alter(SPOIL).await;
        // It stands before the tick that the next order needs.
        venue.publish(instrument, &[], &[(9_990, 5)]);
        let taker = venue.run(venue.place(2, instrument, Side::Buy, 10_000, 5)).await;
        assert_eq!(taker.status, OrderStatus::Filled);
        // A batch fails for another reason, and the orders of its accounts are read anew.
        let mut tx = venue.db.begin().await.unwrap();
        execute!(&mut tx, BLOCK_FILLS).unwrap();
        tx.commit().await.unwrap();
        venue.publish(instrument, &[], &[(9_980, 5)]);
        let both = [1, 2].map(|account| venue.writer.run(venue.place(account, instrument, Side::Buy, 10_000, 5)));
        assert!(join_all(both).await.iter().all(Result::is_err));
        let mut tx = venue.db.begin().await.unwrap();
        execute!(&mut tx, ALLOW_FILLS).unwrap();
        tx.commit().await.unwrap();
        venue.publish(instrument, &[], &[(9_970, 5)]);
        let taker = venue.run(venue.place(2, instrument, Side::Buy, 10_000, 5)).await;
        assert_eq!(taker.status, OrderStatus::Filled);
        // A server starts with it, and once it is mended it can be taken back.
        queries::all_open(&mut venue.db.read().await.unwrap()).await.unwrap();
        alter(MEND).await;
        venue.writer.run(Cancel::new(ugly.at, CloseReason::Customer)).await.unwrap();
    }
}

/// At ten cents an order for eighteen shares, worth less than two dollars, is not cut.
#[tokio::test]
async fn an_order_that_cannot_be_cut_stands_in_nobodys_way() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let mut placed = Vec::new();
        for (account, shares) in [(1, 18), (2, 12), (2, 10)] {
            let place = venue.place(account, instrument, Side::Buy, 10, shares);
            let rules = Arc::new(TradingRules { band_basis_points: 10_000, ..(*place.terms.rules).clone() });
            let terms = Terms { rules, ..place.terms.clone() };
            placed.push(venue.run(Place { terms, ..place }).await);
        }
        venue.publish(instrument, &[], &[(10, 11)]);
        venue.settle().await;
        let mut statuses = Vec::new();
        for order in &placed {
            statuses.push(venue.status(order).await);
        }
        assert_eq!(statuses, [OrderStatus::Accepted, OrderStatus::Accepted, OrderStatus::Filled]);
    }
}

impl Venue {
    async fn run_statement(&self, statement: &crate::db::Statement) {
        let mut tx = self.db.begin().await.unwrap();
        execute!(&mut tx, statement).unwrap();
        tx.commit().await.unwrap();
    }

    /// Waits for an order that nothing but the next look for what was missed can fill.
    async fn filled_in_time(&self, order: &Order) {
        for _ in 0..100 {
            if self.status(order).await == OrderStatus::Filled {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the order is {:?}", self.status(order).await);
    }

    /// A tick that reaches an order, and whose batch fails.
    async fn fail_to_fill(&self, instrument: InstrumentId) {
        self.run_statement(BLOCK_FILLS).await;
        self.publish(instrument, &[], &[(9_990, 5)]);
        assert!(self.writer.ping().await.is_err(), "the writer is not well");
        self.run_statement(ALLOW_FILLS).await;
    }
}

#[tokio::test]
async fn a_tick_that_failed_is_offered_again_before_anybody_takes_of_it() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let early = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        venue.fail_to_fill(instrument).await;
        let late = venue.run(venue.place(2, instrument, Side::Buy, 10_000, 5)).await;
        assert_eq!(late.status, OrderStatus::Accepted);
        assert_eq!(venue.status(&early).await, OrderStatus::Filled);
        assert!(venue.writer.ping().await.is_ok(), "the writer is well again");
    }
}

/// The tick of the commit that failed may be stored, and so be known to customers.
#[tokio::test]
async fn no_order_takes_from_a_tick_that_is_older_than_one_whose_commit_failed() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let early = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        venue.publish(instrument, &[], &[(10_010, 5)]);
        let old = venue.place(2, instrument, Side::Buy, 10_050, 5);
        venue.fail_to_fill(instrument).await;
        let old = venue.run(old).await;
        assert_eq!(old.status, OrderStatus::Accepted, "the newest tick is used up: {uri}");
        assert_eq!(venue.status(&early).await, OrderStatus::Filled, "{uri}");
    }
}

#[tokio::test]
async fn a_tick_does_not_go_on_once_a_newer_one_was_decided_on() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let older = Arc::new(venue.publish(instrument, &[], &[(10_050, 5)]));
        venue.publish(instrument, &[], &[(10_060, 5)]);
        let resting = venue.run(venue.place(1, instrument, Side::Buy, 10_055, 5)).await;
        let goes_on = FillResting {
            from: Some(plumbline_core::orders::Frontier::default()),
            ..FillResting::new(older, STALE_AFTER_MILLIS, testing::HOURS)
        };
        venue.writer.fill_resting(goes_on).unwrap();
        venue.settle().await;
        assert_eq!(venue.status(&resting).await, OrderStatus::Accepted, "{uri}");
    }
}

#[tokio::test]
async fn a_tick_that_failed_is_tried_again() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let early = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        venue.fail_to_fill(instrument).await;
        venue.filled_in_time(&early).await;
    }
}

/// The answer to a commit was lost: one order has ended and another was accepted, and the book heard of neither.
#[tokio::test]
async fn after_a_failure_the_book_is_what_the_database_holds() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let ended = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        venue.writer.run(Cancel::new(ended.at, CloseReason::Customer)).await.unwrap();
        let accepted = venue.run(venue.place(1, instrument, Side::Buy, 9_000, 5)).await;
        venue.matcher.take([], [&ended], []);
        venue.matcher.state().forget(accepted.at.id);
        let other = venue.instruments()[1];
        venue.publish(other, &[], &[(10_000, 5)]);
        venue.run_statement(BLOCK_FILLS).await;
        let failing = venue.place(1, other, Side::Buy, 10_000, 5);
        let failed = venue.writer.run(failing).await;
        assert!(matches!(failed, Err(RunError::Failed)), "{failed:?}");
        venue.run_statement(ALLOW_FILLS).await;
        venue.settle().await;
        let known = |order: &Order| venue.matcher.state().resting.get(order.at.id).is_some();
        assert_eq!((known(&ended), known(&accepted)), (false, true));
    }
}

#[tokio::test]
async fn a_tick_that_found_the_queue_full_is_tried_again() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let early = venue.run(venue.place(1, instrument, Side::Buy, 10_000, 5)).await;
        let mut held = venue.db.begin().await.unwrap();
        execute!(&mut held, HOLD).unwrap();
        // The writer takes one command and waits; the others fill the queue.
        let nobody = Cancel::new(OrderRef { id: OrderId(1), ..early.at }, CloseReason::Customer);
        let mut running = Vec::new();
        let mut refused = false;
        while !refused {
            let mut sent = Box::pin(venue.writer.run(nobody));
            refused = matches!((&mut sent).now_or_never(), Some(Err(RunError::Overloaded)));
            if running.is_empty() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            if !refused {
                running.push(sent);
            }
        }
        venue.publish(instrument, &[], &[(9_990, 5)]);
        drop(held);
        join_all(running).await;
        venue.filled_in_time(&early).await;
    }
}

/// The first wants nearly all that is displayed, the second more than is left of it.
#[tokio::test]
async fn a_fraction_that_is_left_is_offered_to_who_waited_for_it() {
    for (uri, _folder) in databases("matcher").await {
        let (venue, instrument) = with_two_customers(&uri, Clock::System).await;
        let buy = |account, quantity: &str| {
            let mut place = venue.place(account, instrument, Side::Buy, 10_000, 1);
            Arc::make_mut(&mut place.terms.rules).fraction_step = Some("0.000001".parse().unwrap());
            Place { size: OrderSize::Exact(quantity.parse().unwrap()), ..place }
        };
        let mut waiting = Vec::new();
        for (account, quantity) in [(1, "99.3"), (1, "5"), (1, "0.5")] {
            waiting.push(venue.run(buy(account, quantity)).await);
        }
        venue.publish(instrument, &[], &[(10_000, 100)]);
        let late = venue.run(buy(2, "0.5")).await;
        let found = join_all(waiting.iter().chain([&late]).map(|order| venue.status(order))).await;
        let (filled, waits) = (OrderStatus::Filled, OrderStatus::Accepted);
        assert_eq!(found, [filled, waits, filled, waits], "{uri}");
    }
}
