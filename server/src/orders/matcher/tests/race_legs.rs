//! Races for the two legs of a position: a tick that triggers one against its cancellation, and a tick for each leg.
//! `PLUMBLINE_TEST_RACES` says how often each is tried on each database (`./scripts/prove orders` for the long form).

use std::collections::BTreeMap;

use plumbline_core::ids::GroupId;
use plumbline_core::orders::{GroupRef, Legs, StopLoss};
use plumbline_core::positions::Position;

use super::priority::Dice;
use super::*;
use crate::positions::queries as positions;

const SHARES: i64 = 5;
/// The last trades, in cents: where the position is opened, at its stop-loss, and above its take-profit.
const OPENED: i64 = 10_000;
const FALLEN: i64 = 9_890;
const RISEN: i64 = 10_150;

/// The take-profit and the stop-loss of a position.
#[derive(Clone, Copy, Debug)]
struct Pair {
    take_profit: OrderRef,
    stop_loss: OrderRef,
}

impl Venue {
    fn trade(&self, instrument: InstrumentId, last: i64) {
        let (bids, asks) = (testing::levels(&[(last - 1, 1_000)]), testing::levels(&[(last + 1, 1_000)]));
        let tick = testing::tick_at(instrument, self.clock.now());
        self.market.publish(&Tick { seq: self.ids.next(), bids, asks, last: price(last), ..tick });
    }

    /// Buys shares with both legs.
    async fn bought(&self, instrument: InstrumentId) -> Pair {
        self.trade(instrument, OPENED);
        let mut place = self.place(1, instrument, Side::Buy, OPENED + 1, SHARES);
        let [take_profit, stop_loss] = [0; 2].map(|_| OrderId(self.ids.next()));
        place.at.group = Some(GroupRef {
            id: GroupId(self.ids.next()),
            entry: Some(place.at.id),
            take_profit: Some(take_profit),
            stop_loss: Some(stop_loss),
        });
        let stop = StopLoss { stop: price(FALLEN + 10), limit: None };
        place.legs = Legs { take_profit: Some(price(RISEN - 50)), stop_loss: Some(stop) };
        let at = place.at;
        assert_eq!(self.run(place).await.status, OrderStatus::Filled);
        let leg = |id| OrderRef { id, ..at };
        Pair { take_profit: leg(take_profit), stop_loss: leg(stop_loss) }
    }

    async fn settled(&self, instrument: InstrumentId, legs: Pair) -> (Order, Order, Position) {
        for _ in 0..3 {
            self.settle().await;
        }
        let mut reader = self.db.read().await.unwrap();
        let account = legs.stop_loss.account;
        let take = queries::find(&mut reader, account, legs.take_profit.id).await.unwrap().unwrap();
        let stop = queries::find(&mut reader, account, legs.stop_loss.id).await.unwrap().unwrap();
        let found = positions::of_instrument(&mut reader, account, instrument).await.unwrap();
        (take, stop, found[0])
    }
}

/// Runs two things at once, or one after the other, so that every end is seen on a machine of any speed.
async fn at_once<A: Send + 'static, B: Send + 'static>(
    dice: &mut Dice,
    one: impl Future<Output = A> + Send + 'static,
    other: impl Future<Output = B> + Send + 'static,
) -> (A, B) {
    match dice.roll(0..4) {
        0 => {
            let one = one.await;
            (one, other.await)
        }
        1 => {
            let other = other.await;
            (one.await, other)
        }
        _ => {
            let (one, other) = (tokio::spawn(one), tokio::spawn(other));
            (one.await.unwrap(), other.await.unwrap())
        }
    }
}

/// The ends of many rounds on each database, which leave no shares.
async fn races(round: impl AsyncFn(&Arc<Venue>, InstrumentId, &mut Dice) -> String) {
    let rounds = std::env::var("PLUMBLINE_TEST_RACES").map_or(30, |rounds| rounds.parse().expect("a number of rounds"));
    for (uri, _folder) in databases("race_legs").await {
        let venue = Arc::new(Venue::open(&uri, Clock::System).await);
        venue.fund(1).await;
        let (instrument, mut dice) = (venue.instruments()[0], Dice(11));
        let mut ends: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..rounds {
            *ends.entry(round(&venue, instrument, &mut dice).await).or_default() += 1;
        }
        println!("{rounds} rounds: {ends:?}");
        assert_eq!(ends.len(), 2, "both come first at times: {ends:?}");
        let checks = crate::ledger::audit::run(&venue.db).await.unwrap();
        assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stop_loss_that_is_triggered_and_cancelled_at_once_does_one_of_the_two() {
    races(async |venue, instrument, dice| {
        let legs = venue.bought(instrument).await;
        let (canceller, market) = (venue.clone(), venue.clone());
        let cancel =
            async move { canceller.writer.run(Cancel::new(legs.stop_loss, CloseReason::Customer)).await.is_ok() };
        let (cancelled, ()) = at_once(dice, cancel, async move { market.trade(instrument, FALLEN) }).await;
        let (take, stop, position) = venue.settled(instrument, legs).await;
        if cancelled {
            assert_eq!((stop.status, stop.filled), (OrderStatus::Cancelled, testing::shares(0)));
            assert_eq!(take.status, OrderStatus::Accepted, "the other leg stays");
            assert_eq!([position.quantity, position.held], [testing::shares(SHARES); 2]);
            venue.trade(instrument, RISEN);
            let (take, _, position) = venue.settled(instrument, legs).await;
            assert_eq!((take.status, position.quantity), (OrderStatus::Filled, testing::shares(0)));
        } else {
            assert_eq!((stop.status, stop.filled), (OrderStatus::Filled, testing::shares(SHARES)));
            assert!(!take.status.is_open() && take.filled.is_zero(), "{take:?}");
            assert_eq!([position.quantity, position.held], [testing::shares(0); 2]);
        }
        format!("{cancelled}")
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn legs_that_are_reached_at_once_close_the_position_once() {
    races(async |venue, instrument, dice| {
        let legs = venue.bought(instrument).await;
        let (up, down) = (venue.clone(), venue.clone());
        let rise = async move { up.trade(instrument, RISEN) };
        at_once(dice, rise, async move { down.trade(instrument, FALLEN) }).await;
        let (take, stop, position) = venue.settled(instrument, legs).await;
        let filled = [take.filled, stop.filled];
        let all = testing::shares(SHARES);
        assert!(filled == [all, testing::shares(0)] || filled == [testing::shares(0), all], "{filled:?}");
        assert!(!take.status.is_open() && !stop.status.is_open());
        assert_eq!([position.quantity, position.held], [testing::shares(0); 2]);
        format!("{:?}", filled[0])
    })
    .await;
}
