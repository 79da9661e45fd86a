//! Ticks over many resting orders of all types and many positions on margin: what a tick costs that is offered to their
//! indexes, against comparing it with two prices, and with half of them. A quiet market flutters between two prices, which
//! reach and move nothing, as most ticks do. A market on its way reaches orders and positions, and moves trailing stops
//! with every other tick.

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use plumbline_core::decimal::{Leverage, ONE, Price, Quantity};
use plumbline_core::ids::{AccountId, InstrumentId, OrderId, Priority};
use plumbline_core::ledger::Wallet;
use plumbline_core::market::{Tick, TickSizes};
use plumbline_core::money::{Money, Rounding};
use plumbline_core::orders::{
    Ahead, BestPrices, Distance, OrderRef, RestingOrder, RestingOrders, SeenPrices, Side, Trail, WaitingStop,
};
use plumbline_core::positions::{Direction, Margin, Position, PositionKey};
use plumbline_core::products::{Marked, Terms, TradingRules, TriggerPrice, WaitingPositions};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;

use crate::Failure;
use crate::process::own_resident_kilobytes;
use crate::stats::{median, verdict};

const INSTRUMENTS: i64 = 5_000;
/// Ticks of each instrument in a round.
const STEPS: i64 = 400;
const ROUNDS: usize = 3;
/// One hundredth.
const CENT: i64 = ONE / 100;
const START: i64 = 100 * ONE;
/// Trailing stops of one side of an instrument, at most.
const MOST_TRAILS: i64 = 1_000;

#[derive(Args)]
pub struct Options {
    /// Resting orders, and as many positions on margin.
    #[arg(long, default_value_t = 1_000_000)]
    number: i64,
}

/// The indexes of a venue.
struct Venue {
    resting: RestingOrders,
    positions: WaitingPositions,
    terms: Vec<Terms>,
    /// The best prices that trailing stops follow.
    best: HashMap<(InstrumentId, Side), BestPrices>,
    /// The orders and positions that ticks of the round have reached: filled, triggered or closed.
    gone: (Vec<RestingOrder>, Vec<Position>),
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let before = own_resident_kilobytes()?;
    let mut all = Venue::of(options.number)?;
    let each = (own_resident_kilobytes()? - before) * 1_024.0 / options.number as f64;
    let mut half = Venue::of(options.number / 2)?;
    let nearest = vec![(Price::from_units(START / 2), Price::from_units(START * 2)); usize::try_from(INSTRUMENTS)?];
    println!("A tick over {} orders and as many positions on {INSTRUMENTS} instruments:", options.number);
    println!("  {each:.0} bytes of memory for an order and a position");
    for (market, cents) in [("in a quiet market", flutter as Walk), ("in a market on its way", on_its_way)] {
        let [mut only, mut with_all, mut with_half] = [const { Vec::new() }; 3];
        let mut reached = 0;
        // In turns, so that a machine that slows down slows all three.
        for _ in 0..ROUNDS {
            only.push(walk(cents, |tick| {
                let (low, high) = nearest[usize::try_from(tick.instrument.0).unwrap_or_default()];
                black_box(tick.bid() <= low || tick.ask() >= high);
            }));
            with_all.push(walk(cents, |tick| reached += all.offer(tick)));
            all.restore()?;
            with_half.push(walk(cents, |tick| _ = half.offer(tick)));
            half.restore()?;
        }
        let share = reached as f64 / (ROUNDS as f64 * (STEPS * INSTRUMENTS) as f64);
        let [only, with_all, with_half] = [only, with_all, with_half].map(median);
        println!("{market}: {only:.1} ns to compare, {with_all:.1} ns in all, {with_half:.1} ns with half of them");
        println!("  {share:.4} orders and positions are reached by a tick");
        verdict("comparing only, as a share of offering", only / with_all, 0.25, true);
        verdict("with all, as a multiple of with half of them", with_all / with_half, 1.2, false);
    }
    Ok(())
}

/// How far a price is from its start, in cents, at a step.
type Walk = fn(i64) -> i64;

/// A cent up and down.
fn flutter(step: i64) -> i64 {
    step % 2
}

/// By two percent, a cent a tick, and back.
fn on_its_way(step: i64) -> i64 {
    step.min(STEPS - step)
}

/// The time of a tick, over all ticks of a round. What makes the ticks is not measured.
fn walk(cents: Walk, mut offer: impl FnMut(&Tick)) -> f64 {
    let mut ticks: Vec<Tick> = (0..INSTRUMENTS).map(|instrument| quote(instrument, START)).collect();
    let mut spent = Duration::ZERO;
    for step in 0..STEPS {
        for (instrument, tick) in (0..INSTRUMENTS).zip(&mut ticks) {
            let direction = if instrument % 2 == 0 { 1 } else { -1 };
            *tick = quote(instrument, START + direction * cents(step) * CENT);
        }
        let begun = Instant::now();
        ticks.iter().for_each(&mut offer);
        spent += begun.elapsed();
    }
    spent.as_secs_f64() * 1e9 / (STEPS * INSTRUMENTS) as f64
}

fn quote(instrument: i64, bid: i64) -> Tick {
    let side = |price: i64| testing::side([(Price::from_units(price), testing::shares(1_000))]);
    let last = Price::from_units(bid);
    Tick { bids: side(bid), asks: side(bid + CENT), last, ..testing::tick(InstrumentId(instrument)) }
}

impl Venue {
    fn of(number: i64) -> Result<Self, Failure> {
        let positions = WaitingPositions::default();
        let terms: Vec<Terms> = (0..INSTRUMENTS)
            .map(|instrument| {
                let rules = TradingRules {
                    product: testing::margin(),
                    wallet: Wallet::Forex,
                    trigger: TriggerPrice::Quote,
                    ..testing::trading_rules(InstrumentId(instrument))
                };
                testing::terms(rules, Arc::new(quote(instrument, START)))
            })
            .collect();
        let sizes = Arc::new(TickSizes::single(Price::from_units(CENT)));
        let orders = (0..number).map(|number| order(number, &sizes)).collect();
        let held = (0..number).map(|number| position(number, &terms)).collect::<Result<_, _>>()?;
        let (resting, best) = (RestingOrders::default(), HashMap::new());
        let mut venue = Self { resting, positions, terms, best, gone: (orders, held) };
        venue.restore()?;
        Ok(venue)
    }

    /// Puts back what ticks have reached, and the best prices at which the market began.
    fn restore(&mut self) -> Result<(), Failure> {
        for instrument in 0..INSTRUMENTS {
            let start = Arc::new(quote(instrument, START));
            self.terms[usize::try_from(instrument)?].tick = Some(start.clone());
            self.positions.has_ticked(&start);
            for side in [Side::Buy, Side::Sell] {
                let key = (InstrumentId(instrument), side);
                let mut best = BestPrices::new(key);
                for _ in 0..=MOST_TRAILS {
                    best.accept(Price::from_units(START))?;
                }
                self.resting.set_best(&best);
                self.best.insert(key, best);
            }
        }
        let (orders, positions) = std::mem::take(&mut self.gone);
        orders.into_iter().for_each(|order| self.resting.insert(order));
        for position in positions {
            self.positions.take(&Position { version: position.version + 1, ..position });
        }
        self.look();
        Ok(())
    }

    /// Offers a tick; gives the number of orders and positions that it reaches, which leave the indexes.
    fn offer(&mut self, tick: &Tick) -> usize {
        let mut reached = 0;
        if self.resting.crosses(tick) {
            for (side, oldest) in self.resting.trailing(tick.instrument) {
                let Some(best) = self.best.get_mut(&(tick.instrument, side)) else { continue };
                *best = best.moved_to(TriggerPrice::Last.of(tick, side), oldest);
                self.resting.set_best(best);
            }
            let triggered = self.resting.triggered(tick, SeenPrices::default(), 350, |_| true);
            let filled = self.resting.reach(tick, Ahead::default(), None, 350).orders;
            let gone: Vec<RestingOrder> = triggered.into_iter().chain(filled).cloned().collect();
            gone.iter().for_each(|order| self.resting.remove(order.at.id));
            reached += gone.len();
            self.gone.0.extend(gone);
        }
        if self.positions.has_ticked(tick) {
            if let Ok(index) = usize::try_from(tick.instrument.0) {
                self.terms[index].tick = Some(Arc::new(tick.clone()));
            }
            reached += self.look();
        }
        reached
    }

    /// Looks at the positions whose bounds were reached; gives how many. Those for which something is due leave the index.
    fn look(&mut self) -> usize {
        let due = self.positions.take_due(usize::MAX);
        for key in &due {
            let Some(position) = self.positions.get(*key).copied() else { continue };
            let terms = &self.terms[usize::try_from(key.instrument.0).unwrap_or_default()];
            match Marked::of(&position, terms).and_then(|marked| Ok((marked.is_due()?, marked.bounds()))) {
                Ok((false, bounds)) => self.positions.wait(*key, position.version, bounds),
                _ => {
                    self.positions.take(&Position { quantity: Quantity::ZERO, ..position });
                    self.gone.1.push(position);
                }
            }
        }
        due.len()
    }
}

/// Limits, stops, stop limits and trailing stops, from half a percent to some thirty away from the market.
fn order(number: i64, sizes: &Arc<TickSizes>) -> RestingOrder {
    let (instrument, nth) = (number % INSTRUMENTS, number / INSTRUMENTS);
    let side = if nth % 2 == 0 { Side::Buy } else { Side::Sell };
    let away = (50 + number * 7 % 3_000) * CENT;
    let (below, above) = (Price::from_units(START - away), Price::from_units(START + away));
    let (limit, stop) = if side == Side::Buy { (below, above) } else { (above, below) };
    let trail = || (Trail { distance: Distance::Percent(100 + number % 2_000), number: nth + 1 }, sizes.clone());
    let stop = |trail| WaitingStop { price: stop, trigger: TriggerPrice::Last, trail };
    let account = AccountId(number);
    RestingOrder {
        at: OrderRef {
            wallet: Wallet::Stock,
            ..testing::order_ref(OrderId(number), account, InstrumentId(instrument))
        },
        priority: Priority(number),
        side,
        limit,
        stop: match nth / 2 % 4 {
            0 => None,
            1 | 2 => Some(stop(None)),
            _ => Some(stop(Some(trail()))),
        },
        remaining: testing::shares(10),
        extended: false,
        fee_version: String::new(),
        expires_at: None,
        version: 1,
    }
}

/// Longs and shorts at leverages of 1 to 20, which were opened at the first quote.
fn position(number: i64, terms: &[Terms]) -> Result<Position, Failure> {
    let (instrument, nth) = (number % INSTRUMENTS, number / INSTRUMENTS);
    let terms = &terms[usize::try_from(instrument)?];
    let direction = if nth % 2 == 0 { Direction::Long } else { Direction::Short };
    let key = PositionKey { account: AccountId(number), instrument: InstrumentId(instrument), direction };
    let quantity: Quantity = testing::shares(100);
    let value = terms.rules.value(Price::from_units(START), quantity, Rounding::Down)?;
    let leverage = number % 20 + 1;
    let initial = Money::new(value.minor / leverage, value.currency);
    let margin = Margin {
        wallet: Wallet::Forex,
        amount: initial,
        initial,
        leverage: Leverage::from_whole(leverage).ok_or("the leverage is sound")?,
        halved: false,
        warned: false,
        charged_until: UnixMillis(0),
        settled: None,
        taken: None,
    };
    Ok(Position { cost: value, margin: Some(margin), ..testing::position(key, quantity) })
}
