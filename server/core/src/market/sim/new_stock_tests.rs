use proptest::prelude::*;

use super::tests::{day_of, listing, stock, tick};
use super::*;
use crate::decimal::Quantity;
use crate::market::{Session, Tick};

/// 2026-11-23, a Monday.
const FIRST: UnixMillis = UnixMillis(1_795_392_000_000);

fn market(seeds: [u8; 3]) -> Sim {
    let days = Days::new(FIRST, DaySeed([seeds[0]; 32]));
    seeds[1..].iter().for_each(|seed| days.add(DaySeed([*seed; 32])));
    Sim::new(7, 1).with_days(Arc::new(days))
}

/// The listing: on the second day with a seed, at half past two.
fn listed_at() -> UnixMillis {
    FIRST.plus(UnixMillis::DAY + 14 * UnixMillis::HOUR + 30 * UnixMillis::MINUTE)
}

fn new_stock(sim: &Sim, reference: &str) -> Simulated {
    let day = day_of(step_at(listed_at()));
    let first = Some(FirstTrade { at: listed_at(), day });
    Simulated::stock(sim, &StockListing { first, ..listing("NEWZZ", "Tech", 120, reference) })
}

fn first_tick(sim: &Sim, stock: &Simulated) -> Tick {
    let step = (step_at(listed_at())..).find(|step| stock.ticks_at(*step)).unwrap();
    tick(sim, stock, step)
}

proptest! {
    #[test]
    fn a_new_stock_begins_near_what_it_was_sold_for(seed in any::<u8>(), dollars in 5i64..400) {
        let sim = market([seed; 3]);
        let first = first_tick(&sim, &new_stock(&sim, &dollars.to_string()));
        // A step is at most three and a half deviations, and a tick is a hundredth.
        let ratio = first.last.units() / dollars / 1_000_000;
        prop_assert!((63..=155).contains(&ratio), "{} of {dollars}", first.last);
    }
}

#[test]
fn its_first_price_is_known_to_nobody_before_its_day_and_to_all_afterwards() {
    let opened = |seeds| {
        let sim = market(seeds);
        first_tick(&sim, &new_stock(&sim, "20")).last
    };
    assert_eq!(opened([1, 2, 3]), opened([1, 2, 4]));
    let others: Vec<_> = (3..30).map(|seed| opened([1, seed, 3])).collect();
    assert!(others.iter().any(|price| *price != opened([1, 2, 3])));
    let mean = others.iter().map(|price| price.units()).sum::<i64>() / 27 / 1_000_000;
    assert!((1_850..2_150).contains(&mean), "{mean} hundredths on average");
}

#[test]
fn there_is_nothing_before_it_is_listed_and_a_whole_market_afterwards() {
    let sim = market([1, 2, 3]);
    let stock = new_stock(&sim, "20");
    let day = day_of(step_at(listed_at()));
    let last_tick = |to: UnixMillis| stock.last_tick(&sim, day, Session::Regular, to);
    assert_eq!(last_tick(listed_at()), None);
    let first = last_tick(listed_at().plus(1_001)).unwrap();
    assert!((listed_at()..listed_at().plus(1_001)).contains(&first.exchange_time));
    assert_eq!(stock.volume(day, listed_at()), Quantity::ZERO, "nothing was traded before");
    assert!(stock.volume(day, listed_at().plus(UnixMillis::HOUR)).is_positive());
    let bar = stock.bar(&sim, day, listed_at(), listed_at().plus(UnixMillis::MINUTE), 1_000).unwrap();
    assert_eq!(bar.open, first.last);
}

#[test]
fn it_moves_as_stocks_do_and_changes_no_other() {
    let sim = market([1, 2, 3]);
    let (new, known) = (new_stock(&sim, "20"), stock(&sim, "AAPL", "Tech", 0, "268"));
    let step = step_at(listed_at().plus(3 * UnixMillis::HOUR));
    let alone = tick(&market([1, 2, 3]), &known, step);
    tick(&sim, &new, step);
    assert_eq!(tick(&sim, &known, step), alone);
    let price = |minutes: i64| tick(&sim, &new, step + minutes * 240).last.units();
    let moves: Vec<i64> = (0..300).map(|minute| price(minute + 1) - price(minute)).collect();
    assert!(moves.iter().any(|change| *change > 0) && moves.iter().any(|change| *change < 0));
    assert!(
        moves.iter().all(|change| change.abs() < 20_000_000),
        "no minute moves it by a hundredth of its price twice"
    );
}
