//! The book around a price: a bid and an ask on the tick grid, and levels behind them.

use super::noise::{below, hash};
use crate::decimal::{ONE, Price, Quantity};
use crate::market::{DEPTH_LEVELS, Level, PriceBand, TickSizes};

/// Above this price, 500 a share, a stock without a board lot displays a tenth of the usual sizes.
const EXPENSIVE: i64 = 500 * ONE;

/// The width and the depth of a stock's book.
#[derive(Clone, Copy, Debug)]
pub struct Depth {
    /// The distance of bid and ask, in hundredths of a basis point of the price; at least one tick.
    pub spread: i64,
    /// The greatest displayed size of the best level, in lots.
    pub lots_max: i64,
    /// The unit of displayed sizes; `None` for a hundred shares, or ten of an expensive stock.
    pub lot: Option<Quantity>,
}

impl Depth {
    /// The unit of displayed sizes at a price.
    pub fn lot_at(self, price: i64) -> Quantity {
        let round = || Quantity::from_units(if price > EXPENSIVE { 10 * ONE } else { 100 * ONE });
        self.lot.unwrap_or_else(round)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book {
    pub bids: [Level; DEPTH_LEVELS],
    pub asks: [Level; DEPTH_LEVELS],
    pub last: Price,
}

/// The book whose middle is `mid`; sizes and the last trade are drawn from `random`.
pub fn book(mid: i64, depth: Depth, sizes: &TickSizes, random: u64) -> Book {
    let (bid, ask) = best(mid, depth, sizes);
    let bids = levels(sizes, depth, hash(random, 1), bid, |price, step| down(price - step, sizes));
    let asks = levels(sizes, depth, hash(random, 2), ask, |price, step| up(price + step, sizes));
    Book { bids, asks, last: last_of(mid, (bid, ask), sizes, random) }
}

/// An order book from [`book`] held within a price band: best prices beyond the band move to its edge, and levels beyond it
/// have no size.
pub fn book_within(band: PriceBand, mid: i64, depth: Depth, sizes: &TickSizes, random: u64) -> Book {
    let mut book = book(mid, depth, sizes, random);
    if book.bids[0].price >= band.upper {
        book.bids = levels(sizes, depth, hash(random, 1), band.upper.units(), |price, step| down(price - step, sizes));
    }
    if book.asks[0].price <= band.lower {
        book.asks = levels(sizes, depth, hash(random, 2), band.lower.units(), |price, step| up(price + step, sizes));
    }
    let beyond = |level: &&mut Level| !(band.lower..=band.upper).contains(&level.price);
    book.bids.iter_mut().chain(&mut book.asks).filter(beyond).for_each(|level| level.size = Quantity::ZERO);
    Book { last: book.last.clamp(band.lower, band.upper), ..book }
}

/// The last trade of the book that [`book`] gives, for a fraction of the work.
pub fn last(mid: i64, depth: Depth, sizes: &TickSizes, random: u64) -> Price {
    last_of(mid, best(mid, depth, sizes), sizes, random)
}

fn last_of(mid: i64, (bid, ask): (i64, i64), sizes: &TickSizes, random: u64) -> Price {
    Price::from_units(match below(hash(random, 3), 4) {
        0 => bid,
        1 => ask,
        _ => down(mid, sizes).clamp(bid, ask),
    })
}

/// The bid and the ask around a price.
fn best(mid: i64, depth: Depth, sizes: &TickSizes) -> (i64, i64) {
    let half = i64::try_from(i128::from(mid) * i128::from(depth.spread) / 2_000_000).unwrap_or(0);
    let half = half.max(sizes.at(Price::from_units(mid)).units() / 2);
    (down(mid - half, sizes), up(mid + half, sizes))
}

/// The greatest price on the grid that is not above `units`, or else the least price of the grid.
fn down(units: i64, sizes: &TickSizes) -> i64 {
    let price = Price::from_units(units);
    price.round_down_to(sizes.at(price)).units().max(sizes.at(Price::from_units(1)).units())
}

/// The least price on the grid that is not below `units`. The step may grow on the way up, so it is asked twice.
fn up(units: i64, sizes: &TickSizes) -> i64 {
    let round = |units: i64| {
        let step = sizes.at(Price::from_units(units)).units();
        (units + step - 1).div_euclid(step) * step
    };
    round(round(units))
}

fn levels(
    sizes: &TickSizes,
    depth: Depth,
    random: u64,
    best: i64,
    next: impl Fn(i64, i64) -> i64,
) -> [Level; DEPTH_LEVELS] {
    let mut price = best;
    let mut levels = [Level::default(); DEPTH_LEVELS];
    for (index, level) in levels.iter_mut().enumerate() {
        let random = hash(random, index as u64);
        let lots = 1 + below(random, depth.lots_max * (index as i64 + 2) / 2);
        let size = lots.saturating_mul(depth.lot_at(price).units());
        *level = Level { price: Price::from_units(price), size: Quantity::from_units(size) };
        let step = sizes.at(Price::from_units(price)).units() * (1 + below(hash(random, 9), 2));
        let behind = next(price, step);
        if behind == price {
            break;
        }
        price = behind;
    }
    levels
}
