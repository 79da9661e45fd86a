use std::sync::Arc;

use super::actions::{Actions, Announced, Habits, Occasion, Planned};
use super::path::Path;
use super::tests::{day_of, listing, stock, tick};
use super::*;
use crate::decimal::ONE;
use crate::market::Market;

fn day(number: i64) -> SimDay {
    day_of(step_at(UnixMillis(number * UnixMillis::DAY)))
}

/// A planned action whose ex date is so many days after the anchor's, announced three weeks before.
fn planned(occasion: Occasion, after: i64) -> Planned {
    let ex = ANCHOR.0 / UnixMillis::DAY + after;
    let announced_on = day(ex - 21);
    Planned { occasion, announced_at: announced_on.starts.plus(72_000_000), announced_on, before: day(ex - 1), ex }
}

fn path(sim: &Sim, reference: i64) -> Path {
    Path::new(reference * ONE, vec![], (sim.stream("own:XYZ"), 2_500), None)
}

const ALWAYS: UnixMillis = UnixMillis(i64::MIN);
const PAYS: Habits = Habits { dividend: 50, every: 3, month: 1, day: 5, splits: true };

#[test]
fn prices_fall_by_the_dividend_and_are_divided_by_the_ratio() {
    let sim = Sim::new(7, 1);
    let path = path(&sim, 1_200);
    let all = [planned(Occasion::Dividend, 30), planned(Occasion::Split, 60), planned(Occasion::Dividend, 121)];
    let actions = Actions::new(&sim, PAYS, &all);
    let told = actions.announced(&path, ALWAYS, all[2].announced_at);
    assert_eq!(told.iter().map(|(planned, _)| *planned).collect::<Vec<_>>(), all);
    for (planned, what) in told {
        // The last quoted price of the day before, and the ex date's price at an unchanged path.
        let close = path.price(&mut sim.factors(step_at(planned.before.ends.plus(-1))), planned.before);
        let quoted = actions.price(&path, planned.before, close);
        let after = actions.price(&path, day(planned.ex), close);
        match what {
            Announced::Dividend(amount) => {
                assert!((quoted - amount.units() - after).abs() <= 1, "{quoted} less {amount} is {after}");
                let share = amount.units() * 10_000 / quoted;
                assert!((30..70).contains(&share), "{share} basis points");
                assert_eq!(amount.units() % (ONE / 100), 0);
            }
            Announced::Split(ratio) => {
                assert_eq!((ratio.new_shares(), ratio.old_shares()), (10, 1));
                assert!((quoted / 10 - after).abs() <= 1);
            }
        }
    }
    assert_eq!(actions.shares(&path, day(all[0].ex)), 1);
    assert_eq!(actions.shares(&path, day(all[2].ex)), 10);
}

#[test]
fn what_was_announced_is_the_same_whenever_it_is_asked_for() {
    let sim = Sim::new(7, 1);
    let path = path(&sim, 1_200);
    let all = [planned(Occasion::Dividend, 30), planned(Occasion::Split, 60), planned(Occasion::Dividend, 121)];
    let (one, two) = (Actions::new(&sim, PAYS, &all), Actions::new(&sim, PAYS, &all));
    let late = one.announced(&path, ALWAYS, UnixMillis(i64::MAX));
    let mut early = Vec::new();
    for planned in &all {
        assert_eq!(two.announced(&path, ALWAYS, planned.announced_at.plus(-1)), early, "not a moment before");
        early = two.announced(&path, ALWAYS, planned.announced_at);
    }
    assert_eq!(early, late);
    let cheap = Path::new(400 * ONE, vec![], (sim.stream("own:XYZ"), 100), None);
    let told = Actions::new(&sim, PAYS, &all[1..2]).announced(&cheap, ALWAYS, UnixMillis(i64::MAX));
    assert_eq!(told, [], "no split of what is not expensive");
}

#[test]
fn what_was_before_the_anchor_is_as_it_was() {
    let sim = Sim::new(7, 1);
    let path = path(&sim, 1_200);
    let before = planned(Occasion::Dividend, 0);
    let actions = Actions::new(&sim, PAYS, &[before]);
    assert_eq!(actions.announced(&path, ALWAYS, UnixMillis(i64::MAX)), []);
    assert_eq!(actions.price(&path, day(before.ex + 900), 77), 77);
}

#[test]
fn days_whose_seeds_are_not_known_announce_nothing() {
    let begins = ANCHOR.plus(20 * UnixMillis::DAY);
    let days = Arc::new(Days::new(begins, DaySeed([7; 32])));
    let sim = Sim::new(7, 1).with_days(days.clone());
    let (path, later) = (path(&sim, 1_200), planned(Occasion::Dividend, 60));
    let actions = Actions::new(&sim, PAYS, &[later]);
    assert_eq!(actions.announced(&path, ALWAYS, later.announced_at), []);
    (0..40).for_each(|_| days.add(DaySeed([8; 32])));
    assert_eq!(actions.announced(&path, ALWAYS, later.announced_at).len(), 1);
}

#[test]
fn habits_differ_and_ticks_without_actions_stay() {
    let sim = Sim::new(1, 1);
    let codes: Vec<String> = (0..300).map(|number| format!("C{number}")).collect();
    let paying = |market| codes.iter().filter(|code| sim.habits(market, code).dividend > 0).count();
    assert!((150..250).contains(&paying(Market::UsStock)), "{}", paying(Market::UsStock));
    assert!((180..270).contains(&paying(Market::HongKong)), "{}", paying(Market::HongKong));
    assert_eq!(paying(Market::Forex), 0);
    for habits in codes.iter().map(|code| sim.habits(Market::UsStock, code)) {
        assert!((0..3).contains(&habits.month) && (1..=10).contains(&habits.day) && habits.every == 3);
        assert!(habits.dividend == 0 || (15..75).contains(&habits.dividend));
    }
    let step = step_at(ANCHOR.plus(90 * UnixMillis::DAY));
    let without = stock(&sim, "AAPL", "Tech", 0, "268");
    let planned = [planned(Occasion::Dividend, 91)];
    let with = Simulated::stock(&sim, &StockListing { planned: &planned, ..listing("AAPL", "Tech", 0, "268") });
    assert_eq!(tick(&sim, &with, step), tick(&sim, &without, step), "what was before it is as it was");
}
