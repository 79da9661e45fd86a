//! A cancellation, an amendment and a tick for one order at once: what comes of them is what one order of the three gives.
//! `PLUMBLINE_TEST_RACES` says how often it is tried on each database (`./scripts/prove orders` for the long form).

use std::collections::BTreeMap;

use super::priority::{Dice, Model};
use super::*;

/// What is known when all is over: cents and shares.
#[derive(Clone, Debug, PartialEq, Eq)]
struct End {
    cancelled: bool,
    amended: bool,
    status: OrderStatus,
    limit: i64,
    total: i64,
    filled: i64,
}

/// The three things that happen to an order of ten shares at a hundred dollars.
#[derive(Clone, Copy, Debug)]
struct Round {
    side: Side,
    /// The price at which the tick shows that many shares.
    tick: (i64, i64),
    cents: Option<i64>,
    shares: Option<i64>,
}

impl Round {
    fn roll(dice: &mut Dice) -> Self {
        let cents = (dice.roll(0..3) > 0).then(|| 10_000 + dice.roll(-2..3));
        let shares = (dice.roll(0..3) > 0).then(|| dice.roll(1..20));
        Self { side: dice.side(), tick: (10_000 + dice.roll(-2..3), dice.roll(1..20)), cents, shares }
    }

    /// Bids and asks.
    fn levels(self) -> [Vec<(i64, i64)>; 2] {
        if self.side == Side::Buy { [vec![], vec![self.tick]] } else { [vec![self.tick], vec![]] }
    }

    /// What comes of the three in this order: 0 is the cancellation, 1 the amendment, 2 the tick.
    fn in_order(self, steps: [u8; 3]) -> End {
        let mut model = Model::default();
        model.place(1, self.side, 10_000, 10);
        let mut end = End {
            cancelled: false,
            amended: false,
            status: OrderStatus::Accepted,
            limit: 10_000,
            total: 10,
            filled: 0,
        };
        for step in steps {
            match step {
                0 => {
                    end.cancelled = model.orders.remove(&1).is_some();
                }
                1 => end.amended = model.amend(1, self.cents, self.shares, 2),
                _ => {
                    let [bids, asks] = self.levels();
                    model.tick(3, &bids, &asks);
                }
            }
        }
        end.filled = model.fills.iter().map(|(_, _, shares, _)| shares).sum();
        if end.amended {
            (end.limit, end.total) = (self.cents.unwrap_or(10_000), self.shares.unwrap_or(10));
        }
        end.status = match (end.cancelled, end.filled) {
            (true, _) => OrderStatus::Cancelled,
            (false, filled) if filled == end.total => OrderStatus::Filled,
            (false, 0) => OrderStatus::Accepted,
            (false, _) => OrderStatus::PartiallyFilled,
        };
        end
    }
}

/// One of the three: 0 is the cancellation, 1 the amendment, 2 the tick. Says whether it was taken.
async fn start(venue: Arc<Venue>, place: Place, round: Round, step: usize, wait: i64) -> bool {
    tokio::time::sleep(Duration::from_millis(wait.unsigned_abs())).await;
    match step {
        0 => venue.writer.run(Cancel::new(place.at, CloseReason::Customer)).await.is_ok(),
        1 => venue.writer.run(venue.amend(&place, round.cents, round.shares)).await.is_ok(),
        _ => {
            let [bids, asks] = round.levels();
            venue.publish(place.at.instrument, &bids, &asks);
            true
        }
    }
}

async fn round(venue: &Arc<Venue>, instrument: InstrumentId, dice: &mut Dice) -> (Round, End) {
    let round = Round::roll(dice);
    venue.publish(instrument, &[], &[]);
    let place = venue.place(1, instrument, round.side, 10_000, 10);
    venue.run(place.clone()).await;
    // The timer counts milliseconds: who waits as long as another one comes at the same time. Half of the rounds go one
    // after the other, so that every end is seen on a machine of any speed.
    let in_turn = dice.roll(0..2) == 0;
    let waits: Vec<i64> = (0..3).map(|_| dice.roll(0..4)).collect();
    let mut turns = [0, 1, 2];
    turns.sort_by_key(|turn| waits[*turn]);
    let [cancel, amend, tick] = [0, 1, 2].map(|step| start(venue.clone(), place.clone(), round, step, waits[step]));
    let mut went = [false; 3];
    if in_turn {
        let mut steps = [Some(cancel), Some(amend), Some(tick)];
        for turn in turns {
            went[turn] = steps[turn].take().unwrap().await;
        }
    } else {
        let (cancel, amend, tick) = (tokio::spawn(cancel), tokio::spawn(amend), tokio::spawn(tick));
        went = [cancel.await.unwrap(), amend.await.unwrap(), tick.await.unwrap()];
    }
    let [cancelled, amended, _] = went;
    // What came to rest is offered the newest tick, which is queued behind what was decided.
    venue.settle().await;
    venue.settle().await;
    let mut reader = venue.db.read().await.unwrap();
    let order = queries::find(&mut reader, place.at.account, place.at.id).await.unwrap().unwrap();
    let end = End {
        cancelled,
        amended,
        status: order.status,
        limit: order.limit.units() * 100 / ONE,
        total: order.quantity.units() / ONE,
        filled: order.filled.units() / ONE,
    };
    if order.status.is_open() {
        venue.writer.run(Cancel::new(place.at, CloseReason::Customer)).await.unwrap();
    }
    (round, end)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancellation_an_amendment_and_a_fill_at_once_end_as_one_after_the_other() {
    let rounds = std::env::var("PLUMBLINE_TEST_RACES").map_or(30, |rounds| rounds.parse().expect("a number of rounds"));
    for (uri, _folder) in databases("race").await {
        let venue = Arc::new(Venue::open(&uri, Clock::System).await);
        venue.fund(1).await;
        let (instrument, mut dice) = (venue.instruments()[0], Dice(7));
        venue.publish(instrument, &[], &[(10_000, 1_000_000)]);
        venue.run(venue.place(1, instrument, Side::Buy, 10_000, 50_000)).await;
        let mut ends: BTreeMap<String, u32> = BTreeMap::new();
        for number in 0..rounds {
            let (round, end) = round(&venue, instrument, &mut dice).await;
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let possible = orders.map(|steps| round.in_order(steps));
            assert!(possible.contains(&end), "round {number}, {round:?}: {end:?} is none of {possible:#?}");
            *ends.entry(format!("{:?}, amended {}", end.status, end.amended)).or_default() += 1;
        }
        println!("{rounds} rounds: {ends:?}");
        assert!(ends.len() > 2, "who comes first differs: {ends:?}");
        let checks = crate::ledger::audit::run(&venue.db).await.unwrap();
        assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
    }
}
