//! The shapes of days.

use jiff::ToSpan;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::days::{DAY_STEPS, number_of};
use super::noise::FINE;
use super::shape::{HalfDays, Shape};
use super::tests::{listing, tick};
use super::*;
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Market, TickSizes, begin_of};

const HALF_HOUR: i64 = 30 * UnixMillis::MINUTE;
/// 2026-11-23, a Monday.
const FIRST: UnixMillis = UnixMillis(1_795_392_000_000);
/// Half-hours of UTC of New York's open, noon and close in winter.
const NEW_YORK_OPENS: usize = 29;
const NEW_YORK_NOON: usize = 34;
const NEW_YORK_CLOSES: usize = 42;

/// The start of a date of UTC.
fn utc(on: Date) -> UnixMillis {
    begin_of(on, &TimeZone::UTC)
}

/// A market with seeds for three weeks.
fn market(seed: u8) -> Sim {
    let days = Days::new(FIRST, DaySeed([seed; 32]));
    (1..21).for_each(|day| days.add(DaySeed([seed.wrapping_add(day); 32])));
    Sim::new(u64::from(seed), 1).with_days(Arc::new(days))
}

fn stock(sim: &Sim, market: Market, code: &str) -> Simulated {
    Simulated::stock(sim, &StockListing { market, ..listing(code, "Tech", 0, "268") })
}

fn day(number: i64) -> SimDay {
    let starts = FIRST.plus(number * UnixMillis::DAY);
    super::tests::day_of(step_at(starts))
}

/// The volume in each half-hour of UTC, added up over some days of some markets.
fn volumes(of: impl Fn(&Sim) -> Simulated) -> [i64; 48] {
    let mut sums = [0; 48];
    for seed in 0..10 {
        let sim = market(seed * 23);
        let simulated = of(&sim);
        for day in (0..20).map(day) {
            for (place, sum) in (0..).zip(&mut sums) {
                let traded = |place: i64| simulated.volume(day, day.starts.plus(place * HALF_HOUR)).units() / ONE;
                *sum += traded(place + 1) - traded(place);
            }
        }
    }
    sums
}

/// The sums of the squares of the moves of each half-hour, in squared hundred-thousandths, on those days.
fn squares(of: impl Fn(&Sim) -> Simulated) -> [i64; 48] {
    let mut sums = [0; 48];
    for seed in 0..10 {
        let sim = market(seed * 23);
        let simulated = of(&sim);
        for day in (0..20).map(day) {
            for (place, sum) in (0..).zip(&mut sums) {
                // The first tick of a day and the last one, because between two days there is a step.
                let price = |place: i64| {
                    let at = day.starts.plus(place * HALF_HOUR + 8_000).min(day.ends.plus(-1));
                    tick(&sim, &simulated, simulated.last_tick_step(step_at(at))).last.units()
                };
                *sum += ((price(place + 1) - price(place)) * 100_000 / price(place)).pow(2);
            }
        }
    }
    sums
}

fn most(of: &[i64]) -> i64 {
    of.iter().copied().max().unwrap()
}

fn least(of: &[i64]) -> i64 {
    of.iter().copied().min().unwrap()
}

/// Dates from 2000 to 2067, counted from 1970.
fn dates() -> impl Strategy<Value = i64> {
    10_957i64..35_800
}

/// A shape and a date, with a whole day or one that ends early.
fn shapes() -> impl Strategy<Value = (Shape, i64)> {
    let shape = |(place, half, date): (usize, bool, i64)| {
        let on = Date::constant(1970, 1, 1).saturating_add(date.days());
        let half_days = HalfDays::new(half.then_some(on));
        let shapes = [Shape::NewYork(half_days.clone()), Shape::HongKong(half_days), Shape::Worldwide, Shape::Coins];
        (shapes.into_iter().nth(place).unwrap_or_default(), date)
    };
    (0usize..5, any::<bool>(), dates()).prop_map(shape)
}

proptest! {
    #[test]
    fn a_whole_day_moves_and_is_traded_as_it_is_without((shape, date) in shapes()) {
        let midnight = UnixMillis(date * UnixMillis::DAY);
        prop_assert_eq!((shape.moved(date, 0), shape.moved(date, DAY_STEPS)), (0, DAY_STEPS << FINE));
        prop_assert_eq!(shape.traded(midnight), midnight.0);
        prop_assert_eq!(shape.traded(midnight.plus(UnixMillis::DAY)), midnight.0 + UnixMillis::DAY);
    }

    #[test]
    fn no_moment_stands_still_or_leaps((shape, date) in shapes(), offset in 0..DAY_STEPS) {
        let moved = shape.moved(date, offset + 1) - shape.moved(date, offset);
        let at = UnixMillis(date * UnixMillis::DAY + offset * STEP_MILLIS);
        let traded = shape.traded(at.plus(STEP_MILLIS)) - shape.traded(at);
        prop_assert!((4..=9 << FINE).contains(&moved), "{moved} parts of a step");
        prop_assert!((25..=11 * STEP_MILLIS).contains(&traded), "{traded} milliseconds of an even day");
    }

    /// For trading days of any length, also where the zone changes its clocks meanwhile.
    #[test]
    fn what_a_trading_day_comes_to_does_not_depend_on_its_shape(
        key in any::<u64>(), (shape, date) in shapes(), begins in 0..UnixMillis::DAY, length in 1..2 * UnixMillis::DAY, part in 0i64..1_000,
    ) {
        let starts = UnixMillis(date * UnixMillis::DAY + begins);
        let day = starts..starts.plus(length);
        let traded = |at: UnixMillis| volume::traded(key, 50_000_000, &shape, at, day.clone());
        prop_assert_eq!((traded(day.start), traded(day.end)), (0, 50_000_000));
        let (early, late) = (day.start.plus(length * part / 1_000), day.start.plus(length * (part + 1) / 1_000));
        prop_assert!(traded(early) <= traded(late) && traded(late) <= 50_000_000);
    }

    #[test]
    fn midnights_have_the_motions_that_they_have_without(seed in any::<u8>(), (shape, _) in shapes(), day in -9_000i64..21) {
        let (sim, step) = (market(seed), step_at(FIRST) + day * DAY_STEPS);
        let even = sim.stream("own:AAPL");
        let shaped = even.clone().shaped(shape);
        prop_assert_eq!(shaped.motion(step), even.motion(step));
        let jump = shaped.motion(step) - shaped.motion(step - 1);
        prop_assert!(jump.abs() < 16 << 16, "a step of {jump}");
    }
}

#[test]
fn what_has_no_shape_moves_as_it_did() {
    let sim = market(3);
    let even = sim.stream("coins");
    for step in (0..40).map(|place| step_at(FIRST) + place * 123_457) {
        let day = number_of(days::day_of(step));
        assert_eq!(Shape::Coins.moved(day, step.rem_euclid(DAY_STEPS)), step.rem_euclid(DAY_STEPS) << FINE);
        assert_eq!(even.motion(step), even.clone().shaped(Shape::Coins).motion(step));
    }
}

#[test]
fn stocks_of_new_york_are_traded_most_at_the_open_and_the_close_and_least_at_noon() {
    let apple = |sim: &Sim| stock(sim, Market::UsStock, "AAPL");
    for (volumes, what) in [(volumes(apple), "volume"), (squares(apple), "variance")] {
        let regular = &volumes[NEW_YORK_OPENS..NEW_YORK_CLOSES];
        let (open, noon, close) = (regular[0], volumes[NEW_YORK_NOON], regular[regular.len() - 1]);
        assert!(open > noon * 2 && close * 2 > noon * 3, "{what}: {regular:?}");
        assert!(regular[..3].is_sorted_by(|one, next| one > next), "{what}: {regular:?}");
        let others = [&volumes[..NEW_YORK_OPENS], &volumes[NEW_YORK_CLOSES..]].concat();
        assert!(least(regular) > most(&others), "{what}: {volumes:?}");
    }
}

#[test]
fn new_york_goes_by_its_clocks_and_hong_kong_has_one_time() {
    // The half-hour of UTC that moves most.
    let opens = |shape: &Shape, on: Date| {
        let number = utc(on).0 / UnixMillis::DAY;
        let moved = |place: i64| shape.moved(number, place * DAY_STEPS / 48);
        (0..48).max_by_key(|place| moved(place + 1) - moved(*place)).unwrap()
    };
    let (new_york, hong_kong) = (Shape::NewYork(HalfDays::default()), Shape::HongKong(HalfDays::default()));
    let winter = i64::try_from(NEW_YORK_OPENS).unwrap();
    let summer = winter - 2;
    // Before 2007 the clocks changed three weeks later in spring.
    let table = [
        (date(2026, 1, 15), winter),
        (date(2026, 3, 6), winter),
        (date(2026, 3, 9), summer),
        (date(2026, 7, 1), summer),
        (date(2026, 10, 30), summer),
        (date(2026, 11, 2), winter),
        (date(2006, 3, 20), winter),
        (date(2006, 4, 3), summer),
        (date(2066, 7, 1), summer),
    ];
    for (on, expected) in table {
        assert_eq!(opens(&new_york, on), expected, "{on}");
        assert_eq!(opens(&hong_kong, on), 3, "09:30 in Hong Kong, {on}");
    }
}

#[test]
fn the_bars_of_a_day_add_up_to_its_volume_in_whatever_order_they_are_asked_for() {
    for (market_of, code) in [(Market::UsStock, "AAPL"), (Market::HongKong, "00700")] {
        let (sim, again) = (market(5), market(5));
        let (here, there) = (stock(&sim, market_of, code), stock(&again, market_of, code));
        let day = day(3);
        let bar = |sim: &Sim, of: &Simulated, place: i64| {
            let from = day.starts.plus(place * HALF_HOUR);
            of.bar(sim, day, from, from.plus(HALF_HOUR), 16).unwrap()
        };
        let forwards: Vec<_> = (0..48).map(|place| bar(&sim, &here, place)).collect();
        let mut backwards: Vec<_> = (0..48).rev().map(|place| bar(&again, &there, place)).collect();
        backwards.reverse();
        assert_eq!(forwards, backwards, "{code}");
        let heard = forwards.iter().map(|bar| bar.volume.units()).sum::<i64>();
        let last = here.last_tick_step(step_at(day.ends.plus(-1)));
        assert_eq!(heard, here.volume(day, time_of(last)).units(), "{code}");
    }
}

#[test]
fn hong_kong_rests_at_noon() {
    let tencent = |sim: &Sim| stock(sim, Market::HongKong, "00700");
    for (volumes, what) in [(volumes(tencent), "volume"), (squares(tencent), "variance")] {
        // 09:30 to 12:00 and 13:00 to 16:00.
        let (morning, pause, afternoon) = (&volumes[3..8], &volumes[8..10], &volumes[10..16]);
        assert!(most(pause) * 2 < least(morning).min(least(afternoon)), "{what}: {:?}", &volumes[3..16]);
        let middle = least(&morning[1..4]).max(least(&afternoon[1..5]));
        assert!(morning[0] > middle * 3 / 2 && afternoon[5] > middle, "{what}: {:?}", &volumes[3..16]);
    }
}

/// There is little volume after an early close, and the whole day has the volume of any other.
#[test]
fn an_exchange_that_closes_early_is_busy_until_then() {
    let thursday = date(2026, 12, 24);
    let half = Sim::new(7, 1).with_half_days(Market::UsStock, [thursday]).with_half_days(Market::HongKong, [thursday]);
    // The regular hours of a half day, in half-hours of UTC.
    for (market, opens, closes) in [(Market::UsStock, 29, 36), (Market::HongKong, 3, 8)] {
        let (here, other) = (stock(&half, market, "X"), stock(&Sim::new(7, 1), market, "X"));
        let volumes = |of: &Simulated, on: Date| {
            let day = super::tests::day_of(step_at(utc(on)));
            let traded = |place: i64| of.volume(day, day.starts.plus(place * HALF_HOUR)).units();
            (0..48).map(|place| traded(place + 1) - traded(place)).collect::<Vec<i64>>()
        };
        let (early, usual) = (volumes(&here, thursday), volumes(&other, thursday));
        assert_eq!(early.iter().sum::<i64>(), usual.iter().sum::<i64>());
        let sum = |of: &[i64]| of.iter().sum::<i64>();
        assert!(sum(&early[opens..closes]) > 3 * sum(&early[closes..]), "{market:?}: {early:?}");
        assert!(sum(&usual[opens..closes]) < 2 * sum(&usual[closes..]), "{market:?}: {usual:?}");
        assert_eq!(volumes(&here, date(2026, 12, 23)), volumes(&other, date(2026, 12, 23)), "{market:?}");
    }
}

#[test]
fn a_future_goes_as_what_it_is_on_and_a_commodity_as_the_world_does() {
    let price = |text: &str| text.parse::<Price>().unwrap();
    let future = |sim: &Sim, code: &str, on: Underlying<'_>| {
        let (until, tick_sizes) = (FIRST.plus(40 * UnixMillis::DAY), Arc::new(TickSizes::single(price("0.01"))));
        let (carry, multiplier) = (Carry { rate: 100, until }, "50".parse().unwrap());
        let instrument = InstrumentId(2);
        Simulated::future(sim, &FutureListing { instrument, code, on, carry, days_apart: 91, tick_sizes, multiplier })
    };
    let index = |follows| {
        let (instrument, reference, step) = (InstrumentId(1), price("7700"), price("0.01"));
        Underlying::Index(IndexListing { instrument, code: "X", follows, deviation: 1_600, reference, step })
    };
    let oil = || Underlying::Commodity { root: "CL", class: "energy", deviation: 3_500, reference: price("94") };
    let on_new_york = volumes(|sim| future(sim, "ES", index(Some(Market::UsStock))));
    assert!(on_new_york[NEW_YORK_OPENS] > 2 * on_new_york[NEW_YORK_NOON]);
    let on_hong_kong = volumes(|sim| future(sim, "HSI", index(Some(Market::HongKong))));
    assert!(on_hong_kong[3] > 20 * on_hong_kong[8]);
    // Of the world's own indices only the hours are known.
    let even = volumes(|sim| future(sim, "NK", index(None)));
    assert!(most(&even) * 10 < least(&even) * 13, "{even:?}");
    // London and New York from 13:00 to 17:00 of UTC, and the quiet hours from 22:00.
    for traded in [volumes(|sim| future(sim, "CL", oil())), squares(|sim| future(sim, "CL", oil()))] {
        let (both, quiet) = (&traded[26..34], &traded[44..48]);
        assert!(least(both) > most(quiet) * 2, "{traded:?}");
    }
}

#[test]
fn currencies_move_and_are_traded_most_while_london_and_new_york_are_both_at_work() {
    let walk = |currency, per_usd| Walk { currency, per_usd, deviation: 700, zone: None };
    let pair = |sim: &Sim| {
        let (base, quote) = (walk("EUR", 90_000_000), Walk { deviation: 0, ..walk("USD", 100_000_000) });
        let (step, spread) = (Price::from_units(1_000), Price::from_units(8_000));
        let instrument = InstrumentId(1);
        Simulated::pair(sim, &PairListing { instrument, code: "EURUSD", base, quote, step, spread, nights: &[] })
    };
    for (traded, what) in [(volumes(pair), "volume"), (squares(pair), "variance")] {
        let (asia, both, quiet) = (&traded[2..14], &traded[26..34], &traded[44..48]);
        let mean = |of: &[i64]| of.iter().sum::<i64>() / of.len() as i64;
        assert!(mean(both) * 2 > mean(asia) * 5 && mean(asia) * 2 > mean(quiet) * 3, "{what}: {traded:?}");
        assert!(mean(both) > most(&traded[..26]).max(most(&traded[34..])), "{what}: {traded:?}");
    }
}

#[test]
fn coins_are_traded_less_at_weekends_and_as_much_in_a_week() {
    let monday = date(2026, 11, 23);
    let number = utc(monday).0 / UnixMillis::DAY;
    let of = |shape: &Shape| (0..7).map(|day| shape.of_week(700, number + day)).collect::<Vec<_>>();
    assert_eq!(of(&Shape::Coins), [756, 756, 756, 756, 756, 560, 560]);
    assert_eq!(of(&Shape::Coins).iter().sum::<i64>(), of(&Shape::Even).iter().sum::<i64>());
    let coin = |sim: &Sim| {
        let (tick_sizes, lot) = (Arc::new(TickSizes::single("0.01".parse().unwrap())), Quantity::from_units(1_000));
        let (code, reference) = ("BTCUSDT", "74000".parse().unwrap());
        let (instrument, rank, deviation) = (InstrumentId(3), 0, 5_000);
        Simulated::coin(sim, &CoinListing { instrument, code, rank, deviation, reference, tick_sizes, lot })
    };
    let hours = volumes(coin);
    assert!(most(&hours) * 10 < least(&hours) * 13, "{hours:?}");
    let sim = market(1);
    let whole = |day: SimDay| coin(&sim).volume(day, day.ends).units();
    let mean =
        |days: &mut dyn Iterator<Item = i64>, count: i64| days.map(|number| whole(day(number))).sum::<i64>() / count;
    let (week, weekend) =
        (mean(&mut (0..700).filter(|day| day % 7 < 5), 500), mean(&mut (0..700).filter(|day| day % 7 > 4), 200));
    assert!((65..85).contains(&(weekend * 100 / week)), "{weekend} at weekends, {week} in the week");
}
