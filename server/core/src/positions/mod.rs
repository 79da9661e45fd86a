//! What a customer owns of an instrument.

use crate::decimal::{ONE, Price, Quantity, divide_half_away};
use crate::decision::{Record, Refusal};
use crate::ids::{AccountId, InstrumentId, PositionId};
use crate::money::{Money, MoneyError, Rounding};
use crate::time::UnixMillis;

/// Long gains when the price rises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    Long,
    Short,
}

impl Direction {
    /// The number on the wire and in the database.
    pub const fn code(self) -> i64 {
        match self {
            Direction::Long => 0,
            Direction::Short => 1,
        }
    }
}

/// Names one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey {
    pub account: AccountId,
    pub instrument: InstrumentId,
    pub direction: Direction,
}

/// One row an account, instrument and direction. It stays when the quantity falls to zero, and opens again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub id: PositionId,
    pub key: PositionKey,
    pub quantity: Quantity,
    /// The part of `quantity` that open sell orders have set aside.
    pub held: Quantity,
    /// What the open quantity cost, fees included.
    pub cost: Money,
    /// Fees paid since the position was opened.
    pub fees: Money,
    /// Profit taken since the position was opened, after fees.
    pub realized: Money,
    pub opened_at: UnixMillis,
    pub updated_at: UnixMillis,
    pub version: i64,
}

impl Record for Position {
    type Key = PositionKey;

    const NAME: &'static str = "position";
    const HAS_ID: bool = false;

    fn key(&self) -> PositionKey {
        self.key
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn advance(&mut self) {
        self.version += 1;
    }

    /// No share is sold twice.
    fn check(&self) -> Result<(), Refusal> {
        let sound = self.held.units() >= 0 && self.held <= self.quantity;
        if sound { Ok(()) } else { Err(Refusal::InsufficientPosition) }
    }
}

impl Position {
    /// A new, empty position.
    pub const fn empty(id: PositionId, key: PositionKey, zero: Money, now: UnixMillis) -> Self {
        Self {
            id,
            key,
            quantity: Quantity::ZERO,
            held: Quantity::ZERO,
            cost: zero,
            fees: zero,
            realized: zero,
            opened_at: now,
            updated_at: now,
            version: 0,
        }
    }

    /// What can be sold.
    pub const fn available(&self) -> Quantity {
        self.quantity.saturating_sub(self.held)
    }

    /// `cost / quantity`, to the nearest 10⁻⁸; zero for an empty position.
    pub fn average_price(&self) -> Price {
        average_price(self.cost, self.quantity)
    }

    /// The same position after buying `quantity` for `value` and `fee`.
    pub fn bought(mut self, quantity: Quantity, value: Money, fee: Money, now: UnixMillis) -> Result<Self, MoneyError> {
        if self.quantity.is_zero() {
            let zero = Money::zero(self.cost.currency);
            (self.opened_at, self.cost, self.fees, self.realized) = (now, zero, zero, zero);
        }
        self.quantity = self.quantity.checked_add(quantity).ok_or(MoneyError::Overflow)?;
        self.cost = self.cost.plus(value)?.plus(fee)?;
        self.fees = self.fees.plus(fee)?;
        self.updated_at = now;
        Ok(self)
    }

    /// The same position after selling `quantity` for `value` less `fee`, and the profit of that sale. The cost
    /// leaves in proportion; the last sale takes what is left, so that rounding never stays behind.
    pub fn sold(
        mut self,
        quantity: Quantity,
        value: Money,
        fee: Money,
        now: UnixMillis,
    ) -> Result<(Self, Money), MoneyError> {
        let cost = if quantity == self.quantity {
            self.cost
        } else {
            self.cost.scaled(quantity.units(), self.quantity.units().max(1), Rounding::HalfAway)?
        };
        let profit = value.minus(fee)?.minus(cost)?;
        self.quantity = self.quantity.checked_sub(quantity).ok_or(MoneyError::Overflow)?;
        self.cost = self.cost.minus(cost)?;
        self.fees = self.fees.plus(fee)?;
        self.realized = self.realized.plus(profit)?;
        self.updated_at = now;
        Ok((self, profit))
    }
}

/// `amount / quantity` as a price, to the nearest 10⁻⁸; zero when there is no quantity.
pub fn average_price(amount: Money, quantity: Quantity) -> Price {
    if quantity.is_zero() {
        return Price::ZERO;
    }
    let unit = i128::from(ONE) * i128::from(ONE) / i128::from(amount.currency.scale());
    let units = divide_half_away(i128::from(amount.minor) * unit, i128::from(quantity.units()));
    Price::from_units(i64::try_from(units).unwrap_or(i64::MAX))
}
