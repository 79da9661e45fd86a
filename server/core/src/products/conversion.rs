//! What amounts of the currency of a quote become in the currency of a wallet.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::decimal::{Leverage, ONE, Price, divide_half_away};
use crate::decision::Refusal;
use crate::ids::InstrumentId;
use crate::market::Tick;
use crate::money::{Currency, Money, Rounding};

/// A conversion at the quote of a pair of currencies. The tick is its source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conversion {
    pub from: Currency,
    pub to: Currency,
    /// The pair's quote.
    #[serde(with = "crate::shared")]
    pub tick: Arc<Tick>,
    /// Whether the pair is quoted in `from` for one of `to`, as USD/JPY is for yen that become dollars.
    pub inverse: bool,
}

/// A rate between two currencies, without the quote that it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rate {
    pub from: Currency,
    pub to: Currency,
    pub bid: Price,
    pub ask: Price,
    /// True if the pair is quoted in `from` for one of `to`.
    pub inverse: bool,
}

/// A part of an amount, as a numerator and a positive denominator.
pub type Part = (i64, i64);

/// All of an amount.
const WHOLE: Part = (1, 1);

/// Which price of the quote converts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Bid,
    Ask,
    Middle,
}

impl At {
    const fn of_profit(amount: Money) -> Self {
        if amount.minor < 0 { Self::Ask } else { Self::Bid }
    }
}

impl Conversion {
    /// Whether it is the quote of `instrument`, whose price it moves with.
    pub fn is_of(&self, instrument: InstrumentId) -> bool {
        self.inverse && self.tick.instrument == instrument
    }

    /// The pair's ask less its bid, in 10⁻⁸.
    pub(super) fn spread(&self) -> i128 {
        i128::from(self.tick.ask().units()) - i128::from(self.tick.bid().units())
    }

    /// The loss in `from` that takes `amount` of `to`, both in 10⁻⁸.
    pub(super) fn lost_for(&self, amount: i128) -> Option<i128> {
        let one = i128::from(ONE);
        let (numerator, denominator) = if self.inverse {
            (i128::from(self.tick.bid().units()), one)
        } else {
            (one, i128::from(self.tick.ask().units()))
        };
        (denominator > 0).then(|| divide_half_away(amount * numerator, denominator))
    }

    /// The rate of its quote.
    pub fn rate(&self) -> Rate {
        let (bid, ask) = (self.tick.bid(), self.tick.ask());
        Rate { from: self.from, to: self.to, bid, ask, inverse: self.inverse }
    }
}

impl Rate {
    /// A profit or a loss in `to`: a gain at the bid of `from`, a loss at its ask.
    ///
    /// # Errors
    /// `no_quote` for an amount in another currency than `from`, and where a price is missing; `out_of_range`.
    pub fn profit(&self, amount: Money) -> Result<Money, Refusal> {
        self.convert(amount, WHOLE, At::of_profit(amount))
    }

    /// A part of a value in `to`, at the middle of the quote, to the nearest minor unit.
    ///
    /// # Errors
    /// `no_quote` for an amount in another currency than `from`, and where a price is missing; `out_of_range`.
    pub fn middle(&self, value: Money, part: Part) -> Result<Money, Refusal> {
        self.convert(value, part, At::Middle)
    }

    /// A part of `amount` in `to`, rounded once, to the nearest. What is gained is converted at the bid of `from` in
    /// `to`; where the pair is the other way round, that is by its ask.
    fn convert(&self, amount: Money, part: Part, at: At) -> Result<Money, Refusal> {
        let (bid, ask) = (i128::from(self.bid.units()), i128::from(self.ask.units()));
        // Twice the price, so that the middle of two prices is exact.
        let price = match (at, self.inverse) {
            (At::Middle, _) => bid + ask,
            (At::Bid, false) | (At::Ask, true) => 2 * bid,
            (At::Ask, false) | (At::Bid, true) => 2 * ask,
        };
        if bid <= 0 || ask <= 0 || amount.currency != self.from {
            return Err(Refusal::NoQuote);
        }
        let one = 2 * i128::from(ONE);
        let (numerator, denominator) = if self.inverse { (one, price) } else { (price, one) };
        let numerator = numerator * i128::from(self.to.scale()) * i128::from(part.0);
        let denominator = denominator * i128::from(self.from.scale()) * i128::from(part.1);
        let exact = i128::from(amount.minor).checked_mul(numerator).ok_or(Refusal::OutOfRange)?;
        Ok(Money::from_wide(divide_half_away(exact, denominator), self.to)?)
    }
}

/// How a contract's amounts become those of its wallet: as they are, or by a conversion.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    pub to: Currency,
    /// Needed where amounts are in another currency than `to`.
    pub by: Option<&'a Conversion>,
}

impl Exchange<'_> {
    /// A profit or a loss at the worse side: a gain at the bid, a loss at the ask.
    ///
    /// # Errors
    /// `no_quote` without a conversion from the amount's currency.
    pub fn profit(self, amount: Money) -> Result<Money, Refusal> {
        self.convert(amount, WHOLE, At::of_profit(amount))
    }

    /// What is set aside for a value: a part of it by `leverage`, at the middle of the quote, to the nearest minor unit.
    ///
    /// # Errors
    /// The same; `leverage_unavailable` when there is none.
    pub fn margin(self, value: Money, leverage: Leverage) -> Result<Money, Refusal> {
        if !leverage.is_positive() {
            return Err(Refusal::LeverageUnavailable);
        }
        self.part(value, (ONE, leverage.units()))
    }

    /// A part of a value, at the middle of the quote, to the nearest minor unit.
    ///
    /// # Errors
    /// `no_quote` without a conversion from the amount's currency; `out_of_range`.
    pub fn part(self, value: Money, part: Part) -> Result<Money, Refusal> {
        self.convert(value, part, At::Middle)
    }

    fn convert(self, amount: Money, part: Part, at: At) -> Result<Money, Refusal> {
        match self.by {
            _ if amount.minor == 0 => Ok(Money::zero(self.to)),
            _ if amount.currency == self.to => Ok(amount.scaled(part.0, part.1, Rounding::HalfAway)?),
            Some(conversion) if conversion.to == self.to => conversion.rate().convert(amount, part, at),
            _ => Err(Refusal::NoQuote),
        }
    }
}
