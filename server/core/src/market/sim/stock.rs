//! One stock of the simulated market.

use std::sync::Arc;

use super::Sim;
use super::actions::{Actions, Planned};
use super::book::Depth;
use super::noise::{below, hash, key};
use super::path::{FirstTrade, Path};
use super::quoted::Quoted;
use super::shape::Shape;
use crate::decimal::{ONE, Price, Quantity};
use crate::ids::InstrumentId;
use crate::market::{Market, TickSizes};

/// Deviation of the motion of a market, in basis points a year: what broad indices show in calm years.
pub(super) const MARKET_DEVIATION: i64 = 1_400;
const INDUSTRY_DEVIATION: i64 = 900;
/// Deviation of the step at the start of a day, in basis points.
pub(super) const GAP_DEVIATION: i64 = 50;
/// Money traded a day in the best-known stock of a market, in whole units of its currency.
pub(super) const TURNOVER_MAX: i64 = 20_000_000_000;

/// The description of a stock of the simulated market.
#[derive(Clone, Debug)]
pub struct StockListing<'a> {
    pub instrument: InstrumentId,
    pub market: Market,
    pub code: &'a str,
    pub industry: &'a str,
    /// 0 is the best-known stock of its market: it ticks often, with a narrow spread.
    pub rank: usize,
    /// The price at the anchor; for a new stock its price of subscription.
    pub reference: Price,
    /// The first trade of a new stock.
    pub first: Option<FirstTrade>,
    pub tick_sizes: Arc<TickSizes>,
    /// The unit of displayed sizes; `None` for round lots of a hundred shares, or ten of an expensive stock.
    pub board_lot: Option<Quantity>,
    /// The times at which its company may announce something, in the order of the ex dates.
    pub planned: &'a [Planned],
}

/// The stock's character is drawn from the public seed and its code.
pub(super) fn stock(sim: &Sim, listing: &StockListing<'_>) -> Quoted {
    let name = |what: &str| key(sim.seed, &format!("{what}:{}", listing.code));
    let character = name("character");
    let draw = |place, bound| below(hash(character, place), bound);
    let rank = i64::try_from(listing.rank).unwrap_or(i64::MAX - 3);
    let pace = pace(rank);
    let industry = format!("{}:{}", common("industry", listing.market), listing.industry);
    let shape = shape(sim, listing.market);
    let shaped = |name: &str| sim.stream(name).shaped(shape.clone());
    // Its part in the common motions, in hundredths.
    let shared = vec![
        (shaped(&common("market", listing.market)), MARKET_DEVIATION * (50 + draw(2, 110)) / 100),
        (shaped(&industry), INDUSTRY_DEVIATION * (50 + draw(3, 100)) / 100),
    ];
    let own = (shaped(&format!("own:{}", listing.code)), 1_500 + draw(4, 2_500));
    let path = Path::new(listing.reference.units(), shared, own, Some((name("gap"), GAP_DEVIATION))).with_jumps();
    Quoted {
        path: match listing.first {
            None => path,
            Some(first) => path.with_first(first, name("first")),
        },
        actions: Some(Arc::new(Actions::new(sim, sim.habits(listing.market, listing.code), listing.planned))),
        tick_sizes: listing.tick_sizes.clone(),
        depth: Some(Depth {
            spread: 50 + (rank * 4).min(1_200),
            lots_max: 3 + 40 / (1 + rank / 20),
            lot: listing.board_lot,
        }),
        fades: None,
        pace,
        phase: draw(1, pace),
        quotes: name("quotes"),
        turnover: name("turnover"),
        volume: TURNOVER_MAX / (rank + 3) / (listing.reference.units() / ONE).max(1),
        unit: Quantity::from_units(ONE),
        shape,
    }
}

/// The name of a motion that the stocks of a market share. Those of US stocks keep their names from when there was no
/// other market, so that their prices do not change.
pub(super) fn common(what: &str, market: Market) -> String {
    if market == Market::UsStock { what.to_owned() } else { format!("{what}:{}", market.code()) }
}

/// The shape of the days of a market's stocks.
pub(super) fn shape(sim: &Sim, market: Market) -> Shape {
    let half_days = || sim.half_days.get(&market).cloned().unwrap_or_default();
    match market {
        Market::UsStock => Shape::NewYork(half_days()),
        Market::HongKong => Shape::HongKong(half_days()),
        _ => Shape::Even,
    }
}

/// Steps between two ticks: half a second for the best-known stocks, eight seconds for the long tail.
pub(super) const fn pace(rank: i64) -> i64 {
    match rank {
        0..30 => 2,
        30..150 => 4,
        150..400 => 16,
        _ => 32,
    }
}
