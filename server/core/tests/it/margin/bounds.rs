//! Quotes within the bounds of a position leave nothing due for it, whatever else they are.

use plumbline_core::decimal::{Leverage, Price};
use plumbline_core::ledger::Wallet;
use plumbline_core::money::Money;
use plumbline_core::positions::{Direction, Margin, Position, PositionKey};
use plumbline_core::products::{MarginBounds, Marked, RateBounds};
use plumbline_core::testing;
use plumbline_core::time::UnixMillis;
use proptest::prelude::*;

use super::venue::{CUSTOMER, EUR_USD, GBP_JPY, Pair, USD_JPY, Venue, units, usd};

/// A pair at its first price, and a position in it that was opened there.
#[derive(Clone, Debug)]
struct Case {
    pair: Pair,
    at: Price,
    position: Position,
}

const DOLLARS: (Pair, i64) = (EUR_USD, 108_500_000);
const YEN: [(Pair, i64); 2] = [(USD_JPY, 15_000_000_000), (GBP_JPY, 19_050_000_000)];

fn case(pair: impl Strategy<Value = (Pair, i64)>) -> impl Strategy<Value = Case> {
    (pair, any::<bool>(), 1i64..500, 1i64..=20, 0i64..20_000, any::<bool>()).prop_map(
        |((pair, at), is_long, lots, leverage, added, warned)| {
            let direction = if is_long { Direction::Long } else { Direction::Short };
            let (quantity, at) = (units(lots * 1_000), Price::from_units(at));
            let value = i128::from(at.units()) * i128::from(lots) * 1_000 / 1_000_000;
            // 1,000 units of the pair's first currency are worth more than 900 dollars.
            let initial = usd(lots * 90_000 / leverage);
            let minor = if pair.quoted_in.decimals() == 0 { value / 100 } else { value };
            let margin = Margin {
                wallet: Wallet::Forex,
                amount: usd(initial.minor + initial.minor * added / 10_000),
                initial,
                leverage: Leverage::from_whole(leverage).unwrap(),
                halved: false,
                warned,
                charged_until: UnixMillis(0),
                settled: None,
                taken: None,
            };
            let key = PositionKey { account: CUSTOMER, instrument: pair.id, direction };
            let cost = Money::new(i64::try_from(minor).unwrap(), pair.quoted_in);
            let position = Position { cost, margin: Some(margin), ..testing::position(key, quantity) };
            Case { pair, at, position }
        },
    )
}

fn moved(price: Price, by: i64) -> Price {
    Price::from_units(i64::try_from(i128::from(price.units()) * i128::from(100_000 + by) / 100_000).unwrap())
}

/// The pair at a price with a spread, and the dollar in yen, all moved by so many 10⁻⁵.
fn quoted(case: &Case, price: i64, rate: i64, spread: i64) -> Venue {
    let mut venue = Venue::with(0);
    let (dollar, bid) = (moved(Price::from_units(15_000_000_000), rate), moved(case.at, price));
    venue.quote_at(USD_JPY, dollar, moved(dollar, spread), 1_000);
    venue.quote_at(case.pair, bid, moved(bid, spread), 1_000);
    venue
}

/// True if the quotes reach a bound.
fn is_reached(bounds: MarginBounds, case: &Case, venue: &Venue) -> bool {
    let tick = &venue.ticks[&case.pair.id];
    let mark = if case.position.key.direction == Direction::Long { tick.bid() } else { tick.ask() };
    let is_rate = |rate: RateBounds| {
        let tick = &venue.ticks[&rate.pair];
        tick.bid() <= rate.bid || tick.ask() >= rate.ask
    };
    bounds.below.is_some_and(|below| mark <= below)
        || bounds.above.is_some_and(|above| mark >= above)
        || bounds.rate.is_some_and(is_rate)
}

fn is_due(case: &Case, venue: &Venue) -> bool {
    let terms = venue.terms(case.pair);
    Marked::of(&case.position, &terms).unwrap().is_due().unwrap()
}

/// Near its end a position is due at the worst rate of the band and not at the present one: marks on both sides of the
/// present one may end it then, and the rate alone may.
#[test]
fn a_position_that_a_rate_of_the_band_would_end_is_looked_at_with_every_quote() {
    let key = PositionKey { account: CUSTOMER, instrument: GBP_JPY.id, direction: Direction::Long };
    let initial = usd(63_500);
    let leverage = Leverage::from_whole(20).unwrap();
    let (wallet, charged_until) = (Wallet::Forex, UnixMillis(0));
    // Pounds in yen, at which it is warned or closed; and dollars in yen, at which it is neither and either.
    for (warned, before, after) in
        [(true, "185.750", "185.760"), (true, "185.750", "185.750"), (false, "188.600", "188.605")]
    {
        let margin = Margin {
            wallet,
            amount: initial,
            initial,
            leverage,
            halved: false,
            warned,
            charged_until,
            settled: None,
            taken: None,
        };
        let cost = Money::new(1_905_000, GBP_JPY.quoted_in);
        let position = Position { cost, margin: Some(margin), ..testing::position(key, units(10_000)) };
        let case = Case { pair: GBP_JPY, at: Price::ZERO, position };
        let quoted = |pounds: &str, dollars: [&str; 2]| {
            let mut venue = Venue::with(0);
            venue.quote(USD_JPY, dollars[0], dollars[1]);
            venue.quote(GBP_JPY, pounds, "190.000");
            venue
        };
        let (now, later) = (quoted(before, ["150.000", "150.010"]), quoted(after, ["148.550", "148.560"]));
        assert!(!is_due(&case, &now) && is_due(&case, &later), "{before}");
        let terms = now.terms(GBP_JPY);
        let bounds = Marked::of(&case.position, &terms).unwrap().bounds();
        assert!(is_reached(bounds, &case, &later), "{before} {bounds:?}");
    }
}

proptest! {
    #[test]
    fn nothing_is_due_within_the_bounds(
        case in case(prop_oneof![Just(DOLLARS), Just(YEN[0]), Just(YEN[1])]), price in -2_000i64..2_000, rate in -900i64..900, spread in 0i64..50,
        moves in proptest::collection::vec((-8_000i64..8_000, -1_500i64..1_500, 0i64..300), 20),
    ) {
        let venue = quoted(&case, price, rate, spread);
        prop_assume!(!is_due(&case, &venue));
        let terms = venue.terms(case.pair);
        let bounds = Marked::of(&case.position, &terms).unwrap().bounds();
        for (price, rate, spread) in moves {
            let later = quoted(&case, price, rate, spread);
            prop_assert!(!is_due(&case, &later) || is_reached(bounds, &case, &later), "{:?}", bounds);
        }
    }

    /// Where nothing is converted, the bounds are exact.
    #[test]
    fn something_is_due_at_a_bound(case in case(Just(DOLLARS)), price in -500i64..500) {
        let venue = quoted(&case, price, 0, 0);
        prop_assume!(!is_due(&case, &venue));
        let terms = venue.terms(case.pair);
        let bounds = Marked::of(&case.position, &terms).unwrap().bounds();
        prop_assert_eq!(bounds.rate, None);
        for at in bounds.below.into_iter().chain(bounds.above) {
            let mut there = Venue::with(0);
            there.quote_at(EUR_USD, at, at, 1_000);
            prop_assert!(is_due(&case, &there), "{:?}", at);
        }
        let is_long = case.position.key.direction == Direction::Long;
        let better = if is_long { bounds.above } else { bounds.below };
        prop_assert_eq!(better.is_some(), case.position.margin.unwrap().warned);
    }
}
