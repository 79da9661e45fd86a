//! A pair of a digital currency and the dollar.

use super::Sim;
use super::book::Depth;
use super::noise::{below, hash, key};
use super::path::Path;
use super::quoted::Quoted;
use super::shape::Shape;
use super::stock::{TURNOVER_MAX, pace};
use std::sync::Arc;

use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::TickSizes;

/// The shares of a coin's deviation that are common to all coins and its own, in thousandths: the squares add up to
/// one, and half of the variance is shared.
const SHARED: i64 = 707;
const OWN: i64 = 707;
/// Sizes are displayed in parts worth about so many dollars.
const PART: i64 = 500;

/// The description of a coin of the simulated market.
#[derive(Clone, Debug)]
pub struct CoinListing<'a> {
    pub instrument: InstrumentId,
    pub code: &'a str,
    /// 0 is the best-known one.
    pub rank: usize,
    /// Basis points a year.
    pub deviation: i64,
    /// The price at the anchor.
    pub reference: Price,
    pub tick_sizes: Arc<TickSizes>,
    /// The step of quantities.
    pub lot: Quantity,
}

pub(super) fn coin(sim: &Sim, listing: &CoinListing<'_>) -> Quoted {
    let name = |what: &str| key(sim.seed, &format!("{what}:{}", listing.code));
    let rank = i64::try_from(listing.rank).unwrap_or(i64::MAX - 3);
    let shared = (sim.stream("coins"), listing.deviation * SHARED / 1_000);
    let own = (sim.stream(&format!("own:{}", listing.code)), listing.deviation * OWN / 1_000);
    let (pace, part) = (pace(rank), part(listing.reference, listing.lot));
    // The value of a part, in hundredths of a dollar.
    let worth =
        i128::from(part.units()) * i128::from(listing.reference.units()) * 100 / i128::from(ONE) / i128::from(ONE);
    Quoted {
        // It is traded around the clock, so no day begins with a step.
        path: Path::new(listing.reference.units(), vec![shared], own, None),
        tick_sizes: listing.tick_sizes.clone(),
        depth: Some(Depth { spread: 60 + (rank * 25).min(1_500), lots_max: 5 + 60 / (1 + rank / 10), lot: Some(part) }),
        actions: None,
        fades: None,
        pace,
        phase: below(hash(name("character"), 1), pace),
        quotes: name("quotes"),
        turnover: name("turnover"),
        volume: i64::try_from(i128::from(TURNOVER_MAX / (rank + 3)) * 100 / worth.max(1)).unwrap_or(0),
        unit: part,
        shape: Shape::Coins,
    }
}

/// The power of ten of the step that is worth about [`PART`] dollars; one step at least.
fn part(price: Price, lot: Quantity) -> Quantity {
    let worth = |units: i64| i128::from(units) * i128::from(price.units()) / i128::from(ONE);
    let tens = std::iter::successors(Some(lot.units().max(1)), |units| units.checked_mul(10));
    let part = tens.take_while(|units| worth(*units) <= i128::from(PART * ONE)).last();
    Quantity::from_units(part.unwrap_or(lot.units().max(1)))
}
