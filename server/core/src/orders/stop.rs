//! Stops: the prices that orders wait for.

use super::{Side, TimeInForce};
use crate::decimal::Price;
use crate::decision::Refusal;
use crate::products::Terms;
use crate::time::UnixMillis;

/// True if the market at `price` has reached a stop: it rises to that of a buyer and falls to that of a seller. A price
/// of zero is none.
pub fn has_reached(side: Side, stop: Price, price: Price) -> bool {
    price.is_positive()
        && match side {
            Side::Buy => price >= stop,
            Side::Sell => price <= stop,
        }
}

/// Checks a stop before an order waits for it: a price in steps of the tick that neither the price which triggers nor
/// the quote that the order would be filled at has reached.
///
/// # Errors
/// `stop_tick_size`, `no_quote`, `stop_price_side`.
pub(super) fn check_stop(terms: &Terms, side: Side, stop: Price) -> Result<(), Refusal> {
    if !terms.rules.tick_sizes.allows(stop) {
        return Err(Refusal::StopTickSize);
    }
    let tick = terms.tick.as_ref().ok_or(Refusal::NoQuote)?;
    let reached = |price| has_reached(side, stop, price);
    let is_beyond = reached(terms.rules.trigger.of(tick, side)) || reached(side.levels(tick)[0].price);
    if is_beyond { Err(Refusal::StopPriceSide) } else { Ok(()) }
}

/// Checks the limit of an order that waits for a stop: a price in steps of the tick, within the band around the stop.
///
/// # Errors
/// `tick_size`, `price_band`.
pub(super) fn check_stop_limit(terms: &Terms, stop: Price, limit: Price) -> Result<(), Refusal> {
    if !terms.rules.tick_sizes.allows(limit) {
        return Err(Refusal::TickSize);
    }
    if terms.rules.in_band(limit, stop) { Ok(()) } else { Err(Refusal::PriceBand) }
}

/// The end of an order that is in force for `time` from `now` on; `None` for one without an end. `ends_at` is the end of
/// the day that its customer named.
///
/// # Errors
/// `expire_date_invalid` for an order until a day that is not named or over; `session_closed` for one of a day that is
/// over.
pub(super) fn end_of(
    time: TimeInForce,
    ends_at: Option<UnixMillis>,
    terms: &Terms,
    now: UnixMillis,
) -> Result<Option<UnixMillis>, Refusal> {
    match time {
        TimeInForce::Day if terms.day_ends() <= now => Err(Refusal::SessionClosed),
        TimeInForce::Day => Ok(Some(terms.day_ends())),
        TimeInForce::GoodTillDate => ends_at.filter(|at| *at > now).ok_or(Refusal::ExpireDateInvalid).map(Some),
        TimeInForce::GoodTillCancelled | TimeInForce::ImmediateOrCancel | TimeInForce::FillOrKill => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::InstrumentId;
    use crate::market::Tick;
    use crate::products::{TradingRules, TriggerPrice};
    use crate::testing::{self, price};

    #[test]
    fn a_stop_lies_beyond_the_last_price_and_the_quote() {
        // Bid 99.99, ask 100.01, and a last trade outside of them.
        let table = [
            (TriggerPrice::Last, Side::Buy, 10_000, 10_002, Ok(())),
            (TriggerPrice::Last, Side::Buy, 10_000, 10_001, Err(Refusal::StopPriceSide)),
            (TriggerPrice::Last, Side::Buy, 10_005, 10_005, Err(Refusal::StopPriceSide)),
            (TriggerPrice::Quote, Side::Buy, 10_005, 10_005, Ok(())),
            (TriggerPrice::Last, Side::Sell, 10_000, 9_998, Ok(())),
            (TriggerPrice::Last, Side::Sell, 10_000, 9_999, Err(Refusal::StopPriceSide)),
            (TriggerPrice::Last, Side::Sell, 9_990, 9_995, Err(Refusal::StopPriceSide)),
            (TriggerPrice::Quote, Side::Sell, 9_990, 9_995, Ok(())),
        ];
        for (trigger, side, last, stop, expected) in table {
            let instrument = InstrumentId(1);
            let rules = TradingRules { trigger, ..testing::trading_rules(instrument) };
            let tick = Tick { last: price(last), ..testing::tick(instrument) };
            let terms = testing::terms(rules, Some(tick.into()));
            assert_eq!(check_stop(&terms, side, price(stop)), expected, "{trigger:?} {side:?} {last} {stop}");
            assert_eq!(check_stop(&terms, side, Price::from_units(1)), Err(Refusal::StopTickSize));
        }
    }
}
