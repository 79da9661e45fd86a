//! Indices, coins and futures.

use std::sync::Arc;

use proptest::prelude::*;

use super::tests::day_of;
use super::*;
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Market, Session, Tick, TickSizes};

const YEAR: i64 = 365 * UnixMillis::DAY;

fn price(text: &str) -> Price {
    text.parse().unwrap()
}

fn index(code: &str) -> IndexListing<'_> {
    let (instrument, follows) = (InstrumentId(1), Some(Market::UsStock));
    IndexListing { instrument, code, follows, deviation: 1_600, reference: price("7700"), step: price("0.01") }
}

/// A month that costs 270 basis points a year more than its underlying.
fn future<'a>(code: &'a str, on: Underlying<'a>, until: UnixMillis) -> FutureListing<'a> {
    let (tick_sizes, multiplier) = (Arc::new(TickSizes::single(price("0.25"))), "50".parse().unwrap());
    let carry = Carry { rate: 270, until };
    FutureListing { instrument: InstrumentId(2), code, on, carry, days_apart: 91, tick_sizes, multiplier }
}

fn coin(reference: &str) -> CoinListing<'static> {
    let tick_sizes = Arc::new(TickSizes::single(price("0.00000001")));
    let (code, lot) = ("BTCUSDT", Quantity::from_units(1_000));
    let reference = price(reference);
    CoinListing { instrument: InstrumentId(3), code, rank: 0, deviation: 5_000, reference, tick_sizes, lot }
}

fn tick(sim: &Sim, of: &Simulated, step: i64, day: SimDay) -> Tick {
    of.tick(&mut sim.factors(step), day, Session::Regular, time_of(step))
}

proptest! {
    /// The premium of a month over its index is public, whatever trading day each of them has.
    #[test]
    fn a_future_is_its_index_and_a_carry(seed in any::<u64>(), step in 3_000_000_000i64..3_500_000_000, ahead in 0i64..YEAR) {
        let sim = Sim::new(seed, 1);
        let until = time_of(step).plus(ahead);
        let (spot, month) = (Simulated::index(&sim, &index("SPX")), Simulated::future(&sim, &future("ESZ26", Underlying::Index(index("SPX")), until)));
        let today = day_of(step);
        let elsewhere = SimDay { number: today.number + 1, starts: today.starts.plus(UnixMillis::HOUR), ends: today.ends };
        let (spot, month) = (tick(&sim, &spot, step, today).last, tick(&sim, &month, step, elsewhere));
        // e to the power of the carry, to its second term: rates are small.
        let part = i128::from(ahead) * 270 * i128::from(ONE) / (10_000 * i128::from(YEAR));
        let factor = i128::from(ONE) + part + part * part / (2 * i128::from(ONE));
        let fair = i64::try_from(i128::from(spot.units()) * factor / i128::from(ONE)).unwrap();
        let near = fair / 10_000 + ONE;
        prop_assert!((month.bid().units() - near..=month.ask().units() + near).contains(&fair), "{spot} {fair} {}", month.bid());
        prop_assert!(month.bid() < month.ask());
    }

    /// A quote of one shows where the others are about to be, if they come later.
    #[test]
    fn what_is_derived_from_one_price_ticks_at_the_same_steps(seed in any::<u64>(), step in 3_000_000_000i64..3_500_000_000) {
        let sim = Sim::new(seed, 1);
        let corn = || Underlying::Commodity { root: "ZC", class: "agricultural", deviation: 2_600, reference: price("5.085") };
        let month = |code, on, days: i64| Simulated::future(&sim, &future(code, on, ANCHOR.plus(days * UnixMillis::DAY)));
        let on_index = [
            Simulated::index(&sim, &index("HSI")),
            month("HSIX26", Underlying::Index(index("HSI")), 10),
            month("HSIZ26", Underlying::Index(index("HSI")), 40),
            month("MHIX26", Underlying::Index(index("HSI")), 10),
        ];
        let on_corn = [month("ZCZ26", corn(), 20), month("ZCH27", corn(), 110), month("ZCK27", corn(), 170)];
        for family in [&on_index[..], &on_corn[..]] {
            for step in step..step + 4 {
                let ticking = family.iter().filter(|of| of.ticks_at(step)).count();
                prop_assert!([0, family.len()].contains(&ticking), "{ticking} of {} tick", family.len());
            }
        }
    }

    #[test]
    fn an_index_has_a_level_and_no_book(seed in any::<u64>(), step in 400_000_000i64..7_200_000_000) {
        let sim = Sim::new(seed, 1);
        let tick = tick(&sim, &Simulated::index(&sim, &index("SPX")), step, day_of(step));
        prop_assert!(tick.last.is_positive() && tick.last.is_multiple_of(price("0.01")));
        prop_assert!(tick.bid().is_zero() && tick.ask().is_zero() && tick.volume.is_zero());
    }

    #[test]
    fn the_book_of_a_coin_is_sound_at_any_price(seed in any::<u64>(), step in 400_000_000i64..7_200_000_000, units in 1_000i64..10_000_000 * ONE) {
        let sim = Sim::new(seed, 1);
        let listing = coin(&Price::from_units(units).to_string());
        let tick = tick(&sim, &Simulated::coin(&sim, &listing), step, day_of(step));
        prop_assert!(tick.bid().is_positive() && tick.bid() < tick.ask());
        prop_assert!((tick.bid()..=tick.ask()).contains(&tick.last) && tick.volume.units() >= 0);
        for level in tick.bids.iter().chain(&tick.asks) {
            prop_assert_eq!(level.size.units() % listing.lot.units(), 0);
        }
    }
}

/// The future has trades at any time of the day.
#[test]
fn the_nearest_month_of_a_great_index_is_traded_through_the_night() {
    for seed in 0..20 {
        let sim = Sim::new(seed, 1);
        // From New York's midnight to four in the morning, when stocks rest.
        let (night, on) = (day_of(step_at(ANCHOR)), Underlying::Index(index("SPX")));
        let month = Simulated::future(&sim, &future("ESZ26", on, ANCHOR.plus(40 * UnixMillis::DAY)));
        let begins = UnixMillis(ANCHOR.0 / UnixMillis::DAY * UnixMillis::DAY + 5 * UnixMillis::HOUR);
        for half_minute in 0..8 * 60 {
            let from = begins.plus(half_minute * UnixMillis::MINUTE / 2);
            let traded = |at| month.volume(night, at);
            assert!(traded(from) < traded(from.plus(UnixMillis::MINUTE / 2)), "{seed}: nothing after {from:?}");
        }
    }
}

#[test]
fn the_nearest_month_is_traded_and_held_most_and_ends_with_nothing_open() {
    let sim = Sim::new(7, 1);
    let corn =
        || Underlying::Commodity { root: "ZC", class: "agricultural", deviation: 2_600, reference: price("5.085") };
    let step = step_at(ANCHOR);
    let (day, now) = (day_of(step), time_of(step));
    let month = |days: i64| Simulated::future(&sim, &future("ZC", corn(), now.plus(days * UnixMillis::DAY)));
    let (nearest, next) = (month(40), month(131));
    assert!(nearest.volume(day, day.ends) > next.volume(day, day.ends));
    assert!(nearest.open_interest(day).unwrap() > next.open_interest(day).unwrap());
    assert_eq!(month(0).open_interest(day), Some(0));
    assert_eq!(Simulated::index(&sim, &index("SPX")).open_interest(day), None);
}
