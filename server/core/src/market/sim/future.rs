//! A future of the simulated market: on an index, or on a commodity whose price all its months share. A month costs its
//! underlying plus the carry to its end, so that buying one and selling the other gains nothing. All that is derived from
//! one price ticks at the same steps, so that nobody learns from one quote where another is about to be.

use super::Sim;
use super::book::Depth;
use super::index::{self, IndexListing};
use super::noise::{below, hash, key};
use super::path::{Carry, Path};
use super::quoted::{Fades, Quoted};
use super::shape::Shape;
use super::stock::{GAP_DEVIATION, TURNOVER_MAX};
use std::sync::Arc;

use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::TickSizes;
use crate::multiplier::Multiplier;

/// The shares of a commodity's deviation that are common to its class and its own, in thousandths: the squares add up
/// to one, and a quarter of the variance is shared.
const SHARED: i64 = 500;
const OWN: i64 = 866;
/// Steps between two ticks of a commodity's months.
const PACE: i64 = 4;
/// The greatest size of a best level of the nearest month, in contracts.
const CONTRACTS_MAX: i64 = 60;
/// The daily turnover of the nearest month of an index, in whole units of its currency. The CME reports more than a
/// million contracts a day of the E-mini S&P 500, worth some 500 billion; those of other indices are less.
const INDEX_TURNOVER: i64 = 200_000_000_000;

/// The underlying of a future.
#[derive(Clone, Debug)]
pub enum Underlying<'a> {
    Index(IndexListing<'a>),
    Commodity {
        /// The code that all months share, such as `CL`.
        root: &'a str,
        class: &'a str,
        /// Basis points a year.
        deviation: i64,
        /// The price at the anchor for delivery at the anchor.
        reference: Price,
    },
}

/// The description of a month of a future.
#[derive(Clone, Debug)]
pub struct FutureListing<'a> {
    pub instrument: InstrumentId,
    pub code: &'a str,
    pub on: Underlying<'a>,
    pub carry: Carry,
    /// The number of days between two of its months.
    pub days_apart: i64,
    pub tick_sizes: Arc<TickSizes>,
    /// The value of a point of the price.
    pub multiplier: Multiplier,
}

pub(super) fn future(sim: &Sim, listing: &FutureListing<'_>) -> Quoted {
    let name = |what: &str| key(sim.seed, &format!("{what}:future:{}", listing.code));
    let (path, reference, shape, turnover, (pace, phase)) = match &listing.on {
        Underlying::Index(index) => {
            let rhythm = (index::PACE, index::phase(sim, index));
            (index::path(sim, index), index.reference, index::shape(sim, index), INDEX_TURNOVER, rhythm)
        }
        Underlying::Commodity { root, class, deviation, reference } => {
            let shaped = |name: String| sim.stream(&name).shaped(Shape::Worldwide);
            let shared = (shaped(format!("commodities:{class}")), deviation * SHARED / 1_000);
            let own = (shaped(format!("commodity:{root}")), deviation * OWN / 1_000);
            let gaps = (key(sim.seed, &format!("gap:commodity:{root}")), GAP_DEVIATION);
            let path = Path::new(reference.units(), vec![shared], own, Some(gaps));
            let rhythm = (PACE, below(hash(key(sim.seed, &format!("character:commodity:{root}")), 1), PACE));
            (path, *reference, Shape::Worldwide, TURNOVER_MAX, rhythm)
        }
    };
    // The value of a contract, in whole units of its currency.
    let worth =
        i128::from(reference.units()) * i128::from(listing.multiplier.units()) / i128::from(ONE) / i128::from(ONE);
    Quoted {
        path: path.with_carry(listing.carry),
        tick_sizes: listing.tick_sizes.clone(),
        depth: Some(Depth { spread: 0, lots_max: CONTRACTS_MAX, lot: Some(Quantity::from_units(ONE)) }),
        actions: None,
        fades: Some(Fades { until: listing.carry.until, days_apart: listing.days_apart.max(1) }),
        pace,
        phase,
        quotes: name("quotes"),
        turnover: name("turnover"),
        volume: i64::try_from(i128::from(turnover) / worth.max(1)).unwrap_or(0),
        unit: Quantity::from_units(ONE),
        shape,
    }
}
