//! The simulated market at 50,000 ticks a second of 5,000 instruments: days with seeds of their own against the public
//! market, whose ticks need nothing but arithmetic.

use std::sync::Arc;
use std::time::Instant;

use plumbline_core::decimal::{ONE, Price};
use plumbline_core::ids::InstrumentId;
use plumbline_core::market::sim::{DaySeed, Days, Sim, SimDay, Simulated, StockListing, step_at, time_of};
use plumbline_core::market::{Market, Session, TickSizes};
use plumbline_core::time::UnixMillis;

use crate::Failure;
use crate::stats::{median, verdict};

const INSTRUMENTS: i64 = 5_000;
const TICKS_PER_SECOND: i64 = 50_000;
/// The days since the first one with a seed: three years.
const DAYS: i64 = 1_096;
const ROUNDS: i64 = 7;
/// 2026-11-23.
const FIRST: UnixMillis = UnixMillis(1_795_392_000_000);

pub fn run() -> Result<(), Failure> {
    let seed = |day: i64| DaySeed(std::array::from_fn(|byte| day.to_le_bytes()[byte % 8]));
    let days = Days::new(FIRST, seed(0));
    (1..=DAYS).for_each(|day| days.add(seed(day)));
    let sizes = TickSizes::new(vec![(Price::MAX, Price::from_units(ONE / 100))]).ok_or("the tick sizes are sound")?;
    let public = measure(&Sim::new(1, 1), &Arc::new(sizes.clone()));
    let with_days = measure(&Sim::new(1, 1).with_days(Arc::new(days)), &Arc::new(sizes));
    println!("Adding up {DAYS} days of {INSTRUMENTS} instruments, once: {:.1} s", with_days.first - with_days.second);
    println!("A second of the market, as a part of one core:");
    verdict("days with seeds of their own", with_days.second, 0.5, false);
    verdict("as a multiple of the public market", with_days.second / public.second, 3.0, false);
    Ok(())
}

/// The seconds of work for a second of the market.
struct Taken {
    /// For the first second, which also adds up the days before it.
    first: f64,
    second: f64,
}

fn measure(sim: &Sim, sizes: &Arc<TickSizes>) -> Taken {
    let stocks: Vec<Simulated> = (0..INSTRUMENTS).map(|number| stock(sim, sizes, number)).collect();
    let starts = FIRST.plus(DAYS * UnixMillis::DAY);
    let day = SimDay { number: starts.0 / UnixMillis::DAY, starts, ends: starts.plus(UnixMillis::DAY) };
    let mut step = step_at(starts);
    let mut second = || {
        let begun = Instant::now();
        for _ in 0..TICKS_PER_SECOND / INSTRUMENTS {
            step += 1;
            let mut factors = sim.factors(step);
            for stock in &stocks {
                std::hint::black_box(stock.tick(&mut factors, day, Session::Regular, time_of(step)));
            }
        }
        begun.elapsed().as_secs_f64()
    };
    Taken { first: second(), second: median((0..ROUNDS).map(|_| second()).collect()) }
}

fn stock(sim: &Sim, sizes: &Arc<TickSizes>, number: i64) -> Simulated {
    let (code, industry) = (format!("S{number}"), format!("industry {}", number % 11));
    Simulated::stock(
        sim,
        &StockListing {
            instrument: InstrumentId(number),
            market: Market::UsStock,
            code: &code,
            industry: &industry,
            rank: usize::try_from(number).unwrap_or_default(),
            reference: Price::from_units(100 * ONE),
            first: None,
            tick_sizes: sizes.clone(),
            board_lot: None,
            planned: &[],
        },
    )
}
