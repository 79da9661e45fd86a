//! What an open position on margin is worth now, and where it will be closed.

use super::{MarginRules, gained};
use crate::decimal::{ONE, Price, Quantity, divide_half_away};
use crate::decision::Refusal;
use crate::market::Tick;
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
    pub(super) exchange: Exchange<'a>,
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

    /// What closing all of it at the mark would gain against what was last settled, in the wallet's currency; negative for a loss.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn unrealized(&self) -> Result<Money, Refusal> {
        let Position { key, quantity, .. } = *self.position;
        would_gain(self.rules, self.exchange, (key.direction, quantity, self.position.basis()), self.mark)
    }

    /// Its margin and what it has gained or lost.
    pub fn equity(&self) -> Result<Money, Refusal> {
        Ok(self.margin.amount.plus(self.unrealized()?)?)
    }

    /// Its equity as a share of its initial margin, in basis points, rounded down.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn level(&self) -> Result<i64, Refusal> {
        self.level_of(self.equity()?)
    }

    pub(super) fn level_of(&self, equity: Money) -> Result<i64, Refusal> {
        let initial = i128::from(self.margin.initial.minor.max(1));
        let level = (i128::from(equity.minor) * BASIS_POINTS).div_euclid(initial);
        i64::try_from(level).map_err(|_| Refusal::OutOfRange)
    }

    /// True if its equity has fallen to the share of its initial margin at which it is closed, or a margin call has not
    /// been met by the next settlement.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub fn is_stopped_out(&self) -> Result<bool, Refusal> {
        Ok(self.is_stopped_out_at(self.equity()?))
    }

    pub(super) fn is_stopped_out_at(&self, equity: Money) -> bool {
        self.margin.is_overdue() || self.has_fallen_to_stop_out(equity)
    }

    /// True if its equity has fallen to the share of its initial margin at which it is closed.
    pub(crate) fn has_fallen_to_stop_out(&self, equity: Money) -> bool {
        i128::from(equity.minor) * BASIS_POINTS <= self.stop_out()
    }

    /// The equity at which it is closed, in hundredths of a percent of the minor unit.
    fn stop_out(&self) -> i128 {
        i128::from(self.margin.initial.minor) * i128::from(self.on_margin.stop_out_basis_points)
    }

    /// The mark at which it is closed, to the nearest 10⁻⁸, if rates between currencies stay as they are; where the pair
    /// is itself such a rate, it moves with the price. Of a contract it is the first tick at which it is closed. `None`
    /// where no price is that bad.
    pub fn liquidation_price(&self) -> Option<Price> {
        let (one, (times, parts)) = (i128::from(ONE), self.rules.multiplier.ratio());
        // Quantity and amounts in parts of the multiplier.
        let quantity = i128::from(self.position.quantity.units()).checked_mul(times)?;
        let counted = |amount: i128| amount.checked_mul(parts);
        let value = counted(units(self.position.basis()))?;
        let bearable = units(self.margin.amount) - self.stop_out() * one / BASIS_POINTS / scale(self.margin.initial);
        let conversion = self.exchange.by.filter(|_| self.position.cost.currency != self.exchange.to);
        let price = match (self.position.key.direction, conversion) {
            (direction, Some(conversion)) if conversion.is_of(self.rules.instrument) => match direction {
                Direction::Long => divide(value.checked_mul(one)?, quantity + counted(bearable)?)?,
                Direction::Short => {
                    let lost = counted(bearable)?.checked_mul(conversion.spread())?;
                    divide(value.checked_mul(one)?.checked_sub(lost)?, quantity - counted(bearable)?)?
                }
            },
            (direction, conversion) => {
                let bearable = conversion.map_or(Some(bearable), |conversion| conversion.lost_for(bearable))?;
                let bearable = counted(bearable)?;
                let worst = if direction == Direction::Long { value - bearable } else { value + bearable };
                divide(worst.checked_mul(one)?, quantity)?
            }
        };
        let price = i64::try_from(price).ok().map(Price::from_units)?;
        let price = if self.rules.daily().is_some() { self.on_tick(price) } else { price };
        price.is_positive().then_some(price)
    }

    /// The first tick that is no better than `price` for the position.
    fn on_tick(&self, price: Price) -> Price {
        let step = self.rules.tick_sizes.at(price);
        let below = price.round_down_to(step);
        if self.position.key.direction == Direction::Short && below < price {
            Price::from_units(below.units().saturating_add(step.units()))
        } else {
            below
        }
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

impl TradingRules {
    /// The unrealized profit of a whole position on margin at the quote of a tick since its last settlement, in the wallet's
    /// currency; negative for a loss.
    ///
    /// # Errors
    /// `no_quote`, `out_of_range`.
    pub(crate) fn unrealized(
        &self,
        position: &Position,
        exchange: Exchange<'_>,
        tick: &Tick,
    ) -> Result<Money, Refusal> {
        let direction = position.key.direction;
        would_gain(self, exchange, (direction, position.quantity, position.basis()), mark_at(tick, direction)?)
    }
}

/// The quote at which a position would be closed.
fn mark(terms: &Terms, direction: Direction) -> Result<Price, Refusal> {
    mark_at(terms.tick.as_ref().ok_or(Refusal::NoQuote)?, direction)
}

fn mark_at(tick: &Tick, direction: Direction) -> Result<Price, Refusal> {
    let mark = direction.closing().levels(tick)[0].price;
    if mark.is_positive() { Ok(mark) } else { Err(Refusal::NoQuote) }
}

fn would_gain(
    rules: &TradingRules,
    exchange: Exchange<'_>,
    part: (Direction, Quantity, Money),
    mark: Price,
) -> Result<Money, Refusal> {
    exchange.profit(gain_at(rules, part, mark)?)
}

/// The profit of a quantity that was entered at a value and is closed at a mark, in the currency of the price.
pub(super) fn gain_at(
    rules: &TradingRules,
    (direction, quantity, entry): (Direction, Quantity, Money),
    mark: Price,
) -> Result<Money, Refusal> {
    let value = rules.value(mark, quantity, direction.closing().value_rounding())?;
    gained(direction, entry, value)
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
