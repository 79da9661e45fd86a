//! What an open position on margin is worth now, and where it will be closed.

use super::{MarginRules, gained};
use crate::decimal::{ONE, Price, Quantity, divide_half_away};
use crate::decision::Refusal;
use crate::money::Money;
use crate::positions::{Direction, Margin, Position};
use crate::products::{Exchange, Product, Terms, TradingRules};

const BASIS_POINTS: i128 = 10_000;

/// An open position on margin with its mark: the quote at which it would be closed.
#[derive(Clone, Copy, Debug)]
pub struct Marked<'a> {
    pub rules: &'a TradingRules,
    pub position: &'a Position,
    pub margin: Margin,
    pub mark: Price,
    on_margin: MarginRules,
    exchange: Exchange<'a>,
}

impl<'a> Marked<'a> {
    /// # Errors
    /// `position_unknown` unless it is open and on margin; `no_quote`.
    pub fn of(position: &'a Position, terms: &'a Terms) -> Result<Self, Refusal> {
        let rules = &*terms.rules;
        let (Product::Margin(on_margin), Some(margin), true) =
            (rules.product, position.margin, position.quantity.is_positive())
        else {
            return Err(Refusal::PositionUnknown);
        };
        let mark = mark(terms, position.key.direction)?;
        Ok(Self { rules, position, margin, mark, on_margin, exchange: terms.exchange() })
    }

    /// What closing all of it at the mark would gain, in the wallet's currency; negative for a loss.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn unrealized(&self) -> Result<Money, Refusal> {
        let Position { key, quantity, cost, .. } = *self.position;
        would_gain(self.rules, self.exchange, (key.direction, quantity, cost), self.mark)
    }

    /// Its margin and what it has gained or lost.
    pub fn equity(&self) -> Result<Money, Refusal> {
        Ok(self.margin.amount.plus(self.unrealized()?)?)
    }

    /// Its equity as a share of its initial margin, in basis points, rounded down.
    ///
    /// # Errors
    /// The same.
    pub fn level(&self) -> Result<i64, Refusal> {
        let initial = i128::from(self.margin.initial.minor.max(1));
        let level = (i128::from(self.equity()?.minor) * BASIS_POINTS).div_euclid(initial);
        i64::try_from(level).map_err(|_| Refusal::OutOfRange)
    }

    /// Whether its equity has fallen to the share of its initial margin at which it is closed.
    pub fn is_stopped_out(&self) -> Result<bool, Refusal> {
        Ok(i128::from(self.equity()?.minor) * BASIS_POINTS <= self.stop_out())
    }

    /// The equity at which it is closed, in hundredths of a percent of the minor unit.
    fn stop_out(&self) -> i128 {
        i128::from(self.margin.initial.minor) * i128::from(self.on_margin.stop_out_basis_points)
    }

    /// The mark at which it is closed, to the nearest 10⁻⁸, if rates between currencies stay as they are; where the pair
    /// is itself such a rate, it moves with the price. `None` where no price is that bad.
    pub fn liquidation_price(&self) -> Option<Price> {
        let one = i128::from(ONE);
        let (value, quantity) = (units(self.position.cost), i128::from(self.position.quantity.units()));
        let bearable = units(self.margin.amount) - self.stop_out() * one / BASIS_POINTS / scale(self.margin.initial);
        let conversion = self.exchange.by.filter(|_| self.position.cost.currency != self.exchange.to);
        let price = match (self.position.key.direction, conversion) {
            (direction, Some(conversion)) if conversion.is_of(self.rules.instrument) => match direction {
                Direction::Long => divide(value * one, quantity + bearable)?,
                Direction::Short => divide(value * one - bearable * conversion.spread(), quantity - bearable)?,
            },
            (direction, conversion) => {
                let bearable = conversion.map_or(Some(bearable), |conversion| conversion.lost_for(bearable))?;
                let worst = if direction == Direction::Long { value - bearable } else { value + bearable };
                divide(worst * one, quantity)?
            }
        };
        let price = i64::try_from(price).ok().map(Price::from_units)?;
        price.is_positive().then_some(price)
    }
}

impl Terms {
    /// What closing `quantity` of a position on margin now would gain that was entered at a value of `entry`, in the
    /// wallet's currency; negative for a loss.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn unrealized(&self, direction: Direction, quantity: Quantity, entry: Money) -> Result<Money, Refusal> {
        would_gain(&self.rules, self.exchange(), (direction, quantity, entry), mark(self, direction)?)
    }
}

/// The quote at which a position would be closed.
fn mark(terms: &Terms, direction: Direction) -> Result<Price, Refusal> {
    let tick = terms.tick.as_ref().ok_or(Refusal::NoQuote)?;
    let mark = direction.closing().levels(tick)[0].price;
    if mark.is_positive() { Ok(mark) } else { Err(Refusal::NoQuote) }
}

fn would_gain(
    rules: &TradingRules,
    exchange: Exchange<'_>,
    (direction, quantity, entry): (Direction, Quantity, Money),
    mark: Price,
) -> Result<Money, Refusal> {
    let value = rules.value(mark, quantity, direction.closing().value_rounding())?;
    exchange.profit(gained(direction, entry, value)?)
}

fn scale(money: Money) -> i128 {
    i128::from(money.currency.scale())
}

/// In 10⁻⁸ of the major unit.
fn units(money: Money) -> i128 {
    i128::from(money.minor) * i128::from(ONE) / scale(money)
}

fn divide(numerator: i128, denominator: i128) -> Option<i128> {
    (denominator > 0).then(|| divide_half_away(numerator, denominator))
}
