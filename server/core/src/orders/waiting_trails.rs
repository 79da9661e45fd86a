//! The trailing stops of one side of an instrument that wait for the market, so that the work for a tick does not grow
//! with their number.

use std::collections::{BTreeMap, BTreeSet};

use super::stop::has_reached;
use super::{BestPrice, BestPrices, Distance, Side, Trail};
use crate::decimal::Price;
use crate::ids::OrderId;
use crate::market::TickSizes;

/// The orders that have seen one best price, by distance: the nearest stop is that of the smallest.
#[derive(Clone, Debug, Default)]
struct Level {
    best: Price,
    amounts: BTreeSet<(Price, OrderId)>,
    percents: BTreeSet<(i64, OrderId)>,
}

impl Level {
    fn insert(&mut self, distance: Distance, order: OrderId) {
        match distance {
            Distance::Amount(amount) => drop(self.amounts.insert((amount, order))),
            Distance::Percent(percent) => drop(self.percents.insert((percent, order))),
        }
    }

    fn remove(&mut self, distance: Distance, order: OrderId) {
        match distance {
            Distance::Amount(amount) => drop(self.amounts.remove(&(amount, order))),
            Distance::Percent(percent) => drop(self.percents.remove(&(percent, order))),
        }
    }

    fn is_empty(&self) -> bool {
        self.amounts.is_empty() && self.percents.is_empty()
    }

    /// The distances of its orders, the smallest amount and the smallest percentage first.
    fn distances(&self) -> [Option<Distance>; 2] {
        let amount = self.amounts.first().map(|(amount, _)| Distance::Amount(*amount));
        [amount, self.percents.first().map(|(percent, _)| Distance::Percent(*percent))]
    }

    /// Takes the orders of another level: the fewer are moved.
    fn take(&mut self, mut other: Level) {
        if self.amounts.len() < other.amounts.len() {
            std::mem::swap(&mut self.amounts, &mut other.amounts);
        }
        if self.percents.len() < other.percents.len() {
            std::mem::swap(&mut self.percents, &mut other.percents);
        }
        self.amounts.extend(other.amounts);
        self.percents.extend(other.percents);
    }

    /// Adds the orders whose stops the market at `price` reaches, behind `best`.
    fn reached(&self, price: Price, best: Price, side: Side, tick_sizes: &TickSizes, found: &mut Vec<OrderId>) {
        let stands = |distance: Distance| {
            distance.behind(best, side, tick_sizes).is_some_and(|stop| has_reached(side, stop, price))
        };
        let amounts = self.amounts.iter().take_while(|(amount, _)| stands(Distance::Amount(*amount)));
        found.extend(amounts.map(|(_, order)| *order));
        let percents = self.percents.iter().take_while(|(percent, _)| stands(Distance::Percent(*percent)));
        found.extend(percents.map(|(_, order)| *order));
    }
}

/// An order that waits.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    distance: Distance,
    order: OrderId,
    /// Where its stop stood at first, and stands while no best price is known.
    first: Price,
}

/// The trailing stops of one side. They are in the levels of the best prices, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct WaitingTrails {
    /// By the number of the first order that has seen the price.
    levels: BTreeMap<i64, Level>,
    numbers: BTreeMap<i64, Waiting>,
    version: i64,
}

impl WaitingTrails {
    /// The lowest number of an order that waits.
    pub fn oldest(&self) -> Option<i64> {
        self.numbers.keys().next().copied()
    }

    pub fn insert(&mut self, trail: Trail, first: Price, order: OrderId) {
        self.numbers.insert(trail.number, Waiting { distance: trail.distance, order, first });
        if let Some(level) = self.level(trail.number) {
            level.insert(trail.distance, order);
        }
    }

    pub fn remove(&mut self, trail: Trail, order: OrderId) {
        self.numbers.remove(&trail.number);
        if let Some(level) = self.level(trail.number) {
            level.remove(trail.distance, order);
        }
    }

    /// The level of an order: the last that begins no later than it, or else the first.
    fn level(&mut self, number: i64) -> Option<&mut Level> {
        let from = self.levels.range(..=number).next_back().or(self.levels.iter().next()).map(|(from, _)| *from);
        self.levels.get_mut(&from?)
    }

    /// Takes the best prices in a newer state. From one state to the next levels only merge or begin behind all others.
    pub fn set_best(&mut self, best: &BestPrices) {
        let is_next = best.version == self.version + 1 && !self.levels.is_empty();
        // Usually the market only moves the price of the levels.
        if is_next && self.levels.keys().eq(best.levels.iter().map(|level| &level.from)) {
            self.levels.values_mut().zip(&best.levels).for_each(|(level, best)| level.best = best.price);
            self.version = best.version;
            return;
        }
        let empty =
            best.levels.iter().map(|BestPrice { from, price }| (*from, Level { best: *price, ..Level::default() }));
        let before = std::mem::replace(&mut self.levels, empty.collect());
        self.version = best.version;
        if is_next {
            for (from, level) in before.into_iter().filter(|(_, level)| !level.is_empty()) {
                if let Some(new) = self.level(from) {
                    new.take(level);
                }
            }
        } else {
            let orders: Vec<_> = self.numbers.iter().map(|(number, order)| (*number, *order)).collect();
            for (number, waiting) in orders {
                if let Some(level) = self.level(number) {
                    level.insert(waiting.distance, waiting.order);
                }
            }
        }
    }

    fn of_orders(&self) -> impl Iterator<Item = &Level> {
        self.levels.values().filter(|level| !level.is_empty())
    }

    /// The orders that stand where they stood at first.
    fn standing(&self) -> impl Iterator<Item = &Waiting> {
        self.numbers.values().filter(|_| self.levels.is_empty())
    }

    /// The stop that the market reaches first: the highest of sellers, the lowest of buyers.
    pub fn next_stop(&self, side: Side, tick_sizes: &TickSizes) -> Option<Price> {
        let stops = self.of_orders().flat_map(|level| level.distances().map(|distance| (level.best, distance)));
        let stops = stops.filter_map(|(best, distance)| distance?.behind(best, side, tick_sizes));
        stops.chain(self.standing().map(|waiting| waiting.first)).reduce(|one, other| side.best(one, other))
    }

    /// The best price that the market betters first: a price beyond it moves a stop, or joins levels whose orders have ended,
    /// so that their number stays within that of the price steps.
    pub fn next_best(&self, side: Side) -> Option<Price> {
        let prices = self.levels.values().map(|level| level.best).filter(|_| !self.numbers.is_empty());
        // The worst of them.
        if side == Side::Buy { prices.max() } else { prices.min() }
    }

    /// The orders whose stops the market at `price` reaches. `seen` is the best price that the market has been at since
    /// these best prices were stored.
    pub fn reached(&self, side: Side, price: Price, seen: Option<Price>, tick_sizes: &TickSizes) -> Vec<OrderId> {
        let mut found = Vec::new();
        for level in self.of_orders() {
            let best = seen.map_or(level.best, |seen| side.best(level.best, seen));
            level.reached(price, best, side, tick_sizes, &mut found);
        }
        found.extend(
            self.standing().filter(|waiting| has_reached(side, waiting.first, price)).map(|waiting| waiting.order),
        );
        found
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ids::InstrumentId;
    use crate::testing::price;

    #[derive(Clone, Debug)]
    enum Step {
        Move(i64),
        Accept(i64, Distance),
        End(usize),
        /// Best prices that were stored without this index hearing of them.
        Miss(i64),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let cents = || 9_000i64..11_000;
        let distance = prop_oneof![
            (1i64..500).prop_map(|cents| Distance::Amount(price(cents))),
            (1i64..500).prop_map(Distance::Percent)
        ];
        let step = prop_oneof![
            4 => cents().prop_map(Step::Move),
            3 => (cents(), distance).prop_map(|(at, distance)| Step::Accept(at, distance)),
            1 => any::<usize>().prop_map(Step::End),
            1 => cents().prop_map(Step::Miss),
        ];
        proptest::collection::vec(step, 1..60)
    }

    #[test]
    fn without_best_prices_a_stop_stands_where_it_stood_at_first() {
        let tick_sizes = TickSizes::single(price(1));
        let mut index = WaitingTrails::default();
        index.insert(Trail { distance: Distance::Percent(100), number: 7 }, price(9_900), OrderId(1));
        assert_eq!((index.next_stop(Side::Sell, &tick_sizes), index.next_best(Side::Sell)), (Some(price(9_900)), None));
        assert_eq!(index.reached(Side::Sell, price(9_901), None, &tick_sizes), []);
        assert_eq!(index.reached(Side::Sell, price(9_900), None, &tick_sizes), [OrderId(1)]);
        // An order before all levels has seen at least the first.
        let levels = vec![BestPrice { from: 9, price: price(20_000) }];
        index.set_best(&BestPrices {
            accepted: 9,
            levels,
            version: 1,
            ..BestPrices::new((InstrumentId(1), Side::Sell))
        });
        assert_eq!(index.next_stop(Side::Sell, &tick_sizes), Some(price(19_800)));
    }

    proptest! {
        /// Reached stops, the next stop and the next best price equal those of a scan over all orders.
        #[test]
        fn the_index_agrees_with_a_scan(steps in steps(), buys in any::<bool>(), at in 9_000i64..11_000) {
            let side = if buys { Side::Buy } else { Side::Sell };
            let tick_sizes = TickSizes::single(price(1));
            let (mut stored, mut index) = (BestPrices::new((InstrumentId(1), side)), WaitingTrails::default());
            let mut orders: Vec<(Trail, OrderId)> = Vec::new();
            let mut is_behind = false;
            for step in steps {
                let oldest = orders.iter().map(|(trail, _)| trail.number).min().unwrap_or(0);
                match step {
                    Step::Move(cents) | Step::Miss(cents) => {
                        stored = BestPrices { version: stored.version + 1, ..stored.moved_to(price(cents), oldest) };
                    }
                    Step::Accept(cents, distance) => {
                        let number = stored.accept(price(cents)).unwrap();
                        stored.version += 1;
                        orders.push((Trail { distance, number }, OrderId(number)));
                    }
                    Step::End(which) if !orders.is_empty() => {
                        let (trail, order) = orders.remove(which % orders.len());
                        index.remove(trail, order);
                    }
                    Step::End(_) => {}
                }
                is_behind |= matches!(step, Step::Miss(_));
                if matches!(step, Step::Move(_) | Step::Accept(..)) {
                    index.set_best(&stored);
                    is_behind = false;
                    if let (Step::Accept(..), Some((trail, order))) = (step, orders.last()) {
                        index.insert(*trail, price(1), *order);
                    }
                }
            }
            if is_behind {
                index.set_best(&stored);
            }
            let stop = |trail: &Trail| trail.distance.behind(stored.of(*trail).unwrap(), side, &tick_sizes);
            let stops: Vec<_> = orders.iter().filter_map(|(trail, order)| Some((stop(trail)?, *order))).collect();
            let mut expected: Vec<OrderId> =
                stops.iter().filter(|(stop, _)| has_reached(side, *stop, price(at))).map(|(_, order)| *order).collect();
            let mut found = index.reached(side, price(at), None, &tick_sizes);
            expected.sort_unstable();
            found.sort_unstable();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(index.next_stop(side, &tick_sizes), stops.iter().map(|(stop, _)| *stop).reduce(|a, b| side.best(a, b)));
            // Levels whose orders have ended count too, so that they are joined.
            let bests = stored.levels.iter().map(|level| level.price).filter(|_| !orders.is_empty());
            prop_assert_eq!(index.next_best(side), if buys { bests.max() } else { bests.min() });
            prop_assert_eq!(index.oldest(), orders.iter().map(|(trail, _)| trail.number).min());
        }
    }
}
