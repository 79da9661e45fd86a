use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Market, Session, Tick, TickSizes};

fn us_ticks() -> Arc<TickSizes> {
    let price = |text: &str| text.parse::<Price>().unwrap();
    Arc::new(TickSizes::new(vec![(price("0.99999999"), price("0.0001")), (Price::MAX, price("0.01"))]).unwrap())
}

pub(super) fn listing<'a>(code: &'a str, industry: &'a str, rank: usize, reference: &str) -> StockListing<'a> {
    StockListing {
        instrument: InstrumentId(1),
        market: Market::UsStock,
        code,
        industry,
        rank,
        reference: reference.parse().unwrap(),
        first: None,
        tick_sizes: us_ticks(),
        board_lot: None,
        planned: &[],
    }
}

pub(super) fn stock(sim: &Sim, code: &str, industry: &str, rank: usize, reference: &str) -> Simulated {
    Simulated::stock(sim, &listing(code, industry, rank, reference))
}

pub(super) fn day_of(step: i64) -> SimDay {
    let number = time_of(step).0.div_euclid(UnixMillis::DAY);
    SimDay { number, starts: UnixMillis(number * UnixMillis::DAY), ends: UnixMillis((number + 1) * UnixMillis::DAY) }
}

pub(super) fn tick(sim: &Sim, stock: &Simulated, step: i64) -> Tick {
    stock.tick(&mut sim.factors(step), day_of(step), Session::Regular, time_of(step))
}

/// Steps from 2003 to 2057.
fn any_step() -> impl Strategy<Value = i64> {
    400_000_000i64..7_200_000_000
}

proptest! {
    #[test]
    fn a_tick_is_the_same_whoever_asks_and_in_whatever_order(seed in any::<u64>(), a in any_step(), b in any_step()) {
        let (one, two) = (Sim::new(seed, 1), Sim::new(seed, 1));
        let (here, there) = (stock(&one, "AAPL", "Tech", 0, "268"), stock(&two, "AAPL", "Tech", 0, "268"));
        let forwards = (tick(&one, &here, a), tick(&one, &here, b));
        let backwards = (tick(&two, &there, b), tick(&two, &there, a));
        prop_assert_eq!((forwards.1, forwards.0), backwards);
    }

    #[test]
    fn quotes_are_sound(seed in any::<u64>(), step in any_step(), rank in 0usize..1_000, cents in 5i64..500_000) {
        let sim = Sim::new(seed, 1);
        let reference = Price::from_units(cents * 1_000_000).to_string();
        let tick = tick(&sim, &stock(&sim, "XYZ", "Energy", rank, &reference), step);
        let sizes = us_ticks();
        prop_assert!(tick.bid().is_positive());
        prop_assert!(tick.bid() < tick.ask(), "{} {}", tick.bid(), tick.ask());
        prop_assert!((tick.bid()..=tick.ask()).contains(&tick.last));
        for level in tick.bids.iter().chain(&tick.asks).filter(|level| level.size.is_positive()) {
            prop_assert!(sizes.allows(level.price), "{} is off the grid", level.price);
        }
        prop_assert!(tick.bids.windows(2).all(|pair| pair[0].price > pair[1].price || pair[1].size.is_zero()));
        prop_assert!(tick.asks.windows(2).all(|pair| pair[0].price < pair[1].price || pair[1].size.is_zero()));
    }
}

/// The sum of products of the returns of two stocks over 2,000 quarters of an hour, and of the squares.
fn covariance(a: &str, b: &str) -> (i128, i128, i128) {
    let sim = Sim::new(7, 1);
    let stocks = [stock(&sim, a, "Tech", 0, "268"), stock(&sim, b, "Tech", 0, "495")];
    let returns = |stock: &Simulated| {
        let price = |i: i64| i128::from(tick(&sim, stock, 3_390_000_000 + i * 3_600).last.units());
        (0..2_000).map(|i| (price(i + 1) - price(i)) * 1_000_000 / price(i)).collect::<Vec<_>>()
    };
    let [left, right] = stocks.map(|stock| returns(&stock));
    let product = |x: &[i128], y: &[i128]| x.iter().zip(y).map(|(x, y)| x * y).sum::<i128>();
    (product(&left, &right), product(&left, &left), product(&right, &right))
}

#[test]
fn stocks_move_together_but_not_as_one() {
    let (both, one, two) = covariance("AAPL", "MSFT");
    assert!(both > 0);
    // The squared correlation is at least 1 % and at most 80 %.
    assert!(both * both * 100 > one * two, "no common motion");
    assert!(both * both * 10 < one * two * 8, "no motion of their own");
}

#[test]
fn the_price_at_the_anchor_is_the_reference_price() {
    let sim = Sim::new(1, 1);
    let apple = stock(&sim, "AAPL", "Tech", 0, "268");
    let last = tick(&sim, &apple, step_at(ANCHOR)).last;
    let difference = (last.units() - "268".parse::<Price>().unwrap().units()).abs();
    assert!(difference < 10_000_000, "{last}");
}

#[test]
fn a_day_moves_a_stock_by_a_plausible_part() {
    let sim = Sim::new(3, 1);
    let apple = stock(&sim, "AAPL", "Tech", 0, "268");
    let price = |day: i64| i128::from(tick(&sim, &apple, 3_300_000_000 + day * 345_600).last.units());
    let squares: i128 = (0..250).map(|day| ((price(day + 1) - price(day)) * 1_000_000 / price(day)).pow(2)).sum();
    let deviation = (squares / 250).isqrt() as i64;
    assert!((8_000..35_000).contains(&deviation), "{deviation} millionths a day");
}

#[test]
fn another_seed_is_another_market() {
    let (one, two) = (Sim::new(1, 1), Sim::new(2, 1));
    let step = 3_395_000_000;
    let last = |sim: &Sim| tick(sim, &stock(sim, "AAPL", "Tech", 0, "268"), step).last;
    assert_ne!(last(&one), last(&two));
}

#[test]
fn a_minute_asked_for_later_is_the_minute_that_ticked() {
    let sim = Sim::new(11, 1);
    for (code, rank) in [("AAPL", 0), ("ABC", 200), ("XYZ", 900)] {
        let stock = stock(&sim, code, "Tech", rank, "100");
        let from = time_of(3_395_000_160);
        let (first, last) = (step_at(from), step_at(from.plus(UnixMillis::MINUTE)));
        let ticks: Vec<Tick> =
            (first..last).filter(|step| stock.ticks_at(*step)).map(|step| tick(&sim, &stock, step)).collect();
        let bar = stock.bar(&sim, day_of(first), from, from.plus(UnixMillis::MINUTE), 1_000).unwrap();
        assert_eq!(bar.open, ticks[0].last, "{code}");
        assert_eq!(bar.close, ticks[ticks.len() - 1].last);
        assert_eq!(Some(bar.high), ticks.iter().map(|tick| tick.last).max());
        assert_eq!(Some(bar.low), ticks.iter().map(|tick| tick.last).min());
        let heard = |step: i64| tick(&sim, &stock, stock.last_tick_step(step)).volume.units();
        assert_eq!(bar.volume.units(), heard(last - 1) - heard(first - 1), "{code}: as one counts who hears the ticks");
        assert!(bar.volume.is_positive());
    }
}

/// Ticks of a US stock before days have seeds of their own.
#[test]
fn the_ticks_of_us_stocks_stay_what_they_are() {
    let sim = Sim::new(7, 1);
    let shown = |code: &str, industry: &str, rank: usize, reference: &str, step: i64| {
        let stock = stock(&sim, code, industry, rank, reference);
        let tick = tick(&sim, &stock, stock.last_tick_step(step));
        format!("{} {} {} {} {}", tick.bid(), tick.ask(), tick.last, tick.bid_size(), tick.volume)
    };
    let table = [("AAPL", "Information Technology", 1, "268", 3_395_000_000, "262.32 262.35 262.35 400 598652")];
    for (code, industry, rank, reference, step, expected) in table {
        assert_eq!(shown(code, industry, rank, reference, step), expected, "{code}");
    }
}

#[test]
fn a_stock_of_hong_kong_moves_with_its_own_market_and_shows_whole_lots() {
    let sim = Sim::new(7, 1);
    let lot = Quantity::from_whole(400).unwrap();
    let listed = |market, board_lot| StockListing { market, board_lot, ..listing("00005", "Financials", 0, "102") };
    let here = Simulated::stock(&sim, &listed(Market::HongKong, Some(lot)));
    let there = Simulated::stock(&sim, &listed(Market::UsStock, None));
    let step = 3_395_000_000;
    let quoted = tick(&sim, &here, step);
    for level in quoted.bids.iter().chain(&quoted.asks) {
        assert!(level.size.is_multiple_of(lot) && level.size.is_positive(), "{}", level.size);
    }
    assert_ne!(quoted.last, tick(&sim, &there, step).last, "the same motions of its own, another market");
    let ticks = [("50", "0.02"), ("100", "0.05"), ("200", "0.1")].map(|(up_to, step)| {
        let price = |text: &str| text.parse::<Price>().unwrap();
        (price(up_to), price(step))
    });
    let sizes = Arc::new(TickSizes::new(ticks.into()).unwrap());
    let on_table = StockListing { tick_sizes: sizes.clone(), ..listed(Market::HongKong, Some(lot)) };
    let stock = Simulated::stock(&sim, &on_table);
    for step in (3_394_000_000..3_395_000_000).step_by(9_999_998) {
        let tick = tick(&sim, &stock, step);
        assert!(tick.bids.iter().chain(&tick.asks).all(|level| sizes.allows(level.price)), "{tick:?}");
    }
    assert!(quoted.last.units() > ONE);
}
