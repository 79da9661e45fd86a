//! What a night brings, the simulated price loses: whoever holds a pair pays the markup.

use proptest::prelude::*;

use super::{FinancingRates, interest};
use crate::decimal::{ONE, Price};
use crate::ids::InstrumentId;
use crate::market::Session;
use crate::market::sim::{Night, PairListing, Sim, SimDay, Simulated, Walk, step_at, time_of};
use crate::money::{Currency, Money};
use crate::positions::Direction;
use crate::time::UnixMillis;

/// Of yearly rates in 10⁻¹².
const PERCENT: i64 = 10_000_000_000;
const MARKUP: i64 = PERCENT / 2;
/// 2026-11-23T22:00:00Z, a Monday at five in New York.
const FIRST_NIGHT: UnixMillis = UnixMillis(1_795_471_200_000);
const DAY: SimDay = SimDay { number: 20_000, starts: UnixMillis(0), ends: UnixMillis(i64::MAX) };
/// What a position is worth: parts of it are parts of 10¹².
const VALUE: i64 = 1_000_000_000_000;

/// A year of nights, charged thrice on one evening of the week.
fn year(weekend_on: usize) -> Vec<(UnixMillis, i64)> {
    let night = |night: usize| {
        let (week, day) = (night / 5, night % 5);
        let at = FIRST_NIGHT.plus((week * 7 + day) as i64 * UnixMillis::DAY);
        (at, if day == weekend_on { 3 } else { 1 })
    };
    (0..260).map(night).collect()
}

/// A pair as finely quoted as can be, so that rounding is no noise.
fn pair(sim: &Sim, nights: &[Night]) -> Simulated {
    let walk = |currency, per_usd, deviation| Walk { currency, per_usd, deviation, zone: None };
    let listing = PairListing {
        instrument: InstrumentId(1),
        code: "EURTRY",
        base: walk("EUR", 895_095, 710),
        quote: walk("TRY", 4_994_760_000, 310),
        step: Price::from_units(1),
        spread: Price::from_units(1),
        nights,
    };
    Simulated::pair(sim, &listing)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Against the same noise without nights.
    #[test]
    fn a_year_of_nights_costs_the_markup(
        seed in any::<u64>(),
        base in -PERCENT..20 * PERCENT,
        quote in -PERCENT..40 * PERCENT,
        dollar in 0..6 * PERCENT,
        weekend_on in 0usize..5,
    ) {
        let sim = Sim::new(seed, 1);
        let nights = year(weekend_on);
        let over_dollar = |rate: i64, count: i64| interest(rate - dollar, count);
        let borne: Vec<Night> = nights
            .iter()
            .map(|(at, count)| Night { at: *at, base: over_dollar(base, *count), quote: over_dollar(quote, *count) })
            .collect();
        let (bearing, bare) = (pair(&sim, &borne), pair(&sim, &[]));
        let price = |pair: &Simulated, step: i64| {
            i128::from(pair.tick(&mut sim.factors(step), DAY, Session::Regular, time_of(step)).last.units())
        };
        // The price without its noise, in parts of VALUE.
        let at = |step: i64| price(&bearing, step) * i128::from(VALUE) / price(&bare, step);
        let rates = FinancingRates { base, quote, markup: MARKUP };
        let mut year = [0i128; 2];
        for (at_night, count) in nights {
            let (before, after) = (at(step_at(at_night) - 2), at(step_at(at_night)));
            let moved = (after - before) * i128::from(VALUE) / before;
            for (direction, total) in [Direction::Long, Direction::Short].into_iter().zip(&mut year) {
                let worth = Money::new((i128::from(VALUE) * after / before) as i64, Currency::Usd);
                let earned = rates.earned(direction, worth, count).unwrap().minor;
                let gained = i128::from(earned) + if direction == Direction::Long { moved } else { -moved };
                let markup = i128::from(interest(MARKUP, count));
                // What is left are squares of a night's interest, and roundings.
                prop_assert!((gained + markup).abs() < i128::from(VALUE) / 50_000, "{direction:?} {gained} {markup}");
                prop_assert!(gained < 0, "{direction:?} gains {gained} by a night");
                *total += gained;
            }
        }
        for total in year {
            // The markup of 364 nights, within a quarter of it.
            let markup = i128::from(interest(MARKUP, 364));
            prop_assert!((total + markup).abs() < markup / 4, "{total} for {markup}");
        }
    }
}

/// 36 % over the dollar for three nights are 0.296 %; a cross that settles at the same time has them too.
#[test]
fn the_price_of_what_bears_more_falls_as_a_night_begins() {
    let sim = Sim::new(7, 1);
    let borne = interest(36 * PERCENT, 3);
    assert_eq!(borne, 2_958_904_109);
    let nights = [Night { at: FIRST_NIGHT, base: 0, quote: borne }];
    let (bearing, bare) = (pair(&sim, &nights), pair(&sim, &[]));
    let price = |pair: &Simulated, at: UnixMillis| {
        let step = step_at(at);
        pair.tick(&mut sim.factors(step), DAY, Session::Regular, at).last.units()
    };
    let before = FIRST_NIGHT.plus(-500);
    assert_eq!(price(&bearing, before), price(&bare, before), "until then nothing has happened");
    for at in [FIRST_NIGHT, FIRST_NIGHT.plus(30 * UnixMillis::DAY)] {
        let ratio = i128::from(price(&bearing, at)) * i128::from(ONE) * 100 / i128::from(price(&bare, at));
        // e^0.002958904 = 1.002963286
        assert!((ratio - 10_029_632_860).abs() <= 20, "{ratio}");
    }
}
