//! Exchanges stop stocks whose prices jump.

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;

use super::days::DAY_STEPS;
use super::tests::{day_of, stock, tick};
use super::*;
use crate::decimal::Price;
use crate::market::{
    AuctionHours, LimitUpLimitDown, Restraint, RestraintKind, Session, SessionCalendar, TradingDay, VolatilityControl,
    VolatilityRule, local_date,
};

/// 2026-11-23, a Monday.
const FIRST: UnixMillis = UnixMillis(1_795_392_000_000);
/// The days of an ordinary month, trading days among them.
const DAYS: u8 = 30;
const STOCKS: usize = 500;

fn market() -> Sim {
    let days = Days::new(FIRST, DaySeed([1; 32]));
    (2..=DAYS).for_each(|day| days.add(DaySeed([day; 32])));
    Sim::new(7, 1).with_days(Arc::new(days))
}

fn midnight(day: u8) -> UnixMillis {
    FIRST.plus(i64::from(day) * UnixMillis::DAY)
}

fn on(day: u8) -> Date {
    local_date(midnight(day), &TimeZone::UTC)
}

/// Weekdays, from 14:30 to 21:00; with `lunch` from 01:30 to 08:00 with a break from 04:00 to 05:00.
fn calendar(lunch: bool) -> Arc<SessionCalendar> {
    let weekdays = (0..DAYS).filter(|day| day % 7 < 5);
    let days = weekdays.map(|day| {
        let at = |minutes: i64| midnight(day).plus(minutes * UnixMillis::MINUTE);
        let (opens, closes) = if lunch { (at(90), at(480)) } else { (at(870), at(1_260)) };
        let breaks = if lunch { vec![at(240)..at(300)] } else { Vec::new() };
        let date = on(day);
        TradingDay { date, pre_opens: opens, opens, breaks, closes, after_closes: closes, half_day: false }
    });
    Arc::new(SessionCalendar::new(days.collect()).unwrap())
}

fn tier_1() -> VolatilityRule {
    VolatilityRule::LimitUpLimitDown(LimitUpLimitDown {
        widths: vec![("3".parse().unwrap(), 2_000), (Price::MAX, 500)],
        lowest_at_most: Price::MAX,
        mean_of: 5 * UnixMillis::MINUTE,
        holds: 30 * UnixMillis::SECOND,
        moves_by: 100,
        limit_state: 15 * UnixMillis::SECOND,
        pause: 5 * UnixMillis::MINUTE,
        late: 25 * UnixMillis::MINUTE,
        late_up_to: Price::MAX,
        last: 10 * UnixMillis::MINUTE,
    })
}

fn control(width: i64) -> VolatilityRule {
    let minutes = |count: i64| count * UnixMillis::MINUTE;
    let (ago, cooling, opening, closing) = (minutes(5), minutes(5), minutes(15), minutes(20));
    VolatilityRule::VolatilityControl(VolatilityControl { width, ago, cooling, opening, closing })
}

/// The stocks of a market, on an exchange with a rule.
fn listed(sim: &Sim, lunch: bool, rule: &VolatilityRule) -> Vec<Simulated> {
    let calendar = calendar(lunch);
    let venue = || Venue { calendar: calendar.clone(), rules: vec![(date(2020, 1, 1), rule.clone())] };
    let named = |place: usize| stock(sim, &format!("S{place}"), "Tech", place, "100").listed_on(venue());
    (0..STOCKS).map(named).collect()
}

/// All restraints of stocks in a month, with the stock and the day.
fn restraints(stocks: &[Simulated]) -> Vec<(&Simulated, SimDay, Restraint)> {
    let mut found = Vec::new();
    for stock in stocks {
        for day in 0..DAYS {
            let day = day_of(step_at(midnight(day)));
            if stock.has_jumped(day.ends.plus(-1)) {
                found.extend(stock.restraints(day).into_iter().map(|restraint| (stock, day, restraint)));
            }
        }
    }
    found
}

fn count(found: &[(&Simulated, SimDay, Restraint)], kind: RestraintKind) -> usize {
    found.iter().filter(|(_, _, restraint)| restraint.kind == kind).count()
}

#[test]
fn in_an_ordinary_month_some_stocks_are_stopped_and_few() {
    let sim = market();
    let new_york = listed(&sim, false, &tier_1());
    let found = restraints(&new_york);
    let pauses = count(&found, RestraintKind::Pause);
    assert!((2..=20).contains(&pauses), "{pauses} of {STOCKS} stocks were paused");
    assert!(count(&found, RestraintKind::LimitState) >= pauses);
    let hong_kong = [1_000, 1_500].map(|width| listed(&sim, true, &control(width)));
    let cooling = hong_kong.iter().map(|stocks| count(&restraints(stocks), RestraintKind::CoolingOff));
    let cooling: Vec<usize> = cooling.collect();
    assert!((1..=10).contains(&cooling[0]) && cooling[1] <= cooling[0], "{cooling:?}");
}

#[test]
fn what_is_paused_stood_at_a_band_before_and_reopens_by_an_auction() {
    let sim = market();
    let stocks = listed(&sim, false, &tier_1());
    for (stock, day, pause) in restraints(&stocks).into_iter().filter(|(_, _, one)| one.kind == RestraintKind::Pause) {
        assert_eq!(pause.until.since(pause.from), 5 * UnixMillis::MINUTE, "{pause:?}");
        let stood = stock.restraint(day, pause.from.plus(-1)).unwrap();
        assert_eq!((stood.kind, stood.until), (RestraintKind::LimitState, pause.from));
        assert_eq!(pause.from.since(stood.from), 15 * UnixMillis::SECOND);
        let width = pause.band.upper.units() - pause.band.lower.units();
        assert!((990..=2_010).contains(&(width * 10_000 / (pause.band.upper.units() + pause.band.lower.units()) * 2)));
        // A stock at the band is quoted there, and has no size beyond.
        let mut ticked = 0;
        for step in (step_at(stood.from)..step_at(pause.until)).filter(|step| stock.ticks_at(*step)) {
            let paused = time_of(step) >= pause.from;
            assert_eq!(stock.is_paused(step, day), paused);
            if paused {
                continue;
            }
            ticked += 1;
            let tick = tick(&sim, stock, step);
            let rises = tick.bid() == pause.band.upper;
            assert!(rises || tick.ask() == pause.band.lower, "{tick:?}");
            assert!((pause.band.lower..=pause.band.upper).contains(&tick.last));
            let gone = if rises { &tick.asks } else { &tick.bids };
            assert!(gone.iter().all(|level| level.size.is_zero()), "{tick:?}");
            let there = if rises { tick.bid_size() } else { tick.ask_size() };
            assert!(there.is_positive() && tick.bid() < tick.ask());
        }
        assert!(ticked > 0);
        // During the pause it does not tick, so that no bar covers it and the newest tick is the last before.
        let minute = |from: UnixMillis| stock.bar(&sim, day, from, from.plus(UnixMillis::MINUTE), 16);
        assert_eq!(minute(pause.from.plus(UnixMillis::MINUTE)), None);
        let last = stock.last_tick(&sim, day, Session::Regular, pause.until).unwrap();
        assert!(last.exchange_time < pause.from && last.exchange_time >= stood.from);
        // The first quote afterwards is that of the auction.
        let hours = AuctionHours::reopening(&pause).unwrap();
        let auction = |now| stock.auction(&sim, "S", day, &hours, now).unwrap();
        assert!(auction(pause.until.plus(-1)).cleared_at.is_none());
        assert!(auction(pause.until.plus(-1)).clearing.is_some(), "its orders collect while it is paused");
        let cleared = auction(pause.until.plus(UnixMillis::MINUTE));
        let first = tick(&sim, stock, step_at(cleared.cleared_at.unwrap()));
        assert!(first.exchange_time >= pause.until && first.exchange_time < pause.until.plus(8_001));
        assert!((first.bid()..=first.ask()).contains(&cleared.clearing.unwrap().price));
        assert_eq!(stock.restraint(day, pause.until), None);
    }
}

#[test]
fn while_a_stock_cools_off_it_trades_within_its_band() {
    let sim = market();
    let stocks = listed(&sim, true, &control(1_000));
    for (stock, day, cooling) in restraints(&stocks) {
        assert_eq!(cooling.kind, RestraintKind::CoolingOff);
        assert!(cooling.until.since(cooling.from) <= 5 * UnixMillis::MINUTE);
        for step in (step_at(cooling.from)..step_at(cooling.until)).filter(|step| stock.ticks_at(*step)) {
            assert!(!stock.is_paused(step, day));
            let tick = tick(&sim, stock, step);
            let beyond = |price: Price| !(cooling.band.lower..=cooling.band.upper).contains(&price);
            assert!(!beyond(tick.last));
            let traded = tick.bids.iter().chain(&tick.asks).filter(|level| level.size.is_positive());
            assert!(traded.into_iter().all(|level| !beyond(level.price)), "{tick:?}");
        }
    }
}

#[test]
fn it_is_the_same_whoever_asks_and_in_whatever_order() {
    let (one, two) = (market(), market());
    let (here, there) = (listed(&one, false, &tier_1()), listed(&two, false, &tier_1()));
    let seen = |stocks: &[Simulated]| {
        restraints(stocks).iter().map(|(_, day, restraint)| (*day, *restraint)).collect::<Vec<_>>()
    };
    let forwards = seen(&here);
    // A moment within a pause is computed before anything else.
    for (place, stock) in there.iter().enumerate().rev() {
        for day in (0..DAYS).rev() {
            let (day, noon) = (day_of(step_at(midnight(day))), midnight(day).plus(17 * UnixMillis::HOUR));
            assert_eq!(stock.restraint(day, noon), here[place].restraint(day, noon));
        }
    }
    assert_eq!(seen(&there), forwards);
}

/// Only the time after a jump is watched: in no five minutes without a jump does a price come near a band.
#[test]
fn the_motions_alone_never_come_near_a_band() {
    let sim = market();
    let stocks = listed(&sim, false, &tier_1());
    for (place, stock) in stocks.iter().enumerate().step_by(10) {
        let first = step_at(midnight(u8::try_from(place / 10 % 20).unwrap()));
        let day = day_of(first);
        if stock.has_jumped(day.ends.plus(-1)) {
            continue;
        }
        let price = |part: i64| {
            let step = stock.last_tick_step(first + part * (DAY_STEPS / 288));
            tick(&sim, stock, step).last.units()
        };
        for part in 2..287 {
            let (before, after) = (price(part), price(part + 1));
            assert!((after - before).abs() * 100 < before * 2, "S{place} moved from {before} to {after}");
        }
    }
}

/// Days of Hong Kong begin at 16:00 UTC, jumps come once a day of UTC.
#[test]
fn a_jump_is_of_the_trading_day_that_it_comes_in() {
    let sim = market();
    let day = |day: u8| {
        let starts = midnight(day).plus(-8 * UnixMillis::HOUR);
        SimDay { number: starts.0.div_euclid(UnixMillis::DAY) + 1, starts, ends: starts.plus(UnixMillis::DAY) }
    };
    let (asked_later, asked_first) = (listed(&sim, true, &control(200)), listed(&sim, true, &control(200)));
    let mut stopped = 0;
    for (later, first) in asked_later.iter().zip(&asked_first) {
        for date in 0..DAYS - 1 {
            let (today, tomorrow) = (day(date), day(date + 1));
            let evening = tomorrow.starts.plus(UnixMillis::HOUR);
            assert_eq!(later.pause(tomorrow, evening), None, "nothing has come of a day that has just begun");
            let _ = later.bar(&sim, tomorrow, tomorrow.starts, evening, 2);
            let restraints = first.restraints(today);
            assert_eq!(later.restraints(today), restraints, "whichever day asks first");
            stopped += restraints.len();
        }
    }
    assert!(stopped > 0);
}
