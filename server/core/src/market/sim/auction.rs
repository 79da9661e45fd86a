//! The opening auction of a stock of the simulated market: orders that arrive by the seed of the day, and the result.
//!
//! Limits lie around the stock's price of the moment, because traders who wait in an auction follow it: so the figures
//! are current, reach the last price before the end, and foretell nothing after it.
//! With the first quote after the end the market maker takes the remainder at the bid and the ask of that quote, as the
//! designated ones of New York do: the auction clears within the quote, and knowing one or the other is no gain.

use super::noise::{below, gaussian, hash};
use super::quoted::Quoted;
use super::stream::Stream;
use super::{Sim, SimDay, step_at, time_of};
use crate::decimal::{Price, Quantity};
use crate::market::{AuctionHours, AuctionOrder, Clearing, Side, auction};
use crate::time::UnixMillis;

/// The least number of orders of an auction; up to as many again are added.
const ORDERS_MIN: i64 = 60;
/// The orders without a limit, in a hundred.
const AT_ANY_PRICE: i64 = 18;
/// Deviation of limits from the price, in hundredths of a basis point.
const LIMIT_DEVIATION: i64 = 3_000;
/// The volume of an auction, in thousandths of a day's volume.
const SHARE: i64 = 60;
/// The price is read at the start of so many equal parts of the time before the end, and in the last part each time
/// that half of the remaining time has passed, down to some ten seconds.
const LOOKS: i64 = 8;
const HALVES: u32 = 8;

/// The state of an auction at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuctionState {
    /// The moment of clearing; `None` before it.
    pub cleared_at: Option<UnixMillis>,
    /// The result, or the indicative one; `None` while nothing can be traded.
    pub clearing: Option<Clearing>,
}

/// A day's auction of one stock.
pub(super) struct Auction<'a> {
    pub sim: &'a Sim,
    pub stock: &'a Quoted,
    pub day: SimDay,
    pub hours: &'a AuctionHours,
    /// The stream that its orders are drawn from, and the public key of that stream for days without seeds.
    pub stream: &'a Stream,
    pub public: u64,
}

impl Auction<'_> {
    /// The state at a moment of the auction's day that has come.
    pub fn at(&self, now: UnixMillis) -> AuctionState {
        let first = self.first_quote();
        let sizes = &self.stock.tick_sizes;
        if now < time_of(first) {
            let reference = self.price(self.look(now));
            let mut orders = self.arrived(now.min(self.hours.closes.plus(-1)), reference);
            orders.sort_by_key(|order| order.limit);
            return AuctionState { cleared_at: None, clearing: auction(&orders, Price::from_units(reference), sizes) };
        }
        let mut orders = self.arrived(self.hours.closes, self.price(self.look(self.hours.closes)));
        let book = self.stock.book(&mut self.sim.factors(first), self.day);
        let (bid, ask) = (book.bids[0].price, book.asks[0].price);
        orders.extend(market_maker(&orders, bid, ask));
        AuctionState { cleared_at: Some(time_of(first)), clearing: auction(&orders, book.last, sizes) }
    }

    fn draw(&self, place: i64) -> u64 {
        self.stream.order(self.public, step_at(self.hours.closes), place as u64)
    }

    /// The step of the first quote after the end, which is secret where the exchange ends auctions at random.
    fn first_quote(&self) -> i64 {
        let open = self.hours.ends.since(self.hours.closes).max(0);
        let end = self.hours.closes.plus(below(self.draw(0), open + 1));
        self.stock.next_tick_step(step_at(end.plus(-1)) + 1)
    }

    /// The step at which the price was last read, at a moment of order entry.
    fn look(&self, at: UnixMillis) -> i64 {
        let span = self.hours.closes.since(self.hours.collects).max(1);
        let part = (at.since(self.hours.collects) * LOOKS / span).clamp(0, LOOKS - 1);
        let left = self.hours.closes.since(at).max(0);
        let halved = (0..=HALVES).map(|halves| (span / LOOKS) >> halves).take_while(|looked| *looked >= left).last();
        let passed = halved.map_or(span * part / LOOKS, |looked| span - looked);
        step_at(self.hours.collects.plus(passed))
    }

    fn price(&self, step: i64) -> i64 {
        self.stock.mid(&mut self.sim.factors(step), self.day)
    }

    /// The orders that have arrived by a moment, with their limits around a price.
    fn arrived(&self, by: UnixMillis, price: i64) -> Vec<AuctionOrder> {
        let character = self.draw(1);
        let count = ORDERS_MIN + below(character, ORDERS_MIN);
        // More buy than sell on some days, and on others the reverse.
        let buyers = 42 + below(hash(character, 1), 17);
        let span = self.hours.closes.since(self.hours.collects).max(1);
        let mut orders = Vec::new();
        for place in 0..count {
            let random = self.draw(2 + place);
            // Most orders come late: the remaining time is the square of an even draw.
            let left = below(random, 1 << 16);
            let arrives = self.hours.collects.plus(span - 1 - span * ((left * left) >> 16) / (1 << 16));
            if arrives > by {
                continue;
            }
            orders.push(self.order(hash(random, 1), price, buyers, count));
        }
        orders
    }

    fn order(&self, random: u64, price: i64, buyers: i64, count: i64) -> AuctionOrder {
        let side = if below(random, 100) < buyers { Side::Buy } else { Side::Sell };
        let off = (i128::from(gaussian(hash(random, 2))) * i128::from(LIMIT_DEVIATION)) >> 16;
        let limit = price + i64::try_from(i128::from(price) * off / 1_000_000).unwrap_or(0);
        let limit = Price::from_units(limit.max(1));
        let limit = limit.round_down_to(self.stock.tick_sizes.at(limit));
        let at_any_price = below(hash(random, 3), 100) < AT_ANY_PRICE || !limit.is_positive();
        let lot = self.stock.lot(price).units();
        let usual = (self.stock.volume / 1_000 * SHARE * 2 / count).max(1);
        let units = usual.saturating_mul(self.stock.unit.units()) / 100 * (20 + below(hash(random, 4), 161));
        let quantity = Quantity::from_units((units / lot).max(1) * lot);
        AuctionOrder { side, limit: (!at_any_price).then_some(limit), quantity }
    }
}

/// An order for the quantity left over, at the first quote's bid or ask, so that the price lies between them.
fn market_maker(orders: &[AuctionOrder], bid: Price, ask: Price) -> Option<AuctionOrder> {
    let wanted = |side: Side, at: Price| {
        let takes = |order: &&AuctionOrder| {
            let within = |limit: Price| if side == Side::Buy { limit >= at } else { limit <= at };
            order.side == side && order.limit.is_none_or(within)
        };
        orders.iter().filter(takes).map(|order| order.quantity.units()).fold(0i64, i64::saturating_add)
    };
    let sold = wanted(Side::Sell, bid).saturating_sub(wanted(Side::Buy, bid));
    let bought = wanted(Side::Buy, ask).saturating_sub(wanted(Side::Sell, ask));
    let order = |side, limit, units| AuctionOrder { side, limit: Some(limit), quantity: Quantity::from_units(units) };
    if sold > 0 { Some(order(Side::Buy, bid, sold)) } else { (bought > 0).then(|| order(Side::Sell, ask, bought)) }
}
