//! An index of the simulated market: it moves with its market, or with the other indices of the world, and is not
//! traded.

use std::sync::Arc;

use super::Sim;
use super::noise::{below, hash, key};
use super::path::Path;
use super::quoted::Quoted;
use super::shape::Shape;
use super::stock::{self, MARKET_DEVIATION, common};
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Market, TickSizes};

/// The shares of an index's deviation that are common to all indices and its own, in thousandths: the squares add up to
/// one, and the correlation of two indices is 0.36.
const WORLD_SHARE: i64 = 600;
const OWN_SHARE: i64 = 800;
/// The least deviation of its own, in basis points a year, of an index that moves with its market.
const OWN_LEAST: i64 = 150;
/// Steps between two ticks of an index, and of the futures on it.
pub(super) const PACE: i64 = 4;

/// The description of an index.
#[derive(Clone, Debug)]
pub struct IndexListing<'a> {
    pub instrument: InstrumentId,
    pub code: &'a str,
    /// The market whose stocks it moves with, where the simulated market has them.
    pub follows: Option<Market>,
    /// Basis points a year.
    pub deviation: i64,
    /// The level at the anchor.
    pub reference: Price,
    /// The step of its levels.
    pub step: Price,
}

/// The path of an index, which futures on it follow too.
pub(super) fn path(sim: &Sim, listing: &IndexListing<'_>) -> Path {
    let IndexListing { code, follows, deviation, .. } = *listing;
    let shape = shape(sim, listing);
    let own = sim.stream(&format!("index:{code}")).shaped(shape.clone());
    let (shared, own) = match follows {
        // The squares of both deviations add up to the square of the index's deviation.
        Some(market) => {
            let with_market = MARKET_DEVIATION.min(deviation);
            let rest = (deviation * deviation - with_market * with_market).max(0).isqrt().max(OWN_LEAST);
            ((sim.stream(&common("market", market)).shaped(shape), with_market), (own, rest))
        }
        None => ((sim.stream("world"), deviation * WORLD_SHARE / 1_000), (own, deviation * OWN_SHARE / 1_000)),
    };
    // Its days begin without a step: a future on the index has other days, and follows it at any moment.
    Path::new(listing.reference.units(), vec![shared], own, None)
}

/// The shape of an index's days: that of its market's stocks, where there are any.
pub(super) fn shape(sim: &Sim, listing: &IndexListing<'_>) -> Shape {
    listing.follows.map_or(Shape::Even, |market| stock::shape(sim, market))
}

/// The offset of the first tick of an index. Its futures tick at its steps, so that neither shows the price of the other in
/// advance.
pub(super) fn phase(sim: &Sim, listing: &IndexListing<'_>) -> i64 {
    below(hash(key(sim.seed, listing.code), 1), PACE)
}

pub(super) fn index(sim: &Sim, listing: &IndexListing<'_>) -> Quoted {
    let tick_sizes = TickSizes::single(listing.step);
    Quoted {
        path: path(sim, listing),
        tick_sizes: Arc::new(tick_sizes),
        depth: None,
        actions: None,
        fades: None,
        pace: PACE,
        phase: phase(sim, listing),
        quotes: 0,
        turnover: 0,
        volume: 0,
        unit: Quantity::from_units(ONE),
        shape: shape(sim, listing),
    }
}
