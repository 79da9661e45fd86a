use proptest::prelude::*;

use super::tests::{day_of, listing, stock, tick};
use super::*;
use crate::decimal::{Price, Quantity};
use crate::market::{AuctionHours, Market, TickSizes};

/// 2026-11-23, a Monday.
const FIRST: UnixMillis = UnixMillis(1_795_392_000_000);

fn market(seeds: [u8; 3]) -> Sim {
    let days = Days::new(FIRST, DaySeed([seeds[0]; 32]));
    seeds[1..].iter().for_each(|seed| days.add(DaySeed([*seed; 32])));
    Sim::new(7, 1).with_days(Arc::new(days))
}

/// Orders collect for two hours from `opens` on; the auction ends at random within two minutes.
fn hours(day: i64) -> AuctionHours {
    let at = |minutes: i64| FIRST.plus(day * UnixMillis::DAY + 12 * UnixMillis::HOUR + minutes * UnixMillis::MINUTE);
    AuctionHours::new([0, 60, 90, 120, 122].map(at)).unwrap()
}

fn state(sim: &Sim, stock: &Simulated, hours: &AuctionHours, now: UnixMillis) -> AuctionState {
    stock.auction(sim, "AAPL", day_of(step_at(hours.closes)), hours, now).unwrap()
}

/// The last step up to a moment at which the stock ticks.
fn stock_step(stock: &Simulated, at: UnixMillis) -> i64 {
    stock.last_tick_step(step_at(at))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn the_auction_clears_within_the_first_quote_after_it(seed in any::<u8>(), rank in 0usize..150, cents in 40i64..90_000) {
        let sim = market([seed; 3]);
        let reference = Price::from_units(cents * 1_000_000).to_string();
        let stock = stock(&sim, "AAPL", "Tech", rank, &reference);
        let hours = hours(1);
        let cleared = state(&sim, &stock, &hours, hours.ends.plus(UnixMillis::HOUR));
        let (at, clearing) = (cleared.cleared_at.unwrap(), cleared.clearing.unwrap());
        prop_assert!((hours.closes..hours.ends.plus(2_000)).contains(&at));
        prop_assert!(stock.ticks_at(step_at(at)));
        let quote = tick(&sim, &stock, step_at(at));
        prop_assert!((quote.bid()..=quote.ask()).contains(&clearing.price), "{} of {} {}", clearing.price, quote.bid(), quote.ask());
        prop_assert!(clearing.paired.is_positive());
        // With half a minute left the figures are close to a price at most half a minute old: orders left over move
        // them, and both are rounded to a cent.
        let last = hours.closes.plus(-30 * UnixMillis::SECOND);
        let shown = state(&sim, &stock, &hours, last).clearing.unwrap().price.units();
        let quoted = tick(&sim, &stock, stock_step(&stock, last)).last.units();
        prop_assert!((shown - quoted).abs() <= quoted / 250 + 2_000_000, "{shown} while the price is {quoted}");
        // A millisecond before, it has not cleared, and the figures are of the orders that have arrived.
        let before = state(&sim, &stock, &hours, at.plus(-1));
        prop_assert_eq!(before.cleared_at, None);
    }
}

#[test]
fn figures_tell_what_has_arrived_and_nothing_of_what_will() {
    // The same day's seed up to the auction's end, and other seeds on the days behind it.
    let (sim, other) = (market([1, 2, 3]), market([1, 2, 9]));
    let hours = hours(1);
    let of = |sim: &Sim, now| state(sim, &stock(sim, "AAPL", "Tech", 0, "268"), &hours, now);
    let mut paired = Quantity::ZERO;
    for minutes in [30, 60, 90, 119] {
        let now = hours.collects.plus(minutes * UnixMillis::MINUTE);
        let figures = of(&sim, now);
        assert_eq!((figures, figures.cleared_at), (of(&other, now), None), "whatever the next day's seed is");
        let clearing = figures.clearing.unwrap();
        assert!(clearing.paired >= paired, "orders are not taken back");
        paired = clearing.paired;
        let last = tick(&sim, &stock(&sim, "AAPL", "Tech", 0, "268"), step_at(now) & !1).last;
        let off = (clearing.price.units() - last.units()).abs();
        assert!(off < last.units() / 50, "{} while the price is {last}", clearing.price);
    }
    let tomorrow = market([1, 7, 3]);
    let at = hours.ends.plus(5_000);
    assert_ne!(of(&sim, at), of(&tomorrow, at), "another seed of the day is another auction");
    assert_eq!(of(&sim, at), of(&sim, at.plus(UnixMillis::HOUR)), "what it came to stays");
}

#[test]
fn an_auction_before_days_had_seeds_is_known_too() {
    let sim = Sim::new(7, 1);
    let of = |day| {
        let hours = hours(day);
        state(&sim, &stock(&sim, "AAPL", "Tech", 0, "268"), &hours, hours.ends.plus(5_000)).clearing
    };
    assert!(of(-40).is_some() && of(-40) != of(-41));
}

#[test]
fn orders_of_hong_kong_are_of_whole_lots() {
    let sim = market([5; 3]);
    let lot = Quantity::from_whole(400).unwrap();
    let price = |text: &str| text.parse::<Price>().unwrap();
    let steps = [("50", "0.02"), ("100", "0.05"), ("200", "0.1")].map(|(up_to, step)| (price(up_to), price(step)));
    let tick_sizes = Arc::new(TickSizes::new(steps.into()).unwrap());
    let listed = StockListing {
        market: Market::HongKong,
        board_lot: Some(lot),
        tick_sizes: tick_sizes.clone(),
        ..listing("00005", "Financials", 3, "102")
    };
    let stock = Simulated::stock(&sim, &listed);
    let cleared = state(&sim, &stock, &hours(1), hours(1).ends.plus(5_000)).clearing.unwrap();
    assert!(cleared.paired.is_multiple_of(lot) && tick_sizes.allows(cleared.price), "{cleared:?}");
}

/// Results of an auction on days of known seeds. Every new computation must reproduce them.
#[test]
fn what_an_auction_came_to_stays() {
    let sim = market([1, 2, 3]);
    let cleared = state(&sim, &stock(&sim, "AAPL", "Tech", 0, "268"), &hours(1), hours(1).ends.plus(5_000));
    let clearing = cleared.clearing.unwrap();
    let shown = format!("{} {} {}", clearing.price, clearing.paired, clearing.imbalance);
    assert_eq!(shown, "255.54 1011700 0");
}
