//! A call auction: orders collect, and all that can be traded is traded at one price.

use super::{Side, TickSizes};
use crate::decimal::{Price, Quantity};

/// An order of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuctionOrder {
    pub side: Side,
    /// The worst price that the order accepts; `None` for any price.
    pub limit: Option<Price>,
    pub quantity: Quantity,
}

/// The result of an auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clearing {
    pub price: Price,
    /// The quantity bought, which equals the quantity sold.
    pub paired: Quantity,
    /// Demand less supply at the price; negative where sellers are left over.
    pub imbalance: Quantity,
}

/// Finds the price at which most can be traded; of those the one that leaves least over; of those the nearest to the
/// reference; and of two equally near the higher one, as in Hong Kong. Every price of the grid is eligible. `None`
/// where nothing can be traded.
pub fn auction(orders: &[AuctionOrder], reference: Price, sizes: &TickSizes) -> Option<Clearing> {
    let book = Collected::of(orders);
    let at = |price: Price| {
        let (bought, sold) = (book.demand(price), book.supply(price));
        let paired = Quantity::from_units(bought.min(sold));
        Clearing { price, paired, imbalance: Quantity::from_units(bought - sold) }
    };
    let worth = |clearing: &Clearing| {
        let distance = clearing.price.units().abs_diff(reference.units());
        (
            clearing.paired,
            std::cmp::Reverse(clearing.imbalance.units().abs()),
            std::cmp::Reverse(distance),
            clearing.price,
        )
    };
    let all = book.candidates(reference, sizes).into_iter().map(at).filter(|clearing| clearing.paired.is_positive());
    all.max_by_key(worth)
}

/// Orders added up by their limits.
struct Collected {
    /// Limits in falling order, with what is bought at that price or a higher one.
    bids: Vec<(i64, i64)>,
    /// Limits in rising order, with what is sold at that price or a lower one.
    asks: Vec<(i64, i64)>,
}

impl Collected {
    fn of(orders: &[AuctionOrder]) -> Self {
        let of_side = |side: Side, without: i64| {
            let orders = orders.iter().filter(|order| order.side == side && order.quantity.is_positive());
            let mut limits: Vec<(i64, i64)> =
                orders.map(|order| (order.limit.map_or(without, Price::units), order.quantity.units())).collect();
            limits.sort_unstable_by_key(|(limit, _)| if side == Side::Buy { limit.saturating_neg() } else { *limit });
            let mut total = 0i64;
            for (_, quantity) in &mut limits {
                total = total.saturating_add(*quantity);
                *quantity = total;
            }
            limits
        };
        Self { bids: of_side(Side::Buy, i64::MAX), asks: of_side(Side::Sell, i64::MIN) }
    }

    fn demand(&self, price: Price) -> i64 {
        let count = self.bids.partition_point(|(limit, _)| *limit >= price.units());
        count.checked_sub(1).map_or(0, |last| self.bids[last].1)
    }

    fn supply(&self, price: Price) -> i64 {
        let count = self.asks.partition_point(|(limit, _)| *limit <= price.units());
        count.checked_sub(1).map_or(0, |last| self.asks[last].1)
    }

    /// The prices that can be the best: those around each limit and the reference. Between two limits, demand and
    /// supply do not change.
    fn candidates(&self, reference: Price, sizes: &TickSizes) -> Vec<Price> {
        let limits = self.bids.iter().chain(&self.asks).map(|(limit, _)| *limit);
        let limits = limits.filter(|limit| !matches!(*limit, i64::MIN | i64::MAX)).chain([reference.units()]);
        limits.flat_map(|limit| around(limit, sizes)).collect()
    }
}

/// The prices of the grid at and next to a price.
fn around(units: i64, sizes: &TickSizes) -> [Price; 4] {
    let step = |units: i64| sizes.at(Price::from_units(units)).units();
    let down = |units: i64| units / step(units) * step(units);
    let least = step(1);
    let here = down(units.max(0)).max(least);
    let above = here.saturating_add(step(here.saturating_add(1)));
    // The step may be finer below.
    let below = down(here - 1).max(least);
    let beyond = above.saturating_add(step(above.saturating_add(1)));
    [below, here, above, beyond].map(Price::from_units)
}

#[cfg(test)]
mod tests;
