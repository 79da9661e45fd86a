//! The quotes between which nothing is due for a position on margin, so that the work for a tick does not grow with the
//! number of positions.

use super::Marked;
use super::marked::gain_at;
use crate::decimal::Price;
use crate::decision::Refusal;
use crate::ids::InstrumentId;
use crate::money::Money;
use crate::positions::{Direction, Position};
use crate::products::Rate;

/// The rate that converts a profit may move by this share, in basis points, before the bounds are worked out anew.
const RATE_BAND: i128 = 100;

/// A position has to be looked at once a quote reaches one of these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarginBounds {
    /// A mark at or below it.
    pub below: Option<Price>,
    /// A mark at or above it.
    pub above: Option<Price>,
    /// Where the profit is converted: a rate outside the one that the other bounds were worked out for.
    pub rate: Option<RateBounds>,
}

/// Quotes of the pair that converts a profit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateBounds {
    pub pair: InstrumentId,
    /// A bid at or below it.
    pub bid: Price,
    /// An ask at or above it.
    pub ask: Price,
}

impl MarginBounds {
    /// Bounds that any quote reaches, of the position's instrument and of the pair that converts its profit.
    pub fn next_tick(converted_by: Option<InstrumentId>) -> Self {
        let rate = converted_by.map(|pair| RateBounds { pair, bid: Price::MAX, ask: Price::MAX });
        Self { below: Some(Price::MAX), above: None, rate }
    }
}

impl Marked<'_> {
    /// True if the position is to be closed or its customer to be told.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn is_due(&self) -> Result<bool, Refusal> {
        let equity = self.equity()?;
        Ok(self.is_stopped_out_at(equity) || self.warning_at(equity)?.is_some())
    }

    /// The bounds of a position for which nothing is due. They are found by the rules that decide what is due, at other
    /// marks, and so allow for all rounding.
    pub fn bounds(&self) -> MarginBounds {
        let Some(conversion) = self.exchange.by.filter(|_| self.position.cost.currency != self.exchange.to) else {
            return self.bounds_at(None, None);
        };
        let rate = conversion.rate();
        let [bid, ask] = [rate.bid, rate.ask].map(|price| i128::from(price.units()) * RATE_BAND / 10_000);
        // A bid is below its ask, so that the two are the extremes of both.
        let low = moved(rate.bid, -bid);
        let high = moved(rate.ask, ask);
        let (worst, best) = (Rate { bid: low, ask: high, ..rate }, Rate { bid: high, ask: low, ..rate });
        let pair = conversion.tick.instrument;
        let bounds = self.bounds_at(Some(worst), Some(best));
        // At some rate of the band something is due at this mark already, and so at marks on both sides of it.
        if [bounds.below, bounds.above].contains(&Some(self.mark)) {
            return MarginBounds::next_tick(Some(pair));
        }
        MarginBounds { rate: Some(RateBounds { pair, bid: low, ask: high }), ..bounds }
    }

    fn bounds_at(&self, worst: Option<Rate>, best: Option<Rate>) -> MarginBounds {
        let warns = |equity| self.warning_at(equity).map_or(true, |warned| warned == Some(true));
        let calms = |equity| self.warning_at(equity).map_or(true, |warned| warned == Some(false));
        let is_worse = |mark| self.equity_at(mark, worst).is_none_or(|it| self.is_stopped_out_at(it) || warns(it));
        let is_better = |mark| self.margin.warned && self.equity_at(mark, best).is_none_or(calms);
        let loses_up = self.position.key.direction == Direction::Short;
        let worse = nearest(self.mark, loses_up, is_worse);
        let better = nearest(self.mark, !loses_up, is_better);
        let (above, below) = if loses_up { (worse, better) } else { (better, worse) };
        MarginBounds { below, above, rate: None }
    }

    /// Its equity at another mark and rate; `None` where it cannot be counted.
    fn equity_at(&self, mark: Price, rate: Option<Rate>) -> Option<Money> {
        let Position { key, quantity, .. } = *self.position;
        let gained = gain_at(self.rules, (key.direction, quantity, self.position.basis()), mark).ok()?;
        let gained = rate.map_or(Ok(gained), |rate| rate.profit(gained)).ok()?;
        self.margin.amount.plus(gained).ok()
    }
}

fn moved(price: Price, by: i128) -> Price {
    Price::from_units(i64::try_from(i128::from(price.units()) + by).unwrap_or(i64::MAX))
}

/// The price nearest to `from`, from it on up or down, at which something holds that holds at every price beyond.
fn nearest(from: Price, up: bool, holds: impl Fn(Price) -> bool) -> Option<Price> {
    let holds = |units: i64| holds(Price::from_units(units));
    let mut outside = from.units();
    if holds(outside) {
        return Some(from);
    }
    let end = if up { Price::MAX.units() } else { 1 };
    // It holds at `inside`; the distance is doubled until it does.
    let mut distance = (outside / 1_024).max(1);
    let mut inside = loop {
        let next = if up { outside.saturating_add(distance) } else { outside.saturating_sub(distance).max(end) };
        match holds(next) {
            true => break next,
            false if next == end => return None,
            false => (outside, distance) = (next, distance.saturating_mul(2)),
        }
    };
    while outside.abs_diff(inside) > 1 {
        let middle = outside + (inside - outside) / 2;
        *(if holds(middle) { &mut inside } else { &mut outside }) = middle;
    }
    Some(Price::from_units(inside))
}
