//! Days with seeds of their own.

use super::days::DAY_STEPS;
use super::tests::{day_of, stock, tick};
use super::*;
use crate::market::{Session, Tick};

/// 2026-11-23, a Monday.
const FIRST: UnixMillis = UnixMillis(1_795_392_000_000);

fn seed(day: u8) -> DaySeed {
    DaySeed([day; 32])
}

/// A market whose `count` days have the seeds 0, 1, 2 and so on, except where `change` gives another.
fn market(count: u8, change: impl Fn(u8) -> u8) -> Sim {
    let days = Days::new(FIRST, seed(change(0)));
    (1..count).for_each(|day| days.add(seed(change(day))));
    Sim::new(7, 1).with_days(Arc::new(days))
}

/// The step at an offset of a day that has a seed.
fn step(day: i64, offset: i64) -> i64 {
    step_at(FIRST) + day * DAY_STEPS + offset
}

fn apple(sim: &Sim) -> Simulated {
    stock(sim, "AAPL", "Tech", 0, "268")
}

fn seen(sim: &Sim, step: i64) -> Tick {
    tick(sim, &apple(sim), step)
}

#[test]
fn before_the_first_day_everything_is_public() {
    let (public, sim) = (Sim::new(7, 1), market(3, |day| day));
    for step in [400_000_000, step(-30, 7), step(-1, 1_000), step(0, -1)] {
        assert_eq!(seen(&public, step), seen(&sim, step));
    }
    assert_ne!(seen(&public, step(0, 1)), seen(&sim, step(0, 1)));
    assert_eq!((public.known_until(), sim.known_until()), (UnixMillis(i64::MAX), FIRST.plus(3 * UnixMillis::DAY)));
}

#[test]
fn the_seed_of_a_day_decides_on_it_and_on_what_comes_after_and_on_nothing_before() {
    let (one, other) = (market(9, |day| day), market(9, |day| if day == 4 { 100 } else { day }));
    let (here, there) = (apple(&one), apple(&other));
    for offset in (0..DAY_STEPS).step_by(7_919) {
        for day in [0, 1, 2, 3] {
            assert_eq!(tick(&one, &here, step(day, offset)), tick(&other, &there, step(day, offset)), "{day}");
        }
    }
    for at in [step(4, 1), step(4, 200_000), step(8, 17)] {
        assert_ne!(tick(&one, &here, at).bids, tick(&other, &there, at).bids);
    }
}

/// A trading day that goes on after midnight keeps the step that it began with; one that begins after it has a new one.
#[test]
fn a_trading_day_begins_with_a_step_that_the_day_before_does_not_tell() {
    let (one, other) = (market(3, |day| day), market(3, |day| if day == 1 { 100 } else { day }));
    let midnight = FIRST.plus(UnixMillis::DAY);
    let begun = |before: i64| {
        let starts = midnight.plus(-before);
        let day = SimDay { number: day_of(step(1, 0)).number, starts, ends: starts.plus(UnixMillis::DAY) };
        [&one, &other].map(|sim| {
            let at = step_at(starts.max(midnight));
            apple(sim).tick(&mut sim.factors(at), day, Session::Regular, time_of(at)).bid()
        })
    };
    let [here, there] = begun(UnixMillis::HOUR);
    assert!((here.units() - there.units()).abs() < 5_000_000, "the same step, and a path without a jump");
    let stream = one.stream("own:AAPL");
    let gaps = |starts: UnixMillis| stream.gaps(5, 0, starts);
    assert_eq!(gaps(midnight.plus(-1)), gaps(FIRST));
    assert_ne!(gaps(midnight), gaps(FIRST));
    assert_ne!(gaps(midnight), other.stream("own:AAPL").gaps(5, 0, midnight), "by the day's own seed");
    assert_eq!(gaps(FIRST), other.stream("own:AAPL").gaps(5, 0, FIRST));
}

#[test]
fn the_path_is_continuous_across_midnights() {
    let sim = market(60, |day| day);
    for name in ["market", "own:AAPL", "currency:EUR"] {
        let stream = sim.stream(name);
        for day in 0..60 {
            let jump = stream.motion(step(day, 0)) - stream.motion(step(day, -1));
            assert!(jump.abs() < 8 << 16, "{name}: a step of {jump} at day {day}");
        }
    }
}

#[test]
fn the_variance_of_a_move_grows_with_its_length_across_days() {
    let sim = market(41, |day| day);
    for (length, from) in [(1, 100), (240, DAY_STEPS - 100), (DAY_STEPS, 40_000), (DAY_STEPS * 10, DAY_STEPS / 2)] {
        let square = |(stream, day): (i64, i64)| {
            let stream = sim.stream(&format!("own:{stream}"));
            i128::from(stream.motion(step(day, from + length)) - stream.motion(step(day, from))).pow(2)
        };
        let moves: Vec<(i64, i64)> = (0..500).flat_map(|stream| (0..4).map(move |day| (stream, day * 7))).collect();
        let variance = moves.iter().copied().map(square).sum::<i128>() / moves.len() as i128;
        let percent = variance * 100 / (i128::from(length) << 32);
        assert!((85..115).contains(&percent), "{length} steps: {percent} % of the variance");
    }
}

#[test]
fn a_day_moves_a_stock_as_much_as_it_did_before_days_had_seeds() {
    let sim = market(250, |day| day);
    let apple = apple(&sim);
    let price = |day: i64| i128::from(tick(&sim, &apple, step(day, 5)).last.units());
    let squares: i128 = (0..249).map(|day| ((price(day + 1) - price(day)) * 1_000_000 / price(day)).pow(2)).sum();
    let deviation = (squares / 249).isqrt() as i64;
    assert!((8_000..35_000).contains(&deviation), "{deviation} millionths a day");
}

#[test]
fn days_that_come_one_by_one_give_the_same_ticks_in_whatever_order_they_are_asked_for() {
    let whole = market(5, |day| day);
    let days = Arc::new(Days::new(FIRST, seed(0)));
    let growing = Sim::new(7, 1).with_days(days.clone());
    let apple = apple(&growing);
    let at_the_end = tick(&growing, &apple, step(0, DAY_STEPS - 1)).last;
    assert_eq!(tick(&growing, &apple, step(3, 9)).last, at_the_end, "a day that is not known yet brings nothing");
    (1..5).for_each(|day| days.add(seed(day)));
    for at in [step(4, 3), step(1, 3), step(3, 9), step(0, 3), step(-1, 3), step(4, 3)] {
        assert_eq!(tick(&growing, &apple, at), seen(&whole, at));
    }
}

#[test]
fn streams_share_a_course_and_no_keys() {
    let sim = market(2, |day| day);
    let (apple, again, other) = (sim.stream("own:AAPL"), sim.stream("own:AAPL"), sim.stream("own:MSFT"));
    let (day, public) = (step(1, 77), 5);
    assert_eq!(apple.motion(day), again.motion(day));
    assert_ne!(apple.book(public, day), other.book(public, day));
    assert_ne!(apple.book(public, day), apple.book(public, day + 1));
    let elsewhere = Sim::new(8, 1).with_days(Arc::new(Days::new(FIRST, seed(0)))).stream("own:AAPL");
    assert_ne!(elsewhere.book(public, step(0, 77)), apple.book(public, step(0, 77)), "another market, another key");
}

/// Ticks of days with known seeds. Every new computation must reproduce them.
#[test]
fn the_ticks_of_a_seed_stay_what_they_are() {
    let sim = market(3, |day| day);
    let shown = |step: i64| {
        let tick = seen(&sim, step);
        format!("{} {} {} {}", tick.bid(), tick.ask(), tick.last, tick.bid_size())
    };
    assert_eq!([step(0, 40), step(2, 200_000)].map(shown), ["259.14 259.16 259.16 3000", "260.53 260.56 260.54 3700"]);
}

/// The SHA-256 of 32 bytes of zeros.
#[test]
fn a_commitment_is_the_hash_of_the_seed_and_neither_seeds_nor_keys_print() {
    let known = [0x66, 0x68, 0x7a, 0xad, 0xf8, 0x62, 0xbd, 0x77];
    assert_eq!(seed(0).commitment()[..8], known);
    let sim = market(2, |_| 0xab);
    assert!(sim.stream("own:AAPL").motion(step(1, 3)) != 0);
    let printed = format!("{:?} {sim:?} {:?}", seed(0xab), sim.stream("own:AAPL"));
    assert!(!printed.contains("171") && !printed.contains("abab"), "{printed}");
}
