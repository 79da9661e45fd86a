//! Pairs against each other.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::decimal::{ONE, Price};
use crate::ids::InstrumentId;
use crate::market::{Session, Tick};

const PAIRS: &str = include_str!("../../../../data/forex_pairs.csv");
const CURRENCIES: &str = include_str!("../../../../data/forex_currencies.csv");
const DAY: SimDay = SimDay { number: 20_000, starts: UnixMillis(0), ends: UnixMillis(i64::MAX) };

/// The fields of a file by their names; quotation marks are not supported.
fn rows(text: &'static str) -> Vec<BTreeMap<&'static str, &'static str>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines.map(|line| names.iter().copied().zip(line.split(',')).collect()).collect()
}

fn units(text: &str) -> i64 {
    text.parse::<Price>().unwrap().units()
}

struct Quoted {
    base: &'static str,
    quote: &'static str,
    step: i64,
    spread: i64,
    pair: Simulated,
}

/// Nights from 200 weeks before the anchor to 200 after it: five a week for seven days, with a rate for each currency.
fn nights(base: &str, quote: &str) -> Vec<Night> {
    let interest = |currency: &str, count: i64| {
        let letters: i64 = currency.bytes().map(i64::from).sum();
        if currency == "USD" { 0 } else { (letters % 40 - 5) * 27_397_260 * count }
    };
    let week = |week: i64| {
        [1, 1, 3, 1, 1].into_iter().zip(3..).map(move |(count, day)| {
            let at = ANCHOR.plus(UnixMillis::HOUR + (week * 7 + day) * UnixMillis::DAY);
            Night { at, base: interest(base, count), quote: interest(quote, count) }
        })
    };
    (-200..200).flat_map(week).collect()
}

/// All pairs of the catalogue.
fn pairs(sim: &Sim) -> Vec<Quoted> {
    let bound = |text: &'static str| (!text.is_empty()).then(|| units(text));
    let walks: BTreeMap<&str, Walk<'static>> = rows(CURRENCIES)
        .into_iter()
        .map(|row| {
            let deviation = units(row["yearly_volatility_percent"]) * 100 / ONE;
            let zone = bound(row["least_per_usd"]).zip(bound(row["most_per_usd"]));
            let currency = row["currency"];
            (currency, Walk { currency, per_usd: units(row["per_usd"]), deviation, zone })
        })
        .collect();
    let pair = |(id, row): (i64, BTreeMap<&'static str, &'static str>)| {
        let decimals = |name: &str| ONE / 10i64.pow(row[name].parse().unwrap());
        let (base, quote) = (row["base"], row["quote"]);
        let (step, spread) = (decimals("price_decimals"), units(row["spread_pips"]) / (ONE / decimals("pip_decimals")));
        let listing = PairListing {
            instrument: InstrumentId(id),
            code: row["code"],
            base: walks[base],
            quote: walks[quote],
            step: Price::from_units(step),
            spread: Price::from_units(spread),
            nights: &nights(base, quote),
        };
        Quoted { base, quote, step, spread, pair: Simulated::pair(sim, &listing) }
    };
    (1..).zip(rows(PAIRS)).map(pair).collect()
}

fn tick(sim: &Sim, pair: &Simulated, step: i64) -> Tick {
    pair.tick(&mut sim.factors(step), DAY, Session::Regular, time_of(step))
}

/// The amount that one unit of a currency becomes in another at a tick, as a fraction.
type Exchanges = BTreeMap<(&'static str, &'static str), (i128, i128)>;

fn exchanges(sim: &Sim, pairs: &[Quoted], step: i64) -> Exchanges {
    let one = i128::from(ONE);
    let both = |quoted: &Quoted| {
        let tick = tick(sim, &quoted.pair, step);
        let (bid, ask) = (i128::from(tick.bid().units()), i128::from(tick.ask().units()));
        [((quoted.base, quoted.quote), (bid, one)), ((quoted.quote, quoted.base), (one, ask))]
    };
    pairs.iter().flat_map(both).collect()
}

/// Steps from 2003 to 2057 at which pairs tick.
fn any_step() -> impl Strategy<Value = i64> {
    (200_000_000i64..3_600_000_000).prop_map(|half| half * 2)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_triangle_pays(seed in any::<u64>(), step in any_step()) {
        let sim = Sim::new(seed, 1);
        let exchanges = exchanges(&sim, &pairs(&sim), step);
        let mut triangles = 0;
        for ((a, b), first) in &exchanges {
            for ((_, c), second) in exchanges.range((*b, "")..).take_while(|((from, _), _)| from == b) {
                let Some(third) = exchanges.get(&(*c, *a)).filter(|_| c != a) else { continue };
                triangles += 1;
                let (gets, pays) = (first.0 * second.0 * third.0, first.1 * second.1 * third.1);
                prop_assert!(gets <= pays, "{a} → {b} → {c} → {a} pays {gets} for {pays}");
            }
        }
        prop_assert!(triangles > 100, "{triangles}");
    }

    #[test]
    fn quotes_of_pairs_are_sound(seed in any::<u64>(), step in any_step()) {
        let sim = Sim::new(seed, 1);
        for Quoted { base, quote, step: tick_size, spread, pair } in pairs(&sim) {
            let tick = tick(&sim, &pair, step);
            prop_assert!(tick.bid().is_positive() && tick.bid() < tick.ask(), "{base}{quote} {tick:?}");
            prop_assert!((tick.bid()..=tick.ask()).contains(&tick.last), "{base}{quote} {tick:?}");
            let apart = tick.ask().units() - tick.bid().units();
            prop_assert!(apart <= spread * 13 / 10 + 3 * tick_size, "{base}{quote}: {apart} for {spread}");
            for level in tick.bids.iter().chain(&tick.asks) {
                prop_assert!(level.price.units() % tick_size == 0 && level.size.units() >= 100_000 * ONE, "{level:?}");
            }
            prop_assert!(tick.bids.windows(2).all(|two| two[0].price > two[1].price));
            prop_assert!(tick.asks.windows(2).all(|two| two[0].price < two[1].price));
        }
    }

    #[test]
    fn the_hong_kong_dollar_stays_in_its_zone(seed in any::<u64>(), step in any_step()) {
        let sim = Sim::new(seed, 1);
        let pairs = pairs(&sim);
        let pair = pairs.iter().find(|quoted| (quoted.base, quoted.quote) == ("USD", "HKD")).unwrap();
        let tick = tick(&sim, &pair.pair, step);
        let apart = pair.spread + 2 * pair.step;
        prop_assert!(tick.ask().units() >= units("7.75") && tick.bid().units() <= units("7.85"), "{tick:?}");
        prop_assert!(tick.bid().units() >= units("7.75") - apart && tick.ask().units() <= units("7.85") + apart);
    }
}

/// Reference rates of 2026-10-30: 1 / 0.895095, 157.25, and 157.25 / 0.895095.
#[test]
fn pairs_begin_at_the_reference_rates() {
    let sim = Sim::new(1, 1);
    let pairs = pairs(&sim);
    let table =
        [("EUR", "USD", "1.11719"), ("USD", "JPY", "157.25"), ("EUR", "JPY", "175.679"), ("USD", "HKD", "7.84569")];
    for (base, quote, expected) in table {
        let pair = pairs.iter().find(|quoted| (quoted.base, quoted.quote) == (base, quote)).unwrap();
        let last = tick(&sim, &pair.pair, step_at(ANCHOR)).last;
        assert!((last.units() - units(expected)).abs() <= pair.step, "{base}{quote}: {last}");
    }
}

/// The deviation of a year is that of its currencies' file: 7.1 % for the euro.
#[test]
fn a_day_moves_a_pair_by_a_plausible_part() {
    let sim = Sim::new(3, 1);
    let pairs = pairs(&sim);
    let price = |day: i64| i128::from(tick(&sim, &pairs[0].pair, 3_300_000_000 + day * 345_600).last.units());
    let squares: i128 = (0..400).map(|day| ((price(day + 1) - price(day)) * 1_000_000 / price(day)).pow(2)).sum();
    let deviation = (squares / 400).isqrt() as i64;
    // 7.1 % a year are 0.37 % a day of 365.
    assert!((2_900..4_600).contains(&deviation), "{deviation} millionths a day");
}
