//! The price at which money of one currency is changed into another.

use serde::{Deserialize, Serialize};

use super::{RATE_ONE, Rate};
use crate::ids::InstrumentId;
use crate::market::Tick;
use crate::money::{Currency, Money, MoneyError, Rounding};
use crate::time::UnixMillis;

/// The two prices of a pair of currencies. Money of the pair's first currency is changed at the bid, and money of its
/// second at the ask.
///
/// An amount is divided or multiplied by that price itself, and rounded down once. The rate, which for the second
/// currency is one over the price, is only shown and recorded, and no amount is worked out from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExchangePrice {
    pub from: Currency,
    pub to: Currency,
    /// In 10⁻⁸, as the ask is.
    pub bid: i64,
    pub ask: i64,
    /// True if the pair is quoted in `from` for one of `to`, as USD/HKD is for HKD that become USD.
    pub inverse: bool,
    /// The source of the prices: a stable word, which clients translate.
    pub source: String,
    /// The tick with these prices; `None` for a dated rule.
    pub tick: Option<TickName>,
}

/// The permanent name of a tick, and the moment at which it was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TickName {
    pub instrument: InstrumentId,
    pub feed: String,
    pub epoch: i64,
    pub seq: i64,
    pub received_at: UnixMillis,
}

impl From<&Tick> for TickName {
    fn from(tick: &Tick) -> Self {
        let feed = tick.feed.to_string();
        Self { instrument: tick.instrument, feed, epoch: tick.epoch, seq: tick.seq, received_at: tick.received_time }
    }
}

impl From<Rate> for ExchangePrice {
    /// A dated rule has one price, which is the middle too.
    fn from(Rate { from, to, rate, source }: Rate) -> Self {
        Self { from, to, bid: rate, ask: rate, inverse: false, source, tick: None }
    }
}

impl ExchangePrice {
    /// True if money can be changed: both prices exist, and the bid is not above the ask.
    pub const fn is_sound(&self) -> bool {
        0 < self.bid && self.bid <= self.ask
    }

    /// The price that applies, as the pair is quoted.
    pub const fn price(&self) -> i64 {
        if self.inverse { self.ask } else { self.bid }
    }

    /// Units of `to` for one of `from`, in 10⁻⁸, rounded down; where the pair is `inverse`, only for display.
    pub fn rate(&self) -> i64 {
        self.rate_over(self.price().into(), 1)
    }

    /// The rate at the middle between the two prices, which has no cost for either side.
    pub fn middle(&self) -> i64 {
        self.rate_over(i128::from(self.bid) + i128::from(self.ask), 2)
    }

    /// The cost of buying one unit of `from`, in 10⁻⁸ of `to`, rounded up.
    pub fn cost_rate(&self) -> i64 {
        if !self.inverse {
            return self.ask;
        }
        let one = i128::from(RATE_ONE);
        let rate = (self.bid > 0).then(|| Rounding::Up.divide(one * one, self.bid.into()));
        rate.and_then(|rate| i64::try_from(rate).ok()).unwrap_or(0)
    }

    /// Converts `amount`, rounded down to the minor unit.
    ///
    /// # Errors
    /// For an amount that is not in `from`, or a result that is out of range.
    pub fn convert(&self, amount: Money) -> Result<Money, MoneyError> {
        self.over(amount, self.price().into(), 1)
    }

    /// The cost of the spread for `amount`, in `to`: its value at the middle less its conversion.
    ///
    /// # Errors
    /// Those of [`Self::convert`].
    pub fn cost(&self, amount: Money) -> Result<Money, MoneyError> {
        let middle = self.over(amount, i128::from(self.bid) + i128::from(self.ask), 2)?;
        middle.minus(self.convert(amount)?)
    }

    fn rate_over(&self, price: i128, parts: i128) -> i64 {
        let one = i128::from(RATE_ONE);
        let rate = if self.inverse { (one * one * parts).checked_div(price) } else { Some(price / parts) };
        rate.and_then(|rate| i64::try_from(rate).ok()).unwrap_or(0)
    }

    /// `amount` at `price / parts`, rounded down.
    fn over(&self, amount: Money, price: i128, parts: i128) -> Result<Money, MoneyError> {
        if amount.currency != self.from {
            return Err(MoneyError::CurrencyMismatch(amount.currency, self.from));
        }
        let one = i128::from(RATE_ONE) * parts;
        let (times, by) = if self.inverse { (one, price) } else { (price, one) };
        let exact = i128::from(amount.minor).checked_mul(times).and_then(|e| e.checked_mul(self.to.scale().into()));
        let by = by.checked_mul(self.from.scale().into()).filter(|by| *by > 0);
        let (exact, by) = exact.zip(by).ok_or(MoneyError::Overflow)?;
        Money::from_wide(Rounding::Down.divide(exact, by), self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::funds::parse_rate;
    use proptest::prelude::*;

    fn pair(from: Currency, bid: i64, ask: i64) -> ExchangePrice {
        let inverse = from == Currency::Hkd;
        let to = if inverse { Currency::Usd } else { Currency::Hkd };
        ExchangePrice { from, to, bid, ask, inverse, source: String::new(), tick: None }
    }

    /// The bid and the ask are written as the market quotes USD/HKD.
    #[test]
    fn an_amount_is_rounded_once() {
        let table = [
            // from, bid, ask, amount → credited, cost of the spread, rate shown, middle shown.
            (Currency::Usd, "7.8", "7.8", 10_001, 78_007, 0, "7.8", "7.8"),
            (Currency::Usd, "7.79", "7.81", 10_000, 77_900, 100, "7.79", "7.8"),
            // At the rate shown the result would be 99.99: one over 7.8 has no end.
            (Currency::Hkd, "7.8", "7.8", 78_000, 10_000, 0, "0.12820512", "0.12820512"),
            (Currency::Hkd, "7.79", "7.81", 78_100, 10_000, 12, "0.12804097", "0.12820512"),
            (Currency::Hkd, "7.8", "7.8", 7, 0, 0, "0.12820512", "0.12820512"),
        ];
        for (from, bid, ask, amount, credited, cost, rate, middle) in table {
            let price = pair(from, parse_rate(bid).unwrap(), parse_rate(ask).unwrap());
            let amount = Money::new(amount, from);
            assert_eq!(price.convert(amount).unwrap().minor, credited, "{amount:?} at {bid}/{ask}");
            assert_eq!(price.cost(amount).unwrap().minor, cost, "{amount:?} at {bid}/{ask}");
            assert_eq!((price.rate(), price.middle()), (parse_rate(rate).unwrap(), parse_rate(middle).unwrap()));
        }
    }

    #[test]
    fn who_buys_pays_the_other_price() {
        let [bid, ask] = ["7.79", "7.81"].map(|text| parse_rate(text).unwrap());
        assert_eq!(pair(Currency::Usd, bid, ask).cost_rate(), ask);
        let bought = pair(Currency::Hkd, bid, ask);
        // One over 7.79 is 0.128369704…
        assert_eq!(bought.cost_rate(), parse_rate("0.12836971").unwrap());
        assert_eq!(pair(Currency::Hkd, 0, 0).cost_rate(), 0);
    }

    #[test]
    fn what_cannot_be_changed_is_an_error_and_no_panic() {
        let price = pair(Currency::Usd, i64::MAX, i64::MAX);
        assert_eq!(price.convert(Money::new(i64::MAX, Currency::Usd)), Err(MoneyError::Overflow));
        assert!(price.convert(Money::new(1, Currency::Hkd)).is_err());
        let none = pair(Currency::Hkd, 0, 0);
        assert_eq!((none.is_sound(), none.rate(), none.middle()), (false, 0, 0));
        assert_eq!(none.convert(Money::new(1, Currency::Hkd)), Err(MoneyError::Overflow));
    }

    proptest! {
        /// A conversion there and back at one quote never gains, and loses no more than the spread and the two cents'
        /// fractions explain.
        #[test]
        fn a_round_trip_never_gains(
            minor in 0i64..1_000_000_000_000_000,
            bid in 100_000_000i64..2_000_000_000,
            spread in 0i64..10_000_000,
            first in prop_oneof![Just(Currency::Usd), Just(Currency::Hkd)],
        ) {
            let ask = bid + spread;
            let second = if first == Currency::Usd { Currency::Hkd } else { Currency::Usd };
            let there = pair(first, bid, ask).convert(Money::new(minor, first)).unwrap();
            let back = pair(second, bid, ask).convert(there).unwrap();
            prop_assert!(back.minor <= minor);
            // Without the roundings the result is `minor × bid ÷ ask`; the first loses less than a cent of `there`,
            // which is less than twenty of `first` here, the second less than one.
            let exact = i128::from(minor) * i128::from(bid) / i128::from(ask);
            prop_assert!(exact - i128::from(back.minor) <= 21);
        }

        /// One rounding: the customer is never a whole minor unit short of the exact amount.
        #[test]
        fn nobody_is_rounded_against_twice(
            minor in 0i64..1_000_000_000_000_000,
            bid in 100_000_000i64..2_000_000_000,
            spread in 0i64..10_000_000,
            from in prop_oneof![Just(Currency::Usd), Just(Currency::Hkd)],
        ) {
            let price = pair(from, bid, bid + spread);
            let amount = Money::new(minor, from);
            let credited = i128::from(price.convert(amount).unwrap().minor);
            let (one, price_units) = (i128::from(RATE_ONE), i128::from(price.price()));
            let (times, by) = if price.inverse { (one, price_units) } else { (price_units, one) };
            let left = i128::from(minor) * times - credited * by;
            prop_assert!(0 <= left && left < by);
            prop_assert!(price.cost(amount).unwrap().minor >= 0);
            prop_assert!(i128::from(price.rate()) <= i128::from(price.middle()));
        }
    }
}
