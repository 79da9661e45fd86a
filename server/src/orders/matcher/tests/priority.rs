//! Price-time priority: random sequences of orders, ticks, amendments and cancellations, against a model that knows nothing of
//! queues, batches and commits.

use std::collections::BTreeMap;
use std::future::ready;
use std::ops::Range;
use std::pin::Pin;

use futures_util::FutureExt;
use plumbline_core::command::{Command, Done};

use super::*;
use crate::{fetch_all, statements};

statements! {
    FILLS_SINCE: "SELECT order_id, price, quantity, tick_seq FROM fills
        WHERE instrument_id = $1 AND id >= $2 ORDER BY id";
}

const SEQUENCES: usize = 1_000;

/// An open order of the model: cents and shares.
pub(super) struct Open {
    side: Side,
    limit: i64,
    total: i64,
    filled: i64,
    /// Its place in time.
    since: i64,
}

/// The model: orders and what is left of the newest tick, one thing after the other.
#[derive(Default)]
pub(super) struct Model {
    pub(super) orders: BTreeMap<i64, Open>,
    levels: [Vec<(i64, i64)>; 2],
    seq: i64,
    pub(super) fills: Vec<(i64, i64, i64, i64)>,
}

impl Model {
    pub(super) fn tick(&mut self, seq: i64, bids: &[(i64, i64)], asks: &[(i64, i64)]) {
        (self.levels, self.seq) = ([asks.to_vec(), bids.to_vec()], seq);
        let rank = |order: &Open| match order.side {
            Side::Buy => (0, -order.limit, order.since),
            Side::Sell => (1, order.limit, order.since),
        };
        let mut ids: Vec<i64> = self.orders.keys().copied().collect();
        ids.sort_by_key(|id| rank(&self.orders[id]));
        ids.into_iter().for_each(|id| self.fill(id));
    }

    pub(super) fn place(&mut self, id: i64, side: Side, limit: i64, total: i64) {
        self.orders.insert(id, Open { side, limit, total, filled: 0, since: id });
        self.fill(id);
    }

    /// Whether it was not refused.
    pub(super) fn amend(&mut self, id: i64, limit: Option<i64>, total: Option<i64>, since: i64) -> bool {
        let Some(order) = self.orders.get_mut(&id) else { return false };
        let (limit, total) = (limit.unwrap_or(order.limit), total.unwrap_or(order.total));
        if total <= order.filled || (limit, total) == (order.limit, order.total) {
            return false;
        }
        if limit != order.limit || total > order.total {
            order.since = since;
        }
        (order.limit, order.total) = (limit, total);
        self.fill(id);
        true
    }

    fn fill(&mut self, id: i64) {
        let Some(order) = self.orders.get_mut(&id) else { return };
        for (cents, shown) in &mut self.levels[usize::from(order.side == Side::Sell)] {
            let within = if order.side == Side::Buy { *cents <= order.limit } else { *cents >= order.limit };
            let taken = (*shown).min(order.total - order.filled);
            if within && taken > 0 {
                self.fills.push((id, *cents, taken, self.seq));
                *shown -= taken;
                order.filled += taken;
            }
        }
        if order.filled == order.total {
            self.orders.remove(&id);
        }
    }

    /// Whether an order would reach further than it does.
    fn reaches_further(&self, id: i64, limit: Option<i64>) -> bool {
        let better =
            |order: &Open, limit| if order.side == Side::Buy { limit > order.limit } else { limit < order.limit };
        self.orders.get(&id).zip(limit).is_some_and(|(order, limit)| better(order, limit))
    }
}

/// SplitMix64: the same numbers on every run.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn roll(&mut self, range: Range<i64>) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        range.start + i64::try_from((z ^ (z >> 31)) % range.end.abs_diff(range.start)).unwrap()
    }

    pub(super) fn side(&mut self) -> Side {
        if self.roll(0..2) == 0 { Side::Buy } else { Side::Sell }
    }
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<Done, RunError>> + 'a>>;

/// One random sequence on one instrument. Orders rest and are acknowledged; then ticks come in a burst, cancellations
/// and amendments among them, and at the end an order of somebody who reads the last tick. Nothing of the burst is waited
/// for, but for an order that comes to reach further: as one that is placed it sees the ticks from its decision on.
async fn sequence(venue: &Venue, instrument: InstrumentId, dice: &mut Dice) {
    let (mut model, since) = (Model::default(), venue.ids.next());
    venue.publish(instrument, &[], &[]);
    let mut resting = Vec::new();
    for _ in 0..dice.roll(2..9) {
        let side = dice.side();
        // Few prices, so that time decides often.
        let (cents, shares) = (10_000 + dice.roll(-2..3), dice.roll(1..15));
        let place = venue.place(dice.roll(1..ACCOUNTS + 1), instrument, side, cents, shares);
        model.place(place.at.id.0, side, cents, shares);
        resting.push(place);
    }
    join_all(resting.iter().map(|place| venue.run(place.clone()))).await;
    let mut running: Vec<Running<'_>> = Vec::new();
    let mut send = |command: Command| {
        // The first look queues it. The writer's thread may have answered by then.
        let mut sent: Running<'_> = Box::pin(venue.writer.carry_out(command));
        let answered = (&mut sent).now_or_never();
        running.push(answered.map_or(sent, |outcome| Box::pin(ready(outcome))));
    };
    for _ in 0..dice.roll(1..5) {
        let bid = 9_999 + dice.roll(-2..3);
        let bids = [(bid, dice.roll(1..20)), (bid - 1, dice.roll(1..20))];
        let asks = [(bid + 1, dice.roll(1..20)), (bid + 2, dice.roll(1..20))];
        let tick = venue.publish(instrument, &bids, &asks);
        model.tick(tick.seq, &bids, &asks);
        for _ in 0..dice.roll(0..3) {
            let place = &resting[usize::try_from(dice.roll(0..resting.len() as i64)).unwrap()];
            let (order, id) = (place.at, place.at.id.0);
            if dice.roll(0..3) == 0 {
                model.orders.remove(&id);
                send(Cancel::new(order, CloseReason::Customer).into());
                continue;
            }
            let cents = (dice.roll(0..2) == 0).then(|| 10_000 + dice.roll(-2..3));
            let shares = (dice.roll(0..2) == 0).then(|| dice.roll(1..20));
            let amend = venue.amend(place, cents, shares);
            let further = model.reaches_further(id, cents);
            model.amend(id, cents, shares, amend.priority.0);
            send(amend.into());
            if further {
                venue.settle().await;
            }
        }
    }
    let side = dice.side();
    let (cents, shares) = (10_000 + dice.roll(-2..3), dice.roll(1..15));
    let late = venue.place(dice.roll(1..ACCOUNTS + 1), instrument, side, cents, shares);
    model.place(late.at.id.0, side, cents, shares);
    send(late.into());
    venue.settle().await;
    join_all(running).await;
    // Whatever still rests is filled, in its order too.
    for (bids, asks) in [([(10_500, 1_000)], [(10_501, 1)]), ([(9_499, 1)], [(9_500, 1_000)])] {
        let tick = venue.publish(instrument, &bids, &asks);
        model.tick(tick.seq, &bids, &asks);
    }
    venue.settle().await;
    assert!(model.orders.is_empty());
    let mut reader = venue.db.read().await.unwrap();
    let found = fetch_all!(&mut reader, (i64, i64, i64, i64), FILLS_SINCE, instrument.0, since).unwrap();
    let found: Vec<_> = found.into_iter().map(|(id, p, q, seq)| (id, p * 100 / ONE, q / ONE, seq)).collect();
    assert_eq!(found, model.fills, "order, cents, shares and tick of each fill");
}

#[tokio::test]
async fn orders_fill_in_price_time_order() {
    for (uri, _folder) in databases("matcher").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=ACCOUNTS).map(|account| venue.fund(account))).await;
        let sequences = venue.instruments().into_iter().map(async |instrument| {
            // Everybody has shares to sell.
            venue.publish(instrument, &[], &[(10_000, 1_000_000)]);
            let bought = (1..=ACCOUNTS).map(|a| venue.run(venue.place(a, instrument, Side::Buy, 10_000, 5_000)));
            join_all(bought).await;
            let mut dice = Dice(instrument.0.unsigned_abs());
            for _ in 0..SEQUENCES / INSTRUMENTS {
                sequence(&venue, instrument, &mut dice).await;
            }
        });
        join_all(sequences).await;
        let checks = crate::ledger::audit::run(&venue.db).await.unwrap();
        assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
    }
}

/// What is known of an order afterwards.
struct Sent {
    order: Order,
    shares: i64,
    cents: i64,
}

/// Orders are quoted, ticks come, and only then the orders are sent: at first some that are acknowledged, then some that
/// may not overtake them, quoted early or late.
async fn quoted_early(venue: &Venue, instrument: InstrumentId, dice: &mut Dice) {
    let since = venue.ids.next();
    venue.publish(instrument, &[], &[]);
    let quote = |dice: &mut Dice, few: Range<i64>| -> Vec<(Place, i64, i64)> {
        let buy = |dice: &mut Dice| {
            let (cents, shares) = (10_000 + dice.roll(-2..3), dice.roll(1..15));
            (venue.place(dice.roll(1..ACCOUNTS + 1), instrument, Side::Buy, cents, shares), cents, shares)
        };
        (0..dice.roll(few)).map(|_| buy(dice)).collect()
    };
    let tick = |dice: &mut Dice| {
        let ask = 10_000 + dice.roll(-3..4);
        venue.publish(instrument, &[], &[(ask, dice.roll(1..20)), (ask + 1, dice.roll(1..20))]);
    };
    let send = async |quoted: Vec<(Place, i64, i64)>| -> Vec<Sent> {
        let sent = quoted.into_iter().map(async |(place, cents, shares)| Sent {
            order: venue.run(place).await,
            shares,
            cents,
        });
        join_all(sent).await
    };
    let early = quote(dice, 1..5);
    let amend = |dice: &mut Dice, (place, ..): &(Place, i64, i64)| {
        let cents = (dice.roll(0..2) == 0).then(|| 10_000 + dice.roll(-2..3));
        venue.amend(place, cents, Some(dice.roll(1..20)))
    };
    let mut amends: Vec<Amend> = early.iter().map(|order| amend(dice, order)).collect();
    (0..dice.roll(0..3)).for_each(|_| tick(dice));
    let mut late = quote(dice, 1..5);
    let mut early = send(early).await;
    (0..dice.roll(0..3)).for_each(|_| tick(dice));
    late.extend(quote(dice, 1..5));
    // Changes that were quoted before the ticks came.
    for (sent, mut amend) in early.iter_mut().zip(amends.drain(..)) {
        amend.priority = Priority(venue.ids.next());
        let Ok(amended) = venue.writer.run(amend).await else { continue };
        (sent.shares, sent.cents) = (amended.quantity.units() / ONE, amended.limit.units() * 100 / ONE);
    }
    let late = send(late).await;
    venue.settle().await;
    let mut reader = venue.db.read().await.unwrap();
    let fills = fetch_all!(&mut reader, (i64, i64, i64, i64), FILLS_SINCE, instrument.0, since).unwrap();
    let mut left: BTreeMap<i64, i64> = early.iter().map(|sent| (sent.order.at.id.0, sent.shares)).collect();
    for (id, price, quantity, seq) in fills {
        if let Some(taker) = late.iter().find(|sent| sent.order.at.id.0 == id) {
            for waiting in
                early.iter().filter(|waiting| waiting.cents >= taker.cents && waiting.cents * ONE / 100 >= price)
            {
                let left = left[&waiting.order.at.id.0];
                assert_eq!(left, 0, "{id} took of tick {seq} before {}, which wants {left}", waiting.order.at.id);
            }
        } else if let Some(left) = left.get_mut(&id) {
            *left -= quantity / ONE;
        }
    }
    for open in early.iter().chain(&late) {
        let ended = venue.writer.run(Cancel::new(open.order.at, CloseReason::Customer)).await;
        assert!(matches!(ended, Ok(_) | Err(RunError::Refused(Refusal::OrderNotOpen))), "{ended:?}");
    }
}

#[tokio::test]
async fn nobody_is_overtaken_whenever_orders_are_quoted() {
    for (uri, _folder) in databases("matcher").await {
        let venue = Venue::open(&uri, Clock::System).await;
        join_all((1..=ACCOUNTS).map(|account| venue.fund(account))).await;
        let sequences = venue.instruments().into_iter().map(async |instrument| {
            let mut dice = Dice(instrument.0.unsigned_abs());
            for _ in 0..SEQUENCES / INSTRUMENTS {
                quoted_early(&venue, instrument, &mut dice).await;
            }
        });
        join_all(sequences).await;
        let checks = crate::ledger::audit::run(&venue.db).await.unwrap();
        assert!(checks.iter().all(|check| check.found == 0), "{checks:?}");
    }
}
