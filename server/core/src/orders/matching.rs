//! Matching against a quote: best level first, never beyond the limit, never more than is displayed.

use std::collections::{BTreeMap, HashMap};

use super::Side;
use crate::decimal::{Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Level, Tick};

/// What one level of the book gives an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    pub price: Price,
    pub quantity: Quantity,
}

/// Ticks of an instrument whose displayed sizes are remembered as taken.
const TICKS_KEPT: usize = 8;

/// What has already been taken from the newest ticks of each instrument, level by level, so that all orders
/// together never fill more than a tick displays.
#[derive(Clone, Debug, Default)]
pub struct Liquidity {
    taken: HashMap<(InstrumentId, Side), BTreeMap<i64, HashMap<Price, i64>>>,
}

impl Liquidity {
    /// Units taken from one level. A tick older than all that are remembered counts as used up.
    fn taken(&self, tick: &Tick, side: Side, price: Price) -> i64 {
        let Some(ticks) = self.taken.get(&(tick.instrument, side)) else { return 0 };
        match ticks.get(&tick.seq) {
            Some(levels) => levels.get(&price).copied().unwrap_or(0),
            None if ticks.len() == TICKS_KEPT && ticks.keys().next().is_some_and(|oldest| tick.seq < *oldest) => {
                i64::MAX
            }
            None => 0,
        }
    }

    /// Records matches, and forgets the oldest ticks.
    pub fn take(&mut self, tick: &Tick, side: Side, matches: &[Match]) {
        matches.iter().for_each(|m| self.remember(tick.instrument, side, tick.seq, *m));
    }

    /// Records what was taken from the tick `seq` of an instrument, as after a restart or by another server.
    pub fn remember(&mut self, instrument: InstrumentId, side: Side, seq: i64, taken: Match) {
        let ticks = self.taken.entry((instrument, side)).or_default();
        *ticks.entry(seq).or_default().entry(taken.price).or_default() += taken.quantity.units();
        while ticks.len() > TICKS_KEPT {
            ticks.pop_first();
        }
    }
}

/// The levels that an order of `side` takes from `tick`, at prices no worse than `limit`.
pub fn match_book(tick: &Tick, side: Side, limit: Price, quantity: Quantity, liquidity: &Liquidity) -> Vec<Match> {
    let levels: &[Level] = match side {
        Side::Buy => &tick.asks,
        Side::Sell => &tick.bids,
    };
    let mut remaining = quantity.units();
    let mut matches = Vec::new();
    for level in levels.iter().take_while(|level| within(level.price, side, limit)) {
        let displayed = level.size.units().saturating_sub(liquidity.taken(tick, side, level.price));
        let taken = remaining.min(displayed.max(0));
        if taken > 0 {
            matches.push(Match { price: level.price, quantity: Quantity::from_units(taken) });
            remaining -= taken;
        }
    }
    matches
}

fn within(price: Price, side: Side, limit: Price) -> bool {
    price.is_positive()
        && match side {
            Side::Buy => price <= limit,
            Side::Sell => price >= limit,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::market::{DEPTH_LEVELS, Session};
    use crate::time::UnixMillis;
    use proptest::prelude::*;

    fn tick(levels: &[(i64, i64)]) -> Tick {
        let mut asks = [Level::default(); DEPTH_LEVELS];
        for (slot, (price, size)) in asks.iter_mut().zip(levels) {
            *slot = Level { price: Price::from_units(*price), size: Quantity::from_units(*size) };
        }
        Tick {
            instrument: InstrumentId(1),
            feed: "test".into(),
            seq: 1,
            exchange_time: UnixMillis(0),
            received_time: UnixMillis(0),
            bids: asks,
            asks,
            last: asks[0].price,
            volume: Quantity::ZERO,
            session: Session::Regular,
        }
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
            let (limit, quantity) = (Price::from_units(*limit), Quantity::from_units(*quantity));
            let got = match_book(&book, Side::Buy, limit, quantity, &Liquidity::default());
            let got: Vec<_> = got.iter().map(|m| (m.price.units(), m.quantity.units())).collect();
            assert_eq!(got, *expected);
        }
    }

    proptest! {
        #[test]
        fn all_orders_together_take_no_more_than_is_displayed(
            sizes in proptest::collection::vec(0i64..20, 1..5),
            orders in proptest::collection::vec((90i64..110, 1i64..30), 1..10),
        ) {
            let levels: Vec<_> = sizes.iter().enumerate().map(|(i, size)| (100 + i as i64, *size)).collect();
            let (book, mut liquidity, mut filled) = (tick(&levels), Liquidity::default(), 0);
            for (limit, quantity) in orders {
                let (limit, quantity) = (Price::from_units(limit), Quantity::from_units(quantity));
                let matches = match_book(&book, Side::Buy, limit, quantity, &liquidity);
                prop_assert!(matches.iter().all(|m| m.price <= limit && m.quantity.is_positive()));
                filled += matches.iter().map(|m| m.quantity.units()).sum::<i64>();
                liquidity.take(&book, Side::Buy, &matches);
            }
            prop_assert!(filled <= sizes.iter().sum::<i64>());
        }
    }
}
