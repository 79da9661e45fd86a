//! Trailing stops: they follow the best price of the market at a distance, and never go back.
//!
//! The best prices are kept by instrument and side. An order has a number among the trailing stops of its side; of two
//! orders the one with the lower number was accepted first, and has seen all that the other has. So one price is stored
//! for many orders, and a tick that moves them all changes one record.

use serde::{Deserialize, Serialize};

use super::Side;
use crate::decimal::Price;
use crate::decision::{Record, Refusal};
use crate::ids::InstrumentId;
use crate::market::TickSizes;

/// How far a trailing stop stays behind the best price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Distance {
    /// In the instrument's currency.
    Amount(Price),
    /// In hundredths of a percent of the best price.
    Percent(i64),
}

/// The whole, in hundredths of a percent.
const WHOLE: i64 = 10_000;

impl Distance {
    /// The distance, if a stop can follow at it: an amount above zero, or a percentage above zero and below a hundred.
    ///
    /// # Errors
    /// `trail_invalid`.
    pub fn checked(self) -> Result<Self, Refusal> {
        let is_valid = match self {
            Self::Amount(amount) => amount.is_positive() && amount.units() <= i64::MAX / 4,
            Self::Percent(percent) => (1..WHOLE).contains(&percent),
        };
        if is_valid { Ok(self) } else { Err(Refusal::TrailInvalid) }
    }

    /// The stop behind a best price: below it for a seller and above it for a buyer, rounded to the tick away from it.
    /// `None` where there is no such price.
    pub fn behind(self, best: Price, side: Side, tick_sizes: &TickSizes) -> Option<Price> {
        let best = i128::from(best.units());
        let (amount, of) = match self {
            Self::Amount(amount) => (i128::from(amount.units()), 1),
            Self::Percent(percent) => (best * i128::from(percent), i128::from(WHOLE)),
        };
        let exact = match side {
            Side::Sell => (best * of - amount).div_euclid(of),
            // Upwards.
            Side::Buy => -(-(best * of + amount)).div_euclid(of),
        };
        let exact = Price::from_units(i64::try_from(exact).ok()?);
        let step = tick_sizes.at(exact);
        let below = exact.round_down_to(step);
        let stop = if side == Side::Buy && below < exact { below.checked_add(step)? } else { below };
        stop.is_positive().then_some(stop)
    }
}

/// How a trailing stop follows the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trail {
    pub distance: Distance,
    /// Its number among the trailing stops of its side of the instrument, from 1 on.
    pub number: i64,
}

/// The best price since orders from a number on were accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestPrice {
    /// The number of the first of these orders.
    pub from: i64,
    pub price: Price,
}

/// The best prices that the trailing stops of one side of an instrument have seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestPrices {
    pub instrument: InstrumentId,
    /// The side of the orders: the best price is the highest for sellers and the lowest for buyers.
    pub side: Side,
    /// The number of the last trailing stop that was accepted.
    pub accepted: i64,
    /// By number: each is in force to the next.
    pub levels: Vec<BestPrice>,
    pub version: i64,
}

impl Record for BestPrices {
    type Key = (InstrumentId, Side);

    const NAME: &'static str = "best price";
    const HAS_ID: bool = false;

    fn key(&self) -> (InstrumentId, Side) {
        (self.instrument, self.side)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }
}

impl BestPrices {
    /// Those of an instrument that no trailing stop was accepted for.
    pub const fn new((instrument, side): (InstrumentId, Side)) -> Self {
        Self { instrument, side, accepted: 0, levels: Vec::new(), version: 0 }
    }

    /// Stored prices that cannot be read. No order is accepted to follow them, and the stops of those that do stay where
    /// they stood at first.
    pub const fn unreadable((instrument, side): (InstrumentId, Side)) -> Self {
        Self { instrument, side, accepted: i64::MAX, levels: Vec::new(), version: 0 }
    }

    /// False for prices that cannot be read.
    pub const fn is_known(&self) -> bool {
        !self.levels.is_empty()
    }

    /// The best price that an order has seen; `None` where none can be read.
    pub fn of(&self, trail: Trail) -> Option<Price> {
        let after = self.levels.partition_point(|level| level.from <= trail.number);
        // Of an order before all of them it is at least the first.
        self.levels.get(after.saturating_sub(1)).map(|level| level.price)
    }

    /// Where the stop of an order stands; `None` where there is no such price.
    pub fn stop(&self, trail: Trail, tick_sizes: &TickSizes) -> Option<Price> {
        trail.distance.behind(self.of(trail)?, self.side, tick_sizes)
    }

    /// Takes a new order, which has seen `price` only; gives its number.
    ///
    /// # Errors
    /// `out_of_range` when there are no more numbers.
    pub fn accept(&mut self, price: Price) -> Result<i64, Refusal> {
        self.accepted = self.accepted.checked_add(1).ok_or(Refusal::OutOfRange)?;
        if self.levels.last().is_none_or(|level| level.price != price) {
            self.levels.push(BestPrice { from: self.accepted, price });
        }
        Ok(self.accepted)
    }

    /// The prices after the market has been at `price`, without those that only orders before the number `oldest` have
    /// seen. A price of zero is none.
    pub fn moved_to(&self, price: Price, oldest: i64) -> Self {
        let mut levels: Vec<BestPrice> = Vec::with_capacity(self.levels.len());
        for (index, level) in self.levels.iter().enumerate() {
            if self.levels.get(index + 1).is_some_and(|next| next.from <= oldest) {
                continue;
            }
            let price = if price.is_positive() { self.side.best(level.price, price) } else { level.price };
            if levels.last().is_none_or(|last| last.price != price) {
                levels.push(BestPrice { price, ..*level });
            }
        }
        Self { levels, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::price;

    fn cents() -> TickSizes {
        TickSizes::single(price(1))
    }

    /// The first three rows are the worked examples of nautilus_trader's trailing stops.
    #[test]
    fn a_stop_stays_behind_the_best_price() {
        use Distance::{Amount, Percent};
        let table = [
            (Side::Sell, Amount(price(100)), 10_200, Some(10_100)),
            (Side::Sell, Percent(50), 10_200, Some(10_149)),
            (Side::Sell, Percent(50), 10_100, Some(10_049)),
            (Side::Buy, Amount(price(100)), 10_200, Some(10_300)),
            (Side::Buy, Percent(50), 10_100, Some(10_151)),
            (Side::Buy, Percent(9_999), 10_000, Some(19_999)),
            (Side::Sell, Percent(9_999), 10_000, Some(1)),
            (Side::Sell, Percent(9_999), 9_999, None),
            (Side::Sell, Amount(price(10_000)), 10_000, None),
            (Side::Sell, Amount(Price::from_units(1)), 10_000, Some(9_999)),
            (Side::Buy, Amount(Price::from_units(1)), 10_000, Some(10_001)),
            (Side::Buy, Amount(Price::MAX), 10_000, None),
        ];
        for (side, distance, best, expected) in table {
            let stop = distance.behind(price(best), side, &cents());
            assert_eq!(stop, expected.map(price), "{side:?} {distance:?} of {best}");
        }
    }

    #[test]
    fn a_distance_is_above_zero_and_below_the_whole() {
        use Distance::{Amount, Percent};
        for good in [Amount(Price::from_units(1)), Percent(1), Percent(9_999)] {
            assert_eq!(good.checked(), Ok(good));
        }
        for bad in [Amount(Price::ZERO), Amount(Price::from_units(-1)), Percent(0), Percent(-1), Percent(10_000)] {
            assert_eq!(bad.checked(), Err(Refusal::TrailInvalid), "{bad:?}");
        }
    }

    /// A step: the market moves to a price, an order is accepted at one, or one of the orders ends.
    #[derive(Clone, Debug)]
    enum Step {
        Move(i64),
        Accept(i64),
        End(usize),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let step = prop_oneof![
            4 => (90i64..110).prop_map(Step::Move),
            2 => (90i64..110).prop_map(Step::Accept),
            1 => any::<usize>().prop_map(Step::End),
        ];
        proptest::collection::vec(step, 1..80)
    }

    proptest! {
        /// Each order's price is that of an order that is followed by itself.
        #[test]
        fn each_order_has_the_best_price_since_it_was_accepted(steps in steps(), buys in any::<bool>()) {
            let side = if buys { Side::Buy } else { Side::Sell };
            let mut best = BestPrices::new((InstrumentId(1), side));
            let mut orders: Vec<(i64, i64)> = Vec::new();
            for step in steps {
                match step {
                    Step::Move(at) => {
                        let better = |seen: i64| if buys { seen.min(at) } else { seen.max(at) };
                        orders.iter_mut().for_each(|(_, seen)| *seen = better(*seen));
                        let oldest = orders.first().map_or(0, |(number, _)| *number);
                        best = best.moved_to(price(at), oldest);
                    }
                    Step::Accept(at) => orders.push((best.accept(price(at)).unwrap(), at)),
                    Step::End(which) if !orders.is_empty() => drop(orders.remove(which % orders.len())),
                    Step::End(_) => {}
                }
                for (number, seen) in &orders {
                    let trail = Trail { distance: Distance::Percent(1), number: *number };
                    prop_assert_eq!(best.of(trail), Some(price(*seen)));
                }
                prop_assert!(best.levels.windows(2).all(|two| two[0].from < two[1].from));
            }
        }
    }
}
