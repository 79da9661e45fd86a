//! Price-time priority: random sequences of orders, ticks and cancellations, against a model that knows nothing of
//! queues, batches and commits.

use std::collections::BTreeMap;
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

/// The model: orders and what is left of the newest tick, one thing after the other.
#[derive(Default)]
struct Model {
    orders: BTreeMap<i64, (Side, i64, i64)>,
    levels: [Vec<(i64, i64)>; 2],
    seq: i64,
    fills: Vec<(i64, i64, i64, i64)>,
}

impl Model {
    fn tick(&mut self, seq: i64, bids: &[(i64, i64)], asks: &[(i64, i64)]) {
        (self.levels, self.seq) = ([asks.to_vec(), bids.to_vec()], seq);
        let mut buys: Vec<i64> = self.orders.iter().filter(|(_, o)| o.0 == Side::Buy).map(|(id, _)| *id).collect();
        buys.sort_by_key(|id| (-self.orders[id].1, *id));
        let mut sells: Vec<i64> = self.orders.iter().filter(|(_, o)| o.0 == Side::Sell).map(|(id, _)| *id).collect();
        sells.sort_by_key(|id| (self.orders[id].1, *id));
        buys.into_iter().chain(sells).for_each(|id| self.fill(id));
    }

    fn place(&mut self, id: i64, side: Side, limit: i64, shares: i64) {
        self.orders.insert(id, (side, limit, shares));
        self.fill(id);
    }

    fn fill(&mut self, id: i64) {
        let Some((side, limit, left)) = self.orders.get_mut(&id) else { return };
        for (cents, shown) in &mut self.levels[usize::from(*side == Side::Sell)] {
            let within = if *side == Side::Buy { *cents <= *limit } else { *cents >= *limit };
            let taken = (*shown).min(*left);
            if within && taken > 0 {
                self.fills.push((id, *cents, taken, self.seq));
                *shown -= taken;
                *left -= taken;
            }
        }
        if *left == 0 {
            self.orders.remove(&id);
        }
    }
}

/// SplitMix64: the same numbers on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, range: Range<i64>) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        range.start + i64::try_from((z ^ (z >> 31)) % range.end.abs_diff(range.start)).unwrap()
    }

    fn side(&mut self) -> Side {
        if self.roll(0..2) == 0 { Side::Buy } else { Side::Sell }
    }
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<Done, RunError>> + 'a>>;

/// One random sequence on one instrument. Orders rest and are acknowledged; then ticks come in a burst, cancellations
/// among them, and at the end an order of somebody who reads the last tick. Nothing of the burst is waited for.
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
    let refs: Vec<OrderRef> = resting.iter().map(|place| place.at).collect();
    join_all(resting.into_iter().map(|place| venue.run(place))).await;
    let mut running: Vec<Running<'_>> = Vec::new();
    let mut send = |command: Command| {
        let mut sent: Running<'_> = Box::pin(venue.writer.carry_out(command));
        assert!((&mut sent).now_or_never().is_none(), "it is queued and not waited for");
        running.push(sent);
    };
    for _ in 0..dice.roll(1..5) {
        let bid = 9_999 + dice.roll(-2..3);
        let bids = [(bid, dice.roll(1..20)), (bid - 1, dice.roll(1..20))];
        let asks = [(bid + 1, dice.roll(1..20)), (bid + 2, dice.roll(1..20))];
        let tick = venue.publish(instrument, &bids, &asks);
        model.tick(tick.seq, &bids, &asks);
        if dice.roll(0..3) == 0 {
            let order = refs[usize::try_from(dice.roll(0..refs.len() as i64)).unwrap()];
            model.orders.remove(&order.id.0);
            send(Cancel { order, reason: CloseReason::Customer }.into());
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
    (0..dice.roll(0..3)).for_each(|_| tick(dice));
    let mut late = quote(dice, 1..5);
    let early = send(early).await;
    (0..dice.roll(0..3)).for_each(|_| tick(dice));
    late.extend(quote(dice, 1..5));
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
        let ended = venue.writer.run(Cancel { order: open.order.at, reason: CloseReason::Customer }).await;
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
