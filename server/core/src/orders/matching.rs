//! Matching against a quote: best level first, never beyond the limit, never more than is displayed.

use crate::decimal::{Price, Quantity};
use crate::market::{Liquidity, Match, Side, Tick};
use crate::money::{Money, MoneyError, Rounding};
use crate::multiplier::Multiplier;
use crate::products::TradingRules;

/// What an order still wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub side: Side,
    /// The worst price that it accepts.
    pub limit: Price,
    pub quantity: Quantity,
    /// Parts of the order are multiples of it.
    pub lot: Quantity,
    pub multiplier: Multiplier,
}

impl Wanted {
    /// What the order takes of a level that has `available` when it still wants `remaining`. A part is a whole number
    /// of lots, and both the part and what it leaves are worth a major unit of currency at the limit. So levels of
    /// dust cannot cut an order into many pieces that are each rounded to money (see [`super::worst_value`]), and no
    /// rest is worth less than can be paid.
    fn taken(&self, remaining: i64, available: i64) -> i64 {
        if available >= remaining {
            return remaining;
        }
        let (lot, least) = (self.lot.units().max(1), self.least_part());
        let part = available.min(remaining.saturating_sub(least));
        let part = part - part.rem_euclid(lot);
        if part >= least { part } else { 0 }
    }

    /// The least quantity that is worth a major unit of currency at the limit.
    pub(super) fn least_part(&self) -> i64 {
        self.multiplier.least_quantity(self.limit).units()
    }
}

/// The most that buying `quantity` at `price` or better can cost without fees, in however many fills. Each fill is
/// rounded up to the minor unit by less than one. Where a lot costs whole minor units, only a fraction of one is rounded,
/// which is filled at once with the last of the order. Otherwise there are no more fills than the value has major units
/// (see [`match_book`]), so rounding adds at most one percent.
pub fn worst_value(price: Price, quantity: Quantity, rules: &TradingRules) -> Result<Money, MoneyError> {
    let value = |quantity, rounding| rules.value(price, quantity, rounding);
    let worst = value(quantity, Rounding::Up)?;
    if value(rules.lot, Rounding::Up)? == value(rules.lot, Rounding::Down)? {
        return Ok(worst);
    }
    let fills_max = (value(quantity, Rounding::Down)?.minor / rules.currency.scale()).max(1);
    worst.plus(Money::new(fills_max - 1, rules.currency))
}

/// The levels that an order takes from `tick`, at prices no worse than its limit.
pub fn match_book(tick: &Tick, wanted: &Wanted, liquidity: &Liquidity) -> Vec<Match> {
    let side = wanted.side;
    let mut remaining = wanted.quantity.units();
    let mut matches = Vec::new();
    for level in side.levels(tick).iter().take_while(|level| side.reaches(wanted.limit, level.price)) {
        let displayed = level.size.units().saturating_sub(liquidity.taken(tick, side, level.price));
        let taken = wanted.taken(remaining, displayed.max(0));
        if taken > 0 {
            matches.push(Match { price: level.price, quantity: Quantity::from_units(taken) });
            remaining -= taken;
        }
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::ONE;
    use crate::ids::InstrumentId;
    use crate::testing::{self, price, shares};
    use proptest::prelude::*;

    /// Asks and bids at the same prices, which are cents.
    fn tick(levels: &[(i64, i64)]) -> Tick {
        let levels = testing::levels(levels);
        Tick { bids: levels, asks: levels, last: levels[0].price, ..testing::tick(InstrumentId(1)) }
    }

    fn buying(limit: i64, quantity: i64) -> Wanted {
        Wanted {
            side: Side::Buy,
            limit: price(limit),
            quantity: shares(quantity),
            lot: shares(1),
            multiplier: Multiplier::ONE,
        }
    }

    fn matched(book: &Tick, wanted: &Wanted) -> Vec<(i64, i64)> {
        let matches = match_book(book, wanted, &Liquidity::default());
        matches.iter().map(|m| (m.price.units() * 100 / ONE, m.quantity.units() / ONE)).collect()
    }

    #[test]
    fn walks_the_book_to_the_limit() {
        let book = tick(&[(100, 5), (101, 5), (103, 5)]);
        type Levels = &'static [(i64, i64)];
        let table: &[(i64, i64, Levels)] = &[
            (100, 3, &[(100, 3)]),
            (100, 9, &[(100, 5)]),
            (102, 9, &[(100, 5), (101, 4)]),
            (999, 99, &[(100, 5), (101, 5), (103, 5)]),
            (99, 9, &[]),
        ];
        for (limit, quantity, expected) in table {
            assert_eq!(matched(&book, &buying(*limit, *quantity)), *expected);
        }
    }

    #[test]
    fn dust_is_neither_taken_nor_left() {
        // A limit of ten cents: ten shares are worth a dollar.
        let table = [
            ("less than a dollar's worth stays where it is", 9, 100, vec![]),
            ("a dollar's worth is taken", 10, 100, vec![(10, 10)]),
            ("a dollar's worth is left", 95, 100, vec![(10, 90)]),
            ("all of an order is taken, whatever it is worth", 9, 9, vec![(10, 9)]),
            ("an order of less than two dollars is not cut", 18, 19, vec![]),
        ];
        for (name, displayed, wanted, expected) in table {
            assert_eq!(matched(&tick(&[(10, displayed)]), &buying(10, wanted)), expected, "{name}");
        }
        let hundreds = Wanted { lot: shares(100), ..buying(10_000, 500) };
        assert_eq!(matched(&tick(&[(10_000, 250)]), &hundreds), [(10_000, 200)], "parts are whole lots");
    }

    #[test]
    fn each_run_of_a_feed_has_its_own_ticks() {
        let (first, mut liquidity) = (tick(&[(100, 5)]), Liquidity::default());
        liquidity.take(&first, Side::Buy, &match_book(&first, &buying(100, 5), &liquidity));
        let left = |book: &Tick| match_book(book, &buying(100, 5), &liquidity).len();
        assert_eq!(left(&first), 0, "the same tick again gives nothing");
        assert_eq!(left(&Tick { epoch: 2, ..first.clone() }), 1, "its number in another run is another tick");
        assert_eq!(left(&Tick { feed: "other".into(), ..first.clone() }), 1);
        // A run that numbers lower than the one before is not taken for old.
        (2..=9).for_each(|seq| {
            let taken = Match { price: price(100), quantity: shares(1) };
            liquidity.take(&Tick { seq: seq * 1_000, ..first.clone() }, Side::Buy, &[taken]);
        });
        let left = |book: &Tick| match_book(book, &buying(100, 5), &liquidity).len();
        assert_eq!((left(&first), left(&Tick { epoch: 2, ..first.clone() })), (0, 1));
    }

    proptest! {
        #[test]
        fn all_orders_together_take_no_more_than_is_displayed(
            sizes in proptest::collection::vec(0i64..20, 1..5),
            orders in proptest::collection::vec((9_000i64..11_000, 1i64..30), 1..10),
        ) {
            let levels: Vec<_> = sizes.iter().enumerate().map(|(i, size)| (10_000 + i as i64, *size)).collect();
            let (book, mut liquidity, mut filled) = (tick(&levels), Liquidity::default(), 0);
            for (limit, quantity) in orders {
                let wanted = buying(limit, quantity);
                let matches = match_book(&book, &wanted, &liquidity);
                prop_assert!(matches.iter().all(|m| m.price <= wanted.limit && m.quantity.is_positive()));
                filled += matches.iter().map(|m| m.quantity.units()).sum::<i64>();
                liquidity.take(&book, Side::Buy, &matches);
            }
            prop_assert!(filled <= sizes.iter().sum::<i64>() * ONE);
        }
    }
}
