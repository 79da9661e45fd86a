//! The smallest step of a price, which depends on the price.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::decimal::Price;

/// The greatest price of an order, in 10⁻⁸: half of what is read back from the database.
const MOST: i64 = i64::MAX / 4;

/// Price bands in rising order: up to and including the first number, prices are multiples of the second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<(Price, Price)>")]
pub struct TickSizes(Vec<(Price, Price)>);

#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("these are no bands of prices")]
pub struct NoBands;

impl TryFrom<Vec<(Price, Price)>> for TickSizes {
    type Error = NoBands;

    fn try_from(bands: Vec<(Price, Price)>) -> Result<Self, NoBands> {
        Self::new(bands).ok_or(NoBands)
    }
}

impl TickSizes {
    /// `None` unless there is a band, the bands rise, and every step is positive.
    pub fn new(bands: Vec<(Price, Price)>) -> Option<Self> {
        let rising = bands.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let positive = bands.iter().all(|(_, step)| step.is_positive());
        (rising && positive && !bands.is_empty()).then_some(Self(bands))
    }

    /// One step at every price.
    pub fn single(step: Price) -> Self {
        Self(vec![(Price::MAX, step.max(Price::from_units(1)))])
    }

    /// The step at `price`. The last band's step also applies above it, though no order may have such a price.
    pub fn at(&self, price: Price) -> Price {
        let band = self.0.iter().find(|(up_to, _)| price <= *up_to).or(self.0.last());
        band.map_or(Price::from_units(1), |(_, step)| *step)
    }

    /// The greatest price that an order may have.
    pub fn greatest(&self) -> Price {
        self.0.last().map_or(Price::ZERO, |(up_to, _)| *up_to)
    }

    /// True when `price` is positive, in a band, a whole number of steps, and so small that what is worked out of it, such
    /// as a collar around it, can be stored.
    pub fn allows(&self, price: Price) -> bool {
        price.is_positive() && price.units() <= MOST && price <= self.greatest() && price.is_multiple_of(self.at(price))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn above_the_last_band_there_is_no_price() {
        let price = |text: &str| text.parse::<Price>().unwrap();
        let bands = [("5000", "2"), ("9995", "5")].map(|(up_to, step)| (price(up_to), price(step)));
        let hong_kong = TickSizes::new(bands.into()).unwrap();
        let table =
            [("5000", true), ("5001", false), ("9990", true), ("9995", true), ("9996", false), ("10000", false)];
        for (text, allowed) in table {
            assert_eq!(hong_kong.allows(price(text)), allowed, "{text}");
        }
    }

    #[test]
    fn us_prices_below_a_dollar_have_four_decimals() {
        let price = |text: &str| text.parse::<Price>().unwrap();
        let us = TickSizes::new(vec![(price("0.99999999"), price("0.0001")), (Price::MAX, price("0.01"))]).unwrap();
        let table =
            [("0.9999", true), ("0.99995", false), ("1", true), ("1.0001", false), ("227.52", true), ("0", false)];
        for (text, allowed) in table {
            assert_eq!(us.allows(price(text)), allowed, "{text}");
        }
        assert_eq!(TickSizes::new(vec![]), None);
    }
}
